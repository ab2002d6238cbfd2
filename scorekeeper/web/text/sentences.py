"""Error sentences as data: `%` templates, whose placeholders are filled with the details of an error.

An `ImpossibleError` has a *field*, the fact or house rule that it is about, and *details*: values by name. Example: the
template « %(value)s est trop petit, le minimum est %(lowest)s. » of an error with the details `value` and `lowest`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from flask_babel import LazyString

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.values import format_number, whole_detail

# In quotes, because these classes are defined below.
Sentence: TypeAlias = "LazyString | Plural | IfDetail | OneOf"
"""A sentence, or a choice between sentences."""
# The name of a placeholder and its kind: `%(total)d` is ("total", "d").
PLACEHOLDER = re.compile(r"%\((\w+)\)([ds])")
COUNT = "num"  # the placeholder of the number that chooses between singular and plural


@dataclass(frozen=True)
class Plural:
    """A sentence in singular and plural.

    `number` is the name of the detail of an error that chooses between them; the sentences have it as `%(num)d`.
    """

    singular: str
    plural: str
    number: str = COUNT

    def for_number(self, number: int, **values: object) -> str:
        """Return the sentence for this number, its other placeholders filled in."""
        return ngettext(self.singular, self.plural, number, **values)


@dataclass(frozen=True)
class IfDetail:
    """A sentence for an error that has this detail; without it, the sentence that all games share is used."""

    detail: str
    sentence: Sentence


@dataclass(frozen=True)
class OneOf:
    """A choice of sentences: the one whose key `choose` returns for the error, if there is one.

    Example: one sentence for an error in the field `hands` (True), another for all other fields (False).
    """

    choose: Callable[[ImpossibleError], object]
    sentences: Mapping[object, Sentence]


class Filler(NamedTuple):
    """How to make the value of a placeholder that is not simply a detail of its name.

    `value_of` takes the players' names by seat, then the details whose names are in `details`; the name `field` means
    the field of the error. Example: `Filler(player_name, ("seat",))` is the name of the player in the seat of the
    error.
    """

    value_of: Callable[..., str | int]
    details: tuple[str, ...]


@dataclass(frozen=True)
class Filling:
    """An error, the players' names by seat (index at the table), and the fillers of placeholders.

    A placeholder without a filler gets the detail of its name: as is for `%(total)d`, formatted for `%(total)s`.
    """

    error: ImpossibleError
    names: Sequence[str]
    fillers: Mapping[str, Filler]

    def fill(self, sentence: Sentence | None) -> str | None:
        """Return the sentence filled, None if there is none to fill. Raises `KeyError` for a missing detail."""
        if isinstance(sentence, IfDetail):
            if sentence.detail not in self.error.details:
                return None
            return self.fill(sentence.sentence)
        if isinstance(sentence, OneOf):
            return self.fill(sentence.sentences.get(sentence.choose(self.error)))
        if isinstance(sentence, Plural):
            # The singular may have placeholders that the plural lacks, and the plural some that the singular lacks.
            values = self._placeholders(sentence.singular + sentence.plural)
            number = int(self._placeholder(sentence.number, "d"))
            return sentence.for_number(number, **values)
        if sentence is None:
            return None
        return str(sentence) % self._placeholders(str(sentence))

    def _placeholders(self, template: str) -> dict[str, str | int]:
        return {name: self._placeholder(name, kind) for name, kind in PLACEHOLDER.findall(template) if name != COUNT}

    def _placeholder(self, name: str, kind: str) -> str | int:
        """Return the value of a placeholder; `kind` is "d" for an integer, "s" for a text."""
        if name in self.fillers:
            all_details = {"field": self.error.field, **self.error.details}
            filler = self.fillers[name]
            return filler.value_of(self.names, *(all_details[detail] for detail in filler.details))
        if kind == "d":
            return whole_detail(self.error, name)
        return format_number(self.error.details[name])
