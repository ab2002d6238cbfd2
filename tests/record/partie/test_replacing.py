"""Replace a player from a manche on: who plays which manches, for whom the partie counts, and undo it."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, SECOND, THIRD, Evening, Facts, bid_and_made, changes, context, totals

from scorekeeper.record.carnet import anonymity, debts, habits, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import ChangeKind, StakePer
from scorekeeper.record.partie.replacing import Undoable, undoable_repair
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.seat_players import seated_player
from scorekeeper.record.read_models import lists, soiree_summaries, statistics
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.read_models.statistics import PartieFilter
from scorekeeper.record.refusals import RefusedError, StaleError

if TYPE_CHECKING:
    from scorekeeper.record.models import Partie

NEWCOMERS = ("Denis", "Eva", "Farid")


def replace(evening: Evening, partie: Partie, seat: int, name: str, *, counts_for_former: bool = False) -> None:
    with evening.table(partie) as table:
        table.replace_player(seat, evening.player(name), counts_for_former=counts_for_former)


def undo(evening: Evening, partie: Partie, seat: int) -> None:
    with evening.table(partie) as table:
        table.undo_replacement(seat)


def credit(evening: Evening, partie: Partie, seat: int, name: str) -> bool:
    with evening.table(partie) as table:
        return table.credit_partie(seat, evening.player(name).id)


def played_by(partie: Partie, seat: int = 0) -> list[str]:
    """Return the name of the player of each manche in a seat, and of the player who has it now."""
    db.session.expire_all()
    scored = score_partie(partie)
    manches = [scored.as_played(index).names[seat] for index in range(len(scored.manches))]
    return [*manches, seated_player(partie.seats[seat]).name]


def test_a_list_names_who_plays_the_manche_that_was_removed(evening: Evening) -> None:
    """Anne played the first manche, and plays it again; Denis comes after it."""
    partie = evening.partie()
    (first,) = evening.record(partie, FIRST)
    replace(evening, partie, 0, "Denis")
    evening.delete(first)
    (listed,) = lists.parties_page(partie.soiree).items
    assert [listed.sides[0].players, played_by(partie)] == [("Anne",), ["Anne"]]
    evening.record(partie, FIRST)
    (listed,) = lists.parties_page(partie.soiree).items
    assert [listed.sides[0].players, played_by(partie)] == [("Denis",), ["Anne", "Denis"]]


def test_the_points_stay_with_the_seat_and_each_plays_own_manches(evening: Evening) -> None:
    """5 4 16 1 twice, then 23 1 1 1."""
    partie = evening.partie()
    evening.record(partie, FIRST)
    replace(evening, partie, 0, "Denis")
    assert score_partie(partie).names == ("Denis", "Luc", "Zoé", "Maxence")
    evening.record(partie, FIRST, THIRD)
    assert played_by(partie) == ["Anne", "Denis", "Denis", "Denis"]
    assert totals(partie)[-1] == (33, 9, 33, 3)
    assert changes(partie)[2][1] == "replaced"


def test_the_current_manche_is_the_first_of_the_new_player(evening: Evening) -> None:
    partie = evening.partie(game="spades")
    evening.begin(partie, {"bids": [None, 3, None, None]})
    replace(evening, partie, 1, "Denis")
    assert undoable_repair(partie) is None
    evening.undo(partie)
    assert undoable_repair(partie) == Undoable(ChangeKind.REPLACED, 1)
    with evening.table(partie) as table:
        table.record({"bids": [4, 3, 1, 4], "tricks": [6, 7]}, "")
    assert played_by(partie, 1) == ["Denis", "Denis"]


def test_a_replacement_is_undone_after_more_manches(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    replace(evening, partie, 0, "Denis")
    evening.record(partie, FIRST)
    replace(evening, partie, 0, "Eva")
    undo(evening, partie, 0)
    assert played_by(partie) == ["Anne", "Denis", "Denis"]
    undo(evening, partie, 0)
    assert played_by(partie) == ["Anne"] * 3
    assert [kind for _version, kind in changes(partie)[-3:]] == ["replaced", "returned", "returned"]
    with pytest.raises(RefusedError, match="no_replacement"):
        undo(evening, partie, 0)


def test_two_replacements_before_one_manche_are_undone_one_by_one(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    for name in ("Denis", "Eva"):
        replace(evening, partie, 0, name)
    assert played_by(partie) == ["Anne", "Eva"]
    evening.undo(partie)
    assert played_by(partie) == ["Anne", "Denis"]
    evening.undo(partie)
    assert played_by(partie) == ["Anne", "Anne"]
    evening.undo(partie)
    assert totals(partie) == []


def test_a_replacement_stays_with_its_manche_when_earlier_ones_are_recorded_again(evening: Evening) -> None:
    """Anne plays three; Denis comes with the fourth; the fourth and the third are undone and recorded again."""
    partie = evening.partie()
    *_, third = evening.record(partie, FIRST, FIRST, FIRST)
    replace(evening, partie, 0, "Denis")
    (fourth,) = evening.record(partie, FIRST)
    evening.delete(fourth)
    evening.delete(third)
    assert played_by(partie) == ["Anne"] * 3
    assert score_partie(partie).names[0] == "Anne"
    again = evening.record(partie, SECOND)
    assert again == [third]
    assert played_by(partie) == ["Anne"] * 3 + ["Denis"]
    evening.record(partie, FIRST)
    assert played_by(partie) == ["Anne"] * 3 + ["Denis"] * 2
    assert [*rebuild(partie.id - 1)] == []


def test_a_player_who_comes_after_manches_were_removed_plays_what_is_recorded_from_then_on(evening: Evening) -> None:
    partie = evening.partie()
    first, second = evening.record(partie, FIRST, FIRST)
    replace(evening, partie, 0, "Denis")
    evening.delete(second)
    evening.delete(first)
    with pytest.raises(RefusedError, match="is_seated"):
        replace(evening, partie, 0, "Denis")
    replace(evening, partie, 0, "Eva")
    evening.record(partie, FIRST, FIRST)
    assert played_by(partie) == ["Eva"] * 3
    evening.restore(second)
    assert played_by(partie) == ["Anne", *["Eva"] * 3]
    undo(evening, partie, 0)
    assert played_by(partie) == ["Anne", *["Denis"] * 3]


@pytest.mark.parametrize("bids", [None, {"bids": [4, 3, 1, 4]}])
def test_an_undone_manche_is_recorded_again_by_who_came_since_and_restored_by_who_played_it(
    evening: Evening, bids: Facts | None
) -> None:
    """With bids, the undone manche is the current one again when Denis comes, and he takes over these bids."""
    partie, made = evening.partie(game="spades"), bid_and_made([4, 3, 1, 4], 6)
    for _ in range(2):
        if bids:
            evening.begin(partie, bids)
        (manche,) = evening.record(partie, made)
    evening.undo(partie)
    replace(evening, partie, 0, "Denis")
    assert context(partie) == bids
    evening.record(partie, made)
    assert played_by(partie) == ["Anne", "Denis", "Denis"]
    evening.restore(manche)
    assert played_by(partie) == ["Anne", "Anne", "Denis", "Denis"]
    assert [*rebuild(partie.id - 1)] == []


def test_undo_undoes_a_replacement_before_the_manche_before_it(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST, FIRST)
    replace(evening, partie, 0, "Denis")
    evening.record(partie, FIRST)
    kinds = [undone_kind(evening, partie) for _ in range(4)]
    assert kinds == ["deleted", "returned", "deleted", "deleted"]


def undone_kind(evening: Evening, partie: Partie) -> str:
    evening.undo(partie)
    return changes(partie)[-1][1]


@pytest.mark.parametrize("repairs", list(permutations(["dealer", "order", "replaced"])), ids="-".join)
def test_undo_undoes_the_latest_repair_first(evening: Evening, repairs: tuple[str, ...]) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    for repair in repairs:
        with evening.table(partie) as table:
            if repair == "dealer":
                table.change_dealer(3)
            elif repair == "order":
                table.change_order([0, 2, 1, 3])
            else:
                table.replace_player(0, evening.player("Denis"))
    kinds = [undone_kind(evening, partie) for _ in range(4)]
    assert kinds == [*(repair.replace("replaced", "returned") for repair in reversed(repairs)), "deleted"]


@pytest.mark.parametrize(
    ("game", "seat", "name", "key"),
    [
        ("hearts", 0, "Anne", "is_seated"),
        ("hearts", 0, "Luc", "is_seated"),
        ("spades", 0, "Zoé", "is_partner"),
        ("spades", 0, "Luc", "is_seated"),
        ("hearts", 4, "Denis", "not_at_table"),
        ("hearts", -1, "Denis", "not_at_table"),
    ],
)
def test_a_player_has_one_seat(evening: Evening, game: str, seat: int, name: str, key: str) -> None:
    partie = evening.partie(game=game)
    with pytest.raises(RefusedError, match=key):
        replace(evening, partie, seat, name)
    assert partie.version == 1


def test_a_player_does_not_change_sides(evening: Evening) -> None:
    """Otherwise a player would be an opponent of themselves in the statistics."""
    partie = evening.partie()
    replace(evening, partie, 0, "Denis")
    with pytest.raises(RefusedError, match="had_other_seat"):
        replace(evening, partie, 1, "Anne")
    replace(evening, partie, 0, "Anne")


def test_a_player_is_of_the_same_carnet(evening: Evening) -> None:
    other = Evening()
    partie = evening.partie()
    with pytest.raises(RefusedError, match="player_unknown"), evening.table(partie) as table:
        table.replace_player(0, other.player("Denis"))


def test_a_partie_that_is_over_keeps_its_players(evening: Evening) -> None:
    partie = evening.partie(limit=10)
    evening.record(partie, FIRST)
    with pytest.raises(RefusedError, match="over_unchanged"):
        replace(evening, partie, 0, "Denis")
    with pytest.raises(RefusedError, match="over_unchanged"), evening.table(partie) as table:
        table.replace_player(0, evening.player("Denis"), position=2)


@pytest.mark.parametrize("credited", ["Anne", "Denis", "Eva"])
def test_an_undone_replacement_is_made_again_in_a_partie_that_is_over(evening: Evening, credited: str) -> None:
    partie = evening.partie(limit=60)
    evening.record(partie, FIRST)
    replace(evening, partie, 0, "Denis")
    evening.record(partie, FIRST, FIRST)
    replace(evening, partie, 0, "Eva")
    evening.record(partie, FIRST)
    credit(evening, partie, 0, credited)
    before = figures_by_name(evening), played_by(partie)
    with evening.table(partie) as table:
        undone = table.undo_replacement(0)
    assert played_by(partie) == ["Anne", *["Denis"] * 4]
    with evening.table(partie) as table:
        coming, former = evening.player("Eva"), not undone.counted
        table.replace_player(0, coming, counts_for_former=former, position=undone.position)
    assert (figures_by_name(evening), played_by(partie)) == before
    assert partie.seats[0].player.name == credited
    with pytest.raises(RefusedError, match="over_unchanged"), evening.table(partie) as table:
        table.replace_player(0, evening.player("Farid"), position=3)


def test_a_replacement_that_another_phone_made_is_stale(evening: Evening) -> None:
    partie = evening.partie()
    version = partie.version
    replace(evening, partie, 0, "Denis")
    with pytest.raises(StaleError), evening.table(partie, version) as table:
        table.replace_player(0, evening.player("Eva"))


def test_the_partie_counts_for_the_one_who_ends_it_or_as_the_table_says(evening: Evening) -> None:
    """5 4 16 1 four times: the fourth player wins."""
    partie = evening.partie(limit=60)
    evening.record(partie, FIRST)
    replace(evening, partie, 3, "Denis")
    evening.record(partie, FIRST, FIRST)
    replace(evening, partie, 3, "Eva")
    evening.record(partie, FIRST)
    for credited in ("Eva", "Maxence", "Denis"):
        assert credit(evening, partie, 3, credited) == (credited != "Eva")
        figures = {one.player_id: one for one in statistics.player_figures(PartieFilter(evening.carnet.id))}
        for name, manches in (("Maxence", 1), ("Denis", 2), ("Eva", 1), ("Luc", 4)):
            own = figures[evening.player(name).id]
            assert (own.parties, own.won) == (int(name in {credited, "Luc"}), int(name == credited)), name
            assert own.manches == manches
        (listed,) = lists.parties_page(evening.soiree).items
        assert listed.names == score_partie(partie).names == ("Anne", "Luc", "Zoé", credited)
        results = soiree_summaries.player_results(evening.soiree)
        assert [one.name for one in results if one.won] == [credited]
        assert [seat.name for seat in debts.counted_seats(evening.soiree) if seat.won] == [credited]
    with pytest.raises(RefusedError, match="not_in_seat"):
        credit(evening, partie, 3, "Luc")


def test_a_partie_kept_for_the_first_player_stays_so(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    replace(evening, partie, 0, "Denis", counts_for_former=True)
    replace(evening, partie, 0, "Eva")
    assert (partie.seats[0].player.name, score_partie(partie).names[0]) == ("Anne", "Eva")
    assert lists.parties_page(evening.soiree).items[0].names[0] == "Eva"
    undo(evening, partie, 0)
    undo(evening, partie, 0)
    assert partie.seats[0].player.name == "Anne"


def test_a_revanche_seats_those_who_played_last(evening: Evening) -> None:
    partie = evening.partie(limit=20)
    replace(evening, partie, 0, "Denis", counts_for_former=True)
    evening.record(partie, THIRD)
    with evening.table(partie) as table:
        again = table.play_again()
    assert [seat.player.name for seat in again.seats] == ["Denis", "Luc", "Zoé", "Maxence"]
    with writing():
        again.deleted_at = again.created_at
    table_again = habits.last_table(evening.carnet)
    assert table_again is not None
    assert table_again.players[0].name == "Denis"


def test_players_of_one_partie_are_not_merged(evening: Evening) -> None:
    """Not even the one who was replaced with the one who came."""
    partie = evening.partie()
    replace(evening, partie, 0, "Denis")
    for kept, other in (("Denis", "Anne"), ("Anne", "Denis"), ("Luc", "Anne")):
        with pytest.raises(RefusedError, match="played_together"), writing():
            merges.merge_players(evening.player(kept), evening.player(other), evening.access)


def figures_by_name(evening: Evening) -> dict[str, tuple[int, int, dict[str, int]]]:
    """Return the parties, the manches and the lines of each player."""
    db.session.expire_all()
    names = {player.id: player.name for player in evening.carnet.players}
    lines: dict[int, dict[str, int]] = {}
    for total in statistics.line_totals(PartieFilter(evening.carnet.id)):
        lines.setdefault(total.player_id, {})[total.why] = total.points
    figures = statistics.player_figures(PartieFilter(evening.carnet.id))
    return {names[one.player_id]: (one.parties, one.manches, lines.get(one.player_id, {})) for one in figures}


def test_an_anonymised_player_stays_in_the_manches_played(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    replace(evening, partie, 0, "Denis")
    evening.record(partie, FIRST)
    with writing():
        anonymity.anonymise(evening.player("Anne"), lambda number: f"Joueur {number}")
    assert played_by(partie) == ["Joueur 1", "Denis", "Denis"]


def test_a_feat_is_that_of_the_player_who_did_it(evening: Evening) -> None:
    """A volte of Zoé (DP-21), then Denis has her seat; two more end the partie."""
    partie = evening.partie(limit=60)
    evening.record(partie, SECOND)
    replace(evening, partie, 2, "Denis")
    evening.record(partie, SECOND, SECOND)
    counts = soiree_summaries.line_counts([partie.id], ["moon"])
    assert {one.player: one.times for one in counts if one.side == 2} == {"Zoé": 1, "Denis": 2}
    assert soiree_summaries.line_frequencies(evening.carnet, ["hearts"], ["moon"], []) == (
        (("hearts", "moon"), (3, 3)),
    )


def test_a_stake_is_owed_by_the_one_for_whom_the_partie_counts(evening: Evening) -> None:
    partie = evening.partie(limit=20)
    replace(evening, partie, 0, "Denis", counts_for_former=True)
    with writing():
        debts.set_stake(evening.soiree, StakePer.PARTIE, 100)
    evening.record(partie, THIRD)
    assert {seat.name for seat in debts.counted_seats(evening.soiree)} == {"Anne", "Luc", "Zoé", "Maxence"}
