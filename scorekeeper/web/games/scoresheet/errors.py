"""The sentences about errors in a manche of a sheet, or in its house rules."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.scoresheet import SCORESHEET
from scorekeeper.web.text.errors import ErrorSentences

error_sentence = ErrorSentences(
    SCORESHEET,
    full_sentences={
        "teams_table": lazy_gettext("Une feuille avec ces équipes se tient à %(sizes)s : vous êtes %(seats)d."),
        "other_total": lazy_gettext("Ces points font %(found)s en tout, et une manche en fait %(total)s."),
    },
    labels={"points": lazy_gettext("Points")},
)
