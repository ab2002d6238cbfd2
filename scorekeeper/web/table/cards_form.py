"""The forms of the card-by-card page: each tap, and the answers after the last card."""

from __future__ import annotations

from typing import Any

from wtforms import IntegerField, SelectMultipleField, StringField, SubmitField

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.forms import ExtrasForm, WriteForm


def small_number(text: str | None) -> int | None:
    """Parse a small number: None for an empty text, −1 (no seat, no card) for an invalid one."""
    found = whole_number(text or "")
    return -1 if text and found is None else found


class SmallField(IntegerField):  # type: ignore[misc,unused-ignore]
    """The number of a seat or card, as a button sends it; blank is None."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Parse the number."""
        self.data = small_number(valuelist[0]) if valuelist else None


class EndForm(ExtrasForm):
    """The answers after the last card; `false` is the seat that made a false declaration, or "none"."""

    false = StringField("")

    @property
    def lacks_reason(self) -> bool:
        """Whether a penalty was entered without a reason."""
        return self.penalty_points.data is not None and not (self.penalty_reason.data or "").strip()

    def suggest(self, offence: tuple[int, str] | None, standing: Standing) -> None:
        """Suggest the recorded irregularity as reason of a penalty, if the table agrees on one (T-5)."""
        if offence is None:
            return
        seat, reason = offence
        if not self.is_submitted():
            self.penalty_side.data = str(standing.side_of[seat])
        self.penalty_reason.render_kw = {"maxlength": REASON_LENGTH, "placeholder": reason}
        if self.lacks_reason:
            self.penalty_reason.data = reason


class TapForm(WriteForm):
    """A tap on the card table: a card, the leader, cards to take back, the remaining cards of a hand."""

    card = StringField("")
    seat = SmallField("")
    leader = SmallField("")
    since = SmallField("")
    stand = SubmitField("")
    price = SubmitField("")
    hand = SelectMultipleField("", choices=[], validate_choice=False)
    close = SubmitField("")
