"""Piquet card by card: the running count, the decision on a refuted declaration, a hand counted.

A *coup* is one deal of Piquet; before its first card, players declare combinations of their hand. The cards *refute* a
declaration if no hand with these cards has it. The *context* of a coup is what was entered before its first card, as
JSON: the declarations. The *arbiter* judges the cards one by one; it has the tricks so far. Articles such as PI-19 are
those of the rulebook of Piquet.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.declarations import ARTICLES, declarations_of, worth
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.facts.cards import tricks_taken
from scorekeeper.games.piquet.play import HAND_SIZE
from scorekeeper.games.piquet.refutations import with_false_declaration
from scorekeeper.games.piquet.step import Step, points_by_seat
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.piquet.declarations import item_name
from scorekeeper.web.games.piquet.tricks import CountLine, count_lines
from scorekeeper.web.games.tools.pile import PileCount, PileLine, pile_tool
from scorekeeper.web.games.tools.query import ToolQuery


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return the points of each seat so far, declarations included (PI-19)."""
    return [str(points) for points in points_by_seat(_count_steps(scored, arbiter))]


def count_so_far(scored: ScoredPartie, arbiter: Arbiter) -> list[CountLine]:
    """Return the lines of the count of the current coup, up to the latest card."""
    return count_lines(_count_steps(scored, arbiter), scored.names)


def add_answers(scored: ScoredPartie, context: Json) -> Json:
    """Return the context, with the false declaration if the table has just chosen to record it (PI-37)."""
    # The button sends the seat that made the false declaration. This seat scores nothing, and the other seat scores all
    # combinations in its cards.
    offender = request.form.get("false")
    if offender not in {"0", "1"} or not scored.current.played_out:
        return context
    return with_false_declaration(context, int(offender), scored.current.tricks)


def _count_steps(scored: ScoredPartie, arbiter: Arbiter) -> list[Step]:
    """The steps of the count (points that a player calls aloud) up to the latest card.

    There are none if the cards contradict what was entered, such as tricks of a short hand without cards (PI-38).
    """
    # Elder is the seat that does not deal, of the two seats 0 and 1.
    facts = {"elder": 1 - scored.deal.dealer, **(scored.current.context or {})}
    facts |= tricks_taken(scored.options, arbiter.tricks)
    try:
        # `read_pending` checks the facts of a coup in progress, of which tricks may be missing.
        steps = count_coup(scored.options, read_pending(scored.options, facts))
    except ImpossibleError:
        return []
    # The number of complete tricks, and of the current one if it has a card (`bool` counts as 0 or 1). `count_coup`
    # also counts the point of the next lead, which is not made yet: the steps of this trick are left out. Declarations
    # have no trick.
    tricks_led = len(arbiter.tricks) + bool(arbiter.trick)
    return [step for step in steps if step.trick is None or step.trick <= tricks_led]


# The tool that lists the possible declarations of a hand (PI-2, PI-9 to PI-11): point, sequences, quatorzes, brelans.


def count_hand(_query: ToolQuery, cards: Sequence[Card]) -> PileCount:
    """Return all declarations that these cards allow, with their points if they are good: better than the opponent's.

    Only a good declaration scores (PI-12).
    """
    if len(cards) > HAND_SIZE:
        sentence = gettext("Une main compte %(whole)d cartes : en voici %(num)d.", whole=HAND_SIZE, num=len(cards))
        # `PileCount` takes the lines, their total and a remark.
        return PileCount([], None, sentence)
    # By category, the combinations in the hand. The `amount` of a combination is its number of cards.
    declared = declarations_of(cards)
    lines = [
        # The name, the points and the article, as « quinte à l’as », 15, PI-10.
        PileLine(item_name(category, item), worth(category, item.amount), ARTICLES[category])
        for category, items in declared.items()
        for item in items
    ]
    if not lines:
        return PileCount([], 0, gettext("Ni point, ni séquence, ni quatorze, ni brelan."))
    remark = gettext("Chaque annonce ne se marque que si elle est bonne. PI-12")
    return PileCount(lines, sum(line.points or 0 for line in lines), remark)


# A page with a button for each card, and the count of those chosen.
PILE: Tool = pile_tool(
    title=lazy_gettext("Compter cette main"),
    hint=lazy_gettext("Touchez les cartes tenues : point, séquences, quatorze et brelans se comptent."),
    count=count_hand,
)
