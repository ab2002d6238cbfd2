"""Why a coup of Piquet, or its house rules, are refused, in words: what was announced and what was played apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.piquet import PIQUET
from scorekeeper.web.games.piquet.announcements import faults as announced
from scorekeeper.web.games.piquet.labels import LABELS, in_field, quoted_value
from scorekeeper.web.games.piquet.tricks import faults as played
from scorekeeper.web.i18n import gettext
from scorekeeper.web.words.faults import FaultSentences, FaultWords
from scorekeeper.web.words.figures import who, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString


_PLAIN: dict[str, LazyString] = {
    "no_elder": lazy_gettext("Il manque le premier en cartes : dites qui entame le coup."),
    **announced.PLAIN,
    **played.PLAIN,
}
_BY_KEY: dict[str, FaultWords] = {
    "two_players": lambda error, _: gettext(
        "Le Piquet se joue à 2 : vous êtes %(seats)d.", seats=whole_figure(error, "seats")
    ),
    "elder_is_not": lambda error, names: gettext(
        "Le premier en cartes n’est pas %(name)s : qui donne n’entame pas.", name=who(error, names)
    ),
    "seat_value": lambda error, _: in_field(
        error, gettext("%(value)s n’est la place de personne.", value=quoted_value(error))
    ),
    **announced.BY_KEY,
    **played.BY_KEY,
}
fault = FaultSentences(PIQUET, _PLAIN, _BY_KEY, LABELS)
