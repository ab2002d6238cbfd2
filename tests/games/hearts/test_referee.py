"""Whole deals under DP-27, DP-28 and DP-29, against a referee that sees the hands and was written independently.

Compared are the cards that may be played, the claim of each card, the score, and a revoke that was planted.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from games.matching import claim_of
from support.deals import for_every
from support.referee import Scene, Small, legal_cards, suit, taker
from support.selection import examples

from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table
from scorekeeper.games.hearts import HEARTS, facts
from scorekeeper.games.manche_json import read_manche

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"]
DECK = [rank + suit for suit in "CDSH" for rank in RANKS]
DROPPED = {3: {"2D"}, 4: set[str](), 5: {"2D", "2C"}}  # DP-8
HOUSE_RULES: list[dict[str, Any]] = [
    {"hearts_lead": "free", "pass": "left_right"},
    {"hearts_lead": "free", "queen_breaks_hearts": True, "first_trick_points": "any", "pass_cards": 1},
    {"hearts_lead": "free", "hearts_instead_of_queen": True, "teams": True, "pass": "none"},
    {"queen_points": 0},
    {"queen_points": 0, "queen_breaks_hearts": True, "hearts_instead_of_queen": True, "pass": "right"},
    {"queen_points": 0, "moon": "self_minus", "first_trick_points": "hearts", "pass_cards": 4},
    {"queen_points": 0, "teams": True, "hearts_lead": "free"},
    {"queen_points": 0, "moon": "off", "hearts_lead": "free", "pass": "left_right_none", "pass_cards": 2},
]
DEALS = 250  # of each of eight
COUNTS: Counter[str] = Counter()


class Deal:
    """A deal played by a referee who sees the hands; with `strong`, seat 0 has high cards and takes what it can."""

    def __init__(self, chosen: dict[str, Any], chance: random.Random, *, strong: bool) -> None:
        self.seats = 4 if chosen.get("teams") else chance.choice([3, 4, 5])
        deck = [card for card in DECK if card not in DROPPED[self.seats]]
        self.table = Small("full", "hearts", self.seats, len(deck) // self.seats, tuple(deck), chosen)
        self.chance, self.strong = chance, strong
        chance.shuffle(deck)
        if strong:
            deck.sort(key=lambda card: -RANKS.index(card[:-1]) - 4 * (suit(card) == "H"))
            others = deck[self.table.hand :]
            chance.shuffle(others)
            deck[self.table.hand :] = others
        size = self.table.hand
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(self.seats)]
        self.leader = next(seat for seat, hand in enumerate(self.hands) if self.table.opening in hand)
        self.taken: list[list[str]] = [[] for _ in self.hands]

    def play(self, before: list[str] | None = None) -> list[tuple[int, str, Scene, set[str]]]:
        """Play all cards and return each with its seat, its scene and the legal cards.

        The first plays are those of `before`, and the one after them is illegal.
        """
        left, replayed = [[*hand] for hand in self.hands], before or []
        seat = leader = self.leader
        scene, plays = Scene(0, (), ()), []
        for index in range(len(self.table.deck)):
            legal = legal_cards(self.table, scene, tuple(left[seat]))
            card = replayed[index] if index < len(replayed) else self.choose(seat, legal)
            if before is not None and index == len(before):
                card = self.chance.choice(sorted({*left[seat]} - legal))
            plays.append((seat, card, scene, legal))
            left[seat].remove(card)
            trick, seat = (*scene.trick, card), (seat + 1) % self.seats
            scene = Scene(scene.tricks, trick, scene.earlier)
            if len(trick) == self.seats:
                leader = seat = (leader + taker(self.table, trick)) % self.seats
                self.taken[seat] += trick
                scene = Scene(scene.tricks + 1, (), scene.earlier + trick)
        return plays

    def choose(self, seat: int, legal: set[str]) -> str:
        if not self.strong:
            return self.chance.choice(sorted(legal))
        by_height = sorted(legal, key=lambda card: (RANKS.index(card[:-1]), card))
        return by_height[-1 if seat == 0 else 0]

    def points(self) -> list[int]:
        """DP-17, DP-21, DP-22, DP-24 and DP-29: the points by side."""
        chosen = self.table.rules
        sides = 2 if chosen.get("teams") else self.seats
        queen, moon = chosen.get("queen_points", 13), chosen.get("moon", "others_plus")
        hearts = [sum(suit(card) == "H" for card in cards) for cards in self.taken]
        own = [count + queen * ("QS" in cards) for count, cards in zip(hearts, self.taken, strict=True)]
        points = [sum(own[side::sides]) for side in range(sides)]
        if max(own) < 13 + queen or moon == "off":
            return points
        COUNTS["volte"] += 1
        shooter = own.index(max(own)) % sides
        if moon == "self_minus":
            return [-max(own) * (side == shooter) for side in range(sides)]
        return [max(own) * (self.seats // sides) * (side != shooter) for side in range(sides)]


def arbiter(deal: Deal, hands: list[list[str]] | None = None) -> Arbiter:
    options = HEARTS.read_options(dict(deal.table.rules), deal.seats)
    assert HEARTS.play is not None
    rules = HEARTS.play.rules(options, Table(deal.seats, 0), {})
    return Arbiter(rules, deal.leader, None if hands is None else [[*hand] for hand in hands])


def check_regular(deal: Deal) -> None:
    """The legal cards from hands laid open, the claims of hidden ones, and the score."""
    plays = deal.play()
    opened, hidden = arbiter(deal, deal.hands), arbiter(deal)
    played: set[str] = set()
    for seat, card, scene, legal in plays:
        choices = opened.choices
        assert choices is not None
        assert (choices.seat, {one.code for one in choices.allowed}) == (seat, legal)
        opened.play(card)
        verdict = hidden.play(card)
        expected = {*deal.table.deck} - played - claim_of(deal.table, scene, card)
        COUNTS[verdict.ruling.value] += 1
        if verdict.ruling is Ruling.CONDITIONAL:
            (claim,) = verdict.claims
            assert (claim.seat, {one.code for one in claim.holds_none_of}) == (seat, expected)
        else:
            assert verdict.ruling is Ruling.ALLOWED
            assert verdict.claims == ()
        played.add(card)
    assert not hidden.irregular
    options = HEARTS.read_options(dict(deal.table.rules), deal.seats)
    taken = facts.facts_of_tricks(options, Table(deal.seats), opened.tricks, {})
    manche = read_manche(HEARTS, options, deal.seats, taken)
    assert list(HEARTS.score(options, deal.seats, [manche]).totals) == deal.points()


def check_revoke(deal: Deal) -> None:
    """A planted card that is not legal is proven irregular by the last card at the latest, and no other is."""
    plays = deal.play()
    in_hand = [deal.table.hand - index // deal.seats for index in range(len(plays))]
    has_illegal = [index for index, (_, _, _, legal) in enumerate(plays) if len(legal) < in_hand[index]]
    wrong = deal.chance.choice(has_illegal[1:])  # but for the first lead, which is no claim
    hidden = arbiter(deal)
    for _, card, _, _ in deal.play([card for _, card, _, _ in plays[:wrong]]):
        hidden.play(card)
    assert hidden.proven == {wrong}
    COUNTS["revoke"] += 1


@pytest.mark.parametrize("chosen", HOUSE_RULES, ids=str)
def test_whole_deals_are_judged_and_scored_as_the_referee_does_dp_27_dp_28_dp_29(chosen: dict[str, Any]) -> None:
    COUNTS.clear()

    @for_every({f"deal {number}": number for number in range(examples(DEALS))})
    def check(number: int) -> None:
        chance = random.Random(f"{chosen} {number}")
        check_regular(Deal(chosen, chance, strong=number % 3 == 0))
        check_revoke(Deal(chosen, random.Random(f"{chosen} {number}"), strong=False))

    check()
    assert COUNTS["revoke"] == examples(DEALS)
    assert COUNTS["conditional"] > examples(DEALS)
    assert COUNTS["volte"] > 0 or chosen.get("moon") == "off"
