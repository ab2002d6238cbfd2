"""The context of a manche of Atout Pique in the record: bids are stored until the result."""

from __future__ import annotations

from typing import Any

import pytest
from record.evening import Evening, Facts, bid_and_made, changes, context, ended, penalty, totals

from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.refusals import RefusedError, StaleError

BIDS: list[int | str] = [4, 3, 1, 4]
PLAIN = bid_and_made(BIDS, 6)  # 51 and 70
BEHIND = {**PLAIN, **penalty(0, -81)}  # −30 and 70
TO_337 = [*[bid_and_made([4, 2, 4, 1], 10)] * 3, bid_and_made([5, 2, 4, 1], 10)]  # 337 with 7 sacs, and 120


def bids(*by_seat: object) -> Facts:
    return {"bids": list(by_seat)}


def spades(evening: Evening, *manches: Facts, **options: Any) -> Partie:  # noqa: ANN401 - house rules
    """Start a partie of Atout Pique, and record these manches."""
    partie = evening.partie(game="spades", **options)
    evening.record(partie, *manches)
    return partie


def test_the_bids_are_stored_and_each_is_a_change_ap_3(evening: Evening) -> None:
    partie = spades(evening)
    evening.begin(partie, bids(None, 3, None, None))
    evening.begin(partie, bids(None, 3, 0, None))
    db.session.expire_all()
    assert context(partie) == bids(None, 3, "nil", None)
    assert changes(partie) == [(1, "started"), (2, "begun"), (3, "begun")]
    latest = db.session.query(Change).filter_by(partie_id=partie.id, version=3).one()
    assert latest.facts == bids(None, 3, "nil", None)


def test_the_same_bids_again_are_no_change(evening: Evening) -> None:
    partie = spades(evening)
    evening.begin(partie, bids(None, 3, None, None))
    evening.begin(partie, bids(None, 3, None, None))
    assert partie.version == 2


def test_an_empty_context_takes_it_back(evening: Evening) -> None:
    partie = spades(evening)
    evening.begin(partie, {})
    assert partie.version == 1
    evening.begin(partie, bids(None, 3, None, None))
    evening.begin(partie, {})
    assert context(partie) is None
    assert changes(partie)[-1] == (3, "begun")


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        pytest.param(bids(None, 14, None, None), "bid_range", id="AP-3: fourteen"),
        pytest.param(bids(None, "x", None, None), "bid_value", id="AP-3: a letter"),
        pytest.param(bids(None, None, 3, None), "bid_early", id="AP-3: out of order"),
        pytest.param(bids(None, 3, None), "wrong_length", id="AP-1: three bids"),
        pytest.param(bids(None, "blind_nil", None, None), "blind_nil_close", id="AP-7: nobody is behind"),
        pytest.param({"bids": "1234"}, "not_a_list", id="AP-3: a word"),
        pytest.param({"tricks": [6, 7]}, "no_bids", id="AP-3: no bids"),
        pytest.param({**bids(None, 3, None, None), "tricks": [6, 7]}, "no_bids", id="AP-3: more than bids"),
    ],
)
def test_impossible_bids_are_refused(evening: Evening, facts: Facts, key: str) -> None:
    partie = spades(evening)
    with pytest.raises(ImpossibleFactsError, match=key):
        evening.begin(partie, facts)
    assert (context(partie), partie.version) == (None, 1)


@pytest.mark.parametrize(("points", "allowed"), [(-81, True), (-80, False)], ids=["100 behind", "99 behind"])
def test_a_double_zero_is_for_a_team_100_behind_ap_7(evening: Evening, points: int, *, allowed: bool) -> None:
    partie = spades(evening, {**PLAIN, **penalty(0, points)})
    blind = bids(None, None, "blind_nil", None)  # Luc deals, Zoé bids first
    if allowed:
        evening.begin(partie, blind)
    else:
        with pytest.raises(ImpossibleFactsError) as caught:
            evening.begin(partie, blind)
        assert caught.value.figures == {"seat": 2, "deficit": 99, "needed": 100}
    assert context(partie) == (blind if allowed else None)


def test_a_stale_bid_is_refused_with_the_changes_since(evening: Evening) -> None:
    partie = spades(evening)
    evening.begin(partie, bids(None, 3, None, None))
    with pytest.raises(StaleError) as caught, evening.table(partie, 1) as table:
        table.set_context(bids(None, 4, None, None))
    assert [change.kind.value for change in caught.value.changes] == ["begun"]
    assert context(partie) == bids(None, 3, None, None)


def test_hearts_has_no_context(evening: Evening) -> None:
    partie = evening.partie()
    with pytest.raises(RefusedError, match="nothing_to_begin"):
        evening.begin(partie, bids(None, 3, None, None))
    assert partie.version == 1


