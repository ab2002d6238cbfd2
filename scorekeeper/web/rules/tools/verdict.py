"""May this card be played: the cards that fell before, the hand if it is shown, and the arbiter's verdict."""

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
from scorekeeper.web.flow.card_table import CardTable, breaks_rule, interruption_by
from scorekeeper.web.games.tools.keys import picked, written
from scorekeeper.web.games.tools.table import ToolFault, ToolTable
from scorekeeper.web.text.arbiter import ArbiterText, Irregularity
from scorekeeper.web.text.claims import ForbiddenWords

FELL, HAND, CARD = "fell", "hand", "card"


@dataclass(frozen=True)
class CardQuestion:
    """What the address asks: who led first, who deals if it says so, the cards that fell, the hand shown, the card.

    `to` is which of these a tap adds to. `fault` says which card cannot be where it stands: it and those after it are
    left out.
    """

    leader: int
    dealer: int | None
    fell: tuple[str, ...]
    hand: tuple[str, ...]
    card: str | None
    to: str
    fault: ToolFault | None = None

    @property
    def state(self) -> dict[str, Any]:
        """The same as an address of ours writes it."""
        cards = {FELL: written(self.fell), HAND: written(self.hand), CARD: self.card}
        to = None if self.to == CARD else self.to
        return {**cards, "leader": self.leader or None, "dealer": self.dealer, "to": to}


@dataclass(frozen=True)
class CardVerdict:
    """What the arbiter says of a card: a heading, the sentences that say why, the articles."""

    card: str
    ruling: str
    heading: str
    sentences: Sequence[str]
    articles: Sequence[str]


@dataclass(frozen=True)
class CardAsked:
    """A card asked about: the table before it, what is irregular there already, and the verdict.

    `table` is None while the law is not known. `asks_dealer` tells whether the law depends on who deals; `under_way`
    is the address of the manche that the table is playing card by card.
    """

    question: CardQuestion
    table: CardTable | None
    irregular: Sequence[Irregularity]
    whose: str | None
    verdict: CardVerdict | None
    fault: ToolFault | None
    asks_dealer: bool
    under_way: str | None

    @property
    def state(self) -> Mapping[str, Any]:
        """What the address asks, as an address of ours writes it."""
        return self.question.state


def ask(table: ToolTable, forbidden: ForbiddenWords) -> CardAsked:
    """The verdict on the card that the address asks about, if it can be the next one."""
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
    irregular, asks_dealer = shown.text.irregular(), question.dealer is not None
    return CardAsked(question, shown, irregular, whose, verdict, fault, asks_dealer, _under_way(table))


def _refused(table: ToolTable, question: CardQuestion, error: ImpossibleFactsError) -> CardAsked:
    """A question about a table whose law is not known: nobody said who deals."""
    asks_dealer = error.key == "no_dealer" or question.dealer is not None
    return CardAsked(question, None, (), None, None, table.fault(error), asks_dealer, _under_way(table))


def _read(table: ToolTable) -> CardQuestion:
    arguments, dealer = table.arguments, table.dealer
    made = None if table.play.leader is None or dealer is None else table.play.leader(dealer)
    said, to = table.seat("leader"), arguments.get("to", CARD)
    if to not in {FELL, HAND, CARD}:
        abort(404)
    asked = picked(arguments, CARD)
    leader = said if said is not None else made or 0
    fell, hand = tuple(picked(arguments, FELL)), tuple(picked(arguments, HAND))
    return CardQuestion(leader, table.seat("dealer"), fell, hand, asked[-1] if asked else None, to)


def _of_cards(table: ToolTable, question: CardQuestion) -> CardQuestion:
    """The question without what names no card in the hand shown, and the first of it as its fault."""
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
    """The question with the cards that fell down to the first that cannot be there, and the arbiter after them."""
    arbiter = _after(table, replace(question, fell=()), None)
    for number, code in enumerate(question.fell):
        try:
            arbiter.play(code)
        except ImpossibleFactsError as error:
            return replace(question, fell=question.fell[:number], fault=table.fault(error)), arbiter
    return question, arbiter


def _hands(question: CardQuestion, arbiter: Arbiter) -> tuple[tuple[str, ...] | None, ...] | None:
    """The hands known with the one shown, which is that of the seat to play; None where none is shown.

    Raises `ImpossibleFactsError` for a hand with more or fewer cards than that one has left.
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
    """The arbiter after the cards that fell, these hands laid open. Raises `ImpossibleFactsError`."""
    cards = CardByCard(question.leader, question.fell, hands)
    return arbiter_for(table.desk.game, table.options, Table(table.seats, table.dealer), cards, table.context)


def _verdict(text: ArbiterText, verdict: Verdict) -> CardVerdict:
    if breaks_rule(verdict):
        broken = interruption_by(text, verdict)
        return CardVerdict(broken.card, verdict.ruling.value, broken.title, broken.sentences, broken.articles)
    index = len(text.arbiter.verdicts) - 1
    headings = {
        "allowed": _("Carte permise"),
        "conditional": _("Carte permise sous condition"),
        "undecided": _("Non tranché"),
    }
    said = [f"{_first_capital(text.ruling(index))}."] if verdict.claims else []
    articles = [*verdict.articles, *(["T-3"] if verdict.claims else [])]
    return CardVerdict(verdict.card.code, verdict.ruling.value, headings[verdict.ruling.value], said, articles)


def _under_way(table: ToolTable) -> str | None:
    """The address of the same question about the manche that the table plays card by card, None where it plays none."""
    cards = None if table.standing is None else table.standing.current.cards
    if cards is None or not cards.plays:
        return None
    return table.address({}, leader=cards.leader, **{FELL: written(cards.plays)})


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
