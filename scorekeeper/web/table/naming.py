"""The name of a game that is not one of the app’s, asked before its players are seated.

A game is named by its *slug*, a text for addresses. A game that the players name is of a *family*, a score sheet for
any game. Its slug begins with that of the family: `scoresheet:most:Belote` is the game Belote of the family
`scoresheet`, where the most points win. A *carnet* is the notebook of a group of players.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleOptionsError, Json
from scorekeeper.record.names import comparable
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.forms.options import sent_options
from scorekeeper.web.games import PAGES, name_of_game


def naming_page(
    family: str,
    ask_name: Callable[[Mapping[str, str]], str],
    address_of: Callable[..., str],
    played: Json | None = None,
) -> Response | Answer | str:
    """Ask the name and the house rules of a game; then redirect to the page where its players are seated.

    `ask_name` makes the slug of the game from the fields of the form. `address_of` returns the address of that page for
    a `game`, which is a slug, and a `preset`, which is house rules as JSON. `played` are the games of this family that
    the carnet has played: its keys are their slugs, its values their latest house rules.

    If a game of the app has the typed name, this game is offered first.
    """
    refusal = None
    namesake = None
    if "name" in request.args:
        try:
            slug = ask_name(request.args)
            rules = sent_options(GAMES[family], request.args)
            # Each value is read only because this raises an error for a value that is not allowed. A house rule that
            # the form lacks has its default, the first of its values.
            for option in GAMES[family].options:
                option.read(rules.get(option.name, option.values[0]))
        except (RefusedError, ImpossibleOptionsError) as error:
            refusal = Refusal(error, lambda refused: PAGES[family].text.error_sentence(refused, ()))
        else:
            namesake = _game_called(request.args["name"])
            # With `own`, the table has seen the offer and means another game.
            if namesake is None or "own" in request.args:
                # A name that this carnet has played keeps its spelling: « belote » is its « Belote ». `next` returns
                # the first slug that looks the same, else the new one.
                same = (known for known in played or () if comparable(known) == comparable(slug))
                return redirect(address_of(game=next(same, slug), preset=json.dumps(rules)))
    page = render_template(
        "table/setup/naming.html",
        refusal=refusal,
        family=family,
        address_of=address_of,
        played=played,
        namesake=namesake,
    )
    if refusal is None:
        return page
    # With the HTTP status of the refusal.
    return page, refusal.status


def _game_called(name: str) -> str | None:
    """Return the slug of the game of the app that has this name, in the language of the page or as its slug."""
    # `comparable` makes names equal that look the same: « Zoé » and « ZOÉ ».
    names = {comparable(text): slug for slug in PAGES for text in (slug, name_of_game(slug))}
    return names.get(comparable(name))
