"""The sentences about a manche: its name, its buttons, its changes; a game may use another word, such as coup.

A *partie* is a game played to its end, a *manche* one deal of it. The *sheet* has a row for each manche that counts. A
manche is *undone* when the table takes back its recording; it can be restored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import LazyString, lazy_gettext

from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.text.values import join_words

_MOST_NUMBERS = 3  # listed one by one if they follow one another


@dataclass(frozen=True)
class MancheText:
    """The sentences of a game about its manches, with the game's own word for them.

    A field named `…_template` has the placeholder `number`: « Noter la manche %(number)s ». `MANCHE` below has an
    example of each field. A `LazyString` is translated when it is shown.
    """

    # « Manche », « Coup ».
    word: LazyString

    # The name as a heading, « Manche 3 », and the label of the button that opens the entry.
    name_template: LazyString
    record_template: LazyString

    # The name in the middle of a sentence: « la manche 3 », and without a number « la manche ».
    noun_template: LazyString
    noun_alone: LazyString

    # The label of the link that corrects a manche.
    correct_template: LazyString

    # Which manches, one or several, are not in a total: « sans la manche {n} ». A script replaces the `{n}`.
    without_one: LazyString
    without_several: LazyString

    # The sentence in place of the rows, before the first manche.
    empty_sheet: LazyString

    # The hint beside the form that changes an earlier manche or the house rules.
    recount_hint: LazyString

    # For an undone manche: the notice and its button, which restores the manche; the button on the page of the manche
    # that restores it; the button that deletes a manche; the hint that an undone manche does not count.
    undone_notice: LazyString
    restore_undone: LazyString
    restore_label: LazyString
    delete_label: LazyString
    undone_hint: LazyString

    # The heading above the list of the earlier versions of a manche.
    versions_heading: LazyString

    # The sentence of a partie that is over, although its next manche is begun.
    next_begun: LazyString

    # The button that removes the cards entered of the current manche.
    clear_cards_label: LazyString

    # The sentence about an irregular card, if no rule of the table has a penalty for it.
    no_penalty_rule: LazyString

    # The sentence that another client has recorded this manche already, and the two answers to the question whether
    # it is the same manche.
    already_recorded_template: LazyString
    same_answer: LazyString
    another_answer: LazyString

    # What was done to a manche: « manche 3 corrigée ». The placeholder `done` is one of the texts in `changes`. The
    # second template is for a manche that is not in the sheet and so has no number: « une manche annulée ».
    change_template: LazyString
    undone_change_template: LazyString

    # What was done, by the kind of change in the log: `corrected` is « corrigée ».
    changes: Mapping[str, LazyString]

    # The sentences that say why a form was refused, by the key of the `RefusedError`.
    refusals: Mapping[str, LazyString]

    # Functions that take the number of manches, and return « 3 manches » and « 3 manches annulées ».
    count_text: Callable[[int], str]
    undone_count_text: Callable[[int], str]

    # Takes the number of manches played after the end of the partie, and the number of the manche that ended it.
    after_end_text: Callable[[int, int], str]

    # Takes the count and the list, as text, of the manches in which something happened: « aux manches 3 et 7 ».
    in_manches_text: Callable[[int, str], str]

    # « après la manche %(number)s ».
    after_template: LazyString

    def name(self, number: int) -> str:
        """Return the name of the manche of this number."""
        return str(self.name_template) % {"number": number}

    def record_label(self, number: int) -> str:
        """Return the label of the button that opens the entry of a manche."""
        return str(self.record_template) % {"number": number}

    def noun(self, number: int | None) -> str:
        """Return the name of a manche in a sentence: « la manche 3 »; without a number, « la manche »."""
        if number is None:
            return str(self.noun_alone)
        return str(self.noun_template) % {"number": number}

    def correct_label(self, number: int) -> str:
        """Return the label of the link that corrects a manche."""
        return str(self.correct_template) % {"number": number}

    def already_recorded(self, number: int) -> str:
        """Say that another client recorded this manche already."""
        return str(self.already_recorded_template) % {"number": number}

    def in_manches(self, numbers: Sequence[int]) -> str:
        """Say in which manches something happened: « aux manches 3 et 7 »."""
        start = numbers[0]
        last = numbers[-1]
        # « aux manches 3 à 7 », if there is no gap.
        if len(numbers) > _MOST_NUMBERS and [*numbers] == [*range(start, last + 1)]:
            return self.in_manches_text(len(numbers), gettext("%(first)s à %(last)s", first=start, last=last))
        return self.in_manches_text(len(numbers), join_words([str(number) for number in numbers]))

    def after_manche(self, number: int) -> str:
        """Say after which manche something was true: « après la manche 4 »."""
        return str(self.after_template) % {"number": number}

    def change_of(self, done: str, number: int | None) -> str:
        """Say which manche was changed, by `done`: « manche 3 corrigée »; without a number, « une manche annulée »."""
        template = self.change_template
        if number is None:
            template = self.undone_change_template
        return str(template) % {"number": number, "done": done}


MANCHE = MancheText(
    word=lazy_gettext("Manche"),
    name_template=lazy_gettext("Manche %(number)s"),
    record_template=lazy_gettext("Noter la manche %(number)s"),
    noun_template=lazy_gettext("la manche %(number)s"),
    noun_alone=lazy_gettext("la manche"),
    correct_template=lazy_gettext("Corriger la manche %(number)s"),
    without_one=lazy_gettext("sans la manche {n}"),
    without_several=lazy_gettext("sans les manches {n}"),
    empty_sheet=lazy_gettext("Une ligne par manche : les points de chacun et le total."),
    recount_hint=lazy_gettext("Tout changement recompte la partie depuis la première manche."),
    undone_notice=lazy_gettext("Manche annulée"),
    restore_undone=lazy_gettext("La rétablir"),
    restore_label=lazy_gettext("Rétablir la manche"),
    delete_label=lazy_gettext("Supprimer la manche"),
    undone_hint=lazy_gettext("Elle ne compte plus. La corriger ou la rétablir la remet à sa place."),
    versions_heading=lazy_gettext("Historique de la manche"),
    next_begun=lazy_gettext("Une manche de plus est commencée : ce qui en est noté reste."),
    clear_cards_label=lazy_gettext("Effacer les cartes de cette manche"),
    no_penalty_rule=lazy_gettext("Aucune règle ne fixe la pénalité : à vous de décider."),
    already_recorded_template=lazy_gettext("La manche %(number)s est déjà notée."),
    same_answer=lazy_gettext("C’est la même"),
    another_answer=lazy_gettext("C’est une autre manche"),
    change_template=lazy_gettext("manche %(number)s %(done)s"),
    undone_change_template=lazy_gettext("une manche %(done)s"),
    changes={
        "begun": lazy_gettext("début de la manche à venir"),
        "recorded": lazy_gettext("notée"),
        "corrected": lazy_gettext("corrigée"),
        "laid_out": lazy_gettext("annulée, à reprendre"),
        "deleted": lazy_gettext("annulée"),
        "restored": lazy_gettext("rétablie"),
    },
    refusals={
        "partie_over": lazy_gettext("La partie est finie : cette manche n’a pas été notée."),
        "nothing_to_undo": lazy_gettext("Il n’y a aucune manche à annuler."),
        "rules_do_not_fit": lazy_gettext("La manche %(number)s ne peut pas se compter ainsi. %(reason)s"),
        "begun_does_not_fit": lazy_gettext(
            "La manche en cours ne peut pas continuer sous ces règles : "
            "terminez-la, ou annulez ce qui est commencé. %(reason)s"
        ),
        "cards_begun": lazy_gettext("On note déjà les cartes de cette manche."),
        "no_cards": lazy_gettext("Aucune carte n’est notée pour cette manche."),
        "cards_missing": lazy_gettext("Il manque encore des cartes : la manche n’est pas finie."),
        "cards_under_way": lazy_gettext(
            "Les cartes de la manche en cours sont sur la table : finissez-la, ou effacez-les d’abord."
        ),
    },
    count_text=lambda count: ngettext("%(num)d manche", "%(num)d manches", count),
    undone_count_text=lambda count: ngettext("%(num)d manche annulée", "%(num)d manches annulées", count),
    after_end_text=lambda count, after: ngettext(
        "La partie était finie à la manche %(after)s : %(num)d manche jouée ensuite ne compte pas.",
        "La partie était finie à la manche %(after)s : %(num)d manches jouées ensuite ne comptent pas.",
        count,
        after=after,
    ),
    in_manches_text=lambda count, numbers: ngettext(
        "à la manche %(numbers)s", "aux manches %(numbers)s", count, numbers=numbers
    ),
    after_template=lazy_gettext("après la manche %(number)s"),
)
