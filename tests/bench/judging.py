"""How long judging takes, beside shuffling and playing the same cards with nobody judging.

    PYTHONPATH=tests python -m bench.judging [MANCHES]

Each manche is dealt and played at random, legally, by players who see their hands. It is then replayed twice from the
shuffle on: by players alone, and with the arbiter, who does not see the hands and gives, at every card, the ruling of
the card and the list for the next player.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from scorekeeper.cards.cards import Card
from scorekeeper.cards.legality import Rules
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table

TABLES = (
    ("hearts, 4 players, 52 cards", "hearts", 4, {}),
    ("hearts, 6 players, 54 cards", "hearts", 6, {"deck": "54"}),
    ("hearts, 6 players, 78 cards", "hearts", 6, {"deck": "belmont"}),
    ("hearts, 8 players, 104 cards", "hearts", 8, {"deck": "belmont"}),
    ("spades, 4 players, 52 cards", "spades", 4, {}),
)
DEALER = 0


def shuffled(rules: Rules, seed: int) -> list[list[str]]:
    """Deal the cards of a manche at random."""
    pack = rules.pack
    codes = [card.code for card in pack.cards(pack.all) for _ in range(pack.copies(card).bit_count())]
    random.Random(seed).shuffle(codes)
    size = rules.hand_size
    return [codes[seat * size : (seat + 1) * size] for seat in range(rules.seats)]


def first_leader(rules: Rules, hands: Sequence[Sequence[str]]) -> int:
    """Give the first seat after the dealer that may lead: by its cards, or by sitting there."""
    order = [(DEALER + 1 + turn) % rules.seats for turn in range(rules.seats)]
    for seat in order:
        choices = Arbiter(rules, seat, hands).choices
        if choices is not None and choices.allowed:
            return seat
    return order[0]


def random_manche(rules: Rules, seed: int) -> tuple[int, list[str]]:
    """Play a manche to its end with all hands open: who leads, and the cards in order."""
    hands = shuffled(rules, seed)
    chance = random.Random(seed)
    leader = first_leader(rules, hands)
    arbiter = Arbiter(rules, leader, hands)
    plays = []
    while choices := arbiter.choices:
        plays.append(chance.choice(choices.allowed).code)
        arbiter.play(plays[-1])
    return leader, plays


def play_alone(rules: Rules, seed: int, leader: int, plays: Sequence[str]) -> None:
    """Shuffle, deal, and play the cards out, taking the tricks."""
    hands = shuffled(rules, seed)
    seat, trick = leader, []
    for code in plays:
        hands[seat].remove(code)
        trick.append(Card(code))
        seat = (seat + 1) % rules.seats
        if len(trick) == rules.seats:
            seat = (seat + rules.winner(trick)) % rules.seats
            trick = []


def play_judged(rules: Rules, seed: int, leader: int, plays: Sequence[str]) -> None:
    """Shuffle and deal likewise, and let the arbiter take in every card and list what may come next."""
    shuffled(rules, seed)
    arbiter = Arbiter(rules, leader)
    for code in plays:
        arbiter.play(code)
        arbiter.choices  # noqa: B018 - it is worked out on being asked for


def measured(
    run: Callable[[Rules, int, int, Sequence[str]], None], rules: Rules, games: Sequence[tuple[int, list[str]]]
) -> float:
    """Time a run over all the manches: the best of five, in seconds."""
    times = []
    for _ in range(5):
        start = perf_counter()
        for seed, (leader, plays) in enumerate(games):
            run(rules, seed, leader, plays)
        times.append(perf_counter() - start)
    return min(times)


@dataclass(frozen=True)
class Judged:
    """What a table took: seconds a manche alone and judged, seconds a ruling."""

    table: str
    alone: float
    judged: float
    ruling: float


def measure(manches: int) -> Iterator[Judged]:
    """Measure each table on so many manches."""
    for name, slug, seats, chosen in TABLES:
        game = GAMES[slug]
        assert game.play is not None
        rules = game.play.rules(game.read_options(chosen, seats), Table(seats, DEALER), {})
        games = [random_manche(rules, seed) for seed in range(manches)]
        alone, judged = (measured(run, rules, games) for run in (play_alone, play_judged))
        cards = sum(len(plays) for _, plays in games)
        yield Judged(name, alone / manches, judged / manches, judged / cards)


def main(manches: int) -> None:
    """Print one row a table."""
    print(f"{'table':30}{'alone':>12}{'judged':>12}{'ratio':>8}{'a ruling':>12}")
    for row in measure(manches):
        times = f"{row.alone * 1e3:9.2f} ms{row.judged * 1e3:9.2f} ms"
        print(f"{row.table:30}{times}{row.judged / row.alone:8.1f}{row.ruling * 1e6:9.1f} µs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
