"""Sentences about the course of the parties of a soirée: the largest gap, the best comeback, the closest finish.

Points of different games are not comparable: across games, gaps are divided by the mean gap of a manche.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from scorekeeper.partie.course import Course
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.soiree.courses import course_of_listed_partie, side_name, sides_by_number
from scorekeeper.web.table.ended.sentences import course_sentences, finish_sentences, name_sides
from scorekeeper.web.text.figures import format_figure, join_words
from scorekeeper.web.text.manche import MancheText

MomentT = TypeVar("MomentT")


@dataclass(frozen=True, slots=True)
class _PlayedPartie:
    """A partie with its number in the soirée, its course, the names of its sides, and the texts about its manches."""

    number: int
    game: str
    course: Course
    names: list[str]
    manche_text: MancheText


def turning_point_sentences(parties: Sequence[ListedPartie]) -> list[str]:
    """Return every sentence about the course of a single partie, or those about the extremes of several."""
    played = list(_played_parties(parties))
    if len(played) == 1:
        return [
            *course_sentences(played[0].course, played[0].names, played[0].manche_text),
            *finish_sentences(played[0].course, played[0].names),
        ]
    return [*_swing_sentence(played), *_comeback_sentence(played), *_close_finish_sentence(played)]


def _played_parties(parties: Sequence[ListedPartie]) -> Iterator[_PlayedPartie]:
    for partie in parties:
        course = course_of_listed_partie(partie)
        if course is not None:
            names = [side_name(side) for side in sides_by_number(partie)]
            yield _PlayedPartie(partie.place, partie.game, course, names, PAGES[partie.game].words.MANCHE)


def _swing_sentence(parties: Sequence[_PlayedPartie]) -> Iterator[str]:
    for partie, swing in _find_largest(parties, Course.swing, lambda swing: abs(swing.best - swing.worst)):
        yield _(
            "Plus gros écart %(when)s de la partie %(place)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.",
            when=partie.manche_text.in_manches([swing.number]),
            place=partie.number,
            best=format_figure(swing.best),
            ahead=name_sides(swing.ahead, swing.behind, partie.names),
            worst=format_figure(swing.worst),
            behind=name_sides(swing.behind, swing.ahead, partie.names),
        )


def _comeback_sentence(parties: Sequence[_PlayedPartie]) -> Iterator[str]:
    for partie, comeback in _find_largest(parties, Course.comeback, lambda comeback: comeback.behind):
        yield ngettext(
            "Plus belle remontée pour %(who)s : %(num)d point de retard %(after)s de la partie %(place)s.",
            "Plus belle remontée pour %(who)s : %(num)d points de retard %(after)s de la partie %(place)s.",
            comeback.behind,
            who=partie.names[partie.course.winners[0]],
            after=partie.manche_text.after_manche(comeback.number),
            place=partie.number,
        )


def _close_finish_sentence(parties: Sequence[_PlayedPartie]) -> Iterator[str]:
    for partie, finish in _find_largest(parties, Course.close_finish, lambda finish: -finish.points):
        yield ngettext(
            "Arrivée la plus serrée à la partie %(place)s : %(num)d point entre %(pair)s.",
            "Arrivée la plus serrée à la partie %(place)s : %(num)d points entre %(pair)s.",
            finish.points,
            place=partie.number,
            pair=join_words([partie.names[side] for side in (*partie.course.winners, *finish.second_sides)]),
        )


def _find_largest(
    parties: Sequence[_PlayedPartie], find: Callable[[Course], MomentT | None], size: Callable[[MomentT], int]
) -> Iterator[tuple[_PlayedPartie, MomentT]]:
    """Yield the largest of the moments that `find` returns, with its partie; nothing without a moment."""
    moments = [(partie, moment) for partie in parties if (moment := find(partie.course)) is not None]
    same_game = len({partie.game for partie, _ in moments}) == 1

    def comparable_size(partie_and_moment: tuple[_PlayedPartie, MomentT]) -> Fraction:
        partie, moment = partie_and_moment
        return Fraction(size(moment)) if same_game else partie.course.in_manches(size(moment))

    if moments:
        yield max(moments, key=comparable_size)
