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
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class Games:
    """The games of a partie so far: one game, or the sub-games of a *liée* (PI-28)."""

    # Those that are over.
    ends: list[GameEnd] = field(default_factory=list)
    # The points by side in the current game; none once the partie is over.
    current_points: Totals = (0,) * SEATS

    @property
    def wins(self) -> Totals:
        """Return the number of games won by each side, without draws."""
        # A drawn game has both seats as winners, which equals neither `(0,)` nor `(1,)`.
        return tuple(sum(end.winners == (side,) for end in self.ends) for side in range(SEATS))

    def complete(self, options: PiquetOptions) -> bool:
        """Return whether the format of the partie is completed. A *liée* needs two wins, any other format one game."""
        if options.format is Format.TARGET_LINKED:
            return max(self.wins) == GAMES_TO_WIN
        return bool(self.ends)


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
    # The manches in which a seat lost the partie outright; the other seat wins. The first of them ends it at once, so
    # that only the coups before it can complete the format.
    losses = [
        GameEnd(after, (1 - loser,))
        for after, manche in enumerate(manches, start=1)
        if (loser := partie_loser(manche.facts)) is not None
    ]
    before_loss = losses[0].after - 1 if losses else None
    games = games_of(options, manches[:before_loss], totals)
    is_lost = not games.complete(options)
    # The latest end of a game or, if the format is not completed, the first loss.
    deciding = games.ends[-1:]
    if is_lost:
        deciding = losses[:1]
    if not deciding:
        return None
    (end,) = deciding
    why, article = ENDINGS[options.format]
    lines = _settlement(options, end.winners, totals[end.after - 1], is_lost=is_lost)
    # Without lines of a settlement, as after a single game to a target, the points are None. A drawn partie has 0.
    points = sum(line["points"] for line in lines) if lines else None
    if is_lost:
        why, article = "loses_partie", loss_article(manches[end.after - 1].facts)
    elif len(end.winners) > 1:
        why, article = "drawn", "PI-30"
        points = 0
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
        result["wins"] = list(games.wins)
    return Ending(why, article, end.winners, end.after, result)


def games_of(options: PiquetOptions, manches: Coups, totals: Sequence[Totals]) -> Games:
    """Return the completed games, which are one game or each sub-game of a *liée* (PI-28), and the current points.

    If the totals of a game are equal at its end, two more coups are played, even if the first of them decides it. If
    they are equal again, or at once by a house rule, the game is drawn (PI-30).
    """
    games = Games()
    # The totals at the start of the current game, and its coups without the void ones.
    start: Totals = (0,) * SEATS
    coups = 0
    # The number of coups that ends the game. A game to a target has none, until equal totals make it two coups longer.
    last_coup = COUPS.get(options.format)
    for after, (manche, total) in enumerate(zip(manches, totals, strict=False), start=1):
        before = games.current_points
        points = tuple(now - then for now, then in zip(total, start, strict=True))
        games.current_points = points
        coups += not is_void(manche.facts)
        if last_coup is not None and coups < last_coup:
            continue
        winners = _highest(points)
        if last_coup is None:
            if max(points) < options.target:
                continue
            winners = _first_to_target(options, manche.facts, points, before)
        is_longer = last_coup != COUPS.get(options.format)
        if len(winners) > 1 and options.tie is EqualTotals.TWO_MORE_COUPS and not is_longer:
            last_coup = coups + TIE_COUPS
            continue
        games.ends.append(GameEnd(after, winners))
        # The next game.
        games.current_points = (0,) * SEATS
        start, coups, last_coup = total, 0, COUPS.get(options.format)
        if games.complete(options):
            break
    return games


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


def _highest(totals: Totals) -> tuple[int, ...]:
    return tuple(side for side, total in enumerate(totals) if total == max(totals))


def _settlement(
    options: PiquetOptions, winners: tuple[int, ...], totals: Totals, *, is_lost: bool
) -> list[dict[str, Any]]:
    """Return the lines of the settlement; none for a drawn partie, and none for a single game to a target (PI-27).

    A partie lost outright (PI-35, PI-36) has lines only in a format with a number of coups.
    """
    if len(winners) > 1 or options.format is Format.TARGET_SINGLE:
        return []
    winning, losing = totals[winners[0]], totals[1 - winners[0]]
    if options.format is Format.TARGET_LINKED:
        if is_lost:
            return []
        return [_line("total", winning, "PI-28"), _line("difference", winning - losing, "PI-28")]
    partie = _line("partie", PARTIE_POINTS, "PI-25")
    # A loser who was ahead pays no difference, only the 100 points for the partie.
    if is_lost and winning <= losing:
        return [partie]
    # The difference, or after a rubicon the sum.
    if losing < RUBICON and not is_lost:
        return [_line("sum", winning + losing, "PI-26"), partie]
    return [_line("difference", winning - losing, "PI-25"), partie]


def _line(why: str, points: int, article: str) -> dict[str, Any]:
    return {"why": why, "points": points, "article": article}
