from __future__ import annotations

from scorekeeper.games.hearts import HEARTS, facts, options
from scorekeeper.web.games.hearts import text as hearts


def test_every_single_card_has_a_question() -> None:
    assert list(hearts.COUNTED_LABELS) == list(facts.ARTICLES)
    singles = set()
    for preset in options.PRESETS:
        seats = min(preset.seats)
        chosen = HEARTS.read_options({**preset.options}, seats)
        singles |= {key for key, total in options.cards_by_key(chosen, seats).items() if total == 1}
    assert set(hearts.TAKER_QUESTIONS) == singles
