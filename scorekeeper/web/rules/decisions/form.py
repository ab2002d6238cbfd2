"""The form of a decision of a table where no house rule applies: an answer to a disputed case, or its own words."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l
from wtforms import StringField

from scorekeeper.record.carnet.decisions import WORDS_LENGTH
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.posting import not_understood
from scorekeeper.web.forms import WriteForm


class DecisionForm(WriteForm):
    """The number of one of the proposed answers, from 0, or words."""

    answer = StringField("")
    words = StringField(_l("En vos mots"), render_kw={"maxlength": WORDS_LENGTH, "autocomplete": "off"})

    def decision_text(self, sides: Sequence[str]) -> str:
        """Return the text of the decision. Raises `RefusedError` for an unknown answer, or for an answer with words."""
        typed, chosen = self.words.data or "", self.answer.data or ""
        if not chosen:
            return typed
        known = {str(number): text for number, text in enumerate(sides)}
        if chosen not in known:
            raise not_understood()
        if typed.strip():
            raise RefusedError("one_answer", field="words")
        return known[chosen]
