"""Why a manche of Dame de Pique, or its house rules, are refused, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from babel.lists import format_list
from flask_babel import get_locale, lazy_gettext

from scorekeeper.games.hearts import HEARTS
from scorekeeper.web.games.hearts.counts import COUNTED, some
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.faults import FaultSentences, FaultWords
from scorekeeper.web.words.figures import figure, labelled, player, quoted, whole_figure
from scorekeeper.web.words.house_rules import house_rules

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError

_LABELS: dict[str, LazyString] = {
    **COUNTED,
    "taken": lazy_gettext("Cartes ramassées"),
    "points": lazy_gettext("Points"),
}


# At Belmont several of these are double; these sentences are for the only one of its kind.
_NOBODY_HAS: dict[str, LazyString] = {
    "QS": lazy_gettext("Il manque la dame de pique : quelqu’un l’a prise."),
    "JD": lazy_gettext("Il manque le valet de carreau : quelqu’un l’a pris."),
    "7C": lazy_gettext("Il manque le sept de trèfle : quelqu’un l’a pris."),
    "last": lazy_gettext("Il manque le dernier pli : quelqu’un l’a pris."),
}
_TOO_MANY_HAVE: dict[str, Callable[[int], str]] = {
    "QS": lambda num: gettext("La dame de pique est seule : il y en a %(num)d de trop.", num=num),
    "JD": lambda num: gettext("Le valet de carreau est seul : il y en a %(num)d de trop.", num=num),
    "7C": lambda num: gettext("Le sept de trèfle est seul : il y en a %(num)d de trop.", num=num),
    "last": lambda num: gettext("Il n’y a qu’un dernier pli : vous en comptez %(num)d de trop.", num=num),
}


def _short(error: ImpossibleError, _names: Sequence[str]) -> str | None:
    key, by, total = error.field, whole_figure(error, "by"), whole_figure(error, "total")
    if key not in COUNTED:
        return None
    if total == 1 and key in _NOBODY_HAS:
        return str(_NOBODY_HAS[key])
    what = some(key, by)
    return gettext("Il manque %(what)s : une manche en compte %(total)d.", what=what, total=total)


def _over(error: ImpossibleError, _names: Sequence[str]) -> str | None:
    key, by, total = error.field, whole_figure(error, "by"), whole_figure(error, "total")
    if key not in COUNTED:
        return None
    if total == 1 and key in _TOO_MANY_HAVE:
        return _TOO_MANY_HAVE[key](by)
    what = some(key, by)
    return gettext("%(what)s de trop : une manche en compte %(total)d.", what=what, total=total)


def _points_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d point : une manche en compte %(total)d.",
        "Il manque %(num)d points : une manche en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _points_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d point de trop : une manche en compte %(total)d.",
        "%(num)d points de trop : une manche en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _no_such_share(error: ImpossibleError, _names: Sequence[str]) -> str:
    total = figure(error.figures["total"])
    return gettext("Le total est bon (%(total)s), mais aucun partage des cartes ne donne ces points.", total=total)


def _shooter(error: ImpossibleError, names: Sequence[str]) -> str:
    seat, side = error.figures["seat"], whole_figure(error, "side")
    if isinstance(seat, int):
        return player(names, seat)
    half = len(names) // 2
    if side >= half:
        return gettext("l’équipe %(num)d", num=side + 1)
    return gettext("%(one)s et %(other)s", one=player(names, side), other=player(names, side + half))


def _volte_choice(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Volte : tout est chez %(name)s. Les autres prennent les points, ou son auteur les retire ?",
        name=_shooter(error, names),
    )


def _volte_unsaid(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext("Tous les points sont chez %(name)s : est-ce une volte ?", name=_shooter(error, names))


def _volte_over_typed(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext("Des cartes sont déjà saisies. Volte : tout à %(name)s ?", name=_shooter(error, names))


def _moon_value(error: ImpossibleError, _names: Sequence[str]) -> str:
    value = quoted(str(error.figures["value"]))
    return gettext("%(value)s n’est pas une façon de compter la volte.", value=value)


def _moon_not_here(error: ImpossibleError, _names: Sequence[str]) -> str:
    value = error.figures["value"]
    wording = quoted(house_rules(HEARTS).options["moon"].value(value))
    return gettext("À cette table, la volte ne se compte pas ainsi : %(value)s.", value=wording)


def _missing_count(error: ImpossibleError, _names: Sequence[str]) -> str:
    return labelled(_counted(error), gettext("le compte manque."))


def _not_counted(error: ImpossibleError, _names: Sequence[str]) -> str:
    return labelled(_counted(error), gettext("cela ne compte pas avec les règles de cette table."))


def _counted(error: ImpossibleError) -> str:
    key = str(error.field)
    return str(COUNTED[key]) if key in COUNTED else quoted(key)


def _deck_table(error: ImpossibleError, _names: Sequence[str]) -> str | None:
    words = _DECK_TABLES.get(str(error.figures["deck"]))
    sizes = error.figures["sizes"]
    if words is None or not isinstance(sizes, Sequence):
        return None
    written = format_list([figure(size) for size in sizes], style="or", locale=get_locale())
    return words(written, whole_figure(error, "seats"))


_DECK_TABLES: dict[str, Callable[[str, int], str]] = {
    "52": lambda sizes, seats: gettext(
        "Le jeu de 52 cartes se joue à %(sizes)s : vous êtes %(seats)d.", sizes=sizes, seats=seats
    ),
    "54": lambda sizes, seats: gettext(
        "Le jeu de 54 cartes se joue à %(sizes)s : vous êtes %(seats)d.", sizes=sizes, seats=seats
    ),
    "36": lambda sizes, seats: gettext(
        "Le jeu de 36 cartes se joue à %(sizes)s : vous êtes %(seats)d.", sizes=sizes, seats=seats
    ),
    "belmont": lambda sizes, seats: gettext(
        "Le jeu de Belmont se joue à %(sizes)s : vous êtes %(seats)d.", sizes=sizes, seats=seats
    ),
}


def _teams_table(error: ImpossibleError, _names: Sequence[str]) -> str:
    seats = whole_figure(error, "seats")
    return gettext("En équipes, on joue à 4, deux contre deux : vous êtes %(seats)d.", seats=seats)


_PLAIN: dict[str, LazyString] = {
    "taken_or_points": lazy_gettext(
        "Une manche se note par les cartes ramassées ou par les points : l’un des deux, et un seul."
    ),
    "no_volte": lazy_gettext("Pas de volte dans cette manche : il aurait fallu tout ramasser."),
    "jass_queen": lazy_gettext("Avec 36 cartes, la dame de pique vaut toujours 5 points."),
    "belmont_teams": lazy_gettext("À Belmont, on joue toujours par équipes de deux."),
    "belmont_queen": lazy_gettext("À Belmont, la dame de pique vaut toujours 13 points."),
}
_BY_KEY: dict[str, FaultWords] = {
    "short": _short,
    "over": _over,
    "points_short": _points_short,
    "points_over": _points_over,
    "no_such_share": _no_such_share,
    "volte_choice": _volte_choice,
    "volte_unsaid": _volte_unsaid,
    "volte_over_typed": _volte_over_typed,
    "moon_value": _moon_value,
    "moon_not_here": _moon_not_here,
    "missing_count": _missing_count,
    "not_counted": _not_counted,
    "deck_table": _deck_table,
    "teams_table": _teams_table,
}
fault = FaultSentences(HEARTS, _PLAIN, _BY_KEY, _LABELS)
