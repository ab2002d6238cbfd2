"""The tool that shows the totals of a partie with one manche changed; it records nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort

from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.sent_fields import read_fields_from_query, sent_fields
from scorekeeper.web.flow.posting import Refusal, error_sentences
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.tools.query import ToolQuery

COMPUTE = "if"  # the query argument that only the sent form has


@dataclass(frozen=True)
class WhatIf:
    """The page of the tool: first the choice of a manche, then its form, then the changed totals."""

    # The query arguments.
    state: Mapping[str, Any]

    # The number of the chosen manche, None before the choice.
    number: int | None = None
    form: FactsForm | None = None

    # The sheet with the changed manche, None before the form is sent.
    sheet: Sheet | None = None

    # Why the change cannot be scored.
    refusal: Refusal | None = None


def compute_what_if(query: ToolQuery) -> WhatIf:
    """Return the totals of the partie with one manche changed; the manche and the change are in the query string."""
    scored = query.scored
    if scored is None:
        abort(404)
    manche = _chosen_manche(query, scored)
    if manche is None:
        return WhatIf({})
    state, number = {"manche": str(manche.id)}, scored.manches.index(manche) + 1
    if COMPUTE not in query.arguments:
        return WhatIf(state, number, _form(scored, manche))
    # The form records nothing, so it is sent in the address.
    read_fields_from_query()
    form = _form(scored, manche)
    if sent_fields().get("switch") and form.switch_mode():
        return WhatIf(state, number, form)
    try:
        return WhatIf(state, number, form, _sheet_with(scored, manche, form))
    except (ImpossibleError, RefusedError) as error:
        return WhatIf(state, number, form, None, Refusal(error, error_sentences(scored.partie)))


def _chosen_manche(query: ToolQuery, scored: ScoredPartie) -> Manche | None:
    """Return the manche in the query string, None without one; abort with 404 if it is not in the sheet."""
    if "manche" not in query.arguments:
        return None
    manches = {str(manche.id): manche for manche in scored.manches}
    return manches.get(query.arguments["manche"]) or abort(404)


def _form(scored: ScoredPartie, manche: Manche) -> FactsForm:
    return PAGES[scored.game.slug].form(scored, manche)


def _sheet_with(scored: ScoredPartie, manche: Manche, form: FactsForm) -> Sheet:
    changed = read_manche(scored.game, scored.options, scored.seats, form.entered_facts(manche))
    index = scored.manches.index(manche)
    manches = [*scored.played[:index], changed, *scored.played[index + 1 :]]
    return scored.game.score(scored.options, scored.seats, manches)
