"""Faster versions of Flask-Babel's functions, with types; most modules import `gettext` as `_`.

A page has about a hundred sentences. To look them up quickly, the catalogue is loaded once for each request, and
templates call it directly instead of through the three functions of Jinja's own extension.
"""

from __future__ import annotations

from typing import Any

import flask_babel
from flask import Flask, g
from markupsafe import Markup


def init_app(app: Flask) -> None:
    """Add the functions of translation to the templates."""
    app.jinja_env.globals.update(_=_markup, gettext=_markup, ngettext=_markup_of_number)


def gettext(sentence: str, /, **values: object) -> str:
    """Return the sentence in the reader's language, its named placeholders filled in."""
    text = str(_catalogue().ugettext(sentence))
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Return the singular or plural for `num` in the reader's language, its placeholders filled in."""
    return str(_catalogue().ungettext(singular, plural, num)) % {"num": num, **values}


def _catalogue() -> Any:  # noqa: ANN401 - Babel publishes no type for it
    if "catalogue" not in g:
        g.catalogue = flask_babel.get_translations()
    return g.catalogue


def _markup(sentence: str, /, **values: object) -> Markup:
    """Return the sentence for a page with its values escaped; sentences in templates write a percent sign as `%%`."""
    text = str(_catalogue().ugettext(sentence))
    return Markup(text) % values if "%" in text else Markup(text)  # noqa: S704 - sentences are the app's own


def _markup_of_number(singular: str, plural: str, num: int, /, **values: object) -> Markup:
    text = str(_catalogue().ungettext(singular, plural, num))
    return Markup(text) % {"num": num, **values}  # noqa: S704 - likewise
