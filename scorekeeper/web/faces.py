"""What each game shows of itself on the page: the web's one list of games, beside `scorekeeper.games.ALL`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from scorekeeper.web.forms import hearts as hearts_form
from scorekeeper.web.words import hearts as hearts_words

if TYPE_CHECKING:
    from random import Random

    from flask_babel.speaklater import LazyString

    from scorekeeper.games.contract import ImpossibleError, Json, Line
    from scorekeeper.record.models import Manche
    from scorekeeper.record.standings import Standing
    from scorekeeper.web.forms import FactsForm


class Words(Protocol):
    """The sentences of a game: names of its house rules, of its lines and of its faults."""

    NAME: LazyString
    TAGLINE: LazyString
    PRESETS: dict[str, LazyString]
    PRESET_LINES: dict[str, LazyString]
    OPTIONS: dict[str, tuple[LazyString, LazyString]]
    VALUES: dict[str, dict[object, LazyString]]

    why: Callable[[Line], str]
    fault: Callable[[ImpossibleError, Sequence[str]], str]
    ending: Callable[[str, int | None], str]


@dataclass(frozen=True)
class Face:
    """A game's words, the form of its manches (its template is under `games/<slug>/`), and a sample of facts."""

    words: Words
    form: Callable[[Standing, Manche | None], FactsForm]
    sample: Callable[[Standing, Random], Json]


def _as_words(module: Any) -> Words:  # noqa: ANN401 - a module that keeps the protocol
    words: Words = module
    return words


FACES: Mapping[str, Face] = {
    "hearts": Face(words=_as_words(hearts_words), form=hearts_form.facts_form, sample=hearts_form.sample_facts),
}
