"""Soirées put together and parties put elsewhere: what goes along, and that all of it comes back."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, Evening, changes
from record.test_concurrency import PHONES, together, told

from scorekeeper.record import carnets, journal, regrouping, sharing
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Partie, Player, Regrouping, Role, Soiree
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.summaries import lists

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

MISTAKEN = dt.date(2026, 11, 20)


@pytest.fixture
def mistaken(evening: Evening) -> Soiree:
    """A soirée begun by mistake the day before, at a place, with a note."""
    with writing():
        soiree = carnets.open_soiree(evening.carnet, MISTAKEN, "chez Zoé")
        carnets.revise_soiree(soiree, 1, MISTAKEN, "chez Zoé", "Luc est en retard.")
    return soiree


def partie_in(evening: Evening, soiree: Soiree) -> Partie:
    """A partie in that soirée."""
    players = [evening.player(name) for name in ("Anne", "Luc", "Zoé", "Maxence")]
    with writing():
        return journal.start_partie(soiree, "hearts", players, {}, 0, evening.access)


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
    return [partie.id for partie in lists.parties(soiree).items]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(RefusedError) as caught:
        act()
    return caught.value.key


def test_all_parties_go_along_and_what_was_noted(evening: Evening, mistaken: Soiree) -> None:
    own, other, gone = evening.partie(), partie_in(evening, mistaken), partie_in(evening, mistaken)
    evening.record(other, FIRST)
    with evening.table(gone) as table:
        table.put_away()
    join(evening, mistaken)
    assert parties(evening.soiree) == [own.id, other.id]
    assert [partie.id for partie in lists.deleted_parties(evening.soiree).items] == [gone.id]
    assert (evening.soiree.place, evening.soiree.notes) == ("chez Zoé", "Luc est en retard.")
    assert [soiree.id for soiree in lists.soirees(evening.carnet).items] == [evening.soiree.id]
    assert lists.deleted_soirees(evening.carnet).items == ()
    assert changes(other) == [(1, "started"), (2, "recorded"), (3, "moved")]
    assert changes(own) == [(1, "started")]


def test_both_soirees_come_back_as_they_were_and_once(evening: Evening, mistaken: Soiree) -> None:
    own, other = evening.partie(), partie_in(evening, mistaken)
    done = join(evening, mistaken)
    later = evening.partie()
    for _ in range(2):
        undo(evening, done)
        assert (parties(evening.soiree), parties(mistaken)) == ([own.id, later.id], [other.id])
        assert (evening.soiree.place, evening.soiree.notes, mistaken.deleted_at) == ("", "", None)
        assert (mistaken.place, mistaken.notes, mistaken.held_on) == ("chez Zoé", "Luc est en retard.", MISTAKEN)
        assert changes(other) == [(1, "started"), (2, "moved"), (3, "moved")]


def test_what_was_written_since_stays_when_the_rest_comes_back(evening: Evening, mistaken: Soiree) -> None:
    done = join(evening, mistaken)
    with writing():
        carnets.revise_soiree(evening.soiree, 1, evening.soiree.held_on, "à la Marine", "Belle soirée.")
    undo(evening, done)
    assert (evening.soiree.place, evening.soiree.notes) == ("à la Marine", "Belle soirée.")


def test_the_notes_of_both_stand_one_under_the_other_unless_they_are_too_long(
    evening: Evening, mistaken: Soiree
) -> None:
    with writing():
        carnets.revise_soiree(evening.soiree, 1, evening.soiree.held_on, "à la Marine", "x" * 1990)
    assert refused(lambda: join(evening, mistaken)) == "notes_long"
    assert mistaken.deleted_at is None
    with writing():
        carnets.revise_soiree(evening.soiree, 2, evening.soiree.held_on, "à la Marine", "Belle soirée.")
    join(evening, mistaken)
    assert (evening.soiree.place, evening.soiree.notes) == ("à la Marine", "Belle soirée.\n\nLuc est en retard.")


def test_restoring_the_one_that_went_brings_back_what_was_its_own(evening: Evening, mistaken: Soiree) -> None:
    other = partie_in(evening, mistaken)
    join(evening, mistaken)
    with writing():
        regrouping.restore_soiree(mistaken, evening.access)
    assert (parties(evening.soiree), parties(mistaken), mistaken.deleted_at) == ([], [other.id], None)
    assert list(regrouping.still_undoable(evening.soiree)) == []


def test_a_partie_goes_elsewhere_and_comes_back(evening: Evening, mistaken: Soiree) -> None:
    first, second = evening.partie(), evening.partie()
    done = move(evening, first, mistaken)
    assert (parties(evening.soiree), parties(mistaken)) == ([second.id], [first.id])
    assert [one.id for one in regrouping.still_undoable(mistaken)] == [done.id]
    undo(evening, done)
    assert (parties(evening.soiree), parties(mistaken)) == ([first.id, second.id], [])
    assert changes(first) == [(1, "started"), (2, "moved"), (3, "moved")]


def test_what_was_done_last_is_undone_first(evening: Evening, mistaken: Soiree) -> None:
    other = partie_in(evening, mistaken)
    joined = join(evening, mistaken)
    with writing():
        third = carnets.open_soiree(evening.carnet, MISTAKEN, "")
    moved = move(evening, other, third)
    assert refused(lambda: undo(evening, joined)) == "regrouped_since"
    assert parties(third) == [other.id]
    undo(evening, moved)
    undo(evening, joined)
    assert parties(mistaken) == [other.id]


def test_a_partie_does_not_go_back_to_where_it_would_not_be_seen(evening: Evening, mistaken: Soiree) -> None:
    partie = evening.partie()
    done = move(evening, partie, mistaken)
    with writing():
        carnets.delete_soiree(evening.soiree)
    assert refused(lambda: undo(evening, done)) == "soiree_gone"
    assert parties(mistaken) == [partie.id]


def test_no_soiree_goes_into_itself_into_one_put_away_or_into_another_carnet(
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


def test_a_partie_is_not_begun_in_a_soiree_that_went(evening: Evening, mistaken: Soiree) -> None:
    join(evening, mistaken)
    assert refused(lambda: partie_in(evening, mistaken)) == "soiree_gone"


def test_a_soiree_revised_by_another_phone_meanwhile_is_not_written_over(evening: Evening) -> None:
    def revise(notes: str) -> None:
        with writing():
            carnets.revise_soiree(evening.soiree, 1, evening.soiree.held_on, "", notes)

    revise("la première")
    assert refused(lambda: revise("la seconde")) == "soiree_revised"
    assert (evening.soiree.notes, evening.soiree.version) == ("la première", 2)


def test_of_many_phones_that_put_two_soirees_together_one_does(
    house: Flask, evening: Evening, mistaken: Soiree
) -> None:
    own, other = evening.partie(), partie_in(evening, mistaken)
    ids, access = (evening.soiree.id, mistaken.id), evening.access.id

    def act(number: int) -> str:
        with writing():
            target, source = (db.session.get_one(Soiree, one) for one in (ids if number % 2 else ids[::-1]))
            regrouping.join_soirees(target, source, db.session.get_one(Access, access))
        return "done"

    assert told(together(house, act)) == ["done"] + ["soiree_gone"] * (PHONES - 1)
    (left,) = lists.soirees(evening.carnet).items
    assert parties(db.session.get_one(Soiree, left.id)) == [own.id, other.id]


def test_no_partie_is_lost_that_is_begun_while_its_soiree_goes(
    house: Flask, evening: Evening, mistaken: Soiree
) -> None:
    players = [evening.player(name).id for name in ("Anne", "Luc", "Zoé", "Maxence")]
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

    results = told(together(house, act))
    begun = results.count("done") - 1
    assert set(results) <= {"done", "soiree_gone"}
    assert len(parties(evening.soiree)) == begun
    assert parties(mistaken) == []


def test_guests_go_where_the_parties_went_and_come_back(evening: Evening, mistaken: Soiree) -> None:
    """Those of the one that remains stay there, whether they came before or after; and so through a third."""
    with writing():
        third = carnets.open_soiree(evening.carnet, MISTAKEN, "")
        invited = {
            one.id: sharing.invite(evening.carnet, Role.SPECTATEUR, one)[0] for one in (mistaken, evening.soiree)
        }

    def come(soiree: Soiree) -> Access:
        with writing():
            return sharing.join(invited[soiree.id], sharing.Comer())

    def seen() -> list[int | None]:
        return [guest.soiree_id for guest in guests]

    guests = [come(mistaken), come(evening.soiree)]
    joined = join(evening, mistaken)
    guests += [come(mistaken), come(evening.soiree)]
    assert seen() == [evening.soiree.id] * 4
    with writing():
        further = regrouping.join_soirees(third, evening.soiree, evening.access)
    guests.append(come(mistaken))
    assert seen() == [third.id] * 5
    undo(evening, further)
    assert seen() == [evening.soiree.id] * 5
    undo(evening, joined)
    assert seen() == [mistaken.id, evening.soiree.id, mistaken.id, evening.soiree.id, mistaken.id]
    with writing():
        carnets.delete_soiree(mistaken)
    assert refused(lambda: come(mistaken)) == "no_such_invitation"
