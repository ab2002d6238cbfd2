"""Score Piquet: the count of each coup as lines, the doubled coups, and the next deal.

A *coup* is one deal, a *step* of its count the points of one card or combination, a *line* the points of one kind on
the sheet, with their reason (`why`, a key). *Elder* is the seat that does not deal. A *partie* is a game from its first
deal to its end; in a *liée* it is the best of three games, called sub-games. `Coups` are the coups of a partie,
`Totals` points by side. A coup is *void* if it must be dealt again. A side is a seat here, and a *manche* a coup.
*Facts* are the data that the table entered of a coup. PI-29 and T-5 are numbered rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.games.contract import Deal, Line, MancheFacts, MancheScore, Sheet, Table, add_up, penalty_lines
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, PiquetOptions
from scorekeeper.games.piquet.settlement import (
    Coups,
    Games,
    doubled_coups,
    find_ending,
    games_of,
    is_void,
    loss_article,
)
from scorekeeper.games.piquet.step import Step

# The reasons of the points of the play, and of those after it. The lines of a coup are in this order: declarations, pic
# and repic; then `_PLAY`, elder's first; then `_AFTER_PLAY`.
_PLAY = ("leads", "wins", "last_trick", "trick_points")
_AFTER_PLAY = ("all_trick_points", "cards", "capot")


def score(options: PiquetOptions, _seats: int, manches: Sequence[MancheFacts[PiquetFacts]]) -> Sheet:
    """Compute the sheet from the facts; a side is a seat (PI-8 to PI-31)."""
    scores = _manche_scores(options, manches)
    # The ending depends on the running totals after each coup; None if the partie goes on.
    return Sheet(SEATS, scores, find_ending(options, manches, [manche_score.totals for manche_score in scores]))


def liee_state(options: PiquetOptions, manches: Coups) -> Games:
    """Return the sub-games of a *liée* (PI-28): those won, and the current points. Another format is one game."""
    return games_of(options, manches, [manche_score.totals for manche_score in _manche_scores(options, manches)])


def manche_lines(options: PiquetOptions, facts: PiquetFacts, *, doubled: bool = False) -> list[Line]:
    """Return the lines of one coup, without revokes and penalties; `doubled` adds a line with its points (PI-29)."""
    # A coup that is not counted has one line without points, which states why: the deal is void, or a seat loses the
    # whole partie (PI-32 to PI-38).
    irregularity = facts.irregularity
    if facts.cancelled and irregularity is not None:
        # The line is that of the dealer, unless a seat at fault was entered.
        seat = irregularity.seat
        if seat is None:
            seat = 1 - facts.elder
        why = "void" if is_void(facts) else "loses_partie"
        # Only a void deal has an article of its own.
        return [Line(seat, why, 0, irregularity.article or loss_article(facts))]
    lines = _lines_of(facts.elder, count_coup(options, facts))
    # The lines of the coup stay as counted. More lines, which repeat the points, follow them.
    if doubled:
        lines += _doubled_lines(lines)
    return lines


def deal(_options: PiquetOptions, table: Table, played: Sequence[MancheFacts[PiquetFacts]]) -> Deal:
    """Return the next deal: elder deals next (PI-3), and a void coup is dealt again (PI-32, PI-38)."""
    # The table has the dealer of the first coup; `after` raises `ValueError` if that one is unknown.
    if not played:
        return Deal(table.after(table.dealer, 0))
    last = played[-1].facts
    # The same dealer, who is the seat that is not elder.
    if is_void(last):
        return Deal(1 - last.elder)
    return Deal(last.elder)


def _manche_scores(options: PiquetOptions, manches: Coups) -> tuple[MancheScore, ...]:
    lines_by_manche = [
        [
            *manche_lines(options, manche.facts, doubled=doubled),
            *_revoke_lines(options, manche.revokes),
            *penalty_lines(manche),
        ]
        for manche, doubled in zip(manches, doubled_coups(options, manches), strict=True)
    ]
    # Adds to the lines of each manche its points and the running totals.
    return add_up(SEATS, lines_by_manche)


def _revoke_lines(options: PiquetOptions, revokes: Sequence[int]) -> list[Line]:
    """Return two lines for each recorded revoke: the revoke itself, and the points of the other seat, if any (T-5)."""
    # A line is a side, the key of the reason, the points and the article; `seat` is the one that revoked.
    lines = []
    for seat in revokes:
        lines.append(Line(seat, "revoke", 0, "T-5", seat=seat))
        if options.revoke:
            lines.append(Line(1 - seat, "revoke_against", options.revoke, "T-5"))
    return lines


def _lines_of(elder: int, steps: Sequence[Step]) -> list[Line]:
    """Return the steps as lines in the order of the sheet: one for each declaration and each kind of play points."""
    lines: dict[object, Line] = {}
    for number, step in enumerate(steps):
        line = Line(step.seat, step.why, step.points, step.article, step.count, made_by=step.made_by)
        # Every step has a line of its own, even a second brelan.
        key: object = number
        # But the points of the play with the same seat and reason become one line.
        if step.why in _PLAY:
            key = step.seat, step.why
        if key in lines:
            points, count = lines[key].points + step.points, (lines[key].count or 0) + (step.count or 0)
            line = replace(line, points=points, count=count)
        lines[key] = line
    # A line of 0 points is omitted.
    return sorted((line for line in lines.values() if line.points), key=lambda line: _sort_key(elder, line))


def _sort_key(elder: int, line: Line) -> tuple[int, ...]:
    """Return the key by which lines are sorted; the declarations stay in the order in which they were counted.

    Python compares these tuples number by number: first the group of the line, then the order in the group.
    """
    if line.why in _PLAY:
        return 1, int(line.side != elder), _PLAY.index(line.why)
    if line.why in _AFTER_PLAY:
        return (2,)
    # Declarations, pic and repic. `sorted` leaves lines of equal keys in their order.
    return (0,)


def _doubled_lines(lines: Sequence[Line]) -> list[Line]:
    """Return one more line for each side with points, which adds its points in the coup once more (PI-29)."""
    totals = [sum(line.points for line in lines if line.side == side) for side in range(SEATS)]
    return [Line(side, "doubled", points, "PI-29") for side, points in enumerate(totals) if points]
