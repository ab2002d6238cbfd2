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
from scorekeeper.web.history.soiree.courses import course_of_listed, side_name, sides_by_number
from scorekeeper.web.table.ended.course import Course
from scorekeeper.web.table.ended.sentences import course_sentences, name_sides
from scorekeeper.web.text.figures import format_figure, join_words
from scorekeeper.web.text.manche import MancheText

FoundT = TypeVar("FoundT")


@dataclass(frozen=True, slots=True)
class _PlayedPartie:
    """A partie with its course, the names of its sides, and the sentences of its game about manches."""

    place: int
    game: str
    course: Course
    names: list[str]
    manche: MancheText


def turning_points(parties: Sequence[ListedPartie]) -> list[str]:
    """Return all sentences about a single partie, or those about the extremes of several."""
    played = list(_played_parties(parties))
    if len(played) == 1:
        return course_sentences(played[0].course, played[0].names, played[0].manche)
    return [*_swing(played), *_comeback(played), *_close_finish(played)]


def _played_parties(parties: Sequence[ListedPartie]) -> Iterator[_PlayedPartie]:
    for partie in parties:
        course = course_of_listed(partie)
        if course is not None:
            names = [side_name(side) for side in sides_by_number(partie)]
            yield _PlayedPartie(partie.place, partie.game, course, names, PAGES[partie.game].words.MANCHE)


def _swing(parties: Sequence[_PlayedPartie]) -> Iterator[str]:
    for partie, swing in _largest(parties, Course.swing, lambda found: abs(found.best - found.worst)):
        yield _(
            "Plus gros écart %(when)s de la partie %(place)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.",
            when=partie.manche.in_manches([swing.number]),
            place=partie.place,
            best=format_figure(swing.best),
            ahead=name_sides(swing.ahead, swing.behind, partie.names),
            worst=format_figure(swing.worst),
            behind=name_sides(swing.behind, swing.ahead, partie.names),
        )


def _comeback(parties: Sequence[_PlayedPartie]) -> Iterator[str]:
    for partie, comeback in _largest(parties, Course.comeback, lambda found: found.behind):
        yield ngettext(
            "Plus belle remontée pour %(who)s : %(num)d point de retard %(after)s de la partie %(place)s.",
            "Plus belle remontée pour %(who)s : %(num)d points de retard %(after)s de la partie %(place)s.",
            comeback.behind,
            who=partie.names[partie.course.winners[0]],
            after=partie.manche.after_manche(comeback.number),
            place=partie.place,
        )


def _close_finish(parties: Sequence[_PlayedPartie]) -> Iterator[str]:
    for partie, finish in _largest(parties, Course.close_finish, lambda found: -found.points):
        yield ngettext(
            "Arrivée la plus serrée à la partie %(place)s : %(num)d point entre %(pair)s.",
            "Arrivée la plus serrée à la partie %(place)s : %(num)d points entre %(pair)s.",
            finish.points,
            place=partie.place,
            pair=join_words([partie.names[side] for side in (*partie.course.winners, *finish.second_sides)]),
        )


def _largest(
    parties: Sequence[_PlayedPartie], find: Callable[[Course], FoundT | None], size: Callable[[FoundT], int]
) -> Iterator[tuple[_PlayedPartie, FoundT]]:
    """The first partie in which what `find` returns is largest; nothing if it is None in all of them.

    Sizes are compared in points within one game, and as multiples of the mean gap of a manche across games.
    """
    found = [(partie, turn) for partie in parties if (turn := find(partie.course)) is not None]
    same_game = len({partie.game for partie, _ in found}) == 1

    def measure(each: tuple[_PlayedPartie, FoundT]) -> Fraction:
        partie, turn = each
        return Fraction(size(turn)) if same_game else partie.course.in_manches(size(turn))

    if found:
        yield max(found, key=measure)
