"""Remarks on the course of parties: the largest gap, the best comeback, the closest finish.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. The course of a partie is its
points and totals after each manche. The gap of a manche is the difference between its best and its worst points. Points
of different games are not comparable: to compare moments of two games, their points are divided by the mean gap of a
manche.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from scorekeeper.partie.course import Course, Swing
from scorekeeper.record.read_models.moments import PartieMoment
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.remarks.played import PlayedPartie
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.values import format_number, join_words

# The moment that a method of `Course` finds: `Swing`, `Comeback` or `Margin`.
FoundT = TypeVar("FoundT")


def find_swing(parties: Sequence[PlayedPartie]) -> Iterator[Remark]:
    """Find the manche with the largest gap."""
    # `_largest` yields at most one.
    for partie, swing in _largest(parties, Course.swing, _size_of_swing):
        # The values in the sentence, by name: the best points and the names of the sides that have them, then the worst
        # points and the names of the sides that have these.
        details = {
            "best": format_number(swing.best),
            "ahead": name_sides(swing.ahead, swing.behind, partie.names),
            "worst": format_number(swing.worst),
            "behind": name_sides(swing.behind, swing.ahead, partie.names),
            # « à la manche 3 »
            "when": partie.when(swing.number),
            # « Volte de Zoé », empty without a rare feat in this manche.
            "feat": partie.rare_feat_in(swing.number),
        }
        moment = PartieMoment(partie.game, "swing", _size_of_swing(swing))
        yield Remark("swing", details, frozenset({(partie.id, swing.number)}), partie_id=partie.id, moment=moment)


def find_comeback(parties: Sequence[PlayedPartie]) -> Iterator[Remark]:
    """Find the largest deficit of a winner; `behind` is its number of points."""
    for partie, comeback in _largest(parties, Course.comeback, lambda comeback: comeback.behind):
        details = {
            "who": partie.names[partie.course.winners[0]],
            "points": comeback.behind,
            "when": partie.when(comeback.number, after=True),
        }
        moment = PartieMoment(partie.game, "comeback", comeback.behind)
        yield Remark("comeback", details, partie_id=partie.id, moment=moment)


def find_close_finish(parties: Sequence[PlayedPartie]) -> Iterator[Remark]:
    """Find the smallest lead at the end, a number of points."""
    # `_largest` compares minus the points, so that it finds the smallest.
    for partie, finish in _largest(parties, Course.close_finish, lambda finish: -finish.points):
        # The numbers of the side of the winner and of the sides in second place.
        sides = *partie.course.winners, *finish.second_sides
        # `join_words` returns « Anne, Luc et Zoé ».
        details = {"points": finish.points, "who": join_words([partie.names[side] for side in sides])}
        moment = PartieMoment(partie.game, "margin", finish.points)
        yield Remark("close_finish", details, partie_id=partie.id, moment=moment)


def name_sides(sides: Sequence[int], opposite: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of sides: « Anne et Luc », or « les autres ».

    « les autres » is returned if three things are true: each side of the partie is among `sides` or among the
    `opposite` ones, `sides` are at least two, and they are more than the opposite ones. `names` are the names of all
    sides, by number.
    """
    everyone_else = len(sides) + len(opposite) == len(names)
    if everyone_else and len(sides) > max(1, len(opposite)):
        return _("les autres")
    return join_words([names[side] for side in sides])


def _size_of_swing(swing: Swing) -> int:
    return abs(swing.best - swing.worst)


def _largest(
    parties: Sequence[PlayedPartie], find: Callable[[Course], FoundT | None], size: Callable[[FoundT], int]
) -> Iterator[tuple[PlayedPartie, FoundT]]:
    """Yield the largest moment of all parties, as (partie, moment); nothing if no partie has such a moment.

    `find` is the method of `Course` that returns the moment of a partie, or None. `size` returns the number of points
    by which moments are compared.
    """
    # For each game, by slug: (partie, moment) with the largest moment of this game.
    largest: dict[str, tuple[PlayedPartie, FoundT]] = {}
    for partie in parties:
        moment = find(partie.course)
        best = largest.get(partie.game)
        if moment is not None and (best is None or size(moment) > size(best[1])):
            largest[partie.game] = partie, moment
    # Then the largest of these is found. Points of two games are not comparable, so `in_manches` divides them by the
    # mean gap of a manche.
    if largest:
        yield max(largest.values(), key=lambda found: found[0].course.in_manches(size(found[1])))
