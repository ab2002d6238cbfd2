"""The tool that judges cards in the order they were played, and says who takes the trick and why.

The arbiter plays the cards one by one and returns a verdict on each: the ruling (allowed, forbidden, conditional or
undecided) with its proofs. The index of a card is its position among all cards played. The *hand* is that which a
player laid open, if the query string has one. A *later* trick is judged without the tricks before it. *Articles* are
numbered rules; T-3 is about claims: what a conditional card says of a hand, such as "Luc has no club".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.cards.cards import Card
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.tricks import led_suit
from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.contract import CardByCard, Table
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.flow.cards_view import CardsView, Interruption, breaks_rule, interruption_after_latest
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.games.tools.keys import card_query, sent_cards
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.text.arbiter import ArbiterText
from scorekeeper.web.text.cards import card_text, suit_name
from scorekeeper.web.text.values import with_capital

LATER = "later"  # the query argument of a trick without the earlier ones, on which the allowed cards depend


@dataclass(frozen=True)
class Taker:
    """Who takes the latest trick, or would take it so far."""

    # « Luc prend le pli : R♣. »
    sentence: str
    # Why, as a sentence.
    reason: str
    # The number of the article that says so, None if the game names none.
    article: str | None


@dataclass(frozen=True)
class PlayedCards:
    """The page of the tool, after the cards that can be played."""

    # The query arguments that lead to this page, for its links and its form.
    state: Mapping[str, Any]
    # The cards of the hand laid open, as they were sent.
    hand: Sequence[str]
    # The error of the first impossible card, of the hand, or of a missing dealer; None without one.
    error: ImpossibleFactsError | None
    # None while the rules of play are unknown, because the dealer is missing.
    cards_view: CardsView | None = None
    # The ruling on the latest card; None after an error, or where earlier tricks are missing.
    verdict: Interruption | None = None
    taker: Taker | None = None


def show_cards(query: ToolQuery, pages: GamePages) -> PlayedCards:
    """Judge the cards in the query string one after the other, up to the first impossible one."""
    codes = sent_cards(query.arguments, "card")
    hand = sent_cards(query.arguments, "hand")
    later = "1" if LATER in query.arguments else None
    # The seat of the hand laid open, None if the query string does not name it.
    seat = query.seat("seat")
    # An argument of None is left out of the address.
    state = {
        "hand": card_query(hand),
        "seat": seat,
        "leader": query.seat("leader"),
        "dealer": query.seat("dealer"),
        LATER: later,
    }
    # The manche (deal) before its first card.
    manche = CardByCard(_first_leader(query), order=query.table.order)
    arbiter, error = _play(query, manche, codes)
    if arbiter is not None and hand:
        if seat is None:
            seat = _holder(arbiter, hand)
        state["seat"] = seat
        # The cards are judged again, with this hand open from the start. If the hand is impossible, `opened` is None,
        # and the first judgement is shown.
        opened, hand_error = _play(query, replace(manche, laid_open=_open_hands(arbiter, seat, hand)), codes)
        # In a later trick, a hand may have fewer cards than were dealt, and the earlier tricks are unknown: its error
        # is not shown.
        is_short = len(hand) < arbiter.rules.hand_sizes[seat]
        if not (later and is_short):
            error = error or hand_error
        arbiter = opened or arbiter
    if arbiter is None:
        return PlayedCards({**state, "card": card_query(codes)}, hand, error)
    # The links and the form of the page have only the cards before an impossible one.
    state["card"] = card_query(verdict.card.code for verdict in arbiter.verdicts)
    cards_view = CardsView(arbiter, query.names, pages.text.FORBIDDEN)
    if not arbiter.verdicts:
        return PlayedCards(state, hand, error, cards_view)
    verdict = None
    # Without an error and with all earlier tricks, the latest card has a ruling.
    if not (error or later):
        verdict = _latest_ruling(cards_view.text)
    return PlayedCards(state, hand, error, cards_view, verdict, _taker(cards_view, pages.trick_articles))


def _first_leader(query: ToolQuery) -> int:
    """Return the first leader in the query string, or the one that the dealer decides."""
    leader = query.seat("leader")
    # In some games the dealer decides who leads first.
    if leader is None and query.play.leader is not None and query.dealer is not None:
        leader = query.play.leader(query.table)
    return leader or 0


def _play(
    query: ToolQuery, manche: CardByCard, codes: Sequence[str]
) -> tuple[Arbiter | None, ImpossibleFactsError | None]:
    """Return the arbiter after the cards before the first impossible one, and the error of that one."""
    arbiter = None
    try:
        # An arbiter before the first card. It raises the error without a dealer, or for an impossible hand.
        arbiter = arbiter_for(query.in_force.game, query.options, _table(query), manche, query.context)
        for code in codes:
            arbiter.play(code)
    except ImpossibleFactsError as error:
        return arbiter, error
    return arbiter, None


def _table(query: ToolQuery) -> Table:
    """Return the table. The dealer only decides the first lead, so that a later trick may have any dealer."""
    if query.dealer is None and LATER in query.arguments:
        return replace(query.table, dealer=0)
    return query.table


def _holder(arbiter: Arbiter, hand: Sequence[str]) -> int:
    """Return the seat of a hand without a named seat: the last one that played a card of it, else the one to play."""
    plays = reversed(arbiter.verdicts)
    return next((play.seat for play in plays if play.card.code in hand), arbiter.seat or 0)


def _open_hands(arbiter: Arbiter, seat: int, hand: Sequence[str]) -> tuple[tuple[str, ...] | None, ...]:
    """Return the hands laid open by seat, with the cards that this seat played before it showed its hand."""
    played = [play.card.code for play in arbiter.verdicts if play.seat == seat]
    missing = arbiter.rules.hand_sizes[seat] - len(hand)
    # A hand that is too short even with all its played cards gets none of them: it is an error.
    played_before = missing if 0 <= missing <= len(played) else 0
    hands = [None if known is None else tuple(known) for known in arbiter.hands]
    hands[seat] = (*played[:played_before], *hand)
    return tuple(hands)


def _latest_ruling(text: ArbiterText) -> Interruption:
    """Return the ruling on the latest card."""
    index = len(text.arbiter.verdicts) - 1
    verdict = text.arbiter.verdicts[index]
    if breaks_rule(verdict):
        breach = interruption_after_latest(text, verdict)
        # The title of the breach stays if the card itself is not forbidden, or if it shows that another play was
        # irregular: this card is not the one to blame.
        if verdict.ruling is not Ruling.FORBIDDEN or {*verdict.proves, *verdict.exposes} - {index}:
            return breach
        return replace(breach, title=_("Carte interdite"), sentences=[breach.title, *breach.sentences])
    titles = {
        Ruling.ALLOWED: _("Carte permise"),
        Ruling.CONDITIONAL: _("Carte permise sous condition"),
        Ruling.UNDECIDED: _("Non tranché"),
    }
    # The card, the title, no sentences yet, the articles, and no accused cards.
    ruling = Interruption(verdict.card.code, titles[verdict.ruling], [], [*verdict.articles], [])
    if not verdict.claims:
        return ruling
    sentence = f"{with_capital(text.ruling_text(index))}."
    return replace(ruling, sentences=[sentence], articles=[*ruling.articles, "T-3"])


def _taker(cards_view: CardsView, articles: Mapping[str, str]) -> Taker:
    """Return who takes the trick of the latest card; `articles` are the numbers of the articles by reason."""
    arbiter = cards_view.arbiter
    cards = arbiter.trick or arbiter.tricks[-1].cards
    # The index of the card in its trick.
    winner = arbiter.rules.winner(cards)
    # The cards of this trick are the latest ones: counted from the end, its first card is at `-len(cards)`.
    name = cards_view.names[arbiter.verdicts[winner - len(cards)].seat]
    card = card_text(cards[winner])
    if arbiter.trick:
        sentence = _("Pour l’instant, le pli est à %(name)s : %(card)s.", name=name, card=card)
    else:
        sentence = _("%(name)s prend le pli : %(card)s.", name=name, card=card)
    key, reason = _reason(arbiter.rules.pack, cards, winner)
    return Taker(sentence, reason, articles.get(key))


def _reason(pack: Pack, cards: Sequence[Card], winner: int) -> tuple[str, str]:
    """Return why the card of the index `winner` takes its trick: the key of the reason, and a sentence."""
    card = cards[winner]
    # The pack decides the suits: some cards count as trumps, and a joker has none.
    suits = [*map(pack.suit, cards)]
    suit = suits[winner]
    if suit is None:
        return "joker", _joker_sentence(cards, winner)
    # Only a trump beats the suit led.
    if suit is not led_suit(cards, pack.suit):
        # The number of trumps in the trick chooses between the singular and the plural.
        ruffs = suits.count(suit)
        return "trump", ngettext("C’est le seul atout du pli.", "C’est le plus fort atout du pli.", ruffs)
    if cards.count(card) > 1:
        return "twin", _("De deux cartes identiques, la seconde passe devant la première.")
    return "suit", _("C’est la plus forte carte à %(suit)s, la couleur demandée.", suit=suit_name(suit))


def _joker_sentence(cards: Sequence[Card], winner: int) -> str:
    """Return why the joker of the index `winner` takes its trick: the only one, the first or the second of two."""
    if sum(card.is_joker for card in cards) == 1:
        return _("Le joker remporte le pli où il tombe.")
    if not any(card.is_joker for card in cards[:winner]):
        return _("De deux jokers, le premier posé l’emporte.")
    return _("De deux jokers, le second l’emporte.")
