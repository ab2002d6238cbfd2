"""The texts of a partie that is over: who won and how, and what to share."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import Ending
from scorekeeper.partie.course import Course
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.formatting import date_and_place
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.text.figures import format_figure, join_words
from scorekeeper.web.text.manche import MancheText


def victory(ending: Ending) -> str:
    """Return the words before the names of the winners."""
    if len(ending.winners) == 1:
        return _("Victoire :")
    return _("Partie nulle :") if ending.why == "drawn" else _("Égalité :")


def victory_details(course: Course, names: Sequence[str], manche_text: MancheText) -> list[str]:
    """Return the sentences below the winner's name: the margin, and the manche that decided the partie."""
    sentences = []
    margin, deciding = course.margin(), course.deciding_manche()
    if margin is not None:
        sentences.append(
            ngettext(
                "%(num)d point devant %(who)s.",
                "%(num)d points devant %(who)s.",
                margin.points,
                who=join_words([names[side] for side in margin.second_sides]),
            )
        )
    if deciding is not None:
        sentences.append(_("Tête prise %(when)s, et gardée jusqu’au bout.", when=manche_text.in_manches([deciding])))
    elif course.led_throughout():
        sentences.append(_("En tête du début à la fin."))
    return sentences


def shared_text(scored: ScoredPartie, pages: GamePages, highlights: Sequence[str]) -> str:
    """Return the text to share, with a blank line before the highlights."""
    ending, names, soiree = scored.ending, scored.names_of_sides, scored.partie.soiree
    if ending is None:
        return ""
    lines = [
        f"{pages.words.NAME} · {pages.words.MANCHE.count_text(ending.after)}",
        date_and_place(soiree.held_on, soiree.place),
        f"{victory(ending)} {join_words([names[side] for side in ending.winners])}",
    ]
    if pages.worth is not None and (worth := pages.worth(ending)):
        lines.append(worth)
    lines += [
        _("%(rank)s. %(who)s : %(total)s", rank=rank, who=names[side], total=format_figure(scored.sheet.totals[side]))
        for rank, side in scored.ranking()
    ]
    return "\n".join([*lines, "", *highlights] if highlights else lines)
