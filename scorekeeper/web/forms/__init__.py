"""The fields and base classes of the forms, and the note, revokes and penalties of the form of a manche.

A *partie* is a game played to its end, a *manche* one deal of it. The *facts* of a manche are what the table saw, from
which the game computes its points. Its *extras* are a note, the seats that *revoked* (did not follow suit although able
to) and a penalty: points that the table agreed to give a side, a player or a team (T-5, a rule of all games). A
`ScoredPartie` is a partie with its sheet of scores. A *carnet* is the notebook of a group of players, a *soirée* an
evening of parties.
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
_MOST_CHARACTERS = 9  # of a number typed
# Signs that a keyboard may write for a minus: dashes, hyphens and the true minus.
_MINUSES = str.maketrans(dict.fromkeys("\u2212\u2013\u2010\u2011\ufe63\uff0d", "-"))
# The numbers of seats and sides, from 0, by their text in a form.
_SEATS = {str(seat): seat for seat in range(10)}
_SPACES = re.compile(r"[\s\u00a0\u202f]+")

# The classes that the forms of the games import from here, two of them from WTForms. In this file, `_l` makes a label
# that is translated when the form is shown; `_` translates a sentence at once.
__all__ = ["CountField", "FactsForm", "RadioField", "SelectField", "WriteForm"]


def plain_number(text: str) -> str:
    """Return a typed number as a program writes it: « 1 000 » is 1000, « −5 » is -5."""
    return _SPACES.sub("", text).translate(_MINUSES)


class CountField(IntegerField):  # type: ignore[misc,unused-ignore]
    """An integer field: empty is None, an invalid value is an error and is shown again as typed."""

    # The input has the type text. One of type number would send an empty value for "1,5", which could then not be shown
    # again.
    widget = TextInput()

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Parse the first value sent; the minus may be typographic. Raises `ValueError`, the error of the field."""
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
        """Parse the date. Raises `ValueError`, the error of the field, with a sentence of this app."""
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            typed = " ".join(map(str, valuelist)).strip()[:20]
            raise ValueError(_("« %(typed)s » n’est pas une date.", typed=typed)) from error


class WriteForm(FlaskForm):  # type: ignore[misc]
    """A form that writes: `flow.access` checks its CSRF token before the view, `flow.posting` checks id and version."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """The settings of WTForms: no CSRF token of the form's own; fields may come from the query string."""

        csrf = False

        def wrap_formdata(self, form: object, formdata: object) -> Any:  # noqa: ANN401 - WTForms publishes no type
            """Return the fields sent, from which WTForms fills the form.

            They are in the query string if the page writes nothing (`web/core/sent_fields.py`), else in the body.
            """
            if fields_are_in_query():
                return sent_fields()
            return super().wrap_formdata(form, formdata)

    def check(self, field: str | None = None) -> None:
        """Raise `RefusedError` if a field is invalid, with the sentence of the first error, to be shown at `field`."""
        if not self.validate():
            errors = (str(error) for field in self for error in field.errors if isinstance(error, str))
            raise RefusedError("not_understood", field=field, sentence=next(errors, None))


def index_choices(count: int) -> list[Any]:
    """Return the choices of a field for a seat or side: for 3, `["0", "1", "2"]`."""
    return [str(number) for number in range(count)]


def complete_counts(counts: Sequence[int | None], total: int) -> list[int]:
    """Return the counts with the only missing one computed from the total; if more are missing, each of them is zero.

    Examples with a total of 13: `[3, None, 2]` becomes `[3, 8, 2]`, and `[3, None, None]` becomes `[3, 0, 0]`.
    """
    # The number by which the counts entered are below the total.
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

    # `maxlength` is the number of characters that a browser accepts. It is above the limit of names, so that a name
    # that is too long is not cut off, but refused with a sentence.
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
    # The form does not check the choices of these two: it reads a text that is no number as −1, and the game refuses −1
    # and any side or seat that the table does not have.
    penalty_side = SelectField(_l("Pour"), choices=[], validate_choice=False)
    penalty_points = CountField(_l("Points"))
    penalty_reason = StringField(_l("Motif"), render_kw={"maxlength": 200})

    def penalties(self) -> list[dict[str, Any]]:
        """Return a list with the penalty (T-5), as JSON; an empty list if none was entered.

        Raises `RefusedError` for an invalid reason. Example:

            [{"side": 0, "points": -10, "reason": "carte montrée"}]
        """
        if self.penalty_points.data is None and not (self.penalty_reason.data or "").strip():
            return []
        # `clean_name` removes superfluous spaces, and raises the error for a text that is too long.
        reason = clean_name(self.penalty_reason.data or "", field="penalties", longest=REASON_LENGTH, required=False)
        # Without a choice, the side is 0; for a text that is no number of a side, it is −1.
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
            # Before the players formed teams, each seat was a side: take the team of this seat.
            if side >= scored.sheet.sides:
                side = scored.side_of[side]
            self.penalty_side.data = str(side)
            self.penalty_points.data = penalty["points"]
            self.penalty_reason.data = penalty["reason"]

    def fill_earlier_extras(self, manche: Manche | None, scored: ScoredPartie) -> None:
        """Fill the form with the extras that were recorded or noted before.

        If `manche`, the manche to correct, is None, the form is for the current manche. This one has extras in two
        cases. The recording of the same manche was undone: its note, revokes and penalty are shown again. Or its cards
        are entered one by one: the revokes noted with the cards are shown.
        """
        # `scored.undone_manche` is the manche whose recording was undone. `cards` is None if the current manche is not
        # entered card by card.
        earlier, cards = manche or scored.undone_manche, scored.current.cards
        if earlier is not None:
            self.fill_extras(earlier, scored)
        # Without cards, no revoke is noted with them; and the cards are not those of a manche to correct.
        if manche is not None or cards is None:
            return
        # If the undone manche has the same cards (`plays`), its revokes are filled in above, also those entered in its
        # form: they are not replaced.
        if earlier is None or earlier.facts.get("plays") != [*cards.plays]:
            self.revokes.data = [str(seat) for seat in scored.current.revoked_seats]

    def with_extras(self, facts: Json, earlier: Manche | None) -> dict[str, Any]:
        """Return the facts with the revokes and penalties added, under the keys `revokes` and `penalties`.

        `earlier` is the manche to correct, if any. The form shows only the first of its penalties: the others are kept.
        Raises `RefusedError` for an invalid reason of a penalty.
        """
        penalties = self.penalties()
        if earlier is not None:
            penalties += earlier.facts.get("penalties", [])[1:]
        complete = {**facts, "revokes": self.revoked_seats()}
        if penalties:
            complete["penalties"] = penalties
        return complete


class FactsForm(ExtrasForm):
    """The base class of the forms of a manche: each game has a subclass, which implements `facts`.

    It inherits the fields of the extras from `ExtrasForm`, and from `WriteForm` the method `check`, which raises
    `RefusedError` for an invalid field.
    """

    # The partie of the manche, with its scores.
    scored: ScoredPartie

    def entered_facts(self, earlier: Manche | None) -> dict[str, Any]:
        """Return the facts entered, with the revokes and penalties (T-5), as JSON.

        `earlier` is the manche to correct, if any: its second and further penalties, which the form lacks, are kept.
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
        """Switch the mode of entry if the pressed button requests it, and return whether it did.

        If so, the page shows the form again, and records nothing. A form with one mode never switches.
        """
        return False

    def has_entries(self) -> bool:
        """Whether anything was entered, so that a refused form must be shown again with its entries.

        It is shown even while the *context* of the manche is incomplete: what is known before its first card, as bids.
        """
        return False
