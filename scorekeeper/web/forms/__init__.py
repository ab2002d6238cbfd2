"""The fields and base classes of the forms, and the note, revokes and penalties of the form of a manche.

A *manche* is one deal of a partie; its *facts* are what the table saw, from which the game computes its points. Its
*extras* are a note, the seats that revoked (did not follow suit with the suit in hand) and a penalty, points that the
table agreed to give a side (T-5). A *scored* partie has its sheet. A *carnet* is the notebook of a group of players, a
*soirée* an evening.
"""

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
from scorekeeper.web.core.sent_fields import fields_are_in_query, sent_fields

INTEGER = re.compile(r"[+-]?\d+")
_MOST_CHARACTERS = 9
# Signs that a keyboard may write for a minus: dashes, hyphens and the true minus.
_MINUSES = str.maketrans(dict.fromkeys("\u2212\u2013\u2010\u2011\ufe63\uff0d", "-"))
# Seats and sides by their text in a form, numbered from 0.
_SEATS = {str(seat): seat for seat in range(10)}
_SPACES = re.compile(r"[\s\u00a0\u202f]+")

# What the forms of the games import from here. `_l` translates a label when the form is shown.
__all__ = ["CountField", "FactsForm", "RadioField", "SelectField", "WriteForm"]


def plain_number(text: str) -> str:
    """Return a typed number as a program writes it: « 1 000 » is 1000, « −5 » is -5."""
    return _SPACES.sub("", text).translate(_MINUSES)


class CountField(IntegerField):  # type: ignore[misc,unused-ignore]
    """An integer field: empty is None, an invalid value is an error and is shown again as typed."""

    # An input of type number sends an empty value for "1,5", so that it could not be shown again.
    widget = TextInput()

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Parse the number; the minus sign may be typographic."""
        self.data = None
        if not valuelist:
            return
        text = str(valuelist[0]).strip()
        typed = plain_number(text)
        if not typed:
            return
        if not INTEGER.fullmatch(typed):
            raise ValueError(_("« %(typed)s » n’est pas un nombre entier.", typed=text[:20]))
        if len(typed) > _MOST_CHARACTERS:
            raise ValueError(_("« %(typed)s » est un nombre trop grand.", typed=text[:20]))
        self.data = int(typed)


class DayField(DateField):
    """A date field: an invalid value is an error and is shown again as typed."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Parse the date."""
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            typed = " ".join(map(str, valuelist)).strip()[:20]
            raise ValueError(_("« %(typed)s » n’est pas une date.", typed=typed)) from error


