"""The tool “what if”: the totals of a partie if one of its manches had been another; it records nothing.

A partie is a game, played to its end, and a manche is one deal of it. A manche is stored as its *facts*, what the table
saw, such as bids and tricks, from which the game computes the points.

The tool has three pages, told apart by the query string: the choice of a manche (no arguments), the form filled with
its facts (`manche=12`), and the form with the changed totals (`manche=12&if=1` and the fields of the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import abort

from scorekeeper.games.contract import Sheet
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.sent_fields import read_fields_from_query, sent_fields
from scorekeeper.web.flow.posting import Refusal, partie_error_sentence
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.table.parties import facts_form

_SENT = "if"  # a hidden field: only a form that was sent has this query argument


@dataclass(frozen=True)
class WhatIf:
    """The page of the tool: first the choice of a manche, then its form, then the changed totals."""

    # The query arguments that name the manche, for the links and the form of the page.
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
    state = {"manche": str(manche.id)}
    index = scored.manches.index(manche)
    number = index + 1
    # `facts_form` fills the form of the game with the facts of the manche.
    if _SENT not in query.arguments:
        return WhatIf(state, number, facts_form(scored, manche))
    # The form records nothing, so that its method is GET: its fields are in the query string.
    read_fields_from_query()
    form = facts_form(scored, manche)
    # The button “by points” (or “by cards”) shows the form with other fields, and computes nothing yet.
    if sent_fields().get("switch") and form.switch_mode():
        return WhatIf(state, number, form)
    try:
        # The sheet as it would be with the facts of the form for this manche.
        return WhatIf(state, number, form, scored.sheet_with(index, form.entered_facts(manche)))
    except (ImpossibleError, RefusedError) as error:
        sentence_of = partial(partie_error_sentence, partie=scored.partie)
        return WhatIf(state, number, form, refusal=Refusal(error, sentence_of))


def _chosen_manche(query: ToolQuery, scored: ScoredPartie) -> Manche | None:
    """Return the manche in the query string, None without one; abort with 404 if it is not in the sheet."""
    if "manche" not in query.arguments:
        return None
    manches = {str(manche.id): manche for manche in scored.manches}
    return manches.get(query.arguments["manche"]) or abort(404)
