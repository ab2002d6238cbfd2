"""The tools of the rules search: which of them are available at a table, and the page of a tool.

A tool computes from the query string and records nothing. A game may add its own (`GamePages.tools`). A *partie* is a
game that is being played; `RulesInForce` are its house rules, or those in the address of a public page.
"""

from __future__ import annotations

from flask import abort, redirect, render_template, request
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.games.tools.keys import card_query, sent_cards
from scorekeeper.web.games.tools.query import ToolQuery, read_query
from scorekeeper.web.rules.tools.cards import LATER, show_cards
from scorekeeper.web.rules.tools.what_if import compute_what_if
from scorekeeper.web.table.parties import partie_context

# The arguments that the tools of earlier versions share with the one that replaces them.
_ARGUMENTS_OF_OLD_TOOLS = ("hand", "leader", "dealer", "seats")


def tools_of(in_force: RulesInForce) -> dict[str, Tool]:
    """Return the available tools by name: those that every game shares, and those of this game."""
    tools = [*PAGES[in_force.game.slug].tools]
    if _has_rules_of_play(in_force):
        tools.insert(0, _CARDS)
    if in_force.partie is not None:
        tools.append(_WHAT_IF)
    return {tool.name: tool for tool in tools}


def render_tool(in_force: RulesInForce, name: str) -> Response | str:
    """Render the page of a tool; abort with 404 for an unknown name."""
    # The names of two tools of earlier versions.
    if name in {"trick", "card"}:
        return redirect(_moved_address(in_force, name))
    tool = tools_of(in_force).get(name)
    pages = PAGES[in_force.game.slug]
    if tool is None:
        abort(404)
    query = _query(in_force, name, request.args)
    context: dict[str, object] = {"pages": pages, "game_text": pages.text}
    # The templates of a partie need more values; `partie_context` returns them, `pages` and `game_text` among them.
    if query.scored is not None:
        context = partie_context(query.scored)
    context |= {"in_force": in_force, "partie": in_force.partie, "tool": tool, "query": query}
    # A tool that only a partie has, such as “what if”, has no public address that players could share.
    without_partie = RulesInForce(in_force.game, in_force.options)
    is_public = name in tools_of(without_partie)
    return render_template("rules/tools/show.html", shown=tool.show(query), is_public=is_public, **context)


def _moved_address(in_force: RulesInForce, name: str) -> str:
    """Return the address of the tool that replaces the two old tools `trick` and `card`, with the same cards."""
    cards = [*sent_cards(request.args, "fell"), *sent_cards(request.args, "card")]
    arguments = {key: request.args.get(key) for key in _ARGUMENTS_OF_OLD_TOOLS}
    # The tool `trick` said who takes any one trick of the manche (deal), without the earlier ones. The tool `card` said
    # whether a card is allowed after all cards from the first lead on.
    if name == "trick":
        arguments[LATER] = "1"
    return in_force.url("tool", tool=_CARDS.name, card=card_query(cards), **arguments)


def _query(in_force: RulesInForce, name: str, arguments: MultiDict[str, str]) -> ToolQuery:
    """Return the query of this tool, which has its arguments, the table and, in a partie, the scored partie."""
    return read_query(in_force, name, arguments, PAGES[in_force.game.slug].text.error_sentence)


def _has_rules_of_play(in_force: RulesInForce) -> bool:
    """Whether the rules of play are known; they may depend on declarations not entered yet."""
    query = _query(in_force, "", MultiDict())
    try:
        # This is called only because it raises the error, also for a game without card play.
        query.rules(query.dealer or 0)
    except ImpossibleError:
        return False
    return True


# A tool has a name in addresses, a title, a template, a function that makes the values of the template, and a hint.
_CARDS = Tool(
    "cards",
    lazy_gettext("Qui prend ? C’est permis ?"),
    "rules/tools/_cards.html",
    lambda query: show_cards(query, PAGES[query.in_force.game.slug]),
    lazy_gettext("Touchez les cartes dans l’ordre où elles tombent : chacune est jugée, et le pli dit qui le prend."),
)
_WHAT_IF = Tool(
    "what-if",
    lazy_gettext("Et si… ?"),
    "rules/tools/_what_if.html",
    compute_what_if,
    lazy_gettext("Changez ce que vous voulez : les totaux suivent, et rien n’est noté."),
)
