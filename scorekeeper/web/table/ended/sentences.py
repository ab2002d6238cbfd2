"""The sentences about the course of a partie, in which any name fits: no verb to conjugate, no « de » to elide."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.table.ended.course import Course, Swing
from scorekeeper.web.text.figures import format_figure, join_words
from scorekeeper.web.text.manche import MancheText


def course_sentences(course: Course, names: Sequence[str], manche: MancheText) -> list[str]:
    """Return the highlights that exist in every game: largest gap, comeback, lead throughout, close finish."""
    sentences = []
    swing, comeback, close = course.swing(), course.comeback(), course.close_finish()
    if swing is not None:
        sentences.append(_swing(swing, names, manche))
    if comeback is not None:
        sentences.append(
            ngettext(
                "Remontée réussie par %(who)s : %(num)d point de retard %(after)s.",
                "Remontée réussie par %(who)s : %(num)d points de retard %(after)s.",
                comeback.behind,
                who=names[course.winners[0]],
                after=manche.after_manche(comeback.number),
            )
        )
    if course.led_throughout():
        sentences.append(_("En tête du début à la fin : %(who)s.", who=names[course.winners[0]]))
    if close is not None:
        sentences.append(
            ngettext(
                "Arrivée serrée : %(num)d point entre %(pair)s.",
                "Arrivée serrée : %(num)d points entre %(pair)s.",
                close.points,
                pair=join_words([names[side] for side in (*course.winners, *close.second_sides)]),
            )
        )
    return sentences


def _swing(swing: Swing, names: Sequence[str], manche: MancheText) -> str:
    return _(
        "Le plus grand écart %(when)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.",
        when=manche.in_manches([swing.number]),
        best=format_figure(swing.best),
        ahead=name_sides(swing.ahead, swing.behind, names),
        worst=format_figure(swing.worst),
        behind=name_sides(swing.behind, swing.ahead, names),
    )


def name_sides(sides: Sequence[int], opposite: Sequence[int], names: Sequence[str]) -> str:
    """Name some sides: « Anne et Luc », or « les autres » if they are everyone but `opposite`, and more than those."""
    everyone_else = len(sides) + len(opposite) == len(names)
    if everyone_else and len(sides) > max(1, len(opposite)):
        return _("les autres")
    return join_words([names[side] for side in sides])
