"""Score Dame de Pique (Hearts): the lines of each manche and the end of the partie; the lowest total wins.

A *partie* is a game to its end, a *manche* one deal of it. A *side* is a seat, or a team that scores together. A *line*
has points of one side, with the key of their reason and the article that sets them. A *revoke* is a card that did not
follow suit although the hand could; the table agrees on its price (T-5).

A *volte* is all scoring cards taken by one seat, the *shooter* (`moon` in keys and options): the others take the points
(`OTHERS_PLUS`), or the shooter subtracts them. The *key* of a card is the key under which the facts count it: `H` for a
heart, else its code (`QS`); `last` is the last trick. DP-1 to DP-29 are the articles of this game's rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.by_totals import best_sides
from scorekeeper.games.contract import (
    Deal,
    Ending,
    Line,
    MancheFacts,
    MancheScore,
    Sheet,
    Table,
    add_up,
    penalty_lines,
)
from scorekeeper.games.hearts.facts import HeartsFacts, TakenCards, find_volte
from scorekeeper.games.hearts.options import (
    USUAL_PASS_CARDS,
    HeartsOptions,
    LowestTie,
    PassTurns,
    sides,
)
from scorekeeper.games.hearts.play import opening_card
from scorekeeper.games.hearts.points import article_of, points_by_key, volte_lines

# By key of a card, the key of the reason in a line.
WHYS = {
    "H": "hearts",
    "QS": "queen",
    "JD": "jack_of_diamonds",
    "7C": "seven_of_clubs",
    "KS": "king",
    "AS": "ace",
    "last": "last_trick",
}


def score(options: HeartsOptions, seats: int, manches: Sequence[MancheFacts[HeartsFacts]]) -> Sheet:
    """Compute the sheet from the facts; points are by side (DP-17 to DP-26, DP-29)."""
    # `sides` gives the side of each seat, numbered from 0.
    side_count = max(sides(options, seats)) + 1
    # `add_up` gives each manche its points and the totals after it, by side.
    scores = add_up(side_count, [manche_lines(options, seats, manche) for manche in manches])
    return Sheet(side_count, scores, find_ending(options, scores))


def manche_lines(options: HeartsOptions, seats: int, manche: MancheFacts[HeartsFacts]) -> list[Line]:
    """Return the lines of one manche, revokes and penalties last."""
    facts = manche.facts
    # None without a volte.
    volte = find_volte(options, seats, facts)
    if volte is not None:
        lines = volte_lines(options, seats, volte)
    elif isinstance(facts, TakenCards):
        lines = _card_lines(options, seats, facts)
    # Points typed by side have one line each, without the cards that gave them.
    else:
        article = article_of(options, "H")
        lines = [Line(side, "points", points, article) for side, points in enumerate(facts.points) if points]
    # `penalty_lines`: the points that the table agreed to give (T-5).
    return lines + _revoke_lines(options, seats, manche.revokes) + penalty_lines(manche)


def find_ending(options: HeartsOptions, scores: Sequence[MancheScore]) -> Ending | None:
    """Return the ending: after the first manche with a side at the limit (DP-25). None without such a manche.

    With equal lowest totals, the sides share the victory or the partie goes on, as the house rule says (DP-26).
    """
    # `index` is the number of manches played.
    for index, manche_score in enumerate(scores, start=1):
        # The sides with the lowest total.
        winners = best_sides(manche_score.totals, lowest_leads=True)
        reached = [side for side, total in enumerate(manche_score.totals) if total >= options.limit]
        if reached and (len(winners) == 1 or options.tie is LowestTie.SHARED):
            result = {"limit": options.limit, "reached": reached, "totals": list(manche_score.totals)}
            # Of a shared victory, the article is another one.
            article = "DP-25" if len(winners) == 1 else "DP-26"
            return Ending("limit", article, winners, index, result)
    return None


@dataclass(frozen=True, slots=True)
class PassingDeal(Deal):
    """A deal with its pass, the exchange of cards before play, and the card that leads. `Deal` has the dealer."""

    # The direction of the pass: `left`, `right`, `across` or `none`.
    direction: str
    # The number of cards passed.
    cards: int
    # The article that sets the direction and the number.
    article: str
    # By seat, the one to which it passes; None without a pass.
    passes: tuple[int, ...] | None
    # The code of the card that leads.
    opening: str


def deal(options: HeartsOptions, table: Table, played: Sequence[MancheFacts[HeartsFacts]]) -> PassingDeal:
    """Return the next deal: the dealer (DP-7), the pass (DP-9, DP-27) and the card that leads (DP-11)."""
    # The deal passes to the next seat after each manche; `table.dealer` is the first dealer.
    dealer = table.after(table.dealer, len(played))
    seats = table.seats
    opening = opening_card(options, seats).code
    direction = direction_of(options, seats, len(played))
    usual = (PassTurns.LEFT_RIGHT_ACROSS_NONE, USUAL_PASS_CARDS)
    article = "DP-9" if (options.pass_turns, options.pass_cards) == usual else "DP-27"
    passes = None
    if direction != "none":
        # Seats are numbered clockwise, so the next one is on the left.
        step = {"left": 1, "right": -1, "across": seats // 2}[direction]
        passes = tuple(table.after(seat, step) for seat in range(seats))
    return PassingDeal(dealer, direction, options.pass_cards, article, passes, opening)


def direction_of(options: HeartsOptions, seats: int, index: int) -> str:
    """Return the direction of the pass in the manche of this index: left, right, across or none (DP-9, DP-27).

    Example: of `left_right_across_none`, the directions at a table of five are left, right, none, left, …: with an odd
    number of players, no one is across.
    """
    turns = [direction for direction in options.pass_turns.split("_") if direction != "across" or seats % 2 == 0]
    return turns[index % len(turns)]


def _revoke_lines(options: HeartsOptions, seats: int, revokes: Sequence[int]) -> list[Line]:
    """Return a line with the price of each revoke for the side that revoked, even if the price is 0 (T-5)."""
    side_of = sides(options, seats)
    return [Line(side_of[seat], "revoke", options.revoke, "T-5", seat=seat) for seat in revokes]


def _card_lines(options: HeartsOptions, seats: int, facts: TakenCards) -> list[Line]:
    """Return a line for each key and each seat that took cards of it."""
    side_of = sides(options, seats)
    # In the order of the fields of `Line`: `side`, `why`, `points`, `article`, `count`, `seat`.
    worth = points_by_key(options)
    return [
        Line(side_of[seat], WHYS[key], worth[key] * count, article_of(options, key), count, seat)
        for key, counts in facts.counts.items()
        for seat, count in enumerate(counts)
        if count
    ]
