"""The form of a decision where no house rule decides: an answer to a disputed case, or the table's own words.

A *disputed case* is a question that tables argue about, with the answer of each side.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l
from wtforms import StringField

from scorekeeper.record.carnet.decisions import WORDS_LENGTH
from scorekeeper.web.flow.posting import not_understood
from scorekeeper.web.forms import WriteForm


class DecisionForm(WriteForm):
    """The fields of a decision: an answer or words."""

    # The index of the chosen answer, as text; empty for the table's own words.
    answer = StringField("")
    words = StringField(_l("En vos mots"), render_kw={"maxlength": WORDS_LENGTH, "autocomplete": "off"})

    def decision_text(self, answers: Sequence[str]) -> str:
        """Return the text of the decision: the typed words, else the chosen answer.

        Raises `RefusedError` for an unknown answer.
        """
        typed = self.words.data or ""
        chosen = self.answer.data or ""
        if typed.strip() or not chosen:
            return typed
        answers_by_index = {str(index): answer for index, answer in enumerate(answers)}
        if chosen not in answers_by_index:
            # No page of the app sends such a form.
            raise not_understood()
        return answers_by_index[chosen]
