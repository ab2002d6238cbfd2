"""What trick counts cannot tell of a coup, read when it was said, and asked for only when points hang on it.

That is elder's run (PI-22), the trick points where one's own lead gives no win (PI-17) or low cards give nothing
(PI-18), and elder's points before the dealer's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from scorekeeper.games.piquet import tricks
from scorekeeper.games.piquet.options import SEATS, LowCards, PicWindow, PiquetOptions
from scorekeeper.games.piquet.orders import elder_points
from scorekeeper.games.piquet.play import dealer_of
from scorekeeper.games.piquet.tricks import THIRTY, TRICKS, Low, Pair, Play, Way
from scorekeeper.games.shape import ImpossibleFactsError, UndecidedError, read_whole, read_wholes

_MANY = 99


@dataclass(frozen=True, slots=True)
class Announced:
    """What is known before the play: who is elder, the short hand, what each seat declared, who falsely (PI-37)."""

    elder: int
    declared: Pair = (0, 0)
    short_hand: int | None = None
    offender: int | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What the play leaves open: the ways it may have gone, or exactly what scored, and the points that were said."""

    options: PiquetOptions
    play: Play
    ways: tuple[Way, ...]
    exact: tuple[tricks.Event, ...] | None = None
    made: Pair | None = None

    @property
    def low(self) -> bool:
        """Whether low cards give nothing (PI-18)."""
        return self.options.low_card_points is LowCards.ABOVE_NINE


def leave_open(
    options: PiquetOptions, play: Play, winners: tuple[int, ...] | None, low: tuple[Low, ...] | None
) -> Told:
    """What the tricks leave open, or not at all when the winner of each is known."""
    if winners is None:
        return Told(options, play, tricks.ways(play))
    exact = tricks.events(options, play.elder, winners, low)
    return Told(options, play, (tricks.way_of(play.elder, winners),), exact)


def read_run(ways: Sequence[Way], json: object) -> int | None:
    """The tricks elder took before the dealer's first (PI-22)."""
    if json is None:
        return None
    run = read_whole(json, 0, TRICKS, "elder_run", "PI-22")
    possible = {way.run for way in ways}
    if run not in possible:
        raise ImpossibleFactsError("elder_run_range", field="elder_run", article="PI-22", **_bounds(possible))
    return run


def read_trick_points(told: Told, json: object) -> Pair | None:
    """What each seat made by leads and wins (PI-17, PI-18), asked for when the tricks do not tell it."""
    possible = {tricks.points(told.options, told.play, way) for way in told.ways}
    if told.exact is not None:
        possible = {tricks.sums(told.exact)}
    article = "PI-18" if told.low else "PI-17"
    if json is None:
        if told.exact is None and (told.low or len(possible) > 1):
            raise UndecidedError("trick_points_needed", field="trick_points", article=article)
        return None
    one, other = read_wholes(json, SEATS, 0, _MANY, "trick_points")
    if told.low and told.exact is None:
        _refuse_more_points(told, (one, other))
        possible = {(one, other)} if elder_points(told.options, told.play, (one, other), _run(told.ways)) else set()
    if (one, other) not in possible:
        raise ImpossibleFactsError("trick_points_impossible", field="trick_points", article=article)
    return one, other


def _refuse_more_points(told: Told, made: Pair) -> None:
    """No seat makes more than its tricks give by high cards alone (PI-18)."""
    for seat, highest in enumerate(tricks.most(told.options, told.play)):
        if made[seat] > highest:
            raise ImpossibleFactsError(
                "trick_points_range", field="trick_points", article="PI-18", seat=seat, lowest=0, highest=highest
            )


def read_elder_points(told: Told, json: object) -> int | None:
    """What elder made in the play before the dealer's first point (PI-18, PI-22)."""
    if json is None:
        return None
    value = read_whole(json, 0, _MANY, "elder_points", "PI-22")
    possible = _elder_points(told)
    if value not in possible:
        raise ImpossibleFactsError("elder_points_range", field="elder_points", article="PI-22", **_bounds(possible))
    return value


def _elder_points(told: Told) -> set[int]:
    """Every number of points that elder may have made before the dealer's first."""
    if told.exact is not None:
        return {_points_before(told, told.exact)}
    if told.low:
        return set(elder_points(told.options, told.play, told.made or (0, 0), _run(told.ways)))
    return {_points_before(told, tricks.opening(told.options, told.play.elder, way.run)) for way in told.ways}


def _run(ways: Sequence[Way]) -> int | None:
    """Elder's run before the dealer's first trick, if it can only be one."""
    runs = {way.run for way in ways}
    return runs.pop() if len(runs) == 1 else None


def _points_before(told: Told, found: Sequence[tricks.Event]) -> int:
    """Elder's points before the dealer's first; only those of the first lead where it alone counts and may be low."""
    mine = takewhile(lambda event: event.seat == told.play.elder, found)
    if told.low and told.options.pic_window is PicWindow.FIRST_LEAD:
        mine = takewhile(lambda event: (event.trick, event.why) == (1, tricks.LEAD), found)
    return sum(event.points for event in mine)


def _bounds(possible: set[int]) -> dict[str, int]:
    return {"lowest": min(possible), "highest": max(possible)}


def refuse_undecided(table: Announced, told: Told, before: int | None) -> None:
    """Ask for what a pic hangs on, when it does (PI-22): nobody makes one whose opponent has declared anything."""
    declared = table.declared[table.elder]
    if table.offender == table.elder or table.declared[dealer_of(table.elder)] or declared >= THIRTY:
        return
    if told.low:
        points = _elder_points(told) if before is None else {before}
        if declared + min(points) < THIRTY <= declared + max(points):
            figures = {**_bounds(points), "declared": declared}
            raise UndecidedError("elder_points_needed", field="elder_points", article="PI-22", **figures)
        return
    runs = {way.run for way in told.ways}
    made = [tricks.pic(told.options, declared, tricks.opening(told.options, table.elder, run)) for run in runs]
    if None in made and any(made):
        figures = {**_bounds(runs), "declared": declared}
        raise UndecidedError("elder_run_needed", field="elder_run", article="PI-22", **figures)
