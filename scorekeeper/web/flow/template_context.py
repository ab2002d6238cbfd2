"""Filters and globals of the templates: dates, signed points, the pages of each game, changes and cards."""

from __future__ import annotations

import re

from flask import Flask, url_for
from markupsafe import Markup

from scorekeeper.web.core.formatting import (
    deadline,
    layout,
    long_date,
    moment,
    month_name,
    plain,
    short_date,
    signed,
    weekday,
)
from scorekeeper.web.games import PAGES
from scorekeeper.web.text import record as record_words
from scorekeeper.web.text.arbiter import ruling_suffix
from scorekeeper.web.text.cards import card_name

_ARTICLE = re.compile(r"\b([A-Z]{1,2}-\d+)\b")
_REFERENCES = re.compile(r"\s*\([A-Z]{1,2}-\d+(?:, [A-Z]{1,2}-\d+)*\)")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


def init_app(app: Flask) -> None:
    """Add the filters and globals."""
    texts = with_articles, first_sentence
    for template_filter in (signed, plain, long_date, short_date, month_name, weekday, moment, deadline, *texts):
        app.add_template_filter(template_filter)
    app.context_processor(
        lambda: {
            "layout": layout(),
            "game_pages": PAGES,
            "change_label": record_words.change_label,
            "change_lines": record_words.change_lines,
            "card_name": card_name,
            "ruling_suffix": ruling_suffix,
        }
    )


def first_sentence(text: str) -> tuple[str, str]:
    """Return the first sentence of a text of the rulebook and what follows, without the articles in parentheses."""
    first, *further = _SENTENCE_END.split(_REFERENCES.sub("", text), maxsplit=1)
    return first, "".join(further)


def with_articles(paragraph: str) -> Markup:
    """Return a paragraph of the rulebook with links in place of the numbers of articles."""
    link = Markup('<a class="article" href="{}"><span class="number">{}</span></a>')
    parts = _ARTICLE.split(paragraph)
    links = [link.format(url_for("rules.entry", name=number), number) for number in parts[1::2]]
    return Markup("").join(part for pair in zip(parts[::2], [*links, ""], strict=True) for part in pair)
