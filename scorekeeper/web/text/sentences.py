"""Sentences of refusals as data: templates whose places are filled by name from the figures of a fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from flask_babel import LazyString

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.figures import figure, whole_figure

Sentence: TypeAlias = "LazyString | Plural | Given | OneOf"
"""A sentence, or a choice between sentences."""
PLACE = re.compile(r"%\((\w+)\)([ds])")
COUNT = "num"


@dataclass(frozen=True)
class Plural:
    """A sentence in the singular and in the plural: the place `number` decides, and is `%(num)d` in both."""

    one: str
    many: str
    number: str


@dataclass(frozen=True)
class Given:
    """A sentence for where the fault gives a figure; where it does not, what is said at any table."""

    figure: str
    sentence: Sentence


@dataclass(frozen=True)
class OneOf:
    """Several sentences, and what of the fault chooses between them; none for what is not among them."""

    choose: Callable[[ImpossibleError], object]
    sentences: Mapping[object, Sentence]


class Filler(NamedTuple):
    """What stands in a place: how it is said, from the players' names by seat and the figures named here.

    Among these, `field` is the field of the fault.
    """

    words: Callable[..., str | int]
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Filling:
    """A fault to say, the players' names by seat, and what stands in places.

    A place without a filler is the figure of that name: `%(total)d` as it is, `%(total)s` as this language writes it.
    """

    error: ImpossibleError
    names: Sequence[str]
    fillers: Mapping[str, Filler]

    def say(self, sentence: Sentence | None) -> str | None:
        """The sentence with its places filled, None where there is none. Raises `KeyError` for a figure not given."""
        if isinstance(sentence, Given):
            return self.say(sentence.sentence if sentence.figure in self.error.figures else None)
        if isinstance(sentence, OneOf):
            return self.say(sentence.sentences.get(sentence.choose(self.error)))
        if isinstance(sentence, Plural):
            places = self._places(sentence.one + sentence.many)
            return ngettext(sentence.one, sentence.many, int(self._place(sentence.number, "d")), **places)
        return None if sentence is None else str(sentence) % self._places(str(sentence))

    def _places(self, template: str) -> dict[str, str | int]:
        return {name: self._place(name, kind) for name, kind in PLACE.findall(template) if name != COUNT}

    def _place(self, name: str, kind: str) -> str | int:
        if name in self.fillers:
            known = {"field": self.error.field, **self.error.figures}
            words, figures = self.fillers[name]
            return words(self.names, *(known[name] for name in figures))
        return whole_figure(self.error, name) if kind == "d" else figure(self.error.figures[name])