def test_a_partie_that_is_over_takes_no_bids_ap_18(evening: Evening) -> None:
    partie = spades(evening, PLAIN, target=60)
    assert totals(partie) == [(51, 70)]
    with pytest.raises(RefusedError, match="partie_over"):
        evening.begin(partie, bids(None, None, 3, None))


def test_recording_a_manche_removes_its_context(evening: Evening) -> None:
    partie = spades(evening)
    evening.begin(partie, bids(*BIDS))
    evening.record(partie, PLAIN)
    assert context(partie) is None
    assert totals(partie) == [(51, 70)]


def test_a_refused_result_does_not_remove_the_bids_ap_20(evening: Evening) -> None:
    partie = spades(evening)
    evening.begin(partie, bids(*BIDS))
    with pytest.raises(ImpossibleFactsError, match="tricks_short"):
        evening.record(partie, {**bids(*BIDS), "tricks": [6, 6]})
    assert context(partie) == bids(*BIDS)
    assert totals(partie) == []


def test_undo_takes_back_the_bids_first_and_the_latest_manche_next(evening: Evening) -> None:
    partie = spades(evening, PLAIN)
    (only,) = partie.manches
    evening.begin(partie, bids(None, None, 3, None))
    assert evening.undo(partie) is None
    assert (context(partie), totals(partie)) == (None, [(51, 70)])
    assert evening.undo(partie) is only
    assert totals(partie) == []
    with pytest.raises(RefusedError, match="nothing_to_undo"):
        evening.undo(partie)


def test_deleting_or_restoring_a_manche_removes_the_bids_of_the_current_one_ap_2(evening: Evening) -> None:
    partie = spades(evening, PLAIN, PLAIN)
    first = partie.manches[0]
    evening.begin(partie, bids(None, None, None, 3))  # Zoé deals the third
    evening.delete(first)
    assert context(partie) is None
    evening.begin(partie, bids(None, None, 3, None))  # Luc deals the second
    evening.restore(first)
    assert context(partie) is None
    assert totals(partie) == [(51, 70), (102, 140)]


def test_restoring_a_manche_by_a_correction_removes_the_bids_of_the_current_one_ap_2(evening: Evening) -> None:
    partie = spades(evening, PLAIN)
    (only,) = partie.manches
    evening.undo(partie)
    evening.begin(partie, bids(None, 3, None, None))
    evening.correct(only, bid_and_made(BIDS, 5))
    assert context(partie) is None
    assert totals(partie) == [(50, 71)]


def test_a_correction_does_not_remove_the_bids_of_the_current_manche_ap_7(evening: Evening) -> None:
    partie = spades(evening, BEHIND)
    blind = bids(4, None, "blind_nil", 4)
    evening.begin(partie, blind)
    evening.correct(partie.manches[0], PLAIN)
    assert context(partie) == blind


def test_rules_without_double_zero_are_refused_while_one_is_bid_ap_6(evening: Evening) -> None:
    partie = spades(evening, BEHIND)
    evening.begin(partie, bids(None, None, "blind_nil", None))
    with pytest.raises(RefusedError, match="begun_does_not_fit") as caught:
        evening.rules(partie, {**partie.options, "blind_nil": False})
    assert isinstance(caught.value.figures["because"], ImpossibleFactsError)
    assert partie.options["blind_nil"] is True
    evening.rules(partie, {**partie.options, "target": 300})
    assert context(partie) == bids(None, None, "blind_nil", None)


@pytest.mark.parametrize(
    ("tricks", "last"),
    [(7, (389, 162)), (8, (290, 161)), (9, (291, 160))],
    ids=["7 tricks: 9 sacs", "8 tricks: 10 sacs", "9 tricks: 11 sacs"],
)
def test_ten_sacs_cost_a_hundred_at_337_and_7_ap_14(evening: Evening, tricks: int, last: tuple[int, int]) -> None:
    partie = spades(evening, *TO_337, bid_and_made([2, 3, 3, 1], tricks))
    assert totals(partie) == [(82, 30), (164, 60), (246, 90), (337, 120), last]


def test_a_correction_of_bids_scores_later_manches_again_ap_14(evening: Evening) -> None:
    partie = spades(evening, *TO_337, bid_and_made([2, 3, 3, 1], 7))
    evening.correct(partie.manches[0], bid_and_made([3, 2, 4, 1], 10))
    assert totals(partie) == [(73, 30), (155, 60), (237, 90), (328, 120), (280, 162)]


def test_two_past_the_target_with_equal_totals_play_on_ap_18(evening: Evening) -> None:
    level = {**PLAIN, "penalties": [*penalty(0, 399)["penalties"], *penalty(1, 361)["penalties"]]}  # 450 and 431
    partie = spades(evening, level, PLAIN)
    assert totals(partie)[-1] == (501, 501)
    assert ended(score_partie(partie)) is None
    evening.record(partie, PLAIN)
    assert totals(partie)[-1] == (552, 571)
    assert ended(score_partie(partie)) == ((1,), 3)
