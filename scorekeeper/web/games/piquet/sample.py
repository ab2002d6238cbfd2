"""Random facts of a coup of Piquet."""

from __future__ import annotations

from random import Random

from scorekeeper.cards.transport import bits
from scorekeeper.games.board import Board
from scorekeeper.games.contract import Table
from scorekeeper.games.piquet.facts.cards import rules, tricks_taken
from scorekeeper.games.piquet.options import SEATS, TRICKS
from scorekeeper.games.piquet.play import elder_of
from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.web.games.piquet.form import deck_codes


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Deal two random hands, play them at random, and return the facts of the coup."""
    cards = list(deck_codes())
    generator.shuffle(cards)
    elder = elder_of(scored.deal.dealer)
    hands = [cards[:TRICKS], cards[TRICKS : 2 * TRICKS]]
    board = Board(rules(scored.options, Table(SEATS), {}), elder, hands)
    while board.seat is not None:
        hand = board.hands[board.seat] or 0
        # A card whose claim (`rule.only`) does not cover the whole hand would be a revoke.
        allowed = [rule.cards & hand for rule in board.rules.at(board.turn) if not hand & ~(rule.only or hand)]
        board.play(generator.choice([bit for cards in allowed for bit in bits(cards)]))
    return {"elder": elder, "hands": hands, **tricks_taken(scored.options, board.tricks)}
