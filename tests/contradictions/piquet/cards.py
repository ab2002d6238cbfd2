"""What is told of a coup of Piquet, held against two hands of twelve and their play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from typing import Any

from contradictions.manche import Scene
from support import piquet as referee

TRICKS, PLAIN = 12, 20
DECK = referee.DECK
SUIT = tuple(referee.SUITS.index(card[-1]) for card in DECK)
HEIGHT = tuple(referee.height(card) for card in DECK)
LOW = tuple(card[:-1] in referee.LOW for card in DECK)
_COURTS = sum(1 << referee.RANKS.index(rank) for rank in referee.COURTS)
_PIPS = [referee.PIPS[rank] for rank in referee.RANKS]
Hand = tuple[int, ...]  # by suit, the ranks as bits, the seven first


def taker(trick: Sequence[int]) -> int:
    return int(len(trick) > 1 and SUIT[trick[1]] == SUIT[trick[0]] and HEIGHT[trick[1]] > HEIGHT[trick[0]])


class Law:
    """What may be played, and who takes a trick (PI-16)."""

    seats, tricks, deck, suit, height = 2, TRICKS, DECK, SUIT, HEIGHT
    key, trump, closed_suit = ("",) * 32, -1, -1

    def taker(self, trick: Sequence[int]) -> int:
        return taker(trick)

    def opened(self, _fallen: Sequence[int]) -> bool:
        return True

    def breach(self, scene: Scene, card: int, hand: Sequence[int]) -> int:
        """1 when this hand, which holds the card, may not play it."""
        led = SUIT[scene.trick[0]] if scene.trick else SUIT[card]
        return int(SUIT[card] != led and any(SUIT[other] == led for other in hand))


LAW = Law()


def hand_of(cards: Sequence[int]) -> Hand:
    suits = [0] * 4
    for card in cards:
        suits[SUIT[card]] |= 1 << HEIGHT[card]
    return tuple(suits)


@cache
def sums(suit: int, count: int) -> frozenset[int]:
    """What so many cards of this suit may be worth."""
    held = [_PIPS[place] for place in range(8) if suit >> place & 1]
    return frozenset(sum(chosen) for chosen in combinations(held, count))


@cache
def stretches(suit: int) -> tuple[int, ...]:
    """The cards of a suit parted wherever one is missing, those of three and more."""
    found, run = [], 0
    for place in range(9):
        if suit >> place & 1:
            run |= 1 << place
        else:
            if run.bit_count() >= 3:
                found.append(run)
            run = 0
    return tuple(found)


@cache
def _run_missing(suit: int, length: int, top: int) -> int:
    tops = [top] if top >= 0 else range(length - 1, 8)
    return min((((1 << length) - 1 << one - length + 1) & ~suit).bit_count() for one in tops)


@dataclass(frozen=True)
class Claim:
    """What a seat says it holds: a point with its pips or -1, runs with their tops or -1, sets by rank, sizes alone."""

    point: tuple[int, int] | None = None
    runs: tuple[tuple[int, int], ...] = ()
    sets: tuple[tuple[int, int], ...] = ()
    sizes: tuple[int, ...] = ()

    def missed(self, hand: Hand) -> float:
        """How far a hand is from holding it, 0 when it does."""
        away = 0.0
        if self.point is not None:
            count, pips = self.point
            away += min(
                max(0, count - suit.bit_count()) or 0.5 * (pips >= 0 and pips not in sums(suit, count)) for suit in hand
            )
        if self.runs:
            lacking = sum(min(_run_missing(suit, length, top) for suit in hand) for length, top in self.runs)
            away += lacking or (not self._apart(hand))
        if self.sets or self.sizes:
            counts = [sum(suit >> place & 1 for suit in hand) for place in range(8)]
            away += sum(max(0, size - counts[rank]) for rank, size in self.sets)
            own = sorted(counts[3:], reverse=True)
            away += sum(max(0, size - held) for size, held in zip(self.sizes, own, strict=False))
        return away

    def _apart(self, hand: Hand) -> bool:
        """Whether each run has a stretch of its own (PI-10)."""
        long = [stretch for suit in hand for stretch in stretches(suit)]
        return len(self.runs) <= len(long) and any(
            all(_run_missing(stretch, *run) == 0 for run, stretch in zip(self.runs, chosen, strict=True))
            for chosen in permutations(long, len(self.runs))
        )


@dataclass(frozen=True)
class Told:
    """All that was told of a coup but its cards."""

    options: tuple[tuple[str, Any], ...]
    elder: int
    blank: tuple[bool, bool]
    claims: tuple[Claim, Claim]
    tricks: tuple[int, int] | None = None
    last: int | None = None
    winners: tuple[int, ...] | None = None
    low: tuple[tuple[bool, bool], ...] | None = None
    elder_run: int | None = None
    elder_points: int | None = None
    trick_points: tuple[int, int] | None = None

    def without_play(self) -> Told:
        return replace(
            self, tricks=None, last=None, winners=None, low=None, elder_run=None, elder_points=None, trick_points=None
        )

    def without_claims(self) -> Told:
        return replace(self, claims=(Claim(), Claim()), blank=(False, False))

    def claims_missed(self, hands: tuple[Hand, Hand]) -> float:
        """How far two hands are from what is said of them, a carte blanche and its exchange too (PI-5 to PI-12)."""
        away = self.claims[0].missed(hands[0]) + self.claims[1].missed(hands[1])
        for seat in (0, 1):
            if self.blank[seat]:
                courts = [sum((suit & _COURTS).bit_count() for suit in hand) for hand in hands]
                out = PLAIN - sum(TRICKS - count for count in courts)
                elder = seat == self.elder
                away += max(0, max(courts[seat], int(elder)) - min(5 if elder else 7, out))
        return away

    def play_missed(self, line: Sequence[tuple[int, int, int, int]]) -> float:
        """How far twelve tricks are from what is said of them: each its leader, both cards, its winner."""
        winners = [winner for _, _, _, winner in line]
        away = 0.0
        if self.winners is not None:
            away += sum(one != other for one, other in zip(winners, self.winners, strict=True))
        if self.tricks is not None:
            away += abs(winners.count(0) - self.tricks[0])
        if self.last is not None:
            away += 0.8 * (winners[-1] != self.last)
        if self.low is not None:
            for (leader, led, reply, winner), pair in zip(line, self.low, strict=True):
                away += 0.6 * ((LOW[led] != pair[0]) + (LOW[led if winner == leader else reply] != pair[1]))
        if self.elder_run is not None:
            away += 0.5 * abs(referee.elder_run(self.elder, winners) - self.elder_run)
        if self.elder_points is not None or self.trick_points is not None:
            away += self._points_missed(line, winners)
        return away

    def _points_missed(self, line: Sequence[tuple[int, int, int, int]], winners: Sequence[int]) -> float:
        table = referee.DEFAULTS | dict(self.options)
        tricks = tuple((leader, DECK[led], DECK[reply], winner) for leader, led, reply, winner in line)
        coup = referee.Coup(self.elder, ((), ()), (False, False), tricks)
        away = 0.0
        if self.elder_points is not None:
            away += 0.5 * abs(referee.elder_points(coup, table) - self.elder_points)
        if self.trick_points is not None:
            made = referee.play_points(coup, table)
            away += 0.5 * sum(abs(one - other) for one, other in zip(made, self.trick_points, strict=True))
        del winners
        return away


def told_of(options: dict[str, Any], facts: dict[str, Any]) -> Told | None:
    """What facts say; None where they contradict themselves at first sight."""
    blank = tuple(facts.get("carte_blanche") or (False, False))
    claims = tuple(_claims(facts))
    tricks, winners = facts.get("tricks"), facts.get("winners")
    low = facts.get("low")
    if tricks is not None and (sum(tricks) != TRICKS or min(tricks) < 0):
        return None
    if len(claims) != 2 or all(blank) or (winners is not None and len(winners) != TRICKS):
        return None
    points = facts.get("trick_points")
    return Told(
        tuple(sorted(options.items())),
        facts["elder"],
        (blank[0], blank[1]),
        (claims[0], claims[1]),
        None if tricks is None else tuple(tricks),
        facts.get("last"),
        None if winners is None else tuple(winners),
        None if low is None else tuple((pair[0], pair[1]) for pair in low),
        facts.get("elder_run"),
        facts.get("elder_points"),
        None if points is None else tuple(points),
    )


def _claims(facts: dict[str, Any]) -> Iterator[Claim]:
    height = referee.RANKS.index
    for seat in (0, 1):
        said = (facts.get("declared") or [{}, {}])[seat] or {}
        point = said.get("point")
        claim = Claim(
            None if point is None else (point["cards"], point.get("pips", -1)),
            tuple((run["length"], height(run["top"]) if "top" in run else -1) for run in said.get("sequences", ())),
            tuple((height(made["rank"]), made["size"]) for made in said.get("sets", ())),
        )
        if (won := facts.get("point")) and won["winner"] == seat:
            claim = replace(claim, point=(won["cards"], -1))
        if (won := facts.get("sequences")) and won["winner"] == seat:
            claim = replace(claim, runs=tuple((length, -1) for length in won["lengths"]))
        if (won := facts.get("sets")) and won["winner"] == seat:
            if "ranks" in won:
                claim = replace(claim, sets=tuple(zip(map(height, won["ranks"]), won["sizes"], strict=True)))
            else:
                claim = replace(claim, sizes=tuple(sorted(won["sizes"], reverse=True)))
        if not _sayable(claim):
            return
        yield claim


def _sayable(claim: Claim) -> bool:
    """Whether such things can be said at all (PI-9, PI-10, PI-11)."""
    ranks = [rank for rank, _ in claim.sets]
    return (
        (claim.point is None or 3 <= claim.point[0] <= 8)
        and all(3 <= length <= 8 and (top < 0 or top >= length - 1) for length, top in claim.runs)
        and len(set(ranks)) == len(ranks)
        and len(claim.sizes) <= 5
    )


def mismatch(told: Told, cards: Sequence[int], *, lawful: bool) -> float:
    """How far an arrangement of the 32 cards is from all that was told, 0 when it is a witness."""
    hands = hand_of(cards[:TRICKS]), hand_of(cards[TRICKS : 2 * TRICKS])
    away = told.claims_missed(hands)
    leader, line = told.elder, []
    left = [list(hands[0]), list(hands[1])]
    for number in range(TRICKS):
        led, reply = cards[leader * TRICKS + number], cards[(1 - leader) * TRICKS + number]
        suit = SUIT[led]
        if lawful and SUIT[reply] != suit and left[1 - leader][suit]:
            away += 1
        left[leader][suit] &= ~(1 << HEIGHT[led])
        left[1 - leader][SUIT[reply]] &= ~(1 << HEIGHT[reply])
        winner = 1 - leader if SUIT[reply] == suit and HEIGHT[reply] > HEIGHT[led] else leader
        line.append((leader, led, reply, winner))
        # Who was said to take a trick leads the next, that one wrong trick may not upset all that follow.
        leader = winner if told.winners is None else told.winners[number]
    return away + told.play_missed(line)
