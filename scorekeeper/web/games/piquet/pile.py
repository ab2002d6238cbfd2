"""The tool that finds what a hand of Piquet can announce (PI-2, PI-9 to PI-11)."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.declarations import ARTICLES, Category, Declarations, declarations_of, worth
from scorekeeper.games.piquet.play import HAND_SIZE
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.piquet.announcements.text import point_name, run_name, set_name
from scorekeeper.web.games.tools.pile import PileCount, PileLine, PileRules, pile_tool
from scorekeeper.web.games.tools.table import ToolTable


def count_hand(_table: ToolTable, cards: Sequence[Card]) -> PileCount:
    """Return everything that these cards can announce, with its points if it is good (PI-12)."""
    if len(cards) > HAND_SIZE:
        return PileCount(
            [], None, _("Une main compte %(whole)d cartes : en voici %(num)d.", whole=HAND_SIZE, num=len(cards))
        )
    lines = _lines(declarations_of(cards))
    total = sum(line.points or 0 for line in lines)
    if not lines:
        return PileCount([], 0, _("Ni point, ni séquence, ni quatorze, ni brelan."))
    return PileCount(lines, total, _("Chaque annonce ne se marque que si elle est bonne. PI-12"))


def _lines(declared: Declarations) -> list[PileLine]:
    point = declared.point
    lines = [] if point is None else [_line(Category.POINT, point_name(point.cards, point.pips), point.cards)]
    lines += [_line(Category.SEQUENCES, run_name(run.length, run.top), run.length) for run in declared.runs]
    return lines + [_line(Category.SETS, set_name(kind.rank, kind.size), kind.size) for kind in declared.sets]


def _line(category: Category, name: str, amount: int) -> PileLine:
    return PileLine(name, worth(category, amount), ARTICLES[category])


PILE: Tool = pile_tool(
    PileRules(
        title=lazy_gettext("Compter cette main"),
        hint=lazy_gettext("Touchez les cartes tenues : point, séquences, quatorze et brelans se comptent."),
        count=count_hand,
    )
)
