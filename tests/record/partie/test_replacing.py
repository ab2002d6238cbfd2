"""The players of a partie: who played each manche, for whom it counts, and what lists and statistics show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, THIRD, Evening, totals

from scorekeeper.partie.decide import players
from scorekeeper.record.carnet import debts, habits, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import StakePer
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models import lists, statistics
from scorekeeper.record.read_models.feats import count_lines, feats_of_parties
from scorekeeper.record.read_models.moments import standings
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.read_models.statistics import PartieFilter
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.history.soiree.ranking import rank_players

if TYPE_CHECKING:
    from scorekeeper.record.models import Partie


def credit(evening: Evening, partie: Partie, seat: int, name: str) -> bool:
    with evening.table(partie) as table:
        numbers = {participant.player.name: participant.number for participant in partie.participants}
        return table.act(players.credit, seat, numbers.get(name))


def played_by(partie: Partie, seat: int = 0) -> list[str]:
    """Return the name of the player of each manche in a seat, and of the player who has it now."""
    db.session.expire_all()
    scored = score_partie(partie)
    manches = [scored.as_played(index).names[seat] for index in range(len(scored.manches))]
    return [*manches, partie.seated_players[seat].name]


def test_the_points_stay_with_the_seat_and_each_plays_own_manches(evening: Evening) -> None:
    """5 4 16 1 twice, then 23 1 1 1."""
    partie = evening.recorded("denis_for_anne")
    assert score_partie(partie).names == ("Denis", "Luc", "Zoé", "Maxence")
    assert (played_by(partie), totals(partie)[-1]) == (["Anne", "Denis", "Denis", "Denis"], (33, 9, 33, 3))
    (listed,) = lists.all_parties(partie.soiree)
    assert listed.names[0] == "Denis"


def test_a_player_who_comes_back_is_the_same_participant(evening: Evening) -> None:
    partie = evening.recorded("back_in_the_seat")
    assert [(one.number, one.player.name) for one in partie.participants][3:] == [(3, "Maxence"), (4, "Denis")]
    assert played_by(partie) == ["Denis", "Anne", "Denis", "Denis"]
    assert [player.name for player in score_partie(partie).stays(0)] == ["Anne", "Denis", "Anne", "Denis"]


def test_a_player_is_of_the_same_carnet(evening: Evening) -> None:
    other, partie = Evening(), evening.partie()
    with pytest.raises(RefusedError, match="player_unknown"), evening.table(partie) as table:
        table.replace_player(0, other.player("Denis"))


def test_the_partie_counts_for_the_one_who_ends_it_or_as_the_table_says(evening: Evening) -> None:
    """5 4 16 1 four times: the fourth player wins."""
    partie = evening.recorded("three_in_one_seat")
    for credited in ("Eva", "Maxence", "Denis"):
        assert credit(evening, partie, 3, credited) == (credited != "Eva")
        figures = {one.player_id: one for one in statistics.player_figures(PartieFilter(evening.carnet.id))}
        for name, manches in (("Maxence", 1), ("Denis", 2), ("Eva", 1), ("Luc", 4)):
            own = figures[evening.player(name).id]
            assert (own.parties, own.won) == (int(name in {credited, "Luc"}), int(name == credited)), name
            assert own.manches == manches
        (listed,) = lists.all_parties(evening.soiree)
        assert listed.names == score_partie(partie).names == ("Anne", "Luc", "Zoé", credited)
        assert [one.name for one in rank_players([listed]) if one.won] == [credited]
        assert [seat.name for seat in debts.counted_seats(evening.soiree) if seat.won] == [credited]
    with pytest.raises(RefusedError, match="not_in_seat"):
        credit(evening, partie, 3, "Luc")


def test_a_partie_kept_for_the_first_player_stays_so(evening: Evening) -> None:
    """The list names those who play; the stake is owed by those for whom the partie counts."""
    partie = evening.partie(limit=20)
    for name, former in (("Denis", True), ("Eva", False)):
        evening.replace(partie, 0, name, counts_for_former=former)
    assert (score_partie(partie).credited(0).name, score_partie(partie).names[0]) == ("Anne", "Eva")
    assert lists.all_parties(evening.soiree)[0].names[0] == "Eva"
    with writing():
        debts.set_stake(evening.soiree, StakePer.PARTIE, 100)
    evening.record(partie, THIRD)
    assert {seat.name for seat in debts.counted_seats(evening.soiree)} == {"Anne", "Luc", "Zoé", "Maxence"}
    with evening.table(partie) as table:
        again = table.play_again()
    assert [player.name for player in again.seated_players] == ["Eva", "Luc", "Zoé", "Maxence"]
    with writing():
        again.deleted_at = again.created_at
    table_again = habits.last_table(evening.carnet)
    assert table_again is not None
    assert table_again.players[0].name == "Eva"


def test_an_undone_merge_finds_the_names_that_changed_places(evening: Evening) -> None:
    partie = evening.partie("Zo", "Luc", "Anne", "Maxence")
    evening.partie("Zoé", "Luc", "Anne", "Maxence")
    with writing():
        merges.merge_players(evening.player("Zoé"), evening.player("Zo"), evening.access)
    evening.act(partie, players.exchange_names, 0, 1)
    assert score_partie(partie).names == ("Luc", "Zoé", "Anne", "Maxence")
    with writing():
        merges.undo_merge(evening.player("Zoé"), "Zo")
    assert score_partie(partie).names == ("Luc", "Zo", "Anne", "Maxence")


def test_players_of_one_partie_are_not_merged(evening: Evening) -> None:
    """Not even the one who was replaced with the one who came."""
    partie = evening.partie()
    evening.replace(partie, 0, "Denis")
    for kept, other in (("Denis", "Anne"), ("Anne", "Denis"), ("Luc", "Anne")):
        with pytest.raises(RefusedError, match="played_together"), writing():
            merges.merge_players(evening.player(kept), evening.player(other), evening.access)


def merged_with_one_who_went(evening: Evening) -> Partie:
    """Return a partie of Zoé in which Zo took the seat of Anne and gave it back, and then was merged with Zoé."""
    partie = evening.partie(limit=20)
    evening.replace(partie, 0, "Zo")
    evening.act(partie, players.give_back, 0)
    with writing():
        merges.merge_players(evening.player("Zoé"), evening.player("Zo"), evening.access)
    return partie


def test_no_step_seats_a_player_twice_who_was_merged_since(evening: Evening) -> None:
    partie = merged_with_one_who_went(evening)
    with pytest.raises(RefusedError, match="merged_in_partie") as caught:
        evening.undo(partie)
    assert (caught.value.details["name"], played_by(partie)) == ("Zoé", ["Anne"])
    evening.record(partie, FIRST)
    evening.undo(partie)
    assert totals(partie) == []


def test_an_undone_merge_leaves_the_lines_with_who_played(evening: Evening) -> None:
    partie = merged_with_one_who_went(evening)
    evening.record(partie, THIRD)
    with writing():
        merges.undo_merge(evening.player("Zoé"), "Zo")
    assert [*rebuild(partie.id - 1)] == []


def test_a_merged_player_who_comes_back_is_the_participant_who_played(evening: Evening) -> None:
    """Zo, then Zoé, had the seat of Anne; Zo gave it back. They are one person until that is undone."""
    partie = evening.partie("Anne", "Luc", "Inès", "Maxence", limit=20)
    evening.replace(partie, 0, "Zo")
    evening.act(partie, players.give_back, 0)
    for name in ("Zoé", "Denis"):
        evening.replace(partie, 0, name)
    with writing():
        merges.merge_players(evening.player("Zoé"), evening.player("Zo"), evening.access)
    evening.replace(partie, 0, "Zoé")
    evening.record(partie, THIRD)
    with writing():
        merges.undo_merge(evening.player("Zoé"), "Zo")
    assert played_by(partie) == ["Zoé", "Zoé"]
    assert [*rebuild(partie.id - 1)] == []


def test_a_feat_is_that_of_the_player_who_did_it(evening: Evening) -> None:
    """A volte of Zoé (DP-21), then Denis has her seat; two more end the partie."""
    partie = evening.recorded("voltes_of_two")
    counts = feats_of_parties([partie.id], ["moon"])
    assert {one.player: one.times for one in counts if one.side == 2} == {"Zoé": 1, "Denis": 2}
    feat = "hearts", "moon"
    upto = partie.soiree.held_on, partie.id
    assert count_lines(evening.carnet.id, {feat}, [], upto) == {feat: 3}
    assert standings(evening.carnet.id, [], upto) == {"hearts": (1, 3, {})}


def test_a_manche_is_not_restored_while_the_replacement_of_its_player_is_undone(evening: Evening) -> None:
    partie = evening.partie()
    evening.replace(partie, 1, "Inès")
    (manche,) = evening.record(partie, FIRST)
    for _ in range(2):
        evening.undo(partie)
    evening.record(partie, FIRST)
    with pytest.raises(RefusedError, match="others_played"):
        evening.restore(manche)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_replacement_is_not_redone_when_it_would_seat_two_players_merged_since(evening: Evening, seat: int) -> None:
    """Luc has seat 1: in his own seat, too, no file with both could be imported, and no merge undone."""
    partie = evening.partie()
    evening.replace(partie, seat, "Rose")
    evening.undo(partie)
    with writing():
        merges.merge_players(evening.player("Luc"), evening.player("Rose"), evening.access)
    with pytest.raises(RefusedError, match="merged_in_partie"):
        evening.redo(partie)
    with writing():
        merges.undo_merge(evening.player("Luc"), "Rose")
    evening.redo(partie)
    assert score_partie(partie).names[seat] == "Rose"
