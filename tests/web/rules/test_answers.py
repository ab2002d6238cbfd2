"""The page shows the answer that `scorekeeper rules` gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from support.schemas import SLUGS

from scorekeeper.games import GAMES
from scorekeeper.games.search import library
from scorekeeper.record.formats.rules import rules_line

if TYPE_CHECKING:
    from web.visitor import Visitor


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("options", [{}, {"revoke": "default"}], ids=["default", "another price"])
def test_the_page_shows_the_answer_of_the_command(stranger: Visitor, slug: str, options: dict[str, str]) -> None:
    game, shown = GAMES[slug], 0
    chosen = {option.name: option.values[1] for option in game.options if option.name in options}
    for entry in list(library.book(game).entries.values())[::9]:
        question = entry.wordings["fr"][1]
        line = rules_line(json.dumps({"question": question, "game": slug, "language": "fr", "options": chosen}))
        page = stranger.get(f"/rules/{slug}/desk?{urlencode({'q': question, **chosen})}")
        if line["answer"] is not None:
            shown += 1
            assert letters(line["answer"]["sentence"]) in letters(page.text), question
        else:
            assert all(letters(one) in letters(page.text) for one in line["nearest"]), question
    assert shown


@pytest.mark.parametrize("question", ["🂡", "你好", "?!"])
def test_a_question_without_words_is_not_found(stranger: Visitor, question: str) -> None:
    for page in ("/rules/hearts/desk", "/rules"):
        assert "Je ne trouve pas." in stranger.get(f"{page}?{urlencode({'q': question})}").text
    assert "Je ne trouve pas." not in stranger.get("/rules/hearts/desk?q=").text
