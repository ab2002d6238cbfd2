"""The end of a partie of Piquet and its settlement: articles PI-24 to PI-31, PI-35 and PI-36.

A *coup* is one deal. The *format* says what ends the partie: a number of coups, or a target of points, in one game or
in a *liée* (best of three, whose games are called sub-games here). *Elder* is the seat that does not deal. A coup is
*void* if it must be dealt again. A *partie* is a game from its first deal to its end; its *settlement* are the points
that the winner gets for it, in lines with a reason. A *rubicon* is a loser with fewer than 100 points.

A format with a number of coups does not count a void coup, but a penalty (points that the table agreed to give) entered
with a void coup counts (T-5). A *manche* is a coup. `totals` are the totals of the sheet after each manche, by side; a
side is a seat. The points of a sub-game of a *liée* are the totals less those at its start. `after` is a number of
manches, counted from the beginning of the partie, so that `totals[after - 1]` are the totals after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, TypeAlias

from scorekeeper.games.contract import Ending, MancheFacts
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.coup import IrregularityKind, PiquetFacts
from scorekeeper.games.piquet.options import SEATS, EqualTotals, Format, PiquetOptions

# The formats that end after a number of coups.
COUPS = {Format.SIX_COUPS: 6, Format.RUBICON_FOUR: 4}
# The numbers of the coups whose points double, in the format of four.
DOUBLED_COUPS = frozenset({1, 4})
# The number of coups that are added after equal totals.
TIE_COUPS = 2
# The points for winning the partie, and the total below which a loser pays the sum instead of the difference.
PARTIE_POINTS, RUBICON = 100, 100
# The sub-games that win a *liée*.
GAMES_TO_WIN = 2
# By format, the key of the reason of the ending, and its article (the number of its rule).
ENDINGS = {
    Format.SIX_COUPS: ("six_coups", "PI-25"),
    Format.RUBICON_FOUR: ("rubicon_four", "PI-29"),
    Format.TARGET_SINGLE: ("target", "PI-27"),
    Format.TARGET_LINKED: ("linked", "PI-28"),
}

# The coups of a partie in order, and points by side.
Coups: TypeAlias = Sequence[MancheFacts[PiquetFacts]]
Totals: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game or sub-game."""

    # The number of manches after which it ends.
    after: int
    # The winning seat, or both seats if it is drawn.
    winners: tuple[int, ...]


def is_void(facts: PiquetFacts) -> bool:
    """Return whether the coup is void and is dealt again (PI-32, PI-33, PI-38)."""
    return facts.irregularity is not None and facts.irregularity.kind is IrregularityKind.VOID


def partie_loser(facts: PiquetFacts) -> int | None:
    """Return the seat that lost the partie in this coup (PI-35, PI-36), or None."""
    if facts.irregularity is None or facts.irregularity.kind is not IrregularityKind.LOSES_PARTIE:
        return None
    return facts.irregularity.seat


def loss_article(facts: PiquetFacts) -> str:
    """Return the article of a partie lost outright by elder (PI-35) or the dealer (PI-36)."""
    return "PI-35" if partie_loser(facts) == facts.elder else "PI-36"


def doubled_coups(options: PiquetOptions, manches: Coups) -> list[bool]:
    """Return for each manche whether its points double: the first and fourth coup of Piquet Rubicon (PI-29)."""
    # The number of each coup, counted without the void ones: True counts as 1, and a void coup adds 0.
    numbers = accumulate(not is_void(manche.facts) for manche in manches)
    rubicon = options.format is Format.RUBICON_FOUR
    return [
        rubicon and number in DOUBLED_COUPS and not is_void(manche.facts)
        for number, manche in zip(numbers, manches, strict=True)
    ]


