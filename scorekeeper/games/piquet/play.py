"""The play of Piquet: who is elder, and leads first, and what may be played (PI-16)."""

from __future__ import annotations

from scorekeeper.cards.cards import Rank
from scorekeeper.cards.decks import ranks_from
from scorekeeper.cards.legality import PlainTricks
from scorekeeper.cards.pack import pack_of
from scorekeeper.games.contract import Table
from scorekeeper.games.piquet.options import SEATS, TRICKS, PiquetOptions
from scorekeeper.games.shape import Json

DECK, HAND = ranks_from(Rank.SEVEN), TRICKS


def rules(_options: PiquetOptions, _table: Table, _context: Json) -> PlainTricks:
    """The law of a coup: twelve cards each of the thirty-two, eight out of play, follow suit or throw any card."""
    return PlainTricks(pack_of(DECK), SEATS, HAND, "PI-16")


def elder_of(dealer: int) -> int:
    """The seat that does not deal: it exchanges and announces first (PI-5, PI-13)."""
    return (dealer + 1) % SEATS


def leader(dealer: int) -> int:
    """The seat that leads to the first trick: elder (PI-16)."""
    return elder_of(dealer)


def leader_in(facts: Json) -> object:
    """The seat that facts make lead to the first trick: the elder they name, None where they name nobody."""
    return facts.get("elder")


def dealer_of(elder: int) -> int:
    """The seat that deals when this one is elder (PI-3)."""
    return (elder + 1) % SEATS
