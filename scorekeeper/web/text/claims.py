"""The sentences about the claims of a play (T-3), and about the reason why a play is forbidden.

The *arbiter* judges each card by what the table can see. A *play* is the index of a card in the order of play, from 0.
A *claim* is what must be true of a hand if the play is regular: who throws a heart when clubs are led has no club (T-3,
a rule of all games). Its *verdict* has the ruling on the play, its claims, and the articles (numbered rules) behind it.

The sentence of a claim about the player's own hand names the cards that it may still have, or those that it lacks,
whichever list is shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.web.core.i18n import gettext, isolate, ngettext
from scorekeeper.web.text.cards import card_text, cards_text, suit_name
from scorekeeper.web.text.values import join_words

# The function that says why a game forbids a card, by the first article that the verdict cites: "PI-16" for example.
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


def must_follow(verdict: Verdict, _pack: Pack) -> str:
    """Return « il fallait fournir trèfle », for the articles of any game that require to follow suit."""
    # Without a suit led, no such article applies: a mistake in the game.
    if verdict.turn.led is None:
        raise ValueError(verdict.articles)
    return gettext("il fallait fournir %(suit)s", suit=suit_name(verdict.turn.led))


# The texts of a claim about a player's own hand: a sentence with the player's name, and a few words without it.
# A key says what the texts name: (what the hand may have, or else what it lacks; whether suits; whether single cards).
# Example: « Luc n’a plus de trèfle, ni R♦ » names what the hand lacks, a suit and a card: (False, True, True).
_OWN_HAND: dict[tuple[bool, bool, bool], tuple[LazyString, LazyString]] = {
    (True, False, False): (_l("%(name)s n’a rien d’autre à jouer"), _l("rien d’autre à jouer")),
    (True, False, True): (_l("%(name)s n’a plus que %(cards)s"), _l("rien que %(cards)s")),
    (True, True, False): (_l("%(name)s n’a plus que du %(suit)s"), _l("rien que du %(suit)s")),
    (True, True, True): (
        _l("%(name)s n’a plus que du %(suit)s, et peut-être %(cards)s"),
        _l("rien que du %(suit)s, ou %(cards)s"),
    ),
    (False, True, False): (_l("%(name)s n’a plus de %(suit)s"), _l("plus de %(suit)s")),
    (False, True, True): (_l("%(name)s n’a plus de %(suit)s, ni %(cards)s"), _l("plus de %(suit)s, ni %(cards)s")),
}


def _suits_text(suits: Sequence[Suit], *, is_possible: bool) -> str:
    """The suits that a hand may have, to follow « que du », or those that it lacks, to follow « plus de »."""
    names = [suit_name(suit) for suit in suits]
    if len(names) <= 1:
        return "".join(names)
    others = ", ".join(names[:-1])
    final = names[-1]
    if is_possible:
        return gettext("%(suits)s et du %(final)s", suits=others, final=final)
    return gettext("%(suits)s ni de %(final)s", suits=others, final=final)


def _absent_cards_sentence(cards: Sequence[Card], names: Sequence[str]) -> str:
    """Say that the players of these names have none of these cards: « Luc et Zoé n’ont pas de D♠ »."""
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


def _card_set(pack: Pack, card_bits: int, played_cards: Sequence[Card]) -> CardSet:
    """Return a set of cards as whole suits and single cards, without the cards whose copies are all played.

    A set of cards is an integer with a bit for each card; `a & ~b` are the cards of `a` that are not in `b`.
    """
    # The suits of the pack of which all cards are in the set: none of their cards is outside it.
    suits = tuple(suit for suit in Suit if pack.suits[suit] and not pack.suits[suit] & ~card_bits)
    # The cards of the set that are of none of these suits. The sum of sets without a common card is their union.
    others = pack.cards(card_bits & ~sum(pack.suits[suit] for suit in suits))
    # How often each card was played.
    played = Counter(played_cards)
    # `copies` is the set of both copies of a card in a double deck, of which `bit_count` is the size.
    return CardSet(suits, tuple(card for card in others if pack.copies(card).bit_count() > played[card]))


class ClaimText:
    """The sentences of the claims of the plays of one manche (deal)."""

    def __init__(self, arbiter: Arbiter, names: Sequence[str]) -> None:
        """Describe the plays of this arbiter, with the names by seat."""
        self.arbiter = arbiter
        self.names = names

    def claim_sentences(self, index: int) -> list[str]:
        """Return the claims of a play, « Luc n’a plus de trèfle »; hands with the same claim share a sentence."""
        verdict = self.arbiter.verdicts[index]
        # The claims about the hands of others, which few rules make.
        others = [claim for claim in verdict.claims if claim.seat != verdict.seat]
        sentences = []
        # At most one claim is about the hand of the player.
        if len(others) < len(verdict.claims):
            sentences.append(self.own_hand_claim(index, self.names[verdict.seat]))
        # By cards: the players who have none of them.
        names_by_cards: dict[tuple[Card, ...], list[str]] = {}
        for claim in others:
            names_by_cards.setdefault(claim.holds_none_of, []).append(self.names[claim.seat])
        return sentences + [
            _absent_cards_sentence(cards, names_of_seats) for cards, names_of_seats in names_by_cards.items()
        ]

    def own_hand_claim(self, index: int, name: str | None = None) -> str:
        """Return the claim of a play about its hand: « plus de trèfle », with a name « Luc n’a plus de trèfle »."""
        # What the hand may have is shown if it is the shorter list, else what it lacks.
        possible, shown = self._possible_and_excluded(index)
        is_possible = possible.length < shown.length
        if is_possible:
            shown = possible
        # If the hand lacks only single cards, the sentence is that of the claims about other hands.
        elif not shown.suits and name is not None:
            return _absent_cards_sentence(shown.cards, [name])
        elif not shown.suits:
            return gettext("pas de %(cards)s", cards=cards_text(shown.cards))
        # By the key that is explained at `_OWN_HAND`.
        sentence, few_words = _OWN_HAND[is_possible, bool(shown.suits), bool(shown.cards)]
        details = {"suit": _suits_text(shown.suits, is_possible=is_possible), "cards": cards_text(shown.cards)}
        if name is None:
            return str(few_words) % details
        return str(sentence) % {"name": isolate(name), **details}

    def _possible_and_excluded(self, index: int) -> tuple[CardSet, CardSet]:
        """The unplayed cards that the claim of a play lets its player have, and the unplayed cards that it excludes."""
        pack = self.arbiter.rules.pack
        verdict = self.arbiter.verdicts[index]
        # The set of cards that may be in the hand according to the rule; None for a rule without such a condition.
        only = verdict.rule.only
        if only is None:
            only = pack.all
        earlier_cards = [earlier.card for earlier in self.arbiter.verdicts[:index]]
        # The card itself has left the hand.
        possible = _card_set(pack, only, [*earlier_cards, verdict.card])
        return possible, _card_set(pack, pack.all & ~only, earlier_cards)
