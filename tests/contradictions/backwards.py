"""A play laid out from its last trick to the first one still open, where cards may go to more than one seat.

Backwards nothing has to be foreseen: who throws away on a suit holds none of it in the tricks that come after, and
those are there already. Which tricks are whose, and what is in them, follows what each seat is still to take; chance
does the rest, and the game's own cost says whether the play is lawful and agrees with what was told.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from contradictions.manche import AnyLaw

JOKER = 4
TRIES, ENOUGH, DEAD_ENDS = 12, 3, 6


@dataclass(frozen=True)
class Sight:
    """What a layout goes by: who leads the first open trick, what each seat takes from there, what it may hold.

    `goals` are by seat, under each key of a card, or `trick` for a number of tricks; `opened` says whether the closed
    suit may be led at once.
    """

    law: AnyLaw
    height: Sequence[int]
    fixed: dict[int, int]
    own: Sequence[frozenset[int]]
    leader: int
    first: int
    goals: Sequence[dict[str, int]]
    opened: bool


class Backwards:
    """One attempt."""

    def __init__(self, sight: Sight, chance: random.Random) -> None:
        self.sight, self.chance = sight, chance
        self.cards = dict(sight.fixed)
        self.free = set().union(*sight.own) - set(sight.fixed.values())
        self.later = [[0] * 5 for _ in range(sight.law.seats)]
        self.left = [dict(goal) for goal in sight.goals]
        self.opens = chance.randrange(sight.law.tricks // 3, sight.law.tricks)
        self.hurry = chance.choice([0.3, 0.6, 0.9])
        self.greed = chance.choice([0.4, 0.8, 1.0])
        self.by_tricks = any("trick" in goal for goal in sight.goals)

    def lay(self) -> dict[int, int] | None:
        """By cell the cards of a whole play; None when it came to too many dead ends."""
        sight, number, ends = self.sight, self.sight.law.tricks - 1, 0
        winner = self._last_winner()
        laid: list[tuple[int, dict[int, int]]] = []
        while number >= sight.first:
            leader = sight.leader if number == sight.first else self._leader(winner)
            trick = self._best(number, leader, winner)
            if trick is not None:
                self._put(number, winner, trick, 1)
                laid.append((winner, trick))
                winner, number = leader, number - 1
                continue
            ends += 1
            if ends > DEAD_ENDS:
                return None
            for _ in range(min(len(laid), self.chance.choice([0, 1, 1, 2, 3]))):
                number += 1
                winner, trick = laid.pop()
                self._put(number, winner, trick, -1)
        return self.cards

    def _best(self, number: int, leader: int, winner: int) -> dict[int, int] | None:
        """The best of a few tricks that this seat takes."""
        best, most, good = None, 0.0, 0
        for _ in range(TRIES):
            trick = self._trick(number, leader, winner)
            if trick is None:
                continue
            good += 1
            worth = self._worth(number, trick, winner)
            if best is None or worth > most:
                best, most = trick, worth
            if good >= ENOUGH:
                break
        return best

    def _put(self, number: int, winner: int, trick: dict[int, int], sign: int) -> None:
        """Lay a trick down, or with -1 take it up again."""
        sight = self.sight
        for seat, card in trick.items():
            cell = seat * sight.law.tricks + number
            if sign > 0:
                self.cards[cell] = card
                self.free.discard(card)
            elif cell not in sight.fixed:
                del self.cards[cell]
                self.free.add(card)
            self.later[seat][sight.law.suit[card]] += sign
            if sight.law.key[card]:
                self.left[winner][sight.law.key[card]] -= sign
        if self.by_tricks:
            self.left[winner]["trick"] -= sign

    def _last_winner(self) -> int:
        lasts = [seat for seat, goal in enumerate(self.left) if goal.get("last")]
        return lasts[0] if lasts else self._seat_to_take()

    def _seat_to_take(self) -> int:
        if self.by_tricks:
            weights = [max(0, goal["trick"]) for goal in self.left]
        else:
            weights = [sum(count for key, count in goal.items() if key != "last") for goal in self.left]
        if not any(weight > 0 for weight in weights):
            return self.chance.randrange(self.sight.law.seats)
        return self.chance.choices(range(self.sight.law.seats), [max(0, weight) for weight in weights])[0]

    def _leader(self, winner: int) -> int:
        """Who took the trick before: often somebody who is still to take something, the same seat at times."""
        if self.by_tricks:
            self.left[winner]["trick"] -= 1
            seat = self._seat_to_take()
            self.left[winner]["trick"] += 1
            return seat
        draw = self.chance.random()
        return (
            winner
            if draw < 0.25
            else self._seat_to_take()
            if draw < 0.9
            else self.chance.randrange(self.sight.law.seats)
        )

    def _trick(self, number: int, leader: int, winner: int) -> dict[int, int] | None:
        """A lawful trick that this seat takes, or None when chance found none."""
        sight, chance = self.sight, self.chance
        order = [(leader + turn) % sight.law.seats for turn in range(sight.law.seats)]
        down = {
            seat: sight.fixed[seat * sight.law.tricks + number]
            for seat in order
            if seat * sight.law.tricks + number in sight.fixed
        }
        if leader in down:
            led = sight.law.suit[down[leader]]
        else:
            held = [card for card in self.free & sight.own[leader] if sight.law.suit[card] != JOKER]
            mine = [card for card in held if self._may_lead(number, leader, card)]
            if not mine:
                return None
            late = [card for card in mine if sight.law.suit[card] == sight.law.closed_suit and not sight.opened]
            led = sight.law.suit[chance.choice(late if late and chance.random() < self.hurry else mine)]
        trick = dict(down)
        used = set(down.values())
        for seat in sorted(order, key=lambda seat: (seat != winner, chance.random())):
            if seat in down:
                continue
            cards = [card for card in self.free & sight.own[seat] if card not in used]
            follow = [card for card in cards if sight.law.suit[card] == led]
            if seat == leader:
                cards = follow
            elif self.later[seat][led]:
                cards = follow + [card for card in cards if sight.law.suit[card] == JOKER]
            if seat == winner:
                takers = [card for card in cards if sight.law.suit[card] in {led, sight.law.trump}]
                cards = self._beating(takers, down, led)
                cards = sorted(cards, key=lambda card: (sight.law.suit[card] == sight.law.trump, sight.height[card]))
                cards = cards[-max(1, len(cards) // chance.choice([1, 2, 3])) :]
            elif winner in trick:
                cards = [card for card in cards if not self._beats(card, trick[winner], led)]
            if not cards:
                return None
            card = self._chosen(cards, winner)
            trick[seat] = card
            used.add(card)
        return {seat: trick[seat] for seat in order}

    def _may_lead(self, number: int, leader: int, card: int) -> bool:
        """A suit that is closed is led late, once somebody threw it away, or by a hand that has nothing else."""
        sight = self.sight
        if sight.law.suit[card] != sight.law.closed_suit or number > self.opens or sight.opened:
            return True
        return not any(count for suit, count in enumerate(self.later[leader]) if suit != sight.law.closed_suit)

    def _beats(self, card: int, other: int, led: int) -> bool:
        suit, height = self.sight.law.suit, self.sight.height
        if suit[card] == suit[other]:
            return height[card] >= height[other]
        return suit[card] == self.sight.law.trump or (suit[card] == led and suit[other] != self.sight.law.trump)

    def _beating(self, cards: list[int], down: dict[int, int], led: int) -> list[int]:
        return [card for card in cards if all(self._beats(card, other, led) for other in down.values())]

    def _chosen(self, cards: list[int], winner: int) -> int:
        key, goal = self.sight.law.key, self.left[winner]
        wanted = [card for card in cards if key[card] and goal.get(key[card], 0) > 0]
        if wanted and self.chance.random() < self.greed:
            return self.chance.choice(wanted)
        plain = [card for card in cards if not key[card]]
        return self.chance.choice(plain or cards)

    def _worth(self, number: int, trick: dict[int, int], winner: int) -> float:
        key, goal, worth = self.sight.law.key, dict(self.left[winner]), 0.0
        for card in trick.values():
            if key[card]:
                goal[key[card]] -= 1
                worth += 1.0 if goal[key[card]] >= 0 else -5.0
        closed = self.sight.law.closed_suit
        thrown = sum(self.sight.law.suit[card] == closed for card in [*trick.values()][1:])
        if number <= self.opens and not self.sight.opened and thrown:
            worth += 3.0 if number == self.opens else -1.0
        return worth * self.greed + self.chance.random()
