"""The sentences of the app are those of the approved files, one a language, whose changes are read as a diff."""

from __future__ import annotations

import pytest
from support.cases import DATA
from web.sentences.errors import SEATS, error_sentences
from web.sentences.games import game_sentences
from web.sentences.plays import play_sentences
from web.sentences.record import record_sentences

from scorekeeper.games.contract import Line
from scorekeeper.web.core.language import LANGUAGES, use_language
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.piquet.text import settlement

pytestmark = pytest.mark.game("every")
SOURCES = (error_sentences, play_sentences, game_sentences, record_sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_the_approved_one(language: str, request: pytest.FixtureRequest) -> None:
    with use_language(language):
        pairs = [pair for source in SOURCES for pair in source()]
    # An empty sentence says nothing on a page.
    text = "".join(f"{key} → {sentence}\n" for key, sentence in pairs if sentence)
    file = DATA / "sentences" / f"{language}.txt"
    if request.config.getoption("--approve"):
        file.write_text(text, encoding="utf-8")
    approved = file.read_text(encoding="utf-8").split("\n")
    assert text.split("\n") == approved, (
        "read the difference, then write the file anew: pytest tests/web/sentences --approve"
    )


@pytest.mark.parametrize("game", SEATS)
def test_what_a_game_does_not_have_has_no_sentence(game: str) -> None:
    with use_language("fr"), pytest.raises(KeyError):
        PAGES[game].text.why(Line(0, "never_seen", 5, "T-5"))
    with use_language("fr"), pytest.raises(KeyError):
        PAGES[game].text.ending("never_seen", 100)


def test_an_unknown_line_of_a_settlement_has_no_sentence() -> None:
    with use_language("fr"), pytest.raises(KeyError):
        settlement("sacs")
