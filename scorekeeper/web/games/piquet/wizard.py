"""The wizard of the irregularities of Piquet: questions, then a link to the entry form (PI-32 to PI-38)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import url_for
from flask_babel import lazy_gettext

from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.rulebook import Consequence, Question, read_wizard
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.piquet.irregularities import irregularity_choices
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.games.tools.wizard import WizardEffect, WizardLink, wizard_tool

_FACT_KEYS = ("fault", "short_hand")
_KINDS_WITHOUT_PLAY = {"void", "loses_partie"}


@cache
def read_questions() -> Question:
    """Read the questions; return the first one, which leads to the others."""
    return read_wizard(PIQUET.package, "irregularities.toml", _FACT_KEYS, "scorekeeper.cards")


def wizard_outcome(query: ToolQuery, consequence: Consequence) -> WizardEffect:
    """Return links to the entry form with the irregularity selected, and the new totals if the coup is not played."""
    scored = query.scored
    if scored is None or scored.over:
        return WizardEffect()
    labels = dict(irregularity_choices(scored.players))
    values = _irregularity_values(consequence.facts, scored)
    links = [WizardLink(labels[value], _entry_address(scored, value)) for value in values]
    return WizardEffect(links, _sheet_with(scored, consequence.facts))


def _entry_address(scored: ScoredPartie, irregularity: str) -> str:
    return url_for("parties.show", partie_id=scored.partie.id, entry="open", announce="1", fault=irregularity)


def _irregularity_values(facts: Mapping[str, Any], scored: ScoredPartie) -> list[str]:
    """The values of the field `fault` for an irregularity, one for each seat that may have committed it."""
    if "short_hand" in facts:
        return [f"short_hand:{seat}" for seat in _seats_of_role(facts["short_hand"], scored)]
    irregularity = facts.get("fault")
    if irregularity is None:
        return []
    if "article" in irregularity:
        return [f"{irregularity['kind']}:{irregularity['article']}"]
    return [f"{irregularity['kind']}:{seat}" for seat in _seats_of_role(irregularity["seat"], scored)]


def _seats_of_role(role: str, scored: ScoredPartie) -> tuple[int, ...]:
    """The seat of "elder" or "dealer"; both seats for another role, which either player may have."""
    dealer = scored.deal.dealer
    return {"elder": (1 - dealer,), "dealer": (dealer,)}.get(role, tuple(range(SEATS)))


def _sheet_with(scored: ScoredPartie, facts: Mapping[str, Any]) -> Sheet | None:
    """The sheet after a coup that ends with the irregularity, None if the coup is played."""
    irregularity = facts.get("fault")
    if irregularity is None or irregularity["kind"] not in _KINDS_WITHOUT_PLAY:
        return None
    if "seat" in irregularity:
        irregularity = {**irregularity, "seat": _seats_of_role(irregularity["seat"], scored)[0]}
    json = {"elder": 1 - scored.deal.dealer, "fault": irregularity}
    coup = read_manche(scored.game, scored.options, scored.seats, json)
    return scored.game.score(scored.options, scored.seats, [*scored.played, coup])


IRREGULARITIES = wizard_tool(
    "irregularities",
    (
        lazy_gettext("Une irrégularité ?"),
        lazy_gettext("Répondez par oui ou par non : la règle dit ce qui suit."),
    ),
    read_questions,
    wizard_outcome,
)