class WriteForm(FlaskForm):  # type: ignore[misc]
    """A form that writes: `flow.access` checks its CSRF token before the view, `flow.posting` checks id and version."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """The form has no CSRF token of its own; its fields may come from the query string (`core.sent_fields`)."""

        csrf = False

        def wrap_formdata(self, form: object, formdata: object) -> Any:  # noqa: ANN401 - WTForms publishes no type
            """Return the data sent."""
            if fields_are_in_query():
                return sent_fields()
            return super().wrap_formdata(form, formdata)

    def check(self, field: str | None = None) -> None:
        """Raise `RefusedError` with the sentence of the first error of the form, if any, to be shown at `field`."""
        if not self.validate():
            errors = (str(error) for field in self for error in field.errors if isinstance(error, str))
            raise RefusedError("not_understood", field=field, sentence=next(errors, None))


def index_choices(count: int) -> list[Any]:
    """Return the choices of a field for a seat or side: "0", "1" and so on."""
    return [str(number) for number in range(count)]


def complete_counts(counts: Sequence[int | None], total: int) -> list[int]:
    """Fill in the only missing count: `[3, None, 2]` of 13 becomes `[3, 8, 2]`; if more are missing, zero for each."""
    # What the counts that were entered lack to the total.
    rest = total - sum(count or 0 for count in counts)
    if counts.count(None) == 1 and 0 <= rest <= total:
        return [rest if count is None else count for count in counts]
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

    # A browser lets one type no more than this: it is above the limit, so that a name somewhat too long is not cut off
    # but refused with a sentence.
    name = StringField(
        _l("Nom du joueur"),
        render_kw={"maxlength": PLAYER_LENGTH * 2, "autocomplete": "off", "autocapitalize": "words"},
    )


class SoireeForm(WriteForm):
    """The date, place and notes of a soirée."""

    held_on = DayField(_l("Date"), validators=[Optional()])
    place = StringField(_l("Lieu (facultatif)"), render_kw={"maxlength": TITLE_LENGTH, "autocomplete": "off"})
    notes = TextAreaField(_l("Notes de la soirée"), render_kw={"rows": 4, "maxlength": NOTE_LENGTH * 2})


class ExtrasForm(WriteForm):
    """The fields of a manche in addition to its facts: a note, the seats that revoked, and an agreed penalty (T-5)."""

    note = TextAreaField(_l("Note"), render_kw={"rows": 2, "maxlength": NOTE_LENGTH * 2})
    revokes = SelectMultipleField("", choices=[], default=(), validate_choice=False)
    # The game refuses a side that the table does not have, and −1.
    penalty_side = SelectField(_l("Pour"), choices=[], validate_choice=False)
    penalty_points = CountField(_l("Points"))
    penalty_reason = StringField(_l("Motif"), render_kw={"maxlength": 200})

    def penalties(self) -> list[dict[str, Any]]:
        """Return the penalty (T-5), if one was entered, as JSON. Raises `RefusedError` for an invalid reason."""
        if self.penalty_points.data is None and not (self.penalty_reason.data or "").strip():
            return []
        # Without superfluous spaces; it raises the error for a text that is too long.
        reason = clean_name(self.penalty_reason.data or "", field="penalties", longest=REASON_LENGTH, required=False)
        # −1 for any other text: no side has this number.
        side = _SEATS.get(self.penalty_side.data or "0", -1)
        return [{"side": side, "points": self.penalty_points.data, "reason": reason}]

    def revoked_seats(self) -> list[int]:
        """Return the seats that revoked, −1 for an invalid seat."""
        return [_SEATS.get(sent, -1) for sent in self.revokes.data or ()]

    def fill_extras(self, manche: Manche, scored: ScoredPartie) -> None:
        """Fill the form with the note, revokes and first penalty of a recorded manche."""
        self.note.data = manche.note
        self.revokes.data = [str(seat) for seat in manche.facts.get("revokes", [])]
        # The form shows one penalty; the facts may have more.
        for penalty in manche.facts.get("penalties", [])[:1]:
            side = penalty["side"]
            # A side recorded before the players formed teams is a seat.
            if side >= scored.sheet.sides:
                side = scored.side_of[side]
            self.penalty_side.data = str(side)
            self.penalty_points.data = penalty["points"]
            self.penalty_reason.data = penalty["reason"]

    def fill_earlier_extras(self, manche: Manche | None, scored: ScoredPartie) -> None:
        """Fill the form with the extras of the manche to correct, else of the current manche if it was undone.

        Without a manche to correct, if the current manche has cards, fill in the revokes noted with the cards; an
        undone manche that still has all its cards has those of its form too.
        """
        # The cards of the current manche, None if it is not entered card by card.
        earlier, cards = manche or scored.undone_manche, scored.current.cards
        if earlier is not None:
            self.fill_extras(earlier, scored)
        # The cards are of the current manche, not of the one to correct.
        if manche is not None or cards is None:
            return
        # Unless the undone manche has the same cards: its revokes are then filled in already.
        if earlier is None or earlier.facts.get("plays") != [*cards.plays]:
            self.revokes.data = [str(seat) for seat in scored.current.revoked_seats]

    def with_extras(self, facts: Json, earlier: Manche | None) -> dict[str, Any]:
        """Return the facts with the revokes and penalties.

        The form has one penalty; the further ones of `earlier` are added. Raises `RefusedError` for an invalid reason.
        """
        penalties = self.penalties()
        if earlier is not None:
            penalties += earlier.facts.get("penalties", [])[1:]
        complete = {**facts, "revokes": self.revoked_seats()}
        if penalties:
            complete["penalties"] = penalties
        return complete


class FactsForm(ExtrasForm):
    """The base class of the form of a manche of each game, which implements `facts`.

    It inherits the fields of the extras, and `check`, which raises `RefusedError` for an invalid field.
    """

    # The partie of the manche.
    scored: ScoredPartie

    def entered_facts(self, earlier: Manche | None) -> dict[str, Any]:
        """Return the facts, revokes and penalties entered; the further penalties of `earlier` are added (T-5).

        Raises `RefusedError` and `ImpossibleFactsError` for an invalid entry.
        """
        self.check()
        return self.with_extras(self.facts(), earlier)

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON. Raises `ImpossibleFactsError` for an invalid entry."""
        raise NotImplementedError

    def point_fields(self) -> list[CountField]:
        """Return the fields of the points, by side, of a form that has them: `points-0` and so on."""
        return [self[f"points-{side}"] for side in range(self.scored.sheet.sides)]

    def switch_mode(self) -> bool:
        """Switch the mode of entry if a button requests it, and return whether one did; nothing is recorded then."""
        return False

    def has_entries(self) -> bool:
        """Whether anything was entered: if so, a refused form is shown again even while the context is incomplete."""
        return False
