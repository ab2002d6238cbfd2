"""Merge two players, and undo it: their participants are reassigned."""

from __future__ import annotations

import datetime as dt

import pytest
from record import applications
from record.evening import FIRST, Evening

from scorekeeper.partie.changes import Removed
from scorekeeper.partie.decide import players
from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Merge, Partie, Player
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.refusals import RefusedError

pytestmark = pytest.mark.sweep("fills whole carnets")

application = applications.alone()


def names_at(partie: Partie) -> list[str]:
    return [player.name for player in db.session.get_one(Partie, partie.id).seated_players]


def merge(evening: Evening, player: str, other: str) -> Merge:
    with writing():
        return merges.merge_players(evening.player(player), evening.player(other), evening.access)


def undo(evening: Evening, player: str, other: str) -> Player:
    with writing():
        merges.undo_merge(evening.player(player), other)
    return evening.player(other)


def latest(evening: Evening, player: str) -> str | None:
    done = merges.latest_merge(evening.player(player))
    return None if done is None else done.name


def test_a_merge_gives_the_seats_to_the_first_player_and_removes_the_second(evening: Evening) -> None:
    mine, theirs = evening.partie("Anne", "Luc", "Zoé", "Max"), evening.partie("Zoe", "Luc", "Anne", "Inès", limit=10)
    evening.record(theirs, FIRST)
    merge(evening, "Zoé", "Zoe")
    assert names_at(theirs) == ["Zoé", "Luc", "Anne", "Inès"]
    assert names_at(mine) == ["Anne", "Luc", "Zoé", "Max"]
    assert "Zoe" not in [player.name for player in evening.carnet.players]
    assert [one for one in rebuild() if one.partie_id in {mine.id, theirs.id}] == []
    undo(evening, "Zoé", "Zoe")
    assert names_at(theirs) == ["Zoe", "Luc", "Anne", "Inès"]
    assert [one for one in rebuild() if one.partie_id == theirs.id] == []


def test_annuler_and_refaire_seat_the_player_with_whom_another_was_merged(evening: Evening) -> None:
    partie = evening.partie("Anne", "Luc", "Inès", "Max")
    with evening.table(partie) as table:
        table.replace_player(0, evening.player("Zoe"))
        table.undo()
    merge(evening, "Zoé", "Zoe")
    evening.redo(partie)
    assert names_at(partie) == ["Zoé", "Luc", "Inès", "Max"]
    undo(evening, "Zoé", "Zoe")
    assert names_at(partie)[0] == "Zoe"


def test_a_player_whose_coming_was_undone_can_be_merged_with_one_of_the_table(evening: Evening) -> None:
    partie = evening.partie("Anne", "Luc", "Zoé", "Max")
    evening.replace(partie, 0, "Zoe")
    with pytest.raises(RefusedError, match="played_together"):
        merge(evening, "Zoé", "Zoe")
    evening.act(partie, players.give_back, 0)
    merge(evening, "Zoé", "Zoe")
    assert names_at(partie) == ["Anne", "Luc", "Zoé", "Max"]


def test_undoing_a_merge_gives_the_second_player_exactly_their_seats_back(evening: Evening) -> None:
    one, two = evening.partie("Zoe", "Luc", "Anne", "Max"), evening.partie("Anne", "Zoé", "Luc", "Max")
    with writing():
        zoe = evening.player("Zoe")
        carnets.retire_player(zoe)
        zoe.created_at = at = dt.datetime(2025, 1, 2, 3, 4, tzinfo=dt.UTC)
    merge(evening, "Zoé", "Zoe")
    later = evening.partie("Luc", "Zoé", "Anne", "Max")
    assert latest(evening, "Zoé") == "Zoe"
    back = undo(evening, "Zoé", "Zoe")
    assert [names_at(partie)[:2] for partie in (one, two, later)] == [["Zoe", "Luc"], ["Anne", "Zoé"], ["Luc", "Zoé"]]
    assert (back.name, back.created_at, back.retired_at is None) == ("Zoe", at, False)
    assert latest(evening, "Zoé") is None


def test_two_players_of_one_partie_cannot_be_merged_even_if_it_is_deleted(evening: Evening) -> None:
    partie = evening.partie("Anne", "Zoé", "Zoe", "Max")
    evening.make(partie, Removed())
    with pytest.raises(RefusedError, match="played_together"):
        merge(evening, "Zoé", "Zoe")
    assert names_at(partie) == ["Anne", "Zoé", "Zoe", "Max"]


def test_a_player_is_not_merged_with_themselves_or_an_unknown_name(evening: Evening) -> None:
    zoe = evening.player("Zoé")
    with pytest.raises(RefusedError, match="same_player"):
        merge(evening, "Zoé", "Zoé")
    with pytest.raises(RefusedError, match="no_such_player"):
        merges.player_named(evening.carnet, "Zoe")
    assert merges.player_named(evening.carnet, " ZOÉ ") is zoe


def test_a_player_of_another_carnet_is_unknown(evening: Evening) -> None:
    other = Evening()
    other.player("Inès")
    with pytest.raises(RefusedError, match="no_such_player"):
        merges.player_named(evening.carnet, "Inès")


def test_a_merge_is_not_undone_if_the_name_is_now_taken(evening: Evening) -> None:
    partie = evening.partie("Zoe", "Luc", "Anne", "Max")
    merge(evening, "Zoé", "Zoe")
    evening.player("Zoe")
    with pytest.raises(RefusedError, match="name_came_since"):
        undo(evening, "Zoé", "Zoe")
    assert names_at(partie)[0] == "Zoé"


def test_a_merge_of_names_that_look_the_same_can_be_undone(evening: Evening) -> None:
    """Such players are in carnets of earlier versions: a joiner made another name."""
    with writing() as session:
        for name in ("Zoé", "Zo\u200cé"):
            session.add(Player(carnet=evening.carnet, name=name, folded=name.lower()))
    partie = evening.partie("Zo\u200cé", "Luc", "Anne", "Max")
    merge(evening, "Zoé", "Zo\u200cé")
    undo(evening, "Zoé", "Zo\u200cé")
    assert names_at(partie)[0] == "Zo\u200cé"


def test_only_the_latest_merge_can_be_undone(evening: Evening) -> None:
    """D and B are merged into A, and C into B before: with B restored, C is B's again and D stays A's."""
    parties = [evening.partie(name, "Luc", "Max") for name in "ABCD"]
    merge(evening, "A", "D")
    merge(evening, "B", "C")
    merge(evening, "A", "B")
    assert [names_at(partie)[0] for partie in parties] == ["A", "A", "A", "A"]
    for earlier in "CD":
        with pytest.raises(RefusedError, match="merged_since"):
            undo(evening, "A", earlier)
    undo(evening, "A", "B")
    assert [names_at(partie)[0] for partie in parties] == ["A", "B", "B", "A"]
    assert (latest(evening, "A"), latest(evening, "B")) == ("D", "C")
    undo(evening, "B", "C")
    assert [names_at(partie)[0] for partie in parties] == ["A", "B", "C", "A"]
