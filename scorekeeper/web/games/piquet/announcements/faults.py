"""Why what was announced of a coup of Piquet is refused, in words: cards, point, sequences, sets, answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.piquet.declarations import possible_pips
from scorekeeper.web.games.piquet.announcements.words import TOPS, rank_code, run_name, set_name
from scorekeeper.web.games.piquet.labels import LABELS, bounds, in_field, quoted_value
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.language import card_words
from scorekeeper.web.words.faults import FaultWords, table_fault
from scorekeeper.web.words.figures import figure, who, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError


def _value(error: ImpossibleError) -> str:
    return figure(error.figures["value"])


def _card(error: ImpossibleError) -> str:
    return card_words(str(error.figures["card"]))


def _card_twice(error: ImpossibleError, names: Sequence[str]) -> str | None:
    """Say whose hand holds a card twice; of the hands that the arbiter was given, what any game says."""
    if "seat" not in error.figures:
        return table_fault(error, LABELS, names)
    return gettext(
        "%(card)s est deux fois dans la même main, pour %(name)s.", card=_card(error), name=who(error, names)
    )


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
    lowest, highest = min(possible_pips(cards)), max(possible_pips(cards))
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
        name=who(error, names),
        highest=whole_figure(error, "highest"),
    )


def _hand_short(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d carte pour %(name)s : une main en compte %(expected)d.",
        "Il manque %(num)d cartes pour %(name)s : une main en compte %(expected)d.",
        whole_figure(error, "by"),
        name=who(error, names),
        expected=whole_figure(error, "expected"),
    )


def _hand_over(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d carte de trop pour %(name)s : une main en compte %(expected)d.",
        "%(num)d cartes de trop pour %(name)s : une main en compte %(expected)d.",
        whole_figure(error, "by"),
        name=who(error, names),
        expected=whole_figure(error, "expected"),
    )


def _missing(error: ImpossibleError, names: Sequence[str]) -> str:
    asked = str(_MISSING[error.key])
    if "seat" not in error.figures:
        return in_field(error, asked)
    return in_field(error, gettext("pour %(name)s, %(asked)s", name=who(error, names), asked=asked))


_MISSING: dict[str, LazyString] = {
    "point_missing": lazy_gettext("dites de combien de cartes."),
    "sequence_missing": lazy_gettext("dites de quelle longueur."),
    "set_missing": lazy_gettext("dites lesquels."),
}
PLAIN: dict[str, LazyString] = {
    "carte_blanche_shape": lazy_gettext("Carte blanche : il faut oui ou non pour chacun des deux joueurs."),
    "both_cartes_blanches": lazy_gettext(
        "Deux cartes blanches dans un coup, c’est impossible : il y a 24 cartes à donner, et 20 seulement sans figure."
    ),
    "declared_and_scored": lazy_gettext(
        "Notez ce que chacun a annoncé ou tenait, ou bien ce qui a été marqué : l’un des deux, et un seul."
    ),
    "declared_shape": lazy_gettext("Déclarations : elles ne se lisent pas, il faut celles de chacun des deux joueurs."),
    "hands_shape": lazy_gettext("Mains : il faut une liste de cartes pour chacun des deux joueurs."),
    "value_needed": lazy_gettext("« Valeur ? » Deux points de même longueur : dites combien vaut chacun."),
    "height_needed": lazy_gettext(
        "« Hauteur ? » Deux séquences de même longueur : dites la plus haute carte de chacune."
    ),
}
BY_KEY: dict[str, FaultWords] = {
    **dict.fromkeys(_MISSING, _missing),
    "both_score": lambda error, _: in_field(error, gettext("un seul des deux marque, ou personne si c’est égal.")),
    "scored_by_nobody": lambda error, _: in_field(
        error, gettext("il y a de quoi marquer, mais pour personne : dites pour qui.")
    ),
    "offender_scores": lambda error, names: in_field(
        error, gettext("après une fausse annonce, rien ne compte pour %(name)s dans ce coup.", name=who(error, names))
    ),
    "point_range": lambda error, _: gettext(
        "Un point compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas un.",
        value=_value(error),
        **bounds(error),
    ),
    "sequence_range": lambda error, _: gettext(
        "Une séquence compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas une.",
        value=_value(error),
        **bounds(error),
    ),
    "sequence_top": lambda error, _: gettext(
        "Séquences : %(value)s n’est pas une hauteur, il faut une carte du 9 à l’As.", value=quoted_value(error)
    ),
    "sequence_top_low": _sequence_top_low,
    "pips_impossible": _pips_impossible,
    "set_rank": lambda error, _: gettext(
        "Quatorze et brelans : As, Rois, Dames, Valets et 10 comptent seuls, et pas %(value)s.",
        value=quoted_value(error),
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
    "answer_value": lambda error, _: in_field(
        error, gettext("%(value)s n’est pas une réponse, il faut bon, pas bon ou égal.", value=quoted_value(error))
    ),
    "answer_empty": lambda error, names: in_field(
        error,
        gettext("avec cette réponse il faut une annonce pour %(name)s, et elle manque.", name=who(error, names)),
    ),
    "cannot_hold": lambda error, names: in_field(
        error, gettext("avec le reste, cela ne tient dans aucune main possible pour %(name)s.", name=who(error, names))
    ),
    "cannot_both_hold": lambda error, _: in_field(
        error, gettext("les deux mains ne peuvent pas tenir cela ensemble, les 32 cartes n’y suffisent pas.")
    ),
    "carte_blanche_courts": _carte_blanche_courts,
    "hand_short": _hand_short,
    "hand_over": _hand_over,
    "card_unknown": lambda error, _: gettext("%(value)s n’est pas une carte.", value=quoted_value(error)),
    "card_not_in_deck": lambda error, _: gettext(
        "%(card)s n’est pas du jeu : le Piquet se joue du 7 à l’As.", card=_card(error)
    ),
    "card_twice": _card_twice,
    "card_in_both": lambda error, _: gettext(
        "%(card)s est dans les deux mains : il n’y en a qu’une au jeu.", card=_card(error)
    ),
    "not_held": lambda error, names: in_field(
        error,
        gettext(
            "cela n’est pas dans la main notée pour %(name)s ; si c’est une fausse annonce, notez-la.",
            name=who(error, names),
        ),
    ),
}
