"""The names of what is entered of a coup of Piquet, and what the refusals of it say alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.web.games.piquet.announcements.words import CATEGORIES
from scorekeeper.web.words.figures import labelled, quoted, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError

LABELS: dict[str, LazyString] = {
    **CATEGORIES,
    "elder": lazy_gettext("Premier en cartes"),
    "carte_blanche": lazy_gettext("Carte blanche"),
    "declared": lazy_gettext("Déclarations"),
    "answers": lazy_gettext("Réponses"),
    "hands": lazy_gettext("Mains"),
    "tricks": lazy_gettext("Plis"),
    "last": lazy_gettext("Dernier pli"),
    "elder_run": lazy_gettext("Plis avant ceux du donneur"),
    "elder_points": lazy_gettext("Points avant ceux du donneur"),
    "trick_points": lazy_gettext("Points des plis"),
    "winners": lazy_gettext("Plis un à un"),
    "low": lazy_gettext("Basses cartes"),
    "fault": lazy_gettext("Irrégularité"),
    "short_hand": lazy_gettext("Main courte"),
}


def in_field(error: ImpossibleError, fault: str) -> str:
    """Put the name of the field before what is wrong with it."""
    label = LABELS.get(error.field or "")
    return labelled(None if label is None else str(label), fault)


def quoted_value(error: ImpossibleError) -> str:
    """What was sent, between quotes."""
    return quoted(str(error.figures["value"]))


def bounds(error: ImpossibleError) -> dict[str, int]:
    """The lowest and the highest that could have been."""
    return {"lowest": whole_figure(error, "lowest"), "highest": whole_figure(error, "highest")}
