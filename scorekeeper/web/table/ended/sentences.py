"""The sentences about the course of a partie. Any name fits in them: no verb to conjugate, no « de » to elide."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.partie.course import Course, Swing
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.figures import format_figure, join_words
from scorekeeper.web.text.manche import MancheText


def course_sentences(
    course: Course, names: Sequence[str], manche_text: MancheText, rare_whys: frozenset[str] = frozenset()
) -> list[str]:
    """Return the highlights of the course that every game has: the largest gap and the comeback.

    The largest gap is omitted if its manche has a line of `rare_whys`, which another highlight is about.
    """
    sentences = []
    swing, comeback = course.swing(), course.comeback()
    if swing is not None and rare_whys.isdisjoint(line.why for line in course.rows[swing.number - 1].lines):
        sentences.append(_swing_sentence(swing, names, manche_text))
    if comeback is not None:
        sentences.append(
            ngettext(
                "Remontée réussie par %(who)s : %(num)d point de retard %(after)s.",
                "Remontée réussie par %(who)s : %(num)d points de retard %(after)s.",
                comeback.behind,
                who=names[course.winners[0]],
                after=manche_text.after_manche(comeback.number),
            )
        )
    return sentences


def victory_sentences(course: Course, names: Sequence[str], manche_text: MancheText) -> list[str]:
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


def finish_sentences(course: Course, names: Sequence[str]) -> list[str]:
    """Return the sentences about a lead throughout and a close finish, for a text without the margin."""
    sentences = []
    close = course.close_finish()
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


def _swing_sentence(swing: Swing, names: Sequence[str], manche_text: MancheText) -> str:
    return _(
        "Le plus grand écart %(when)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.",
        when=manche_text.in_manches([swing.number]),
        best=format_figure(swing.best),
        ahead=name_sides(swing.ahead, swing.behind, names),
        worst=format_figure(swing.worst),
        behind=name_sides(swing.behind, swing.ahead, names),
    )


def name_sides(sides: Sequence[int], opposite: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of sides: « Anne et Luc », or « les autres » for all sides but the `opposite` ones, if more."""
    everyone_else = len(sides) + len(opposite) == len(names)
    if everyone_else and len(sides) > max(1, len(opposite)):
        return _("les autres")
    return join_words([names[side] for side in sides])
