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
from scorekeeper.record.partie.standings import Standing
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
    standing = table.standing
    if standing is None or standing.over:
        return WizardOutcome()
    labels = dict(irregularities(standing.players))
    values = _values(consequence.facts, standing)
    ways = [WizardLink(labels[value], _entry(standing, value)) for value in values]
    return WizardOutcome(ways, _totals(standing, consequence.facts))


def _entry(standing: Standing, value: str) -> str:
    return url_for("parties.show", partie_id=standing.partie.id, entry="open", announce="1", fault=value)


def _values(facts: Mapping[str, Any], standing: Standing) -> list[str]:
    """The values of the field `fault` for this irregularity, one for each seat that may have made it."""
    if "short_hand" in facts:
        return [f"short_hand:{seat}" for seat in _seats(facts["short_hand"], standing)]
    fault = facts.get("fault")
    if fault is None:
        return []
    if "article" in fault:
        return [f"{fault['kind']}:{fault['article']}"]
    return [f"{fault['kind']}:{seat}" for seat in _seats(fault["seat"], standing)]


def _seats(part: str, standing: Standing) -> tuple[int, ...]:
    """The seats of a role: elder, the dealer, or both for the player who made the mistake."""
    dealer = standing.deal.dealer
    return {"elder": (1 - dealer,), "dealer": (dealer,)}.get(part, tuple(range(SEATS)))


def _totals(standing: Standing, facts: Mapping[str, Any]) -> ComparedTotals | None:
    """The totals after a coup that the irregularity cancels, None when the coup is played."""
    fault = facts.get("fault")
    if fault is None or fault["kind"] not in _CANCELLING:
        return None
    elder = 1 - standing.deal.dealer
    seat = {"seat": _seats(fault["seat"], standing)[0]} if "seat" in fault else {}
    json = {"elder": elder, "fault": {**fault, **seat}}
    return compare_totals(
        standing, [*standing.played, read_manche(standing.game, standing.options, standing.seats, json)]
    )


IRREGULARITIES = wizard_tool(
    "irregularities",
    (
        lazy_gettext("Une irrégularité ?"),
        lazy_gettext("Répondez par oui ou par non : la règle dit ce qui suit."),
    ),
    read_irregularities,
    outcome,
)
