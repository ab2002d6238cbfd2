"""*Annuler* takes back the change on top, *Refaire* makes it again, and a log that was tampered with is refused."""

from dataclasses import replace

import pytest
from partie.journal import Journal, begun, without_past_entries
from pydantic import ValidationError
from support.drawn import through_json

from scorekeeper.games.contract import CardByCard
from scorekeeper.partie.changes import (
    Abandoned,
    BrokenLogError,
    CardPlayed,
    CardsBegun,
    DealerNamed,
    Deleted,
    Recorded,
    Restored,
)
from scorekeeper.partie.log import Again, LogRow, Marker, Moved, Redo, Stack, Undo, read_log
from scorekeeper.partie.payloads import read_row, read_value, write_row, write_value
from scorekeeper.partie.state import Entry, State

START = begun("hearts", 4)
BASE = START.version
RECORDED = Recorded(facts={}, note="")


def journal(*changes: LogRow) -> Journal:
    """Return a partie after these rows of its log."""
    partie = Journal(START)
    for change in changes:
        match change:
            case Undo():
                assert partie.undo()
            case Redo():
                assert partie.redo()
            case Marker():
                partie.rows.append(change)
            case _:
                partie.make(change)
    return partie


def test_undo_takes_back_whatever_is_on_top() -> None:
    partie = journal(RECORDED, Abandoned())
    assert partie.undo()
    assert partie.state == journal(RECORDED).state
    assert partie.undo()
    assert partie.state == START
    assert not partie.undo()


def test_redo_makes_again_until_something_else_is_done() -> None:
    partie = journal(RECORDED, Abandoned(), Undo(3, ""), Undo(2, ""))
    assert partie.stack == Stack(1, (3, 2))
    assert partie.redo()
    assert partie.state == journal(RECORDED).state
    partie.make(Abandoned())
    assert not partie.redo()


def test_a_manche_made_again_is_the_same_manche() -> None:
    """Its version is its name in later changes, so that they still find it."""
    partie = journal(RECORDED, Deleted(manche=2), Undo(3, ""), Undo(2, ""), Redo(2, ""), Redo(3, ""))
    assert partie.state == journal(RECORDED, Deleted(manche=2)).state


def test_undo_passes_over_marks() -> None:
    partie = journal(RECORDED, Again(), Moved())
    assert partie.undo()
    assert partie.state == START
    partie.rows.append(Moved())
    assert partie.redo()
    assert partie.state.manches[0].version == BASE + 1


def test_what_was_entered_of_recorded_manches_is_not_read_to_undo() -> None:
    played = CardPlayed(seat=0, card="2C", ruling="allowed")
    partie = journal(DealerNamed(dealer=2), CardsBegun(cards=CardByCard(0)), played, RECORDED, DealerNamed(dealer=1))
    assert [version for version, _ in without_past_entries(partie.standing())] == [5, 6]


def test_an_entry_below_a_restored_recording_is_read_if_nothing_was_recorded_after_it() -> None:
    partie = journal(RECORDED, Undo(2, ""), DealerNamed(dealer=2), Restored(manche=2, recording=RECORDED))
    assert len(without_past_entries(partie.standing())) == 2
    assert partie.state.entry == Entry(dealer=2)


@pytest.mark.parametrize(
    "rows",
    [
        [Undo(1, "")],
        [RECORDED, Undo(3, "")],
        [RECORDED, RECORDED, Undo(2, "")],
        [RECORDED, Redo(2, "")],
        [RECORDED, Undo(2, ""), Abandoned(), Redo(2, "")],
        [RECORDED, Abandoned(), Undo(3, ""), Undo(2, ""), Redo(3, "")],
    ],
    ids=["the start", "a later one", "not the top", "not taken back", "after another change", "not the next one"],
)
def test_a_step_that_is_not_on_top_is_refused(rows: list[LogRow]) -> None:
    with pytest.raises(BrokenLogError) as caught:
        read_log(START, rows)
    assert (caught.value.reason, caught.value.version) == ("step_not_on_top", BASE + len(rows))


def test_a_log_below_a_base_cannot_be_undone() -> None:
    """A base has the state at a version; the changes before it are not in the log any more."""
    base = replace(journal(RECORDED).state, version=40)
    assert not Journal(base).undo()


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("deleted", {"manche": 2, "more": 1}),
        ("deleted", {}),
        ("deleted", {"manche": "2"}),
        ("deleted", {"manche": True}),
        ("seats", {"seats": [0, 1, 2]}),
        ("dealer", {"dealer": 1, "drops": ["sheet"]}),
        ("undone", {"step": None}),
    ],
    ids=str,
)
def test_a_payload_that_is_not_of_its_kind_is_refused(kind: str, payload: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read_row(kind, payload)


def test_a_kind_of_a_later_version_is_refused() -> None:
    with pytest.raises(KeyError):
        read_row("teleported", {})


def test_json_gives_the_same_rows_and_states() -> None:
    hands = CardByCard(1, ("2C",), (None, ("AH",), None, None), (0, 2, 1, 3))
    rows = (CardsBegun(cards=hands), Undo(2, ""), Redo(2, ""), Restored(manche=7, recording=RECORDED), Again())
    assert [read_row(*through_json(write_row(row))) for row in rows] == [*rows]
    state = journal(*rows[:1], RECORDED).state
    assert read_value(State, through_json(write_value(state))) == state
