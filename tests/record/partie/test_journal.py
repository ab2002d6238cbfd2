"""The use cases of a partie, on both databases, with points computed by hand.

The manches of most tests: FIRST gives 5 4 16 1, SECOND is a volte by Zoé (26 26 0 26), THIRD gives 23 1 1 1.
"""

from __future__ import annotations

import datetime as dt

import pytest
from record.evening import FIRST, SECOND, THIRD, Evening, changes, ended, penalty, points, taken, totals
from sqlalchemy import select

from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError, IncompleteFactsError
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Change, Manche, Partie
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.sharing.recovery_code import code_of


def dealer(partie: Partie) -> str:
    scored = score_partie(partie)
    return scored.players[scored.deal.dealer].name


def passes(partie: Partie) -> dict[str, str] | None:
    """Return who passes cards to whom, by name; None when no one passes."""
    scored = score_partie(partie)
    given = scored.deal.passes
    return given and {scored.players[seat].name: scored.players[to].name for seat, to in enumerate(given)}


# Starting


def test_a_partie_starts_with_its_seats_its_rules_and_one_change(evening: Evening) -> None:
    partie = evening.partie(dealer=2, limit=75)
    assert [seat.player.name for seat in partie.seats] == ["Anne", "Luc", "Zoé", "Maxence"]
    assert partie.options["limit"] == 75
    assert partie.options["moon"] == "others_plus"
    assert dealer(partie) == "Zoé"
    assert (partie.version, changes(partie)) == (1, [(1, "started")])


def test_a_player_cannot_have_two_seats(evening: Evening) -> None:
    with pytest.raises(RefusedError, match="seat_twice"):
        evening.partie("Anne", "Luc", "Anne", "Zoé")
    assert db.session.query(Partie).filter_by(soiree_id=evening.soiree.id).count() == 0


@pytest.mark.parametrize("seat", [4, -1, 1000])
def test_the_dealer_must_be_a_seat_of_the_table(evening: Evening, seat: int) -> None:
    with pytest.raises(RefusedError, match="no_such_seat"):
        evening.partie(dealer=seat)


def test_the_first_dealer_may_be_drawn_at_random(evening: Evening) -> None:
    drawn = {evening.partie(dealer=None).first_dealer for _ in range(40)}
    assert drawn == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("names", "options", "key"),
    [
        pytest.param("ABCDEF", {"deck": "36"}, "deck_table", id="DP-3: 36 cards with six"),
        pytest.param("ABCDE", {"teams": True}, "teams_table", id="DP-4: teams with five"),
        pytest.param("ABCDEF", {"deck": "belmont", "teams": False}, "belmont_teams", id="DP-5: belmont alone"),
        pytest.param("ABCD", {"limit": 0}, "option_range", id="DP-25: a limit of 0"),
    ],
)
def test_impossible_house_rules_are_refused_at_the_start(
    evening: Evening, names: str, options: dict[str, object], key: str
) -> None:
    players = [evening.player(name) for name in names]
    with pytest.raises(ImpossibleOptionsError) as caught, writing():
        journal.start_partie(evening.soiree, "hearts", players, options, 0, None)
    assert caught.value.key == key
    assert db.session.query(Partie).filter_by(soiree_id=evening.soiree.id).count() == 0


# Recording


def test_manches_are_recorded_with_their_points_and_running_totals(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST, SECOND, THIRD)
    assert points(partie) == [(5, 4, 16, 1), (26, 26, 0, 26), (23, 1, 1, 1)]
    assert totals(partie) == [(5, 4, 16, 1), (31, 30, 16, 27), (54, 31, 17, 28)]
    assert changes(partie) == [(1, "started"), (2, "recorded"), (3, "recorded"), (4, "recorded")]


def test_the_deal_and_the_pass_follow_dp_7_and_dp_9(evening: Evening) -> None:
    partie = evening.partie(dealer=3)
    seen = []
    for facts in (FIRST, FIRST, FIRST, FIRST, None):
        seen.append((dealer(partie), (passes(partie) or {}).get("Anne")))
        if facts:
            evening.record(partie, facts)
    assert seen == [("Maxence", "Luc"), ("Anne", "Maxence"), ("Luc", "Zoé"), ("Zoé", None), ("Maxence", "Luc")]


