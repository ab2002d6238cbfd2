"""Which tools a desk has, and their page."""

from __future__ import annotations

from flask import abort, render_template, request
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import GamePages, Tool
from scorekeeper.web.games.rules_in_force import Desk
from scorekeeper.web.games.tools.table import ToolTable, table_of
from scorekeeper.web.rules.tools.trick import take
from scorekeeper.web.rules.tools.verdict import ask
from scorekeeper.web.rules.tools.what_if import ask_what_if
from scorekeeper.web.table.parties import partie_context


def tools_of(desk: Desk) -> dict[str, Tool]:
    """The tools of a desk by name: those of any game that can be had there, and those of its own game."""
    pages = PAGES[desk.game.slug]
    tools = [*_of_cards(desk, pages), *pages.tools, *([_WHAT_IF] if desk.partie is not None else [])]
    return {tool.name: tool for tool in tools}


def render_tool(desk: Desk, name: str) -> str:
    """The page of a tool; a name that stands for none is a 404."""
    tool, pages = tools_of(desk).get(name), PAGES[desk.game.slug]
    if tool is None:
        abort(404)
    table = _table(desk, name, request.args)
    known = {"pages": pages, "words": pages.words} if table.standing is None else partie_context(table.standing)
    shared_by = Desk(desk.game, desk.options)
    context = {**known, "desk": desk, "partie": desk.partie, "tool": tool, "at": table}
    context["public"] = name in tools_of(shared_by)
    return render_template("rules/tools/show.html", shown=tool.show(table), **context)


def _table(desk: Desk, name: str, arguments: MultiDict[str, str]) -> ToolTable:
    return table_of(desk, name, arguments, PAGES[desk.game.slug].words.fault)


def _of_cards(desk: Desk, pages: GamePages) -> list[Tool]:
    """The tools that need the law of the game: none while it waits for what is said before the cards."""
    table = _table(desk, "", MultiDict())
    try:
        table.rules(table.dealer or 0)
    except ImpossibleError:
        return []
    return [*([_trick(pages)] if pages.taking else []), _card(pages)]


def _trick(pages: GamePages) -> Tool:
    return Tool(
        "trick",
        lazy_gettext("Qui prend ce pli ?"),
        "rules/tools/_trick.html",
        lambda table: take(table, pages.taking),
        lazy_gettext("Touchez les cartes du pli dans l’ordre où elles sont tombées."),
    )


def _card(pages: GamePages) -> Tool:
    return Tool(
        "card",
        lazy_gettext("Peut-on jouer cette carte ?"),
        "rules/tools/_card.html",
        lambda table: ask(table, pages.words.FORBIDDEN),
        lazy_gettext("Dites les cartes tombées depuis l’entame, dans l’ordre, puis la carte en question."),
    )


_WHAT_IF = Tool(
    "what-if",
    lazy_gettext("Et si… ?"),
    "rules/tools/_what_if.html",
    ask_what_if,
    lazy_gettext("Changez ce que vous voulez : les totaux suivent, et rien n’est noté."),
)
