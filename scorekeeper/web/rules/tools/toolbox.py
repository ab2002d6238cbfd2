"""The tools of the rules search: which of them are available at a table, and the page of a tool."""

from __future__ import annotations

from flask import abort, render_template, request
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import GamePages, Tool
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.games.tools.table import ToolTable, tool_table
from scorekeeper.web.rules.tools.trick import take_trick
from scorekeeper.web.rules.tools.verdict import judge_card
from scorekeeper.web.rules.tools.what_if import compute_what_if
from scorekeeper.web.table.parties import partie_context


def tools_of(in_force: RulesInForce) -> dict[str, Tool]:
    """Return the available tools by name: those that every game shares, and those of this game."""
    pages = PAGES[in_force.game.slug]
    tools = [*_card_tools(in_force, pages), *pages.tools, *([_WHAT_IF] if in_force.partie is not None else [])]
    return {tool.name: tool for tool in tools}


def render_tool(in_force: RulesInForce, name: str) -> str:
    """Render the page of a tool; abort with 404 for an unknown name."""
    tool, pages = tools_of(in_force).get(name), PAGES[in_force.game.slug]
    if tool is None:
        abort(404)
    table = _table(in_force, name, request.args)
    context = {"pages": pages, "words": pages.words} if table.scored is None else partie_context(table.scored)
    context |= {"in_force": in_force, "partie": in_force.partie, "tool": tool, "at": table}
    without_partie = RulesInForce(in_force.game, in_force.options)
    is_public = name in tools_of(without_partie)
    return render_template("rules/tools/show.html", shown=tool.show(table), is_public=is_public, **context)


def _table(in_force: RulesInForce, name: str, arguments: MultiDict[str, str]) -> ToolTable:
    return tool_table(in_force, name, arguments, PAGES[in_force.game.slug].words.fault)


def _card_tools(in_force: RulesInForce, pages: GamePages) -> list[Tool]:
    """Return the tools that need the rules of play, [] while these depend on announcements not entered yet."""
    table = _table(in_force, "", MultiDict())
    try:
        table.rules(table.dealer or 0)
    except ImpossibleError:
        return []
    return [_trick_tool(pages), _verdict_tool(pages)] if pages.trick_articles else [_verdict_tool(pages)]


def _trick_tool(pages: GamePages) -> Tool:
    return Tool(
        "trick",
        lazy_gettext("Qui prend ce pli ?"),
        "rules/tools/_trick.html",
        lambda table: take_trick(table, pages.trick_articles),
        lazy_gettext("Touchez les cartes du pli dans l’ordre où elles sont tombées."),
    )


def _verdict_tool(pages: GamePages) -> Tool:
    return Tool(
        "card",
        lazy_gettext("Peut-on jouer cette carte ?"),
        "rules/tools/_card.html",
        lambda table: judge_card(table, pages.words.FORBIDDEN),
        lazy_gettext("Dites les cartes tombées depuis l’entame, dans l’ordre, puis la carte en question."),
    )


_WHAT_IF = Tool(
    "what-if",
    lazy_gettext("Et si… ?"),
    "rules/tools/_what_if.html",
    compute_what_if,
    lazy_gettext("Changez ce que vous voulez : les totaux suivent, et rien n’est noté."),
)
