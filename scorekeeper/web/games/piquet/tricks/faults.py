"""Why what was entered of the play of a coup of Piquet, or of an irregularity, is refused, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.web.games.piquet.labels import bounds, quoted_value
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.faults import FaultWords
from scorekeeper.web.words.figures import who, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError


def _tricks_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d pli : un coup en compte %(total)d.",
        "Il manque %(num)d plis : un coup en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _tricks_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d pli de trop : un coup en compte %(total)d.",
        "%(num)d plis de trop : un coup en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _winners_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Plis un à un : il en manque %(num)d, dites à qui il est.",
        "Plis un à un : il en manque %(num)d, dites à qui ils sont.",
        whole_figure(error, "by"),
    )


def _winners_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Plis un à un : %(num)d de trop, un coup n’en compte que 12.",
        "Plis un à un : %(num)d de trop, un coup n’en compte que 12.",
        whole_figure(error, "by"),
    )


def _trick_points_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    if error.article == "PI-18":
        return gettext(
            "À cette table, les 9, les 8 et les 7 ne rapportent rien : dites les points d’entames et de plis de chacun."
        )
    return gettext(
        "À cette table, un pli gagné sur sa propre entame ne compte qu’une fois : "
        "dites les points d’entames et de plis de chacun."
    )


def _trick_points_range(error: ImpossibleError, names: Sequence[str]) -> str:
    if "highest" not in error.figures:
        return gettext("Points des plis : aucun coup joué ainsi ne les donne.")
    if "seat" not in error.figures:
        return gettext("Points des plis : il en faut de %(lowest)d à %(highest)d.", **bounds(error))
    return gettext(
        "Points des plis pour %(name)s : il en faut de %(lowest)d à %(highest)d.",
        name=who(error, names),
        **bounds(error),
    )


def _elder_run_range(error: ImpossibleError, _names: Sequence[str]) -> str:
    ends = bounds(error)
    if ends["lowest"] == ends["highest"]:
        return gettext(
            "Plis du premier en cartes avant ceux du donneur : ce ne peut être que %(num)d.", num=ends["lowest"]
        )
    return gettext(
        "Plis du premier en cartes avant ceux du donneur : d’après les plis, "
        "ce compte est impossible (de %(lowest)d à %(highest)d).",
        **ends,
    )


def _elder_points_range(error: ImpossibleError, _names: Sequence[str]) -> str:
    ends = bounds(error)
    if ends["lowest"] == ends["highest"]:
        return gettext(
            "Points du premier en cartes avant ceux du donneur : ce ne peut être que %(num)d.", num=ends["lowest"]
        )
    return gettext(
        "Points du premier en cartes avant ceux du donneur : d’après les plis, "
        "ce compte est impossible (de %(lowest)d à %(highest)d).",
        **ends,
    )


def _elder_run_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    return gettext(
        "Un pic en dépend, à partir de %(declared)d : combien de plis pour le premier en cartes "
        "avant le premier du donneur, de %(lowest)d à %(highest)d ?",
        declared=whole_figure(error, "declared"),
        **bounds(error),
    )


def _elder_points_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    return gettext(
        "Un pic en dépend, à partir de %(declared)d : combien de points de jeu pour le premier en cartes "
        "avant le premier du donneur, de %(lowest)d à %(highest)d ?",
        declared=whole_figure(error, "declared"),
        **bounds(error),
    )


PLAIN: dict[str, LazyString] = {
    "no_tricks": lazy_gettext("Il manque les plis des deux joueurs."),
    "no_last": lazy_gettext("Il manque le dernier pli : dites à qui il est."),
    "winners_shape": lazy_gettext("Plis un à un : il faut une liste qui dise à qui est chacun."),
    "winners_disagree": lazy_gettext(
        "Plis un à un : ils ne donnent pas le compte noté à côté, corrigez l’un ou l’autre."
    ),
    "low_missing": lazy_gettext(
        "À cette table, les 9, les 8 et les 7 ne rapportent rien : dites à chaque pli s’il y en avait."
    ),
    "low_unused": lazy_gettext("À cette table, toutes les cartes rapportent : il n’y a pas de basses cartes à noter."),
    "low_shape": lazy_gettext("Basses cartes : il faut oui ou non pour l’entame et pour la prise de chaque pli."),
    "trick_points_impossible": lazy_gettext("Points des plis : d’après les plis, ces deux comptes sont impossibles."),
    "fault_shape": lazy_gettext("Irrégularité : elle ne se lit pas, il faut dire laquelle et de qui."),
    "fault_seat": lazy_gettext("Irrégularité : dites de qui elle vient."),
}
BY_KEY: dict[str, FaultWords] = {
    "tricks_short": _tricks_short,
    "tricks_over": _tricks_over,
    "last_without_trick": lambda error, names: gettext(
        "Le dernier pli est noté pour %(name)s, avec 0 pli en tout.", name=who(error, names)
    ),
    "winners_short": _winners_short,
    "winners_over": _winners_over,
    "low_disagrees": lambda error, _: gettext(
        "Pli %(num)d : une basse carte n’en prend pas une haute, et une entame qui prend le pli est une seule carte.",
        num=whole_figure(error, "trick"),
    ),
    "elder_run_needed": _elder_run_needed,
    "elder_run_range": _elder_run_range,
    "elder_points_needed": _elder_points_needed,
    "elder_points_range": _elder_points_range,
    "trick_points_needed": _trick_points_needed,
    "trick_points_range": _trick_points_range,
    "short_hand_last": lambda error, names: gettext(
        "Avec moins de cartes en main, le dernier pli ne peut pas être pour %(name)s.", name=who(error, names)
    ),
    "fault_kind": lambda error, _: gettext(
        "Irrégularité : %(value)s n’en est pas une que la feuille connaît.", value=quoted_value(error)
    ),
    "fault_article": lambda error, _: gettext(
        "Coup annulé : %(value)s n’en donne pas la raison, il faut PI-32, PI-33 ou PI-38.", value=quoted_value(error)
    ),
}
