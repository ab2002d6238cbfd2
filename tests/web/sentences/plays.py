"""The sentences of the arbiter for played cards: claims, rulings, proofs, irregular plays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from support.cases import read_cases
from web.sentences.errors import sit_down_open

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import Claim
from scorekeeper.web.flow.cards_view import CardsView, breaks_rule, interruption_after_latest
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.arbiter import ArbiterText, ruling_suffix, suit_led
from scorekeeper.web.text.cards import card_name, cards_text

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["Anne", "Luc", "Zoé", "Paul", "Inès", "Max", "Hugo", "Eva"]
CLUBS = "2C 3C 4C 5C 6C 7C 8C"


def arbiter_text(game: str, plays: str, names: list[str] | None = None, **table: Any) -> ArbiterText:  # noqa: ANN401
    return ArbiterText(
        sit_down_open(game, plays, **table), NAMES if names is None else names, PAGES[game].text.FORBIDDEN
    )


def sentences_of_latest(text: ArbiterText) -> Iterator[tuple[str, str]]:
    """Yield what is said of the latest play, and of all that is irregular after it."""
    latest = len(text.arbiter.verdicts) - 1
    verdict = text.arbiter.verdicts[latest]
    yield "ruling", text.ruling_text(latest)
    yield from (("claim", sentence) for sentence in text.claim_sentences(latest))
    yield from (("exposes", sentence) for sentence in text.exposure_sentences(latest))
    if breaks_rule(verdict):
        yield "title", interruption_after_latest(text, verdict).title
    for one in text.irregularities():
        play = text.arbiter.verdicts[one.index]
        where = f"{one.index} {play.seat} {play.turn.tricks_before + 1} {play.card.code} {one.proven_by}"
        yield f"irregular {where} {' '.join(one.articles)}", one.sentence
    yield "proven", " ".join(map(str, sorted(text.arbiter.proven)))
    yield from ((f"reserve {index}", text.reservation_sentence(index)) for index in range(latest + 1))
    yield "suspects", text.suspects_sentence()


def play_sentences() -> Iterator[tuple[str, str]]:
    for case in read_cases("sentences/plays"):
        name, _why = case.pop("case"), case.pop("why", None)
        for what, sentence in sentences_of_latest(arbiter_text(**case)):
            yield f"{name}: {what}", sentence
    text = arbiter_text("hearts", "2C", seats=8, dealer=7, leader=1, deck="belmont")
    claim = Claim(4, tuple(map(Card, ["2C", "QS", "KH"])))
    text.arbiter.verdicts[0] = replace(text.arbiter.verdicts[0], claims=(claim,))
    yield "a claim of another shape", text.claim_sentences(0)[0]
    for code in ("KC", "QS", "JD", "AH", "10H", "X2"):
        yield f"card {code}", card_name(code)
    for codes in ("KC", "KC 10C", "KC 10C 4D", "X1 QS", CLUBS[:-3], CLUBS):
        yield f"cards {codes}", cards_text(list(map(Card, codes.split())))
    for names in (NAMES, [], ["", " ", "\t"]):
        yield f"turn {names[:3]}", CardsView(sit_down_open("hearts", "2C 3C"), names, {}).heading
    for suit in Suit:
        yield f"led {suit.name}", suit_led(suit)
    for ruling in ("allowed", "conditional", "forbidden", "exposing", "undecided"):
        yield f"suffix {ruling}", ruling_suffix(ruling)
