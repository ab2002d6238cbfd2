"""The search for a deal, its exchange and a play of Piquet that agree with all that was told."""

from __future__ import annotations

import random
from collections.abc import Sequence

from contradictions.manche import Facts, Manche, begin_cells, numbers_of, seats_of_plays
from contradictions.piquet.cards import DECK, LAW, SUIT, TRICKS, Told, hand_of, mismatch, taker, told_of
from contradictions.piquet.known import line_of_play
from contradictions.proposals import Proposal
from contradictions.search import Cells, Found, completed, search

TALON = 8
PLAY = ("tricks", "last", "winners", "low", "elder_run", "elder_points", "trick_points")


def witness(manche: Manche, facts: Facts, chance: random.Random, steps: int, proposal: Proposal) -> Found:
    """A deal, its exchange and a play that agree with all that was told."""
    placed = _placed(facts)
    if placed is None:
        return Found(None, proven=True)
    cells, laid = placed
    if len(cells) == 24:  # all cards are there, and rule the play (T-7)
        facts = {name: value for name, value in facts.items() if name not in {*PLAY, "laid_open"}}
        laid = (_placed(facts) or placed)[1]
    told = told_of(manche.options, facts)
    if told is None or any(hand and told.claims[seat].missed(hand_of(hand)) for seat, hand in enumerate(laid)):
        return Found(None, proven=True)
    wished = [*(card for own in manche.played for card in own), *manche.more["out"]]

    def start() -> Cells:
        return begin_cells(LAW, laid, cells, wished, chance)

    proposed = proposal.layout(LAW, facts, facts["elder"])
    if all(hand is not None for hand in laid):
        return _known(told, [hand or [] for hand in laid], cells, completed(start(), proposed or {}), steps)
    breach = bool(cells) and not _lawful(facts["elder"], cells, laid)
    if not cells:
        return search(start, lambda cards: mismatch(told, cards, lawful=True), chance, steps)
    # What was announced may be false, and the table let it stand (PI-37): the cards that fell are no part of it.
    announced = search(
        lambda: begin_cells(LAW, laid, {}, wished, chance),
        lambda cards: told.claims_missed((hand_of(cards[:TRICKS]), hand_of(cards[TRICKS : 2 * TRICKS]))),
        chance,
        steps,
    )
    if announced.cards is None:
        return announced
    bare = told.without_claims()
    return search(start, lambda cards: mismatch(bare, cards, lawful=not breach), chance, steps, (proposed,))


def _known(told: Told, hands: Sequence[Sequence[int]], cells: dict[int, int], play: list[int], steps: int) -> Found:
    """Both hands lie open: what is said of them holds or not, by this play or by one of the lines of play."""
    first, second = hand_of(hands[0]), hand_of(hands[1])
    if told.claims_missed((first, second)):
        return Found(None, proven=True)
    lawful = _lawful(told.elder, cells, hands)
    if len(cells) == len(play) - TALON or not mismatch(told, play, lawful=lawful):
        return Found(play, proven=True)
    line = line_of_play(told, hands, cells, lawful=lawful, nodes=steps)
    if line is None:
        return Found(None, proven=False)
    return Found(play if line else None, proven=True)


def _placed(facts: Facts) -> tuple[dict[int, int], list[list[int] | None]] | None:
    """By cell the cards played, and the hands laid open; None when the cards alone cannot be so."""
    if facts.get("leader", facts["elder"]) != facts["elder"]:
        return None
    both = [facts.get("hands") or [None, None], facts.get("laid_open") or [None, None]]
    codes = [one if one is not None else other for one, other in zip(*both, strict=True)]
    for one, other in zip(*both, strict=True):
        if one is not None and other is not None and set(one) != set(other):
            return None
    plays = numbers_of(DECK, facts.get("plays", []))
    held = numbers_of(DECK, [code for hand in codes for code in hand or ()])
    if plays is None or held is None or any(hand is not None and len(hand) != 12 for hand in codes):
        return None
    laid = [None if hand is None else numbers_of(DECK, hand) for hand in codes]
    seen = {card: seat for seat, hand in enumerate(laid) for card in hand or ()}
    cells: dict[int, int] = {}
    for (seat, trick), card in zip(seats_of_plays(LAW, facts["elder"], plays), plays, strict=True):
        if seen.get(card, seat) != seat or (laid[seat] is not None and card not in seen):
            return None
        cells[seat * TRICKS + trick] = card
    return cells, laid


def _lawful(elder: int, cells: dict[int, int], laid: Sequence[Sequence[int] | None]) -> bool:
    """Whether nobody failed to follow, as far as the cards played and those laid open show."""
    leader = elder
    for number in range(TRICKS):
        led, reply = cells.get(leader * TRICKS + number), cells.get((1 - leader) * TRICKS + number)
        if led is None or reply is None:
            return True
        seat = 1 - leader
        if SUIT[reply] != SUIT[led]:
            known = laid[seat]
            own = known if known is not None else [c for cell, c in cells.items() if cell // TRICKS == seat]
            before = {cells[seat * TRICKS + early] for early in range(number)}
            if any(SUIT[card] == SUIT[led] and card not in before for card in own):
                return False
        leader = (leader + taker([led, reply])) % 2
    return True
