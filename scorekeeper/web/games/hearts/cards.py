"""Dame de Pique card by card: the counting cards taken so far, and the choice of how a volte scores."""

from __future__ import annotations

from flask import request

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.hearts.facts import facts_of_tricks
from scorekeeper.games.hearts.options import Moon, cards_by_key
from scorekeeper.games.hearts.points import volte_worth
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import short_card_name

_VOLTE_KINDS = (Moon.OTHERS_PLUS.value, Moon.SELF_MINUS.value)


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return the counting cards taken, by seat: « 3♥ D♠ »."""
    taken = facts_of_tricks(scored.options, scored.table, arbiter.tricks, {})["taken"]
    return [_taken_text(taken, seat) for seat in range(scored.seats)]


def decided(scored: ScoredPartie, arbiter: Arbiter) -> bool:
    """Return whether every card that counts, and the last trick if it counts, has been taken."""
    taken = facts_of_tricks(scored.options, scored.table, arbiter.tricks, {})["taken"]
    return all(sum(taken[key]) == total for key, total in cards_by_key(scored.options, scored.seats).items())


def add_answers(_scored: ScoredPartie, context: Json) -> Json:
    """Return the context, with the scoring of the volte if the table chose one (DP-22)."""
    chosen = request.form.get("moon")
    if chosen not in _VOLTE_KINDS:
        return context
    return {**context, "moon": chosen}


def volte_kinds(scored: ScoredPartie) -> list[tuple[str, str]]:
    """Return the ways to score a volte, as (value sent, label)."""
    worth = volte_worth(scored.options, scored.seats)
    labels = _("Volte : les autres prennent %(worth)s", worth=worth), _("Volte : retrancher %(worth)s", worth=worth)
    return list(zip(_VOLTE_KINDS, labels, strict=True))


def _taken_text(taken: dict[str, list[int]], seat: int) -> str:
    parts = []
    if taken["H"][seat]:
        parts.append(f"{taken['H'][seat]}♥")
    for key, counts in taken.items():
        if key in {"H", "last"} or not counts[seat]:
            continue
        # Some decks have a card twice.
        if counts[seat] > 1:
            parts.append(str(counts[seat]))
        parts.append(short_card_name(key))
    return " ".join(parts)
