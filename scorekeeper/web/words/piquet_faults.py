"""Why a coup of Piquet, or its house rules, are refused, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.web.language import card_words
from scorekeeper.web.saying import gettext, ngettext
from scorekeeper.web.words.piquet_announcing import CATEGORIES, TOPS, rank_code, run_name, set_name
from scorekeeper.web.words.piquet_rules import OPTIONS
from scorekeeper.web.words.table import figure, labelled, player, quoted, table_fault, unexplained, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import ImpossibleError

_LABELS: dict[str, LazyString] = {
    **{name: label for name, (label, _) in OPTIONS.items()},
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
_PIPS = (11, 10, 10, 10, 10, 9, 8, 7)


def fault(error: ImpossibleError, names: Sequence[str]) -> str:
    """Say what is wrong with a coup or with house rules; `names` are the players' by seat."""
    if error.key in _PLAIN_FAULTS:
        return str(_PLAIN_FAULTS[error.key])
    words = _FAULTS.get(error.key)
    told = words(error, names) if words is not None else table_fault(error, _LABELS, names)
    return told or unexplained(error)


def _who(error: ImpossibleError, names: Sequence[str]) -> str:
    return player(names, whole_figure(error, "seat"))


def _in_field(error: ImpossibleError, told: str) -> str:
    """Put the name of the field before what is wrong with it."""
    label = _LABELS.get(error.field or "")
    return labelled(None if label is None else str(label), told)


def _value(error: ImpossibleError) -> str:
    return figure(error.figures["value"])


def _quoted_value(error: ImpossibleError) -> str:
    return quoted(str(error.figures["value"]))


def _card(error: ImpossibleError) -> str:
    return card_words(str(error.figures["card"]))


def _card_twice(error: ImpossibleError, names: Sequence[str]) -> str | None:
    """Say whose hand holds a card twice; of the hands that the arbiter was given, what any game says."""
    if "seat" not in error.figures:
        return table_fault(error, _LABELS, names)
    return gettext(
        "%(card)s est deux fois dans la même main, pour %(name)s.", card=_card(error), name=_who(error, names)
    )


def _bounds(error: ImpossibleError) -> dict[str, int]:
    return {"lowest": whole_figure(error, "lowest"), "highest": whole_figure(error, "highest")}


def _sequence_top_low(error: ImpossibleError, _names: Sequence[str]) -> str:
    top = rank_code(error.figures["top"])
    below = list(reversed(TOPS))
    return ngettext(
        "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d carte.",
        "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d cartes.",
        below.index(top) + 1 if top in below else 0,
        run=run_name(whole_figure(error, "length"), top),
    )


def _pips_impossible(error: ImpossibleError, _names: Sequence[str]) -> str:
    cards, pips = whole_figure(error, "cards"), figure(error.figures["pips"])
    lowest, highest = sum(_PIPS[-cards:]), sum(_PIPS[:cards])
    if lowest == highest:
        return gettext(
            "Un point de %(cards)d vaut toujours %(num)d, jamais %(pips)s.", cards=cards, num=lowest, pips=pips
        )
    return gettext(
        "Un point de %(cards)d vaut de %(lowest)d à %(highest)d : aucun ne fait %(pips)s.",
        cards=cards,
        lowest=lowest,
        highest=highest,
        pips=pips,
    )


def _set_twice(error: ImpossibleError, _names: Sequence[str]) -> str:
    code = rank_code(error.figures["rank"])
    return gettext(
        "Une hauteur ne compte qu’une fois : %(one)s ou %(other)s, pas les deux.",
        one=set_name(code, 4),
        other=set_name(code, 3),
    )


def _carte_blanche_courts(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Après sa carte blanche, %(name)s n’a pu tirer que %(highest)d figures : il en faudrait davantage en main.",
        name=_who(error, names),
        highest=whole_figure(error, "highest"),
    )


def _hand_short(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d carte pour %(name)s : une main en compte %(expected)d.",
        "Il manque %(num)d cartes pour %(name)s : une main en compte %(expected)d.",
        whole_figure(error, "by"),
        name=_who(error, names),
        expected=whole_figure(error, "expected"),
    )


