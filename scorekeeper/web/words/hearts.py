"""Dame de Pique in words: its name, its house rules, what is asked, and why a manche is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from babel.lists import format_list
from flask_babel import get_locale, gettext, lazy_gettext, ngettext

from scorekeeper.web.words import table
from scorekeeper.web.words.table import (
    figure,
    labelled,
    player,
    quoted,
    table_fault,
    unexplained,
    whole_figure,
)

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import ImpossibleError, Line

ARTICLE_PREFIX = "DP"
manche, record_manche = table.manche, table.record_manche
undo_manche, correct_manche = table.undo_manche, table.correct_manche
MANCHE, manches_played = table.MANCHE, table.manches_played
manches_undone, after_end = table.manches_undone, table.after_end

NAME: LazyString = lazy_gettext("Dame de Pique")
TAGLINE: LazyString = lazy_gettext(
    "Ramassez le moins de points possible : chaque cœur en coûte un, la dame de pique treize."
)

PRESETS: dict[str, LazyString] = {
    "classique": lazy_gettext("Classique"),
    "rapide": lazy_gettext("Partie rapide (50)"),
    "moyenne": lazy_gettext("Partie moyenne (75)"),
    "dame_douze": lazy_gettext("Dame à 12"),
    "valet_carreau": lazy_gettext("Valet de carreau"),
    "sept_trefle": lazy_gettext("Sept de trèfle"),
    "jass": lazy_gettext("Jass 36 cartes"),
    "jokers": lazy_gettext("À six avec jokers"),
    "equipe": lazy_gettext("En équipe"),
    "belmont_six": lazy_gettext("Belmont à six"),
    "belmont_huit": lazy_gettext("Belmont à huit"),
    "trois": lazy_gettext("À trois"),
    "cinq": lazy_gettext("À cinq"),
}
PRESET_LINES: dict[str, LazyString] = {
    "classique": lazy_gettext("Quatre joueurs, 52 cartes, la dame à 13, jusqu’à 100 points."),
    "rapide": lazy_gettext("La classique, arrêtée à 50 points."),
    "moyenne": lazy_gettext("La classique, arrêtée à 75 points."),
    "dame_douze": lazy_gettext("La dame de pique vaut 12 : la manche fait 25 points."),
    "valet_carreau": lazy_gettext("Le valet de carreau retire 10 points à qui le ramasse."),
    "sept_trefle": lazy_gettext("Le sept de trèfle coûte 7 points à qui le ramasse."),
    "jass": lazy_gettext("Du 6 à l’as, neuf cartes chacun : la dame vaut 5, le dernier pli 1."),
    "jokers": lazy_gettext("54 cartes, neuf chacun : un joker remporte son pli."),
    "equipe": lazy_gettext("Deux contre deux, partenaires face à face."),
    "belmont_six": lazy_gettext("Trois équipes de deux, 78 cartes : rois et as de pique comptent aussi."),
    "belmont_huit": lazy_gettext("Quatre équipes de deux, 104 cartes : rois et as de pique comptent aussi."),
    "trois": lazy_gettext("Sans le 2♦, dix-sept cartes chacun."),
    "cinq": lazy_gettext("Sans le 2♦ ni le 2♣, dix cartes chacun."),
}

OPTIONS: dict[str, tuple[LazyString, LazyString]] = {
    "deck": (
        lazy_gettext("Jeu de cartes"),
        lazy_gettext("Les cartes que l’on distribue ; le nombre de joueurs en dépend."),
    ),
    "teams": (
        lazy_gettext("Équipes"),
        lazy_gettext("Les partenaires se font face et additionnent leurs points."),
    ),
    "queen_points": (
        lazy_gettext("Dame de pique"),
        lazy_gettext("Ce qu’elle coûte à qui la ramasse."),
    ),
    "jack_of_diamonds": (
        lazy_gettext("Valet de carreau"),
        lazy_gettext("S’il compte, il retire 10 points à qui le ramasse, et la volte le demande aussi."),
    ),
    "seven_of_clubs": (
        lazy_gettext("Sept de trèfle"),
        lazy_gettext("S’il compte, il coûte 7 points à qui le ramasse, et la volte le demande aussi."),
    ),
    "moon": (
        lazy_gettext("Volte"),
        lazy_gettext("Ce qui arrive quand un joueur ramasse tous les cœurs et la dame de pique."),
    ),
    "first_trick_points": (
        lazy_gettext("Points au premier pli"),
        lazy_gettext("Ce que peut défausser au premier pli un joueur sans trèfle."),
    ),
    "queen_breaks_hearts": (
        lazy_gettext("La dame ouvre les cœurs"),
        lazy_gettext("Dès que la dame de pique est tombée, on peut entamer à cœur."),
    ),
    "hearts_instead_of_queen": (
        lazy_gettext("Cœur plutôt que la dame"),
        lazy_gettext("Qui n’a plus que des cœurs et la dame de pique peut entamer à cœur, même s’ils sont fermés."),
    ),
    "joker_tie": (
        lazy_gettext("Deux jokers dans un pli"),
        lazy_gettext("Lequel des deux remporte le pli."),
    ),
    "limit": (
        lazy_gettext("Limite"),
        lazy_gettext("La partie s’arrête après la manche où quelqu’un l’atteint ou la dépasse."),
    ),
    "tie": (
        lazy_gettext("Égalité au plus petit total"),
        lazy_gettext("Ce que l’on fait quand plusieurs arrivent premiers ensemble."),
    ),
}
VALUES: dict[str, dict[object, LazyString]] = {
    "deck": {
        "52": lazy_gettext("52 cartes"),
        "54": lazy_gettext("54 cartes, avec deux jokers"),
        "36": lazy_gettext("36 cartes, un jeu de jass"),
        "belmont": lazy_gettext("Belmont, deux jeux réunis"),
    },
    "teams": {False: lazy_gettext("Chacun pour soi"), True: lazy_gettext("Par équipes de deux")},
    "queen_points": {
        13: lazy_gettext("13 points"),
        12: lazy_gettext("12 points"),
        5: lazy_gettext("5 points"),
    },
    "jack_of_diamonds": {0: lazy_gettext("Ne compte pas"), -10: lazy_gettext("−10 points")},
    "seven_of_clubs": {0: lazy_gettext("Ne compte pas"), 7: lazy_gettext("7 points")},
    "moon": {
        "others_plus": lazy_gettext("Les autres prennent les points"),
        "self_minus": lazy_gettext("Son auteur retire les points"),
        "choice": lazy_gettext("Au choix, à chaque volte"),
        "off": lazy_gettext("Pas de volte"),
    },
    "first_trick_points": {
        "only_if_forced": lazy_gettext("Aucun, sauf main forcée"),
        "hearts": lazy_gettext("Les cœurs, pas la dame de pique"),
        "any": lazy_gettext("N’importe quelle carte"),
    },
    "queen_breaks_hearts": {False: lazy_gettext("Non"), True: lazy_gettext("Oui")},
    "hearts_instead_of_queen": {False: lazy_gettext("Non"), True: lazy_gettext("Oui")},
    "joker_tie": {"first": lazy_gettext("Le premier joué"), "second": lazy_gettext("Le second joué")},
    "limit": {
        100: lazy_gettext("100 points"),
        75: lazy_gettext("75 points"),
        50: lazy_gettext("50 points"),
    },
    "tie": {
        "shared": lazy_gettext("Victoire partagée"),
        "play_on": lazy_gettext("On rejoue jusqu’à se départager"),
    },
}

COUNTED: dict[str, LazyString] = {
    "H": lazy_gettext("Cœurs"),
    "QS": lazy_gettext("Dame de pique"),
    "JD": lazy_gettext("Valet de carreau"),
    "7C": lazy_gettext("Sept de trèfle"),
    "KS": lazy_gettext("Rois de pique"),
    "AS": lazy_gettext("As de pique"),
    "last": lazy_gettext("Dernier pli"),
}
ASKED: dict[str, LazyString] = {
    "QS": lazy_gettext("Qui a pris la dame de pique ?"),
    "JD": lazy_gettext("Qui a pris le valet de carreau ?"),
    "7C": lazy_gettext("Qui a pris le sept de trèfle ?"),
    "last": lazy_gettext("Qui a pris le dernier pli ?"),
}

_LABELS: dict[str, LazyString] = {
    **{name: label for name, (label, _) in OPTIONS.items()},
    **COUNTED,
    "taken": lazy_gettext("Cartes ramassées"),
    "points": lazy_gettext("Points"),
}


def why(line: Line) -> str:
    """Say why a side has these points: « 5 cœurs ». Raises `KeyError` for another game's."""
    return _WHYS[line.why](line)


