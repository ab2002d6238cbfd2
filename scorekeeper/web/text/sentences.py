"""Error sentences as data: `%` templates whose placeholders are filled from the figures of an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from flask_babel import LazyString

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.figures import figure, whole_figure

Sentence: TypeAlias = "LazyString | Plural | IfFigure | OneOf"
"""A sentence, or a choice between sentences."""
PLACEHOLDER = re.compile(r"%\((\w+)\)([ds])")
COUNT = "num"


@dataclass(frozen=True)
class Plural:
    """A sentence in singular and plural: the placeholder `number` decides, and is written `%(num)d` in both."""

    one: str
    many: str
    number: str


@dataclass(frozen=True)
class IfFigure:
    """A sentence used if the error has this figure; otherwise the sentence of `AT_ANY_TABLE` is used."""

    figure: str
    sentence: Sentence


@dataclass(frozen=True)
class OneOf:
    """Several sentences, one of which is used: that of the key that `choose` returns for the error, if there is one."""

    choose: Callable[[ImpossibleError], object]
    sentences: Mapping[object, Sentence]


class Filler(NamedTuple):
    """The value of a placeholder: a function of the players' names by seat and of the figures named here.

    The figure `field` is the field of the error.
    """

    words: Callable[..., str | int]
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Filling:
    """An error, the players' names by seat, and the fillers of placeholders.

    A placeholder without filler is the figure of that name: `%(total)d` as is, `%(total)s` in the reader's language.
    """

    error: ImpossibleError
    names: Sequence[str]
    fillers: Mapping[str, Filler]

    def say(self, sentence: Sentence | None) -> str | None:
        """Return the sentence with its placeholders filled, None for None. Raises `KeyError` for a missing figure."""
        if isinstance(sentence, IfFigure):
            return self.say(sentence.sentence if sentence.figure in self.error.figures else None)
        if isinstance(sentence, OneOf):
            return self.say(sentence.sentences.get(sentence.choose(self.error)))
        if isinstance(sentence, Plural):
            values = self._placeholders(sentence.one + sentence.many)
            return ngettext(sentence.one, sentence.many, int(self._placeholder(sentence.number, "d")), **values)
        return None if sentence is None else str(sentence) % self._placeholders(str(sentence))

    def _placeholders(self, template: str) -> dict[str, str | int]:
        return {name: self._placeholder(name, kind) for name, kind in PLACEHOLDER.findall(template) if name != COUNT}

    def _placeholder(self, name: str, kind: str) -> str | int:
        if name in self.fillers:
            all_figures = {"field": self.error.field, **self.error.figures}
            words, figures = self.fillers[name]
            return words(self.names, *(all_figures[name] for name in figures))
        return whole_figure(self.error, name) if kind == "d" else figure(self.error.figures[name])
