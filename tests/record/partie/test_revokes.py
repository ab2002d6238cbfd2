"""Revokes noted with the card that proves them: stored until the manche is recorded, or taken back with it (T-5).

Anne, seat 0, leads the 2♣; Luc throws K♦ and then, at the second trick, plays 6♣: six cards are down before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record.evening import lay_out, points
from record.table import BY_HAND, CardTable, set_table
from support.deals import REVOKED

from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.record.database import db, writing
from scorekeeper.record.formats.judge import judge_input
from scorekeeper.record.models import Change
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models.rebuild import stored_rows
from scorekeeper.record.read_models.tables import Tally
from scorekeeper.record.read_models.upkeep import rows_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from record.evening import Evening

LUC, ZOE, MAX = 1, 2, 3
BEFORE = ["2C", "KD", "3C", "AC", "5C", "4C"]
# With the 32nd card of the deal Max plays the A♦ that she had when she threw 8♥ on a diamond.
PROOF = REVOKED.index("AD")
# Anne 7 hearts, Zoé 6 and the queen (DP-17).
TAKEN = (7, 0, 19, 0)


def play(table: CardTable, code: str, revoked: Collection[int] = ()) -> None:
    with table.open() as opened:
        _, verdict = opened.judge(code)
        opened.play_judged(verdict, revoked)


def noted(table: CardTable) -> dict[int, int]:
    db.session.expire_all()
    return score_partie(table.partie).current.noted_revokes


def with_luc(evening: Evening) -> CardTable:
    """Set a table where Luc's revoke was noted at the seventh card."""
    table = set_table(evening, "hearts", revoke=13)
    table.lay(0, BEFORE)
    play(table, "6C", [LUC])
    return table


def played_out(evening: Evening) -> CardTable:
    """Play a whole manche in which Max's revoke was noted when it was proven."""
    table = set_table(evening, "hearts", revoke=13)
    table.lay(0, REVOKED[:PROOF])
    play(table, "AD", [MAX])
    with writing():
        lay_out(table.partie, 0, REVOKED)
    return table


def latest(table: CardTable) -> Change:
    return db.session.query(Change).filter_by(partie_id=table.partie.id).order_by(Change.version.desc()).limit(1).one()


def test_a_revoke_is_noted_with_the_card_that_proves_it_t_5(evening: Evening) -> None:
    table = with_luc(evening)
    assert noted(table) == {LUC: 7}
    facts = latest(table).facts
    assert facts is not None
    assert (facts["card"], facts["revokes"]) == ("6C", [LUC])
    play(table, "7C")
    assert "revokes" not in (latest(table).facts or {})
    assert noted(table) == {LUC: 7}


def test_a_revoke_is_noted_once_for_each_player_t_5(evening: Evening) -> None:
    table = with_luc(evening)
    play(table, "7C", [LUC, ZOE])
    assert noted(table) == {LUC: 7, ZOE: 8}


def test_laying_a_hand_open_does_not_change_noted_revokes(evening: Evening) -> None:
    table = with_luc(evening)
    hand = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH"]
    table.lay_open(3, hand)
    assert noted(table) == {LUC: 7}
    table.close_hand(3)
    assert noted(table) == {LUC: 7}


def test_taking_back_the_proof_takes_back_the_revoke_t_6(evening: Evening) -> None:
    table = with_luc(evening)
    play(table, "7C")
    table.take_back()
    assert noted(table) == {LUC: 7}
    table.take_back()
    assert noted(table) == {}
    assert table.stored_plays == BEFORE
    play(table, "6H")
    assert noted(table) == {}


def test_taking_back_tricks_takes_back_the_revokes_noted_since_t_6(evening: Evening) -> None:
    table = with_luc(evening)
    table.take_back(1)
    assert noted(table) == {}


def test_clearing_the_cards_removes_noted_revokes(evening: Evening) -> None:
    table = with_luc(evening)
    table.clear_cards()
    manche = table.evening.record(table.partie, BY_HAND["hearts"])[0]
    assert "revokes" not in manche.facts


