"""Translation: faster versions of Flask-Babel's functions, with types; most modules import `gettext` as `_`.

The sentences of the code are French; a *catalogue* has their translations into the language of the reader.
A page has about a hundred sentences. To look them up quickly, the catalogue is loaded once for each request, and
templates call it directly instead of through the three functions of Jinja's own extension.
"""

from __future__ import annotations

import re
from typing import Any

import flask_babel
from flask import Flask, g
from markupsafe import Markup

# Hebrew, Arabic and the scripts beside them, with their presentation forms.
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ISOLATE = "\N{FIRST STRONG ISOLATE}"


def init_app(app: Flask) -> None:
    """Add the functions of translation to the templates."""
    app.jinja_env.filters["isolate"] = isolate
    app.jinja_env.globals.update(_=_markup, gettext=_markup, ngettext=_markup_of_number)


def gettext(sentence: str, /, **values: object) -> str:
    """Return the sentence in the reader's language, its named placeholders filled in."""
    text = str(_catalogue().ugettext(sentence))
    # Without values, a percent sign in the sentence is a plain one: "%" would take it for a placeholder.
    if not values:
        return text
    return text % _isolated(values)


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Return the singular or plural for `num` in the reader's language, its placeholders filled in."""
    return str(_catalogue().ungettext(singular, plural, num)) % {"num": num, **_isolated(values)}


def isolate(name: str) -> str:
    """Return a name so that the text around it keeps its direction: after « עדי », « , 15 » would move before it."""
    # Three texts stay as they are: `Markup`, the HTML of a page, in which names are in <bdi>; a sentence in which a
    # name is isolated already; a name without right-to-left letters.
    if isinstance(name, Markup) or _ISOLATE in name or not _RIGHT_TO_LEFT.search(name):
        return name
    # The partners of a team stay in their order: « עדי & Luc ».
    if " & " in name:
        return " & ".join(map(isolate, name.split(" & ")))
    return f"{_ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def _isolated(values: dict[str, object]) -> dict[str, object]:
    """Return the values of the placeholders, with each text isolated."""
    return values | {key: isolate(value) for key, value in values.items() if isinstance(value, str)}


def _catalogue() -> Any:  # noqa: ANN401 - Babel publishes no type for it
    """Return the catalogue of the reader's language, loaded once for each request."""
    if "catalogue" not in g:
        g.catalogue = flask_babel.get_translations()
    return g.catalogue


def _markup(sentence: str, /, **values: object) -> Markup:
    """Return the sentence for a page with its values escaped; sentences in templates write a percent sign as `%%`."""
    text = Markup(_catalogue().ugettext(sentence))  # noqa: S704 - sentences are the app's own
    if "%" not in text:
        return text
    return text % _isolated(values)


def _markup_of_number(singular: str, plural: str, num: int, /, **values: object) -> Markup:
    """Return the singular or plural for `num`, for a page with its values escaped."""
    text = str(_catalogue().ungettext(singular, plural, num))
    return Markup(text) % {"num": num, **_isolated(values)}  # noqa: S704 - likewise
