"""The facts of a manche of Petite Belote: entered or from the cards, with their context, or refused."""

from __future__ import annotations

import pytest
from petite_belote import BELOTE

from fourth_game.cases import ALL_BUT_FIRST, ALL_BUT_LAST, ALL_EIGHT, Facts, manche
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.shape import ImpossibleFactsError

RULES = BELOTE.read_options({}, 4)


def written(facts: Facts) -> Facts:
    return write_manche(BELOTE, read_manche(BELOTE, RULES, 4, facts))


def refusal(facts: Facts) -> str:
    with pytest.raises(ImpossibleFactsError) as refused:
        read_manche(BELOTE, RULES, 4, facts)
    return str(refused.value)


def test_a_game_without_revokes_stores_none_t_5() -> None:
    facts = {**manche(1, 100, 62), "revokes": [2]}
    assert refusal(facts) == "unknown_fact in revokes"
    assert "revokes" not in written({**facts, "revokes": []})


# By the cards. The hearts are worth 62 and each other suit 30; the last trick 10.


@pytest.mark.parametrize(
    ("cards", "points", "capot"),
    [
        pytest.param(ALL_EIGHT, [0, 62 + 3 * 30 + 10], True, id="BE-14: all eight tricks"),
        pytest.param(ALL_BUT_LAST, [10, 62 + 3 * 30], False, id="BE-10: ten for the last trick, of sevens"),
        pytest.param(ALL_BUT_FIRST, [0, 62 + 3 * 30 + 10], False, id="BE-14: a trick without a point"),
        # Each heart is trumped by the next player: tens, queens and aces to one team, the nines (one of them the
        # trump), the jacks (likewise), the kings and the last trick to the other.
        pytest.param(
            {**ALL_EIGHT, "trump": "C"}, [40 + 12 + 44, 14 + 26 + 16 + 10], False, id="BE-10: the same cards at clubs"
        ),
    ],
)
def test_the_cards_decide_the_points_t_7(cards: Facts, points: list[int], capot: bool) -> None:  # noqa: FBT001
    assert written({**cards, "taker": 1}) == {"taker": 1, "points": points, "capot": capot, **cards}


@pytest.mark.parametrize(
    ("without", "message"), [("taker", "no_taker in taker (BE-3)"), ("trump", "no_trump in trump (BE-3)")]
)
def test_the_context_is_required_with_the_cards_be_3(without: str, message: str) -> None:
    facts = {**ALL_EIGHT, "taker": 1}
    del facts[without]
    assert refusal(facts) == message