def test_noted_revokes_are_recorded_with_the_manche_t_7(evening: Evening) -> None:
    table = played_out(evening)
    manche = table.record()
    assert manche.facts["revokes"] == [MAX]
    assert points(table.partie) == [(*TAKEN[:3], 13)]


@pytest.mark.parametrize(
    ("revokes", "row"),
    [
        pytest.param([], TAKEN, id="none after all"),
        pytest.param([LUC], (7, 13, 19, 0), id="another"),
        pytest.param([MAX, LUC], (7, 13, 19, 13), id="one more"),
    ],
)
def test_the_recorded_facts_override_noted_revokes(evening: Evening, revokes: list[int], row: tuple[int, ...]) -> None:
    table = played_out(evening)
    assert table.record(revokes=revokes).facts.get("revokes", []) == sorted(revokes)
    assert points(table.partie) == [row]


def test_a_revoke_of_an_unknown_seat_is_refused_with_cards_too(evening: Evening) -> None:
    table = played_out(evening)
    with pytest.raises(ImpossibleFactsError, match="too_high in revokes"):
        table.record(revokes=[4])
    assert points(table.partie) == []


def test_a_manche_recorded_by_hand_with_cards_has_the_noted_revokes(evening: Evening) -> None:
    table = with_luc(evening)
    manche = table.evening.record(table.partie, {"points": [5, 4, 16, 1]})[0]
    assert (manche.facts["revokes"], manche.facts["plays"]) == ([LUC], [*BEFORE, "6C"])
    assert points(table.partie) == [(5, 4 + 13, 16, 1)]


def test_an_undone_manche_has_its_revoke_until_the_proof_is_taken_back_t_6(evening: Evening) -> None:
    table = played_out(evening)
    table.record()
    evening.undo(table.partie)
    assert noted(table) == {MAX: PROOF + 1}
    table.take_back(PROOF + 1)
    assert noted(table) == {MAX: PROOF + 1}
    table.take_back()
    assert noted(table) == {}


def test_a_revoke_that_no_card_proves_stays_with_an_undone_manche(evening: Evening) -> None:
    table = played_out(evening)
    table.record(revokes=[LUC])
    evening.undo(table.partie)
    assert noted(table) == {LUC: 0}
    table.take_back(0)
    assert noted(table) == {LUC: 0}
    assert table.stored_plays == []


def test_a_correction_removes_the_revoke_and_keeps_the_cards(evening: Evening) -> None:
    table = played_out(evening)
    manche = table.record()
    facts = {name: value for name, value in manche.facts.items() if name not in {"leader", "plays"}}
    evening.correct(manche, {**facts, "revokes": []})
    assert "revokes" not in manche.facts
    assert manche.facts["plays"] == list(REVOKED)
    assert points(table.partie) == [TAKEN]


def test_another_price_scores_every_revoke_again_dp_25(evening: Evening) -> None:
    table = played_out(evening)
    table.record()
    with table.open() as opened:
        opened.change_rules({**table.partie.options, "revoke": 26})
    assert points(table.partie) == [(*TAKEN[:3], 26)]
    with table.open() as opened:
        opened.change_rules({**table.partie.options, "revoke": 0})
    assert points(table.partie) == [TAKEN]


def test_the_arbiter_does_not_apply_the_price_of_a_revoke(evening: Evening) -> None:
    table = played_out(evening)
    table.record()
    line = judge_input(score_partie(table.partie), 0)
    assert "revokes" not in line
    assert line["plays"] == list(REVOKED)


def test_the_summaries_count_the_revokes_of_each_player(evening: Evening) -> None:
    table = played_out(evening)
    table.record()
    db.session.expire_all()
    scored = score_partie(table.partie)
    stored = stored_rows(db.session(), table.partie.id)
    assert stored == rows_of(scored)
    tallies = [(row["number"], row["times"], row["points"]) for row in stored[Tally] if row["why"] == "revoke"]
    assert tallies == [(MAX, 1, 13)]
