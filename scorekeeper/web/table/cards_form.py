"""Forms of a manche entered card by card: a tap, and the answers after the last card."""

from __future__ import annotations

from typing import Any

from wtforms import IntegerField, SelectMultipleField, StringField, SubmitField

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.forms import ExtrasForm, WriteForm


def small_number(text: str | None) -> int | None:
    """Return the number in a field, None if it is empty, −1 (no seat and no card) if it is not a number."""
    number = whole_number(text or "")
    return -1 if text and number is None else number


class SmallField(IntegerField):  # type: ignore[misc,unused-ignore]
    """The number of a seat or a card; an empty field is None."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the number."""
        self.data = small_number(valuelist[0]) if valuelist else None


class EndForm(ExtrasForm):
    """The answers after the last card: `false` is the seat whose refuted announcement is a false one, or "none"."""

    false = StringField("")

    @property
    def lacks_reason(self) -> bool:
        """Whether a penalty was entered without a reason."""
        return self.penalty_points.data is not None and not (self.penalty_reason.data or "").strip()

    def suggest(self, offence: tuple[int, str] | None, scored: ScoredPartie) -> None:
        """Suggest the recorded irregularity as the reason of a penalty, which the table may agree on (T-5)."""
        if offence is None:
            return
        seat, reason = offence
        if not self.is_submitted():
            self.penalty_side.data = str(scored.side_of[seat])
        self.penalty_reason.render_kw = {"maxlength": REASON_LENGTH, "placeholder": reason}
        if self.lacks_reason:
            self.penalty_reason.data = reason


class TapForm(WriteForm):
    """A tap on the page of the cards: a card, the leader, cards to take back, the remaining cards of a hand.

    `stand` records a card that breaks a rule; `price` notes a revoke with it, whose price is then paid (T-5).
    """

    card = StringField("")
    seat = SmallField("")
    leader = SmallField("")
    since = SmallField("")
    stand = SubmitField("")
    price = SubmitField("")
    hand = SelectMultipleField("", choices=[], validate_choice=False)
    close = SubmitField("")
