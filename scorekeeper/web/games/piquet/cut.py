"""The cut for the deal of Piquet: the lower card deals first and picks a seat (PI-3)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.web.games.contract import Cut
from scorekeeper.web.games.piquet.form import deck
from scorekeeper.web.i18n import gettext as _


def cut_for_deal(form: MultiDict[str, str], names: Sequence[str]) -> Cut:
    """The cut for the deal, drawn or read: the lower card deals, equal ones cut again (PI-3)."""
    codes = deck()
    if form.get("cut") == "draw":
        chance = secrets.SystemRandom()
        cards = chance.sample(codes, SEATS)
    else:
        cards = [code if code in codes else "" for code in (form.get(f"cut-{seat}", "") for seat in range(SEATS))]
    if "" in cards:
        return Cut(cards, None, _("Choisissez la carte de chacun."))
    if cards[0] == cards[1]:
        return Cut(cards, None, _("Cette carte ne peut pas être dans les deux mains : il n’y en a qu’une."))
    first, second = (Card(code).rank or 0 for code in cards)
    if first == second:
        return Cut(cards, None, _("Deux cartes de même hauteur : coupez de nouveau."))
    dealer = 0 if first < second else 1
    return Cut(cards, dealer, _("La plus basse est à %(name)s, qui donne et choisit sa place.", name=names[dealer]))
