"""The steps of a count: the points of each declaration and of the play (PI-8 to PI-11, PI-17, PI-18).

A *step* is points that a seat calls aloud, with the key of their reason (`why`), as on the sheet, and the number of
their rule (`article`, such as PI-9). A *coup* is one deal; a *low* card is a 9 or lower; a *carte blanche* is a hand
dealt without a king, queen or jack. The combinations are a point, sequences, and sets: a *quatorze* is four cards of a
rank, a *brelan* three. The *offender* is a seat that made a false declaration and scores nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    CARTE_BLANCHE,
    QUATORZE,
    Category,
    worth,
)
from scorekeeper.games.piquet.step import BySeat, Step, points_by_seat

CARTE_BLANCHE_STEP = "carte_blanche"
# The last part of the key of a set, by its rank: `quatorze_kings`.
SETS: dict[int, str] = {
    Rank.ACE: "aces",
    Rank.KING: "kings",
    Rank.QUEEN: "queens",
    Rank.JACK: "jacks",
    Rank.TEN: "tens",
}
# The category of each article.
_CATEGORIES = {"PI-8": CARTE_BLANCHE_STEP, **{article: category.value for category, article in ARTICLES.items()}}


def declared_steps(facts: PiquetFacts) -> list[Step]:
    """Return the steps of the declarations in the counting order of PI-23, without those of an offender (PI-37)."""
    # A step is a seat, the key of the reason, the points and the article.
    seats = [seat for seat, has_carte_blanche in enumerate(facts.carte_blanche) if has_carte_blanche]
    steps = [Step(seat, CARTE_BLANCHE_STEP, CARTE_BLANCHE, "PI-8") for seat in seats]
    # `facts.scorers` has the categories in which a seat scores, in the order of counting.
    steps += [step for category in facts.scorers for step in _category_steps(facts, category)]
    return [step for step in steps if step.seat != facts.offender]


def declared_points(facts: PiquetFacts) -> BySeat:
    """Return the points of each seat before the play, with a carte blanche; 0 for an offender (PI-23, PI-37)."""
    return points_by_seat(declared_steps(facts))


def category_of(declared: Step) -> str:
    """Return the category of a step of `declared_steps`: `carte_blanche`, `point`, `sequences` or `sets`."""
    return _CATEGORIES[declared.article]


def play_steps(points: Sequence[Step], with_low_cards: Sequence[Step]) -> list[Step]:
    """Return the points of the play, each with the article that the sheet cites for it (PI-17 or PI-18).

    `with_low_cards` are the points that the same tricks would give if low cards scored too. If a seat would have more
    points of a kind (leads, wins or last trick), its points of this kind cite PI-18, the rule about low cards: it is
    the reason why their total is lower.
    """
    # The pairs (seat, kind of points) in which at least one point is missing because of a low card.
    with_fewer_points = {(point.seat, point.why) for point in set(with_low_cards) - set(points)}
    return [
        replace(point, article="PI-18") if (point.seat, point.why) in with_fewer_points else point for point in points
    ]


def _category_steps(facts: PiquetFacts, category: Category) -> Iterator[Step]:
    """Yield one step for each combination of a category that scores; the key of a set has its rank if this is known."""
    seat = facts.scorers[category]
    article = ARTICLES[category]
    for item in facts.declarations[seat][category]:
        # The points of a combination with this number of cards.
        points = worth(category, item.amount)
        if category is Category.POINT:
            yield Step(seat, "point", points, article, count=item.amount)
        elif category is Category.SEQUENCES:
            yield Step(seat, "sequence", points, article, count=item.amount)
        else:
            why = "quatorze" if item.amount == QUATORZE else "brelan"
            # The rank is unknown if only the size of the set was entered.
            if item.height is not None:
                why += f"_{SETS[item.height]}"
            yield Step(seat, why, points, article)
