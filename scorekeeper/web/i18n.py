"""Flask-Babel's functions under types that mypy can read; `_` marks a sentence for the catalogues.

A page looks up some hundred sentences: the catalogue is found once for a request, and templates ask it without the
three calls that Jinja's own extension puts between.
"""

from __future__ import annotations

from typing import Any

import flask_babel
from flask import Flask, g
from markupsafe import Markup


def init_app(app: Flask) -> None:
    """Give templates the sentences of the reader's language."""
    app.jinja_env.globals.update(_=_markup, gettext=_markup, ngettext=_counted_markup)


def gettext(sentence: str, /, **figures: object) -> str:
    """The sentence in the reader's language, its named places filled in."""
    said = str(_catalogue().ugettext(sentence))
    return said % figures if figures else said


def ngettext(one: str, many: str, num: int, /, **figures: object) -> str:
    """Likewise, in the singular or the plural that `num` asks for in that language."""
    return str(_catalogue().ungettext(one, many, num)) % {"num": num, **figures}


def _catalogue() -> Any:  # noqa: ANN401 - Babel publishes no type for it
    if "catalogue" not in g:
        g.catalogue = flask_babel.get_translations()
    return g.catalogue


def _markup(sentence: str, /, **figures: object) -> Markup:
    """The sentence for a page: what is filled in is escaped, and a percent sign is always written twice."""
    said = str(_catalogue().ugettext(sentence))
    return Markup(said) % figures if "%" in said else Markup(said)  # noqa: S704 - sentences are ours


def _counted_markup(one: str, many: str, num: int, /, **figures: object) -> Markup:
    said = str(_catalogue().ungettext(one, many, num))
    return Markup(said) % {"num": num, **figures}  # noqa: S704 - likewise