def test_facts_that_do_not_add_up_are_refused_without_a_change(evening: Evening) -> None:
    partie = evening.partie()
    with pytest.raises(ImpossibleFactsError, match="short"):
        evening.record(partie, taken(5, 4, 3, 0, queen=2))
    with pytest.raises(IncompleteFactsError, match="volte_unsaid"):
        evening.record(partie, {"points": [26, 0, 0, 0], "moon": None})
    assert totals(partie) == []
    assert changes(partie) == [(1, "started")]


def test_no_manche_is_recorded_once_the_partie_is_over(evening: Evening) -> None:
    partie = evening.partie(limit=16)
    evening.record(partie, FIRST)
    with pytest.raises(RefusedError, match="partie_over"):
        evening.record(partie, FIRST)
    assert len(totals(partie)) == 1


def test_a_penalty_is_a_line_of_its_own_t_5(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, {**FIRST, **penalty(0, 10, "renonce au pli 3")})
    (row,) = score_partie(partie).sheet.manches
    assert row.points == (15, 4, 16, 1)
    line = row.lines[-1]
    assert (line.side, line.why, line.points, line.article, line.reason) == (
        0,
        "penalty",
        10,
        "T-5",
        "renonce au pli 3",
    )


def test_a_manche_has_a_note(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="  Zoé rit.\r\nLuc non. ")
    assert manche.note == "Zoé rit.\nLuc non."
    with pytest.raises(RefusedError, match="name_characters"):
        evening.record(partie, FIRST, note="a\x00b")


# Correcting


def test_a_correction_scores_everything_after_it_again(evening: Evening) -> None:
    """Manche 2 was no volte: 1 1 23 1 instead, so 6 5 39 2, then 29 6 40 3."""
    partie = evening.partie()
    _, second, _ = evening.record(partie, FIRST, SECOND, THIRD)
    evening.correct(second, taken(1, 1, 10, 1, queen=2))
    assert totals(partie) == [(5, 4, 16, 1), (6, 5, 39, 2), (29, 6, 40, 3)]


def test_a_correction_may_remove_the_ending_and_restore_it_dp_25(evening: Evening) -> None:
    """To 50: 54 31 17 28 ends with Zoé first; without the volte, 29 6 40 3 does not end."""
    partie = evening.partie(limit=50)
    _, second, _ = evening.record(partie, FIRST, SECOND, THIRD)
    assert ended(score_partie(partie)) == ((2,), 3)
    evening.correct(second, taken(1, 1, 10, 1, queen=2))
    assert ended(score_partie(partie)) is None
    assert dealer(partie) == "Maxence"
    evening.correct(second, SECOND)
    assert ended(score_partie(partie)) == ((2,), 3)


def test_a_correction_may_end_the_partie_before_its_last_manche(evening: Evening) -> None:
    """To 50: 1 1 23 1, then 2 2 46 2, then 25 3 47 3; had Zoé taken 12 hearts and the queen twice, 50 at manche 2."""
    partie = evening.partie(limit=50)
    first, second, _ = evening.record(partie, taken(1, 1, 10, 1, queen=2), taken(1, 1, 10, 1, queen=2), THIRD)
    assert ended(score_partie(partie)) is None
    evening.correct(first, taken(1, 0, 12, 0, queen=2))
    evening.correct(second, taken(1, 0, 12, 0, queen=2))
    scored = score_partie(partie)
    assert ended(scored) == ((1, 3), 2)
    assert scored.sheet.totals == (2, 0, 50, 0)
    assert len(scored.manches) == 3


def test_a_correction_does_not_change_the_dealers_and_passes_of_others(evening: Evening) -> None:
    partie = evening.partie()
    first, *_ = evening.record(partie, FIRST, SECOND, THIRD)
    before = (dealer(partie), passes(partie))
    evening.correct(first, THIRD)
    assert (dealer(partie), passes(partie)) == before == ("Maxence", None)


