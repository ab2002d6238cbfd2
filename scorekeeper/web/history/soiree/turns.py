"""The course of the parties of a soirée: the largest gap, the best comeback, the closest finish.

Points of different games are not comparable: across games, gaps are relative to the mean gap of a manche.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.soiree.courses import in_order, side_name, whole_course
from scorekeeper.web.table.ended.course import Course
from scorekeeper.web.table.ended.sentences import course_sentences, group
from scorekeeper.web.text.figures import figure, listed
from scorekeeper.web.text.manche import MancheText

TurnT = TypeVar("TurnT")


@dataclass(frozen=True, slots=True)
class _Went:
    """A partie with its course, the names of its sides, and the sentences of its game about manches."""

    place: int
    game: str
    course: Course
    names: list[str]
    manche: MancheText


def turns(parties: Sequence[ListedPartie]) -> list[str]:
    """Return the sentences of the only partie, or the most remarkable ones of several parties."""
    went = list(_went(parties))
    if len(went) == 1:
        return course_sentences(went[0].course, went[0].names, went[0].manche)
    return [*_swing(went), *_comeback(went), *_close_finish(went)]


def _went(parties: Sequence[ListedPartie]) -> Iterator[_Went]:
    for partie in parties:
        course = whole_course(partie)
        if course is not None:
            names = [side_name(side) for side in in_order(partie)]
            yield _Went(partie.place, partie.game, course, names, PAGES[partie.game].words.MANCHE)


def _swing(went: Sequence[_Went]) -> Iterator[str]:
    for one, swing in _most(went, Course.swing, lambda found: abs(found.best - found.worst)):
        yield _(
            "Plus gros écart %(when)s de la partie %(place)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.",
            when=one.manche.in_manches([swing.number]),
            place=one.place,
            best=figure(swing.best),
            ahead=group(swing.ahead, swing.behind, one.names),
            worst=figure(swing.worst),
            behind=group(swing.behind, swing.ahead, one.names),
        )


def _comeback(went: Sequence[_Went]) -> Iterator[str]:
    for one, comeback in _most(went, Course.comeback, lambda found: found.behind):
        yield ngettext(
            "Plus belle remontée pour %(who)s : %(num)d point de retard %(after)s de la partie %(place)s.",
            "Plus belle remontée pour %(who)s : %(num)d points de retard %(after)s de la partie %(place)s.",
            comeback.behind,
            who=one.names[one.course.winners[0]],
            after=one.manche.after_manche(comeback.number),
            place=one.place,
        )


def _close_finish(went: Sequence[_Went]) -> Iterator[str]:
    for one, finish in _most(went, Course.close_finish, lambda found: -found.points):
        yield ngettext(
            "Arrivée la plus serrée à la partie %(place)s : %(num)d point entre %(pair)s.",
            "Arrivée la plus serrée à la partie %(place)s : %(num)d points entre %(pair)s.",
            finish.points,
            place=one.place,
            pair=listed([one.names[side] for side in (*one.course.winners, *finish.next_ones)]),
        )


def _most(
    went: Sequence[_Went], find: Callable[[Course], TurnT | None], size: Callable[[TurnT], int]
) -> Iterator[tuple[_Went, TurnT]]:
    """The first partie with the largest value, if any has one.

    Within one game values are compared directly, across games as multiples of the mean gap of a manche.
    """
    found = [(one, turn) for one in went if (turn := find(one.course)) is not None]
    alike = len({one.game for one, _ in found}) == 1

    def measure(each: tuple[_Went, TurnT]) -> Fraction:
        one, turn = each
        return Fraction(size(turn)) if alike else one.course.in_manches(size(turn))

    if found:
        yield max(found, key=measure)
