"""The form of a decision where no house rule decides: one of the sides of a disputed case, or a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l
from wtforms import StringField

from scorekeeper.record.carnet.decisions import WORDS_LENGTH
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.posting import not_understood
from scorekeeper.web.forms import WriteForm


class DecisionForm(WriteForm):
    """The number of a side from 0, or a sentence of the table's own."""

    answer = StringField("")
    words = StringField(_l("En vos mots"), render_kw={"maxlength": WORDS_LENGTH, "autocomplete": "off"})

    def decision(self, sides: Sequence[str]) -> str:
        """Return the text of the decision. Raises `RefusedError` for an unknown side, or a side and a sentence."""
        typed, chosen = self.words.data or "", self.answer.data or ""
        if not chosen:
            return typed
        known = {str(number): claim for number, claim in enumerate(sides)}
        if chosen not in known:
            raise not_understood()
        if typed.strip():
            raise RefusedError("one_answer", field="words")
        return known[chosen]
