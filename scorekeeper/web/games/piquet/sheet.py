"""The notes on the sheet of Piquet: the progress, a pic narrowly missed, refuted declarations."""

from __future__ import annotations

from scorekeeper.games.manche_json import board_for
from scorekeeper.games.piquet.counting.near_misses import near_misses
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.contract import Remark
from scorekeeper.web.games.piquet import progress
from scorekeeper.web.games.piquet.declarations import refutations
from scorekeeper.web.games.piquet.tricks.text import near_miss_sentence


def partie_note(scored: ScoredPartie) -> str:
    """Describe the progress of the partie: « Encore 4 coups », « Partie sèche en 150 points »."""
    return progress.describe_progress(scored.options, scored.played)


def side_note(scored: ScoredPartie, side: int) -> str:
    """Say how many points a player needs, an empty string once the partie is over."""
    if scored.ending is not None:
        return ""
    return progress.points_needed(scored.options, scored.played, side, scored.sheet.totals[side])


def remarks(scored: ScoredPartie) -> dict[int, list[Remark]]:
    """Return the remarks on each coup, by its index: a pic narrowly missed, refuted declarations."""
    by_coup = {}
    for index in range(len(scored.played)):
        of_coup = _near_miss_remarks(scored, index) + _refutation_remarks(scored, index)
        if of_coup:
            by_coup[index] = of_coup
    return by_coup


def _near_miss_remarks(scored: ScoredPartie, index: int) -> list[Remark]:
    """The reasons why a coup narrowly missed a pic or repic (PI-22, PI-23)."""
    misses = near_misses(scored.options, scored.played[index].facts)
    return [(near_miss_sentence(miss, scored.names), miss.article) for miss in misses]


def _refutation_remarks(scored: ScoredPartie, index: int) -> list[Remark]:
    """The refuted declarations that the table accepted (PI-37)."""
    cards, facts = scored.played[index].cards, scored.manches[index].facts
    if cards is None:
        return []
    tricks = board_for(scored.game, scored.options, SEATS, cards, facts).tricks
    return refutations.remarks_on_declarations(facts, tricks, scored.names)
