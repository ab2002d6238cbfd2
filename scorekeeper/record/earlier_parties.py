"""Convert a partie of a version before 0.3.0, which numbered its manches by position, to its present state.

A partie is a game played to its end, and a manche one deal of it. Today each change of a partie makes its next
*version*, and a manche is named by the version that recorded it; the log of changes begins at a *base*, the whole state
at one version. An earlier partie had no log that can be read again, so its state becomes the base of a log. Its manches
get made-up negative versions in the order of their positions. A *participant* is a player of the partie, numbered by
arrival, and a *stay* a participant in a seat since a version. Earlier versions stored *replacements*: another player
had a seat from the manche of a position on. Migration 0021 and the import of files of version 1 use this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from scorekeeper.games.manche_json import CARD_KEYS
from scorekeeper.games.shape import Json
from scorekeeper.partie.payloads import read_value
from scorekeeper.partie.state import RecordedManche, Seating, State, Stay


@dataclass(frozen=True, slots=True)
class ConvertedPartie:
    """A partie after its conversion."""

    # The player of each participant, as the row named players: by id, or by position in a file.
    participants: tuple[int, ...]
    state: State

    # The manche that was removed from the sheet and is entered again, if there is one: it can still be restored.
    undone: tuple[RecordedManche, ...]

    # The version of each manche that was recorded, by its position.
    versions: Mapping[int, int]


def convert_partie(row: Json) -> ConvertedPartie:
    """Convert a partie with the keys of a file of version 1; of its `changes`, those of manches are enough.

    Apart from the values of a `State`, it has these keys:

    - `seats`: the latest player of each seat;
    - `manches`: each with its `position`, `facts`, `note`, `dealer`, `order`, what is entered of it (`context` and
      `cards`), and its `state`, such as "recorded" (it is in the sheet), "undone" (it was removed), "begun" (something
      of it is entered) or "played" (cards are entered);
    - `replacements`: each with the `seat`, the `former` and the new `player`, the `position` of the first manche of the
      new one, and the `version` of the partie when it was made;
    - `changes`: each with its `version` and the position of its `manche`;
    - `abandoned_at` and `deleted_at`: a time or None.

    Raises `AttributeError`, `LookupError`, `TypeError` or `ValueError` for values that no earlier version wrote.
    """
    manches = sorted(row["manches"], key=itemgetter("position"))
    replacements = sorted(row.get("replacements", ()), key=itemgetter("version"))
    # The manche that is being played, if something of it is entered: bids, a dealer or an order ("begun"), or cards
    # ("played").
    current = next((manche for manche in manches if manche["state"] in {"begun", "played"}), None)
    last = manches[-1]["position"] if manches else 0
    # The versions of two manches that follow each other have this difference, so that every replacement can have a
    # version between them.
    step = len(replacements) + 2
    versions = {manche["position"]: version_at(manche["position"], last, step) for manche in manches if manche["facts"]}

    # `seats` has the latest player of each seat. Go back through the replacements to the first player of each.
    firsts = dict(enumerate(row["seats"]))
    for replacement in reversed(replacements):
        firsts[replacement["seat"]] = replacement["former"]
    came_later = [replacement["player"] for replacement in replacements]
    # Each player once, the first players in the order of their seats.
    participants = [*dict.fromkeys([*firsts.values(), *came_later])]
    if current is None:
        next_position = _next_position(row, manches, replacements)
        entry = {}
        again = None
    else:
        next_position = current["position"]
        entry = _entry(current)
        # A manche that is entered again has a version; a new one has none.
        again = versions.get(next_position)
    seats = []
    # `counted` is the latest player of the seat, for whom statistics count the partie. `stays` are pairs: the position
    # of the first manche of a stay, and the stay.
    for number, counted in enumerate(row["seats"]):
        stays = [(1, Stay(version_at(0, last, step), participants.index(firsts[number])))]
        for index, replacement in enumerate(replacements, start=1):
            if replacement["seat"] == number:
                position = replacement["position"]
                # After the manche before it; the index keeps replacements at one position in their order.
                since = version_at(position - 1, last, step) + index
                stays.append((position, Stay(since, participants.index(replacement["player"]))))
        seats.append(_seating(stays, participants.index(counted), next_position, max(versions, default=0)))

    names = ("version", "game", "options", "first_dealer", "side_names", "paper")
    values = {
        **{name: row[name] for name in names},
        "seats": [],
        "manches": [_recorded(manche, versions, current) for manche in manches if manche["facts"]],
        "entry": entry,
        "abandoned": row["abandoned_at"] is not None,
        "removed": row["deleted_at"] is not None,
    }
    state = read_value(State, values)  # as the dataclass; raises `ValidationError`, a `ValueError`
    # The manche that is entered again leaves the state until it is recorded.
    undone = tuple(manche for manche in state.manches if manche.version == again)
    state = replace(
        state, seats=tuple(seats), manches=tuple(manche for manche in state.manches if manche.version != again)
    )
    return ConvertedPartie(tuple(participants), state, undone, versions)


def version_at(position: int, last: int, step: int = 2) -> int:
    """Return the version of the manche of a position: −6, −4 and −2 for 1, 2 and 3, with 3 as `last` and steps of 2."""
    return (position - last - 1) * step


def _next_position(row: Json, manches: Sequence[Json], replacements: Sequence[Json]) -> int:
    """Return the position of the manche that is played next."""
    # The position at which the last replacement begins, and the version of the partie when it was made.
    begins = max((replacement["position"] for replacement in replacements), default=0)
    latest = max((replacement["version"] for replacement in replacements), default=0)
    # The version of the last change of each manche; the changes are in order, so that a later one replaces an earlier
    # one.
    last_changes = {change["manche"]: change["version"] for change in row["changes"]}
    # The last position in the sheet.
    in_sheet = max((manche["position"] for manche in manches if manche["state"] == "recorded"), default=0)
    positions: list[int] = [manche["position"] for manche in manches]
    # A manche that was removed after a replacement which begins later is recorded again at its position.
    again = (one for one in positions if in_sheet < one < begins and latest < last_changes.get(one, 0))
    return next(again, 1 + max(positions, default=0))


def _seating(stays: Sequence[tuple[int, Stay]], counts_for: int, next_position: int, last_recorded: int) -> Seating:
    """Return the players of a seat, from their stays with the position of the first manche of each.

    `last_recorded` is the position of the last manche that was ever recorded.
    """
    # The latest player whose stay has begun when the next manche is played.
    seated = [stay.who for position, stay in stays if position <= next_position][-1]
    # A player whose stay begins after the next manche has played only removed manches, which can be restored.
    known = [stay for position, stay in stays if position <= max(next_position, last_recorded)]
    if known[-1].who != seated:
        known.append(Stay(-1, seated))  # after every manche: their versions are -2 and less
    if counts_for not in {stay.who for stay in known}:
        counts_for = seated
    return Seating(tuple(known), counts_for)


# The JSON of a `RecordedManche`.
def _recorded(manche: Json, versions: Mapping[int, int], current: Json | None) -> dict[str, Any]:
    recorded = {name: manche.get(name) for name in ("facts", "note", "dealer", "order")}
    if current is not None and manche["state"] == "undone" and manche["position"] > current["position"]:
        # It now precedes the current manche, which its dealer and order would change.
        recorded["dealer"] = recorded["order"] = None
    return {**recorded, "version": versions[manche["position"]], "kept": manche["state"] == "recorded"}


def _entry(current: Json) -> dict[str, Any]:
    """Return what is entered of the current manche, as the JSON of an `Entry`."""
    entry = {name: current.get(name) for name in ("context", "dealer", "order")}
    stored = current["cards"] or {}
    if stored.get("plays") is not None:
        entry["cards"] = {name: stored[name] for name in CARD_KEYS if name in stored}
        entry["revokes"] = sorted([revoke["seat"], revoke["after"]] for revoke in stored.get("revokes", ()))
    return entry