def remaining(key: str, count: int) -> str:
    """Say how much of a counted thing is still to be placed, or in excess when `count` is below 0."""
    if count > 0:
        return str(gettext("Il reste %(what)s à placer", what=_some(key, count)))
    if count < 0:
        return str(gettext("%(what)s de trop", what=_some(key, -count)))
    if key in _ALL_PLACED:
        return str(_ALL_PLACED[key])
    return str(gettext("%(label)s : le compte y est", label=COUNTED[key]))


def fault(error: ImpossibleError, names: Sequence[str]) -> str:
    """Say what is wrong with a manche or with house rules; `names` are the players' by seat."""
    if error.key in _PLAIN_FAULTS:
        return str(_PLAIN_FAULTS[error.key])
    words = _FAULTS.get(error.key)
    told = words(error, names) if words is not None else table_fault(error, _LABELS, names)
    return told or unexplained(error)


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 100 points atteints ». Raises `KeyError` for another game's ending."""
    if why != "limit":
        raise KeyError(why)
    if limit is None:
        return str(gettext("Limite atteinte"))
    return str(ngettext("%(num)d point atteint", "%(num)d points atteints", limit))


_WHYS: dict[str, Callable[[Line], str]] = {
    "hearts": lambda line: _some("H", line.count or 1),
    "queen": lambda line: ngettext("dame de pique", "%(num)d dames de pique", line.count or 1),
    "jack_of_diamonds": lambda line: ngettext("valet de carreau", "%(num)d valets de carreau", line.count or 1),
    "seven_of_clubs": lambda line: ngettext("sept de trèfle", "%(num)d sept de trèfle", line.count or 1),
    "king": lambda line: ngettext("roi de pique", "%(num)d rois de pique", line.count or 1),
    "ace": lambda line: ngettext("as de pique", "%(num)d as de pique", line.count or 1),
    "last_trick": lambda _: gettext("dernier pli"),
    "moon": lambda _: gettext("volte"),
    "moon_against": lambda _: gettext("volte subie"),
    "points": lambda _: gettext("points comptés à la table"),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}

