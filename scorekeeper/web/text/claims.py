"""The sentences about the claims of a play (T-3), and about the reason why a play is forbidden.

The sentence of a claim about the player's own hand names the cards that it may still have, or those that it lacks,
whichever list is shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.text.cards import card_text, cards_text, suit_name
from scorekeeper.web.text.values import join_words

# The function that says why a game forbids a card, by the first article that the verdict cites.
ForbiddenText: TypeAlias = "Mapping[str, Callable[[Verdict, Pack], str]]"


@dataclass(frozen=True)
class CardSet:
    """A set of unplayed cards: whole suits, and single cards of the other suits."""

    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]

    @property
    def length(self) -> int:
        """The number of names of suits and cards in its sentence."""
        return len(self.suits) + len(self.cards)


def claim_sentences(arbiter: Arbiter, index: int, names: Sequence[str]) -> list[str]:
    """Return the claims of a play, « Luc n’a plus de trèfle »; hands with the same claim share a sentence."""
    verdict = arbiter.verdicts[index]
    others = [claim for claim in verdict.claims if claim.seat != verdict.seat]
    sentences = []
    # At most one claim is about the hand of the player.
    if len(others) < len(verdict.claims):
        sentences.append(_own_hand_sentence(arbiter, index, names[verdict.seat]))
    names_by_cards: dict[tuple[Card, ...], list[str]] = {}
    for claim in others:
        names_by_cards.setdefault(claim.holds_none_of, []).append(names[claim.seat])
    return sentences + [
        _absent_cards_sentence(cards, names_of_seats) for cards, names_of_seats in names_by_cards.items()
    ]


def short_claim(arbiter: Arbiter, index: int) -> str:
    """Return the claim of a play about its player's hand in a few words: « plus de trèfle »."""
    possible, excluded = _possible_and_excluded(arbiter, index)
    if possible.length < excluded.length:
        return _possible_cards_text(possible)
    if not excluded.suits:
        return gettext("pas de %(cards)s", cards=cards_text(excluded.cards))
    if excluded.cards:
        return gettext(
            "plus de %(suit)s, ni %(cards)s", suit=_void_suits_text(excluded), cards=cards_text(excluded.cards)
        )
    return gettext("plus de %(suit)s", suit=_void_suits_text(excluded))


def why_forbidden(verdict: Verdict, pack: Pack, reasons: ForbiddenText) -> str:
    """Return the rule that a forbidden play breaks: « il fallait fournir trèfle »."""
    write_reason = reasons.get(verdict.articles[0])
    if write_reason is None:
        return gettext("la règle ne le permet pas")
    return write_reason(verdict, pack)


def must_follow(verdict: Verdict, _pack: Pack) -> str:
    """Return « il fallait fournir trèfle », for the articles of any game that require to follow suit."""
    if verdict.turn.led is None:
        raise ValueError(verdict.articles)
    return gettext("il fallait fournir %(suit)s", suit=suit_name(verdict.turn.led))


def _own_hand_sentence(arbiter: Arbiter, index: int, name: str) -> str:
    possible, excluded = _possible_and_excluded(arbiter, index)
    if possible.length < excluded.length:
        return _possible_cards_sentence(name, possible)
    if not excluded.suits:
        return _absent_cards_sentence(excluded.cards, [name])
    if not excluded.cards:
        return gettext("%(name)s n’a plus de %(suit)s", name=name, suit=_void_suits_text(excluded))
    return gettext(
        "%(name)s n’a plus de %(suit)s, ni %(cards)s",
        name=name,
        suit=_void_suits_text(excluded),
        cards=cards_text(excluded.cards),
    )


def _possible_cards_sentence(name: str, possible: CardSet) -> str:
    if not possible.length:
        return gettext("%(name)s n’a rien d’autre à jouer", name=name)
    if not possible.suits:
        return gettext("%(name)s n’a plus que %(cards)s", name=name, cards=cards_text(possible.cards))
    if not possible.cards:
        return gettext("%(name)s n’a plus que du %(suit)s", name=name, suit=_possible_suits_text(possible))
    return gettext(
        "%(name)s n’a plus que du %(suit)s, et peut-être %(cards)s",
        name=name,
        suit=_possible_suits_text(possible),
        cards=cards_text(possible.cards),
    )


def _possible_cards_text(possible: CardSet) -> str:
    if not possible.length:
        return gettext("rien d’autre à jouer")
    if not possible.suits:
        return gettext("rien que %(cards)s", cards=cards_text(possible.cards))
    if not possible.cards:
        return gettext("rien que du %(suit)s", suit=_possible_suits_text(possible))
    return gettext(
        "rien que du %(suit)s, ou %(cards)s", suit=_possible_suits_text(possible), cards=cards_text(possible.cards)
    )


def _void_suits_text(excluded: CardSet) -> str:
    """The suits that a hand lacks, to follow « plus de »."""
    *others, final = map(suit_name, excluded.suits)
    if not others:
        return final
    return gettext("%(suits)s ni de %(final)s", suits=", ".join(others), final=final)


def _possible_suits_text(possible: CardSet) -> str:
    """The suits that a hand may have, to follow « que du »."""
    *others, final = map(suit_name, possible.suits)
    if not others:
        return final
    return gettext("%(suits)s et du %(final)s", suits=", ".join(others), final=final)


def _absent_cards_sentence(cards: Sequence[Card], names: Sequence[str]) -> str:
    if len(cards) == 1:
        return ngettext(
            "%(name)s n’a pas de %(card)s",
            "%(name)s n’ont pas de %(card)s",
            len(names),
            name=join_words(names),
            card=card_text(cards[0]),
        )
    return ngettext(
        "%(name)s n’a aucune de ces cartes : %(cards)s",
        "%(name)s n’ont aucune de ces cartes : %(cards)s",
        len(names),
        name=join_words(names),
        cards=cards_text(cards),
    )


def _possible_and_excluded(arbiter: Arbiter, index: int) -> tuple[CardSet, CardSet]:
    """The unplayed cards that the claim of a play lets its player have, and the unplayed cards that it excludes."""
    pack, verdict = arbiter.rules.pack, arbiter.verdicts[index]
    only = verdict.rule.only
    if only is None:
        only = pack.all
    earlier_cards = [earlier.card for earlier in arbiter.verdicts[:index]]
    # The card itself has left the hand.
    possible = _card_set(pack, only, [*earlier_cards, verdict.card])
    return possible, _card_set(pack, pack.all & ~only, earlier_cards)


def _card_set(pack: Pack, card_bits: int, played_cards: Sequence[Card]) -> CardSet:
    """Return a set of bits of the pack as whole suits and cards, without the cards whose copies are all played."""
    suits = tuple(suit for suit in Suit if pack.suits[suit] and not pack.suits[suit] & ~card_bits)
    others, played = pack.cards(card_bits & ~sum(pack.suits[suit] for suit in suits)), Counter(played_cards)
    return CardSet(suits, tuple(card for card in others if pack.copies(card).bit_count() > played[card]))
