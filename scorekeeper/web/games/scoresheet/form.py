"""The form of a manche of a sheet for any game: the points of each side, and whether it was the last manche.

A *manche* is one deal of a game, a *side* a player or a team; the *facts* are what was entered of it, as JSON.
"""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext
from wtforms import BooleanField

from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import sent_fields
from scorekeeper.web.forms import CountField, FactsForm


class SignedField(CountField):
    """A number whose minus may be a check box of the same name before it: a phone’s keys for numbers have no minus.

    `valuelist` are all values sent under this name.
    """

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read "-", "7" as "-7", and show it so again: `raw_data` is what a field shows."""
        # Without a value sent, the field shows the number of the manche to correct.
        self.raw_data = []
        if valuelist:
            # Of a minus in the box and one that was typed, one counts.
            self.raw_data = ["".join(valuelist).replace("--", "-")]
        super().process_formdata(self.raw_data)


class ScoresheetForm(FactsForm):
    """The points of each side, and whether this was the last manche.

    From `FactsForm` it has `scored`, the partie, `point_fields()`, the fields of the points by side, and a note,
    revokes and a penalty.
    """

    last = BooleanField(lazy_gettext("La dernière manche : la partie est finie"))

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON; with a known sum of each manche, the only empty field is the rest."""
        points = [field.data for field in self.point_fields()]
        total = self.scored.options.total
        if total is not None and points.count(None) == 1:
            # `filter` leaves out the None.
            points[points.index(None)] = total - sum(filter(None, points))
        return {"points": points, "last": int(self.last.data)}


def facts_form(scored: ScoredPartie, manche: Manche | None) -> ScoresheetForm:
    """Return the form with the values sent; if no points were sent, with the facts of `manche`, if any."""
    fields = {f"points-{side}": SignedField("") for side in range(scored.sheet.sides)}
    # WTForms finds fields on the class, and each table has others: this form gets a class of its own.
    form: ScoresheetForm = type("ScoresheetForm", (ScoresheetForm,), {"scored": scored, **fields})()
    # « Terminer la partie » sends `last` without the points.
    if "points-0" not in sent_fields():
        if manche is not None:
            # It is the last one if it was before, or if the button says so.
            form.last.data |= bool(manche.facts["last"])
            for field, points in zip(form.point_fields(), manche.facts["points"], strict=False):
                field.data = points
        # The note, revokes and penalty of the manche to correct, or of one that was undone.
        form.fill_earlier_extras(manche, scored)
    return form
