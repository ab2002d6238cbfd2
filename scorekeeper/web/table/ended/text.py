"""The texts of a partie that is over: who won and how, and what to share.

A *partie* is a game played to its end, a *manche* one deal of it. Its *ending* has the winners and the reason; its
*course* compares the totals after each manche.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import Ending
from scorekeeper.partie.course import Course
from scorekeeper.web.core.charts.picture import Picture
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.manche import MancheText
from scorekeeper.web.text.values import join_words


def victory(ending: Ending) -> str:
    """Return the words before the names of the winners.

    « Victoire : » for one side, « Partie nulle : » if the rules call the partie drawn, « Égalité : » for several sides.
    """
    if len(ending.winners) == 1:
        return _("Victoire :")
    if ending.why == "drawn":
        return _("Partie nulle :")
    return _("Égalité :")


def victory_details(course: Course, names: Sequence[str], manche_text: MancheText) -> list[str]:
    """Return the sentences below the winner's name: the margin, and the manche that decided the partie."""
    sentences = []
    # The lead of the winner at the end. It is None if several sides won, or if the winner has no lead in points, as may
    # happen at Piquet.
    margin = course.margin()
    # The number of the manche in which the winner took the lead for good. It is None without a margin, and if the
    # winner led from the start.
    deciding = course.deciding_manche()
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


def shared_text(picture: Picture, worth: str | None) -> str:
    """Return the text to share, with a blank line before the sentences. `worth` is what the victory is worth.

    `picture` has the lines of the picture of the partie, which the page draws to be sent: the text begins with them.
    """
    # Such as « Piquet · 6 coups », « samedi 21 novembre 2026 · chez Zoé » and « Victoire : Anne ».
    lines = [picture.figures, picture.when, picture.title]
    if worth:
        lines.append(worth)
    lines += [placed.text for placed in picture.ranking]
    if picture.sentences:
        lines += ["", *picture.sentences]
    return "\n".join(lines)
