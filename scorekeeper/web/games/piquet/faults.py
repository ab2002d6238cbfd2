"""Why a coup of Piquet, or its house rules, are refused, in words: what was announced and what was played apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.web.games.piquet.announcements import faults as announced
from scorekeeper.web.games.piquet.labels import LABELS, in_field, quoted_value
from scorekeeper.web.games.piquet.tricks import faults as played
from scorekeeper.web.i18n import gettext
from scorekeeper.web.words.table import FaultWords, game_fault, who, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError


def fault(error: ImpossibleError, names: Sequence[str]) -> str:
    """Say what is wrong with a coup or with house rules; `names` are the players' by seat."""
    return game_fault(error, names, _PLAIN_FAULTS, _FAULTS, LABELS)


_PLAIN_FAULTS: dict[str, LazyString] = {
    "no_elder": lazy_gettext("Il manque le premier en cartes : dites qui entame le coup."),
    **announced.PLAIN,
    **played.PLAIN,
}
_FAULTS: dict[str, FaultWords] = {
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