_SOME: dict[str, Callable[[int], str]] = {
    "H": lambda num: ngettext("%(num)d cœur", "%(num)d cœurs", num),
    "QS": lambda num: ngettext("%(num)d dame de pique", "%(num)d dames de pique", num),
    "JD": lambda num: ngettext("%(num)d valet de carreau", "%(num)d valets de carreau", num),
    "7C": lambda num: ngettext("%(num)d sept de trèfle", "%(num)d sept de trèfle", num),
    "KS": lambda num: ngettext("%(num)d roi de pique", "%(num)d rois de pique", num),
    "AS": lambda num: ngettext("%(num)d as de pique", "%(num)d as de pique", num),
    "last": lambda num: ngettext("%(num)d dernier pli", "%(num)d derniers plis", num),
}


def _some(key: str, count: int) -> str:
    """Count a thing: « 3 cœurs »."""
    return _SOME[key](count)


_ALL_PLACED: dict[str, LazyString] = {
    "H": lazy_gettext("Tous les cœurs sont placés"),
    "KS": lazy_gettext("Tous les rois de pique sont placés"),
    "AS": lazy_gettext("Tous les as de pique sont placés"),
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
    if key not in _SOME:
        return None
    if total == 1 and key in _NOBODY_HAS:
        return str(_NOBODY_HAS[key])
    what = _some(key, by)
    return str(gettext("Il manque %(what)s : une manche en compte %(total)d.", what=what, total=total))


def _over(error: ImpossibleError, _names: Sequence[str]) -> str | None:
    key, by, total = error.field, whole_figure(error, "by"), whole_figure(error, "total")
    if key not in _SOME:
        return None
    if total == 1 and key in _TOO_MANY_HAVE:
        return _TOO_MANY_HAVE[key](by)
    what = _some(key, by)
    return str(gettext("%(what)s de trop : une manche en compte %(total)d.", what=what, total=total))


def _points_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return str(
        ngettext(
            "Il manque %(num)d point : une manche en compte %(total)d.",
            "Il manque %(num)d points : une manche en compte %(total)d.",
            whole_figure(error, "by"),
            total=whole_figure(error, "total"),
        )
    )


def _points_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return str(
        ngettext(
            "%(num)d point de trop : une manche en compte %(total)d.",
            "%(num)d points de trop : une manche en compte %(total)d.",
            whole_figure(error, "by"),
            total=whole_figure(error, "total"),
        )
    )


def _no_such_share(error: ImpossibleError, _names: Sequence[str]) -> str:
    total = figure(error.figures["total"])
    return str(gettext("Le total est bon (%(total)s), mais aucun partage des cartes ne donne ces points.", total=total))


def _shooter(error: ImpossibleError, names: Sequence[str]) -> str:
    seat, side = error.figures["seat"], whole_figure(error, "side")
    if isinstance(seat, int):
        return player(names, seat)
    half = len(names) // 2
    if side >= half:
        return str(gettext("l’équipe %(num)d", num=side + 1))
    return str(gettext("%(one)s et %(other)s", one=player(names, side), other=player(names, side + half)))


def _volte_choice(error: ImpossibleError, names: Sequence[str]) -> str:
    return str(
        gettext(
            "Volte : tout est chez %(name)s. Les autres prennent les points, ou son auteur les retire ?",
            name=_shooter(error, names),
        )
    )


def _volte_unsaid(error: ImpossibleError, names: Sequence[str]) -> str:
    return str(gettext("Tous les points sont chez %(name)s : est-ce une volte ?", name=_shooter(error, names)))


def _volte_over_typed(error: ImpossibleError, names: Sequence[str]) -> str:
    return str(gettext("Des cartes sont déjà saisies. Volte : tout à %(name)s ?", name=_shooter(error, names)))


def _moon_value(error: ImpossibleError, _names: Sequence[str]) -> str:
    value = quoted(str(error.figures["value"]))
    return str(gettext("%(value)s n’est pas une façon de compter la volte.", value=value))


def _moon_not_here(error: ImpossibleError, _names: Sequence[str]) -> str:
    value = error.figures["value"]
    wording = quoted(str(VALUES["moon"].get(value, value)))
    return str(gettext("À cette table, la volte ne se compte pas ainsi : %(value)s.", value=wording))


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
    told = format_list([figure(size) for size in sizes], style="or", locale=get_locale())
    return words(told, whole_figure(error, "seats"))


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
    return str(gettext("En équipes, on joue à 4, deux contre deux : vous êtes %(seats)d.", seats=seats))


_PLAIN_FAULTS: dict[str, LazyString] = {
    "taken_or_points": lazy_gettext(
        "Une manche se note par les cartes ramassées ou par les points : l’un des deux, et un seul."
    ),
    "no_volte": lazy_gettext("Pas de volte dans cette manche : il aurait fallu tout ramasser."),
    "jass_queen": lazy_gettext("Avec 36 cartes, la dame de pique vaut toujours 5 points."),
    "belmont_teams": lazy_gettext("À Belmont, on joue toujours par équipes de deux."),
    "belmont_queen": lazy_gettext("À Belmont, la dame de pique vaut toujours 13 points."),
}
_FAULTS: dict[str, Callable[[ImpossibleError, Sequence[str]], str | None]] = {
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
