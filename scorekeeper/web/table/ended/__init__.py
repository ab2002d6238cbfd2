"""The page of a partie that is over: the chart of its totals, what is worth telling, a text and a picture to share.

A *partie* is a game played to its end, a *manche* one deal of it, a *carnet* the notebook of a group of players. A
*side* is a player or a team. A *sign* is a number from 0 to 7: the mark and the colour of a player or side. A *remark*
is a sentence about what was unusual. The *course* of a partie has its totals after each manche.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.contract import Ending
from scorekeeper.partie.course import course_of
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.transfer.bg_stats import bg_stats_address
from scorekeeper.web.core.charts import LineChart, Series, line_chart
from scorekeeper.web.core.charts.picture import Curves, Picture, Placed
from scorekeeper.web.core.formatting import date_and_place
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.remarks import remarks_on_partie
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.remarks.titles import find_title_change
from scorekeeper.web.table.ended.text import shared_text, victory, victory_details
from scorekeeper.web.table.signs import signs_of_sides
from scorekeeper.web.text.values import format_number, join_words


@dataclass(frozen=True, slots=True)
class EndedPartie:
    """The content of the page of a partie that is over, except the ranking and the sheet."""

    # The words before the names of the winners.
    victory: str
    # The sentences below the names of the winners.
    victory_details: Sequence[str]
    # The totals after each manche.
    chart: LineChart
    # What the partie changes in the carnet: who has the title.
    news: Sequence[Remark]
    # What is worth telling of the partie.
    sentences: Sequence[str]
    shared_text: str
    picture: Picture
    # The address that opens the app BG Stats, with the partie filled in; None for a partie that does not count.
    bg_stats_address: str | None


def ended_partie(scored: ScoredPartie, pages: GamePages) -> EndedPartie | None:
    """Return the content of the page; None for a partie that is in progress or was abandoned."""
    if scored.ending is None:
        return None
    # `highlights` returns sentences of this game only, `worth` what a victory is worth, such as a number of points.
    own: Sequence[str] = ()
    if pages.highlights is not None:
        own = pages.highlights(scored)
    worth = None
    if pages.worth is not None:
        worth = pages.worth(scored.ending)
    remarks = remarks_on_partie(scored)
    # On the page, `victory_details` says by how much the winner won, so that the remark that it was by little is left
    # out unless it is a record of the carnet. The picture and the shared text do not have these details: they get all
    # remarks.
    # `full_text` is the sentence of a remark, with how rare it is in the carnet.
    sentences = [remark.full_text for remark in remarks if remark.is_record or remark.key != "close_finish"]
    series, partie = _series(scored), scored.partie
    picture = _picture(scored, scored.ending, pages, series, [*own, *(remark.full_text for remark in remarks)])
    return EndedPartie(
        victory=victory(scored.ending),
        victory_details=victory_details(course_of(scored), scored.names_of_sides, pages.text.MANCHE),
        chart=line_chart(series),
        news=list(find_title_change(partie.soiree, partie.counted_as, {partie.id})),
        sentences=[*own, *sentences],
        shared_text=shared_text(picture, worth),
        picture=picture,
        bg_stats_address=bg_stats_address(scored, str(pages.text.NAME), pages.bgg_id),
    )


def _picture(
    scored: ScoredPartie, ending: Ending, pages: GamePages, series: Sequence[Series], sentences: Sequence[str]
) -> Picture:
    names = scored.names_of_sides
    soiree = scored.partie.soiree
    signs = signs_of_sides(scored)
    totals = scored.sheet.totals
    # The first three arguments are `when`, « samedi 21 novembre 2026 · chez Zoé », `title`, « Victoire : Anne », and
    # `figures`, « Piquet · 6 coups ».
    return Picture(
        date_and_place(soiree.held_on, soiree.place),
        f"{victory(ending)} {join_words([names[side] for side in ending.winners])}",
        f"{pages.text.NAME} · {pages.text.MANCHE.count_text(ending.after)}",
        # The `ranking`: for each side its rank, name, sign and total.
        [Placed(rank, names[side], signs[side], format_number(totals[side])) for rank, side in scored.ranking()],
        # The `curves`: one chart, without a caption.
        [Curves("", series)],
        sentences=sentences,
    )


def _series(scored: ScoredPartie) -> list[Series]:
    """Return the totals of each side, from zero to the end of the partie."""
    course = course_of(scored)
    series = []
    for side, sign in enumerate(signs_of_sides(scored)):
        totals = (0, *(row.totals[side] for row in course.rows))
        # The label, the values, the sign, and whether the line is drawn as that of a winner.
        series.append(Series(_label(scored, side), totals, sign, side in course.winners))
    return series


def _label(scored: ScoredPartie, side: int) -> tuple[str, ...]:
    """Return the lines of the label of a side: its own name, or one line for each player: « Anne & » and « Zoé »."""
    own_name = scored.own_name(side)
    if own_name:
        return (own_name,)
    *others, last = (player.name for player in scored.side_players(side))
    return (*(f"{name} &" for name in others), last)