def test_correcting_to_the_same_changes_nothing(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="bien joué")
    evening.correct(manche, {"taken": dict(FIRST["taken"])}, note=" bien joué ")
    assert (partie.version, len(changes(partie))) == (2, 2)
    evening.correct(manche, FIRST, note="mal joué")
    assert (partie.version, manche.note, changes(partie)[-1]) == (3, "mal joué", (3, "corrected"))


def test_a_correction_that_does_not_add_up_changes_nothing(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    with pytest.raises(ImpossibleFactsError):
        evening.correct(manche, taken(5, 4, 3, 2, queen=2))
    assert totals(partie) == [(5, 4, 16, 1)]
    assert partie.version == 2


def test_every_version_is_stored_in_order_with_its_time_and_author(evening: Evening) -> None:
    start = dt.datetime.now(dt.UTC)
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="un")
    with writing():
        other = carnets.open_by_code(code_of(evening.carnet))
    evening.correct(manche, THIRD, "deux", other)
    evening.undo(partie)
    with evening.table(partie, author=None) as table:
        table.restore(manche)
    stored = db.session.scalars(select(Change).where(Change.manche_id == manche.id).order_by(Change.version)).all()
    assert [(one.kind.value, one.note, one.access_id) for one in stored] == [
        ("recorded", "un", evening.access.id),
        ("corrected", "deux", other.id),
        ("deleted", "deux", evening.access.id),
        ("restored", "deux", None),
    ]
    assert [one.facts for one in stored] == [FIRST, THIRD, THIRD, THIRD]
    times = [one.at for one in stored]
    assert times == sorted(times)
    assert start <= times[0] <= times[-1] <= dt.datetime.now(dt.UTC)


