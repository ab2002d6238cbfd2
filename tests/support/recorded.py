"""Recorded parties: `data/recorded/NAME.json` is a carnet that the app exported, `NAME.sheet.txt` has its sheets.

Every later version of the app reads version 2 of the format. When the format changes, a file stays as it was exported:
the files are also the regression data of the format. To add one:

1. Play it in the app, tap *Exporter le carnet*, and store the file in `data/recorded`. Never edit it.
2. Write its sheets: `pytest tests/record/transfer/test_recorded.py --approve`.
3. Work out each figure of the sheets from the articles, and write the sums as lines that begin with `#`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from support.cases import DATA

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player, utc_now
from scorekeeper.record.names import fold
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.importing import insert_parties
from scorekeeper.record.transfer.reading import CarnetFile, read_carnet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorekeeper.record.models import Access, Carnet, Soiree

FOLDER = DATA / "recorded"


@cache
def read(name: str) -> CarnetFile:
    return read_carnet((FOLDER / f"{name}.json").read_bytes(), MAX_UPLOAD_BYTES)


def players_named(carnet: Carnet, names: Iterable[str]) -> list[Player]:
    """Return the players of these names, added if new."""
    known = {player.name: player for player in carnet.players}
    players = [known.get(name) or Player(carnet=carnet, name=name, folded=fold(name)) for name in names]
    db.session.add_all(players)
    db.session.flush()
    return players


def insert(name: str, carnet: Carnet, access: Access, soiree: Soiree | None = None) -> list[Partie]:
    """Insert the parties of a file into a carnet, as if this access had just recorded them.

    They come into new soirées, or all into the given one.
    """
    rows = read(name).rows
    players = players_named(carnet, [row["name"] for row in rows["players"]])
    soirees = [soiree or carnets.open_soiree(carnet, row["held_on"], row["place"]) for row in rows["soirees"]]
    # The last change is made now, so that an evening is not over.
    late = utc_now() - max(change["at"] for row in rows["parties"] for change in row["changes"])
    parties = []
    for row in rows["parties"]:
        times = {key: row[key] and row[key] + late for key in ("created_at", "abandoned_at", "deleted_at")}
        changes = [{**change, "at": change["at"] + late, "access_id": access.id} for change in row["changes"]]
        parties.append({**row, **times, "changes": changes})
    ids = {"players": [one.id for one in players], "soirees": [one.id for one in soirees]}
    partie_ids = insert_parties(db.session(), parties, ids)
    return [db.session.get_one(Partie, partie_id) for partie_id in partie_ids]


def sheet(partie: Partie) -> Iterator[str]:
    """Yield the lines of a sheet.

    `1 Anne: 5 4 16 1 = 5 4 16 1` has the dealer, the points and the totals. The names of the players are above the
    first manche, and again where a player was replaced. The last line has the end, or the next dealer.
    """
    scored = score_partie(partie)
    seated: Sequence[str] = ()
    for index, row in enumerate(scored.sheet.manches):
        names = scored.as_played(index).names
        if names != seated:
            yield f"{scored.game.slug}: {', '.join(names)}"
        seated = names
        yield f"{index + 1} {names[scored.deal_of(index).dealer]}: {_figures(row.points)} = {_figures(row.totals)}"
    if partie.deleted_at:
        yield "deleted"
    elif scored.abandoned:
        yield "abandoned"
    elif scored.ending is None:
        yield f"goes on: {scored.names[scored.deal.dealer]} deals"
    else:
        winners = ", ".join(scored.names_of_sides[side] for side in scored.ending.winners)
        yield f"over after {scored.ending.after} ({scored.ending.why}): {winners}"


def _figures(values: Sequence[Any]) -> str:
    return " ".join(map(str, values))
