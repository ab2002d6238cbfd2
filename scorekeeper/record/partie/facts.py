"""The facts of a manche as they are stored: checked by its game, together with the cards if these were entered."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import CARD_KEYS, read_manche, write_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError


def checked_facts(scored: ScoredPartie, facts: Json) -> dict[str, Any]:
    """Check facts with their game, and return them in the game's own JSON form. Raises `ImpossibleFactsError`."""
    return write_manche(scored.game, read_manche(scored.game, scored.options, scored.seats, facts))


def facts_of_cards(scored: ScoredPartie, known: Json) -> dict[str, Any]:
    """Return the facts of the current manche from its cards, all of them played, and the other facts, `known` (T-7).

    Raises `UndecidedError` when the table has to choose, `ImpossibleFactsError` when the known facts are impossible.
    """
    return checked_facts(scored, {**_revokes_noted(scored), **known, **_cards_entered(scored)})


def with_cards(scored: ScoredPartie, facts: Json) -> dict[str, Any]:
    """Add the cards of the current manche to its facts entered by hand. Raises `RefusedError` if the cards disagree."""
    entered, cards = checked_facts(scored, {**_revokes_noted(scored), **facts}), _cards_entered(scored)
    if not cards.get("plays"):
        return entered
    with_plays = checked_facts(scored, {**entered, **cards})
    if without_cards(with_plays) != entered:
        raise RefusedError("cards_rule")
    return with_plays


def with_former_cards(scored: ScoredPartie, manche: Manche, checked: dict[str, Any]) -> dict[str, Any]:
    """Return corrected facts with the cards of the manche, or without the cards if these give other facts."""
    cards = cards_of(manche)
    if cards is None or "plays" in checked:
        return checked
    try:
        with_plays = checked_facts(scored, {**checked, **cards})
    except ImpossibleError:
        return checked
    return with_plays if without_cards(with_plays) == checked else checked


def cards_of(manche: Manche) -> dict[str, Any] | None:
    """Return the cards among the facts of a manche, None when they were not entered."""
    return {name: manche.facts[name] for name in CARD_KEYS if name in manche.facts} or None


def without_cards(facts: Json) -> dict[str, Any]:
    """Return the facts without the keys of the cards."""
    return {name: value for name, value in facts.items() if name not in CARD_KEYS}


def _cards_entered(scored: ScoredPartie) -> dict[str, Any]:
    current = scored.partie.current
    stored = {} if current is None else current.cards or {}
    return {name: stored[name] for name in CARD_KEYS if name in stored}


def _revokes_noted(scored: ScoredPartie) -> dict[str, Any]:
    """Return the revokes noted card by card (T-5), as a default that the facts can override."""
    seats = scored.current.revoked_seats
    return {"revokes": seats} if seats else {}
