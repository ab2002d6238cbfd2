"""Join soirées, move parties, and undo it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from record.database.test_concurrency import CLIENTS, result_keys, together
from record.evening import FIRST, FOUR, Evening, changes

from scorekeeper.partie.changes import Removed
from scorekeeper.record.carnet import carnets, regrouping
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Partie, Player, Regrouping, Role, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.read_models import lists
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

MISTAKEN = dt.date(2026, 11, 20)


@pytest.fixture
def mistaken(evening: Evening) -> Soiree:
    """Create a soirée by mistake, dated the day before, with a place and a note."""
    soiree = evening.day_before()
    with writing():
        carnets.edit_soiree(soiree, 1, MISTAKEN, "chez Zoé", "Luc est en retard.")
    return soiree


def join(evening: Evening, source: Soiree) -> Regrouping:
    with writing():
        return regrouping.join_soirees(evening.soiree, source, evening.access)


def undo(evening: Evening, done: Regrouping) -> None:
    with writing():
        regrouping.undo_regrouping(done, evening.access)


def move(evening: Evening, partie: Partie, target: Soiree) -> Regrouping:
    with evening.table(partie) as table:
        return regrouping.move_partie(table.partie, target, evening.access)


def parties(soiree: Soiree) -> list[int]:
    return [partie.id for partie in lists.all_parties(soiree)]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(RefusedError) as caught:
        act()
    return caught.value.key


def test_joining_moves_all_parties_and_notes(evening: Evening, mistaken: Soiree) -> None:
    own, other, gone = evening.partie(), evening.partie(soiree=mistaken), evening.partie(soiree=mistaken)
    evening.record(other, FIRST)
    evening.make(gone, Removed())
    join(evening, mistaken)
    assert parties(evening.soiree) == [own.id, other.id]
    assert [partie.id for partie in lists.all_parties(evening.soiree, deleted=True)] == [gone.id]
    assert (evening.soiree.place, evening.soiree.notes) == ("chez Zoé", "Luc est en retard.")
    assert [soiree.id for soiree in lists.soirees_page(evening.carnet).items] == [evening.soiree.id]
    assert lists.deleted_soirees_page(evening.carnet).items == ()
    assert changes(other) == [(1, "started"), (2, "recorded"), (3, "moved")]
    assert changes(own) == [(1, "started")]


def test_undoing_restores_both_soirees_once(evening: Evening, mistaken: Soiree) -> None:
    own, other = evening.partie(), evening.partie(soiree=mistaken)
    done = join(evening, mistaken)
    later = evening.partie()
    for _ in range(2):
        undo(evening, done)
        assert (parties(evening.soiree), parties(mistaken)) == ([own.id, later.id], [other.id])
        assert (evening.soiree.place, evening.soiree.notes, mistaken.deleted_at) == ("", "", None)
        assert (mistaken.place, mistaken.notes, mistaken.held_on) == ("chez Zoé", "Luc est en retard.", MISTAKEN)
        assert changes(other) == [(1, "started"), (2, "moved"), (3, "moved")]


def test_undoing_keeps_what_was_written_since(evening: Evening, mistaken: Soiree) -> None:
    done = join(evening, mistaken)
    with writing():
        carnets.edit_soiree(evening.soiree, 1, evening.soiree.held_on, "à la Marine", "Belle soirée.")
    undo(evening, done)
    assert (evening.soiree.place, evening.soiree.notes) == ("à la Marine", "Belle soirée.")


def test_the_notes_of_both_are_joined_unless_they_are_too_long(evening: Evening, mistaken: Soiree) -> None:
    with writing():
        carnets.edit_soiree(evening.soiree, 1, evening.soiree.held_on, "à la Marine", "x" * 1990)
    assert refused(lambda: join(evening, mistaken)) == "notes_long"
    assert mistaken.deleted_at is None
    with writing():
        carnets.edit_soiree(evening.soiree, 2, evening.soiree.held_on, "à la Marine", "Belle soirée.")
    join(evening, mistaken)
    assert (evening.soiree.place, evening.soiree.notes) == ("à la Marine", "Belle soirée.\n\nLuc est en retard.")


def test_a_partie_is_moved_and_moved_back(evening: Evening, mistaken: Soiree) -> None:
    first, second = evening.partie(), evening.partie()
    done = move(evening, first, mistaken)
    assert (parties(evening.soiree), parties(mistaken)) == ([second.id], [first.id])
    assert regrouping.undoable_regrouping(mistaken) is done
    undo(evening, done)
    assert (parties(evening.soiree), parties(mistaken)) == ([first.id, second.id], [])
    assert changes(first) == [(1, "started"), (2, "moved"), (3, "moved")]


def test_only_the_latest_regrouping_can_be_undone(evening: Evening, mistaken: Soiree) -> None:
    """Also when a later one was itself undone; a regrouping of other soirées does not matter."""
    own, other = evening.partie(), evening.partie(soiree=mistaken)
    third, fourth = (evening.day_before() for _ in range(2))
    joined = join(evening, mistaken)
    assert regrouping.undoable_regrouping(evening.soiree) is joined
    assert regrouping.undoable_regrouping(mistaken) is joined
    elsewhere = move(evening, evening.partie(soiree=third), fourth)
    moved = move(evening, own, third)
    assert refused(lambda: undo(evening, joined)) == "regrouped_since"
    assert refused(lambda: undo(evening, elsewhere)) == "regrouped_since"
    assert regrouping.undoable_regrouping(mistaken) is regrouping.undoable_regrouping(fourth) is None
    undo(evening, moved)
    assert refused(lambda: undo(evening, joined)) == "regrouped_since"
    assert regrouping.undoable_regrouping(evening.soiree) is None
    assert parties(evening.soiree) == [own.id, other.id]


def test_a_partie_is_not_moved_back_to_a_deleted_soiree(evening: Evening, mistaken: Soiree) -> None:
    partie = evening.partie()
    done = move(evening, partie, mistaken)
    with writing():
        carnets.delete_soiree(evening.soiree)
    assert refused(lambda: undo(evening, done)) == "soiree_gone"
    assert parties(mistaken) == [partie.id]


def test_a_soiree_is_not_joined_with_itself_a_deleted_one_or_one_of_another_carnet(
    evening: Evening, mistaken: Soiree
) -> None:
    partie, stranger = evening.partie(), Evening().soiree
    assert refused(lambda: join(evening, evening.soiree)) == "same_soiree"
    assert refused(lambda: move(evening, partie, evening.soiree)) == "same_soiree"
    assert refused(lambda: join(evening, stranger)) == "soiree_gone"
    assert refused(lambda: move(evening, partie, stranger)) == "soiree_gone"
    with writing():
        carnets.delete_soiree(mistaken)
    assert refused(lambda: join(evening, mistaken)) == "soiree_gone"
    assert refused(lambda: move(evening, partie, mistaken)) == "soiree_gone"
    assert (parties(evening.soiree), changes(partie)) == ([partie.id], [(1, "started")])


def test_no_partie_is_started_in_a_soiree_that_was_joined(evening: Evening, mistaken: Soiree) -> None:
    join(evening, mistaken)
    assert refused(lambda: evening.partie(soiree=mistaken)) == "soiree_gone"


def test_of_concurrent_requests_to_join_two_soirees_one_succeeds(
    application: Flask, evening: Evening, mistaken: Soiree
) -> None:
    own, other = evening.partie(), evening.partie(soiree=mistaken)
    ids, access = (evening.soiree.id, mistaken.id), evening.access.id

    def act(number: int) -> str:
        with writing():
            target, source = (db.session.get_one(Soiree, one) for one in (ids if number % 2 else ids[::-1]))
            regrouping.join_soirees(target, source, db.session.get_one(Access, access))
        return "done"

    assert result_keys(together(application, act)) == ["done"] + ["soiree_gone"] * (CLIENTS - 1)
    (left,) = lists.soirees_page(evening.carnet).items
    assert parties(db.session.get_one(Soiree, left.id)) == [own.id, other.id]


def test_a_partie_started_while_its_soiree_is_joined_is_not_lost(
    application: Flask, evening: Evening, mistaken: Soiree
) -> None:
    players = [evening.player(name).id for name in FOUR]
    target, source, access = evening.soiree.id, mistaken.id, evening.access.id

    def act(number: int) -> str:
        with writing():
            author = db.session.get_one(Access, access)
            leaving = db.session.get_one(Soiree, source)
            if number == 0:
                regrouping.join_soirees(db.session.get_one(Soiree, target), leaving, author)
            else:
                seated = [db.session.get_one(Player, player) for player in players]
                journal.start_partie(leaving, "hearts", seated, {}, 0, author)
        return "done"

    results = result_keys(together(application, act))
    begun = results.count("done") - 1
    assert set(results) <= {"done", "soiree_gone"}
    assert len(parties(evening.soiree)) == begun
    assert parties(mistaken) == []


def test_guests_move_with_the_parties(evening: Evening, mistaken: Soiree) -> None:
    """Each time every invitation is accepted once more; after a third soirée, those joined for good move together."""
    third = evening.day_before()
    _, second, last = soirees = [mistaken.id, evening.soiree.id, third.id]
    with writing():
        invited = [
            accesses.invite(evening.carnet, Role.SPECTATEUR, one)[0] for one in (mistaken, evening.soiree, third)
        ]
    came: list[Access] = []

    def join_carnet() -> list[int | None]:
        for invitation in invited:
            with writing():
                came.append(accesses.accept_invitation(invitation, accesses.Joiner()))
        return [guest.soiree_id for guest in came]

    assert join_carnet() == soirees
    done = join(evening, mistaken)
    assert join_carnet() == [second, second, last] * 2
    undo(evening, done)
    assert join_carnet() == soirees * 3
    join(evening, mistaken)
    with writing():
        further = regrouping.join_soirees(third, evening.soiree, evening.access)
    assert join_carnet() == [last] * 12
    undo(evening, further)
    assert join_carnet() == [second, second, last] * 5
    with writing():
        carnets.delete_soiree(evening.soiree)
    assert refused(join_carnet) == "no_such_invitation"
