"""The page of a partie that is over: the chart of its totals, what is worth telling, and a text to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.partie.course import course_of
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.transfer.bg_stats import bg_stats_address
from scorekeeper.web.core.charts import LineChart, Series, line_chart
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.remarks import news_of_partie, remarks_on_partie
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.table.ended.text import shared_text, victory, victory_details
from scorekeeper.web.table.signs import signs_of_sides


@dataclass(frozen=True, slots=True)
class EndedPartie:
    """The content of the page of a partie that is over, except the ranking and the sheet.

    `victory_details` are the sentences below the winner's name, `news` is what it changes in the carnet.
    `bg_stats_address` opens the app BG Stats with the partie filled in, None for a partie that does not count.
    """

    victory: str
    victory_details: Sequence[str]
    chart: LineChart
    news: Sequence[Remark]
    sentences: Sequence[str]
    shared_text: str
    bg_stats_address: str | None


def ended_partie(scored: ScoredPartie, pages: GamePages) -> EndedPartie | None:
    """Return the content of the page, None while it is in progress or when it was abandoned."""
    if scored.ending is None:
        return None
    own = [] if pages.highlights is None else [*pages.highlights(scored)]
    remarks = remarks_on_partie(scored)
    # How the partie was won is said below the winner's name, which the shared text does not have.
    told_above = "led", "close_finish"
    sentences = [remark.full_text for remark in remarks if remark.is_record or remark.key not in told_above]
    text = shared_text(scored, pages, [*own, *(remark.full_text for remark in remarks)])
    return EndedPartie(
        victory=victory(scored.ending),
        victory_details=victory_details(course_of(scored), scored.names_of_sides, pages.words.MANCHE),
        chart=_totals_chart(scored),
        news=news_of_partie(scored),
        sentences=[*own, *sentences],
        shared_text=text,
        bg_stats_address=bg_stats_address(scored, str(pages.words.NAME), pages.bgg_id),
    )


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
