"""A coup of Piquet as it might have gone."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards
from scorekeeper.games.shape import Json
from scorekeeper.record.standings import Standing
from scorekeeper.web.games.piquet.form import deck


def sample_facts(standing: Standing, chance: Random) -> Json:
    """The facts of a coup as it might have gone: two hands, and who took each trick."""
    cards = list(deck())
    chance.shuffle(cards)
    winners = [chance.randrange(SEATS) for _ in range(TRICKS)]
    facts: dict[str, Any] = {"elder": 1 - standing.deal.dealer, "hands": [cards[:12], cards[12:24]], "winners": winners}
    if standing.options.low_card_points is LowCards.ABOVE_NINE:
        facts["low"] = [[False, False]] * TRICKS
    return facts
