"""The hands of Piquet laid open: twelve cards each after the exchange, from a pack of 32.

Before the first card, each player exchanges some cards. A *short hand* has fewer than twelve then. PI-7 and the like
are numbered rules of Piquet.
"""

from __future__ import annotations

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.facts.amounts import read_by_seat
from scorekeeper.games.piquet.facts.short_hand import MIN_SHORT_HAND
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.play import DECK, HAND_SIZE
from scorekeeper.games.shape import ImpossibleFactsError, is_list, quotable


def read_hands(json: object, short_seat: int | None) -> tuple[Hand | None, Hand | None]:
    """Read the hands after the exchange by seat, None where none was entered. Raises `ImpossibleFactsError`.

    `short_seat` is the seat of a short hand, None without one.
    """
    # The error for anything but a list of two.
    error = ImpossibleFactsError("hands_shape", field="hands", article="PI-7", expected=SEATS)
    first, second = read_by_seat(json, error, lambda seat, item: _read_hand(seat, item, short=seat == short_seat))
    shared = set(first or ()) & set(second or ())
    # The error names one of the cards in both hands: the first one, so that it is always the same.
    if shared:
        raise ImpossibleFactsError("card_in_both", field="hands", article="PI-1", card=min(shared).code)
    return first, second


def _read_hand(seat: int, json: object, *, short: bool) -> Hand:
    """Read one hand: twelve cards (PI-7) or, if it is short, four to eleven (PI-34)."""
    if not is_list(json):
        raise ImpossibleFactsError("hands_shape", field="hands", article="PI-7", seat=seat)
    hand: list[Card] = []
    for item in json:
        card = _read_card(item)
        if card in hand:
            raise ImpossibleFactsError("card_twice", field="hands", article="PI-1", card=card.code, seat=seat)
        hand.append(card)
    fewest, article = HAND_SIZE, "PI-7"
    if short:
        fewest, article = MIN_SHORT_HAND, "PI-34"
    if len(hand) < fewest:
        by = fewest - len(hand)
        raise ImpossibleFactsError("hand_short", field="hands", article=article, seat=seat, by=by, expected=fewest)
    if len(hand) > HAND_SIZE:
        by = len(hand) - HAND_SIZE
        raise ImpossibleFactsError("hand_over", field="hands", article="PI-7", seat=seat, by=by, expected=HAND_SIZE)
    # `short` means that the facts name this hand as the short one: it cannot have twelve cards.
    if short and len(hand) == HAND_SIZE:
        raise ImpossibleFactsError("hand_whole", field="hands", article="PI-34", seat=seat, found=HAND_SIZE)
    return tuple(hand)


def _read_card(value: object) -> Card:
    # A value that is no text is replaced by "", which is the code of no card and raises the same error as an unknown
    # code.
    try:
        card = Card(value if isinstance(value, str) else "")
    except UnknownCardError:
        raise ImpossibleFactsError("card_unknown", field="hands", article="PI-1", value=quotable(value)) from None
    if card not in DECK:
        raise ImpossibleFactsError("card_not_in_deck", field="hands", article="PI-1", card=card.code)
    return card
