"""The sentences of the arbiter for recorded deals: every play has all of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.cards.cards import UnknownCardError
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table
from scorekeeper.web.core.language import use_language
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.arbiter import ArbiterText
from scorekeeper.web.text.cards import card_name

DATA = Path(__file__).parents[2] / "data"
NAMES = ["Anne", "Luc", "Zoé", "Paul", "Inès", "Max", "Hugo", "Eva"]


def test_an_invalid_code_has_no_name() -> None:
    with use_language("fr"), pytest.raises(UnknownCardError):
        card_name("1C")


@pytest.mark.sweep("goes over every recorded deal")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_a_recorded_deal_with_a_wrong_card_has_all_its_sentences(slug: str, language: str) -> None:
    """The second card of every deal is replaced by one that its player may not have: every result has a sentence."""
    for line in (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()[:25]:
        deal = json.loads(line)
        game = GAMES[slug]
        assert game.play is not None
        rules = game.play.rules(game.read_options(deal["options"], 4), Table(4, deal["dealer"]), {})
        plays = deal["plays"]
        plays[1], plays[20] = plays[20], plays[1]
        arbiter = Arbiter(rules, deal["leader"])
        text = ArbiterText(arbiter, NAMES, PAGES[slug].text.FORBIDDEN)
        with use_language(language):
            for index, code in enumerate(plays):
                verdict = arbiter.play(code)
                sentences = [text.ruling_text(index), *text.exposure_sentences(index), text.suspects_sentence() or "—"]
                sentences += [one.sentence for one in text.irregularities()]
                assert all(sentences)
                assert not any("%(" in one for one in sentences)
                assert len(text.claim_sentences(index)) == len(verdict.claims)
            accused = {one.index for one in text.irregularities()}
            assert accused >= arbiter.exposed
