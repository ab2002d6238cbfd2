"""The facts of a manche as they are stored: checked by its game, together with the cards if these were entered."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import CARD_KEYS, read_manche, write_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError


def check_facts(scored: ScoredPartie, facts: Json) -> dict[str, Any]:
    """Check the facts by the game, and return them in the game's own JSON form. Raises `ImpossibleFactsError`."""
    return write_manche(scored.game, read_manche(scored.game, scored.options, scored.seats, facts))


def facts_of_cards(scored: ScoredPartie, other_facts: Json) -> dict[str, Any]:
    """Return the facts of the current manche from its cards, all of them played, and `other_facts` (T-7).

    Raises `IncompleteFactsError` when the table has to choose, `ImpossibleFactsError` for impossible other facts.
    """
    return check_facts(scored, {**_revoke_facts(scored), **other_facts, **_card_facts(scored)})


def add_cards(scored: ScoredPartie, facts: Json) -> dict[str, Any]:
    """Add the cards of the current manche to its facts entered by hand. Raises `RefusedError` if the cards disagree."""
    entered, cards = check_facts(scored, {**_revoke_facts(scored), **facts}), _card_facts(scored)
    if not cards.get("plays"):
        return entered
    facts_with_cards = check_facts(scored, {**entered, **cards})
    if remove_card_facts(facts_with_cards) != entered:
        raise RefusedError("cards_rule")
    return facts_with_cards


def add_former_cards(scored: ScoredPartie, manche: Manche, corrected: dict[str, Any]) -> dict[str, Any]:
    """Add the cards of the manche to its corrected and checked facts, unless these cards give other facts."""
    cards = cards_of(manche)
    if cards is None or "plays" in corrected:
        return corrected
    try:
        facts_with_cards = check_facts(scored, {**corrected, **cards})
    except ImpossibleError:
        return corrected
    return facts_with_cards if remove_card_facts(facts_with_cards) == corrected else corrected


def cards_of(manche: Manche) -> dict[str, Any] | None:
    """Return the cards among the facts of a manche, None when they were not entered."""
    return {name: manche.facts[name] for name in CARD_KEYS if name in manche.facts} or None


def remove_card_facts(facts: Json) -> dict[str, Any]:
    """Return the facts without the keys of the cards."""
    return {name: value for name, value in facts.items() if name not in CARD_KEYS}


def _card_facts(scored: ScoredPartie) -> dict[str, Any]:
    current = scored.partie.current
    stored = {} if current is None else current.cards or {}
    return {name: stored[name] for name in CARD_KEYS if name in stored}


def _revoke_facts(scored: ScoredPartie) -> dict[str, Any]:
    """Return the revokes noted card by card (T-5), as a default that the facts can override."""
    seats = scored.current.revoked_seats
    return {"revokes": seats} if seats else {}
