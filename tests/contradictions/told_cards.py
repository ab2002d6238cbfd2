"""The cards of a telling: how much of them is told, one of them falsified, and where they lie in a search."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from contradictions.manche import AnyLaw, Facts, Manche, Scene, numbers_of, seats_of_plays


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


def card_falsehoods(manche: Manche, facts: Facts) -> Iterator[tuple[str, Callable[[random.Random], Facts | None]]]:
    if facts.get("plays"):
        yield "a card played", lambda chance: {**facts, "plays": _other_card(manche, facts["plays"], chance)}
    if facts.get("laid_open"):
        yield "a card laid open", lambda chance: {**facts, "laid_open": _other_hand(manche, facts["laid_open"], chance)}


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


def placed_cells(manche: Manche, law: AnyLaw, facts: Facts) -> tuple[dict[int, int], list[list[int] | None]] | None:
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
    seats = seats_of_plays(law, facts.get("leader", manche.leader), plays)
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


def so_far(law: AnyLaw, cells: dict[int, int], leader: int) -> tuple[int, list[tuple[int, list[int]]]]:
    """Who leads the first trick that is open, and the tricks before it: who took each, and its cards."""
    over: list[tuple[int, list[int]]] = []
    for number in range(law.tricks):
        turns = [(leader + turn) % law.seats for turn in range(law.seats)]
        trick = [cells[seat * law.tricks + number] for seat in turns if seat * law.tricks + number in cells]
        if len(trick) < law.seats:
            break
        leader = (leader + law.taker(trick)) % law.seats
        over.append((leader, trick))
    return leader, over


def early_breaches(law: AnyLaw, cards: Sequence[int], leader: int, cells: dict[int, int]) -> int:
    """The breaches among the cards played, in an arrangement of the others, and how many cards stand in their way."""
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
            hand = cards[cell : (seat + 1) * tricks]
            scene = Scene(number, trick, opened)
            while law.breach(scene, cards[cell], hand):
                better = [card for card in hand if not law.breach(scene, card, hand)]
                breaches += 1 + len(better)
                hand = [card for card in hand if card not in better]
                if not better:  # no hand may play it
                    break
            trick.append(cards[cell])
        fallen += trick
        leader = (leader + law.taker(trick)) % seats
    return breaches
