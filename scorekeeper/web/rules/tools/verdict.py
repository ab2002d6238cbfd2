"""The tool that says whether a card may be played, from the cards played before and the hand if it is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import abort

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.contract import CardByCard, Table
from scorekeeper.games.shape import ImpossibleFactsError, quotable
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.card_table import CardTable, breaks_rule, interruption_after_latest
from scorekeeper.web.games.tools.keys import card_query, sent_cards
from scorekeeper.web.games.tools.table import ToolError, ToolTable
from scorekeeper.web.text.arbiter import ArbiterText, Irregularity
from scorekeeper.web.text.claims import ForbiddenText

PLAYED, HAND, CARD = "fell", "hand", "card"


@dataclass(frozen=True)
class CardQuestion:
    """The question in the query string: first leader, dealer if given, cards played, hand if shown, and card to judge.

    `to` names the list to which a tap adds. `fault` is the error of an impossible card, which is omitted with those
    after it.
    """

    leader: int
    dealer: int | None
    played: tuple[str, ...]
    hand: tuple[str, ...]
    card: str | None
    to: str
    fault: ToolError | None = None

    @property
    def state(self) -> dict[str, Any]:
        """The question as a query string."""
        cards = {PLAYED: card_query(self.played), HAND: card_query(self.hand), CARD: self.card}
        to = None if self.to == CARD else self.to
        return {**cards, "leader": self.leader or None, "dealer": self.dealer, "to": to}


@dataclass(frozen=True)
class CardVerdict:
    """The verdict of the arbiter on a card: a heading, the reasons, the articles."""

    card: str
    ruling: str
    heading: str
    sentences: Sequence[str]
    articles: Sequence[str]


@dataclass(frozen=True)
class CardCheck:
    """The page of the tool: the card table before the card, the irregular plays so far, and the verdict.

    `table` is None while the rules of play are unknown. `needs_dealer` tells whether they depend on the dealer;
    `current_manche` is the address of the same question about the cards played in the partie.
    """

    question: CardQuestion
    table: CardTable | None
    irregular: Sequence[Irregularity]
    whose: str | None
    verdict: CardVerdict | None
    fault: ToolError | None
    needs_dealer: bool
    current_manche: str | None

    @property
    def state(self) -> Mapping[str, Any]:
        """The question as a query string."""
        return self.question.state


def judge_card(table: ToolTable, forbidden: ForbiddenText) -> CardCheck:
    """Judge the card in the query string, if it can be the next one."""
    question = _of_cards(table, _read(table))
    try:
        question, before = _possible(table, question)
    except ImpossibleFactsError as error:
        return _refused(table, question, error)
    verdict, fault = None, question.fault
    try:
        hands = _hands(question, before)
        before = before if hands is None else _after(table, question, hands)
        if question.card is not None and fault is None:
            judging = _after(table, question, hands)
            verdict = _verdict(ArbiterText(judging, table.names, forbidden), judging.play(question.card))
    except ImpossibleFactsError as error:
        fault = fault or table.fault(error)
    whose = None if before.seat is None else table.names[before.seat]
    shown = CardTable(before, table.names, forbidden)
    irregular, needs_dealer = shown.text.irregularities(), question.dealer is not None
    return CardCheck(question, shown, irregular, whose, verdict, fault, needs_dealer, _current_manche_address(table))


def _refused(table: ToolTable, question: CardQuestion, error: ImpossibleFactsError) -> CardCheck:
    """The page while the rules of play are unknown, because the dealer is missing."""
    needs_dealer = error.key == "no_dealer" or question.dealer is not None
    return CardCheck(question, None, (), None, None, table.fault(error), needs_dealer, _current_manche_address(table))


def _read(table: ToolTable) -> CardQuestion:
    arguments, dealer = table.arguments, table.dealer
    made = None if table.play.leader is None or dealer is None else table.play.leader(dealer)
    sent, to = table.seat("leader"), arguments.get("to", CARD)
    if to not in {PLAYED, HAND, CARD}:
        abort(404)
    cards = sent_cards(arguments, CARD)
    leader = sent if sent is not None else made or 0
    played, hand = tuple(sent_cards(arguments, PLAYED)), tuple(sent_cards(arguments, HAND))
    return CardQuestion(leader, table.seat("dealer"), played, hand, cards[-1] if cards else None, to)


def _of_cards(table: ToolTable, question: CardQuestion) -> CardQuestion:
    """The question without invalid codes in the hand, with the error of the first of them."""
    cards = tuple(code for code in question.hand if _names_card(code))
    if cards == question.hand:
        return question
    unknown = next(code for code in question.hand if code not in cards)
    error = ImpossibleFactsError("not_in_deck", field="hands", article="T-1", value=quotable(unknown))
    return replace(question, hand=cards, fault=table.fault(error))


def _names_card(code: str) -> bool:
    try:
        Card(code)
    except UnknownCardError:
        return False
    return True


def _possible(table: ToolTable, question: CardQuestion) -> tuple[CardQuestion, Arbiter]:
    """The question with the cards played before the first impossible one, and the arbiter after them."""
    arbiter = _after(table, replace(question, played=()), None)
    for number, code in enumerate(question.played):
        try:
            arbiter.play(code)
        except ImpossibleFactsError as error:
            return replace(question, played=question.played[:number], fault=table.fault(error)), arbiter
    return question, arbiter


def _hands(question: CardQuestion, arbiter: Arbiter) -> tuple[tuple[str, ...] | None, ...] | None:
    """The known hands with the one shown, of the seat to play; None when no hand is shown.

    Raises `ImpossibleFactsError` for a hand of another size than the seat has left.
    """
    seat = arbiter.seat
    if not question.hand or seat is None:
        return None
    played = [verdict.card.code for verdict in arbiter.verdicts if verdict.seat == seat]
    missing, found = arbiter.rules.hand_sizes[seat] - len(played), len(question.hand)
    if found != missing:
        raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=missing, found=found)
    hands = [None if hand is None else tuple(hand) for hand in arbiter.hands]
    hands[seat] = (*played, *question.hand)
    return tuple(hands)


def _after(table: ToolTable, question: CardQuestion, hands: tuple[tuple[str, ...] | None, ...] | None) -> Arbiter:
    """The arbiter after the cards played, with these open hands. Raises `ImpossibleFactsError`."""
    cards = CardByCard(question.leader, question.played, hands)
    return arbiter_for(table.in_force.game, table.options, Table(table.seats, table.dealer), cards, table.context)


def _verdict(text: ArbiterText, verdict: Verdict) -> CardVerdict:
    if breaks_rule(verdict):
        broken = interruption_after_latest(text, verdict)
        return CardVerdict(broken.card, verdict.ruling.value, broken.title, broken.sentences, broken.articles)
    index = len(text.arbiter.verdicts) - 1
    headings = {
        "allowed": _("Carte permise"),
        "conditional": _("Carte permise sous condition"),
        "undecided": _("Non tranché"),
    }
    sentences = [f"{_first_capital(text.ruling_text(index))}."] if verdict.claims else []
    articles = [*verdict.articles, *(["T-3"] if verdict.claims else [])]
    return CardVerdict(verdict.card.code, verdict.ruling.value, headings[verdict.ruling.value], sentences, articles)


def _current_manche_address(table: ToolTable) -> str | None:
    """The address of this question about the cards played in the partie, None without any."""
    cards = None if table.scored is None else table.scored.current.cards
    if cards is None or not cards.plays:
        return None
    return table.address({}, leader=cards.leader, **{PLAYED: card_query(cards.plays)})


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