def _hand_over(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d carte de trop pour %(name)s : une main en compte %(expected)d.",
        "%(num)d cartes de trop pour %(name)s : une main en compte %(expected)d.",
        whole_figure(error, "by"),
        name=_who(error, names),
        expected=whole_figure(error, "expected"),
    )


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
        return gettext("Points des plis : il en faut de %(lowest)d à %(highest)d.", **_bounds(error))
    return gettext(
        "Points des plis pour %(name)s : il en faut de %(lowest)d à %(highest)d.",
        name=_who(error, names),
        **_bounds(error),
    )


def _elder_run_range(error: ImpossibleError, _names: Sequence[str]) -> str:
    bounds = _bounds(error)
    if bounds["lowest"] == bounds["highest"]:
        return gettext(
            "Plis du premier en cartes avant ceux du donneur : ce ne peut être que %(num)d.", num=bounds["lowest"]
        )
    return gettext(
        "Plis du premier en cartes avant ceux du donneur : d’après les plis, "
        "ce compte est impossible (de %(lowest)d à %(highest)d).",
        **bounds,
    )


def _elder_points_range(error: ImpossibleError, _names: Sequence[str]) -> str:
    bounds = _bounds(error)
    if bounds["lowest"] == bounds["highest"]:
        return gettext(
            "Points du premier en cartes avant ceux du donneur : ce ne peut être que %(num)d.", num=bounds["lowest"]
        )
    return gettext(
        "Points du premier en cartes avant ceux du donneur : d’après les plis, "
        "ce compte est impossible (de %(lowest)d à %(highest)d).",
        **bounds,
    )


def _elder_run_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    return gettext(
        "Un pic en dépend, à partir de %(declared)d : combien de plis pour le premier en cartes "
        "avant le premier du donneur, de %(lowest)d à %(highest)d ?",
        declared=whole_figure(error, "declared"),
        **_bounds(error),
    )


def _elder_points_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    return gettext(
        "Un pic en dépend, à partir de %(declared)d : combien de points de jeu pour le premier en cartes "
        "avant le premier du donneur, de %(lowest)d à %(highest)d ?",
        declared=whole_figure(error, "declared"),
        **_bounds(error),
    )


def _missing(error: ImpossibleError, names: Sequence[str]) -> str:
    asked = str(_MISSING[error.key])
    if "seat" not in error.figures:
        return _in_field(error, asked)
    return _in_field(error, gettext("pour %(name)s, %(asked)s", name=_who(error, names), asked=asked))


