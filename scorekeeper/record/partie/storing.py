"""Read the state of a partie from its rows, and write what a change made of it.

A state (`State`) is computed by changes and knows no database; its manches (deals) have a row each. The *progress* is
the rest of it, as JSON in the row of the partie: who had each seat since when, the *entry* (bids and cards of the
current manche), and the *stack* of changes that *Annuler* takes back. Each change makes the next *version* of the
partie, and a manche is named by the version that recorded it. Players are *participants*, numbered by arrival.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from scorekeeper.games import counted_as
from scorekeeper.partie.log import Stack
from scorekeeper.partie.payloads import Progress, read_value, write_progress
from scorekeeper.partie.state import Entry, RecordedManche, Seating, State, Stay
from scorekeeper.record.models import Manche, Partie, utc_now

_BEFORE_ALL = -1_000_000  # a version before that of every manche; those of old manches are negative


def is_readable(partie: Partie) -> bool:
    """Return whether this version of the app can read the progress of a partie."""
    return _progress_of(partie) is not None


def read_stored(partie: Partie) -> tuple[State, Stack]:
    """Return the state and the stack of a partie.

    If its progress cannot be read, the seats have their present players only, and nothing is entered or undone.
    """
    progress = _progress_of(partie)
    if progress is None:
        # Who had the seats before is not known: `Stay` gives every manche to the participants who have them now.
        seats = tuple(Seating((Stay(_BEFORE_ALL, seat.seated),), seat.counts_for) for seat in partie.seats)
        progress = Progress(seats, Stack(partie.version), Entry())
    # The state has the version of the change on top of the stack. That of the partie may be later: *Annuler* makes a
    # version too.
    state = State(
        version=progress.stack.top,
        game=partie.game,
        options=partie.options,
        seats=progress.seats,
        first_dealer=partie.first_dealer,
        # The names of the teams.
        side_names=tuple(partie.side_names) if partie.side_names else None,
        # Whether only the points are known.
        paper=bool(partie.paper),
        manches=tuple(_manche_of(row) for row in partie.manches if not row.taken_back),
        entry=progress.entry,
        abandoned=partie.abandoned_at is not None,
        removed=partie.deleted_at is not None,
    )
    return state, progress.stack


def partie_values(state: State, stack: Stack | None = None) -> dict[str, Any]:
    """Return the columns of the row of a partie that every change may alter.

    By default, the stack is that of a partie which begins with this state.
    """
    return {
        "options": dict(state.options),
        "first_dealer": state.first_dealer,
        "side_names": [*state.side_names] if state.side_names else None,
        "progress": write_progress(state, stack),
    }


def write_state(partie: Partie, before: State, after: State, stack: Stack) -> None:
    """Write what differs from the state `before` to the rows of a partie, and its stack."""
    # SQLAlchemy writes no column whose value is as before.
    for name, value in partie_values(after, stack).items():
        setattr(partie, name, value)
    # The game under which statistics count the partie; it depends on the house rules.
    partie.counted_as = counted_as(after.game, after.options)
    # These times stay as they are until the state is no longer abandoned or removed.
    partie.abandoned_at = (partie.abandoned_at or utc_now()) if after.abandoned else None
    partie.deleted_at = (partie.deleted_at or utc_now()) if after.removed else None
    # The rows of the seats are not loaded for other changes.
    if after.seats != before.seats:
        for seat, values in zip(partie.seats, seat_rows(after), strict=True):
            seat.seated, seat.counts_for = values["seated"], values["counts_for"]
    if after.manches != before.manches:
        _write_manches(partie, after.manches)


def _write_manches(partie: Partie, manches: Sequence[RecordedManche]) -> None:
    in_state = {manche.version: manche for manche in manches}
    for version in in_state.keys() - {row.version for row in partie.manches}:
        partie.manches.append(Manche(version=version))
    for row in partie.manches:
        manche = in_state.get(row.version)
        # If the recording is undone, the row stays, so that the manche can be restored with its facts.
        row.taken_back = manche is None
        row.kept = manche is not None and manche.kept
        if manche is not None:
            row.facts = dict(manche.facts)
            row.note = manche.note
            row.dealer = manche.dealer
            row.order = [*manche.order] if manche.order else None


def seat_rows(state: State) -> list[dict[str, int]]:
    """Return the values of the rows of the seats of a partie."""
    return [
        {"number": number, "seated": seating.latest, "counts_for": seating.counts_for}
        for number, seating in enumerate(state.seats)
    ]


# None if the JSON is that of another version of the app.
def _progress_of(partie: Partie) -> Progress | None:
    try:
        return read_value(Progress, partie.progress)
    except ValidationError:
        return None


def _manche_of(row: Manche) -> RecordedManche:
    return RecordedManche(
        row.version, row.facts, row.note, row.dealer, tuple(row.order) if row.order else None, row.kept
    )
