"""The sentences about a manche of Piquet, which is called a coup."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.manche import MancheText

COUP = MancheText(
    word=lazy_gettext("Coup"),
    name_template=lazy_gettext("Coup %(number)s"),
    record_template=lazy_gettext("Noter le coup %(number)s"),
    noun_template=lazy_gettext("le coup %(number)s"),
    noun_alone=lazy_gettext("le coup"),
    correct_template=lazy_gettext("Corriger le coup %(number)s"),
    without_one=lazy_gettext("sans le coup 99"),
    without_several=lazy_gettext("sans les coups 99"),
    empty_sheet=lazy_gettext("Une ligne par coup : les points de chacun et le total."),
    recount_hint=lazy_gettext("Tout changement recompte la partie depuis le premier coup."),
    undone_notice=lazy_gettext("Coup retiré"),
    restore_undone=lazy_gettext("Le rétablir"),
    restore_label=lazy_gettext("Rétablir le coup"),
    delete_label=lazy_gettext("Supprimer le coup"),
    undone_hint=lazy_gettext("Il ne compte plus. Le corriger ou le rétablir le remet à sa place."),
    versions_heading=lazy_gettext("Historique du coup"),
    next_begun=lazy_gettext("Un coup de plus est commencé : ce qui en est noté reste."),
    clear_cards_label=lazy_gettext("Effacer les cartes de ce coup"),
    no_penalty_rule=lazy_gettext("Aucune règle ne fixe la pénalité : à vous de décider."),
    already_recorded_template=lazy_gettext("Le coup %(number)s est déjà noté."),
    same_answer=lazy_gettext("C’est le même"),
    another_answer=lazy_gettext("C’est un autre coup"),
    change_template=lazy_gettext("coup %(number)s %(done)s"),
    undone_change_template=lazy_gettext("un coup %(done)s"),
    changes={
        "begun": lazy_gettext("début du coup à venir"),
        "recorded": lazy_gettext("noté"),
        "corrected": lazy_gettext("corrigé"),
        "laid_out": lazy_gettext("retiré, à reprendre"),
        "deleted": lazy_gettext("retiré"),
        "restored": lazy_gettext("rétabli"),
    },
    refusals={
        "partie_over": lazy_gettext("La partie est finie : ce coup n’a pas été noté."),
        "nothing_to_undo": lazy_gettext("Il n’y a aucun coup à annuler."),
        "rules_do_not_fit": lazy_gettext("Le coup %(number)s ne peut pas se compter ainsi. %(reason)s"),
        "begun_does_not_fit": lazy_gettext(
            "Le coup en cours ne peut pas continuer sous ces règles : "
            "terminez-le, ou annulez ce qui est commencé. %(reason)s"
        ),
        "cards_begun": lazy_gettext("On note déjà les cartes de ce coup."),
        "no_cards": lazy_gettext("Aucune carte n’est notée pour ce coup."),
        "cards_missing": lazy_gettext("Il manque encore des cartes : le coup n’est pas fini."),
        "cards_under_way": lazy_gettext(
            "Les cartes du coup en cours sont sur la table : finissez-le, ou effacez-les d’abord."
        ),
    },
    count_text=lambda count: ngettext("%(num)d coup", "%(num)d coups", count),
    undone_count_text=lambda count: ngettext("%(num)d coup retiré", "%(num)d coups retirés", count),
    after_end_text=lambda count, after: ngettext(
        "La partie était finie au coup %(after)s : %(num)d coup joué ensuite ne compte pas.",
        "La partie était finie au coup %(after)s : %(num)d coups joués ensuite ne comptent pas.",
        count,
        after=after,
    ),
    in_manches_text=lambda count, numbers: ngettext(
        "au coup %(numbers)s", "aux coups %(numbers)s", count, numbers=numbers
    ),
    after_template=lazy_gettext("après le coup %(number)s"),
)
