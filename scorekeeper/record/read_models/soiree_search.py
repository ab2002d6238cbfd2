"""Find the soirées of a carnet by words: names, places, notes, dates, games and feats."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import select

from scorekeeper.record.database import db
from scorekeeper.record.models import Participant, Partie, Player, Soiree
from scorekeeper.record.read_models.tables import Tally
from scorekeeper.record.request_access import AnyCarnet

MOST_FOUND = 50
_MOST_WORDS = 8


def find_soirees(
    carnet: AnyCarnet,
    text: str,
    date_text: Callable[[Any], str],
    name_of_game: Callable[[str], str],
    feat_names: Mapping[str, str],
) -> list[Any]:
    """Return the soirées that have every word of a text, newest first, at most `MOST_FOUND`; case and accents are one.

    `feat_names` are by the key of a line. A word may be the beginning or a part of another: "volt" finds "Voltes".
    """
    wanted = fold_accents(text).split()
    if not wanted or len(wanted) > _MOST_WORDS:
        return []
    soirees = select(Soiree.id, Soiree.held_on, Soiree.place, Soiree.notes)
    query = soirees.where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    texts: defaultdict[int, set[str]] = defaultdict(set)
    for soiree_id, name in _names_in_parties(carnet, name_of_game, feat_names):
        texts[soiree_id].add(name)
    # In memory, because SQLite does not fold accents.
    found = []
    for soiree in db.session.execute(query.order_by(Soiree.held_on.desc(), Soiree.id.desc())):
        haystack = fold_accents(" ".join((soiree.place, soiree.notes, date_text(soiree), *texts[soiree.id])))
        if all(word in haystack for word in wanted):
            found.append(soiree)
    return found[:MOST_FOUND]


def fold_accents(text: str) -> str:
    """Return a text without case, accents and joiners: "Hélène" and "HELENE" are one, and so are "cœur" and "coeur"."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(
        letter for letter in letters if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf"
    )


def _names_in_parties(
    carnet: AnyCarnet, name_of_game: Callable[[str], str], feat_names: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Yield (soirée id, name) for the players, games and feats of the parties of each soirée."""
    parties = select(Partie.soiree_id).join(Soiree, Soiree.id == Partie.soiree_id)
    own = parties.where(Soiree.carnet_id == carnet.id, Partie.deleted_at.is_(None)).distinct()
    players = own.join(Participant, Participant.partie_id == Partie.id).join(Player, Player.id == Participant.player_id)
    for soiree_id, name in db.session.execute(players.add_columns(Player.name)):
        yield soiree_id, name
    # A partie of Cœurs simples is found by this name and by Dame de Pique.
    for soiree_id, *games in db.session.execute(own.add_columns(Partie.game, Partie.counted_as)):
        for game in games:
            yield soiree_id, name_of_game(game)
    tallies = own.join(Tally, Tally.partie_id == Partie.id).where(Tally.why.in_(feat_names))
    for soiree_id, why in db.session.execute(tallies.add_columns(Tally.why)):
        yield soiree_id, feat_names[why]
