"""A demonstration carnet: two years of soirées, drawn at random from a fixed seed and imported as one file.

A *carnet* is the notebook of a group of players, a *soirée* an evening, a *partie* a game to its end, a *manche* one
deal of it. The log of a partie has its *changes*; each makes the next *version*. The file has rows of these as JSON, as
the export of a carnet writes them: positions of players in it count from 1, seats and *participants*, the players of a
partie, from 0. The code of the app plays: `score_state` computes the sheet of a `State`, `record` and `replace_player`
return a change, and `evolve` the state after it.
"""

from __future__ import annotations

import datetime as dt
import json
import random
from typing import Any

from scorekeeper import settings
from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.partie.changes import Abandoned, PartieChange, Recorded, evolve
from scorekeeper.partie.decide.players import replace_player
from scorekeeper.partie.decide.sheet import record
from scorekeeper.partie.payloads import write_row, write_value
from scorekeeper.partie.scored import score_state
from scorekeeper.partie.state import Seating, State, Stay
from scorekeeper.record.database import open_database
from scorekeeper.record.models import utc_now
from scorekeeper.record.partie.storing import partie_values
from scorekeeper.record.read_models.evenings import soiree_day
from scorekeeper.record.transfer.commands import import_file
from scorekeeper.record.transfer.format import FORMAT, VERSION
from scorekeeper.record.transfer.partie import manche_row
from scorekeeper.web.games import PAGES

Row = dict[str, Any]
# The players.
_NAMES = ("Anne", "Luc", "Zoé", "Maxence", "Jo", "Bastien", "Aziz", "Marguerite-Bérénice Roux")
_POSITIONS = range(1, len(_NAMES) + 1)  # of the players in the file
# A value is drawn for each soirée from these lists, in which a frequent one is several times. The number of players:
_PRESENT = (3, 4, 4, 4, 5)
_PLACES = ("chez Zoé", "à la Marine", "à la Marine", "chez Luc", "")
_NOTES = (*[""] * 12, "Tarte aux pommes de Zoé.", "Un jeu de cartes neuf.", "Aziz est arrivé après le dernier train.")
# What is paid for (a point, a partie or a rank), and its price in cents; None if they do not play for money.
_STAKES = (*[None] * 6, ("point", 1), ("partie", 50), ("rank", 20))
_SEED = 51  # of the random numbers
# The number of soirées, the number of weeks in which they are, their day of the week, the months without soirées.
_SOIREES, _WEEKS, _THURSDAY, _HOLIDAYS = 60, 102, 3, (7, 8)
# The share of the parties that are abandoned, and of those in which a player is replaced.
_ABANDONED, _REPLACED = 1 / 20, 1 / 10
_MOST_MANCHES = 40
_UNFINISHED_MANCHES = 5  # of the partie in progress tonight


def create_demo_carnet() -> str:
    """Create the carnet in the database of this installation, and return the path of a link that opens it."""
    # The document has values that JSON lacks: dates and times, which `default` writes.
    content = json.dumps(_document(utc_now()), default=lambda value: value.isoformat())
    # The file is imported as a user imports one. `import_file` returns the recovery code, which opens the carnet, and
    # whether the file was imported before.
    with open_database(settings.database_url(), settings.secret_key()):
        code, _imported_before = import_file(content.encode())
    return f"/open#{code}"


def _document(now: dt.datetime) -> Row:
    """Return the content of the file of the carnet. Each day it is the same, but for its dates."""
    rng = random.Random(_SEED)  # noqa: S311 - the same soirées every time, nothing secret
    # Until early morning, the day of a soirée is that of the evening before.
    days = _days(soiree_day(now))
    soirees, parties = list[Row](), list[Row]()
    for day in days:
        # The parties of this soirée, and how long it was.
        own, minutes = _play_soiree(rng, tonight=day == days[-1])
        begun = dt.datetime.combine(day, dt.time(20, rng.randrange(60))).astimezone()
        # Tonight's soirée is in progress now.
        if day == days[-1]:
            begun = now - dt.timedelta(minutes=minutes)
        stake = rng.choice(_STAKES)
        soirees.append(
            {
                "held_on": day,
                "place": rng.choice(_PLACES),
                "notes": rng.choice(_NOTES),
                "version": 1,
                "created_at": begun,
                "deleted_at": None,
                "stake": stake and {"per": stake[0], "cents": stake[1], "sign": "€"},
            }
        )
        parties += [{"soiree": len(soirees), **_with_times(partie, begun)} for partie in own]
    # The carnet and the players are as old as the first soirée.
    first = {"created_at": soirees[0]["created_at"]}
    return {
        "format": FORMAT,
        "version": VERSION,
        "carnet": {"name": "Les jeudis de la Marine", **first},
        "players": [{"name": name, "retired_at": None, **first} for name in _NAMES],
        "presets": [],
        "soirees": soirees,
        "parties": parties,
        "regroupings": [],
        "merges": [],
        "decisions": [],
    }


