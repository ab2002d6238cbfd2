"""Filters and globals of the templates: dates, numbers, articles, the pages of each game, changes and cards."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup

from scorekeeper.web.core.formatting import (
    deadline,
    layout,
    long_date,
    month_name,
    plain,
    short_date,
    short_datetime,
    signed,
    weekday,
)
from scorekeeper.web.core.security import https_address
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.arbiter import ruling_suffix
from scorekeeper.web.text.cards import card_name
from scorekeeper.web.text.record import change_label, change_lines
from scorekeeper.web.text.values import format_mean, format_share

# The number of an *article*, a numbered rule of the rulebook, such as PI-10.
_ARTICLE = re.compile(r"\b([A-Z]{1,2}-\d+)\b")
# Such numbers in parentheses: " (AP-2, T-5)".
_REFERENCES = re.compile(r"\s*\([A-Z]{1,2}-\d+(?:, [A-Z]{1,2}-\d+)*\)")
# The space after a full stop or another sign that ends a sentence.
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


def init_app(app: Flask) -> None:
    """Add the filters and globals."""
    date_filters = long_date, short_date, month_name, weekday, short_datetime, deadline
    number_filters = signed, plain, format_mean, format_share
    for template_filter in (*number_filters, *date_filters, with_articles, first_sentence):
        app.add_template_filter(template_filter)
    app.context_processor(_template_values)


def _template_values() -> dict[str, Any]:
    """Return the globals of the templates: the base template of this page, the pages by game, and functions."""
    return {
        "page_or_fragment": layout(),
        "https_address": https_address,
        "game_pages": PAGES,
        "change_label": change_label,
        "change_lines": change_lines,
        "card_name": card_name,
        "ruling_suffix": ruling_suffix,
    }


def first_sentence(text: str) -> tuple[str, str]:
    """Return the first sentence of a text of the rulebook and the rest, both without references such as "(AP-2)".

    Example: « Pique est atout (AP-2). Il coupe. » is « Pique est atout. » and « Il coupe. »
    """
    first, *rest = _SENTENCE_END.split(_REFERENCES.sub("", text), maxsplit=1)
    return first, "".join(rest)


def with_articles(paragraph: str) -> Markup:
    """Return a paragraph of the rulebook with links in place of the numbers of articles."""
    link = Markup('<a class="article" href="{}"><span class="number">{}</span></a>')
    # Texts and numbers of articles alternate, so that the numbers are at the odd indexes: ["Selon ", "AP-2", ", …"].
    parts = _ARTICLE.split(paragraph)
    parts[1::2] = [link.format(url_for("rules.entry", name=number), number) for number in parts[1::2]]
    return Markup("").join(parts)
