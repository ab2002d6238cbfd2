"""The facts of a manche of Dame de Pique (Hearts): the cards taken by seat, or the points typed by side.

A *manche* is one deal; a *side* is a seat, or a team that scores together. A *volte* is all scoring cards taken by one
seat, the *shooter*. It is `moon` in the formats, with two *kinds* (DP-22): the others take the points (`others_plus`),
or the shooter subtracts them (`self_minus`). The *key* of a card is the key under which the facts count it: `H` for a
heart, else its code (`QS`); `last` is the last trick. DP-1 to DP-29 are the articles of this game's rulebook.

Counts must add up to the cards dealt (DP-17). Points must be those of some distribution of these cards, or of a volte
that the table has scored: 0, 26, 26, 26. The points 26, 0, 0, 0 are those of the cards of a volte that it has not
scored yet. If only a volte gives such points, reading the facts raises `IncompleteFactsError`: the table must confirm
the volte.

The first argument of an error is the key of its sentence; `field` is the wrong fact, the other arguments are details.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import POINTS_LIMIT, Table
from scorekeeper.games.hearts.options import HeartsOptions, Moon, cards_by_key, cards_dealt, sides
from scorekeeper.games.hearts.points import (
    ARTICLES,
    VOLTE_KINDS,
    Volte,
    article_of,
    is_possible_without_volte,
    manche_total,
    voltes_by_points,
)
from scorekeeper.games.shape import (
    ImpossibleFactsError,
    IncompleteFactsError,
    Json,
    quotable,
    read_object,
    read_wholes,
)


@dataclass(frozen=True, slots=True)
class TakenCards:
    """The scoring cards that each seat took."""

    # By key, the number of its cards that each seat took: `{"H": (5, 4, 3, 1), "QS": (0, 0, 1, 0)}`.
    counts: Mapping[str, tuple[int, ...]]

    # The kind of volte, if the table chose one.
    moon: Moon | None = None


@dataclass(frozen=True, slots=True)
class TypedPoints:
    """Points by side, as the table counted them."""

    points: tuple[int, ...]

    # The kind of volte that gave these points, if the table chose one.
    moon: Moon | None = None


HeartsFacts: TypeAlias = TakenCards | TypedPoints


def read_facts(options: HeartsOptions, seats: int, json: Json) -> HeartsFacts:
    """Read and check the facts of one manche from JSON.

    Raises `ImpossibleFactsError` when they do not add up, and `IncompleteFactsError` when the table must decide whether
    there was a volte, or choose its kind.
    """
    # Raises for any other key.
    read_object(json, ("taken", "points", "moon"))
    moon = _read_moon(options, json)
    # Exactly one of the two must be there.
    if ("taken" in json) == ("points" in json):
        raise ImpossibleFactsError("taken_or_points", article="DP-17")
    facts: HeartsFacts
    if "taken" in json:
        facts = TakenCards(_read_counts(options, seats, json["taken"]), moon)
    else:
        # `sides` gives the side of each seat, numbered from 0.
        side_count = max(sides(options, seats)) + 1
        # One integer for each side, between these bounds.
        facts = TypedPoints(read_wholes(json["points"], side_count, -POINTS_LIMIT, POINTS_LIMIT, "points"), moon)
    # Called for its errors: it raises for facts that no distribution of the cards gives.
    find_volte(options, seats, facts)
    return facts


def write_facts(facts: HeartsFacts) -> dict[str, Any]:
    """Return the facts as JSON, which `read_facts` reads back."""
    if isinstance(facts, TakenCards):
        return {"taken": {key: list(counts) for key, counts in facts.counts.items()}, "moon": facts.moon}
    return {"points": list(facts.points), "moon": facts.moon}


def facts_of_tricks(options: HeartsOptions, table: Table, tricks: Sequence[Trick], context: Json) -> dict[str, Any]:
    """Return as JSON facts the scoring cards that each seat took in these tricks (T-7: facts follow from the cards).

    For a finished manche the facts are complete, except that the kind of a volte may be missing (DP-22).
    """
    # `cards_by_key` has the keys that score under these options, each with its number of cards.
    taken = {key: [0] * table.seats for key in cards_by_key(options, table.seats)}
    for trick in tricks:
        for card in trick.cards:
            key = key_of(card)
            # The other cards are worth nothing.
            if key in taken:
                taken[key][trick.winner] += 1
    # The last trick scores in the deck of 36 cards only. It is known once every card dealt is played.
    if "last" in taken and len(tricks) * table.seats == len(cards_dealt(options, table.seats)):
        taken["last"][tricks[-1].winner] += 1
    return {"taken": taken, "moon": context.get("moon")}


def key_of(card: Card) -> str:
    """Return the key of a card: `H` for a heart, else its code. The facts count it only if it scores."""
    return "H" if card.suit is Suit.HEARTS else card.code


def read_context(options: HeartsOptions, json: Json) -> Json:
    """Read the kind of volte from an object of the judge format, which `lamarque judge` reads (DP-22).

    A *context* is what is known of a manche apart from its cards. Raises `ImpossibleFactsError`.
    """
    moon = _read_moon(options, json)
    return {} if moon is None else {"moon": moon}


def write_context(facts: Json) -> dict[str, Any]:
    """Return the context of the judge format: the kind of volte, if the facts have it."""
    return {} if facts.get("moon") is None else {"moon": facts["moon"]}


def find_volte(options: HeartsOptions, seats: int, facts: HeartsFacts) -> Volte | None:
    """Return the volte in these facts, or None (DP-21 to DP-24). For facts not yet checked, raises as `read_facts`."""
    volte = _possible_volte(options, seats, facts)
    if facts.moon is not None:
        # The table has chosen the kind, and so confirms that it was a volte: its points may be those of its cards, or
        # those of this kind in the sheet.
        if volte is None or volte.kind not in {Moon.CHOICE, facts.moon}:
            raise ImpossibleFactsError("no_volte", field="moon", article="DP-21")
        return replace(volte, kind=facts.moon)
    # Its points are those of the sheet, which show its kind.
    if volte is not None and volte.kind is not Moon.CHOICE:
        return volte
    if isinstance(facts, TypedPoints):
        _refuse_impossible_points(options, seats, facts.points, volte)
        return None
    if volte is None:
        return None
    if options.moon is Moon.CHOICE:
        raise IncompleteFactsError("volte_choice", field="moon", article="DP-22", seat=volte.seat, side=volte.side)
    # Without a choice, the only kind of this table.
    return replace(volte, kind=options.moon)


def possible_volte_side(options: HeartsOptions, seats: int, facts: HeartsFacts) -> int | None:
    """Return the side that may have made a volte: it took every scoring card. The page then asks for the kind of volte.

    None if there is no such side, if this table plays without voltes, or if the facts give the kind already.
    """
    volte = _possible_volte(options, seats, facts)
    if volte is None or facts.moon is not None or volte.kind is not Moon.CHOICE:
        return None
    return volte.side


def _possible_volte(options: HeartsOptions, seats: int, facts: HeartsFacts) -> Volte | None:
    """Return the volte in the cards or points, apart from the kind that the table chose; None without one.

    Its kind is `CHOICE`, except for points that only one kind gives in the sheet.
    """
    if isinstance(facts, TypedPoints):
        return voltes_by_points(options, seats).get(facts.points)
    seat = find_shooter(options, seats, facts.counts)
    if seat is None or options.moon is Moon.OFF:
        return None
    # The seat that took a last trick that scores; None if it was the shooter, for whom it is part of the volte.
    takers = (taker for taker, count in enumerate(facts.counts.get("last", ())) if count and taker != seat)
    # In the order of the fields: `side`, `kind`, `seat` (the shooter), `last`.
    return Volte(sides(options, seats)[seat], Moon.CHOICE, seat, next(takers, None))


def complete_points(options: HeartsOptions, seats: int, points: Sequence[int | None]) -> tuple[int | None, ...]:
    """Replace a single None by the remaining points of the manche, or by the points that a volte gives this side.

    `(10, 5, 3, None)` becomes `(10, 5, 3, 8)`, and `(0, 26, 26, None)` the volte `(0, 26, 26, 26)`.
    """
    if sum(value is None for value in points) != 1:
        return tuple(points)
    # `manche_total` is the sum of the points of all cards, usually 26.
    remaining = manche_total(options, seats) - sum(value for value in points if value is not None)
    completed = tuple(remaining if value is None else value for value in points)
    # The table has to choose the kind of this volte: its points are not completed with those of one kind.
    volte_side = possible_volte_side(options, seats, TypedPoints(completed))
    undecided = options.moon is Moon.CHOICE and volte_side is not None
    if undecided or is_possible_without_volte(options, seats, completed):
        return completed
    # Cards do not give these points, so the missing ones may be those of a volte that the others show.
    # These are the points of each volte in the sheet that agree with those typed.
    fitting_points = [
        volte_points
        for volte_points, volte in voltes_by_points(options, seats).items()
        if volte.kind is not Moon.CHOICE
        and all(typed is None or typed == value for typed, value in zip(points, volte_points, strict=True))
    ]
    if len(fitting_points) == 1:
        return fitting_points[0]
    return completed


def find_shooter(options: HeartsOptions, seats: int, counts: Mapping[str, tuple[int, ...]]) -> int | None:
    """Return the seat that took every scoring card, None if none did (DP-21, DP-23). The last trick is not needed."""
    needed = {key: total for key, total in cards_by_key(options, seats).items() if key != "last"}
    takes_all = (seat for seat in range(seats) if all(counts[key][seat] == total for key, total in needed.items()))
    return next(takes_all, None)


def _read_moon(options: HeartsOptions, json: Json) -> Moon | None:
    """Read the kind of volte; None if there is none. Raises `ImpossibleFactsError` for one that the table excludes."""
    value = json.get("moon")
    if value is None:
        return None
    kinds = [*VOLTE_KINDS]
    if value not in kinds:
        # `quotable` shortens the value for the message.
        raise ImpossibleFactsError("moon_value", field="moon", article="DP-22", value=quotable(value), values=kinds)
    # The table plays with one kind, or chooses it each time.
    if options.moon not in {Moon.CHOICE, value}:
        expected = [kind for kind in kinds if kind == options.moon]
        raise ImpossibleFactsError("moon_not_here", field="moon", article="DP-22", value=value, values=expected)
    return Moon(str(value))


def _read_counts(options: HeartsOptions, seats: int, taken: object) -> dict[str, tuple[int, ...]]:
    """Read by key the number of cards of each seat. Raises `ImpossibleFactsError` if they are not the cards dealt."""
    if not isinstance(taken, Mapping):
        raise ImpossibleFactsError("not_an_object", field="taken")
    totals = cards_by_key(options, seats)
    for key in taken:
        # An unknown key may be of any length.
        if key not in totals:
            raise ImpossibleFactsError("not_counted", field=str(key)[:40], keys=[*totals])
    counts = {}
    for key, total in totals.items():
        if key not in taken:
            raise ImpossibleFactsError("missing_count", field=key, article=ARTICLES[key])
        # One integer from 0 to `total` for each seat.
        counts[key] = read_wholes(taken[key], seats, 0, total, key)
        entered = sum(counts[key])
        if entered != total:
            error = "short" if entered < total else "over"
            article = article_of(options, key)
            raise ImpossibleFactsError(error, field=key, article=article, by=abs(total - entered), total=total)
    return counts


def _refuse_impossible_points(options: HeartsOptions, seats: int, points: tuple[int, ...], volte: Volte | None) -> None:
    """Raise as `read_facts` for points by side that no cards give, or only those of `volte`."""
    if is_possible_without_volte(options, seats, points):
        return
    # Only a volte gives these points, and the table has not scored it.
    if volte is not None:
        raise IncompleteFactsError("volte_unsaid", field="points", article="DP-21", seat=volte.seat, side=volte.side)
    article = article_of(options, "H")
    total = manche_total(options, seats)
    # A wrong sum is named first: it is the usual error.
    entered = sum(points)
    if entered != total:
        error = "points_short" if entered < total else "points_over"
        raise ImpossibleFactsError(error, field="points", article=article, by=abs(total - entered), total=total)
    # The sum is right, but the cards cannot be shared so: 27 and -1, for instance.
    raise ImpossibleFactsError("no_such_share", field="points", article=article, total=total)
