"""The law of Dame de Pique, written from the articles alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from contradictions.manche import Manche, Scene, last_of_suits

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CLUBS, DIAMONDS, SPADES, HEARTS, JOKER = range(5)
FULL = tuple(rank + suit for suit in "CDSH" for rank in RANKS)
MAJORS = tuple(rank + suit for suit in "SH" for rank in RANKS)
DECKS = {
    (3, "52"): tuple(card for card in FULL if card != "2D"),
    (4, "52"): FULL,
    (5, "52"): tuple(card for card in FULL if card not in {"2D", "2C"}),
    (6, "54"): (*FULL, "X1", "X2"),
    (4, "36"): tuple(rank + suit for suit in "CDSH" for rank in RANKS[4:]),
    (6, "belmont"): FULL + MAJORS,
    (8, "belmont"): FULL + FULL,
}


class Law:
    """What may be played, who takes a trick, what the cards are worth: DP-2 to DP-6, DP-11 to DP-24."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats, self.options, self.trump, self.closed_suit = seats, options, JOKER, HEARTS
        self.kind = options.get("deck", "52")
        self.deck = DECKS[seats, self.kind]
        self.suit = [JOKER if card[0] == "X" else "CDSH".index(card[-1]) for card in self.deck]
        self.height = [0 if card[0] == "X" else RANKS.index(card[:-1]) for card in self.deck]
        self.tricks = len(self.deck) // seats
        lowest = min((card for card in self.deck if card[-1] == "C"), key=lambda card: RANKS.index(card[:-1]))
        self.opening = {number for number, card in enumerate(self.deck) if card == lowest}
        self.queens = {number for number, card in enumerate(self.deck) if card == "QS"}
        self.last_joker = options.get("joker_tie") == "second"
        self.worth = {"H": 1, "QS": 5 if self.kind == "36" else options.get("queen_points", 13)}
        if options.get("jack_of_diamonds"):
            self.worth["JD"] = -10
        if options.get("seven_of_clubs"):
            self.worth["7C"] = 7
        if self.kind == "belmont":
            self.worth |= {"KS": 10, "AS": 7}
        if self.kind == "36":
            self.worth["last"] = 1
        self.key = ["H" if card[-1] == "H" else card if card in self.worth else "" for card in self.deck]
        self.totals = {key: self.key.count(key) if key != "last" else 1 for key in self.worth}
        self.teams = bool(options.get("teams", self.kind == "belmont"))
        self.sides = [seat % (seats // 2) if self.teams else seat for seat in range(seats)]
        self.moon = options.get("moon", "off" if self.kind == "belmont" else "others_plus")
        first = options.get("first_trick_points", "only_if_forced")
        kept = {"QS", *(("7C",) if "7C" in self.worth else ()), *(("KS", "AS") if self.kind == "belmont" else ())}
        self.kept = [first != "any" and (code in kept or (code[-1] == "H" and first != "hearts")) for code in self.deck]
        self.keys = list(self.worth)

    def taker(self, trick: Sequence[int]) -> int:
        """The place of the card that takes a trick: of two twins the second, of two jokers as agreed."""
        best, led = 0, -1
        for place, card in enumerate(trick):
            suit = self.suit[card]
            if suit == JOKER:
                if self.suit[trick[best]] != JOKER or self.last_joker:
                    best = place
            elif self.suit[trick[best]] == JOKER:
                led = suit if led < 0 else led
            elif suit == self.suit[trick[best]] and self.height[card] >= self.height[trick[best]]:
                best = place
        return best

    def opened(self, fallen: Sequence[int]) -> bool:
        queen = bool(self.options.get("queen_breaks_hearts"))
        return any(self.suit[card] == HEARTS or (queen and card in self.queens) for card in fallen)

    def breach(self, scene: Scene, card: int, hand: Sequence[int]) -> int:
        """1 when this hand, which holds the card, may not play it."""
        if not scene.trick:
            return self._lead_breach(scene, card, hand)
        led = next((self.suit[other] for other in scene.trick if self.suit[other] != JOKER), -1)
        if self.suit[card] in {JOKER, led} or led < 0:
            return 0
        if any(self.suit[other] == led for other in hand):
            return 1
        return int(scene.number == 0 and self.kept[card] and not all(self.kept[other] for other in hand))

    def _lead_breach(self, scene: Scene, card: int, hand: Sequence[int]) -> int:
        if scene.number == 0:
            return int(card not in self.opening)
        if self.suit[card] != HEARTS or scene.opened:
            return 0
        others = [other for other in hand if self.suit[other] != HEARTS]
        instead = self.options.get("hearts_instead_of_queen") and all(other in self.queens for other in others)
        return int(bool(others) and not instead)

    def taken(self, played: Sequence[int], leader: int) -> tuple[int, dict[str, list[int]], list[int]]:
        """How many breaches an arrangement has, what each seat takes, and who takes each trick."""
        seats, tricks, suit = self.seats, self.tricks, self.suit
        breaches, opened, winners = 0, False, []
        taken = {key: [0] * seats for key in self.keys}
        ends = last_of_suits(suit, played, seats, tricks)
        for number in range(tricks):
            led, trick = -1, list[int]()
            for turn in range(seats):
                seat = (leader + turn) % seats
                card = played[seat * tricks + number]
                mine = suit[card]
                if number == 0 or (turn == 0 and mine == HEARTS and not opened):
                    hand = played[seat * tricks + number : (seat + 1) * tricks]
                    breaches += self.breach(Scene(number, trick, opened), card, hand)
                elif mine not in {led, JOKER} and led >= 0 and ends[seat][led] > number:
                    breaches += 1
                if led < 0 and mine != JOKER:
                    led = mine
                trick.append(card)
            opened = opened or self.opened(trick)
            leader = (leader + self.taker(trick)) % seats
            winners.append(leader)
            for key in filter(None, [self.key[card] for card in trick]):
                taken[key][leader] += 1
        if "last" in taken:
            taken["last"][leader] = 1
        return breaches, taken, winners

    def shooter(self, taken: dict[str, list[int]]) -> int | None:
        """Who took all that a volte asks for; None also where none is played (DP-21, DP-23, DP-24)."""
        if self.moon == "off":
            return None
        asked = [key for key in self.keys if key != "last"]
        return next((s for s in range(self.seats) if all(taken[k][s] == self.totals[k] for k in asked)), None)

    def counted(self, taken: dict[str, list[int]]) -> list[int]:
        """The cards taken, added up by side."""
        points = [0] * (max(self.sides) + 1)
        for key, counts in taken.items():
            for seat, count in enumerate(counts):
                points[self.sides[seat]] += self.worth[key] * count
        return points

    def final(self, taken: dict[str, list[int]], kind: str) -> list[int]:
        """The points on the sheet, with a volte of this kind."""
        seat = self.shooter(taken)
        if seat is None:
            return self.counted(taken)
        worth = sum(self.worth[k] * n for k, n in self.totals.items() if k in {"H", "QS", "KS", "AS"})
        points = [0] * (max(self.sides) + 1)
        for other in range(self.seats):
            if kind == "others_plus" and self.sides[other] != self.sides[seat]:
                points[self.sides[other]] += worth
        if kind == "self_minus":
            points[self.sides[seat]] -= worth
        if "last" in taken and not taken["last"][seat]:
            points[self.sides[taken["last"].index(1)]] += 1
        return points


@cache
def law_at(seats: int, options: tuple[tuple[str, Any], ...]) -> Law:
    return Law(seats, dict(options))


def law_of(manche: Manche) -> Law:
    return law_at(manche.seats, tuple(sorted(manche.options.items())))
