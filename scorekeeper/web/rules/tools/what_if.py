"""The tool that changes one manche of a partie and shows the totals then; it writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.sent_fields import read_fields_from_query, sent_fields
from scorekeeper.web.flow.posting import Refusal, error_sentences
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.tools.table import ToolTable
from scorekeeper.web.games.tools.totals import ComparedTotals, compare_totals

COMPUTE = "if"


@dataclass(frozen=True)
class WhatIf:
    """The changed manche: its number (None until it is chosen), its form, and the totals then or the refusal."""

    state: Mapping[str, Any]
    number: int | None = None
    form: FactsForm | None = None
    totals: ComparedTotals | None = None
    refusal: Refusal | None = None


def compute_what_if(table: ToolTable) -> WhatIf:
    """Return the totals with the manche of the query string as the query string changes it."""
    scored = table.scored
    if scored is None:
        abort(404)
    manche = _chosen(table, scored)
    if manche is None:
        return WhatIf({})
    state, number = {"manche": str(manche.id)}, scored.manches.index(manche) + 1
    if COMPUTE not in table.arguments:
        return WhatIf(state, number, _form(scored, manche))
    read_fields_from_query()
    form = _form(scored, manche)
    if sent_fields().get("switch") and form.switch_mode():
        return WhatIf(state, number, form)
    try:
        return WhatIf(state, number, form, _with(scored, manche, form))
    except (ImpossibleError, RefusedError) as error:
        return WhatIf(state, number, form, None, Refusal(error, error_sentences(scored.partie)))


def _chosen(table: ToolTable, scored: ScoredPartie) -> Manche | None:
    """The manche in the query string, None without one; aborts with 404 for one that is not in the sheet."""
    if "manche" not in table.arguments:
        return None
    chosen = [manche for manche in scored.manches if str(manche.id) == table.arguments["manche"]]
    return chosen[0] if chosen else abort(404)


def _form(scored: ScoredPartie, manche: Manche) -> FactsForm:
    return PAGES[scored.game.slug].form(scored, manche)


def _with(scored: ScoredPartie, manche: Manche, form: FactsForm) -> ComparedTotals:
    facts = read_manche(scored.game, scored.options, scored.seats, form.entered_facts(manche))
    index = scored.manches.index(manche)
    return compare_totals(scored, [*scored.played[:index], facts, *scored.played[index + 1 :]])
