"""The points that a manche (one deal) of Dame de Pique (Hearts) can give, with and without a volte.

A *volte* (`moon` in the options) is all scoring cards taken by one seat, the *shooter*. It has two *kinds*: the others
take the points (`OTHERS_PLUS`), or the shooter subtracts them (`SELF_MINUS`). A *side* is a seat, or a team that scores
together. The *key* of a card is the key under which the facts count it: `H` for a heart, else its code (`QS`); `last`
is the last trick, which scores in the *jass* deck of 36 cards only. DP-1 to DP-29 are the articles of the rulebook.

The points that a table typed must be those of some distribution of the cards, or of a volte.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product

from scorekeeper.games.contract import Line, add_up
from scorekeeper.games.hearts.options import DECKS, QUEEN_POINTS, Deck, HeartsOptions, Moon, cards_by_key, sides

# By key, the article that sets its points.
ARTICLES = {"H": "DP-17", "QS": "DP-17", "JD": "DP-19", "7C": "DP-20", "KS": "DP-6", "AS": "DP-6", "last": "DP-3"}
# The kinds in which a volte can be scored.
VOLTE_KINDS = (Moon.OTHERS_PLUS, Moon.SELF_MINUS)


@dataclass(frozen=True, slots=True)
class Volte:
    """A volte (DP-21)."""

    # The side of the shooter.
    side: int

    # Its kind, or `CHOICE` while the table has not scored it.
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


def article_of(options: HeartsOptions, key: str) -> str:
    """Return the article that sets the points of `key` under these options."""
    if key not in {"H", "QS"}:
        return ARTICLES[key]
    # The Q♠ is worth nothing, and only hearts count.
    if not options.queen_points:
        return "DP-29"
    article = DECKS[options.deck].points_article
    # DP-18 is the queen at 12 in an ordinary deck. A deck with points of its own sets those of the queen too.
    if key == "QS" and article == ARTICLES[key] and options.queen_points != QUEEN_POINTS:
        return "DP-18"
    return article


def volte_lines(options: HeartsOptions, seats: int, volte: Volte) -> list[Line]:
    """Return the lines of a volte, which replace those of the cards taken (DP-21, DP-22, DP-24)."""
    side_of = sides(options, seats)
    # The points that each other player takes, or that the shooter subtracts.
    worth = volte_worth(options, seats)
    article = _volte_article(options, volte.kind)
    # The shooter subtracts the points, or each other player takes them.
    lines = [Line(volte.side, "moon", -worth, article, seat=volte.seat)]
    if volte.kind is Moon.OTHERS_PLUS:
        # The shooter has a line even without points.
        lines = [Line(volte.side, "moon", 0, article, seat=volte.seat)]
        others = [(side, seat) for seat, side in enumerate(side_of) if side != volte.side]
        lines += [Line(side, "moon_against", worth, article, seat=seat) for side, seat in others]
    # Another seat than the shooter took the last trick, which scores in the deck of 36 cards.
    if volte.last is not None:
        lines.append(Line(side_of[volte.last], "last_trick", 1, "DP-3", 1, volte.last))
    return lines


def _volte_article(options: HeartsOptions, kind: Moon) -> str:
    """Return the article that sets the points of a volte."""
    # The article of the points of a heart: another one than DP-17 in other decks, DP-29 if only hearts count.
    article = article_of(options, "H")
    if article == "DP-29" and not options.teams:
        return article
    # With teams, or with other points of hearts or the queen, a volte gives other points than 26.
    if options.teams or options.queen_points != QUEEN_POINTS or article != "DP-17":
        return "DP-24"
    # The shooter must have taken these cards too.
    if options.jack_of_diamonds or options.seven_of_clubs:
        return "DP-23"
    return "DP-21" if kind is Moon.OTHERS_PLUS else "DP-22"


@lru_cache(maxsize=256)
def voltes_by_points(options: HeartsOptions, seats: int) -> dict[tuple[int, ...], Volte]:
    """Return the possible voltes by the points of each side, which a table may type as the sheet has them or not yet.

    Example: a volte of seat 0 is at (0, 26, 26, 26), the points in the sheet. It is also at (26, 0, 0, 0), the points
    of its cards; there, its kind is `CHOICE`, since the table has not scored it yet.
    """
    by_points: dict[tuple[int, ...], Volte] = {}
    if options.moon is Moon.OFF:
        return by_points
    side_of = sides(options, seats)
    count = max(side_of) + 1
    # None: the shooter took the last trick too, or it scores nothing.
    last_takers: list[int | None] = [None]
    if options.deck is Deck.JASS:
        last_takers += range(seats)
    # The points of all cards: the table may have counted the J♦ and the 7♣ or not (DP-23). The last trick is no card.
    all_cards = manche_total(options, seats) - cards_by_key(options, seats).get("last", 0)
    for shooter, last in product(range(seats), last_takers):
        if last == shooter:
            continue
        # Points by side do not show which partner was the shooter.
        seat = None if options.teams else shooter
        unscored = Volte(side_of[shooter], Moon.CHOICE, seat, last)
        for worth in (all_cards, volte_worth(options, seats)):
            points = [0] * count
            points[unscored.side] = worth
            if options.deck is Deck.JASS:
                points[side_of[shooter if last is None else last]] += 1
            # Of voltes with the same points, the first one.
            by_points.setdefault(tuple(points), unscored)
        for kind in VOLTE_KINDS:
            # The kinds that this table allows.
            if options.moon in {kind, Moon.CHOICE}:
                volte = replace(unscored, kind=kind)
                scored = add_up(count, [volte_lines(options, seats, volte)])
                by_points.setdefault(scored[0].points, volte)
    return by_points


@lru_cache(maxsize=1024)
def is_possible_without_volte(options: HeartsOptions, seats: int, points: tuple[int, ...]) -> bool:
    """Return whether some distribution of the cards that is not a volte gives these points by side."""
    totals = cards_by_key(options, seats)
    worth = points_by_key(options)
    if sum(points) != manche_total(options, seats):
        return False
    # The keys of the cards that score, except the hearts. A heart is worth one point, as is the last trick in jass:
    # they can make up whatever a side still needs.
    keys = [key for key in totals if key not in {"H", "last"}]
    # Points of a team do not show whether one partner took everything.
    refuse_voltes = not options.teams and options.moon is not Moon.OFF
    # For each key, every way to share its cards: one, or more with two packs.
    ways = [combinations_with_replacement(range(len(points)), totals[key]) for key in keys]
    for holders_by_key in product(*ways):
        # By side, the points that it still needs.
        missing = [*points]
        for key, holders in zip(keys, holders_by_key, strict=True):
            for side in holders:
                missing[side] -= worth[key]
        if min(missing) < 0:
            continue
        # If one side takes everything, it is a volte.
        takers = {*chain(*holders_by_key), *(side for side, need in enumerate(missing) if need)}
        if len(takers) > 1 or not refuse_voltes:
            return True
    return False
