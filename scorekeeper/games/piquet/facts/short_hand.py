"""A hand left short (PI-34, PI-38): whose it is, and of how many cards."""

from __future__ import annotations

from scorekeeper.games.piquet.facts.amounts import read_seat
from scorekeeper.games.piquet.options import TRICKS
from scorekeeper.games.shape import ImpossibleFactsError, Json, is_list, read_whole

FEWEST, MOST = 4, TRICKS - 1


def read_short_hand(json: Json) -> tuple[int | None, int | None]:
    """The seat whose hand was short, and its cards if they were said; None for what was not.

    It has eleven cards at most, and four at least: no more than the eight of the talon can be exchanged. Raises
    `ImpossibleFactsError`.
    """
    said = None if json.get("short_hand") is None else read_seat(json["short_hand"], "short_hand", "PI-38")
    if json.get("short_cards") is None:
        return said, None
    if said is None:
        raise ImpossibleFactsError("short_cards_alone", field="short_cards", article="PI-34")
    return said, read_whole(json["short_cards"], FEWEST, MOST, "short_cards", "PI-34")


def cards_held(json: Json) -> tuple[int, int] | None:
    """The seat whose hand was short, and how many cards it plays with: those said, or shown, or else eleven.

    None where no hand was. Raises `ImpossibleFactsError`.
    """
    seat, cards = read_short_hand(json)
    if seat is None:
        return None
    hands = json.get("hands")
    hand = hands[seat] if is_list(hands) and seat < len(hands) else None
    return seat, cards or (len(hand) if is_list(hand) else MOST)
