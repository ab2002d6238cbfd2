"""A partie of which only the points are known, by side and manche: an old paper score, or a game not installed here.

Lists show such a partie under its game. The points are added up, and the partie ends after its last manche.

A *partie* is a game played to its end, a *manche* one deal of it. A *side* is a player, or a team, that scores
together; a *seat* is a place at the table. *Facts* are what was entered of a manche: here `{"paper": [12, 0, 14, 0]}`,
the points by side. T-1 is the article (numbered rule) that a line of the score cites.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.contract import POINTS_LIMIT, AnyGame, Deal, Ending, Game, Line, MancheFacts, Sheet, add_up
from scorekeeper.games.shape import Json, read_object, read_wholes

# The key of the points in facts, and of the reason in lines and endings; databases and files contain it.
POINTS_KEY = "paper"
_ARTICLE = "T-1"


def best_sides(totals: Sequence[int], *, lowest_leads: bool) -> tuple[int, ...]:
    """Return the sides with the best total, which win together."""
    best = max(totals)
    if lowest_leads:
        best = min(totals)
    return tuple(side for side, total in enumerate(totals) if total == best)


def by_totals(
    slug: str, table_sizes: frozenset[int], sides: Callable[[Any, int], tuple[int, ...]], *, lowest_leads: bool
) -> AnyGame:
    """Return a game whose only facts are points by side, without house rules or cards.

    `sides` returns the side of each seat from the options and the number of seats. A game is a record of functions; two
    of them are defined here, because they need `sides` and `lowest_leads`.
    """

    def read_facts(options: object, seats: int, json: Json) -> tuple[int, ...]:
        # `read_object` refuses any key but `paper`. `read_wholes` returns exactly one integer for each side, from
        # `-POINTS_LIMIT` to `POINTS_LIMIT`; its last argument is the key that an error names.
        points = read_object(json, (POINTS_KEY,)).get(POINTS_KEY)
        return read_wholes(points, 1 + max(sides(options, seats)), -POINTS_LIMIT, POINTS_LIMIT, POINTS_KEY)

    def score(options: object, seats: int, manches: Sequence[MancheFacts[tuple[int, ...]]]) -> Sheet:
        # The number of sides: they are numbered from 0.
        count = 1 + max(sides(options, seats))
        # A line is a side, the key of the reason, the points and the article.
        lines_by_manche = [
            [Line(side, POINTS_KEY, points, _ARTICLE) for side, points in enumerate(manche.facts)] for manche in manches
        ]
        # `add_up` makes the points and the running totals of each manche.
        sheet = Sheet(count, add_up(count, lines_by_manche))
        if not manches:
            return sheet
        # What ended the partie is unknown: the sheet ends it after the last manche. An `Ending` has the key of its
        # reason, the article, the sides that won, and the number of manches after which it ends.
        winners = best_sides(sheet.totals, lowest_leads=lowest_leads)
        return replace(sheet, ending=Ending(POINTS_KEY, _ARTICLE, winners, len(manches)))

    return Game(
        slug=slug,
        # No package: the game has no rulebook of its own.
        package="",
        options=(),
        presets=(),
        table_sizes=table_sizes,
        lowest_leads=lowest_leads,
        read_options=lambda _json, _seats: None,
        write_options=lambda _options: {},
        sides=sides,
        read_facts=read_facts,
        write_facts=lambda points: {POINTS_KEY: list(points)},
        score=score,
        # The deal passes to the next seat after each manche.
        deal=lambda _options, table, manches: Deal(table.after(table.dealer, len(manches))),
    )