def _days(today: dt.date) -> list[dt.date]:
    """Return the days of the soirées, today last: Thursdays of two years without their summers, some Saturdays."""
    rng = random.Random(_SEED)  # noqa: S311 - its own, as the number of Thursdays to draw from depends on the day
    yesterday = today - dt.timedelta(days=1)
    # The latest Thursday before today.
    latest = yesterday - dt.timedelta(days=(yesterday.weekday() - _THURSDAY) % 7)
    thursdays = [latest - dt.timedelta(weeks=week) for week in range(_WEEKS)]
    played = rng.sample([day for day in thursdays if day.month not in _HOLIDAYS], _SOIREES - 1)
    # About one Thursday in six is replaced by the Saturday five days before.
    return [*sorted(day - dt.timedelta(days=rng.choice((0, 0, 0, 0, 0, 5))) for day in played), today]


def _with_times(partie: Row, begun: dt.datetime) -> Row:
    """Return `partie` with times in its changes, in place of the minutes since the soirée was begun."""
    changes = [{**change, "at": begun + dt.timedelta(minutes=change["at"])} for change in partie["changes"]]
    abandoned_at = None
    if changes[-1]["kind"] == Abandoned.kind:
        abandoned_at = changes[-1]["at"]
    return {**partie, "created_at": changes[0]["at"], "abandoned_at": abandoned_at, "changes": changes}


def _play_soiree(rng: random.Random, *, tonight: bool) -> tuple[list[Row], int]:
    """Return the parties of a soirée, and for how many minutes it was played."""
    present = rng.sample(_POSITIONS, rng.choice(_PRESENT))
    parties, minutes, longest = list[Row](), 0, rng.randint(50, 150)
    while minutes < longest:
        # A game that is judged card by card (`play`; other games are only counted), with a table for at most the
        # players present.
        game = rng.choice([game for game in GAMES.values() if game.play and min(game.table_sizes) <= len(present)])
        parties.append(_play_partie(rng, game, present, minutes))
        # The next partie begins after the last change of this one and a pause.
        minutes = parties[-1]["changes"][-1]["at"] + rng.randint(3, 12)
    # The partie in progress: its latest manche is a minute old.
    if tonight:
        parties.append(_play_partie(rng, next(iter(GAMES.values())), present, minutes, unfinished=True))
        minutes = parties[-1]["changes"][-1]["at"] + 1
    return parties, minutes


def _play_partie(
    rng: random.Random, game: AnyGame, present: list[int], minutes: int, *, unfinished: bool = False
) -> Row:
    """Return a partie that begins after these minutes, of as many of the players present as the game allows."""
    seats = max(size for preset in game.presets for size in preset.seats if size <= len(present))
    presets = [preset for preset in game.presets if seats in preset.seats]
    # Mostly the usual rules, which are the first: the exponential distribution gives small numbers most often.
    preset = presets[min(int(rng.expovariate(1)), len(presets) - 1)]
    # In each seat one participant, from the start on (version 0), for whom the partie counts.
    seating = tuple(Seating((Stay(0, who),), who) for who in range(seats))
    options = game.write_options(game.read_options(preset.options, seats))
    # The first state, of version 1, with a first dealer drawn at random.
    bottom = state = State(1, game.slug, options, seating, rng.randrange(seats))
    participants = rng.sample(present, seats)
    changes: list[Row] = [{"version": 1, "at": minutes, "kind": "started", "payload": {}}]
    # The numbers of manches after which it is abandoned, and after which a player is replaced.
    last, replaced = _MOST_MANCHES, None
    if rng.random() < _ABANDONED:
        last = rng.randint(2, 5)
    if rng.random() < _REPLACED:
        replaced = rng.randint(2, 5)
    while not (unfinished and len(state.manches) == _UNFINISHED_MANCHES):
        scored = score_state(state)
        if scored.over:
            break
        change: PartieChange
        if len(state.manches) == last:
            change = Abandoned()
        elif len(state.manches) == replaced and len(participants) == seats:
            participants.append(rng.choice(sorted({*_POSITIONS} - {*participants})))
            # The arguments: the partie, a seat drawn at random, the number of the new participant (those before have
            # the numbers below `seats`), the players.
            change = replace_player(scored, rng.randrange(seats), seats, participants)
        else:
            # `sample` draws the facts of a manche (what the table saw of it); "": the manche has no note.
            change = record(scored, PAGES[game.slug].sample(scored, rng), "")
            minutes += rng.randint(3, 9)
        version = state.version + 1
        kind, payload = write_row(change)
        # `below` is the version of the change before this one, which is the latest change again if this one is undone.
        row = {"version": version, "at": minutes, "kind": kind, "payload": payload, "below": state.version}
        # A manche is named by the version that recorded it.
        if isinstance(change, Recorded):
            row["manche"] = version
        changes.append(row)
        state = evolve(state, version, change)
    return {
        "game": game.slug,
        # Its manches were recorded in the app, not copied from a sheet of paper with totals only.
        "paper": False,
        "deleted_at": None,
        "version": state.version,
        "participants": participants,
        # The columns of a partie that its changes may alter, such as its options.
        **partie_values(state),
        "manches": [manche_row(manche, taken_back=False) for manche in state.manches],
        # The state from which the changes are replayed.
        "base": {"version": 1, "state": write_value(bottom)},
        "changes": changes,
    }
