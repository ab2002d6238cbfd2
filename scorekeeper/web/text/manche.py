"""The words of a game for a manche: « la manche 3 »; a game may use another word, such as coup.

A *partie* is a game played to its end, a *manche* one deal of it. The *sheet* has a row for each manche that counts.
The templates and `REFUSALS` in `text/record.py` have the sentences, into which these words are put.
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
    """The words of a game for its manches. `MANCHE` below has an example of each field."""

    # As a heading, and in a list of numbers: « manches 3 et 7 ».
    word: LazyString
    plural: LazyString

    # In the middle of a sentence, with a number and without.
    noun_template: LazyString
    noun_alone: LazyString

    # In which manche something happened.
    in_one_template: LazyString

    # What was done, by the kind of change in the log.
    changes: Mapping[str, LazyString]

    # Returns the number of manches with its noun: « 3 manches ».
    count_text: Callable[[int], str]

    def name(self, number: int) -> str:
        """Return the name of the manche of this number as a heading: « Manche 3 »."""
        return f"{self.word} {number}"

    def noun(self, number: int | None) -> str:
        """Return the name of a manche in a sentence: « la manche 3 »; without a number, « la manche »."""
        if number is None:
            return str(self.noun_alone)
        return str(self.noun_template) % {"number": number}

    def in_manches(self, numbers: Sequence[int]) -> str:
        """Say in which manches something happened: « aux manches 3 et 7 »."""
        start = numbers[0]
        last = numbers[-1]
        if start == last:
            return str(self.in_one_template) % {"number": start}
        listed = join_words([str(number) for number in numbers])
        # « aux manches 3 à 7 », if there is no gap.
        if len(numbers) > _MOST_NUMBERS and [*numbers] == [*range(start, last + 1)]:
            listed = gettext("%(first)s à %(last)s", first=start, last=last)
        return gettext("aux %(manches)s %(numbers)s", manches=self.plural, numbers=listed)

    def change_of(self, done: str, number: int | None) -> str:
        """Say which manche was changed, by `done`: « manche 3 corrigée ».

        A manche that is not in the sheet has no number: « manche annulée ».
        """
        name = str(self.word)
        if number is not None:
            name = self.name(number)
        return f"{name.lower()} {done}"


MANCHE = MancheText(
    word=lazy_gettext("Manche"),
    plural=lazy_gettext("manches"),
    noun_template=lazy_gettext("la manche %(number)s"),
    noun_alone=lazy_gettext("la manche"),
    in_one_template=lazy_gettext("à la manche %(number)s"),
    changes={
        "begun": lazy_gettext("début de la manche à venir"),
        "recorded": lazy_gettext("notée"),
        "corrected": lazy_gettext("corrigée"),
        "laid_out": lazy_gettext("annulée, à reprendre"),
        "deleted": lazy_gettext("annulée"),
        "restored": lazy_gettext("rétablie"),
    },
    count_text=lambda count: ngettext("%(num)d manche", "%(num)d manches", count),
)
