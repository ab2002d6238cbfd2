"""*Annuler* and *Refaire* in the database: for every kind of change, all that is stored is what it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from partie.acts import CONTEXTS, PLAYS
from record.evening import FIRST, SECOND, THIRD, Evening, bid_and_made, changes, penalty, play_card, points
from sqlalchemy import inspect, update

from scorekeeper.partie.changes import CHANGES, Abandoned, BroughtBack, Removed, Reopened
from scorekeeper.partie.decide import entry, players, turn
from scorekeeper.partie.log import Again, Moved
from scorekeeper.partie.payloads import write_value
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Change, Partie
from scorekeeper.record.partie.folding import base_of, fold_whole_log
from scorekeeper.record.partie.journal import change_at
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.storing import read_stored
from scorekeeper.record.read_models.rebuild import rebuild, stored_outcomes, stored_rows
from scorekeeper.record.refusals import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.record.partie.open_partie import OpenPartie

MADE = bid_and_made([4, 3, 1, 4], 6)  # 51 and 70


def replace(evening: Evening, opened: OpenPartie) -> None:
    opened.replace_player(0, evening.player("Denis"))


# How the table makes a change of each kind.
ACTS: dict[str, Callable[[Evening, OpenPartie], Any]] = {
    "begun": lambda _, table: table.act(entry.set_context, CONTEXTS["spades"]),
    "cards": lambda _, table: table.act(entry.begin_cards),
    "played": lambda _, table: play_card(table, PLAYS["spades"][len(table.scored.current.require_cards().plays)]),
    "taken_back": lambda _, table: table.act(entry.take_back, 0),
    "other_card": lambda _, table: table.act(entry.replace_card, 0, "2D"),
    "hands": lambda _, table: table.act(entry.lay_open, 0, [f"{rank}H" for rank in (*range(2, 11), *"JQKA")]),
    "cleared": lambda _, table: table.act(entry.clear_cards),
    "recorded": lambda _, table: table.record(MADE, "un mot"),
    "corrected": lambda _, table: table.correct(table.partie.manches[0], {**MADE, **penalty(0, 10)}, "autre"),
    "deleted": lambda _, table: table.delete(table.partie.manches[0]),
    "restored": lambda _, table: table.restore(table.scored.removed_manches[-1]),
    "rules": lambda _, table: table.change_rules({"target": 60}, ["Nous"]),
    "first_dealer": lambda _, table: table.act(turn.change_dealer, 3, from_first=True),
    "dealer": lambda _, table: table.act(turn.change_dealer, 2),
    "order": lambda _, table: table.act(turn.change_order, [0, 3, 2, 1]),
    "seats": lambda _, table: table.act(players.exchange_names, 0, 1),
    "replaced": replace,
    "returned": lambda _, table: table.act(players.give_back, 0),
    "credited": lambda _, table: table.act(players.credit, 0, 0),
    "abandoned": lambda _, table: table.make(Abandoned()),
    "reopened": lambda _, table: table.make(Reopened()),
    "removed": lambda _, table: table.make(Removed()),
    "brought_back": lambda _, table: table.make(BroughtBack()),
    "again": lambda _, table: table.play_again(),
    "undone": lambda _, table: table.undo(),
}
CASES = [
    "begun cards played other_card played",
    "begun cards played played taken_back",
    "begun cards hands cleared",
    "begun cards played recorded begun",
    "recorded corrected deleted restored",
    "recorded recorded deleted begun recorded restored",
    "recorded begun dealer first_dealer",  # the bids are dropped
    "recorded order begun dealer begun cards recorded",
    "rules recorded corrected deleted",  # it ends the partie, and opens it again
    "recorded replaced recorded seats",
    "replaced recorded credited rules returned",
    "recorded replaced returned replaced recorded",
    "recorded abandoned reopened again recorded",
    "recorded removed brought_back",
    "recorded corrected undone undone begun restored recorded",
    "recorded undone corrected deleted",  # its recording was undone: it is restored with the corrected facts
    "recorded dealer recorded undone restored dealer",
]


def stored(partie: Partie) -> tuple[object, ...]:
    """Return all that is stored of a partie, but its version, its stack, and manches whose recording is undone."""
    db.session.expire_all()
    columns = {column.key: getattr(partie, column.key) for column in inspect(Partie).column_attrs}
    dates = {name: columns.pop(name) is not None for name in ("abandoned_at", "deleted_at")}
    progress = {name: value for name, value in columns.pop("progress").items() if name != "stack"}
    manches = [vars_of(row) for row in partie.manches if not row.taken_back]
    del columns["version"]
    read_models = stored_rows(db.session(), partie.id), stored_outcomes(db.session(), partie.id)
    seats, sheet = [vars_of(seat) for seat in partie.seats], score_partie(partie).sheet
    return columns, dates, progress, seats, manches, read_models, sheet


def vars_of(row: Any) -> dict[str, Any]:  # noqa: ANN401 - a row of any table
    return {column.key: getattr(row, column.key) for column in inspect(type(row)).column_attrs}


@pytest.mark.parametrize("case", CASES)
def test_every_change_is_undone_and_made_again_in_the_database(evening: Evening, case: str) -> None:
    partie = evening.partie(game="spades")
    stack = [stored(partie)]
    for kind in case.split():
        with evening.table(partie) as table:
            ACTS[kind](evening, table)
        latest = changes(partie)[-1][1]
        assert latest == kind or (kind, latest) == ("corrected", "restored")
        if kind == "undone":
            stack.pop()
        elif kind not in {Again.kind, Moved.kind}:
            stack.append(stored(partie))
        assert stored(partie) == stack[-1]
        assert fold_whole_log(partie) == read_stored(partie)
    for before in stack[-2::-1]:
        evening.undo(partie)
        assert stored(partie) == before
    refused(evening, partie, "undo", "nothing_to_undo")
    for after in stack[1:]:
        evening.redo(partie)
        assert stored(partie) == after
    refused(evening, partie, "redo", "nothing_to_redo")
    assert [*rebuild(partie.id - 1)] == []


def refused(evening: Evening, partie: Partie, step: str, key: str) -> None:
    before = stored(partie), changes(partie)
    with pytest.raises(RefusedError, match=key):
        getattr(evening, step)(partie)
    assert (stored(partie), changes(partie)) == before


def test_every_kind_of_change_is_undone_above() -> None:
    assert {*" ".join(CASES).split()} == {*CHANGES, "again", "undone"}


def test_a_step_is_a_row_of_the_log_about_the_same_manche(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.undo(partie)
    assert (manche.kept, manche.taken_back, score_partie(partie).undone_manche) == (False, True, manche)
    evening.redo(partie)
    assert (manche.kept, manche.taken_back, score_partie(partie).undone_manche) == (True, False, None)
    rows = [vars_of(change_at(partie, version)) for version in (2, 3, 4)]
    assert [(row["kind"], row["below"], row["manche_id"]) for row in rows] == [
        ("recorded", 1, manche.id),
        ("undone", None, manche.id),
        ("redone", None, manche.id),
    ]
    assert [row["payload"] for row in rows[1:]] == [{"step": 2, "of": "recorded"}] * 2


def test_undo_ends_at_the_base_and_older_manches_are_still_changed(evening: Evening) -> None:
    """The log up to the base is of an earlier version of the app."""
    partie = evening.partie()
    (first,) = evening.record(partie, FIRST)
    with writing():
        base = base_of(partie)
        base.state, base.version = write_value(read_stored(partie)[0]), partie.version
    refused(evening, partie, "undo", "undo_ends")
    evening.record(partie, SECOND)
    evening.delete(first)
    for made in ([(5, 4, 16, 1), (26, 26, 0, 26)], [(5, 4, 16, 1)]):
        evening.undo(partie)
        assert points(partie) == made
    refused(evening, partie, "undo", "undo_ends")
    assert fold_whole_log(partie) == read_stored(partie)


@pytest.mark.parametrize("values", [{"payload": {"facts": FIRST, "more": 1}}, {"kind": "laid_out"}, {"kind": "undone"}])
def test_undo_ends_above_a_change_that_this_version_cannot_read(evening: Evening, values: dict[str, Any]) -> None:
    partie = evening.recorded("first_and_volte")
    with writing() as session:
        session.execute(update(Change).where(Change.partie_id == partie.id, Change.version == 2).values(values))
    refused(evening, partie, "undo", "undo_ends")
    evening.record(partie, THIRD)
    assert len(points(partie)) == 3


def test_a_manche_recorded_after_an_undo_comes_after_the_undone_one(evening: Evening) -> None:
    partie = evening.partie()
    (undone,) = evening.record(partie, FIRST)
    evening.undo(partie)
    (second,) = evening.record(partie, THIRD)
    assert score_partie(partie).removed_manches == [undone]
    evening.restore(undone)
    assert score_partie(partie).manches == [undone, second]
    assert points(partie) == [(5, 4, 16, 1), (23, 1, 1, 1)]
