"""No contradiction passes, and no truth is refused: see `judging`, and `__main__` for as many as one likes."""

from __future__ import annotations

from types import ModuleType

import pytest
from contradictions import hearts, piquet, spades
from contradictions.judging import OUT_OF_STEPS, UNSEEN, Effort, Tally, falsehoods, show, true_tellings

GAMES = pytest.mark.parametrize(
    "game",
    [
        pytest.param(hearts, marks=pytest.mark.game("hearts"), id="hearts"),
        pytest.param(spades, marks=pytest.mark.game("spades"), id="spades"),
        pytest.param(piquet, marks=pytest.mark.game("piquet"), id="piquet"),
    ],
)
STEPS = 600


def found_wrong(tally: Tally) -> str:
    return "\n".join([show(tally), *map(str, tally.wrong)])


@pytest.mark.sweep("three hundred tellings a game, which other tests of facts and depths cover at each change")
@GAMES
def test_what_is_true_is_never_refused_and_comes_to_the_same_however_it_is_told(game: ModuleType) -> None:
    tally = Tally()
    true_tellings(game, 300, 1, tally)
    assert not tally.wrong, found_wrong(tally)


@pytest.mark.sweep("five hundred falsified tellings, a witness searched for each")
@pytest.mark.parametrize("part", range(3))
@GAMES
def test_what_is_false_is_refused_unless_some_deal_gives_it(game: ModuleType, part: int) -> None:
    tally = Tally()
    falsehoods(game, 56, 100 + part, Effort(STEPS), tally)
    assert not [wrong for wrong in tally.wrong if wrong["outcome"] != UNSEEN], found_wrong(tally)
    # Few: what a search of so few steps does not find. The command searches longer, and names what is left.
    assert tally.outcomes[UNSEEN] <= 8, found_wrong(tally)
    assert tally.outcomes[OUT_OF_STEPS] <= 6, found_wrong(tally)
