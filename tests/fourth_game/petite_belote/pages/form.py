"""The forms of a manche of Petite Belote: its trump and taker, then its points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request
from petite_belote.facts import TOTAL
from petite_belote.options import TEAMS
from wtforms import StringField
from wtforms.validators import Optional

from scorekeeper.cards.cards import Suit
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import is_sent
from scorekeeper.web.forms import CountField, FactsForm, RadioField, complete_counts
from scorekeeper.web.text.cards import suit_name

# The trump and the taker, entered together before the points (BE-3).

_LONGEST = 4


def pending_context(scored: ScoredPartie) -> list[tuple[str, str]] | None:
    """Return the suits to choose the trump from, None once trump and taker are entered."""
    return trumps() if scored.current.context is None else None


def read_sent_context(_scored: ScoredPartie) -> Json:
    """Return the trump and the taker of the request, or nothing when they are undone."""
    return {} if "back" in request.form else read_context(request.form)


def read_context(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Read the trump and the taker of a form, a seat as a number; the game checks them."""
    taker = str(sent.get("taker") or "")
    known = taker.isascii() and taker.isdigit() and len(taker) < _LONGEST
    return {"trump": sent.get("trump") or None, "taker": int(taker) if known else taker or None}


def trumps() -> list[tuple[str, str]]:
    """Return the code and the name of every suit."""
    return [(suit.value, suit_name(suit)) for suit in Suit]


# The form after them: the points of each team.

YES, NO = "yes", "no"
_ANSWERS: list[Any] = [YES, NO]


class BeloteForm(FactsForm):
    """The points of each team, whether it is a capot and, in a correction, the trump and the taker."""

    correcting: bool
    trump, taker = StringField(), StringField()
    capot = RadioField(choices=_ANSWERS, validators=[Optional()])

    def point_fields(self) -> list[CountField]:
        """Return the fields of the points, by team."""
        return [self[f"points-{side}"] for side in range(TEAMS)]

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, with the other team's points filled in."""
        facts = self._context()
        points = [field.data for field in self.point_fields()]
        if points != [None, None]:
            facts["points"] = complete_counts(points, TOTAL)
        if self.capot.data and TOTAL in facts.get("points", ()):
            facts["capot"] = self.capot.data == YES
        return facts

    def has_entries(self) -> bool:
        """Return whether points or a note are entered, which stay in the form even without a trump."""
        typed = [field.raw_data[0].strip() for field in self.point_fields() if field.raw_data]
        return any(typed) or bool(self.note.data)

    def show(self, facts: Json) -> None:
        """Fill in the facts of a recorded manche, or the points of its cards so far."""
        for field, points in zip(self.point_fields(), facts.get("points", ()), strict=False):
            field.data = points
        if TOTAL in facts.get("points", ()):
            self.capot.data = YES if facts.get("capot") else NO
        if self.correcting:
            self.trump.data, self.taker.data = facts["trump"], str(facts["taker"])

    def _context(self) -> dict[str, Any]:
        return read_context(self.data) if self.correcting else dict(self.scored.current.context or {})


def facts_form(scored: ScoredPartie, manche: Manche | None) -> BeloteForm:
    """Return the form for this table, with the data sent, else the facts of `manche`, else empty."""
    fields: dict[str, Any] = {"scored": scored, "correcting": manche is not None}
    fields |= {f"points-{side}": CountField("") for side in range(TEAMS)}
    form: BeloteForm = type("BeloteForm", (BeloteForm,), fields)()
    if not is_sent():
        form.show(scored.current.facts_so_far if manche is None else manche.facts)
        form.fill_earlier_extras(manche, scored)
    return form
