"""What a table says where no house rule decides: one of the sides of a quarrel, or a line of its own."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l
from wtforms import StringField

from scorekeeper.record.carnet.decisions import WORDS_LENGTH
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.posting import not_understood
from scorekeeper.web.forms import WriteForm


class DecisionForm(WriteForm):
    """The number of a side, from 0, or nothing; and words."""

    answer = StringField("")
    words = StringField(_l("En vos mots"), render_kw={"maxlength": WORDS_LENGTH, "autocomplete": "off"})

    def said(self, sides: Sequence[str]) -> str:
        """What the table says. Raises `RefusedError` for a side that there is not, and for one beside other words."""
        typed, chosen = self.words.data or "", self.answer.data or ""
        if not chosen:
            return typed
        known = {str(number): says for number, says in enumerate(sides)}
        if chosen not in known:
            raise not_understood()
        if typed.strip():
            raise RefusedError("one_answer", field="words")
        return known[chosen]
