"""Flask-Babel's functions under types that mypy can read; `_` marks a sentence for the catalogues."""

from __future__ import annotations

from typing import Any

import flask_babel
from flask import Flask, g


def init_app(app: Flask) -> None:
    """Give templates the sentences of the reader's language, the catalogue being found once for a request."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda sentence: _catalogue().ugettext(sentence),
        ngettext=lambda one, many, num: _catalogue().ungettext(one, many, num),
        newstyle=True,
    )


def _catalogue() -> Any:  # noqa: ANN401 - Babel publishes no type for it
    if "catalogue" not in g:
        g.catalogue = flask_babel.get_translations()
    return g.catalogue


def gettext(sentence: str, **figures: object) -> str:
    """The sentence in the reader's language, its named places filled in."""
    return str(flask_babel.gettext(sentence, **figures))


def ngettext(one: str, many: str, num: int, **figures: object) -> str:
    """Likewise, in the singular or the plural that `num` asks for in that language."""
    return str(flask_babel.ngettext(one, many, num, **figures))
