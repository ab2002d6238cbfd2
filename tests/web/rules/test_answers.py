"""The page shows the answer that `lamarque rules` gives."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from support.cases import letters
from support.schemas import SLUGS
from web.visitor import Visitor

from scorekeeper.games import GAMES
from scorekeeper.games.search import library
from scorekeeper.record.formats.rules import rules_line

if TYPE_CHECKING:
    from flask import Flask


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if library.answers_questions(GAMES[slug])])
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
            assert "Peut-être" in page.text or "Je ne trouve pas" in page.text or not line["candidates"], question
        for one in line["candidates"]:
            sentence = re.sub(r" \([A-Z]+-\d+\)", "", one["sentence"])  # the page has no article in brackets
            assert letters(sentence) in letters(page.text), question
    assert shown


@pytest.mark.parametrize(
    ("language", "path", "question", "hint"),
    [
        (
            "fr",
            "/rules/hearts/desk",
            "on joue la dame à 12, j’ai la dame et 7 cœurs, combien",
            "Dame de pique : 12 points",
        ),
        ("fr", "/rules", "on joue la dame à 12, j’ai la dame et 7 cœurs, combien", "Dame de pique : 12 points"),
        ("en", "/rules/hearts/desk", "we play to 150. I'm at 110, is it over?", "Limit: 150"),
        ("en", "/rules/hearts/desk", "at Belmont what is the king of spades worth?", "Deck of cards: Belmont"),
    ],
)
def test_the_page_says_under_which_named_rule_an_answer_holds(
    application: Flask, language: str, path: str, question: str, hint: str
) -> None:
    text = Visitor(application, language).get(f"{path}?{urlencode({'q': question})}").text
    start = "if you play “" if language == "en" else "si vous jouez « "
    assert f"{start}{hint}" in text.replace("\u202f", " ").replace("\xa0", " ")
    assert "règles habituelles" not in text


def test_without_a_word_of_a_game_the_page_names_the_game_of_each_answer(stranger: Visitor) -> None:
    """DP-7, AP-2, PI-3: the deal passes to the left; at Piquet it alternates. No answer is shown as the only one."""
    page = stranger.get("/rules?q=qui donne")
    replies = page.html.split('class="replies"')[1].split("</section>")[0]
    assert re.findall(r"<b>([^<]+)</b>", replies) == ["Dame de Pique", "Atout Pique", "Piquet"]
    assert re.findall(r'href="/rules/(\w+)/desk\?q=', replies) == ["hearts", "spades", "piquet"]
    assert "answer first" not in page.html
    assert "À quel jeu jouez-vous" in page.text


def test_a_suggested_question_keeps_the_named_rule(stranger: Visitor) -> None:
    question = "avec le valet de carreau à −10, j’ai 5 cœurs et le valet, combien"
    page = stranger.get(f"/rules/hearts/desk?{urlencode({'q': question})}")
    link = next(one for one in re.findall(r'href="([^"]+)"', page.html) if "naming=" in one)
    assert parse_qs(urlsplit(unescape(link)).query)["naming"] == [question]
    wording = "Combien vaut le valet de carreau ?".replace(" ?", "\u202f?")
    for naming, hint in ((question, "Valet de carreau"), ("", "règles habituelles")):
        text = stranger.get(f"/rules/hearts/desk?{urlencode({'q': wording, 'naming': naming})}").text
        assert hint in text.split("Pourquoi")[0]
        assert ("−10." in text.split("Pourquoi")[0]) == bool(naming)


@pytest.mark.parametrize("question", ["🂡", "你好", "?!"])
def test_a_question_without_words_is_not_found(stranger: Visitor, question: str) -> None:
    for page in ("/rules/hearts/desk", "/rules"):
        assert "Je ne trouve pas." in stranger.get(f"{page}?{urlencode({'q': question})}").text
    assert "Je ne trouve pas." not in stranger.get("/rules/hearts/desk?q=").text
