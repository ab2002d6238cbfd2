"""The tool that lists the possible declarations of a hand of Piquet (PI-2, PI-9 to PI-11)."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.declarations import ARTICLES, Category, amounts_and_heights, declarations_of, worth
from scorekeeper.games.piquet.play import HAND_SIZE
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.piquet.declarations.text import item_name
from scorekeeper.web.games.tools.pile import PileCount, PileLine, pile_tool
from scorekeeper.web.games.tools.query import ToolQuery


def count_hand(_query: ToolQuery, cards: Sequence[Card]) -> PileCount:
    """Return all declarations that these cards allow, with their points if they are good (PI-12)."""
    if len(cards) > HAND_SIZE:
        sentence = gettext("Une main compte %(whole)d cartes : en voici %(num)d.", whole=HAND_SIZE, num=len(cards))
        return PileCount([], None, sentence)
    declared = declarations_of(cards)
    lines = [
        PileLine(item_name(item), worth(category, amount), ARTICLES[category])
        for category in Category
        for item, (amount, _) in zip(declared.of(category), amounts_and_heights(category, declared), strict=True)
    ]
    if not lines:
        return PileCount([], 0, gettext("Ni point, ni séquence, ni quatorze, ni brelan."))
    remark = gettext("Chaque annonce ne se marque que si elle est bonne. PI-12")
    return PileCount(lines, sum(line.points or 0 for line in lines), remark)


PILE: Tool = pile_tool(
    title=lazy_gettext("Compter cette main"),
    hint=lazy_gettext("Touchez les cartes tenues : point, séquences, quatorze et brelans se comptent."),
    count=count_hand,
)
