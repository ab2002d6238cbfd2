"""The points that a manche (one deal) of Dame de Pique (Hearts) can give, with and without a volte.

A *volte* (`moon` in the options) is all scoring cards taken by one seat, the *shooter*. It has two *kinds*: the others
take the points (`OTHERS_PLUS`), or the shooter subtracts them (`SELF_MINUS`). A *side* is a seat, or a team that scores
together. The *key* of a card is the key under which the facts count it: `H` for a heart, else its code (`QS`); `last`
is the last trick, which scores in the *jass* deck of 36 cards only. DP-1 to DP-29 are the articles of the rulebook.

These functions check the points that a table typed: some distribution of the cards, or a volte, must give them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from scorekeeper.games.hearts.options import Deck, HeartsOptions, Moon, cards_by_key, sides

# The kinds in which a volte can be scored.
VOLTE_KINDS = (Moon.OTHERS_PLUS, Moon.SELF_MINUS)


@dataclass(frozen=True, slots=True)
class Volte:
    """A volte (DP-21)."""

    # The side of the shooter.
    side: int
    kind: Moon

    # The shooter, None if unknown.
    seat: int | None = None

    # The seat that took the last trick, if that scores and the shooter did not take it.
    last: int | None = None


def points_by_key(options: HeartsOptions) -> dict[str, int]:
    """Return the points of one card of each key (DP-3, DP-6, DP-17 to DP-20, DP-29)."""
    worth = {"H": 1, "QS": options.queen_points, "JD": options.jack_of_diamonds, "7C": options.seven_of_clubs}
    return worth | {"KS": 10, "AS": 7, "last": 1}


def manche_total(options: HeartsOptions, seats: int) -> int:
    """Return the total points of a manche without a volte: 26 in the classic game (DP-17)."""
    worth = points_by_key(options)
    # `cards_by_key` has each key that scores, with its number of cards.
    return sum(worth[key] * total for key, total in cards_by_key(options, seats).items())


def volte_worth(options: HeartsOptions, seats: int) -> int:
    """Return the points of a volte: all hearts, the queens that count, and Belmont's kings and aces (DP-24)."""
    worth = points_by_key(options)
    counts = cards_by_key(options, seats)
    return sum(worth[key] * count for key, count in counts.items() if key in {"H", "QS", "KS", "AS"})


def volte_points(options: HeartsOptions, seats: int, volte: Volte) -> tuple[int, ...]:
    """Return the points by side of this volte, including the last trick in jass (DP-21, DP-22, DP-24).

    Seat 0 of four: `(0, 26, 26, 26)`, or `(-26, 0, 0, 0)` if the points are subtracted.
    """
    worth = volte_worth(options, seats)
    # By seat, its side, numbered from 0.
    side_of = sides(options, seats)
    points = [0] * (max(side_of) + 1)
    # Each opponent takes the points, so that a team of two takes them twice.
    for side in side_of:
        if volte.kind is Moon.OTHERS_PLUS and side != volte.side:
            points[side] += worth
    if volte.kind is Moon.SELF_MINUS:
        points[volte.side] -= worth
    if volte.last is not None:
        points[side_of[volte.last]] += 1
    return tuple(points)


def _voltes(options: HeartsOptions, seats: int, kind: Moon) -> list[Volte]:
    """Return every possible volte of this kind: one for each shooter and each seat that can take the last trick."""
    side_of = sides(options, seats)
    # Each seat is a side of its own.
    without_teams = len(set(side_of)) == seats
    # None: the shooter took the last trick too, or it scores nothing.
    last_takers: list[int | None] = [None]
    if options.deck is Deck.JASS:
        last_takers += range(seats)
    # Points by side do not show which partner was the shooter: `seat` is None. A last trick of the shooter is None.
    return [
        Volte(side_of[seat], kind, seat if without_teams else None, last)
        for seat in range(seats)
        for last in last_takers
        if last != seat
    ]