def test_a_change_is_never_updated(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.correct(manche, THIRD)
    before = [(one.version, one.facts, one.at) for one in partie.changes]
    evening.record(partie, SECOND)
    evening.undo(partie)
    db.session.expire_all()
    assert [(one.version, one.facts, one.at) for one in partie.changes[:3]] == before


# Undoing


def test_the_latest_manche_can_be_undone_repeatedly(evening: Evening) -> None:
    partie = evening.partie()
    first, second = evening.record(partie, FIRST, SECOND)
    assert evening.undo(partie) is second
    assert totals(partie) == [(5, 4, 16, 1)]
    assert evening.undo(partie) is first
    assert totals(partie) == []
    with pytest.raises(RefusedError, match="nothing_to_undo"):
        evening.undo(partie)


def test_undoing_the_last_manche_reopens_the_partie(evening: Evening) -> None:
    partie = evening.partie(limit=16)
    evening.record(partie, FIRST)
    evening.undo(partie)
    assert ended(score_partie(partie)) is None
    evening.record(partie, THIRD)
    assert ended(score_partie(partie)) == ((1, 2, 3), 1)


def test_a_manche_deleted_in_the_middle_is_restored_in_its_position(evening: Evening) -> None:
    """Without the volte the sheet is 5 4 16 1, then 28 5 17 2."""
    partie = evening.partie()
    _, second, third = evening.record(partie, FIRST, SECOND, THIRD)
    evening.delete(second)
    assert totals(partie) == [(5, 4, 16, 1), (28, 5, 17, 2)]
    assert dealer(partie) == "Zoé"
    (fourth,) = evening.record(partie, FIRST)
    evening.restore(second)
    assert [one.id for one in score_partie(partie).manches][1:] == [second.id, third.id, fourth.id]
    assert totals(partie)[-1] == (59, 35, 33, 29)


def test_a_manche_recorded_after_an_undo_comes_after_the_undone_one(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    undone = evening.undo(partie)
    evening.record(partie, THIRD)
    with evening.table(partie, author=None) as table:
        table.restore(undone)
    assert points(partie) == [(5, 4, 16, 1), (23, 1, 1, 1)]


def test_deleting_or_restoring_twice_changes_nothing_more(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    for act, kind in ((evening.delete, "deleted"), (evening.restore, "restored")):
        for _ in range(2):
            act(manche)
        assert changes(partie)[-1] == (partie.version, kind)
    assert partie.version == 4


def test_correcting_a_deleted_manche_restores_it(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.undo(partie)
    evening.correct(manche, FIRST)
    assert totals(partie) == [(5, 4, 16, 1)]


# House rules


def test_changing_the_limit_ends_the_partie_and_reopens_it_dp_25(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST, SECOND, THIRD)

    def to(limit: int) -> tuple[tuple[int, ...], int] | None:
        evening.rules(partie, {**partie.options, "limit": limit})
        return ended(score_partie(partie))

    assert ended(score_partie(partie)) is None
    assert to(50) == ((2,), 3)
    assert to(31) == ((2,), 2)
    assert score_partie(partie).sheet.totals == (31, 30, 16, 27)
    assert to(16) == ((3,), 1)
    assert to(55) is None
    assert score_partie(partie).sheet.totals == (54, 31, 17, 28)
    evening.record(partie, FIRST)
    assert ended(score_partie(partie)) == ((3,), 4)


def test_equal_lowest_totals_share_the_victory_or_play_on_dp_26(evening: Evening) -> None:
    """0 0 19 7 to 19: Anne and Luc share; playing on, another 1 0 25 0 makes Luc first."""
    partie = evening.partie(limit=19)
    evening.record(partie, taken(0, 0, 6, 7, queen=2))
    assert ended(score_partie(partie)) == ((0, 1), 1)
    evening.rules(partie, {**partie.options, "tie": "play_on"})
    assert ended(score_partie(partie)) is None
    evening.record(partie, taken(1, 0, 12, 0, queen=2))
    assert totals(partie)[-1] == (1, 0, 44, 7)
    assert ended(score_partie(partie)) == ((1,), 2)


def test_changing_a_house_rule_scores_every_manche_again(evening: Evening) -> None:
    """The queen at 12 (DP-18) and the volte subtracted (DP-22): 5 4 15 1, then −25 for Zoé."""
    partie = evening.partie()
    evening.record(partie, FIRST, SECOND)
    evening.rules(partie, {"queen_points": 12, "moon": "self_minus"})
    assert totals(partie) == [(5, 4, 15, 1), (5, 4, -10, 1)]
    change = db.session.get_one(Change, (partie.id, partie.version))
    assert change.kind.value == "rules"
    assert change.options is not None
    assert change.options["queen_points"] == 12


def test_the_same_rules_again_change_nothing(evening: Evening) -> None:
    partie = evening.partie()
    evening.rules(partie, {"limit": 100})
    assert partie.version == 1


@pytest.mark.parametrize(
    ("manches", "options", "number", "because"),
    [
        pytest.param([FIRST, FIRST], {"jack_of_diamonds": -10}, 1, "missing_count", id="DP-19: nobody has the jack"),
        pytest.param(
            [FIRST, {"points": [5, 4, 16, 1]}],
            {"queen_points": 12},
            2,
            "points_over",
            id="DP-18: typed points one too many",
        ),
        pytest.param([FIRST, SECOND], {"moon": "choice"}, 2, "volte_choice", id="DP-22: which kind of volte?"),
        pytest.param(
            [FIRST, {**THIRD, **penalty(3, 5)}], {"teams": True}, 2, "too_high", id="T-5: a penalty of nobody's"
        ),
    ],
)
def test_rules_that_do_not_fit_the_facts_are_refused_with_the_number_of_the_manche(
    evening: Evening, manches: list[dict[str, object]], options: dict[str, object], number: int, because: str
) -> None:
    partie = evening.partie()
    evening.record(partie, *manches)
    before = totals(partie)
    with pytest.raises(RefusedError) as caught:
        evening.rules(partie, options)
    assert caught.value.key == "rules_do_not_fit"
    assert caught.value.figures["number"] == number
    reason = caught.value.figures["because"]
    assert isinstance(reason, ImpossibleFactsError)
    assert reason.key == because
    assert totals(partie) == before
    assert partie.version == 1 + len(manches)


def test_impossible_rules_are_refused(evening: Evening) -> None:
    partie = evening.partie()
    with pytest.raises(ImpossibleOptionsError, match="deck_table"):
        evening.rules(partie, {"deck": "54"})
    assert partie.options["deck"] == "52"


def test_a_deleted_manche_that_the_new_rules_cannot_read_stays_deleted(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.undo(partie)
    evening.rules(partie, {"jack_of_diamonds": -10})
    with pytest.raises(ImpossibleFactsError, match="missing_count"):
        evening.restore(manche)
    assert manche.removed_from_sheet


# Abandoning, reopening, playing again


def test_an_abandoned_partie_takes_no_manche_until_it_is_reopened(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    for _ in range(2):
        with evening.table(partie) as table:
            table.abandon()
    assert score_partie(partie).over
    with pytest.raises(RefusedError, match="partie_over"):
        evening.record(partie, FIRST)
    for _ in range(2):
        with evening.table(partie) as table:
            table.reopen()
    evening.record(partie, FIRST)
    assert changes(partie)[2:] == [(3, "abandoned"), (4, "reopened"), (5, "recorded")]


def test_the_revanche_has_the_same_table_and_the_next_dealer_dp_7(evening: Evening) -> None:
    """Zoé and then Maxence dealt; Anne is next."""
    partie = evening.partie(dealer=2, limit=31)
    evening.record(partie, FIRST, SECOND)
    assert ended(score_partie(partie)) == ((2,), 2)
    with evening.table(partie) as table:
        again = table.play_again()
    assert dealer(again) == "Anne"
    assert [seat.player.name for seat in again.seats] == [seat.player.name for seat in partie.seats]
    assert again.options == partie.options
    assert (again.soiree_id, totals(again)) == (partie.soiree_id, [])


def test_the_revanche_of_a_partie_with_one_team_name_keeps_it(evening: Evening) -> None:
    partie = evening.partie(game="spades")
    with evening.table(partie) as table:
        table.change_rules(partie.options, ["Nous"])
    with evening.table(partie) as table:
        assert table.play_again().side_names == ["Nous", ""]


def test_the_revanche_counts_only_the_deals_up_to_the_end(evening: Evening) -> None:
    """Three manches, then the partie is ended by its first: Luc deals next, as his deal no longer counts."""
    partie = evening.partie(dealer=0)
    evening.record(partie, FIRST, SECOND, THIRD)
    evening.rules(partie, {"limit": 16})
    with evening.table(partie) as table:
        assert dealer(table.play_again()) == "Luc"


def test_a_partie_is_deleted_and_restored(evening: Evening) -> None:
    partie = evening.partie()
    for _ in range(2):
        with evening.table(partie) as table:
            table.delete_partie()
    assert partie.deleted_at is not None
    for _ in range(2):
        with evening.table(partie) as table:
            table.restore_partie()
    assert partie.deleted_at is None
    assert changes(partie) == [(1, "started"), (2, "removed"), (3, "brought_back")]


# Concurrent forms


def test_a_stale_form_is_refused_with_the_changes_since(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.correct(manche, THIRD)
    for act in (
        lambda table: table.record(FIRST, ""),
        lambda table: table.correct(manche, FIRST, ""),
        lambda table: table.delete(manche),
        lambda table: table.restore(manche),
        OpenTable.undo,
        lambda table: table.change_rules({}),
        OpenTable.abandon,
        OpenTable.reopen,
        OpenTable.play_again,
        OpenTable.delete_partie,
    ):
        with pytest.raises(StaleError) as caught, evening.table(partie, 1) as table:
            act(table)
        assert [(one.version, one.kind.value) for one in caught.value.changes] == [(2, "recorded"), (3, "corrected")]
    assert partie.version == 3
    assert totals(partie) == [(23, 1, 1, 1)]


@pytest.mark.parametrize("version", [3, 99, -1])
def test_an_unknown_version_is_stale_too(evening: Evening, version: int) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    with pytest.raises(StaleError), evening.table(partie, version) as table:
        table.record(FIRST, "")


def test_only_facts_are_stored_not_scores(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, {"points": [26, 0, 26, 26]}, FIRST)
    db.session.expire_all()
    stored = db.session.scalars(
        select(Manche.facts).where(Manche.partie_id == partie.id).order_by(Manche.position)
    ).all()
    assert stored == [{"points": [26, 0, 26, 26], "moon": None}, FIRST]
