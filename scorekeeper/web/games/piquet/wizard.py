"""The wizard of the irregularities of Piquet: questions that lead to the entry of the coup (PI-32 to PI-38)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import url_for
from flask_babel import lazy_gettext

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.rulebook import Consequence, Question, read_wizard
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.piquet.irregularities import irregularities
from scorekeeper.web.games.tools.table import ToolTable
from scorekeeper.web.games.tools.totals import ComparedTotals, compare_totals
from scorekeeper.web.games.tools.wizard import WizardLink, WizardOutcome, wizard_tool

_FACTS = ("fault", "short_hand")
_CANCELLING = {"void", "loses_partie"}


@cache
def read_irregularities() -> Question:
    """Return the first question of the wizard."""
    return read_wizard(PIQUET.package, "irregularities.toml", _FACTS, "scorekeeper.cards")


def outcome(table: ToolTable, consequence: Consequence) -> WizardOutcome:
    """Return links to the entry form with the irregularity filled in, and the totals then if no play follows."""
    scored = table.scored
    if scored is None or scored.over:
        return WizardOutcome()
    labels = dict(irregularities(scored.players))
    values = _values(consequence.facts, scored)
    ways = [WizardLink(labels[value], _entry(scored, value)) for value in values]
    return WizardOutcome(ways, _totals(scored, consequence.facts))


def _entry(scored: ScoredPartie, value: str) -> str:
    return url_for("parties.show", partie_id=scored.partie.id, entry="open", announce="1", fault=value)


def _values(facts: Mapping[str, Any], scored: ScoredPartie) -> list[str]:
    """The values of the field `fault` for this irregularity, one for each seat that may have made it."""
    if "short_hand" in facts:
        return [f"short_hand:{seat}" for seat in _seats(facts["short_hand"], scored)]
    fault = facts.get("fault")
    if fault is None:
        return []
    if "article" in fault:
        return [f"{fault['kind']}:{fault['article']}"]
    return [f"{fault['kind']}:{seat}" for seat in _seats(fault["seat"], scored)]


def _seats(part: str, scored: ScoredPartie) -> tuple[int, ...]:
    """The seats of a role: elder, the dealer, or both for the player who made the mistake."""
    dealer = scored.deal.dealer
    return {"elder": (1 - dealer,), "dealer": (dealer,)}.get(part, tuple(range(SEATS)))


def _totals(scored: ScoredPartie, facts: Mapping[str, Any]) -> ComparedTotals | None:
    """The totals after a coup that the irregularity cancels, None when the coup is played."""
    fault = facts.get("fault")
    if fault is None or fault["kind"] not in _CANCELLING:
        return None
    elder = 1 - scored.deal.dealer
    seat = {"seat": _seats(fault["seat"], scored)[0]} if "seat" in fault else {}
    json = {"elder": elder, "fault": {**fault, **seat}}
    return compare_totals(scored, [*scored.played, read_manche(scored.game, scored.options, scored.seats, json)])


IRREGULARITIES = wizard_tool(
    "irregularities",
    (
        lazy_gettext("Une irrégularité ?"),
        lazy_gettext("Répondez par oui ou par non : la règle dit ce qui suit."),
    ),
    read_irregularities,
    outcome,
)
