"""The goal of a manche of Dame de Pique (Hearts): what its tricks must give so that the entered facts are true.

A *manche* is one deal. Its *facts* are the scoring cards taken by seat, or the points by side; a *side* is a seat, or a
team that scores together. If the cards were entered too, but not all of them, the facts must agree with the tricks so
far (T-7). So `after` is called for each trick: it returns the goal that remains, or None if the facts cannot be true.

The *key* of a card is the key under which the facts count it: `H` for a heart, else its code (`QS`); `last` is the last
trick. A *volte* is all scoring cards taken by one seat, the *shooter* (DP-21). The J♦ is worth −10 points by a house
rule (DP-19).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.hearts.facts import HeartsFacts, TakenCards, find_volte, key_of
from scorekeeper.games.hearts.options import HeartsOptions, cards_by_key, cards_dealt, sides
from scorekeeper.games.hearts.points import points_by_key

LAST = "last"


@dataclass(frozen=True, slots=True)
class CardsGoal:
    """The cards that each seat must still take.

    Example: the keys `("H", "QS")` with the needs `((5, 8, 0, 0), (1, 0, 0, 0))`: seat 0 takes five more hearts and Q♠.
    """

    keys: tuple[str, ...]
    # For each of the keys, the numbers of cards by seat.
    needs: tuple[tuple[int, ...], ...]
    # The number of remaining tricks.
    tricks: int

    def after(self, trick: Trick) -> CardsGoal | None:
        """Return the remaining goal after this trick, None when the goal is out of reach."""
        taken_keys = _taken_keys(trick, is_last=self.tricks == 1)
        needs = list(self.needs)
        for index, key in enumerate(self.keys):
            # The winner of the trick needs fewer cards of this key.
            if key in taken_keys:
                needs[index] = _subtract(needs[index], trick.winner, taken_keys.count(key))
                # The winner has more of these cards than the facts say.
                if needs[index][trick.winner] < 0:
                    return None
        if not self._fits_tricks(needs, len(trick.cards)):
            return None
        return replace(self, needs=tuple(needs), tricks=self.tricks - 1)

    def _fits_tricks(self, needs: list[tuple[int, ...]], size: int) -> bool:
        """Return whether the tricks after this one, of `size` cards each, can bring each seat its cards."""
        by_key = dict(zip(self.keys, needs, strict=True))
        # By seat, 1 for the one that takes the last trick: a trick that it needs, but no card. All 0 without this key.
        takes_last = by_key.pop(LAST, (0,) * size)
        # The number of cards that each seat needs: `by_key` has the numbers by key, `zip` regroups them by seat.
        cards_by_seat = map(sum, zip(*by_key.values(), strict=True))
        # `-(-a // b)` is a / b rounded up: five cards need two tricks of four. The seat of the last trick needs one at
        # least, with which it can take cards too.
        tricks_by_seat = [max(-(-cards // size), last) for cards, last in zip(cards_by_seat, takes_last, strict=True)]
        # Less, not equal: `self.tricks` still counts the present trick.
        return sum(tricks_by_seat) < self.tricks


@dataclass(frozen=True, slots=True)
class PointsGoal:
    """The points that each side must still take in the remaining tricks."""

    # The side of each seat.
    sides: tuple[int, ...]
    # For each key that scores: (key, points of one card).
    worth: tuple[tuple[str, int], ...]
    # The points that each side must still take.
    needs: tuple[int, ...]
    # The number of cards of each key of `worth` not yet taken.
    remaining: tuple[int, ...]
    # The number of remaining tricks.
    tricks: int

    def after(self, trick: Trick) -> PointsGoal | None:
        """Return the remaining goal after this trick, None when the remaining cards cannot reach it."""
        taken_keys = _taken_keys(trick, is_last=self.tricks == 1)
        # By key, the number of its cards in this trick, then the points of all of them.
        taken = [taken_keys.count(key) for key, _ in self.worth]
        points = sum(value * number for (_, value), number in zip(self.worth, taken, strict=True))
        needs = _subtract(self.needs, self.sides[trick.winner], points)
        remaining = tuple([count - number for count, number in zip(self.remaining, taken, strict=True)])
        # By key, the points of its remaining cards.
        values = [value * number for (_, value), number in zip(self.worth, remaining, strict=True)]
        # The fewest and the most points that one side can still take. The J♦ may be worth less than nothing (DP-19).
        least = sum(min(value, 0) for value in values)
        most = sum(max(value, 0) for value in values)
        # Each side in need has to win a trick of its own. `self.tricks` still counts the present trick.
        sides_in_need = sum(need != 0 for need in needs)
        if not all(least <= need <= most for need in needs) or sides_in_need > self.tricks - 1:
            return None
        return replace(self, needs=needs, remaining=remaining, tricks=self.tricks - 1)


@dataclass(frozen=True, slots=True)
class VolteGoal:
    """A volte: one seat takes every scoring card."""

    # The keys of the scoring cards.
    keys: frozenset[str]
    # The seats of which one takes them.
    seats: frozenset[int]
    # The number of these cards not yet taken.
    remaining: int
    # The number of tricks in which the shooter can take them: those to come, without a last one that the facts give to
    # another seat.
    tricks: int
    # The shooter, once it took one of the cards.
    shooter: int | None = None

    def after(self, trick: Trick) -> VolteGoal | None:
        """Return the remaining goal after this trick, None when the seat can no longer take every scoring card."""
        taken = sum(key_of(card) in self.keys for card in trick.cards)
        goal = replace(self, remaining=self.remaining - taken, tricks=self.tricks - 1)
        # The tricks to come have too few cards for all of them.
        if goal.remaining > goal.tricks * len(trick.cards):
            return None
        if not taken:
            return goal
        # Another seat than the shooter, or than one that can be the shooter, took a scoring card.
        if trick.winner not in self.seats or self.shooter not in {None, trick.winner}:
            return None
        return replace(goal, shooter=trick.winner)


def goal(options: HeartsOptions, seats: int, facts: HeartsFacts) -> CardsGoal | PointsGoal | VolteGoal:
    """Return the goal that the tricks must reach for these facts to be true (DP-17, DP-21)."""
    # The number of tricks is that of the cards in a hand.
    tricks = len(cards_dealt(options, seats)) // seats
    # Otherwise the facts are points.
    if isinstance(facts, TakenCards):
        return CardsGoal(tuple(facts.counts), tuple(facts.counts.values()), tricks)
    # The side of each seat.
    side_of = sides(options, seats)
    # By key that scores, the number of its cards; by key, the points of one card.
    counts = cards_by_key(options, seats)
    worth = points_by_key(options)
    # The volte that gave these points, None without one.
    volte = find_volte(options, seats, facts)
    if volte is not None:
        shooters = frozenset(seat for seat in range(seats) if side_of[seat] == volte.side)
        keys = frozenset(counts) - {LAST}
        # `volte.last` is another seat that took the last trick: that trick has no scoring card, and is subtracted (as
        # True, which is 1). In the order of the fields: `keys`, `seats`, `remaining`, `tricks`.
        return VolteGoal(keys, shooters, sum(counts[key] for key in keys), tricks - (volte.last is not None))
    # In the order of the fields of `PointsGoal`: `sides`, `worth`, `needs`, `remaining`, `tricks`.
    counted_worth = tuple((key, worth[key]) for key in counts)
    return PointsGoal(side_of, counted_worth, facts.points, tuple(counts.values()), tricks)


def _taken_keys(trick: Trick, *, is_last: bool) -> list[str]:
    """Return the keys of the cards of a trick, and that of the last trick."""
    keys = [key_of(card) for card in trick.cards]
    if is_last:
        keys.append(LAST)
    return keys


def _subtract(amounts: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the amounts, with `amount` subtracted from the one of this index."""
    return (*amounts[:index], amounts[index] - amount, *amounts[index + 1 :])
