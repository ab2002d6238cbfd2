"""The tool that counts the points of the cards that a player of Dame de Pique took (DP-17 to DP-24)."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Line, MancheFacts, Table
from scorekeeper.games.hearts.facts import TakenCards, facts_of_tricks, find_shooter
from scorekeeper.games.hearts.options import Moon, cards_by_key, sides
from scorekeeper.games.hearts.points import volte_worth
from scorekeeper.games.hearts.scoring import manche_lines
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.hearts.text import why
from scorekeeper.web.games.tools.pile import PileCheckBox, PileCount, PileLine, pile_tool
from scorekeeper.web.games.tools.query import ToolQuery

_LAST = "last"


def count_pile(query: ToolQuery, cards: Sequence[Card]) -> PileCount:
    """Count the points of these cards for the player who took them; all counting cards make a volte."""
    options, seats = query.options, query.seats
    # Seat 0 takes all cards in one trick.
    taken = facts_of_tricks(options, Table(seats), [Trick(0, 0, tuple(cards))], {})["taken"]
    if _LAST in taken:
        taken[_LAST][0] = int(_LAST in query.arguments)
    facts = TakenCards({key: tuple(counts) for key, counts in taken.items()})
    if options.moon is Moon.CHOICE and find_shooter(options, seats, facts.counts) is not None:
        return _volte_by_choice(volte_worth(options, seats))
    lines = manche_lines(options, seats, MancheFacts(facts))
    side = sides(options, seats)[0]
    lines_of_others = [line for line in lines if line.why == "moon_against"]
    pile_lines = [PileLine(why(line), line.points, line.article) for line in lines if line.side == side]
    return PileCount(pile_lines, sum(line.points or 0 for line in pile_lines), _remark(lines_of_others, cards))


def _volte_by_choice(worth: int) -> PileCount:
    remark = _("Au choix de son auteur : %(worth)s de moins pour lui, ou %(worth)s à chacun des autres.", worth=worth)
    return PileCount([PileLine(_("volte"), None, "DP-22")], remark=remark)


def _remark(lines_of_others: Sequence[Line], cards: Sequence[Card]) -> str:
    if lines_of_others:
        return _("Chacun des autres prend %(points)s points.", points=lines_of_others[0].points)
    if not cards:
        return _("Aucune carte : aucun point.")
    return ""


def _check_boxes(query: ToolQuery) -> list[PileCheckBox]:
    """Return the check box of the last trick, if it counts (DP-3)."""
    if _LAST not in cards_by_key(query.options, query.seats):
        return []
    return [PileCheckBox(_LAST, _("Le dernier pli y est"), _LAST in query.arguments)]


PILE: Tool = pile_tool(
    title=lazy_gettext("Compter ce tas"),
    hint=lazy_gettext("Touchez les cartes ramassées qui comptent ; les autres ne changent rien."),
    count=count_pile,
    check_boxes=_check_boxes,
)
