"""The page of a partie that is over: the chart of its totals, its highlights, and a text to share.

Everything comes from the sheet; the changes in the statistics are `statistics.news`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.transfer.plays import play_address
from scorekeeper.web.core.charts import LineChart, Series, line_chart
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.table.ended.course import course_of
from scorekeeper.web.table.ended.sentences import course_sentences
from scorekeeper.web.table.ended.text import shared_text, victory


@dataclass(frozen=True, slots=True)
class EndedPartie:
    """What the page of a partie that is over shows in addition to the ranking and the sheet.

    `play` is the address that sends the partie to BG Stats, None for a partie that does not count.
    """

    victory: str
    chart: LineChart
    sentences: Sequence[str]
    text: str
    play: str | None


def ended_partie(scored: ScoredPartie, pages: GamePages) -> EndedPartie | None:
    """Return the end of a partie, None while it is in progress or when it was abandoned."""
    if scored.ending is None:
        return None
    game = pages.highlights(scored) if pages.highlights is not None else ()
    sentences = [*game, *course_sentences(course_of(scored), scored.names_of_sides, pages.words.MANCHE)]
    text = shared_text(scored, pages, sentences)
    play = play_address(scored, str(pages.words.NAME), pages.bgg_id)
    return EndedPartie(victory(scored.ending), _curves(scored), sentences, text, play)


def _curves(scored: ScoredPartie) -> LineChart:
    """The chart of the totals of each side, from zero to the end of the partie."""
    course = course_of(scored)
    return line_chart(
        [
            Series(_label(scored, side), (0, *(row.totals[side] for row in course.rows)), side in course.winners)
            for side in range(scored.sheet.sides)
        ]
    )


def _label(scored: ScoredPartie, side: int) -> tuple[str, ...]:
    """The name of a side as unbroken lines: its own name, or one line per player."""
    own = scored.own_name(side)
    *others, last = (player.name for player in scored.side_players(side))
    return (own,) if own else (*(f"{name} &" for name in others), last)
