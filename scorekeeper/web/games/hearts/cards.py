"""Dame de Pique card by card: what each has taken so far, and how a volte is to be taken."""

from __future__ import annotations

from flask import request

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.hearts.facts import facts_of_tricks
from scorekeeper.games.hearts.options import Moon
from scorekeeper.games.hearts.points import volte_worth
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import card_words

_KINDS = (Moon.OTHERS_PLUS.value, Moon.SELF_MINUS.value)


def so_far(standing: Standing, arbiter: Arbiter) -> list[str]:
    """By seat, the cards taken that count: « 3♥ D♠ »."""
    taken = facts_of_tricks(standing.options, standing.table, arbiter.tricks, {})["taken"]
    return [_brought(taken, seat) for seat in range(standing.seats)]


def answered(_standing: Standing, context: Json) -> Json:
    """How the table takes a volte, where it has just chosen (DP-22)."""
    chosen = request.form.get("moon")
    return {**context, "moon": chosen} if chosen in _KINDS else context


def volte_kinds(standing: Standing) -> list[tuple[str, str]]:
    """How a volte may be taken, as it is sent and as it is said."""
    worth = volte_worth(standing.options, standing.seats)
    others = _("Volte : les autres prennent %(worth)s", worth=worth)
    return list(zip(_KINDS, (others, _("Volte : retrancher %(worth)s", worth=worth)), strict=True))


def _brought(taken: dict[str, list[int]], seat: int) -> str:
    parts = [f"{taken['H'][seat]}♥"] if taken["H"][seat] else []
    for key, counts in taken.items():
        if key not in {"H", "last"} and counts[seat]:
            parts.append(card_words(key) if counts[seat] == 1 else f"{counts[seat]} {card_words(key)}")
    return " ".join(parts)
