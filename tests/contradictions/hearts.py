"""Manches of Dame de Pique: true ones, told at any depth, with one fact falsified, and the search for a witness."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from contradictions.layout import open_tricks
from contradictions.manche import Facts, Manche, begin_cells, numbers_of, play_out, seats_of_plays
from contradictions.search import Cells, Found, search

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
        self.seats, self.options = seats, options
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
        self.kept = [
            first != "any" and (code in kept or (code[-1] == "H" and first != "hearts")) for code in self.deck
        ]
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

    def legal(self, number: int, trick: Sequence[int], fallen: Sequence[int], hand: Sequence[int]) -> list[int]:
        return [card for card in hand if self.breach(number, trick, self.opened(fallen), card, hand) == 0]

    def opened(self, fallen: Sequence[int]) -> bool:
        queen = bool(self.options.get("queen_breaks_hearts"))
        return any(self.suit[card] == HEARTS or (queen and card in self.queens) for card in fallen)

    def breach(self, number: int, trick: Sequence[int], opened: bool, card: int, hand: Sequence[int]) -> int:  # noqa: FBT001, PLR0913, PLR0917, E501 - the scene
        """1 when this hand, which holds the card, may not play it."""
        suit = self.suit[card]
        if not trick:
            if number == 0:
                return int(card not in self.opening)
            if suit != HEARTS or opened:
                return 0
            others = [other for other in hand if self.suit[other] != HEARTS]
            instead = self.options.get("hearts_instead_of_queen") and all(other in self.queens for other in others)
            return int(bool(others) and not instead)
        if suit == JOKER:
            return 0
        led = next((self.suit[other] for other in trick if self.suit[other] != JOKER), -1)
        if led in {-1, suit}:
            return 0
        if any(self.suit[other] == led for other in hand):
            return 1
        return int(number == 0 and self.kept[card] and not all(self.kept[other] for other in hand))

    def taken(self, played: Sequence[int], leader: int) -> tuple[int, dict[str, list[int]], list[int]]:
        """How many breaches an arrangement has, what each seat takes, and who takes each trick."""
        seats, tricks, suit = self.seats, self.tricks, self.suit
        breaches, opened, winners = 0, False, []
        taken = {key: [0] * seats for key in self.keys}
        ends = [[-1] * 5 for _ in range(seats)]
        for seat in range(seats):
            end, at = ends[seat], seat * tricks
            for number in range(tricks):
                end[suit[played[at + number]]] = number
        queen = bool(self.options.get("queen_breaks_hearts"))
        for number in range(tricks):
            led, trick, opens = -1, [], False
            for turn in range(seats):
                seat = (leader + turn) % seats
                card = played[seat * tricks + number]
                mine = suit[card]
                if number == 0 or (turn == 0 and mine == HEARTS and not opened):
                    hand = played[seat * tricks + number : (seat + 1) * tricks]
                    breaches += self.breach(number, trick, opened, card, hand)
                elif mine not in {led, JOKER} and led >= 0 and ends[seat][led] > number:
                    breaches += 1
                if led < 0 and mine != JOKER:
                    led = mine
                opens = opens or mine == HEARTS or (queen and card in self.queens)
                trick.append(card)
            opened = opened or opens
            leader = (leader + self.taker(trick)) % seats
            winners.append(leader)
            for card in trick:
                if key := self.key[card]:
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
def _law(seats: int, options: tuple[tuple[str, Any], ...]) -> Law:
    return Law(seats, dict(options))


def law_of(manche: Manche) -> Law:
    return _law(manche.seats, tuple(sorted(manche.options.items())))


def true_manche(chance: random.Random) -> Manche:
    seats, kind = chance.choice([*DECKS, (4, "52"), (4, "52")])
    options: dict[str, Any] = {} if kind == "52" else {"deck": kind}
    if kind in {"52", "54"} and chance.random() < 0.3:
        options["queen_points"] = 12
    for name, value in (("jack_of_diamonds", -10), ("seven_of_clubs", 7)):
        if chance.random() < 0.3:
            options[name] = value
    if kind != "belmont" and seats == 4 and chance.random() < 0.3:
        options["teams"] = True
    if chance.random() < 0.5:
        options["moon"] = chance.choice(["others_plus", "self_minus", "choice", "off"])
    if chance.random() < 0.4:
        options["first_trick_points"] = chance.choice(["hearts", "any"])
    for name in ("queen_breaks_hearts", "hearts_instead_of_queen"):
        if chance.random() < 0.25:
            options[name] = True
    if kind == "54" and chance.random() < 0.5:
        options["joker_tie"] = "second"
    law = _law(seats, tuple(sorted(options.items())))
    order = list(range(len(law.deck)))
    chance.shuffle(order)
    if chance.random() < 0.3:  # a hand that may well take everything
        order.sort(key=lambda card: -law.height[card] - 8 * chance.random() - 4 * (law.suit[card] == HEARTS))
    hands = [order[seat * law.tricks : (seat + 1) * law.tricks] for seat in range(seats)]
    leader = chance.choice([seat for seat in range(seats) if law.opening & set(hands[seat])])
    played, plays, winners = play_out(law.legal, law.taker, hands, leader, chance)
    codes = tuple(law.deck[card] for card in plays)
    moon = chance.choice(["others_plus", "self_minus"]) if law.moon == "choice" else law.moon
    return Manche("hearts", seats, options, law.deck, leader, played, codes, tuple(winners), {"moon": moon})


def tell(manche: Manche, chance: random.Random) -> tuple[Facts, dict[str, Any]]:
    """A true telling at some depth, and what to answer when it is asked for."""
    law = law_of(manche)
    _, taken, _ = law.taken([card for own in manche.played for card in own], manche.leader)
    kind = manche.more["moon"]
    shot = law.shooter(taken) is not None
    facts: Facts = {}
    if chance.random() < 0.5:
        facts["taken"] = {key: list(counts) for key, counts in taken.items()}
        if shot and chance.random() < 0.3:
            facts["moon"] = kind
    elif shot and chance.random() < 0.5:
        facts |= {"points": law.counted(taken), "moon": kind}
    else:
        facts["points"] = law.final(taken, kind)
        if shot and (law.teams or chance.random() < 0.5):
            facts["moon"] = kind
    facts |= tell_cards(manche, chance)
    return facts, {"moon": kind}


def tell_cards(manche: Manche, chance: random.Random) -> Facts:
    """No cards, some or all of them, with hands laid open now and then."""
    depth = chance.choice(["none", "some", "late", "all"])
    if depth == "none":
        return {}
    most = len(manche.plays)
    late = most - manche.seats * 3
    count = most if depth == "all" else chance.randrange(late, most) if depth == "late" else chance.randrange(most)
    facts: Facts = {"leader": manche.leader, "plays": list(manche.plays[:count])}
    if chance.random() < 0.35:
        shown = set(chance.sample(range(manche.seats), chance.randint(1, manche.seats)))
        facts["laid_open"] = [chance.sample(h, len(h)) if s in shown else None for s, h in enumerate(manche.hands)]
    return facts


def falsify(manche: Manche, facts: Facts, chance: random.Random) -> tuple[str, Facts] | None:
    """The telling with one fact changed, and which; None where that changes nothing."""
    kind, changed = chance.choice(list(_falsehoods(manche, facts)))
    told = changed(chance)
    return None if told is None or told == facts else (kind, told)


def _falsehoods(manche: Manche, facts: Facts) -> Iterator[tuple[str, Callable[[random.Random], Facts | None]]]:
    law = law_of(manche)
    if "taken" in facts:
        yield "one moved", lambda chance: {**facts, "taken": _moved(facts["taken"], law, chance)}
        yield "one moved", lambda chance: {**facts, "taken": _moved(facts["taken"], law, chance)}
        yield "seats exchanged", lambda chance: {**facts, "taken": _exchanged(facts["taken"], chance)}
        yield "another share", lambda chance: {**facts, "taken": _shared(law, chance)}
    else:
        yield "points moved", lambda chance: {**facts, "points": _points_moved(facts["points"], law, chance)}
        yield "points moved", lambda chance: {**facts, "points": _points_moved(facts["points"], law, chance)}
        yield "another share's points", lambda chance: {**facts, "points": law.counted(_shared(law, chance))}
    if facts.get("moon"):
        yield "no volte told", lambda _: {name: value for name, value in facts.items() if name != "moon"}
    yield from card_falsehoods(manche, facts)


def card_falsehoods(manche: Manche, facts: Facts) -> Iterator[tuple[str, Callable[[random.Random], Facts | None]]]:
    if facts.get("plays"):
        yield "a card played", lambda chance: {**facts, "plays": _other_card(manche, facts["plays"], chance)}
    if facts.get("laid_open"):
        yield "a card laid open", lambda chance: {**facts, "laid_open": _other_hand(manche, facts["laid_open"], chance)}


def _moved(taken: dict[str, list[int]], law: Law, chance: random.Random) -> dict[str, list[int]]:
    key = chance.choice(law.keys)
    counts = list(taken[key])
    giver = chance.choice([seat for seat, count in enumerate(counts) if count])
    counts[giver] -= 1
    counts[chance.choice([seat for seat in range(law.seats) if seat != giver])] += 1
    return {**taken, key: counts}


def _exchanged(taken: dict[str, list[int]], chance: random.Random) -> dict[str, list[int]]:
    key = chance.choice(list(taken))
    counts = list(taken[key])
    one, other = chance.sample(range(len(counts)), 2)
    counts[one], counts[other] = counts[other], counts[one]
    return {**taken, key: counts}


def _shared(law: Law, chance: random.Random) -> dict[str, list[int]]:
    taken = {key: [0] * law.seats for key in law.keys}
    few = chance.sample(range(law.seats), chance.randint(1, law.seats))
    for key, total in law.totals.items():
        for _ in range(total):
            taken[key][chance.choice(few)] += 1
    return taken


def _points_moved(points: list[int], law: Law, chance: random.Random) -> list[int]:
    giver, taker = chance.sample(range(len(points)), 2)
    moved = list(points)
    amount = chance.choice([1, 1, 1, 2, law.worth["QS"], *(abs(law.worth[key]) for key in law.keys)])
    moved[giver] -= amount
    moved[taker] += amount
    return moved


def _other_card(manche: Manche, plays: list[str], chance: random.Random) -> list[str]:
    """Two cards exchanged: both played, or one of them still to come."""
    plays, place = list(plays), chance.randrange(len(plays))
    other = chance.randrange(len(manche.plays))
    card = manche.plays[other]
    if other < len(plays):
        plays[other] = plays[place]
    plays[place] = card
    return plays


def _other_hand(manche: Manche, laid: list[list[str] | None], chance: random.Random) -> list[list[str] | None]:
    """A card of a hand laid open exchanged for one of another hand."""
    hands = [None if hand is None else list(hand) for hand in laid]
    seat = chance.choice([seat for seat, hand in enumerate(hands) if hand is not None])
    other = chance.choice([one for one in range(manche.seats) if one != seat])
    mine, theirs = chance.choice(manche.hands[seat]), chance.choice(manche.hands[other])
    for at, hand in enumerate(hands):
        if hand is not None and at in {seat, other}:
            away, here = (mine, theirs) if at == seat else (theirs, mine)
            hand[hand.index(away)] = here
    return hands


def placed_cells(
    manche: Manche, law: Any, facts: Facts  # noqa: ANN401 - the law of hearts or of spades
) -> tuple[dict[int, int], list[list[int] | None]] | None:
    """By cell the cards played, and the hands laid open; None when the cards alone cannot be so."""
    laid_codes = facts.get("laid_open") or [None] * manche.seats
    held = numbers_of(manche.deck, [code for hand in laid_codes for code in hand or ()])
    plays = numbers_of(manche.deck, facts.get("plays", []))
    if held is None or plays is None:
        return None
    numbers = iter(held)
    laid = [None if hand is None else [next(numbers) for _ in hand] for hand in laid_codes]
    if any(hand is not None and len(hand) != law.tricks for hand in laid):
        return None
    cells: dict[int, int] = {}
    seats = seats_of_plays(manche.seats, facts.get("leader", manche.leader), len(plays), law.taker, plays)
    free = {seat: list(hand) for seat, hand in enumerate(laid) if hand is not None}
    hidden = [number for number in range(len(manche.deck)) if number not in set(held)]
    for (seat, trick), card in zip(seats, plays, strict=True):
        own = free.get(seat, hidden)
        twin = next((number for number in own if manche.deck[number] == manche.deck[card]), None)
        if twin is None:
            return None
        own.remove(twin)
        cells[seat * law.tricks + trick] = twin
    return cells, laid


def shares(law: Law, facts: Facts, least: dict[str, list[int]]) -> Iterator[tuple[bool, dict[str, list[int]]]]:
    """What each seat, or side (True), may have taken by what was typed, each with no less than this."""
    if "taken" in facts:
        if facts.get("moon") is None or law.shooter(facts["taken"]) is not None:
            yield False, facts["taken"]
        return
    points, moon = facts["points"], facts.get("moon")
    kinds = ["others_plus", "self_minus"] if law.moon == "choice" else [law.moon]
    for seat in range(law.seats if law.moon != "off" else 0):
        for last in range(law.seats) if "last" in law.keys else [0]:
            alone = {key: [law.totals[key] * (key != "last") * (seat == s) for s in range(law.seats)] for key in law.keys}
            if "last" in alone:
                alone["last"][last] = 1
            bare = {key: counts for key, counts in alone.items() if key in {"H", "QS", "KS", "AS", "last"}}
            typed = [law.final(alone, kind) for kind in kinds if moon in {None, kind}]
            if moon is not None:
                typed += [law.counted(alone), law.counted(bare)]
            if points in typed:
                yield False, alone
    if moon is None:
        sides = max(law.sides) + 1
        low = {key: [sum(c for s, c in enumerate(least[key]) if law.sides[s] == n) for n in range(sides)] for key in law.keys}
        for taken in _by_points(law, [key for key in law.keys if key != "H"], points, low):
            yield True, taken


def _by_points(
    law: Law, keys: list[str], points: Sequence[int], low: dict[str, list[int]]
) -> Iterator[dict[str, list[int]]]:
    if not keys:
        if min(points) >= 0 and sum(points) == law.totals["H"] and all(p >= q for p, q in zip(points, low["H"], strict=True)):
            yield {"H": list(points)}
        return
    key, rest = keys[0], keys[1:]
    for counts in _splits(law.totals[key], len(points)):
        if all(count >= least for count, least in zip(counts, low[key], strict=True)):
            left = [worth - law.worth[key] * count for worth, count in zip(points, counts, strict=True)]
            for more in _by_points(law, rest, left, low):
                yield {key: list(counts), **more}


def _splits(total: int, sides: int) -> Iterator[tuple[int, ...]]:
    if sides == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, sides - 1):
            yield (first, *rest)


def witness(manche: Manche, facts: Facts, chance: random.Random, steps: int) -> Found:
    """A deal and a play that agree with all that was told."""
    law = law_of(manche)
    told = placed_cells(manche, law, facts)
    if told is None:
        return Found(None, proven=True)
    cells, laid = told
    whole = len(cells) == len(law.deck)
    wished = [card for own in manche.played for card in own]
    leader = facts.get("leader", manche.leader)

    def start() -> Cells:
        return begin_cells(law.deck, law.tricks, cells, laid, wished, chance)

    if whole:  # all cards are there, and rule (T-7)
        return Found(start().cards, proven=True)
    lawful = not cells or search(start, lambda cards: _early(law, cards, leader, cells), chance, 1500).cards is not None
    least = _so_far(law, cells, leader)
    proven = True
    leaders = [leader] if "plays" in facts else chance.sample(range(law.seats), 2)
    for by_side, goal in shares(law, facts, least):
        if not by_side and any(goal[key][s] < least[key][s] for key in law.keys for s in range(law.seats)):
            continue
        for first in leaders:
            cost = _cost(law, goal, first, lawful=lawful, by_side=by_side)
            plan = (law, cells, laid, first, goal if not by_side else None, goal, least)
            found = search(start, cost, chance, steps, _layouts(plan, chance, steps // 40) if lawful else iter(()))
            if found.cards is not None:
                return found
            proven = proven and found.proven
    return Found(None, proven=proven)


def _layouts(plan: Any, chance: random.Random, count: int) -> Iterator[dict[int, int]]:  # noqa: ANN401
    """Whole plays, laid out backwards towards these goals."""
    law, cells, laid, leader, by_seat, by_side, least = plan
    seats, tricks = law.seats, law.tricks
    if leader * tricks not in cells:
        cells = {leader * tricks: next(iter(law.opening)), **cells}
    first, at = _open(law, cells, leader)
    for _ in range(count):
        goals = [{key: -least[key][seat] for key in law.keys} for seat in range(seats)]
        for key in law.keys:
            if by_seat is not None:
                for seat in range(seats):
                    goals[seat][key] += by_seat[key][seat]
                continue
            for side, amount in enumerate(by_side[key]):
                members = [seat for seat in range(seats) if law.sides[seat] == side]
                rest = amount - sum(least[key][seat] for seat in members)
                for seat in members:
                    goals[seat][key] = 0
                for _ in range(rest):
                    goals[chance.choice(members)][key] += 1
        layout = open_tricks((law, laid, cells, JOKER), (first, at, leader), goals, chance)
        if layout is not None:
            yield layout


def _early(law: Law, cards: Sequence[int], leader: int, cells: dict[int, int]) -> int:
    """The breaches among the cards played, in an arrangement of the others."""
    seats, tricks = law.seats, law.tricks
    fallen: list[int] = []
    breaches = 0
    for number in range(tricks):
        trick: list[int] = []
        opened = law.opened(fallen)
        for turn in range(seats):
            seat = (leader + turn) % seats
            cell = seat * tricks + number
            if cell not in cells:
                return breaches
            breaches += law.breach(number, trick, opened, cards[cell], cards[cell : (seat + 1) * tricks])
            trick.append(cards[cell])
        fallen += trick
        leader = (leader + law.taker(trick)) % seats
    return breaches


def _open(law: Law, cells: dict[int, int], leader: int) -> tuple[int, int]:
    """The first trick that is open, and who leads it."""
    for number in range(law.tricks):
        turns = [(leader + turn) % law.seats for turn in range(law.seats)]
        if any(seat * law.tricks + number not in cells for seat in turns):
            return number, leader
        leader = (leader + law.taker([cells[seat * law.tricks + number] for seat in turns])) % law.seats
    return law.tricks, leader


def _so_far(law: Law, cells: dict[int, int], leader: int) -> dict[str, list[int]]:
    taken = {key: [0] * law.seats for key in law.keys}
    for number in range(law.tricks):
        turns = [(leader + turn) % law.seats for turn in range(law.seats)]
        if any(seat * law.tricks + number not in cells for seat in turns):
            break
        trick = [cells[seat * law.tricks + number] for seat in turns]
        leader = (leader + law.taker(trick)) % law.seats
        for card in trick:
            if law.key[card]:
                taken[law.key[card]][leader] += 1
    return taken


def _cost(
    law: Law, goal: dict[str, list[int]], leader: int, *, lawful: bool, by_side: bool
) -> Callable[[Sequence[int]], float]:
    sides = max(law.sides) + 1

    def cost(cards: Sequence[int]) -> float:
        breaches, taken, _ = law.taken(cards, leader)
        away = 0.0
        for key, counts in taken.items():
            mine = counts
            if by_side:
                mine = [0] * sides
                for seat, count in enumerate(counts):
                    mine[law.sides[seat]] += count
            weight = 0.5 if key == "H" else 1.5
            away += weight * sum(abs(one - other) for one, other in zip(mine, goal[key], strict=True))
        if by_side and not away and not law.teams and law.shooter(taken) is not None:
            away += 1
        return away + breaches * lawful

    return cost
