"""The form of a manche of a sheet: the points of each side, and whether it was the last manche."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext
from wtforms import BooleanField
from wtforms.validators import Optional

from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import is_sent
from scorekeeper.web.forms import CountField, FactsForm, index_choices


class ScoresheetForm(FactsForm):
    """The points of each side. A phone’s keys for numbers have no minus: a box beside the number is one."""

    last = BooleanField(lazy_gettext("La dernière manche : la partie est finie"))

    def point_fields(self) -> list[tuple[CountField, BooleanField]]:
        """Return the fields of the points and of their minus, by side."""
        return [(self[f"points-{side}"], self[f"minus-{side}"]) for side in range(self.scored.sheet.sides)]

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON; with a known sum, an empty field is the rest."""
        points = [-abs(field.data) if minus.data and field.data else field.data for field, minus in self.point_fields()]
        total = self.scored.options.total
        if total is not None and points.count(None) == 1:
            points[points.index(None)] = total - sum(one or 0 for one in points)
        return {"points": points, "last": self.last.data}

    def show(self, facts: dict[str, Any]) -> None:
        """Fill in the facts of a recorded manche."""
        self.last.data = facts.get("last", False)
        for (field, minus), points in zip(self.point_fields(), facts["points"], strict=False):
            field.data, minus.data = abs(points), points < 0


def last_manche(manche: Manche) -> dict[str, Any]:
    """Return the fields that correct a recorded manche in nothing but that it was the last one."""
    fields = {f"points-{side}": points for side, points in enumerate(manche.facts["points"])}
    for penalty in manche.facts.get("penalties", [])[:1]:
        fields |= {f"penalty_{name}": value for name, value in penalty.items()}
    return {**fields, "note": manche.note, "last": 1}


def facts_form(scored: ScoredPartie, manche: Manche | None) -> ScoresheetForm:
    """Return the form with the values sent; if none were sent, with the facts of `manche`, if any."""
    sides = range(scored.sheet.sides)
    fields: dict[str, Any] = {"scored": scored}
    fields |= {f"points-{side}": CountField(validators=[Optional()]) for side in sides}
    fields |= {f"minus-{side}": BooleanField() for side in sides}
    form: ScoresheetForm = type("ScoresheetForm", (ScoresheetForm,), fields)()
    form.penalty_side.choices = index_choices(len(sides))
    if not is_sent():
        if manche is not None:
            form.show(manche.facts)
        form.fill_earlier_extras(manche, scored)
    return form