def find_ending(options: PiquetOptions, manches: Coups, totals: Sequence[Totals]) -> Ending | None:
    """Return the ending of the partie, None if it goes on.

    The partie ends with the first manche that completes its format, or in which a seat loses outright (PI-35, PI-36).
    """
    lost = next((index for index, manche in enumerate(manches) if partie_loser(manche.facts) is not None), None)
    # A partie that is lost ends at once, so that only the coups before this one can complete it. Without a loss, `lost`
    # is None, and `manches[:None]` has every coup.
    ends = game_ends(options, manches[:lost], totals)
    why, article = ENDINGS[options.format]
    # Without lines of a settlement, as after a single game to a target, the points stay None. A drawn partie has 0.
    points = None
    if _is_complete(options, ends):
        end = ends[-1]
        lines = _settlement(options, end.winners, totals[end.after - 1])
        if len(end.winners) > 1:
            why, article = "drawn", "PI-30"
            points = 0
    elif lost is None:
        return None
    else:
        why, article = "loses_partie", loss_article(manches[lost].facts)
        # The other seat wins. (`or 0` is for the type checker: there is a loser.)
        end = GameEnd(lost + 1, (1 - (partie_loser(manches[lost].facts) or 0),))
        lines = _settlement_of_loss(options, end.winners[0], totals[lost])
    if lines:
        points = sum(line["points"] for line in lines)
    # The settlement in the public format (PI-25 to PI-29).
    result: dict[str, Any] = {
        "points": points,
        # A line has the sum of the totals only if the loser is below 100 points.
        "rubicon": any(line["why"] == "sum" for line in lines),
        "lines": lines,
        "totals": list(totals[end.after - 1]),
        "limit": None if options.format in COUPS else options.target,
    }
    # Only a *liée* has sub-games to win.
    if options.format is Format.TARGET_LINKED:
        result["wins"] = list(wins_of(ends))
    return Ending(why, article, end.winners, end.after, result)


def game_ends(options: PiquetOptions, manches: Coups, totals: Sequence[Totals]) -> list[GameEnd]:
    """Return the ends of the completed games: of one game, or of each sub-game of a *liée* (PI-28)."""
    ends: list[GameEnd] = []
    # The number of manches before the current game.
    start = 0
    while not _is_complete(options, ends):
        end = _game_end(options, manches, totals, start)
        if end is None:
            break
        ends.append(end)
        start = end.after
    return ends


def _is_complete(options: PiquetOptions, ends: Sequence[GameEnd]) -> bool:
    # Every other format has one game.
    if options.format is Format.TARGET_LINKED:
        return max(wins_of(ends)) == GAMES_TO_WIN
    return bool(ends)


def wins_of(ends: Sequence[GameEnd]) -> Totals:
    """Return the number of games won by each side, without draws."""
    # A drawn game has both seats as winners, which equals neither `(0,)` nor `(1,)`.
    return tuple(sum(end.winners == (side,) for end in ends) for side in range(SEATS))


def points_between(totals: Sequence[Totals], start: int, after: int) -> Totals:
    """Return the points of each side in the manches after the first `start`, up to the first `after`."""
    # By number of manches: `totals_after[0]` are zeros, `totals_after[1]` the totals after the first manche.
    totals_after = [(0,) * SEATS, *totals]
    return tuple(later - sooner for sooner, later in zip(totals_after[start], totals_after[after], strict=True))


def _game_end(options: PiquetOptions, manches: Coups, totals: Sequence[Totals], start: int) -> GameEnd | None:
    """Return the end of the game that begins after `start` manches, None if it goes on.

    If the totals are equal at the end, two more coups are played or, by a house rule, the game is drawn (PI-30).
    """
    if options.format in COUPS:
        end = _end_after_coups(manches, totals, start, start, COUPS[options.format])
    else:
        end = _target_end(options, manches, totals, start)
    # The game goes on, or one seat won it, or equal totals draw it at once.
    if end is None or len(end.winners) == 1 or options.tie is EqualTotals.DRAWN:
        return end
    # The two more coups count even if one of them decides the game before the other.
    return _end_after_coups(manches, totals, start, end.after, TIE_COUPS)


