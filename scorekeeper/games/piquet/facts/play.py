"""The play of a coup in the public formats: trick counts and the winner of the last trick, or every winner.

A *coup* is one deal of Piquet, *elder* the seat that does not deal and leads first. A *lead* is the point for leading
to a trick, a *win* the point for taking it; a *low* card is a 9 or lower, which by a house rule gives neither
(`trick_points.py`). A *pic* rewards elder for 30 points before the dealer scores (`counting/thirty.py`). A *short hand*
has fewer than twelve cards. An *order* is a sequence of the winners of the twelve tricks that agrees with the facts
(`counting/orders.py`). PI-16 and the like are numbered rules of Piquet; `seat` is 0 or 1.

Some facts do not follow from trick counts and are required only when points depend on them:

- `trick_points`, if a trick won by its leader gives no win (PI-17) or low cards give nothing (PI-18);
- if a pic depends on them (PI-22): `elder_run`, elder's tricks before the dealer's first trick, or `elder_points`,
  elder's points before the dealer's first point.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from scorekeeper.games.piquet.counting.orders import (
    MAX_POINTS,
    low_cards_unknown,
    possible_opening_points,
    possible_opening_tricks,
    possible_orders,
)
from scorekeeper.games.piquet.counting.steps import declared_points
from scorekeeper.games.piquet.counting.thirty import find_pic, makes_pic
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.facts.amounts import read_seat
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.step import BySeat
from scorekeeper.games.piquet.trick_points import LowPair
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError, Json, is_list, read_whole, read_wholes

# `tricks` are the numbers of tricks by seat, `last` the winner of the last trick, `winners` those of all tricks, and
# `low` which cards were low; the three others are explained above.
KEYS = ("tricks", "last", "elder_run", "elder_points", "trick_points", "winners", "low")


def read_play(options: PiquetOptions, facts: PiquetFacts, json: Json) -> PiquetFacts:
    """Return the facts of a coup with the play added; `tricks` and `last` follow from `winners`, if entered.

    Raises `ImpossibleFactsError`, and `IncompleteFactsError` when points depend on missing facts.
    """
    # The coup is over: if winners are entered, there must be one for each of the twelve tricks.
    facts = read_winners(options, facts, json, fewest=TRICKS)
    # Each fact is checked with those before it, such as the points with the tricks.
    facts = replace(facts, tricks=_read_tricks(facts, json.get("tricks")))
    facts = replace(facts, last=_read_last(facts, json.get("last")))
    facts = replace(facts, elder_run=_read_before_dealer(options, facts, "elder_run", json))
    facts = replace(facts, trick_points=_read_trick_points(options, facts, json.get("trick_points")))
    facts = replace(facts, elder_points=_read_before_dealer(options, facts, "elder_points", json))
    # With every winner known, all points follow.
    if facts.winners is not None:
        return facts
    # If low cards are unknown, the trick points were required before. Else several orders may give different ones.
    if facts.trick_points is None and len({order.totals for order in possible_orders(options, facts)}) > 1:
        raise IncompleteFactsError("trick_points_needed", field="trick_points", article="PI-17")
    _require_pic(options, facts)
    return facts


def read_winners(options: PiquetOptions, facts: PiquetFacts, json: Json, *, fewest: int = 0) -> PiquetFacts:
    """Return the facts with the winners of the tricks so far, in order, and the low cards, None if not entered.

    Raises `ImpossibleFactsError`, also for fewer winners than `fewest`.
    """
    winners = json.get("winners")
    if winners is not None:
        shape_error = ImpossibleFactsError("winners_shape", field="winners", article="PI-16", values=[*range(SEATS)])
        if not is_list(winners):
            raise shape_error
        # The length before the values: of too long a list, the number too many says most.
        if len(winners) > TRICKS:
            raise ImpossibleFactsError("winners_over", field="winners", article="PI-7", by=len(winners) - TRICKS)
        if any(type(seat) is not int or not 0 <= seat < SEATS for seat in winners):
            raise shape_error
        if len(winners) < fewest:
            raise ImpossibleFactsError("winners_short", field="winners", article="PI-7", by=fewest - len(winners))
        _refuse_wins_without_cards(facts, winners)
        winners = tuple(winners)
    return replace(facts, winners=winners, low=_read_low(options, facts.elder, winners, json.get("low")))


def _read_low(
    options: PiquetOptions, elder: int, winners: tuple[int, ...] | None, json: object
) -> tuple[LowPair, ...] | None:
    """Read for each trick whether the lead and the winning card were low; None if they need not be known (PI-18).

    Raises `ImpossibleFactsError`, also when a low card would win from a high lead.
    """
    # If low cards give no points, they must be known for each trick of which the winner is known.
    if options.low_card_points is LowCards.ALL or winners is None:
        if json is not None:
            raise ImpossibleFactsError("low_unused", field="low", article="PI-18")
        return None
    if json is None and winners:
        raise ImpossibleFactsError("low_missing", field="low", article="PI-18")
    # A value that is no list counts as an empty list, whose length is then refused. (Without any trick, every such
    # value is accepted.)
    pairs = json if is_list(json) else ()
    well_formed = all(is_list(pair) and [type(value) for value in pair] == [bool, bool] for pair in pairs)
    if len(pairs) != len(winners) or not well_formed:
        raise ImpossibleFactsError("low_shape", field="low", article="PI-18")
    leader = elder
    # The number of each trick, from 1, its winner and its pair.
    for number, (winner, (lead_low, win_low)) in enumerate(zip(winners, pairs, strict=True), start=1):
        # If the leader wins, the lead is also the winning card, so that both are low or neither is. If the other seat
        # wins, only its card may be the high one: a low card takes no high one.
        if lead_low != win_low and (winner == leader or win_low):
            raise ImpossibleFactsError("low_disagrees", field="low", article="PI-18", trick=number)
        leader = winner
    return tuple((lead_low, win_low) for lead_low, win_low in pairs)


def _refuse_wins_without_cards(facts: PiquetFacts, winners: Sequence[int]) -> None:
    """Refuse a trick that a short hand wins after its last card, such as the last trick (PI-38)."""
    for number, winner in enumerate(winners, start=1):
        # The trick comes after the last card of the seat. The last trick has an error of its own.
        if number > facts.most_cards[winner]:
            if number == TRICKS:
                raise _short_hand_last_error(winner, "winners")
            raise _short_hand_tricks_error(facts, winner, "winners")


def _short_hand_last_error(seat: int, field: str) -> ImpossibleFactsError:
    return ImpossibleFactsError("short_hand_last", field=field, article="PI-38", seat=seat)


def _short_hand_tricks_error(facts: PiquetFacts, seat: int, field: str) -> ImpossibleFactsError:
    details = {"seat": seat, "highest": facts.most_cards[seat]}
    return ImpossibleFactsError("short_hand_tricks", field=field, article="PI-38", **details)


def _read_tricks(facts: PiquetFacts, json: object) -> BySeat:
    """Read the number of tricks of each seat: twelve together (PI-7), and for no seat more than its cards (PI-38)."""
    # The numbers of tricks if the winner of each trick was entered.
    by_winners = None
    if facts.winners is not None:
        by_winners = facts.winners.count(0), facts.winners.count(1)
    if json is None:
        if by_winners is None:
            raise ImpossibleFactsError("no_tricks", field="tricks", article="PI-7")
        return by_winners
    first, second = read_wholes(json, SEATS, 0, TRICKS, "tricks")
    tricks = first, second
    total = sum(tricks)
    if total != TRICKS:
        error = "tricks_short" if total < TRICKS else "tricks_over"
        raise ImpossibleFactsError(error, field="tricks", article="PI-7", by=abs(TRICKS - total), total=TRICKS)
    # The tricks may be entered in addition to the winners, if they agree with them.
    if by_winners not in {None, tricks}:
        raise ImpossibleFactsError("winners_disagree", field="tricks", article="PI-16")
    for seat, most in enumerate(facts.most_cards):
        if tricks[seat] > most:
            raise _short_hand_tricks_error(facts, seat, "tricks")
    return tricks


def _read_last(facts: PiquetFacts, json: object) -> int:
    """Read the seat that won the last trick (PI-17).

    It need not be entered if the winners are, if one seat took all tricks, or if a seat has a short hand (PI-38).
    """
    last = None
    # `_read_tricks` ran before: the tricks are known. (`or (0, 0)` is for the type checker.)
    tricks = facts.tricks or (0, 0)
    if json is not None:
        last = read_seat(json, "last", "PI-17")
    if facts.winners is not None:
        if last not in {None, facts.winners[-1]}:
            raise ImpossibleFactsError("winners_disagree", field="last", article="PI-16")
        last = facts.winners[-1]
    # One seat took all twelve tricks.
    elif last is None and TRICKS in tricks:
        last = tricks.index(TRICKS)
    elif last is None and facts.short_hand is not None:
        # A short hand has no card for the last trick.
        last = 1 - facts.short_hand
    if last is None:
        raise ImpossibleFactsError("no_last", field="last", article="PI-17")
    if last == facts.short_hand:
        raise _short_hand_last_error(last, "last")
    if tricks[last] == 0:
        raise ImpossibleFactsError("last_without_trick", field="last", article="PI-17", seat=last)
    return last


def _read_before_dealer(options: PiquetOptions, facts: PiquetFacts, name: str, json: Json) -> int | None:
    """Read one of two facts: how many tricks or how many points elder made before the dealer made any (PI-18, PI-22).

    `name` is the key of the fact, "elder_run" for the tricks or "elder_points" for the points. Return None if it was
    not entered.
    """
    if json.get(name) is None:
        return None
    if name == "elder_run":
        key = "elder_run_range"
        highest = TRICKS
        possible = possible_opening_tricks(options, facts)
    else:
        key = "elder_points_range"
        highest = MAX_POINTS
        possible = possible_opening_points(options, facts)
    value = read_whole(json[name], 0, highest, name, "PI-22")
    # The other facts exclude some of the numbers up to the highest one.
    if value not in possible:
        raise ImpossibleFactsError(key, field=name, article="PI-22", **_bounds(possible))
    return value


def _read_trick_points(options: PiquetOptions, facts: PiquetFacts, json: object) -> BySeat | None:
    """Read the trick points of each seat: those of leads, wins and the last trick (PI-17, PI-18).

    Raises `IncompleteFactsError` if they are missing and low cards, of which the number is unknown, give nothing.
    """
    unknown_low = low_cards_unknown(options, facts)
    # The number of the rule because of which the points depend on more than the numbers of tricks.
    article = "PI-17"
    if options.low_card_points is LowCards.ABOVE_NINE:
        article = "PI-18"
    if json is None:
        if unknown_low:
            raise IncompleteFactsError("trick_points_needed", field="trick_points", article=article)
        return None
    first, second = read_wholes(json, SEATS, 0, MAX_POINTS, "trick_points")
    entered = first, second
    # The points of each possible order if all cards are high.
    totals = [order.totals for order in possible_orders(options, facts)]
    is_possible = entered in totals
    if unknown_low:
        # Low cards only take points away.
        for seat, points in enumerate(entered):
            highest = max(each[seat] for each in totals)
            if points > highest:
                details = {"seat": seat, "lowest": 0, "highest": highest}
                raise ImpossibleFactsError("trick_points_range", field="trick_points", article=article, **details)
        is_possible = bool(possible_opening_points(options, replace(facts, trick_points=entered)))
    if not is_possible:
        raise ImpossibleFactsError("trick_points_impossible", field="trick_points", article=article)
    return entered


def _require_pic(options: PiquetOptions, facts: PiquetFacts) -> None:
    """Raise `IncompleteFactsError` if elder makes a pic in some of the possible orders and not in others (PI-22).

    The error names the fact that decides it: `elder_run` or `elder_points`.
    """
    elder = facts.elder
    # The points of each seat before the play.
    declared = declared_points(facts)
    if low_cards_unknown(options, facts):
        key = "elder_points_needed"
        name = "elder_points"
        possible = possible_opening_points(options, facts)
        # True for a pic, False for none.
        pics: set[object] = {makes_pic(declared, elder, points) for points in possible}
    else:
        key = "elder_run_needed"
        name = "elder_run"
        possible = possible_opening_tricks(options, facts)
        # The pic with the step that completes it, None for none.
        pics = {find_pic(options, elder, declared, order.points) for order in possible_orders(options, facts)}
    # If every possible order gives the same pic, or none, it does not matter which one was played.
    if len(pics) > 1:
        details = {**_bounds(possible), "seat": elder}
        raise IncompleteFactsError(key, field=name, article="PI-22", **details)


def _bounds(possible: Collection[int]) -> dict[str, int]:
    # The details of an error about a number.
    return {"lowest": min(possible), "highest": max(possible)}
