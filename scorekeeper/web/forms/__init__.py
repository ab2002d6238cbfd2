"""The fields all forms share, and what the form of any game's manche has: a note, revokes, the penalties agreed on."""

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
from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.sent_fields import reads_address, sent_fields

_WHOLE = re.compile(r"[+-]?\d+")
_LONGEST = 9
_MINUSES = str.maketrans(dict.fromkeys("\u2212\u2013\u2010\u2011\ufe63\uff0d", "-"))
_SPACES = re.compile(r"[\s\u00a0\u202f]+")

__all__ = ["CountField", "FactsForm", "RadioField", "SelectField", "WriteForm"]


class CountField(IntegerField):  # type: ignore[misc,unused-ignore]
    """A whole number as a thumb types it; blank is None, anything else is refused and given back as typed."""

    # A browser empties a field of type number that holds "1,5": nothing could be given back.
    widget = TextInput()

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the number; a minus sign may be typographic."""
        typed = _SPACES.sub("", str(valuelist[0])).translate(_MINUSES) if valuelist else ""
        self.data = None
        if not typed:
            return
        if not _WHOLE.fullmatch(typed):
            raise ValueError(_("« %(typed)s » n’est pas un nombre entier.", typed=str(valuelist[0]).strip()[:20]))
        if len(typed) > _LONGEST:
            raise ValueError(_("« %(typed)s » est un nombre trop grand.", typed=str(valuelist[0]).strip()[:20]))
        self.data = int(typed)


class DayField(DateField):
    """A date; what is typed but is none is refused and given back as typed."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the date."""
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            typed = " ".join(map(str, valuelist)).strip()[:20]
            raise ValueError(_("« %(typed)s » n’est pas une date.", typed=typed)) from error


class WriteForm(FlaskForm):  # type: ignore[misc]
    """A form that writes; its token is checked before it is read, its request id and version by `submitting`."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """No second token; what was sent may stand in the address (`forms.sent`)."""

        csrf = False

        def wrap_formdata(self, form: object, formdata: object) -> Any:  # noqa: ANN401 - WTForms publishes no type
            """What was sent."""
            return sent_fields() if reads_address() else super().wrap_formdata(form, formdata)

    def check(self, field: str | None = None) -> None:
        """Raise `RefusedError` with the first thing wrong, in a sentence; `field` is where it is shown."""
        if not self.validate():
            errors = (str(error) for field in self for error in field.errors if isinstance(error, str))
            raise RefusedError("not_understood", field=field, sentence=next(errors, None))


def numbered(count: int) -> list[Any]:
    """The choices of a field that sends a seat or a side, "0" being the first."""
    return [str(number) for number in range(count)]


def completed(counts: Sequence[int | None], total: int) -> list[int]:
    """The counts of two who share a total: where one gave theirs, the rest is the other's; else nothing is zero."""
    known = [count for count in counts if count is not None]
    if len(known) == 1 and 0 <= known[0] <= total:
        return [total - known[0] if count is None else count for count in counts]
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
    """When and where a soirée is held, and what is noted of it afterwards."""

    held_on = DayField(_l("Date"), validators=[Optional()])
    place = StringField(_l("Lieu (facultatif)"), render_kw={"maxlength": TITLE_LENGTH, "autocomplete": "off"})
    notes = TextAreaField(_l("Notes de la soirée"), render_kw={"rows": 4, "maxlength": NOTE_LENGTH * 2})


class ExtrasForm(WriteForm):
    """What a manche may carry besides its facts: a note, who revoked, and a penalty agreed on (T-5)."""

    note = TextAreaField(_l("Note"), render_kw={"rows": 2, "maxlength": NOTE_LENGTH * 2})
    revokes = SelectMultipleField("", choices=[], default=(), validate_choice=False)
    penalty_side = SelectField(_l("Pour"), validate_choice=True, validators=[Optional()])
    penalty_points = CountField(_l("Points"), validators=[Optional()])
    penalty_reason = StringField(_l("Motif"), render_kw={"maxlength": 200})

    def penalties(self) -> list[dict[str, Any]]:
        """The penalty of T-5, if one was entered, as the JSON of the contract. Raises `RefusedError` for its reason."""
        if self.penalty_points.data is None and not (self.penalty_reason.data or "").strip():
            return []
        reason = clean_name(self.penalty_reason.data or "", field="penalties", longest=REASON_LENGTH, required=False)
        sent = self.penalty_side.data or "0"
        side = int(sent) if sent in list(self.penalty_side.choices or ()) else -1
        return [{"side": side, "points": self.penalty_points.data, "reason": reason}]

    def revoked(self) -> list[int]:
        """The seats that are said to have revoked, −1 for what is none."""
        return [
            int(sent) if sent.isascii() and sent.isdigit() and len(sent) == 1 else -1
            for sent in self.revokes.data or ()
        ]

    def show_extras(self, manche: Manche, standing: Standing) -> None:
        """Show the note, revokes and first penalty of a manche recorded earlier, maybe before teams were made."""
        self.note.data = manche.note
        self.revokes.data = [str(seat) for seat in manche.facts.get("revokes", [])]
        for penalty in manche.facts.get("penalties", [])[:1]:
            side, sides = penalty["side"], standing.sheet.sides
            self.penalty_side.data = str(side if side < sides else standing.side_of[side])
            self.penalty_points.data = penalty["points"]
            self.penalty_reason.data = penalty["reason"]

    def show_earlier(self, manche: Manche | None, standing: Standing) -> None:
        """Show the extras of the manche to correct, or of the one under way as it was before it was undone.

        Where that one has cards, who revoked is what was noted with them.
        """
        earlier = manche or standing.current.undone
        if earlier is not None:
            self.show_extras(earlier, standing)
        if manche is None and standing.current.cards is not None:
            self.revokes.data = [str(seat) for seat in standing.current.revokes]

    def with_extras(self, facts: Json, earlier: Manche | None) -> dict[str, Any]:
        """The facts with who revoked, and the penalty entered beside those of the manche as it was: the form shows one.

        Raises `RefusedError` for the reason of a penalty (T-5).
        """
        penalties = [*self.penalties(), *([] if earlier is None else earlier.facts.get("penalties", [])[1:])]
        return {**facts, "revokes": self.revoked(), **({"penalties": penalties} if penalties else {})}


class ButtonsForm(WriteForm):
    """The buttons of a manche's form that do not record it: for another side of it, to go on card by card."""

    switch = SubmitField("")
    cards = SubmitField("")


class FactsForm(ExtrasForm):
    """The form of a manche, whatever the game: `facts` gives what was entered as the game's JSON."""

    standing: Standing

    def entered(self, earlier: Manche | None) -> dict[str, Any]:
        """The facts and penalties entered, beside those of the manche as it was (T-5).

        Raises `RefusedError` and `ImpossibleFactsError` when they cannot be read.
        """
        self.check()
        return self.with_extras(self.facts(), earlier)

    def facts(self) -> dict[str, Any]:
        """The facts entered. Raises `ImpossibleFactsError` when they cannot be read."""
        raise NotImplementedError

    def turned(self) -> bool:
        """Whether a button of the form asks for another side of it, and nothing is to be recorded yet."""
        return False

    def holds_something(self) -> bool:
        """Whether anything was typed, to be given back even when the page asks for something else."""
        return False
