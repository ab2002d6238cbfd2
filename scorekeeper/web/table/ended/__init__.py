"""A partie that is over: the course of its totals, what was remarkable of it, and the text to send to those who left.

Everything follows from the sheet and the time of the last manche. What changed in the statistics is `statistics.news`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.transfer.plays import play_address
from scorekeeper.web.core.charts import LineChart, Series, line_chart
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.table.ended.course import course_of
from scorekeeper.web.table.ended.sentences import course_sentences
from scorekeeper.web.table.ended.text import shared_text, victory


@dataclass(frozen=True, slots=True)
class EndedPartie:
    """What the page of a partie that is over shows besides the ranking and the sheet.

    `play` is the address that hands it to BG Stats, None where nothing counts.
    """

    victory: str
    chart: LineChart
    sentences: Sequence[str]
    text: str
    play: str | None


def ended_partie(standing: Standing, pages: GamePages) -> EndedPartie | None:
    """The end of a partie, None while it goes on or when it was abandoned."""
    if standing.ending is None:
        return None
    game = pages.highlights(standing) if pages.highlights is not None else ()
    sentences = [*game, *course_sentences(course_of(standing), standing.names_of_sides, pages.words.MANCHE)]
    text = shared_text(standing, pages, sentences)
    play = play_address(standing, str(pages.words.NAME), pages.bgg_id)
    return EndedPartie(victory(standing.ending), _curves(standing), sentences, text, play)


def _curves(standing: Standing) -> LineChart:
    """The totals of each side, from nothing to those that count."""
    course = course_of(standing)
    return line_chart(
        [
            Series(_label(standing, side), (0, *(row.totals[side] for row in course.rows)), side in course.winners)
            for side in range(standing.sheet.sides)
        ]
    )


def _label(standing: Standing, side: int) -> tuple[str, ...]:
    """The name of a side as lines that stay whole: its own, or one a player."""
    own = standing.own_name(side)
    *others, last = (player.name for player in standing.side_players(side))
    return (own,) if own else (*(f"{name} &" for name in others), last)
