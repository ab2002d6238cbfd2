"""Forms of a manche entered card by card: a tap, and the answers after the last card."""

from __future__ import annotations

from typing import Any

from wtforms import IntegerField, SelectMultipleField, StringField, SubmitField

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.forms import ExtrasForm, WriteForm


def read_number(text: str | None) -> int | None:
    """Return the number in `text`, None if it is empty, −1 (no seat and no card) if it is not a number."""
    number = whole_number(text)
    if text and number is None:
        return -1
    return number


class NumberField(IntegerField):  # type: ignore[misc,unused-ignore]
    """The index of a seat or a play; an empty field is None."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Store the number."""
        self.data = read_number(next(iter(valuelist), None))


class EndForm(ExtrasForm):
    """The answers after the last card; `false` is the seat that made a false declaration, or "none"."""

    false = StringField("")

    @property
    def lacks_reason(self) -> bool:
        """Whether a penalty was entered without a reason."""
        return self.penalty_points.data is not None and not (self.penalty_reason.data or "").strip()

    def suggest(self, offence: tuple[int, str] | None, scored: ScoredPartie) -> None:
        """Suggest the `offence`, a seat and a reason, for the penalty on which the table may agree (T-5)."""
        if offence is None:
            return
        seat, reason = offence
        if not self.is_submitted():
            self.penalty_side.data = str(scored.side_of[seat])
        self.penalty_reason.render_kw = {"maxlength": REASON_LENGTH, "placeholder": reason}
        if self.lacks_reason:
            self.penalty_reason.data = reason


class TapForm(WriteForm):
    """A tap on the page of the cards."""

    card = StringField("")
    # The player of the card, or of the hand to lay open or to close.
    seat = NumberField("")
    leader = NumberField("")
    # The index of the first card to take back.
    since = NumberField("")
    # The index of an earlier card, which `card` replaces.
    instead_of = NumberField("")
    # The card to play after `card` has replaced an earlier one.
    then = StringField("")
    # Record the card although it breaks a rule.
    stand = SubmitField("")
    # Record the revoke too, whose price is paid (T-5).
    price = SubmitField("")
    # The remaining cards of a hand to lay open.
    hand = SelectMultipleField("", choices=[], validate_choice=False)
    # Close the hand that was laid open.
    close = SubmitField("")
