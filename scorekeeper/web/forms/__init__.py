"""The fields and base classes of the forms, and the note, revokes and penalties of the form of a manche."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import (
    DateField,
    IntegerField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
    SubmitField,
    TextAreaField,
)
from wtforms.validators import Optional
from wtforms.widgets import TextInput

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, clean_name
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.sent_fields import fields_are_in_address, sent_fields

_WHOLE = re.compile(r"[+-]?\d+")
_MOST_CHARACTERS = 9
_MINUSES = str.maketrans(dict.fromkeys("\u2212\u2013\u2010\u2011\ufe63\uff0d", "-"))
_SPACES = re.compile(r"[\s\u00a0\u202f]+")

__all__ = ["CountField", "FactsForm", "RadioField", "SelectField", "WriteForm"]


class CountField(IntegerField):  # type: ignore[misc,unused-ignore]
    """An integer field: blank is None, an invalid value is an error and shown again as typed."""

    # A browser sends an empty value for an input of type number with "1,5", which could then not be shown again.
    widget = TextInput()

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Parse the number; the minus sign may be typographic."""
        typed = _SPACES.sub("", str(valuelist[0])).translate(_MINUSES) if valuelist else ""
        self.data = None
        if not typed:
            return
        if not _WHOLE.fullmatch(typed):
            raise ValueError(_("« %(typed)s » n’est pas un nombre entier.", typed=str(valuelist[0]).strip()[:20]))
        if len(typed) > _MOST_CHARACTERS:
            raise ValueError(_("« %(typed)s » est un nombre trop grand.", typed=str(valuelist[0]).strip()[:20]))
        self.data = int(typed)


class DayField(DateField):
    """A date field: an invalid value is an error and shown again as typed."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Parse the date."""
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            typed = " ".join(map(str, valuelist)).strip()[:20]
            raise ValueError(_("« %(typed)s » n’est pas une date.", typed=typed)) from error


class WriteForm(FlaskForm):  # type: ignore[misc]
    """A form that writes. `flow.access` checks its CSRF token before the view, `flow.posting` its id and version."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """No CSRF token of its own; the fields may come from the query string (`core.sent_fields`)."""

        csrf = False

        def wrap_formdata(self, form: object, formdata: object) -> Any:  # noqa: ANN401 - WTForms publishes no type
            """Return the data sent."""
            return sent_fields() if fields_are_in_address() else super().wrap_formdata(form, formdata)

    def check(self, field: str | None = None) -> None:
        """Raise `RefusedError` with the sentence of the first error; `field` is where it is shown."""
        if not self.validate():
            errors = (str(error) for field in self for error in field.errors if isinstance(error, str))
            raise RefusedError("not_understood", field=field, sentence=next(errors, None))


def index_choices(count: int) -> list[Any]:
    """Return the choices of a field for a seat or side, from "0"."""
    return [str(number) for number in range(count)]


def complete_counts(counts: Sequence[int | None], total: int) -> list[int]:
    """Fill in missing counts of two players or teams: `total` less the other's count, zero if both are missing."""
    entered = [count for count in counts if count is not None]
    if len(entered) == 1 and 0 <= entered[0] <= total:
        return [total - entered[0] if count is None else count for count in counts]
    return [count or 0 for count in counts]


class CarnetForm(WriteForm):
    """The name of a carnet."""

    name = StringField(_l("Nom du carnet"), render_kw={"maxlength": TITLE_LENGTH, "autocomplete": "off"})


class CodeForm(WriteForm):
    """A recovery code."""

    code = StringField(
        _l("Code du carnet"),
        render_kw={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "maxlength": 60},
    )


class PlayerForm(WriteForm):
    """The name of a player."""

    name = StringField(
        _l("Nom du joueur"),
        render_kw={"maxlength": PLAYER_LENGTH * 2, "autocomplete": "off", "autocapitalize": "words"},
    )
    go = SubmitField()


class SoireeForm(WriteForm):
    """The date, place and notes of a soirée."""

    held_on = DayField(_l("Date"), validators=[Optional()])
    place = StringField(_l("Lieu (facultatif)"), render_kw={"maxlength": TITLE_LENGTH, "autocomplete": "off"})
    notes = TextAreaField(_l("Notes de la soirée"), render_kw={"rows": 4, "maxlength": NOTE_LENGTH * 2})


