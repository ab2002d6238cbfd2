"""The tool that tells who takes a trick, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.cards import Card
from scorekeeper.cards.legality import Rules
from scorekeeper.cards.tricks import led_suit
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.flow.card_table import TableSeat
from scorekeeper.web.games.tools.keys import DeckKey, board_after, card_query, deck_rows, sent_cards
from scorekeeper.web.games.tools.table import ToolError, ToolTable
from scorekeeper.web.text.cards import card_text, suit_name


@dataclass(frozen=True)
class TrickResult:
    """A trick, complete or not: its cards, who takes it so far, the reason and the article.

    `state` has the query arguments, `table_seats` are the seats with their cards, `rows` the cards to tap.
    """

    state: Mapping[str, Any]
    leader: int | None
    codes: list[str]
    table_seats: list[TableSeat]
    rows: list[tuple[str, list[DeckKey]]]
    is_complete: bool
    taker_sentence: str
    reason_sentence: str
    article: str | None
    fault: ToolError | None


def take_trick(table: ToolTable, articles: Mapping[str, str]) -> TrickResult:
    """Return who takes the trick in the query string; `articles` are the numbers of the articles by reason."""
    rules, leader = table.rules(table.dealer or 0), table.seat("leader")
    codes, fault = _possible_cards(table, rules, sent_cards(table.arguments, "card"))
    cards = [Card(code) for code in codes]
    winner = rules.winner(cards) if cards else None
    is_complete = len(codes) == table.seats
    reason = "" if winner is None else _reason(cards, winner)
    return TrickResult(
        state={"card": card_query(codes), "leader": leader},
        leader=leader,
        codes=codes,
        table_seats=_table_seats(table, leader, codes, winner if is_complete else None),
        rows=deck_rows(rules, codes),
        is_complete=is_complete,
        taker_sentence="" if winner is None else _taker_sentence(table, leader, cards, winner),
        reason_sentence="" if winner is None else _REASON_SENTENCES[reason](cards, winner),
        article=articles.get(reason),
        fault=fault,
    )


def _possible_cards(table: ToolTable, rules: Rules, codes: list[str]) -> tuple[list[str], ToolError | None]:
    """Return the cards before the first impossible one, and its error."""
    for number in range(1, min(len(codes), table.seats) + 1):
        try:
            board_after(rules, codes[:number])
        except ImpossibleFactsError as error:
            return codes[: number - 1], table.tool_error(error)
    if len(codes) <= table.seats:
        return codes, None
    sentence = _("Un pli compte %(num)d cartes, une par joueur : les suivantes n’en sont pas.", num=table.seats)
    return codes[: table.seats], ToolError(sentence)


def _table_seats(table: ToolTable, leader: int | None, codes: Sequence[str], winner: int | None) -> list[TableSeat]:
    """Return the seats with their cards; while the leader is unknown, cards are numbered in place of names."""
    turns = {table.seating.after(leader or 0, turn): turn for turn in range(table.seats)}
    return [
        TableSeat(
            seat,
            _("carte %(number)d", number=turns[seat] + 1) if leader is None else table.names[seat],
            codes[turns[seat]] if turns[seat] < len(codes) else None,
            led=turns[seat] == 0,
            to_play=turns[seat] == len(codes),
            took=turns[seat] == winner,
        )
        for seat in table.seating.order or range(table.seats)
    ]


def _taker_sentence(table: ToolTable, leader: int | None, cards: Sequence[Card], winner: int) -> str:
    card, is_complete = card_text(cards[winner]), len(cards) == table.seats
    if leader is None:
        card = _("Le joker") if cards[winner].is_joker else card
        if is_complete:
            return _("%(card)s prend le pli.", card=card)
        return _("Pour l’instant, le pli est à %(card)s.", card=card)
    name = table.names[table.seating.after(leader, winner)]
    if is_complete:
        return _("%(name)s prend le pli : %(card)s.", name=name, card=card)
    return _("Pour l’instant, le pli est à %(name)s : %(card)s.", name=name, card=card)


def _reason(cards: Sequence[Card], winner: int) -> str:
    """Return why a card takes the trick: as joker, trump, second of two identical cards, or highest of the suit led."""
    card = cards[winner]
    if card.is_joker:
        return "joker"
    if card.suit is not led_suit(cards):
        return "trump"
    return "twin" if cards.count(card) > 1 else "suit"


def _joker_sentence(cards: Sequence[Card], winner: int) -> str:
    if sum(card.is_joker for card in cards) == 1:
        return _("Le joker remporte le pli où il tombe.")
    if not any(card.is_joker for card in cards[:winner]):
        return _("De deux jokers, le premier posé l’emporte.")
    return _("De deux jokers, le second l’emporte.")


def _trump_sentence(cards: Sequence[Card], winner: int) -> str:
    ruffs = sum(card.suit is cards[winner].suit for card in cards)
    return ngettext("C’est le seul atout du pli.", "C’est le plus fort atout du pli.", ruffs)


def _suit_sentence(cards: Sequence[Card], winner: int) -> str:
    suit = cards[winner].suit
    return "" if suit is None else _("C’est la plus forte carte à %(suit)s, la couleur demandée.", suit=suit_name(suit))


_REASON_SENTENCES = {
    "joker": _joker_sentence,
    "trump": _trump_sentence,
    "twin": lambda _cards, _winner: _("De deux cartes identiques, la seconde passe devant la première."),
    "suit": _suit_sentence,
}
