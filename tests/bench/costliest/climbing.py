"""What the costliest thing that can be asked of the arbiter and of the facts costs, sought by climbing.

A climb begins anywhere, changes a little of a
case, keeps what costs no less, and begins anew where nothing does. It climbs by steps where steps are counted, and by
time once they are all taken, or where none are.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from time import process_time
from typing import Any

from bench.costliest.cards import any_cards, other_cards
from bench.costliest.facts import any_facts, any_manche, other_facts, other_manche

from scorekeeper.cards import knowledge, work
from scorekeeper.games import GAMES, playing_out
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import claims
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.judge_format import JudgeLine, read_judge_line

Case = dict[str, Any]
TABLES: tuple[Case, ...] = (
    {"game": "hearts", "seats": 8, "options": {"deck": "belmont"}},
    {"game": "hearts", "seats": 6, "options": {"deck": "belmont"}},
    {"game": "hearts", "seats": 6, "options": {"deck": "54"}},
    {"game": "hearts", "seats": 4, "options": {}},
    {"game": "spades", "seats": 4, "options": {}},
    {"game": "piquet", "seats": 2, "options": {}},
)
PIQUET: tuple[Case, ...] = (
    {"game": "piquet", "seats": 2, "options": {}},
    {"game": "piquet", "seats": 2, "options": {"low_card_points": "above_nine", "won_own_lead": "only_when_captured"}},
)
PATIENCE, SECONDS = 60, 30.0


@dataclass(frozen=True)
class Cost:
    """What a case costs: steps, and seconds of processor time."""

    steps: int
    seconds: float

    def height(self, budget: int) -> tuple[int, float]:
        """How high a climb stands here: beyond the budget only time counts."""
        return min(self.steps, budget), self.seconds


@dataclass(frozen=True)
class Search:
    """A climb: its tables, a case to begin with, a change to it, what is measured of it, and the steps it may take."""

    name: str
    tables: tuple[Case, ...]
    begin: Callable[[Case, random.Random], Case]
    change: Callable[[Case, random.Random], Case]
    measured: Callable[[Case], Cost]
    budget: int


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the steps that every search takes meanwhile."""
    taken, take = [0], work.Work.take

    def count(self: work.Work, steps: int = 1) -> None:
        taken[0] += steps
        take(self, steps)

    work.Work.take = count  # type: ignore[method-assign]
    try:
        yield taken
    finally:
        work.Work.take = take  # type: ignore[method-assign]


def timed(run: Callable[[], object]) -> Cost:
    """Run something that remembers nothing from the last time, and say what it costs."""
    for name, module in list(sys.modules.items()):
        if name.startswith("scorekeeper.games.piquet.c") or name == "scorekeeper.games.playing_out":
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
    with counted() as taken:
        start = process_time()
        run()
        return Cost(taken[0], process_time() - start)


def judging(case: Case) -> Cost:
    """All the cards of a manche judged, and what may come after them."""
    line = read_judge_line(case)
    return timed(lambda: (played_out(line), line.arbiter.choices))


def hindsight(case: Case) -> Cost:
    """Who is cleared and who is doubtful, the cards having been judged."""
    arbiter = judged(case)
    return timed(lambda: (arbiter.cleared, arbiter.doubtful))


def hands(case: Case) -> Cost:
    """What is known of every hand, the cards having been judged."""
    arbiter = judged(case)
    return timed(lambda: [arbiter.hand(seat) for seat in range(arbiter.rules.seats)])


def judged(case: Case) -> Any:  # noqa: ANN401 - the arbiter of whichever game
    """The arbiter after the cards of a case."""
    line = read_judge_line(case)
    played_out(line)
    return line.arbiter


def played_out(line: JudgeLine) -> None:
    """Play the cards of a line, but for those after the last trick: short hands end sooner."""
    for code in line.plays:
        if line.arbiter.seat is None:
            return
        line.arbiter.play(code)


def facts(case: Case) -> Cost:
    """The facts of a manche read, whether they can be or not."""
    game = GAMES[case["game"]]
    options = game.read_options(case["options"], case["seats"])

    def read() -> None:
        try:
            read_manche(game, options, case["seats"], case["manches"][0])
        except ImpossibleError:
            return

    return timed(read)


def climb(search: Search, table: Case, seconds: float, seed: int = 1) -> tuple[Cost, Case]:
    """The costliest case found in so many seconds of processor time."""
    chance, end = random.Random(seed), process_time() + seconds
    worst: tuple[Cost, Case] | None = None
    while worst is None or process_time() < end:
        case = search.begin(table, chance)
        here, stuck = search.measured(case), 0
        while stuck < PATIENCE and process_time() < end:
            other = search.change(case, chance)
            cost = search.measured(other)
            stuck = 0 if cost.height(search.budget) > here.height(search.budget) else stuck + 1
            if cost.height(search.budget) >= here.height(search.budget):
                case, here = other, cost
        if worst is None or here.height(search.budget) > worst[0].height(search.budget):
            worst = here, case
    again = min(search.measured(worst[1]).seconds for _ in range(5))
    return Cost(worst[0].steps, again), worst[1]


SEARCHES = {
    "judging": Search("all the cards of a manche", TABLES, any_cards, other_cards, judging, knowledge.JUDGING),
    "hindsight": Search(
        "who may be cleared after them", TABLES, any_cards, other_cards, hindsight, knowledge.HINDSIGHT
    ),
    "hands": Search("what is known of every hand", TABLES, any_cards, other_cards, hands, 0),
    "cards": Search("facts beside cards or open hands", TABLES, any_manche, other_manche, facts, playing_out.STEPS),
    "facts": Search(
        "facts of Piquet without cards", PIQUET, any_facts, other_facts, facts, claims.STEPS + claims.NAMING
    ),
}


def costliest(search: Search, seconds: float) -> list[tuple[Cost, Case]]:
    """The worst case of each table, so many seconds for all of them."""
    return [climb(search, table, seconds / len(search.tables)) for table in search.tables]
