"""The form of a manche of a sheet: the points of each side, and whether it was the last manche."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext
from wtforms import BooleanField

from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import sent_fields
from scorekeeper.web.forms import CountField, FactsForm


class SignedField(CountField):
    """A number whose minus may be a box of the same name before it: a phone’s keys for numbers have none."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read "-", "7" as "-7", and show it so again."""
        # Without a value sent, the number of the manche is shown.
        self.raw_data = []
        if valuelist:
            self.raw_data = ["".join(valuelist).replace("--", "-")]
        super().process_formdata(self.raw_data)


class ScoresheetForm(FactsForm):
    """The points of each side, and whether this was the last manche."""

    last = BooleanField(lazy_gettext("La dernière manche : la partie est finie"))

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON; with a known sum, an empty field is the rest."""
        points = [field.data for field in self.point_fields()]
        total = self.scored.options.total
        if total is not None and points.count(None) == 1:
            points[points.index(None)] = total - sum(filter(None, points))
        return {"points": points, "last": int(self.last.data)}


def facts_form(scored: ScoredPartie, manche: Manche | None) -> ScoresheetForm:
    """Return the form with the values sent; if no points were sent, with the facts of `manche`, if any."""
    fields = {f"points-{side}": SignedField("") for side in range(scored.sheet.sides)}
    form: ScoresheetForm = type("ScoresheetForm", (ScoresheetForm,), {"scored": scored, **fields})()
    # « Terminer la partie » sends `last` without the points.
    if "points-0" not in sent_fields():
        if manche is not None:
            form.last.data |= bool(manche.facts["last"])
            for field, points in zip(form.point_fields(), manche.facts["points"], strict=False):
                field.data = points
        form.fill_earlier_extras(manche, scored)
    return form
