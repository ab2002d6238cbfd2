"""The sentences before the first card of a manche of Dame de Pique: the pass, and the card that leads.

The pass is not entered. The only possible entry is the player who leads, if the opening depends on the hands.
"""

from __future__ import annotations

from scorekeeper.games.hearts.options import Deck, HeartsOptions
from scorekeeper.games.hearts.scoring import PassingDeal, direction_of
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.core.language import short_card_name


def pass_sentence(deal: PassingDeal) -> str:
    """Return the sentence about the pass, « Trois cartes à gauche », or about a deal without one (DP-9, DP-27)."""
    cards = {
        1: gettext("Une carte"),
        2: gettext("Deux cartes"),
        3: gettext("Trois cartes"),
        4: gettext("Quatre cartes"),
    }[deal.cards]
    return {
        "left": gettext("%(cards)s à gauche", cards=cards),
        "right": gettext("%(cards)s à droite", cards=cards),
        "across": gettext("%(cards)s en face", cards=cards),
        "none": gettext("Pas d’échange : chacun garde ses cartes."),
    }[deal.direction]


def opening_sentence(options: HeartsOptions, deal: PassingDeal) -> str:
    """Return the sentence about the card that must lead to the first trick (DP-11)."""
    card = short_card_name(deal.opening)
    if options.deck is Deck.BELMONT:
        return gettext("Entame : le premier après le donneur qui a un %(card)s", card=card)
    return gettext("Entame : le %(card)s", card=card)


def leader_question(deal: PassingDeal) -> str:
    """Return the question about the player who leads with the opening card (DP-11)."""
    return gettext("Qui entame du %(card)s ?", card=short_card_name(deal.opening))


def pass_label(options: HeartsOptions, seats: int, index: int) -> str:
    """Return the direction of the pass in the manche of this index, in two words (DP-9, DP-27)."""
    return {
        "left": gettext("à gauche"),
        "right": gettext("à droite"),
        "across": gettext("en face"),
        "none": gettext("on garde"),
    }[direction_of(options, seats, index)]
