"""A second scorer of Piquet, slow and simple, written from the articles alone, to compare the engine with."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any

SUITS = ("C", "D", "S", "H")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PIPS = {"7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
RUN_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SET_RANKS = ("A", "K", "Q", "J", "10")
LOW = {"7", "8", "9"}
COURTS = {"J", "Q", "K"}

HOUSE_RULES: dict[str, tuple[Any, Any]] = {
    "won_own_lead": ("counts", "only_when_captured"),
    "low_card_points": ("all", "above_nine"),
    "capot_last_trick": ("counts", "absorbed"),
    "pic_window": ("play", "first_lead"),
    "repic_needs_zero_opponent": (True, False),
}
DEFAULTS = {name: values[0] for name, values in HOUSE_RULES.items()}
EVERY_TABLE = [dict(zip(HOUSE_RULES, values, strict=True)) for values in product(*HOUSE_RULES.values())]


def rank(card: str) -> str:
    return card[:-1]


def height(card: str) -> int:
    return RANKS.index(rank(card))


def courts(hand: Sequence[str]) -> int:
    return sum(rank(card) in COURTS for card in hand)


def point(hand: Sequence[str]) -> tuple[int, int]:
    """Return the length and pips of the longest suit; of two, the one with more pips (PI-2, PI-9)."""
    suits = [[card for card in hand if card.endswith(suit)] for suit in SUITS]
    return max((len(cards), sum(PIPS[rank(card)] for card in cards)) for cards in suits)


def runs(hand: Sequence[str]) -> list[tuple[int, str]]:
    """Return every maximal run of three or more: length and top, best first (PI-10)."""
    found = []
    for suit in SUITS:
        places = [place for place in range(8) if RANKS[place] + suit in hand]
        lengths: dict[int, int] = {}
        for place in places:
            lengths[place] = lengths.get(place - 1, 0) + 1
        found += [(lengths[top], top) for top in places if lengths[top] >= 3 and top + 1 not in places]
    return [(length, RANKS[top]) for length, top in sorted(found, reverse=True)]


def sets(hand: Sequence[str]) -> list[tuple[str, int]]:
    """Return every three or four of a kind from the ten up: rank and size, best first (PI-11)."""
    sizes = [(name, sum(rank(card) == name for card in hand)) for name in SET_RANKS]
    return [pair for pair in sizes if pair[1] == 4] + [pair for pair in sizes if pair[1] == 3]


def declaration(hand: Sequence[str]) -> dict[str, Any]:
    """Return the declarations of a hand in the public format."""
    cards, pips = point(hand)
    found = {
        "point": {"cards": cards, "pips": pips},
        "sequences": [{"length": length, "top": top} for length, top in runs(hand)],
        "sets": [{"rank": name, "size": size} for name, size in sets(hand)],
    }
    return {name: value for name, value in found.items() if value}


def better(first: Any, second: Any) -> int | None:  # noqa: ANN401 - anything that can be compared
    """Return the index of the better of two, or None when they are equal."""
    return None if first == second else int(second > first)


def category_winners(hands: Sequence[Sequence[str]]) -> dict[str, int | None]:
    """Return who scores the point, the sequences and the sets when all is declared (PI-9, PI-10, PI-11)."""
    tops = [[(length, RANKS.index(top)) for length, top in runs(hand)] for hand in hands]
    kinds = [[(size, RANKS.index(name)) for name, size in sets(hand)] for hand in hands]
    return {
        "point": better(point(hands[0]), point(hands[1])),
        "sequences": better(tops[0][:1], tops[1][:1]),
        "sets": better(kinds[0][:1], kinds[1][:1]),
    }


@dataclass(frozen=True)
class Coup:
    """A coup with the hands after the exchange and both cards of each trick."""

    elder: int
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    carte_blanche: tuple[bool, bool]
    tricks: tuple[tuple[int, str, str, int], ...]

    @cached_property
    def winners(self) -> list[int]:
        return [winner for _, _, _, winner in self.tricks]

    @cached_property
    def lows(self) -> list[list[bool]]:
        return [
            [rank(led) in LOW, rank(led if winner == leader else reply) in LOW]
            for leader, led, reply, winner in self.tricks
        ]

    @cached_property
    def declared(self) -> list[tuple[int, str, int]]:
        """Seat, category and points of each declaration, in the counting order of PI-23."""
        found = [(seat, "carte_blanche", 10) for seat in (0, 1) if self.carte_blanche[seat]]
        worth = {
            "point": lambda hand: point(hand)[0],
            "sequences": lambda hand: sum(RUN_POINTS[length] for length, _ in runs(hand)),
            "sets": lambda hand: sum(14 if size == 4 else 3 for _, size in sets(hand)),
        }
        for category, winner in category_winners(self.hands).items():
            if winner is not None:
                found.append((winner, category, worth[category](self.hands[winner])))
        return found


def declare(
    declared: Sequence[tuple[int, str, int]], table: dict[str, Any]
) -> tuple[Counter[tuple[int, str]], list[int], list[bool]]:
    """Count the declarations in order, with the repics they make (PI-23)."""
    made: Counter[tuple[int, str]] = Counter()
    total = [0, 0]
    repic = [False, False]
    for seat, category, points in declared:
        total[seat] += points
        made[seat, category] += points
        free = total[1 - seat] == 0 or not table["repic_needs_zero_opponent"]
        if total[seat] >= 30 > total[seat] - points and free:
            repic[seat] = True
            made[seat, "repic"] = 60
    return made, total, repic


def score(
    elder: int,
    declared: Sequence[tuple[int, str, int]],
    winners: Sequence[int],
    lows: Sequence[Sequence[bool]],
    table: dict[str, Any],
) -> Counter[tuple[int, str]]:
    """Return the points by seat and reason: declarations, repic, play, pic, cards, capot."""
    made, total, repic = declare(declared, table)
    state = {"pic": False, "dealer_scored": total[1 - elder] > 0}

    def give(seat: int, points: int, *, first_lead: bool) -> None:
        total[seat] += points
        made[seat, "play"] += points
        if seat != elder:
            state["dealer_scored"] |= points > 0
            return
        in_time = first_lead or table["pic_window"] == "play"
        crossed = total[elder] >= 30 > total[elder] - points
        if crossed and in_time and not state["dealer_scored"] and not repic[elder]:
            made[elder, "pic"] = 30

    above_nine = table["low_card_points"] == "above_nine"
    capot = len(set(winners)) == 1
    leader = elder
    for number, winner in enumerate(winners, start=1):
        lead_low, win_low = lows[number - 1]
        give(leader, 0 if above_nine and lead_low else 1, first_lead=number == 1)
        win = 0 if winner == leader and table["won_own_lead"] == "only_when_captured" else 1
        if number == 12 and not (capot and table["capot_last_trick"] == "absorbed"):
            win += 1
        give(winner, 0 if above_nine and win_low else win, first_lead=False)
        leader = winner
    for seat in (0, 1):
        taken = list(winners).count(seat)
        if taken == 12:
            made[seat, "capot"] = 40
        elif taken >= 7:
            made[seat, "cards"] = 10
    return +made


def coup_score(coup: Coup, table: dict[str, Any]) -> Counter[tuple[int, str]]:
    return score(coup.elder, coup.declared, coup.winners, coup.lows, table)


def totals(made: Counter[tuple[int, str]]) -> tuple[int, int]:
    return (
        sum(points for (seat, _), points in made.items() if seat == 0),
        sum(points for (seat, _), points in made.items() if seat == 1),
    )


def deal(chance: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deal two hands of twelve; the first is often strong, so that pics, repics and capots happen."""
    style = chance.choice(["even", "high", "suits", "both"])
    favoured = chance.sample(SUITS, 2)
    weight = {}
    for card in DECK:
        weight[card] = chance.random() * 10
        if style in {"high", "both"}:
            weight[card] += height(card)
        if style in {"suits", "both"}:
            weight[card] += 6 if card.endswith(favoured[0]) else 3 if card.endswith(favoured[1]) else 0
    ranked = sorted(DECK, key=lambda card: -weight[card])
    rest = ranked[12:]
    chance.shuffle(rest)
    hands = [tuple(ranked[:12]), tuple(rest[:12])]
    if chance.random() < 0.3:
        hands.reverse()
    return hands[0], hands[1]


