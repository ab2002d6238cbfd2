"""The cut for the deal of Piquet: the player of the lower card deals first and chooses a seat (PI-3)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Cut
from scorekeeper.web.games.piquet.form import deck_codes

# The ranks of the deck, the highest first; suits do not matter.
RANKS = [rank.code for rank in sorted(Rank, reverse=True) if rank >= Rank.SEVEN]


def cut_for_deal(form: MultiDict[str, str], names: Sequence[str]) -> Cut:
    """Draw the cards of the cut or read them from the form; the lower card deals, a tie cuts again (PI-3)."""
    drawn = []
    if form.get("cut") == "draw":
        drawn = secrets.SystemRandom().sample(deck_codes(), SEATS)
    # A code is a rank, then one letter for the suit.
    ranks = [code[:-1] for code in drawn] or [form.get(f"cut-{seat}", "") for seat in range(SEATS)]
    ranks = [rank if rank in RANKS else "" for rank in ranks]
    if "" in ranks:
        return Cut(ranks, None, _("Choisissez la carte de chacun."), drawn)
    if ranks[0] == ranks[1]:
        return Cut(ranks, None, _("Deux cartes de même hauteur : coupez de nouveau."), drawn)
    dealer = max(range(SEATS), key=lambda seat: RANKS.index(ranks[seat]))
    sentence = _("La plus basse est à %(name)s, qui donne et choisit sa place.", name=names[dealer])
    return Cut(ranks, dealer, sentence, drawn)
