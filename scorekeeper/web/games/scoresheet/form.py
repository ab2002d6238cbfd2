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
    """A number with a check box « − » before it, which has the same name: the number keys of a phone have no minus."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the values sent under this name: ["-", "7"] is -7.

        `raw_data` is the text that WTForms shows in the field if the form is shown again; without it, the field shows
        its `data`, such as the number of the manche to correct.
        """
        self.raw_data = []
        if valuelist:
            # If the box is checked and a minus was typed too, the number is negative all the same.
            self.raw_data = ["".join(valuelist).replace("--", "-")]
        super().process_formdata(self.raw_data)


class ScoresheetForm(FactsForm):
    """The points of each side, and whether this was the last manche.

    The form inherits from `FactsForm`: `scored`, the partie with its scores; `point_fields()`, the fields of the points
    by side; the fields for a note, for revokes (a player did not follow suit although able to) and for a penalty.
    """

    last = BooleanField(lazy_gettext("La dernière manche : la partie est finie"))

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON: `{"points": [120, 42], "last": 0}`.

        If the house rules set the sum of each manche, and one field is empty, this side gets what lacks to the sum.
        """
        points = [field.data for field in self.point_fields()]
        total = self.scored.options.total
        if total is not None and points.count(None) == 1:
            # `filter` leaves out the None of the empty field, and zeros.
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
            # It is the last manche if it was recorded as the last, or if « Terminer la partie » was pressed.
            form.last.data |= bool(manche.facts["last"])
            # A manche deleted before the table changed its teams may have the points of another number of sides.
            for field, points in zip(form.point_fields(), manche.facts["points"], strict=False):
                field.data = points
        # The note, revokes and penalty of the manche to correct, or of one that was undone.
        form.fill_earlier_extras(manche, scored)
    return form
