"""The error sentences about the play of a coup of Piquet and about irregularities."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.text.sentences import OneOf, Plural, Sentence


def _has_one_possible_number(error: ImpossibleError) -> bool:
    return error.details["lowest"] == error.details["highest"]


FULL_SENTENCES: dict[str, Sentence] = {
    "no_tricks": lazy_gettext("Il manque les plis des deux joueurs."),
    "tricks_short": Plural(
        "Il manque %(num)d pli : un coup en compte %(total)d.",
        "Il manque %(num)d plis : un coup en compte %(total)d.",
        "by",
    ),
    "tricks_over": Plural(
        "%(num)d pli de trop : un coup en compte %(total)d.",
        "%(num)d plis de trop : un coup en compte %(total)d.",
        "by",
    ),
    "no_last": lazy_gettext("Il manque le dernier pli : dites à qui il est."),
    "last_without_trick": lazy_gettext("Le dernier pli est noté pour %(name)s, avec 0 pli en tout."),
    "short_hand_last": lazy_gettext("Avec moins de cartes en main, le dernier pli ne peut pas être pour %(name)s."),
    "short_hand_tricks": lazy_gettext("Une fois ses %(highest)d cartes jouées, plus aucun pli n’est pour %(name)s."),
    "short_cards_alone": lazy_gettext("Main courte : dites de qui elle est, et pas seulement de combien de cartes."),
    "short_cards_disagree": lazy_gettext(
        "La main courte est notée avec %(found)d cartes, et dite de %(expected)d : corrigez l’un ou l’autre."
    ),
    "winners_shape": lazy_gettext("Plis un à un : il faut une liste qui dise à qui est chacun."),
    "winners_short": Plural(
        "Plis un à un : il en manque %(num)d, dites à qui il est.",
        "Plis un à un : il en manque %(num)d, dites à qui ils sont.",
        "by",
    ),
    "winners_over": Plural(
        "Plis un à un : %(num)d de trop, un coup n’en compte que 12.",
        "Plis un à un : %(num)d de trop, un coup n’en compte que 12.",
        "by",
    ),
    "winners_disagree": lazy_gettext(
        "Plis un à un : ils ne donnent pas le compte noté à côté, corrigez l’un ou l’autre."
    ),
    "low_missing": lazy_gettext(
        "À cette table, les 9, les 8 et les 7 ne rapportent rien : dites à chaque pli s’il y en avait."
    ),
    "low_unused": lazy_gettext("À cette table, toutes les cartes rapportent : il n’y a pas de basses cartes à noter."),
    "low_shape": lazy_gettext("Basses cartes : il faut oui ou non pour l’entame et pour la prise de chaque pli."),
    "low_disagrees": lazy_gettext(
        "Pli %(trick)d : une basse carte n’en prend pas une haute, et une entame qui prend le pli est une seule carte."
    ),
    "elder_run_needed": lazy_gettext("Pic ou pas ? Combien de plis pour %(name)s avant le premier de l’autre ?"),
    "elder_run_range": OneOf(
        _has_one_possible_number,
        {
            True: lazy_gettext("Plis du premier en cartes avant ceux du donneur : ce ne peut être que %(lowest)d."),
            False: lazy_gettext(
                "Plis du premier en cartes avant ceux du donneur : d’après les plis, "
                "ce compte est impossible (de %(lowest)d à %(highest)d)."
            ),
        },
    ),
    "elder_points_needed": lazy_gettext(
        "Pic ou pas ? Combien de points de jeu pour %(name)s avant le premier de l’autre, de %(lowest)d à %(highest)d ?"
    ),
    "elder_points_range": OneOf(
        _has_one_possible_number,
        {
            True: lazy_gettext("Points du premier en cartes avant ceux du donneur : ce ne peut être que %(lowest)d."),
            False: lazy_gettext(
                "Points du premier en cartes avant ceux du donneur : d’après les plis, "
                "ce compte est impossible (de %(lowest)d à %(highest)d)."
            ),
        },
    ),
    "trick_points_needed": OneOf(
        lambda error: error.article == "PI-18",
        {
            True: lazy_gettext(
                "À cette table, les 9, les 8 et les 7 ne rapportent rien : "
                "dites les points d’entames et de plis de chacun."
            ),
            False: lazy_gettext(
                "À cette table, un pli gagné sur sa propre entame ne compte qu’une fois : "
                "dites les points d’entames et de plis de chacun."
            ),
        },
    ),
    "trick_points_impossible": lazy_gettext("Points des plis : d’après les plis, ces deux comptes sont impossibles."),
    "trick_points_range": lazy_gettext("Points des plis pour %(name)s : il en faut de %(lowest)d à %(highest)d."),
    "fault_shape": lazy_gettext("Irrégularité : elle ne se lit pas, il faut dire laquelle et de qui."),
    "fault_seat": lazy_gettext("Irrégularité : dites de qui."),
    "fault_kind": lazy_gettext("Irrégularité inconnue : %(quoted)s."),
    "fault_article": lazy_gettext("Coup annulé : %(quoted)s n’en donne pas la raison, il faut PI-32, PI-33 ou PI-38."),
}
