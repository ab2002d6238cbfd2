"""The tool that tells whether a card may be played, from the cards played before and the hand if it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import abort

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.cards.verdicts import Ruling, Verdict
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleFactsError, quotable
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.card_table import CardTable, breaks_rule, interruption_after_latest
from scorekeeper.web.games.tools.keys import card_query, sent_cards
from scorekeeper.web.games.tools.table import ToolError, ToolTable
from scorekeeper.web.text.arbiter import ArbiterText, Irregularity
from scorekeeper.web.text.claims import ForbiddenText

PLAYED, HAND, CARD = "fell", "hand", "card"  # the names of the query arguments that have cards


@dataclass(frozen=True)
class CardQuestion:
    """The question in the query string: first leader, dealer, cards played, hand if it is shown, and card to judge.

    `target` is the query argument to which a tapped card is added. `fault` is the error of the first impossible card;
    this card and the later ones are omitted.
    """

    leader: int
    dealer: int | None
    played: tuple[str, ...]
    hand: tuple[str, ...]
    card: str | None
    target: str
    fault: ToolError | None = None

    @property
    def state(self) -> dict[str, Any]:
        """The question as query arguments."""
        cards = {PLAYED: card_query(self.played), HAND: card_query(self.hand), CARD: self.card}
        target = None if self.target == CARD else self.target
        return {**cards, "leader": self.leader or None, "dealer": self.dealer, "to": target}


@dataclass(frozen=True)
class CardVerdict:
    """The verdict of the arbiter on a card as text: a heading, the reasons, the numbers of the articles."""

    card: str
    ruling: str
    heading: str
    sentences: Sequence[str]
    articles: Sequence[str]


@dataclass(frozen=True)
class CardCheck:
    """The page of the tool: the card table before the card, the irregular plays so far, and the verdict.

    `table` is None while the rules of play are unknown. `needs_dealer`: the page asks who dealt.
    `current_manche_address` is the address of the tool with the cards played in the partie, if any.
    """

    question: CardQuestion
    table: CardTable | None
    irregularities: Sequence[Irregularity]
    next_player: str | None
    verdict: CardVerdict | None
    fault: ToolError | None
    needs_dealer: bool
    current_manche_address: str | None

    @property
    def state(self) -> Mapping[str, Any]:
        """The question as query arguments."""
        return self.question.state


def judge_card(table: ToolTable, forbidden: ForbiddenText) -> CardCheck:
    """Judge the card in the query string, if it can be the next one."""
    question = _without_invalid_hand(table, _read_question(table))
    try:
        question, arbiter = _without_impossible_plays(table, question)
    except ImpossibleFactsError as error:
        return _without_rules(table, question, error)
    verdict, fault = None, question.fault
    try:
        hands = _open_hands(question, arbiter)
        if hands is not None:
            arbiter = _arbiter_after(table, question, hands)
        if question.card is not None and fault is None:
            # The card is played to a second arbiter: the page shows the table before it.
            judge = _arbiter_after(table, question, hands)
            verdict = _verdict_text(ArbiterText(judge, table.names, forbidden), judge.play(question.card))
    except ImpossibleFactsError as error:
        fault = fault or table.tool_error(error)
    card_table = CardTable(arbiter, table.names, forbidden)
    return CardCheck(
        question,
        card_table,
        card_table.text.irregularities(),
        None if arbiter.seat is None else table.names[arbiter.seat],
        verdict,
        fault,
        question.dealer is not None,
        _current_manche_address(table),
    )


def _without_rules(table: ToolTable, question: CardQuestion, error: ImpossibleFactsError) -> CardCheck:
    """Return the page while the rules of play are unknown, because the dealer is missing."""
    needs_dealer = error.key == "no_dealer" or question.dealer is not None
    return CardCheck(
        question, None, (), None, None, table.tool_error(error), needs_dealer, _current_manche_address(table)
    )


def _read_question(table: ToolTable) -> CardQuestion:
    arguments = table.arguments
    target = arguments.get("to", CARD)
    if target not in {PLAYED, HAND, CARD}:
        abort(404)
    leader = table.seat("leader")
    if leader is None and table.play.leader is not None and table.dealer is not None:
        leader = table.play.leader(table.seating)
    played, hand = tuple(sent_cards(arguments, PLAYED)), tuple(sent_cards(arguments, HAND))
    cards = sent_cards(arguments, CARD)
    return CardQuestion(leader or 0, table.seat("dealer"), played, hand, cards[-1] if cards else None, target)


def _without_invalid_hand(table: ToolTable, question: CardQuestion) -> CardQuestion:
    """Return the question without the codes of the hand that are no cards, and with the error of the first."""
    hand = tuple(code for code in question.hand if _is_card(code))
    if hand == question.hand:
        return question
    unknown = next(code for code in question.hand if code not in hand)
    error = ImpossibleFactsError("not_in_deck", field="hands", article="T-1", value=quotable(unknown))
    return replace(question, hand=hand, fault=table.tool_error(error))


def _is_card(code: str) -> bool:
    try:
        Card(code)
    except UnknownCardError:
        return False
    return True


def _without_impossible_plays(table: ToolTable, question: CardQuestion) -> tuple[CardQuestion, Arbiter]:
    """Return the question with the cards before the first impossible one, and the arbiter after them."""
    arbiter = _arbiter_after(table, replace(question, played=()), None)
    for number, code in enumerate(question.played):
        try:
            arbiter.play(code)
        except ImpossibleFactsError as error:
            return replace(question, played=question.played[:number], fault=table.tool_error(error)), arbiter
    return question, arbiter


def _open_hands(question: CardQuestion, arbiter: Arbiter) -> tuple[tuple[str, ...] | None, ...] | None:
    """Return the known hands by seat, with the hand that the next player shows; None if no hand is shown.

    Raises `ImpossibleFactsError` if the player must have another number of cards.
    """
    seat = arbiter.seat
    if not question.hand or seat is None:
        return None
    played = [verdict.card.code for verdict in arbiter.verdicts if verdict.seat == seat]
    expected, found = arbiter.rules.hand_sizes[seat] - len(played), len(question.hand)
    if found != expected:
        raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=expected, found=found)
    hands = [None if hand is None else tuple(hand) for hand in arbiter.hands]
    hands[seat] = (*played, *question.hand)
    return tuple(hands)


def _arbiter_after(
    table: ToolTable, question: CardQuestion, hands: tuple[tuple[str, ...] | None, ...] | None
) -> Arbiter:
    """Return the arbiter after the cards played, with these open hands. Raises `ImpossibleFactsError`."""
    cards = CardByCard(question.leader, question.played, hands)
    return arbiter_for(table.in_force.game, table.options, table.seating, cards, table.context)


def _verdict_text(text: ArbiterText, verdict: Verdict) -> CardVerdict:
    index = len(text.arbiter.verdicts) - 1
    if breaks_rule(verdict):
        breach = interruption_after_latest(text, verdict)
        heading, sentences = breach.title, list(breach.sentences)
        if verdict.ruling is Ruling.FORBIDDEN and {*verdict.proves, *verdict.exposes} <= {index}:
            heading, sentences = _("Carte interdite"), [breach.title, *sentences]
        return CardVerdict(breach.card, verdict.ruling.value, heading, sentences, breach.articles)
    headings = {
        "allowed": _("Carte permise"),
        "conditional": _("Carte permise sous condition"),
        "undecided": _("Non tranché"),
    }
    sentences = [f"{_first_capital(text.ruling_text(index))}."] if verdict.claims else []
    articles = [*verdict.articles, *(["T-3"] if verdict.claims else [])]
    return CardVerdict(verdict.card.code, verdict.ruling.value, headings[verdict.ruling.value], sentences, articles)


def _current_manche_address(table: ToolTable) -> str | None:
    """Return the address of the tool with the cards played in the partie, None without any."""
    cards = None if table.scored is None else table.scored.current.cards
    if cards is None or not cards.plays:
        return None
    return table.address({}, leader=cards.leader, **{PLAYED: card_query(cards.plays)})


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
