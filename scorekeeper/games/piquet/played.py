"""What was said of the play of a coup, read and checked: the tricks and the last, or the winner of each trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games.piquet import tricks
from scorekeeper.games.piquet.asking import (
    Announced,
    leave_open,
    read_elder_points,
    read_run,
    read_trick_points,
    refuse_undecided,
)
from scorekeeper.games.piquet.options import SEATS, LowCards, PiquetOptions
from scorekeeper.games.piquet.tricks import TRICKS, Low, Pair, Play
from scorekeeper.games.shape import ImpossibleFactsError, quotable, read_wholes

KEYS = ("tricks", "last", "elder_run", "elder_points", "trick_points", "winners", "low")


@dataclass(frozen=True, slots=True)
class Played:
    """The play as it was told, with tricks and last filled in."""

    tricks: Pair
    last: int
    winners: tuple[int, ...] | None = None
    low: tuple[Low, ...] | None = None
    elder_run: int | None = None
    elder_points: int | None = None
    trick_points: Pair | None = None


def read_played(options: PiquetOptions, table: Announced, json: Mapping[str, Any]) -> Played:
    """The play of a whole coup. Raises `ImpossibleFactsError`, and `UndecidedError` for what points hang on."""
    winners = read_winners(json.get("winners"))
    if winners is not None and len(winners) < TRICKS:
        raise ImpossibleFactsError("winners_short", field="winners", article="PI-7", by=TRICKS - len(winners))
    low = read_low(options, table.elder, winners, json.get("low"))
    counts = _counts(winners, json)
    last = _read_last(table, winners, counts, json.get("last"))
    told = leave_open(options, Play(table.elder, counts, last), winners, low)
    run = read_run(told.ways, json.get("elder_run"))
    if run is not None:
        told = replace(told, ways=tuple(way for way in told.ways if way.run == run))
    made = read_trick_points(told, json.get("trick_points"))
    told = replace(told, made=made)
    if made is not None and not told.low:
        told = replace(told, ways=tuple(way for way in told.ways if tricks.points(options, told.play, way) == made))
    before = read_elder_points(told, json.get("elder_points"))
    if told.exact is None:
        refuse_undecided(table, told, before)
    return Played(counts, last, winners, low, run, before, made)


def read_winners(json: object) -> tuple[int, ...] | None:
    """Who won each trick so far, in order; None when not entered. Raises `ImpossibleFactsError`."""
    if json is None:
        return None
    if not isinstance(json, Sequence) or isinstance(json, str):
        raise ImpossibleFactsError("winners_shape", field="winners", article="PI-16")
    if len(json) > TRICKS:
        raise ImpossibleFactsError("winners_over", field="winners", article="PI-7", by=len(json) - TRICKS)
    if any(type(seat) is not int or not 0 <= seat < SEATS for seat in json):
        raise ImpossibleFactsError("winners_shape", field="winners", article="PI-16")
    return tuple(json)


def read_low(
    options: PiquetOptions, elder: int, winners: tuple[int, ...] | None, json: object
) -> tuple[Low, ...] | None:
    """Whether the lead and the winning card of each trick were low, where that counts (PI-18).

    A card above the 9 that was led cannot have been beaten by a lower one. Raises `ImpossibleFactsError`.
    """
    needed = options.low_card_points is LowCards.ABOVE_NINE and winners is not None
    if json is None:
        if needed and winners:
            raise ImpossibleFactsError("low_missing", field="low", article="PI-18")
        return () if needed else None
    if not needed:
        raise ImpossibleFactsError("low_unused", field="low", article="PI-18")
    low, leader = _low_pairs(json, len(winners or ())), elder
    for index, (winner, (lead_low, win_low)) in enumerate(zip(winners or (), low, strict=True)):
        if lead_low != win_low and (winner == leader or win_low):
            raise ImpossibleFactsError("low_disagrees", field="low", article="PI-18", trick=index + 1)
        leader = winner
    return low


def refuse_short_last(short_hand: int | None, last: int | None, field: str) -> None:
    """A short hand cannot win the last trick (PI-38). Raises `ImpossibleFactsError`."""
    if short_hand is not None and short_hand == last:
        raise ImpossibleFactsError("short_hand_last", field=field, article="PI-38", seat=last)


def _low_pairs(json: object, count: int) -> tuple[Low, ...]:
    pairs: list[Low] = []
    for item in json if isinstance(json, Sequence) and not isinstance(json, str) and len(json) == count else (None,):
        if not isinstance(item, Sequence) or [type(value) for value in item] != [bool, bool]:
            raise ImpossibleFactsError("low_shape", field="low", article="PI-18")
        pairs.append((item[0], item[1]))
    return tuple(pairs)


def _counts(winners: tuple[int, ...] | None, json: Mapping[str, Any]) -> Pair:
    """The tricks of each seat, twelve in all (PI-7)."""
    value = json.get("tricks")
    known = None if winners is None else (winners.count(0), winners.count(1))
    if value is None:
        if known is None:
            raise ImpossibleFactsError("no_tricks", field="tricks", article="PI-7")
        return known
    one, other = read_wholes(value, SEATS, 0, TRICKS, "tricks")
    found = one + other
    if found != TRICKS:
        fault = "tricks_short" if found < TRICKS else "tricks_over"
        raise ImpossibleFactsError(fault, field="tricks", article="PI-7", by=abs(TRICKS - found), total=TRICKS)
    if known not in {None, (one, other)}:
        raise ImpossibleFactsError("winners_disagree", field="tricks", article="PI-16")
    return one, other


def _read_last(table: Announced, winners: tuple[int, ...] | None, counts: Pair, value: object) -> int:
    """Who took the last trick (PI-17): needless to say when one seat took all, or has a short hand (PI-38)."""
    if value is not None and (type(value) is not int or not 0 <= value < SEATS):
        raise ImpossibleFactsError("seat_value", field="last", article="PI-17", value=quotable(value))
    if winners is not None and value not in {None, winners[-1]}:
        raise ImpossibleFactsError("winners_disagree", field="last", article="PI-16")
    known = winners[-1] if winners is not None else value if isinstance(value, int) else None
    if known is None and TRICKS in counts:
        known = counts.index(TRICKS)
    if known is None and table.short_hand is not None:
        known = 1 - table.short_hand
    if known is None:
        raise ImpossibleFactsError("no_last", field="last", article="PI-17")
    if counts[known] == 0:
        raise ImpossibleFactsError("last_without_trick", field="last", article="PI-17", seat=known)
    refuse_short_last(table.short_hand, known, "last")
    return known
