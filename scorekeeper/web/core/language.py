"""The language of a request, French or English; names and cards in this language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel import Locale
from flask import Flask, request, session
from flask_babel import Babel, get_locale

LANGUAGES = {"fr": "Français", "en": "English"}
# For English en_GB, except for a browser that asks for American English: « Thursday, August 27 ».
LOCALES = {"fr": "fr_FR", "en": "en_GB"}
_AMERICAN = Locale.parse("en_US")
_BABEL_LOCALES = {language: Locale.parse(name) for language, name in LOCALES.items()}
DEFAULT = "fr"
TRANSLATIONS = Path(__file__).parents[1] / "translations"
# The stars of the two jokers, by their codes.
_STARS = {"X1": "★", "X2": "☆"}


def init_app(app: Flask) -> None:
    """Select the language of each request, and add `language`, `languages` and the filters to the templates."""
    Babel(app, default_locale=DEFAULT, default_translation_directories=str(TRANSLATIONS), locale_selector=chosen_locale)
    app.add_template_filter(name_with_de)
    app.add_template_filter(short_card_name)
    app.context_processor(lambda: {"language": current_language(), "languages": LANGUAGES})


def chosen_language() -> str:
    """Return the language chosen on a page, else the browser's preference, else French."""
    stored = session.get("language")
    if stored in LANGUAGES:
        return str(stored)
    # The header has tags such as "en-US", the preferred one first; a tag with the quality 0 is a refused language.
    preferred = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((code for code in preferred if code in LANGUAGES), DEFAULT)


def chosen_locale() -> Locale:
    """Return the locale of the chosen language: American English if the browser prefers it to any other English."""
    language = chosen_language()
    # The tags of English that the browser accepts, the preferred one first.
    english = [tag.lower() for tag, _quality in request.accept_languages if tag.lower().startswith("en")]
    if language == "en" and english[:1] == ["en-us"]:
        return _AMERICAN
    return _BABEL_LOCALES[language]


def current_language() -> str:
    """Return the code of the current language: French outside a request, unless `use_language` has set another."""
    locale = get_locale()
    if locale is None:
        return DEFAULT
    return str(locale.language)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Use this language, `fr` or `en`, for sentences made outside a request."""
    # Flask-Babel translates only in the context of an application; this one serves no pages.
    app = Flask(__name__, static_folder=None)
    Babel(app, default_locale=LOCALES[language], default_translation_directories=str(TRANSLATIONS))
    with app.app_context():
        yield


def name_with_de(name: str) -> str:
    """Return the name after a French *de*: `d’Anne`, `de Zoé`; in English the name alone."""
    if current_language() != "fr":
        return name
    # The first letter without its accent; NFD puts the accent after the letter.
    first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
    if first in set("aeiouyhœæ"):
        return f"d’{name}"
    return f"de {name}"


def rank_letter(code: str) -> str:
    """Return the letter of a rank in the current language: `Q` is `D` in French."""
    if current_language() != "fr":
        return code
    return {"J": "V", "Q": "D", "K": "R"}.get(code, code)


def short_card_name(code: str) -> str:
    """Return a card in the current language: `QS` is `D♠` in French, `Q♠` in English.

    A joker is a star, the little one a hollow star.
    """
    if code in _STARS:
        return _STARS[code]
    rank, suit = code[:-1], code[-1:]
    return rank_letter(rank) + {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}.get(suit, suit)
