"""Piquet apart from any coup: the cut for the deal, two hands set against each other, and a coup made up."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.options import SEATS, LowCards, read_options
from scorekeeper.games.piquet.tricks import TRICKS
from scorekeeper.web.games.piquet.begin import Summary, summarise
from scorekeeper.web.games.piquet.form import deck
from scorekeeper.web.i18n import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.datastructures import MultiDict

    from scorekeeper.games.shape import Json
    from scorekeeper.record.standings import Standing

_CODES = deck()


@dataclass(frozen=True)
class Cut:
    """The card each player cut, the seat that deals, None when they cut again, and the sentence that says so."""

    cards: list[str]
    dealer: int | None
    said: str


@dataclass(frozen=True)
class Calculated:
    """What the calculator was asked, and what it found."""

    hands: list[list[str]]
    carte_blanche: list[bool]
    zero: bool
    summary: Summary | None


def cut(form: MultiDict[str, str], names: Sequence[str]) -> Cut:
    """The cut for the deal, drawn or read: the lower card deals, equal ones cut again (PI-3)."""
    if form.get("cut") == "draw":
        chance = secrets.SystemRandom()
        cards = chance.sample(_CODES, SEATS)
    else:
        cards = [code if code in _CODES else "" for code in (form.get(f"cut-{seat}", "") for seat in range(SEATS))]
    if "" in cards:
        return Cut(cards, None, _("Choisissez la carte de chacun."))
    if cards[0] == cards[1]:
        return Cut(cards, None, _("Cette carte ne peut pas être dans les deux mains : il n’y en a qu’une."))
    first, second = (Card(code).rank or 0 for code in cards)
    if first == second:
        return Cut(cards, None, _("Deux cartes de même hauteur : coupez de nouveau."))
    dealer = 0 if first < second else 1
    return Cut(cards, dealer, _("À %(name)s, la plus basse : donner, et choisir sa place.", name=names[dealer]))


def calculator(args: MultiDict[str, str]) -> Calculated:
    """Two hands as the address gives them, elder's first, or one; who scores what before the play."""
    hands = [args.getlist(f"hand-{seat}") for seat in range(SEATS)]
    blanche = [str(seat) in args.getlist("carte_blanche") for seat in range(SEATS)]
    zero = args.get("repic") != "no"
    if not any(hands):
        return Calculated(hands, blanche, zero, None)
    options = read_options({"repic_needs_zero_opponent": zero}, SEATS)
    json = {"elder": 0, "carte_blanche": blanche, "hands": [hand or None for hand in hands]}
    return Calculated(hands, blanche, zero, summarise(options, json, [_("le premier"), _("le donneur")]))


def sample_facts(standing: Standing, chance: random.Random) -> Json:
    """The facts of a coup as it might have gone: two hands, and who took each trick."""
    cards = list(_CODES)
    chance.shuffle(cards)
    winners = [chance.randrange(SEATS) for _ in range(TRICKS)]
    facts: dict[str, Any] = {"elder": 1 - standing.deal.dealer, "hands": [cards[:12], cards[12:24]], "winners": winners}
    if standing.options.low_card_points is LowCards.ABOVE_NINE:
        facts["low"] = [[False, False]] * TRICKS
    return facts
