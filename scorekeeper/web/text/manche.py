"""The sentences about a manche: its name, its buttons, its changes. A game may use another word, such as coup."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import LazyString, lazy_gettext

from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.figures import listed


@dataclass(frozen=True)
class MancheText:
    """The sentences of a game about its manches, with the game's own word for them.

    `named`, `to_record`, `to_undo`, `to_correct` and `since` have the placeholder `number`, `change` also `done`.
    `recorded_first` says that another client recorded the manche of this number; `the_same` and `another` are the two
    answers. `changes` are by kind of change, `refusals` by the key of a `RefusedError`. `played` and `taken_out` count
    manches, `after_end` the manches played after the end of the partie. `happened` takes the count and the list of the
    manches in which something happened. `next_begun` says that a new manche has begun in a partie that is over.
    """

    one: LazyString
    named: LazyString
    to_record: LazyString
    to_undo: LazyString
    to_correct: LazyString
    lacking: LazyString
    lacking_many: LazyString
    empty: LazyString
    recount: LazyString
    undone: LazyString
    put_back: LazyString
    restore: LazyString
    delete: LazyString
    left_out: LazyString
    versions: LazyString
    next_begun: LazyString
    clear_cards: LazyString
    let_stand: LazyString
    recorded_first: LazyString
    the_same: LazyString
    another: LazyString
    change: LazyString
    change_of_one: LazyString
    changes: Mapping[str, LazyString]
    refusals: Mapping[str, LazyString]
    played: Callable[[int], str]
    taken_out: Callable[[int], str]
    after_end: Callable[[int, int], str]
    happened: Callable[[int, str], str]
    since: LazyString

    def name(self, number: int) -> str:
        """Return the name of the manche of this number."""
        return str(self.named) % {"number": number}

    def record(self, number: int) -> str:
        """Return the label of the button that opens the entry of a manche."""
        return str(self.to_record) % {"number": number}

    def undo(self, number: int) -> str:
        """Return the label of the button that undoes the latest manche."""
        return str(self.to_undo) % {"number": number}

    def correct(self, number: int) -> str:
        """Return the text of the link to correct a manche."""
        return str(self.to_correct) % {"number": number}

    def already_recorded(self, number: int) -> str:
        """Say that another client recorded this manche already."""
        return str(self.recorded_first) % {"number": number}

    def in_manches(self, numbers: Sequence[int]) -> str:
        """Say in which manches something happened: « aux manches 3 et 7 »."""
        return self.happened(len(numbers), listed([str(number) for number in numbers]))

    def after_manche(self, number: int) -> str:
        """Say after which manche something was true: « après la manche 4 »."""
        return str(self.since) % {"number": number}

    def change_of(self, done: str, number: int | None) -> str:
        """Say what was done to the manche of this number, or (None) to one that no longer counts."""
        words = self.change_of_one if number is None else self.change
        return str(words) % {"number": number, "done": done}


MANCHE = MancheText(
    one=lazy_gettext("Manche"),
    named=lazy_gettext("Manche %(number)s"),
    to_record=lazy_gettext("Noter la manche %(number)s"),
    to_undo=lazy_gettext("Annuler la manche %(number)s"),
    to_correct=lazy_gettext("Corriger la manche %(number)s"),
    lacking=lazy_gettext("sans la manche 99"),
    lacking_many=lazy_gettext("sans les manches 99"),
    empty=lazy_gettext("Une ligne par manche : les points de chacun et le total."),
    recount=lazy_gettext("Tout changement recompte la partie depuis la première manche."),
    undone=lazy_gettext("Manche annulée"),
    put_back=lazy_gettext("La rétablir"),
    restore=lazy_gettext("Rétablir la manche"),
    delete=lazy_gettext("Supprimer la manche"),
    left_out=lazy_gettext("Elle ne compte plus. La corriger ou la rétablir la remet à sa place."),
    versions=lazy_gettext("Historique de la manche"),
    next_begun=lazy_gettext("Une manche de plus est commencée : ce qui en est noté reste."),
    clear_cards=lazy_gettext("Effacer les cartes de cette manche"),
    let_stand=lazy_gettext("Aucune règle ne fixe la pénalité : à vous de décider."),
    recorded_first=lazy_gettext("La manche %(number)s est déjà notée."),
    the_same=lazy_gettext("C’est la même"),
    another=lazy_gettext("C’est une autre manche"),
    change=lazy_gettext("manche %(number)s %(done)s"),
    change_of_one=lazy_gettext("une manche %(done)s"),
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
    played=lambda count: ngettext("%(num)d manche", "%(num)d manches", count),
    taken_out=lambda count: ngettext("%(num)d manche annulée", "%(num)d manches annulées", count),
    after_end=lambda count, after: ngettext(
        "La partie était finie à la manche %(after)s : %(num)d manche jouée ensuite ne compte pas.",
        "La partie était finie à la manche %(after)s : %(num)d manches jouées ensuite ne comptent pas.",
        count,
        after=after,
    ),
    happened=lambda count, numbers: ngettext(
        "à la manche %(numbers)s", "aux manches %(numbers)s", count, numbers=numbers
    ),
    since=lazy_gettext("après la manche %(number)s"),
)
