"""The sentences of a sheet for any game: its name, points, end and errors.

A *line* of the sheet is points with the key of their reason, a *manche* one deal, a *partie* a game to its end. SH-3 is
an article, a numbered rule, of such sheets.
"""

from __future__ import annotations

from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.contract import Line
from scorekeeper.games.scoresheet import SCORESHEET
from scorekeeper.web.text import manche
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.revokes import reason_text
from scorekeeper.web.text.values import points_reached

NAME: LazyString = lazy_gettext("Autre jeu…")
# The sentences about a manche, as most games have them.
MANCHE = manche.MANCHE
# A sheet knows no cards.
FORBIDDEN: ForbiddenText = {}


def why(line: Line) -> str:
    """Return the reason of a line: the points of the manche, or a penalty or revoke, as `reason_text` words them."""
    return reason_text({"points": lazy_gettext("points de la manche")}, line)


def ending(why: str, limit: int | None) -> str:
    """Return how a partie ended, by the key of the ending: the limit was reached, or the table stopped (SH-3)."""
    if why == "limit":
        return points_reached(limit, lazy_gettext("Limite atteinte"))
    return str({"stopped": lazy_gettext("La table s’est arrêtée là")}[why])


# The errors in a manche or in house rules.

# Placeholders such as `%(found)s` are details of the error.
error_sentence = ErrorSentences(
    SCORESHEET,
    full_sentences={
        "teams_table": lazy_gettext("Une feuille avec ces équipes se tient à %(sizes)s : vous êtes %(seats)d."),
        "other_total": lazy_gettext("Ces points font %(found)s en tout, et une manche en fait %(total)s."),
    },
    labels={"points": lazy_gettext("Points")},
)
