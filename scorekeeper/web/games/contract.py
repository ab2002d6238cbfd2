"""What a game shows of itself on the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from random import Random

    from flask_babel.speaklater import LazyString
    from werkzeug.datastructures import MultiDict

    from scorekeeper.cards.verdicts import Trick
    from scorekeeper.games.arbiter import Arbiter
    from scorekeeper.games.contract import Line
    from scorekeeper.games.shape import ImpossibleError, Json
    from scorekeeper.record.models import Manche
    from scorekeeper.record.standings import Standing
    from scorekeeper.web.forms import FactsForm
    from scorekeeper.web.games.breaches import Breach
    from scorekeeper.web.words.claims import ForbiddenWords


class Words(Protocol):
    """The sentences of a game: names of its house rules and lines, why it refuses an entry, why it forbids a card."""

    NAME: LazyString
    TAGLINE: LazyString
    PRESETS: dict[str, LazyString]
    PRESET_LINES: dict[str, LazyString]
    OPTIONS: dict[str, tuple[LazyString, LazyString]]
    VALUES: dict[str, dict[object, LazyString]]
    MANCHE: dict[str, LazyString]
    FORBIDDEN: ForbiddenWords

    manche: Callable[[int], str]
    record_manche: Callable[[int], str]
    undo_manche: Callable[[int], str]
    correct_manche: Callable[[int], str]
    manches_played: Callable[[int], str]
    manches_undone: Callable[[int], str]
    after_end: Callable[[int, int], str]
    why: Callable[[Line], str]
    fault: Callable[[ImpossibleError, Sequence[str]], str]
    ending: Callable[[str, int | None], str]


@dataclass(frozen=True)
class GamePages:
    """A game's words, the form of its manches (its template is under `games/<slug>/`), and a sample of facts.

    For a game whose manches begin before they end, `beginning` gives what `games/<slug>/_begin.html` still has to
    ask, or None once all is known, `begun` reads what was sent from it as JSON, and `begin_words` are what is said of
    it: `open`, `undo`, and `stale` when another phone was quicker. A face that `confirms` keeps the entry open once
    all is known. `side_note` says how a side stands beside its total, `remarks` what is to be said of a manche, by
    its index, beside its lines, each sentence with its article. `cut` reads the cards cut for the deal, `calculator`
    what was asked of `games/<slug>/_calculator.html`, a page without a partie; `helpers` are functions and values for
    the game's own templates.

    Card by card, a face whose form has a button for it says so with `cards_from_form`; `so_far` gives by seat what
    the cards played have brought, in a few characters; `told` adds to what the manche began with what the table
    answers once the last card is down; `audit` says which announcements the cards refute, and `refuted` says it of
    facts as they are kept, in sentences with their articles.
    """

    words: Words
    form: Callable[[Standing, Manche | None], FactsForm]
    sample: Callable[[Standing, Random], Json]
    beginning: Callable[[Standing], Any] | None = None
    begun: Callable[[Standing], Json] | None = None
    helpers: Mapping[str, Any] = field(default_factory=dict)
    side_note: Callable[[Standing, int], str] | None = None
    remarks: Callable[[Standing], Mapping[int, Sequence[tuple[str, str]]]] | None = None
    cards_from_form: bool = False
    so_far: Callable[[Standing, Arbiter], Sequence[str]] | None = None
    told: Callable[[Standing, Json], Json] | None = None
    audit: Callable[[Standing], Sequence[Breach]] | None = None
    refuted: Callable[[Json, Sequence[Trick], Sequence[str]], Sequence[tuple[str, str]]] | None = None
    begin_words: Mapping[str, LazyString] = field(default_factory=dict)
    confirms: bool = False
    cut: Callable[[MultiDict[str, str], Sequence[str]], Any] | None = None
    calculator: Callable[[MultiDict[str, str]], Any] | None = None


def as_words(module: Any) -> Words:  # noqa: ANN401 - a module that keeps the protocol
    """A module as the protocol it keeps."""
    words: Words = module
    return words
