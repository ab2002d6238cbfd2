"""Two players who are one: the seats change hands, and come back."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record import house as houses
from record.evening import FIRST, Evening
from support.selection import examples

from scorekeeper.record import carnets, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Merge, Partie, Player, Seat
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.summaries.rebuild import rebuild

pytestmark = pytest.mark.sweep("fills whole carnets")

house = houses.alone()


def names_at(partie: Partie) -> list[str]:
    return [seat.player.name for seat in db.session.get_one(Partie, partie.id).seats]


def merge(evening: Evening, kept: str, other: str) -> Merge:
    with writing():
        return merges.merge(evening.player(kept), evening.player(other), evening.access)


def undo(done: Merge) -> Player:
    with writing():
        return merges.undo(done)


def test_what_the_second_played_the_first_has_played_and_the_second_is_gone(evening: Evening) -> None:
    mine, theirs = evening.partie("Anne", "Luc", "Zoé", "Max"), evening.partie("Zoe", "Luc", "Anne", "Inès")
    evening.record(theirs, FIRST)
    merge(evening, "Zoé", "Zoe")
    assert names_at(theirs) == ["Zoé", "Luc", "Anne", "Inès"]
    assert names_at(mine) == ["Anne", "Luc", "Zoé", "Max"]
    assert "Zoe" not in [player.name for player in evening.carnet.players]
    assert [one for one in rebuild() if one.partie_id in {mine.id, theirs.id}] == []


def test_undone_the_second_has_exactly_the_seats_they_had(evening: Evening) -> None:
    one, two = evening.partie("Zoe", "Luc", "Anne", "Max"), evening.partie("Anne", "Zoé", "Luc", "Max")
    with writing():
        zoe = evening.player("Zoe")
        carnets.retire_player(zoe)
        zoe.created_at = at = dt.datetime(2025, 1, 2, 3, 4, tzinfo=dt.UTC)
    done = merge(evening, "Zoé", "Zoe")
    later = evening.partie("Luc", "Zoé", "Anne", "Max")
    assert [one.name for one in merges.merged_into(evening.player("Zoé"))] == ["Zoe"]
    back = undo(done)
    assert [names_at(partie)[:2] for partie in (one, two, later)] == [["Zoe", "Luc"], ["Anne", "Zoé"], ["Luc", "Zoé"]]
    assert (back.name, back.created_at, back.retired_at is None) == ("Zoe", at, False)
    assert merges.merged_into(evening.player("Zoé")) == []


def test_two_who_sat_at_one_table_are_two_even_if_it_was_put_away(evening: Evening) -> None:
    partie = evening.partie("Anne", "Zoé", "Zoe", "Max")
    with evening.table(partie) as table:
        table.put_away()
    with pytest.raises(RefusedError) as caught:
        merge(evening, "Zoé", "Zoe")
    assert (caught.value.key, caught.value.figures["partie_id"]) == ("played_together", partie.id)
    assert caught.value.figures["held_on"] == dt.date(2026, 11, 21)
    assert names_at(partie) == ["Anne", "Zoé", "Zoe", "Max"]


def test_nobody_is_merged_with_themselves_or_with_nobody(evening: Evening) -> None:
    zoe = evening.player("Zoé")
    with pytest.raises(RefusedError, match="same_player"):
        merge(evening, "Zoé", "Zoé")
    with pytest.raises(RefusedError, match="no_such_player"):
        merges.player_named(evening.carnet, "Zoe")
    assert merges.player_named(evening.carnet, " ZOÉ ") is zoe


def test_a_player_of_another_carnet_is_nobody_here(evening: Evening) -> None:
    other = Evening()
    other.player("Inès")
    with pytest.raises(RefusedError, match="no_such_player"):
        merges.player_named(evening.carnet, "Inès")


def test_a_name_that_somebody_took_meanwhile_is_not_given_back(evening: Evening) -> None:
    partie = evening.partie("Zoe", "Luc", "Anne", "Max")
    done = merge(evening, "Zoé", "Zoe")
    evening.player("Zoe")
    with pytest.raises(RefusedError, match="name_taken"):
        undo(done)
    assert names_at(partie)[0] == "Zoé"


def test_what_was_merged_before_comes_back_with_the_one_it_was_merged_into(evening: Evening) -> None:
    """C is B, then B is A: undone in the other order, each has their own seats again."""
    parties = [evening.partie(name, "Luc", "Max") for name in "ABC"]
    within = merge(evening, "B", "C")
    last = merge(evening, "A", "B")
    assert [names_at(partie)[0] for partie in parties] == ["A", "A", "A"]
    assert [one.id for one in merges.merged_into(evening.player("A"))] == [last.id]
    with pytest.raises(RefusedError, match="merged_again"):
        undo(db.session.get_one(Merge, within.id))
    undo(db.session.get_one(Merge, last.id))
    assert [names_at(partie)[0] for partie in parties] == ["A", "B", "B"]
    assert [one.id for one in merges.merged_into(evening.player("B"))] == [within.id]
    undo(db.session.get_one(Merge, within.id))
    assert [names_at(partie)[0] for partie in parties] == ["A", "B", "C"]


SIX = ("Anne", "Luc", "Zoé", "Max", "Inès", "Paul")


@pytest.mark.usefixtures("evening")
@settings(max_examples=examples(6))
@given(
    tables=st.lists(st.permutations(SIX).map(lambda names: names[:3]), min_size=1, max_size=4),
    pairs=st.lists(st.permutations(SIX).map(lambda names: names[:2]), max_size=5),
)
def test_whatever_is_merged_and_undone_every_seat_is_as_it_was(tables: list[list[str]], pairs: list[list[str]]) -> None:
    evening = Evening()
    for name in SIX:
        evening.player(name)
    parties = [evening.partie(*names) for names in tables]
    before = [names_at(partie) for partie in parties]
    done = []
    for kept, other in pairs:
        present = {player.name for player in evening.carnet.players}
        if {kept, other} <= present:
            with suppress(RefusedError):  # they sat at one table
                done.append(merge(evening, kept, other).id)
    for number in reversed(done):
        undo(db.session.get_one(Merge, number))
    assert [names_at(partie) for partie in parties] == before
    assert db.session.query(Seat).join(Player).filter(Player.carnet_id == evening.carnet.id).count() == 3 * len(tables)