def _target_end(options: PiquetOptions, manches: Coups, totals: Sequence[Totals], start: int) -> GameEnd | None:
    """Return the end of a game to a target that begins after `start` manches, None if it goes on.

    It ends after the first manche with which a total reaches the target (PI-27).
    """
    for after in range(start + 1, len(manches) + 1):
        points = points_between(totals, start, after)
        if max(points) >= options.target:
            # The points of the game before this manche, which decides it.
            before = points_between(totals, start, after - 1)
            return GameEnd(after, _first_to_target(options, manches[after - 1].facts, points, before))
    return None


def _first_to_target(options: PiquetOptions, facts: PiquetFacts, now: Totals, before: Totals) -> tuple[int, ...]:
    """Return the winner of a game to a target: the only seat that reached it in the last coup (PI-27).

    If both seats reached it, the winner is the one that reached it first or, if the winners of the tricks are not
    known, the one with the higher total (both seats if the totals are equal). `now` and `before` are the points of the
    game after the coup and before it.
    """
    reached = tuple(side for side, total in enumerate(now) if total >= options.target)
    if len(reached) == 1:
        return reached
    # Without the winners of the tricks, the order in which the points were made is not known.
    if facts.winners is not None:
        running = list(before)
        # The points of the coup in the order in which they are made.
        for step in count_coup(options, facts):
            running[step.seat] += step.points
            if running[step.seat] >= options.target:
                return (step.seat,)
    return _highest(now)


def _end_after_coups(manches: Coups, totals: Sequence[Totals], start: int, before: int, coups: int) -> GameEnd | None:
    """Return the end of a game that ends after a number of coups, None if it goes on.

    The game begins after `start` manches, and its points are counted from there. It ends when `coups` coups that are
    not void have been played after the first `before` manches. For a game of six coups, `before` is `start`; for two
    more coups after equal totals, it is the number of manches after which the totals were equal.
    """
    # The indexes of the coups after `before` that are not void.
    played = [index for index in range(before, len(manches)) if not is_void(manches[index].facts)]
    if len(played) < coups:
        return None
    # An index counts from 0, a number of manches from 1.
    after = played[coups - 1] + 1
    return GameEnd(after, _highest(points_between(totals, start, after)))


def _highest(totals: Totals) -> tuple[int, ...]:
    return tuple(side for side, total in enumerate(totals) if total == max(totals))


def _settlement(options: PiquetOptions, winners: tuple[int, ...], totals: Totals) -> list[dict[str, Any]]:
    """Return the lines of the settlement; none for a drawn partie, and none for a single game to a target (PI-27)."""
    if len(winners) > 1 or options.format is Format.TARGET_SINGLE:
        return []
    winning, losing = totals[winners[0]], totals[1 - winners[0]]
    if options.format is Format.TARGET_LINKED:
        return [_line("total", winning, "PI-28"), _line("difference", winning - losing, "PI-28")]
    # A format with a number of coups: the difference, or after a rubicon the sum, and 100 for the partie.
    totals_line = _line("difference", winning - losing, "PI-25")
    if losing < RUBICON:
        totals_line = _line("sum", winning + losing, "PI-26")
    return [totals_line, _line("partie", PARTIE_POINTS, "PI-25")]


def _settlement_of_loss(options: PiquetOptions, winner: int, totals: Totals) -> list[dict[str, Any]]:
    """Return the lines of the settlement of a partie lost outright (PI-35, PI-36).

    A format that does not end after a number of coups has none.
    """
    if options.format not in COUPS:
        return []
    lines = [_line("partie", PARTIE_POINTS, "PI-25")]
    # A loser who was ahead pays no difference, only the 100 points for the partie.
    difference = totals[winner] - totals[1 - winner]
    if difference > 0:
        lines.insert(0, _line("difference", difference, "PI-25"))
    return lines


def _line(why: str, points: int, article: str) -> dict[str, Any]:
    return {"why": why, "points": points, "article": article}