def legal(hand: Sequence[str], led: str | None) -> list[str]:
    """Return the cards that follow suit, or all of them (PI-16)."""
    following = [card for card in hand if led and card[-1] == led[-1]]
    return following or list(hand)


def play(chance: random.Random, elder: int, hands: Sequence[Sequence[str]]) -> Iterator[tuple[int, str, str, int]]:
    """Play twelve legal tricks: at random, or with a leader who plays high and an opponent who plays low."""
    remaining = [list(hand) for hand in hands]
    greedy = chance.random() < 0.5
    leader = elder
    for _ in range(12):
        other = 1 - leader
        led = max(remaining[leader], key=height) if greedy else chance.choice(remaining[leader])
        answers = legal(remaining[other], led)
        reply = min(answers, key=height) if greedy else chance.choice(answers)
        remaining[leader].remove(led)
        remaining[other].remove(reply)
        captured = reply[-1] == led[-1] and height(reply) > height(led)
        winner = other if captured else leader
        yield leader, led, reply, winner
        leader = winner


def random_coup(chance: random.Random) -> Coup:
    elder = chance.randrange(2)
    first, second = deal(chance)
    hands = (first, second) if elder == 0 else (second, first)
    coup = Coup(elder, hands, (False, False), tuple(play(chance, elder, hands)))
    blank = chance.randrange(2)
    if _dealt_blank(hands[blank], hands[1 - blank], elder=blank == elder) and chance.random() < 0.5:
        coup = replace(coup, carte_blanche=(blank == 0, blank == 1))
    return coup


