"""The tool that lists the possible announcements of a hand of Piquet (PI-2, PI-9 to PI-11)."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.declarations import ARTICLES, Category, Declarations, declarations_of, worth
from scorekeeper.games.piquet.play import HAND_SIZE
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.piquet.announcements.text import point_name, run_name, set_name
from scorekeeper.web.games.tools.pile import PileCount, PileLine, pile_tool
from scorekeeper.web.games.tools.table import ToolTable


def count_hand(_table: ToolTable, cards: Sequence[Card]) -> PileCount:
    """Return all announcements that these cards allow, with their points if they are good (PI-12)."""
    if len(cards) > HAND_SIZE:
        sentence = _("Une main compte %(whole)d cartes : en voici %(num)d.", whole=HAND_SIZE, num=len(cards))
        return PileCount([], None, sentence)
    lines = _lines(declarations_of(cards))
    total = sum(line.points or 0 for line in lines)
    if not lines:
        return PileCount([], 0, _("Ni point, ni séquence, ni quatorze, ni brelan."))
    return PileCount(lines, total, _("Chaque annonce ne se marque que si elle est bonne. PI-12"))


def _lines(declared: Declarations) -> list[PileLine]:
    point = declared.point
    lines = [] if point is None else [_line(Category.POINT, point_name(point.cards, point.pips), point.cards)]
    lines += [_line(Category.SEQUENCES, run_name(run.length, run.top), run.length) for run in declared.runs]
    sets = [(set_name(rank_set.rank, rank_set.size), rank_set.size) for rank_set in declared.sets]
    return lines + [_line(Category.SETS, name, size) for name, size in sets]


def _line(category: Category, name: str, cards: int) -> PileLine:
    return PileLine(name, worth(category, cards), ARTICLES[category])


PILE: Tool = pile_tool(
    title=lazy_gettext("Compter cette main"),
    hint=lazy_gettext("Touchez les cartes tenues : point, séquences, quatorze et brelans se comptent."),
    count=count_hand,
)
