"""What a play claims of a hand, in words (T-3), and why a play is forbidden.

A claim is a set of cards, and is said suit by suit from the set itself, whichever rule makes it: by what the hand
lacks, or by what is left to it where that is sooner said.
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
from scorekeeper.web.text.cards import card_said, cards_said, listed, suit_name

# Why a game forbids a card, by the article it breaks (the first one cited).
ForbiddenWords: TypeAlias = "Mapping[str, Callable[[Verdict, Pack], str]]"


@dataclass(frozen=True)
class CardSet:
    """Some cards of the deck that have not fallen: whole suits, and single cards of the others."""

    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]

    @property
    def length(self) -> int:
        """How many names it takes to say them."""
        return len(self.suits) + len(self.cards)


def claims_said(arbiter: Arbiter, index: int, names: Sequence[str]) -> list[str]:
    """Say the claims of a play in full, « Luc n’a plus de trèfle », the same one of several hands at once."""
    verdict = arbiter.verdicts[index]
    others = [claim for claim in verdict.claims if claim.seat != verdict.seat]
    sentences = []
    if len(others) < len(verdict.claims):
        sentences.append(_own_hand(arbiter, index, names[verdict.seat]))
    for cards in dict.fromkeys(claim.holds_none_of for claim in others):
        sentences += [_absent(cards, [names[claim.seat] for claim in others if claim.holds_none_of == cards])]
    return sentences


def in_short(arbiter: Arbiter, index: int) -> str:
    """Say in a few words what a play says of its player's hand: « plus de trèfle »."""
    kept, lacking = _sorted(arbiter, index)
    if kept.length < lacking.length:
        return _only_in_short(kept)
    if not lacking.suits:
        return gettext("pas de %(cards)s", cards=cards_said(lacking.cards))
    if lacking.cards:
        return gettext("plus de %(suit)s, ni %(cards)s", suit=_voids(lacking), cards=cards_said(lacking.cards))
    return gettext("plus de %(suit)s", suit=_voids(lacking))


def still_out(pack: Pack, cards: int, before: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a set that have not all fallen yet."""
    fallen = Counter(before)
    return tuple(card for card in pack.cards(cards) if pack.copies(card).bit_count() > fallen[card])


def why_forbidden(verdict: Verdict, pack: Pack, words: ForbiddenWords) -> str:
    """Say which rule a forbidden play breaks: « il fallait fournir trèfle »."""
    why = words.get(verdict.articles[0])
    return why(verdict, pack) if why is not None else gettext("la règle ne le permet pas")


def must_follow(verdict: Verdict, _pack: Pack) -> str:
    """Say that the suit led had to be followed, whatever the game."""
    if verdict.turn.led is None:
        raise ValueError(verdict.articles)
    return gettext("il fallait fournir %(suit)s", suit=suit_name(verdict.turn.led))


def _own_hand(arbiter: Arbiter, index: int, name: str) -> str:
    kept, lacking = _sorted(arbiter, index)
    if kept.length < lacking.length:
        return _only(name, kept)
    if not lacking.suits:
        return _absent(lacking.cards, [name])
    if not lacking.cards:
        return gettext("%(name)s n’a plus de %(suit)s", name=name, suit=_voids(lacking))
    return gettext(
        "%(name)s n’a plus de %(suit)s, ni %(cards)s",
        name=name,
        suit=_voids(lacking),
        cards=cards_said(lacking.cards),
    )


def _only(name: str, kept: CardSet) -> str:
    if not kept.length:
        return gettext("%(name)s n’a rien d’autre à jouer", name=name)
    if not kept.suits:
        return gettext("%(name)s n’a plus que %(cards)s", name=name, cards=cards_said(kept.cards))
    if not kept.cards:
        return gettext("%(name)s n’a plus que du %(suit)s", name=name, suit=_kept(kept))
    return gettext(
        "%(name)s n’a plus que du %(suit)s, et peut-être %(cards)s",
        name=name,
        suit=_kept(kept),
        cards=cards_said(kept.cards),
    )


def _only_in_short(kept: CardSet) -> str:
    if not kept.length:
        return gettext("rien d’autre à jouer")
    if not kept.suits:
        return gettext("rien que %(cards)s", cards=cards_said(kept.cards))
    if not kept.cards:
        return gettext("rien que du %(suit)s", suit=_kept(kept))
    return gettext("rien que du %(suit)s, ou %(cards)s", suit=_kept(kept), cards=cards_said(kept.cards))


def _voids(lacking: CardSet) -> str:
    """The suits that a hand lacks, as they follow « plus de »."""
    *others, final = map(suit_name, lacking.suits)
    return gettext("%(suits)s ni de %(final)s", suits=", ".join(others), final=final) if others else final


def _kept(kept: CardSet) -> str:
    """The suits left to a hand, as they follow « que du »."""
    *others, final = map(suit_name, kept.suits)
    return gettext("%(suits)s et du %(final)s", suits=", ".join(others), final=final) if others else final


def _absent(cards: Sequence[Card], names: Sequence[str]) -> str:
    if len(cards) == 1:
        return ngettext(
            "%(name)s n’a pas de %(card)s",
            "%(name)s n’ont pas de %(card)s",
            len(names),
            name=listed(names),
            card=card_said(cards[0]),
        )
    return ngettext(
        "%(name)s n’a aucune de ces cartes : %(cards)s",
        "%(name)s n’ont aucune de ces cartes : %(cards)s",
        len(names),
        name=listed(names),
        cards=cards_said(cards),
    )


def _sorted(arbiter: Arbiter, index: int) -> tuple[CardSet, CardSet]:
    """What a play leaves to its player's hand of the cards that had not fallen, and what it says is not there."""
    pack, verdict = arbiter.rules.pack, arbiter.verdicts[index]
    only = pack.all if verdict.rule.only is None else verdict.rule.only
    before = [earlier.card for earlier in arbiter.verdicts[:index]]
    kept = _by_suit(pack, only, [*before, verdict.card])
    return kept, _by_suit(pack, pack.all & ~only, before)


def _by_suit(pack: Pack, cards: int, fallen: Sequence[Card]) -> CardSet:
    suits = tuple(suit for suit in Suit if pack.suits[suit] and not pack.suits[suit] & ~cards)
    return CardSet(suits, still_out(pack, cards & ~sum(pack.suits[suit] for suit in suits), fallen))
