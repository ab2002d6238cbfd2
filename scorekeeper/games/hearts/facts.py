"""The facts of a manche of Dame de Pique: the cards taken by seat, or the points typed by side.

A *volte* is all scoring cards taken by one seat, the shooter (`moon` in the formats). The *key* of a card is the key
under which the facts count it: `H` for a heart, else its code; `last` is the last trick.

Both are checked against the cards dealt (DP-17): counts must add up, and some distribution of the cards must give the
points. If one side has the points of all cards, the table may have typed a volte that it has not scored yet: if no
other distribution gives these points, reading the facts raises `IncompleteFactsError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import POINTS_LIMIT, Table
from scorekeeper.games.hearts.options import DECKS, QUEEN_POINTS, HeartsOptions, Moon, cards_by_key, cards_dealt, sides
from scorekeeper.games.hearts.points import (
    VOLTE_KINDS,
    Volte,
    is_possible_without_volte,
    manche_total,
    scored_voltes,
    unscored_voltes,
)
from scorekeeper.games.shape import (
    ImpossibleFactsError,
    IncompleteFactsError,
    Json,
    quotable,
    read_wholes,
    refuse_unknown,
)

ARTICLES = {"H": "DP-17", "QS": "DP-17", "JD": "DP-19", "7C": "DP-20", "KS": "DP-6", "AS": "DP-6", "last": "DP-3"}


@dataclass(frozen=True, slots=True)
class TakenCards:
    """The number of cards taken, by seat, for each key that scores; and the kind of volte, if the table chose one."""

    counts: Mapping[str, tuple[int, ...]]
    moon: Moon | None = None


@dataclass(frozen=True, slots=True)
class TypedPoints:
    """Points by side as the table counted them; with `moon`, they are the points of a volte of that kind."""

    points: tuple[int, ...]
    moon: Moon | None = None


HeartsFacts: TypeAlias = TakenCards | TypedPoints


def read_facts(options: HeartsOptions, seats: int, json: Json) -> HeartsFacts:
    """Read and check the facts of one manche from JSON.

    Raises `ImpossibleFactsError` when they do not add up, and `IncompleteFactsError` when the table must decide whether
    there was a volte, or choose its kind.
    """
    refuse_unknown(json, ("taken", "points", "moon"))
    moon = _read_moon(options, json)
    if ("taken" in json) == ("points" in json):
        raise ImpossibleFactsError("taken_or_points", article="DP-17")
    facts: HeartsFacts
    if "taken" in json:
        facts = TakenCards(_read_counts(options, seats, json["taken"]), moon)
    else:
        side_count = max(sides(options, seats)) + 1
        facts = TypedPoints(read_wholes(json["points"], side_count, -POINTS_LIMIT, POINTS_LIMIT, "points"), moon)
    # It raises for facts that no distribution of the cards gives.
    find_volte(options, seats, facts)
    return facts


def write_facts(facts: HeartsFacts) -> dict[str, Any]:
    """Return the facts as JSON, which `read_facts` reads back."""
    moon = facts.moon and facts.moon.value
    if isinstance(facts, TakenCards):
        return {"taken": {key: list(counts) for key, counts in facts.counts.items()}, "moon": moon}
    return {"points": list(facts.points), "moon": moon}


def facts_of_tricks(options: HeartsOptions, table: Table, tricks: Sequence[Trick], context: Json) -> dict[str, Any]:
    """Return as JSON facts the scoring cards that each seat took in these tricks (T-7).

    For a finished manche the facts are complete, except that the kind of a volte may be missing (DP-22).
    """
    taken = {key: [0] * table.seats for key in cards_by_key(options, table.seats)}
    for trick in tricks:
        for card in trick.cards:
            key = key_of(card)
            if key in taken:
                taken[key][trick.winner] += 1
    # The last trick is known once every card dealt is played.
    if "last" in taken and len(tricks) * table.seats == len(cards_dealt(options, table.seats)):
        taken["last"][tricks[-1].winner] += 1
    return {"taken": taken, "moon": context.get("moon")}


def key_of(card: Card) -> str:
    """Return the key under which the facts count a card, if it scores: `H` for a heart, else its code."""
    return "H" if card.suit is Suit.HEARTS else card.code


def read_context(options: HeartsOptions, json: Json) -> Json:
    """Read the kind of volte from an object of the judge format (DP-22). Raises `ImpossibleFactsError`."""
    moon = _read_moon(options, json)
    return {} if moon is None else {"moon": moon.value}


def write_context(facts: Json) -> dict[str, Any]:
    """Return the context of the judge format: the kind of volte, if the facts have it."""
    return {} if facts.get("moon") is None else {"moon": facts["moon"]}


def find_volte(options: HeartsOptions, seats: int, facts: HeartsFacts) -> Volte | None:
    """Return the volte in these facts, or None (DP-21 to DP-24). For unchecked facts, raises like `read_facts`."""
    if isinstance(facts, TakenCards):
        return _volte_of_cards(options, seats, facts)
    return _volte_of_points(options, seats, facts)


def possible_volte_side(options: HeartsOptions, seats: int, facts: HeartsFacts) -> int | None:
    """Return the side that took every scoring card; None if there is none, or if the facts give the kind of volte."""
    if options.moon is Moon.OFF or facts.moon is not None:
        return None
    if isinstance(facts, TakenCards):
        seat = find_shooter(options, seats, facts.counts)
        if seat is None:
            return None
        return sides(options, seats)[seat]
    volte = unscored_voltes(options, seats).get(facts.points)
    return None if volte is None else volte.side


def article_of(options: HeartsOptions, key: str) -> str:
    """Return the article that sets the points of `key` in this deck."""
    if key not in {"H", "QS"}:
        return ARTICLES[key]
    if not options.queen_points:
        return "DP-29"
    article = DECKS[options.deck].points_article
    # A deck with points of its own sets those of the queen too.
    if key == "QS" and article == ARTICLES[key] and options.queen_points != QUEEN_POINTS:
        return "DP-18"
    return article


def complete_points(options: HeartsOptions, seats: int, points: Sequence[int | None]) -> tuple[int | None, ...]:
    """Replace a single None by the remaining points of the manche, or by the points that a volte gives this side.

    `(10, 5, 3, None)` becomes `(10, 5, 3, 8)`, and `(0, 26, 26, None)` the volte `(0, 26, 26, 26)`.
    """
    if sum(value is None for value in points) != 1:
        return tuple(points)
    remaining = manche_total(options, seats) - sum(value for value in points if value is not None)
    completed = tuple(remaining if value is None else value for value in points)
    # The table has to choose the kind of this volte: its points are not completed with those of one kind.
    undecided = options.moon is Moon.CHOICE and completed in unscored_voltes(options, seats)
    if undecided or is_possible_without_volte(options, seats, completed):
        return completed
    # Cards do not give these points, so the missing ones may be those of a volte that the others show.
    fitting_points = [
        volte_points
        for volte_points in scored_voltes(options, seats)
        if all(typed is None or typed == value for typed, value in zip(points, volte_points, strict=True))
    ]
    if len(fitting_points) == 1:
        return fitting_points[0]
    return completed


def find_shooter(options: HeartsOptions, seats: int, counts: Mapping[str, tuple[int, ...]]) -> int | None:
    """Return the seat that took every heart, every queen and, if they count, the J♦ and the 7♣ (DP-21, DP-23)."""
    needed = {key: total for key, total in cards_by_key(options, seats).items() if key != "last"}
    takes_all = (seat for seat in range(seats) if all(counts[key][seat] == total for key, total in needed.items()))
    return next(takes_all, None)


def _read_moon(options: HeartsOptions, json: Json) -> Moon | None:
    value = json.get("moon")
    if value is None:
        return None
    kinds = [kind.value for kind in VOLTE_KINDS]
    if value not in kinds:
        raise ImpossibleFactsError("moon_value", field="moon", article="DP-22", value=quotable(value), values=kinds)
    if options.moon not in {Moon.CHOICE, value}:
        expected = [kind for kind in kinds if kind == options.moon]
        raise ImpossibleFactsError("moon_not_here", field="moon", article="DP-22", value=value, values=expected)
    return Moon(str(value))


def _read_counts(options: HeartsOptions, seats: int, taken: object) -> dict[str, tuple[int, ...]]:
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
        counts[key] = read_wholes(taken[key], seats, 0, total, key)
        entered = sum(counts[key])
        if entered != total:
            error = "short" if entered < total else "over"
            article = article_of(options, key)
            raise ImpossibleFactsError(error, field=key, article=article, by=abs(total - entered), total=total)
    return counts


def _volte_of_cards(options: HeartsOptions, seats: int, facts: TakenCards) -> Volte | None:
    # A table without voltes cannot have chosen the kind of one.
    seat = find_shooter(options, seats, facts.counts)
    if seat is None or options.moon is Moon.OFF:
        if facts.moon is not None:
            raise ImpossibleFactsError("no_volte", field="moon", article="DP-21")
        return None
    kind = facts.moon or options.moon
    side = sides(options, seats)[seat]
    if kind is Moon.CHOICE:
        raise IncompleteFactsError("volte_choice", field="moon", article="DP-22", seat=seat, side=side)
    last = None
    # A last trick of the shooter is part of the volte.
    if "last" in facts.counts and not facts.counts["last"][seat]:
        last = facts.counts["last"].index(1)
    return Volte(side, kind, seat, last)


def _volte_of_points(options: HeartsOptions, seats: int, facts: TypedPoints) -> Volte | None:
    # The volte if the points are those of the cards taken, and the one if they are those of the sheet after a volte.
    unscored = unscored_voltes(options, seats).get(facts.points)
    scored = scored_voltes(options, seats).get(facts.points)
    if facts.moon is not None:
        if unscored is not None:
            return Volte(unscored.side, facts.moon, unscored.seat, unscored.last)
        if scored is not None and scored.kind is facts.moon:
            return scored
        raise ImpossibleFactsError("no_volte", field="moon", article="DP-21")
    if scored is not None:
        return scored
    if is_possible_without_volte(options, seats, facts.points):
        return None
    # Only a volte gives these points, and the table has not scored it.
    if unscored is not None:
        raise IncompleteFactsError(
            "volte_unsaid", field="points", article="DP-21", seat=unscored.seat, side=unscored.side
        )
    article = article_of(options, "H")
    total = manche_total(options, seats)
    entered = sum(facts.points)
    if entered != total:
        error = "points_short" if entered < total else "points_over"
        raise ImpossibleFactsError(error, field="points", article=article, by=abs(total - entered), total=total)
    raise ImpossibleFactsError("no_such_share", field="points", article=article, total=total)
