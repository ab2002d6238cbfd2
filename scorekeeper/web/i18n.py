"""Flask-Babel's functions under types that mypy can read; `_` marks a sentence for the catalogues."""

from __future__ import annotations

import flask_babel


def gettext(sentence: str, **figures: object) -> str:
    """The sentence in the reader's language, its named places filled in."""
    return str(flask_babel.gettext(sentence, **figures))


def ngettext(one: str, many: str, num: int, **figures: object) -> str:
    """Likewise, in the singular or the plural that `num` asks for in that language."""
    return str(flask_babel.ngettext(one, many, num, **figures))
