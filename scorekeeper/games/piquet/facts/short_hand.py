"""A short hand, which has fewer than twelve cards (PI-34, PI-38, numbered rules): its seat and its number of cards."""

from __future__ import annotations

from scorekeeper.games.piquet.facts.amounts import read_seat
from scorekeeper.games.piquet.options import TRICKS
from scorekeeper.games.shape import ImpossibleFactsError, Json, read_whole

# A player exchanges cards of the hand for some of the *talon*, the eight cards that were not dealt. So at most eight of
# the twelve cards can be missing.
MIN_SHORT_HAND, MAX_SHORT_HAND = 4, TRICKS - 1


def read_short_hand(json: Json) -> tuple[int | None, int | None]:
    """Read the seat of the short hand and its cards, each None if not entered. Raises `ImpossibleFactsError`."""
    seat = None
    if json.get("short_hand") is not None:
        seat = read_seat(json["short_hand"], "short_hand", "PI-38")
    if json.get("short_cards") is None:
        return seat, None
    # A number of cards was entered, but not the seat whose hand has it.
    if seat is None:
        raise ImpossibleFactsError("short_cards_alone", field="short_cards", article="PI-34")
    return seat, read_whole(json["short_cards"], MIN_SHORT_HAND, MAX_SHORT_HAND, "short_cards", "PI-34")
