"""The name of a game that is not one of the app’s, asked before its players are seated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flask import redirect, render_template, request
from flask_babel import force_locale
from werkzeug.wrappers import Response

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.record.names import comparable
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.language import LOCALES
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.forms.options import options_in_address, sent_options, typed_options
from scorekeeper.web.games import PAGES


def naming_page(
    family: AnyGame,
    ask_name: Callable[[Mapping[str, str]], str],
    address_of: Callable[..., str],
    *,
    played: Iterable[str] = (),
    seats: Iterable[int] = (),
) -> Response | Answer | str:
    """Ask the name and the house rules of a game; then redirect to the page where its players are seated.

    `address_of` returns the address of that page for a slug and the fields of options; `played` are the games of the
    carnet. A game of the app that has this name is offered first.
    """
    known = [slug for slug in played if slug.startswith(f"{family.slug}:")]
    refusal, namesake = None, None
    if "name" in request.args:
        try:
            slug = ask_name(request.args)
            _check_options(family)
        except (RefusedError, ImpossibleOptionsError) as error:
            refusal = Refusal(error, lambda fault: PAGES[family.slug].words.fault(fault, ()))
        else:
            namesake = None if "own" in request.args else _game_called(request.args["name"])
            if namesake is None:
                # « belote » is the Belote of this carnet.
                same = (one for one in known if comparable(one) == comparable(slug))
                return redirect(address_of(next(same, slug), **options_in_address()))
    page = render_template(
        "table/setup/naming.html",
        game=family,
        words=PAGES[family.slug].words,
        address_of=address_of,
        known=known,
        options=typed_options(family, request.args),
        refusal=refusal,
        namesake=namesake,
        seats=seats,
    )
    return page if refusal is None else (page, refusal.status)


def _check_options(family: AnyGame) -> None:
    """Raise `ImpossibleOptionsError` for a value that no table can choose."""
    sent = sent_options(family, request.args)
    for option in family.options:
        option.read(sent.get(option.name, option.values[0]))


def _game_called(name: str) -> str | None:
    """Return the slug of the game of the app that has this name in some language, or as its slug."""
    for slug, pages in PAGES.items():
        names = [slug]
        for locale in LOCALES.values():
            with force_locale(locale):
                names.append(str(pages.words.NAME))
        if comparable(name) in map(comparable, names):
            return slug
    return None
