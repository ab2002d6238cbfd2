"""The law of Atout Pique, written from the articles alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from contradictions.manche import Manche, Scene, last_of_suits

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)
SPADES = 2

SEATS, TRICKS = 4, 13


class Law:
    """What may be played, and who takes a trick: AP-1, AP-9 to AP-12."""

    deck, seats, tricks = DECK, SEATS, TRICKS
    key, trump, closed_suit = ("",) * 52, SPADES, SPADES
    suit = tuple("CDSH".index(card[-1]) for card in DECK)
    height = tuple(RANKS.index(card[:-1]) for card in DECK)

    def __init__(self, *, no_ruff: bool) -> None:
        self.no_ruff = no_ruff

    def taker(self, trick: Sequence[int]) -> int:
        led = self.suit[trick[0]]
        rank = {SPADES: 2, led: 1} | ({SPADES: 2} if led == SPADES else {})
        return max(range(len(trick)), key=lambda at: (rank.get(self.suit[trick[at]], 0), self.height[trick[at]]))

    def opened(self, fallen: Sequence[int]) -> bool:
        return any(self.suit[card] == SPADES for card in fallen)

    def breach(self, scene: Scene, card: int, hand: Sequence[int]) -> int:
        """1 when this hand, which holds the card, may not play it."""
        suit, spades_only = self.suit[card], all(self.suit[other] == SPADES for other in hand)
        if not scene.trick:
            return int(suit == SPADES and not scene.opened and not spades_only)
        led = self.suit[scene.trick[0]]
        if suit == led:
            return 0
        if any(self.suit[other] == led for other in hand):
            return 1
        return int(self.no_ruff and scene.number == 0 and suit == SPADES and not spades_only)

    def taken(self, played: Sequence[int], leader: int) -> tuple[int, list[int]]:
        """How many breaches an arrangement has, and who takes each trick."""
        suit, breaches, opened, winners = self.suit, 0, False, []
        ends = last_of_suits(suit, played, SEATS, TRICKS)
        for number in range(TRICKS):
            trick, led, opens = list[int](), -1, False
            for turn in range(SEATS):
                seat = (leader + turn) % SEATS
                card = played[seat * TRICKS + number]
                mine = suit[card]
                if turn == 0:
                    led = mine
                if mine == SPADES:
                    opens = True
                if (number == 0 and mine == SPADES) or (turn == 0 and mine == SPADES and not opened):
                    hand = played[seat * TRICKS + number : (seat + 1) * TRICKS]
                    breaches += self.breach(Scene(number, trick, opened), card, hand)
                elif mine != led and ends[seat][led] > number:
                    breaches += 1
                trick.append(card)
            opened = opened or opens
            leader = (leader + self.taker(trick)) % SEATS
            winners.append(leader)
        return breaches, winners


@cache
def law_at(no_ruff: bool) -> Law:  # noqa: FBT001 - part of the key
    return Law(no_ruff=no_ruff)


def law_of(manche: Manche) -> Law:
    return law_at(manche.options.get("first_trick_spades") == "none")
