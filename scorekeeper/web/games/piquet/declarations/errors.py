"""The error sentences about declarations of Piquet: cards, point, sequences, sets, answers."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.games.piquet.declarations import possible_pips
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.language import short_card_name
from scorekeeper.web.games.piquet.declarations.text import TOP_NAMES, run_name, set_name
from scorekeeper.web.text.sentences import Filler, IfDetail, OneOf, Plural, Sentence
from scorekeeper.web.text.values import whole_detail


def _has_one_value(error: ImpossibleError) -> bool:
    """Whether points of this number of cards have only one possible value."""
    return len(possible_pips(whole_detail(error, "cards"))) == 1


def _count_cards_down(_names: Sequence[str], top: str) -> int:
    """The number of cards from a rank down to the 7, such as 5 from the jack; 0 for an unknown rank."""
    ranks = list(TOP_NAMES)
    if top not in ranks:
        return 0
    return len(ranks) - ranks.index(top)


FULL_SENTENCES: dict[str, Sentence] = {
    "carte_blanche_shape": lazy_gettext("Carte blanche : il faut oui ou non pour chacun des deux joueurs."),
    "both_cartes_blanches": lazy_gettext(
        "Deux cartes blanches dans un coup, c’est impossible : il y a 24 cartes à donner, et 20 seulement sans figure."
    ),
    "carte_blanche_courts": lazy_gettext(
        "Après sa carte blanche, %(name)s n’a pu tirer que %(highest)d figures : ce n’est pas assez."
    ),
    "carte_blanche_plain": lazy_gettext(
        "Après la carte blanche d’en face, %(name)s n’a pu avoir que %(highest)d cartes sans figure : "
        "ce n’est pas assez."
    ),
    "declared_and_scored": lazy_gettext(
        "Notez ce que chacun a annoncé ou tenait, ou bien ce qui a été marqué : l’un des deux, et un seul."
    ),
    "declared_shape": lazy_gettext("Déclarations : elles ne se lisent pas, il faut celles de chacun des deux joueurs."),
    "point_range": lazy_gettext("Un point compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas un."),
    "pips_impossible": OneOf(
        _has_one_value,
        {
            True: lazy_gettext("Un point de %(cards)d vaut toujours %(least)d, jamais %(pips)s."),
            False: lazy_gettext("Un point de %(cards)d vaut de %(least)d à %(most)d : aucun ne fait %(pips)s."),
        },
    ),
    "value_needed": lazy_gettext("« Valeur ? » Deux points de même longueur : dites combien vaut chacun."),
    "sequence_range": lazy_gettext(
        "Une séquence compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas une."
    ),
    "sequence_top": lazy_gettext("Séquences : %(quoted)s n’est pas une hauteur, il faut une carte du 9 à l’as."),
    "sequence_top_low": Plural(
        "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d carte.",
        "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d cartes.",
        "cards_down",
    ),
    "height_needed": lazy_gettext(
        "« Hauteur ? » Deux séquences de même longueur : dites la plus haute carte de chacune."
    ),
    "set_rank": lazy_gettext("Quatorze et brelans : As, Rois, Dames, Valets et 10 comptent seuls, et pas %(quoted)s."),
    "set_size": lazy_gettext("Un quatorze a 4 cartes et un brelan 3 : %(value)s, ce n’est ni l’un ni l’autre."),
    "set_twice": lazy_gettext("Une hauteur ne compte qu’une fois : %(quatorze)s ou %(brelan)s, pas les deux."),
    "ranks_length": lazy_gettext(
        "Quatorze et brelans : il faut une hauteur pour chacun, %(expected)d et non %(found)d."
    ),
    "hands_shape": lazy_gettext("Mains : il faut une liste de cartes pour chacun des deux joueurs."),
    "hand_short": Plural(
        "Il manque %(num)d carte pour %(name)s : une main en compte %(expected)d.",
        "Il manque %(num)d cartes pour %(name)s : une main en compte %(expected)d.",
        "by",
    ),
    "hand_over": Plural(
        "%(num)d carte de trop pour %(name)s : une main en compte %(expected)d.",
        "%(num)d cartes de trop pour %(name)s : une main en compte %(expected)d.",
        "by",
    ),
    "hand_whole": lazy_gettext("La main notée pour %(name)s a %(found)d cartes : ce n’est pas une main courte."),
    "card_unknown": lazy_gettext("%(quoted)s n’est pas une carte."),
    "card_not_in_deck": lazy_gettext("%(card)s n’est pas du jeu : le Piquet se joue du 7 à l’as."),
    # The arbiter's error has no seat: `SHARED_SENTENCES` then has the sentence.
    "card_twice": IfDetail("seat", lazy_gettext("%(card)s est deux fois dans la même main, pour %(name)s.")),
    "card_in_both": lazy_gettext("%(card)s est dans les deux mains : il n’y en a qu’une au jeu."),
}
AFTER_LABEL: dict[str, Sentence] = {
    "point_missing": lazy_gettext("pour %(name)s, dites de combien de cartes."),
    "sequence_missing": lazy_gettext("pour %(name)s, dites de quelle longueur."),
    "set_missing": lazy_gettext("pour %(name)s, dites lesquels."),
    "both_score": lazy_gettext("un seul des deux marque, ou personne si c’est égal."),
    "scored_by_nobody": lazy_gettext("il y a de quoi marquer, mais pour personne : dites pour qui."),
    "offender_scores": lazy_gettext("après une fausse annonce, rien ne compte pour %(name)s dans ce coup."),
    "answer_value": lazy_gettext("%(quoted)s n’est pas une réponse, il faut bon, pas bon ou égal."),
    "answer_empty": lazy_gettext("avec cette réponse il faut une annonce pour %(name)s, et elle manque."),
    "cannot_hold": lazy_gettext("avec le reste, cela ne tient dans aucune main possible pour %(name)s."),
    "cannot_both_hold": lazy_gettext(
        "les deux mains ne peuvent pas tenir cela ensemble, les 32 cartes n’y suffisent pas."
    ),
    "not_held": lazy_gettext(
        "cela n’est pas dans la main notée pour %(name)s ; si c’est une fausse annonce, notez-la."
    ),
}
FILLERS: dict[str, Filler] = {
    "card": Filler(lambda _, code: short_card_name(str(code)), ("card",)),
    "cards_down": Filler(_count_cards_down, ("top",)),
    "run": Filler(lambda _, length, top: run_name(length, top), ("length", "top")),
    "least": Filler(lambda _, cards: min(possible_pips(cards)), ("cards",)),
    "most": Filler(lambda _, cards: max(possible_pips(cards)), ("cards",)),
    "quatorze": Filler(lambda _, rank: set_name(rank, 4), ("rank",)),
    "brelan": Filler(lambda _, rank: set_name(rank, 3), ("rank",)),
}