def _dealt_blank(hand: Sequence[str], other: Sequence[str], *, elder: bool) -> bool:
    """Return whether an exchange can lead to these hands, the first dealt without a court card."""
    unseen = 20 - (len(hand) - courts(hand)) - (len(other) - courts(other))
    return any(courts(hand) <= thrown <= unseen for thrown in (range(1, 6) if elder else range(8)))


def _common(coup: Coup) -> dict[str, Any]:
    return {"elder": coup.elder, "carte_blanche": list(coup.carte_blanche)}


def _tricks_one_by_one(coup: Coup, table: dict[str, Any]) -> dict[str, Any]:
    low = {"low": coup.lows} if table["low_card_points"] == "above_nine" else {}
    return {"winners": coup.winners, **low}


def with_hands(coup: Coup, table: dict[str, Any]) -> dict[str, Any]:
    """Return the most detailed facts: both hands, and who took each trick."""
    return {**_common(coup), "hands": [list(hand) for hand in coup.hands], **_tricks_one_by_one(coup, table)}


def with_declarations(coup: Coup, table: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with every declaration, its pips and tops, and who took each trick."""
    declared = [declaration(hand) for hand in coup.hands]
    return {**_common(coup), "declared": declared, **_tricks_one_by_one(coup, table)}


def quick_declarations(coup: Coup, *, ranks: bool = True) -> dict[str, Any]:
    """Return who scored each category and what, without the categories that no one scored."""
    facts: dict[str, Any] = {}
    scored = category_winners(coup.hands)
    if (seat := scored["point"]) is not None:
        facts["point"] = {"winner": seat, "cards": point(coup.hands[seat])[0]}
    if (seat := scored["sequences"]) is not None:
        facts["sequences"] = {"winner": seat, "lengths": [length for length, _ in runs(coup.hands[seat])]}
    if (seat := scored["sets"]) is not None:
        scored_sets = sets(coup.hands[seat])
        facts["sets"] = {"winner": seat, "sizes": [size for _, size in scored_sets]}
        if ranks:
            facts["sets"]["ranks"] = [name for name, _ in scored_sets]
    return facts


def elder_run(elder: int, winners: Sequence[int]) -> int:
    """Return the number of tricks that elder took before the dealer's first."""
    return next((number for number, winner in enumerate(winners) if winner != elder), 12)


def play_points(coup: Coup, table: dict[str, Any]) -> list[int]:
    made = score(coup.elder, [], coup.winners, coup.lows, table)
    return [made[seat, "play"] for seat in (0, 1)]


def elder_points(coup: Coup, table: dict[str, Any]) -> int:
    """Return elder's points in the play before the dealer's first point; of the first lead, if only that counts."""
    if table["pic_window"] == "first_lead":
        return 0 if coup.lows[0][0] else 1
    made = 0
    capot = len(set(coup.winners)) == 1
    for number, (leader, _, _, winner) in enumerate(coup.tricks, start=1):
        lead_low, win_low = coup.lows[number - 1]
        win = 0 if winner == leader and table["won_own_lead"] == "only_when_captured" else 1
        win += number == 12 and not (capot and table["capot_last_trick"] == "absorbed")
        above_nine = table["low_card_points"] == "above_nine"
        led = (leader, 0 if above_nine and lead_low else 1)
        for seat, points in (led, (winner, 0 if above_nine and win_low else win)):
            if seat != coup.elder and points:
                return made
            made += points if seat == coup.elder else 0
    return made


def quick(coup: Coup, table: dict[str, Any]) -> dict[str, Any]:
    """Return the least detailed facts: who scored what, the tricks of each, and every figure that may be needed."""
    facts = {
        **_common(coup),
        **quick_declarations(coup),
        "tricks": [coup.winners.count(0), coup.winners.count(1)],
        "last": coup.winners[-1],
        "elder_run": elder_run(coup.elder, coup.winners),
        "trick_points": play_points(coup, table),
    }
    if table["low_card_points"] == "above_nine":
        facts["elder_points"] = elder_points(coup, table)
    return facts


def all_plays(elder: int, tricks: Sequence[int], last: int) -> Iterator[list[int]]:
    """Yield every order in which the twelve tricks may have been taken."""
    for places in combinations(range(12), tricks[elder]):
        winners = [elder if place in places else 1 - elder for place in range(12)]
        if winners[-1] == last:
            yield winners
