"""The facts of a manche as they are kept: checked by its game, with the cards they came from."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import CARDS, read_manche, write_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.refusals import RefusedError


def checked_facts(standing: Standing, facts: Json) -> dict[str, Any]:
    """The facts as their game writes them. Raises `ImpossibleFactsError`."""
    return write_manche(standing.game, read_manche(standing.game, standing.options, standing.seats, facts))


def facts_of_cards(standing: Standing, known: Json) -> dict[str, Any]:
    """The facts of the manche under way, whose last card is down, and what else is known of it (T-7).

    Raises `UndecidedError` for what the table has to choose, `ImpossibleFactsError` for what is known.
    """
    return checked_facts(standing, {**_revokes_noted(standing), **known, **_cards_entered(standing)})


def with_cards(standing: Standing, facts: Json) -> dict[str, Any]:
    """The facts entered by hand of the manche under way, with the cards it began with.

    Raises `RefusedError` where all the cards are down and tell otherwise.
    """
    entered, cards = checked_facts(standing, {**_revokes_noted(standing), **facts}), _cards_entered(standing)
    if not cards.get("plays"):
        return entered
    whole = checked_facts(standing, {**entered, **cards})
    if without_cards(whole) != entered:
        raise RefusedError("cards_rule")
    return whole


def keeping_cards(standing: Standing, manche: Manche, checked: dict[str, Any]) -> dict[str, Any]:
    """Corrected facts with the cards of the manche, unless these decide otherwise; they decide no announcement."""
    cards = cards_of(manche)
    if cards is None or "plays" in checked:
        return checked
    try:
        whole = checked_facts(standing, {**checked, **cards})
    except ImpossibleError:
        return checked
    return whole if without_cards(whole) == checked else checked


def cards_of(manche: Manche) -> dict[str, Any] | None:
    """The cards among the facts of a manche; None when they were not entered."""
    return {name: manche.facts[name] for name in CARDS if name in manche.facts} or None


def without_cards(facts: Json) -> dict[str, Any]:
    """Facts less the cards they came from."""
    return {name: value for name, value in facts.items() if name not in CARDS}


def _cards_entered(standing: Standing) -> dict[str, Any]:
    current = standing.partie.current
    kept = {} if current is None else current.cards or {}
    return {name: kept[name] for name in CARDS if name in kept}


def _revokes_noted(standing: Standing) -> dict[str, Any]:
    """The revokes noted card by card, for facts that do not say otherwise (T-5)."""
    return {"revokes": sorted(standing.current.revokes)} if standing.current.revokes else {}