@lru_cache(maxsize=256)
def scored_voltes(options: HeartsOptions, seats: int) -> dict[tuple[int, ...], Volte]:
    """Return the possible voltes by the points that each gives in the sheet, by side.

    Example: `{(0, 26, 26, 26): <volte of seat 0>, (26, 0, 26, 26): <volte of seat 1>, …}`.
    """
    # The kinds that this table allows.
    kinds = [kind for kind in VOLTE_KINDS if options.moon in {kind, Moon.CHOICE}]
    voltes = [volte for kind in kinds for volte in _voltes(options, seats, kind)]
    # Of voltes with the same points, the first one: in this order, it replaces the others.
    return {volte_points(options, seats, volte): volte for volte in reversed(voltes)}


@lru_cache(maxsize=256)
def unscored_voltes(options: HeartsOptions, seats: int) -> dict[tuple[int, ...], Volte]:
    """Return the possible voltes by the points of the cards that each side took.

    Example: `{(26, 0, 0, 0): <volte of seat 0>, (0, 26, 0, 0): <volte of seat 1>, …}`.

    A table may type these points before it scores the volte. One side has the points of all cards; the table may have
    counted the J♦ and the 7♣ or not (DP-23).
    """
    if options.moon is Moon.OFF:
        return {}
    side_of = sides(options, seats)
    # Without the last trick, which is added below for the seat that took it.
    all_cards_worth = manche_total(options, seats) - cards_by_key(options, seats).get("last", 0)
    by_points: dict[tuple[int, ...], Volte] = {}
    # Both kinds have the same cards, so that one kind gives all points.
    for volte in _voltes(options, seats, Moon.OTHERS_PLUS):
        for worth in (all_cards_worth, volte_worth(options, seats)):
            points = [0] * (max(side_of) + 1)
            points[volte.side] = worth
            # The shooter took the last trick if no other seat did.
            if volte.last is not None:
                points[side_of[volte.last]] += 1
            elif options.deck is Deck.JASS:
                points[volte.side] += 1
            # Of voltes with the same points, the first one.
            by_points.setdefault(tuple(points), volte)
    return by_points


@lru_cache(maxsize=1024)
def is_possible_without_volte(options: HeartsOptions, seats: int, points: tuple[int, ...]) -> bool:
    """Return whether some distribution of the cards that is not a volte gives these points by side."""
    totals = cards_by_key(options, seats)
    worth = points_by_key(options)
    if sum(points) != manche_total(options, seats):
        return False
    # The key of each card that scores, except the hearts: `["QS", "JD"]`, or `["QS", "QS", …]` with two packs. Hearts
    # are shared last. Each is worth one point, so that they can make up any number of points from 0 to theirs.
    other_keys = [key for key in totals if key != "H" for _ in range(totals[key])]
    # Points of a team do not show whether one partner took everything.
    refuse_voltes = not options.teams and options.moon is not Moon.OFF
    # What the shooter of a volte has: the number of all hearts, and that of the other cards (`last` is no card).
    volte_counts = totals["H"], sum(key != "last" for key in other_keys)

    @cache
    def can_share(index: int, missing: tuple[int, ...], others: tuple[int, ...]) -> bool:
        """Return whether the other cards from `index` on, then the hearts, can be shared by the sides.

        By side, `missing` are the points that it still needs, and `others` counts the other cards that it has.
        """
        # Only hearts remain. The points add up to the total, so that the sides need as many points as there are hearts.
        if index == len(other_keys):
            # A side with all other cards that needs every heart too would make a volte. `zip` gives for each side (the
            # points that it still needs, the number of other cards that it has).
            if refuse_voltes and volte_counts in zip(missing, others, strict=True):
                return False
            return min(missing) >= 0
        # Give this card to each side in turn, and try to share the next ones. `key != "last"` adds 1, or 0 for the last
        # trick, which is no card.
        key = other_keys[index]
        return any(
            can_share(
                index + 1,
                (*missing[:side], missing[side] - worth[key], *missing[side + 1 :]),
                (*others[:side], others[side] + (key != "last"), *others[side + 1 :]),
            )
            for side in range(len(missing))
        )

    return can_share(0, points, (0,) * len(points))
