"""What is sent from the table of a manche entered card by card, and what is answered once its last card is down."""

from __future__ import annotations

from typing import Any

from wtforms import IntegerField, SelectMultipleField, StringField, SubmitField

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.record.standings import Standing
from scorekeeper.web.forms import ExtrasForm, WriteForm
from scorekeeper.web.numbers import whole_number


def small_number(text: str | None) -> int | None:
    """A small number sent as text; −1, which is no seat and no card, for anything else, None for nothing."""
    found = whole_number(text or "")
    return -1 if text and found is None else found


class SmallField(IntegerField):  # type: ignore[misc,unused-ignore]
    """A seat or a card by its number, as a button sends it; blank is None."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the number."""
        self.data = small_number(valuelist[0]) if valuelist else None


class EndForm(ExtrasForm):
    """What is answered once the last card is down: who loses an announcement that the cards refute, or "none"."""

    false = StringField("")

    @property
    def lacks_reason(self) -> bool:
        """Whether a penalty was entered without its reason."""
        return self.penalty_points.data is not None and not (self.penalty_reason.data or "").strip()

    def suggest(self, offence: tuple[int, str] | None, standing: Standing) -> None:
        """Name the irregularity on record as the reason of a penalty, should the table agree on one (T-5)."""
        if offence is None:
            return
        seat, reason = offence
        if not self.is_submitted():
            self.penalty_side.data = str(standing.side_of[seat])
        self.penalty_reason.render_kw = {"maxlength": REASON_LENGTH, "placeholder": reason}
        if self.lacks_reason:
            self.penalty_reason.data = reason


class TapForm(WriteForm):
    """What is tapped at a table of cards: a card, who leads, cards to take back, the cards left in a hand."""

    card = StringField("")
    seat = SmallField("")
    leader = SmallField("")
    since = SmallField("")
    stand = SubmitField("")
    price = SubmitField("")
    hand = SelectMultipleField("", choices=[], validate_choice=False)
    close = SubmitField("")
