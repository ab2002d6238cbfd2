"""No contradiction passes, and no truth is refused: see `judging`, and `__main__` for as many as one likes."""

from __future__ import annotations

from types import ModuleType

import pytest
from contradictions import hearts, piquet, spades
from contradictions.judging import OUT_OF_STEPS, UNSEEN, Effort, Report, falsehoods, show, true_tellings
from support.selection import TIMES, examples, thorough

GAMES = pytest.mark.parametrize(
    "game",
    [
        pytest.param(hearts, marks=pytest.mark.game("hearts"), id="hearts"),
        pytest.param(spades, marks=pytest.mark.game("spades"), id="spades"),
        pytest.param(piquet, marks=pytest.mark.game("piquet"), id="piquet"),
    ],
)
# How long a witness is searched for, and of 56 falsehoods how many at most then have none, and are beyond the program.
# A longer search of Dame de Pique costs minutes: the command makes it, and names what is left.
SEARCHES = {hearts: (Effort(600), 6, 5), spades: (Effort(600, 6000), 0, 2), piquet: (Effort(600, 6000), 1, 2)}


def found_wrong(report: Report) -> str:
    return "\n".join([show(report), *map(str, report.wrong)])


@pytest.mark.sweep("a hundred tellings a game, which other tests of facts and depths cover at each change")
@GAMES
def test_what_is_true_is_never_refused_and_comes_to_the_same_however_it_is_told(game: ModuleType) -> None:
    report = Report()
    true_tellings(game, examples(100), 1, report)
    assert not report.wrong, found_wrong(report)


@pytest.mark.sweep("some sixty falsified tellings a game, a witness searched for each")
@GAMES
def test_what_is_false_is_refused_unless_some_deal_gives_it(game: ModuleType) -> None:
    report = Report()
    effort, unseen, out_of_steps = SEARCHES[game]
    times = TIMES if thorough() else 1
    falsehoods(game, 56 * times, 100, effort, report)
    assert not [wrong for wrong in report.wrong if wrong["outcome"] != UNSEEN], found_wrong(report)
    assert report.outcomes[UNSEEN] <= unseen * times, found_wrong(report)
    assert report.outcomes[OUT_OF_STEPS] <= out_of_steps * times, found_wrong(report)
