"""The facts of a manche as they are kept: checked by its game, with the cards they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.games import GAMES
from scorekeeper.games.manche_json import CARDS, read_manche, write_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.refusals import RefusedError

if TYPE_CHECKING:
    from scorekeeper.record.models import Manche, Partie


def checked_facts(partie: Partie, facts: Json) -> dict[str, Any]:
    """The facts as their game writes them. Raises `ImpossibleFactsError`."""
    game = GAMES[partie.game]
    seats = len(partie.seats)
    rules = game.read_options(partie.options, seats)
    return write_manche(game, read_manche(game, rules, seats, facts))


def facts_of_cards(partie: Partie, told: Json) -> dict[str, Any]:
    """The facts of the manche under way, whose last card is down, and what else is told of it (T-7).

    Raises `UndecidedError` for what the table has to choose, `ImpossibleFactsError` for what is told.
    """
    return checked_facts(partie, {**told, **(partie.cards or {})})


def with_cards(partie: Partie, facts: Json) -> dict[str, Any]:
    """The facts entered by hand of the manche under way, with the cards it began with.

    Raises `RefusedError` where all the cards are down and tell otherwise.
    """
    entered = checked_facts(partie, facts)
    if not partie.cards or not partie.cards["plays"]:
        return entered
    whole = checked_facts(partie, {**entered, **partie.cards})
    if without_cards(whole) != entered:
        raise RefusedError("cards_rule")
    return whole


def keeping_cards(manche: Manche, checked: dict[str, Any]) -> dict[str, Any]:
    """Corrected facts with the cards of the manche, unless these tell otherwise; they tell nothing of announcements."""
    cards = cards_of(manche)
    if cards is None or "plays" in checked:
        return checked
    try:
        whole = checked_facts(manche.partie, {**checked, **cards})
    except ImpossibleError:
        return checked
    return whole if without_cards(whole) == checked else checked


def cards_of(manche: Manche) -> dict[str, Any] | None:
    """The cards of a manche as they are kept while it is under way; None when they were not entered."""
    return {name: manche.facts[name] for name in CARDS if name in manche.facts} or None


def without_cards(facts: Json) -> dict[str, Any]:
    """Facts less the cards they came from."""
    return {name: value for name, value in facts.items() if name not in CARDS}
