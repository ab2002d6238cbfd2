"""The page of a partie that is over: the chart of its totals, its highlights, and a text to share.

Everything here comes from the sheet; the page also shows changes in the statistics, from
`web/history/statistics/changes.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.partie.course import course_of
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.transfer.bg_stats import bg_stats_address
from scorekeeper.web.core.charts import LineChart, Series, line_chart
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.table.ended.sentences import course_sentences, finish_sentences, victory_sentences
from scorekeeper.web.table.ended.text import shared_text, victory
from scorekeeper.web.table.signs import signs_of_sides


@dataclass(frozen=True, slots=True)
class EndedPartie:
    """The content of the page of a partie that is over, except the ranking and the sheet.

    `victory_details` are the sentences below the winner's name. `bg_stats_address` opens the app BG Stats with the
    partie filled in, None for a partie that does not count.
    """

    victory: str
    victory_details: Sequence[str]
    chart: LineChart
    sentences: Sequence[str]
    shared_text: str
    bg_stats_address: str | None


def ended_partie(scored: ScoredPartie, pages: GamePages) -> EndedPartie | None:
    """Return the content of the page, None while it is in progress or when it was abandoned."""
    if scored.ending is None:
        return None
    game_highlights = pages.highlights(scored) if pages.highlights is not None else ()
    course, names, manche_text = course_of(scored), scored.names_of_sides, pages.words.MANCHE
    rare_whys = frozenset(why for why, feat in pages.soiree_feats.items() if feat.rare)
    sentences = [*game_highlights, *course_sentences(course, names, manche_text, rare_whys)]
    # The shared text does not show `victory_details`, so it adds how the partie was won.
    text = shared_text(scored, pages, [*sentences, *finish_sentences(course, names)])
    address = bg_stats_address(scored, str(pages.words.NAME), pages.bgg_id)
    details = victory_sentences(course, names, manche_text)
    return EndedPartie(victory(scored.ending), details, _totals_chart(scored), sentences, text, address)


def _totals_chart(scored: ScoredPartie) -> LineChart:
    """Return the chart of the totals of each side, from zero to the end of the partie."""
    course, series = course_of(scored), []
    for side, sign in enumerate(signs_of_sides(scored)):
        totals = (0, *(row.totals[side] for row in course.rows))
        series.append(Series(_label(scored, side), totals, sign, side in course.winners))
    return line_chart(series)


def _label(scored: ScoredPartie, side: int) -> tuple[str, ...]:
    """Return the lines of the label of a side: its own name, or one line for each player."""
    own_name = scored.own_name(side)
    if own_name:
        return (own_name,)
    *others, last = (player.name for player in scored.side_players(side))
    return (*(f"{name} &" for name in others), last)
