"""Fill a carnet with many years: play a few parties, then copy them to other dates and seats."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import (
    Access,
    Base,
    Change,
    Manche,
    Participant,
    Partie,
    PartieBase,
    Player,
    Seat,
    Soiree,
)
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.read_models.tables import SeatSummary, Summary, Tally
from scorekeeper.web.games import PAGES

NAMES = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")
PLACES = ("chez Zoé", "à la Marine", "", "chez Paul")
PER_SOIREE, TABLES, RULES, PLAYED = 3, 2, 2, 2  # parties a soirée; tables, presets, and parties of each to copy
YEARS = 20
_MOST_MANCHES, _AT_ONCE, _HOUR = 40, 500, 20
_OF_PARTIE = (Participant, Seat, PartieBase, Summary, SeatSummary, Tally)

Row = dict[str, Any]


@dataclass(frozen=True)
class _Template:
    """A played partie as rows to copy, by table."""

    partie: Row
    manches: Sequence[Row]
    changes: Sequence[Row]
    rest: dict[type[Base], Sequence[Row]]


def fill_years(session: Session, access: Access, parties: int) -> list[int]:
    """Add that many parties to a carnet, the latest today; return the soirées, oldest first.

    Call it inside `database.writing()`.
    """
    chance = random.Random(1999)
    players = [carnets.add_player(access.carnet, name) for name in NAMES]
    soirees = _soirees(session, access.carnet_id, -(-parties // PER_SOIREE))
    places = [soirees[number // PER_SOIREE] for number in range(parties)]
    first = (session.get_one(Soiree, number) for number in places)
    templates = [_read(session, partie) for partie in _played(first, players, access, chance)]
    remaining = places[len(templates) :]
    dates = dict(_dates(session, access.carnet_id))
    for start in range(0, len(remaining), _AT_ONCE):
        chosen = [(chance.choice(templates), soiree) for soiree in remaining[start : start + _AT_ONCE]]
        _write(session, chosen, dates, chance)
    outcomes.fill_outcomes(session)
    return soirees


def _dates(session: Session, carnet_id: int) -> list[tuple[int, dt.date]]:
    query = select(Soiree.id, Soiree.held_on).where(Soiree.carnet_id == carnet_id)
    return [(number, held_on) for number, held_on in session.execute(query)]


def _soirees(session: Session, carnet_id: int, count: int) -> list[int]:
    """Create one soirée a week, or more often if there are too many for the years."""
    today = dt.datetime.now().astimezone().date()
    step = min(7.0, YEARS * 365 / count)
    days = [today - dt.timedelta(days=round(step * number)) for number in reversed(range(count))]
    rows = [
        {"carnet_id": carnet_id, "held_on": day, "place": PLACES[number % len(PLACES)]}
        for number, day in enumerate(days)
    ]
    return list(session.scalars(insert(Soiree).returning(Soiree.id, sort_by_parameter_order=True), rows))


def _played(
    soirees: Iterator[Soiree], players: Sequence[Player], access: Access, chance: random.Random
) -> Iterator[Partie]:
    """Play a few parties of each game, at a few tables and with a few presets, one in each soirée."""
    rules = [(game, preset) for game in GAMES.values() for preset in game.presets[:RULES]]
    tables = product(range(PLAYED), rules, range(TABLES))
    for (_again, (game, preset), table), soiree in zip(tables, soirees, strict=False):
        seated = players[table * 2 : table * 2 + min(preset.seats)]
        partie = journal.start_partie(soiree, game.slug, seated, preset.options, 0, access)
        _play(partie, game, access, chance)
        yield partie


def _play(partie: Partie, game: AnyGame, access: Access, chance: random.Random) -> None:
    for _manche in range(_MOST_MANCHES):
        with open_partie(partie, None, access) as opened:
            if opened.scored.over:
                return
            opened.record(PAGES[game.slug].sample(opened.scored, chance), "")


def _read(session: Session, partie: Partie) -> _Template:
    return _Template(
        _rows(session, Partie, Partie.id == partie.id)[0],
        [row for row in _rows(session, Manche, Manche.partie_id == partie.id) if row["facts"]],
        _rows(session, Change, Change.partie_id == partie.id),
        {table: _rows(session, table, _partie_of(table) == partie.id) for table in _OF_PARTIE},
    )


def _write(
    session: Session, chosen: Sequence[tuple[_Template, int]], dates: dict[int, dt.date], chance: random.Random
) -> None:
    """Copy these parties, each to its soirée, with the players moved to other seats."""
    moments = [dt.datetime.combine(dates[soiree], dt.time(_HOUR), dt.UTC) for _, soiree in chosen]
    parties = [
        {**_without(template.partie, "id"), "soiree_id": soiree, "created_at": at}
        for (template, soiree), at in zip(chosen, moments, strict=True)
    ]
    ids = list(session.scalars(insert(Partie).returning(Partie.id, sort_by_parameter_order=True), parties))
    copied = [(template, number) for (template, _), number in zip(chosen, ids, strict=True)]
    manches = [{**_without(row, "id"), "partie_id": number} for template, number in copied for row in template.manches]
    fresh = iter(session.scalars(insert(Manche).returning(Manche.id, sort_by_parameter_order=True), manches).all())
    changes: list[Row] = []
    for (template, number), at in zip(copied, moments, strict=True):
        renamed = {row["id"]: next(fresh) for row in template.manches}
        changes += [
            {**row, "partie_id": number, "at": at, "manche_id": renamed.get(row["manche_id"])}
            for row in template.changes
        ]
    _insert(session, Change, changes)
    for table in _OF_PARTIE:
        turned = [(template.rest[table], number, chance.randrange(8)) for template, number in copied]
        _insert(session, table, [row for rows, number, turn in turned for row in _moved(table, rows, number, turn)])


def _moved(table: type[Base], rows: Sequence[Row], number: int, turn: int) -> Iterator[Row]:
    for place, row in enumerate(rows):
        own = {"player_id": rows[(place + turn) % len(rows)]["player_id"]} if table is Participant else {}
        yield {**row, "partie_id": number, **own}


def _insert(session: Session, table: type[Base], rows: Sequence[Row]) -> None:
    if rows:
        session.execute(insert(Base.metadata.tables[table.__tablename__]), rows)


def _rows(session: Session, table: type[Base], condition: Any) -> list[Row]:  # noqa: ANN401 - a condition
    plain = Base.metadata.tables[table.__tablename__]
    query = select(plain).where(condition).order_by(*plain.primary_key)
    return [dict(row) for row in session.execute(query).mappings()]


def _partie_of(table: type[Base]) -> Any:  # noqa: ANN401 - a column
    return Base.metadata.tables[table.__tablename__].c.partie_id


def _without(row: Row, name: str) -> Row:
    return {key: value for key, value in row.items() if key != name}