_MISSING: dict[str, LazyString] = {
    "point_missing": lazy_gettext("dites de combien de cartes."),
    "sequence_missing": lazy_gettext("dites de quelle longueur."),
    "set_missing": lazy_gettext("dites lesquels."),
}
_PLAIN_FAULTS: dict[str, LazyString] = {
    "no_elder": lazy_gettext("Il manque le premier en cartes : dites qui entame le coup."),
    "carte_blanche_shape": lazy_gettext("Carte blanche : il faut oui ou non pour chacun des deux joueurs."),
    "both_cartes_blanches": lazy_gettext(
        "Deux cartes blanches dans un coup, c’est impossible : il y a 24 cartes à donner, et 20 seulement sans figure."
    ),
    "declared_and_scored": lazy_gettext(
        "Notez ce que chacun a annoncé ou tenait, ou bien ce qui a été marqué : l’un des deux, et un seul."
    ),
    "declared_shape": lazy_gettext("Déclarations : elles ne se lisent pas, il faut celles de chacun des deux joueurs."),
    "hands_shape": lazy_gettext("Mains : il faut une liste de cartes pour chacun des deux joueurs."),
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
    "value_needed": lazy_gettext("« Valeur ? » Deux points de même longueur : dites combien vaut chacun."),
    "height_needed": lazy_gettext(
        "« Hauteur ? » Deux séquences de même longueur : dites la plus haute carte de chacune."
    ),
}
_FAULTS: dict[str, Callable[[ImpossibleError, Sequence[str]], str | None]] = {
    **dict.fromkeys(_MISSING, _missing),
    "two_players": lambda error, _: gettext(
        "Le Piquet se joue à 2 : vous êtes %(seats)d.", seats=whole_figure(error, "seats")
    ),
    "elder_is_not": lambda error, names: gettext(
        "Le premier en cartes n’est pas %(name)s : qui donne n’entame pas.", name=_who(error, names)
    ),
    "seat_value": lambda error, _: _in_field(
        error, gettext("%(value)s n’est la place de personne.", value=_quoted_value(error))
    ),
    "both_score": lambda error, _: _in_field(error, gettext("un seul des deux marque, ou personne si c’est égal.")),
    "scored_by_nobody": lambda error, _: _in_field(
        error, gettext("il y a de quoi marquer, mais pour personne : dites pour qui.")
    ),
    "offender_scores": lambda error, names: _in_field(
        error, gettext("après une fausse annonce, rien ne compte pour %(name)s dans ce coup.", name=_who(error, names))
    ),
    "point_range": lambda error, _: gettext(
        "Un point compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas un.",
        value=_value(error),
        **_bounds(error),
    ),
    "sequence_range": lambda error, _: gettext(
        "Une séquence compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas une.",
        value=_value(error),
        **_bounds(error),
    ),
    "sequence_top": lambda error, _: gettext(
        "Séquences : %(value)s n’est pas une hauteur, il faut une carte du 9 à l’As.", value=_quoted_value(error)
    ),
    "sequence_top_low": _sequence_top_low,
    "pips_impossible": _pips_impossible,
    "set_rank": lambda error, _: gettext(
        "Quatorze et brelans : As, Rois, Dames, Valets et 10 comptent seuls, et pas %(value)s.",
        value=_quoted_value(error),
    ),
    "set_size": lambda error, _: gettext(
        "Un quatorze a 4 cartes et un brelan 3 : %(value)s, ce n’est ni l’un ni l’autre.", value=_value(error)
    ),
    "set_twice": _set_twice,
    "ranks_length": lambda error, _: gettext(
        "Quatorze et brelans : il faut une hauteur pour chacun, %(expected)d et non %(found)d.",
        expected=whole_figure(error, "expected"),
        found=whole_figure(error, "found"),
    ),
    "answer_value": lambda error, _: _in_field(
        error, gettext("%(value)s n’est pas une réponse, il faut bon, pas bon ou égal.", value=_quoted_value(error))
    ),
    "answer_empty": lambda error, names: _in_field(
        error,
        gettext("avec cette réponse il faut une annonce pour %(name)s, et elle manque.", name=_who(error, names)),
    ),
    "cannot_hold": lambda error, names: _in_field(
        error, gettext("avec le reste, cela ne tient dans aucune main possible pour %(name)s.", name=_who(error, names))
    ),
    "cannot_both_hold": lambda error, _: _in_field(
        error, gettext("les deux mains ne peuvent pas tenir cela ensemble, les 32 cartes n’y suffisent pas.")
    ),
    "carte_blanche_courts": _carte_blanche_courts,
    "hand_short": _hand_short,
    "hand_over": _hand_over,
    "card_unknown": lambda error, _: gettext("%(value)s n’est pas une carte.", value=_quoted_value(error)),
    "card_not_in_deck": lambda error, _: gettext(
        "%(card)s n’est pas du jeu : le Piquet se joue du 7 à l’As.", card=_card(error)
    ),
    "card_twice": _card_twice,
    "card_in_both": lambda error, _: gettext(
        "%(card)s est dans les deux mains : il n’y en a qu’une au jeu.", card=_card(error)
    ),
    "not_held": lambda error, names: _in_field(
        error,
        gettext(
            "cela n’est pas dans la main notée pour %(name)s ; si c’est une fausse annonce, notez-la.",
            name=_who(error, names),
        ),
    ),
    "tricks_short": _tricks_short,
    "tricks_over": _tricks_over,
    "last_without_trick": lambda error, names: gettext(
        "Le dernier pli est noté pour %(name)s, avec 0 pli en tout.", name=_who(error, names)
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
        "Avec moins de cartes en main, le dernier pli ne peut pas être pour %(name)s.", name=_who(error, names)
    ),
    "fault_kind": lambda error, _: gettext(
        "Irrégularité : %(value)s n’en est pas une que la feuille connaît.", value=_quoted_value(error)
    ),
    "fault_article": lambda error, _: gettext(
        "Coup annulé : %(value)s n’en donne pas la raison, il faut PI-32, PI-33 ou PI-38.", value=_quoted_value(error)
    ),
}
