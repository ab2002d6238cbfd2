"""The form of a manche of a sheet: the points of each side, and whether it was the last manche."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext
from wtforms import BooleanField, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import sent_fields
from scorekeeper.web.forms import CountField, FactsForm, index_choices


class ScoresheetForm(FactsForm):
    """The points of each side. A phone’s keys for numbers have no minus: `minus` are the sides with a box ticked."""

    minus = SelectMultipleField("", choices=[], default=(), validate_choice=False)
    last = BooleanField(lazy_gettext("La dernière manche : la partie est finie"))

    def point_fields(self) -> list[CountField]:
        """Return the fields of the points, by side."""
        return [self[f"points-{side}"] for side in range(self.scored.sheet.sides)]

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON; with a known sum, an empty field is the rest."""
        fields = self.point_fields()
        for side, field in enumerate(fields):
            if field.data and str(side) in (self.minus.data or ()):
                field.data = -abs(field.data)
        points = [field.data for field in fields]
        total = self.scored.options.total
        if total is not None and points.count(None) == 1:
            points[points.index(None)] = total - sum(filter(None, points))
        return {"points": points, "last": int(self.last.data)}

    def show(self, facts: Json) -> None:
        """Fill in the facts of a recorded manche; it may be said to be the last one without any other field."""
        self.last.data |= bool(facts["last"])
        self.minus.data = [str(side) for side, points in enumerate(facts["points"]) if points < 0]
        for field, points in zip(self.point_fields(), facts["points"], strict=False):
            field.data = abs(points)


def facts_form(scored: ScoredPartie, manche: Manche | None) -> ScoresheetForm:
    """Return the form with the values sent; if no points were sent, with the facts of `manche`, if any."""
    fields: dict[str, Any] = {
        f"points-{side}": CountField(validators=[Optional()]) for side in range(scored.sheet.sides)
    }
    form: ScoresheetForm = type("ScoresheetForm", (ScoresheetForm,), {"scored": scored, **fields})()
    form.penalty_side.choices = index_choices(len(fields))
    if "points-0" not in sent_fields():
        if manche is not None:
            form.show(manche.facts)
        form.fill_earlier_extras(manche, scored)
    return form