class ExtrasForm(WriteForm):
    """The fields of a manche in addition to its facts: a note, the seats that revoked, and an agreed penalty (T-5)."""

    note = TextAreaField(_l("Note"), render_kw={"rows": 2, "maxlength": NOTE_LENGTH * 2})
    revokes = SelectMultipleField("", choices=[], default=(), validate_choice=False)
    penalty_side = SelectField(_l("Pour"), validate_choice=True, validators=[Optional()])
    penalty_points = CountField(_l("Points"), validators=[Optional()])
    penalty_reason = StringField(_l("Motif"), render_kw={"maxlength": 200})

    def penalties(self) -> list[dict[str, Any]]:
        """Return the penalty (T-5), if one was entered, as JSON. Raises `RefusedError` for an invalid reason."""
        if self.penalty_points.data is None and not (self.penalty_reason.data or "").strip():
            return []
        reason = clean_name(self.penalty_reason.data or "", field="penalties", longest=REASON_LENGTH, required=False)
        sent = self.penalty_side.data or "0"
        side = int(sent) if sent in list(self.penalty_side.choices or ()) else -1
        return [{"side": side, "points": self.penalty_points.data, "reason": reason}]

    def revoked(self) -> list[int]:
        """Return the seats entered as having revoked, −1 for an invalid seat."""
        return [
            int(sent) if sent.isascii() and sent.isdigit() and len(sent) == 1 else -1
            for sent in self.revokes.data or ()
        ]

    def show_extras(self, manche: Manche, scored: ScoredPartie) -> None:
        """Show the note, revokes and first penalty of a recorded manche, which may be from before the teams changed."""
        self.note.data = manche.note
        self.revokes.data = [str(seat) for seat in manche.facts.get("revokes", [])]
        for penalty in manche.facts.get("penalties", [])[:1]:
            side, sides = penalty["side"], scored.sheet.sides
            self.penalty_side.data = str(side if side < sides else scored.side_of[side])
            self.penalty_points.data = penalty["points"]
            self.penalty_reason.data = penalty["reason"]

    def show_earlier(self, manche: Manche | None, scored: ScoredPartie) -> None:
        """Show the extras of the manche to correct, or of the current manche before it was undone.

        If the current manche has cards, show the revokes recorded with them.
        """
        earlier = manche or scored.current.undone_row
        if earlier is not None:
            self.show_extras(earlier, scored)
        if manche is None and scored.current.cards is not None:
            self.revokes.data = [str(seat) for seat in scored.current.cards_played_at_revoke]

    def with_extras(self, facts: Json, earlier: Manche | None) -> dict[str, Any]:
        """Return the facts with the revokes and penalties.

        The form shows one penalty; further ones of `earlier` are added. Raises `RefusedError` for an invalid reason.
        """
        penalties = [*self.penalties(), *([] if earlier is None else earlier.facts.get("penalties", [])[1:])]
        return {**facts, "revokes": self.revoked(), **({"penalties": penalties} if penalties else {})}


class ButtonsForm(WriteForm):
    """The buttons of the form of a manche that do not record it: switch the mode, continue card by card."""

    switch = SubmitField("")
    cards = SubmitField("")


class FactsForm(ExtrasForm):
    """The form of a manche of any game; `facts` returns the entry as JSON."""

    scored: ScoredPartie

    def entered(self, earlier: Manche | None) -> dict[str, Any]:
        """Return the facts and penalties entered, with the further penalties of the corrected manche (T-5).

        Raises `RefusedError` and `ImpossibleFactsError` for an invalid entry.
        """
        self.check()
        return self.with_extras(self.facts(), earlier)

    def facts(self) -> dict[str, Any]:
        """Return the facts entered. Raises `ImpossibleFactsError` for an invalid entry."""
        raise NotImplementedError

    def switch_mode(self) -> bool:
        """Switch the mode if a button of the form requests it, and return whether one did: nothing is recorded then."""
        return False

    def has_entries(self) -> bool:
        """Whether anything was entered: it is shown again even when the page asks for something else."""
        return False
