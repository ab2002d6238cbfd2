"""The name of a game that is not one of the app’s, asked before its players are seated."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleOptionsError, Json
from scorekeeper.record.names import comparable
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.forms.options import sent_options, typed_options
from scorekeeper.web.games import PAGES


def naming_page(
    family: AnyGame,
    ask_name: Callable[[Mapping[str, str]], str],
    address_of: Callable[..., str],
    played: Mapping[str, Json],
) -> Response | Answer | str:
    """Ask the name and the house rules of a game; then redirect to the page where its players are seated.

    `address_of` returns the address of that page for a slug and a preset; `played` are the games of the carnet with
    their last house rules. A game of the app that has this name is offered first.
    """
    known = {slug: rules for slug, rules in played.items() if slug.startswith(f"{family.slug}:")}
    refusal, namesake = None, None
    if "name" in request.args:
        try:
            slug, rules = ask_name(request.args), sent_options(family, request.args)
            for option in family.options:
                option.read(rules.get(option.name, option.values[0]))
        except (RefusedError, ImpossibleOptionsError) as error:
            refusal = Refusal(error, lambda fault: PAGES[family.slug].words.fault(fault, ()))
        else:
            namesake = _game_called(request.args["name"])
            if namesake is None or "own" in request.args:
                # « belote » is the Belote of this carnet.
                same = (one for one in known if comparable(one) == comparable(slug))
                return redirect(address_of(next(same, slug), json.dumps(rules)))
    page = render_template(
        "table/setup/naming.html",
        game=family,
        words=PAGES[family.slug].words,
        address_of=address_of,
        known={slug: json.dumps(rules) for slug, rules in known.items()},
        options=typed_options(family, request.args),
        refusal=refusal,
        namesake=namesake,
    )
    return page if refusal is None else (page, refusal.status)


def _game_called(name: str) -> str | None:
    """Return the slug of the game of the app that has this name, in the language of the page or as its slug."""
    names = {comparable(text): slug for slug, pages in PAGES.items() for text in (slug, str(pages.words.NAME))}
    return names.get(comparable(name))
