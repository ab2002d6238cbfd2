"""What a game shows on pages, `GamePages`: its texts, forms and templates. `Game` is what it computes.

This module, `web.forms` and `web.text` know no game; the folder of a game imports them, and the registry imports the
games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from flask_babel import LazyString, lazy_gettext
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Ending, Line, MancheScore
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games.tools.table import ToolTable
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.manche import MancheText

Remark = tuple[str, str]
"""A sentence and its article."""


class GameText(Protocol):
    """The texts of a game: a module with these constants and functions."""

    @property
    def NAME(self) -> LazyString:
        """The name of the game."""

    @property
    def MANCHE(self) -> MancheText:
        """The texts about its manches."""

    @property
    def FORBIDDEN(self) -> ForbiddenText:
        """The reasons why a card is forbidden, by article."""

    @property
    def fault(self) -> ErrorSentences:
        """The reasons why an entry or house rules are refused."""

    def why(self, line: Line) -> str:
        """Return the reason of a line's points. Raises `KeyError` for a line of another game."""

    def ending(self, why: str, limit: int | None) -> str:
        """Return how a partie ended. Raises `KeyError` for an ending of another game."""


@dataclass(frozen=True)
class BeginPages:
    """The context of a manche, entered before its cards: bids, declarations, tricks called one by one.

    `pending` returns what the template `_begin.html` still needs, None once the context is complete; `entered` returns
    the submitted context as JSON. `open` and `undo` are the labels of the buttons, `stale` the sentence shown when
    another device has changed the context first. `on_form`: the context is entered with the facts of the manche, so the
    form stays open once it is complete, and has its own button to continue card by card.
    """

    pending: Callable[[ScoredPartie], Any]
    entered: Callable[[ScoredPartie], Json]
    open: LazyString
    undo: LazyString
    stale: LazyString
    on_form: bool = False


@dataclass(frozen=True)
class RefutedStatement:
    """A statement that the cards of its seat refute, what the page offers, and each side's points if it is accepted."""

    seat: int
    statement: str
    offer: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class Refutations:
    """Statements that the cards refute: those of the current manche, and those of a recorded context and its tricks."""

    pending: Callable[[ScoredPartie], Sequence[RefutedStatement]]
    on_record: Callable[[Json, Sequence[Trick], Sequence[str]], Sequence[Remark]]


@dataclass(frozen=True)
class CardPages:
    """A manche entered card by card.

    `so_far` returns by seat the points or tricks so far, in a few characters; `answered` adds to the context what the
    table answers once the last card is played.
    """

    so_far: Callable[[ScoredPartie, Arbiter], Sequence[str]]
    answered: Callable[[ScoredPartie, Json], Json] | None = None
    refutations: Refutations | None = None


@dataclass(frozen=True)
class Cut:
    """The rank that each player cut, the seat of the dealer, None for a tie, and the sentence for it.

    `drawn` are the cards, if the app has cut for the table.
    """

    ranks: list[str]
    dealer: int | None
    sentence: str
    drawn: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Calculator:
    """A calculator that needs no partie: `calculate` reads the address and returns the values of `_calculator.html`.

    `title` is its link on the pages of the game, `offer` on the page of all games. `query_of` returns the arguments of
    the address for the options of a table.
    """

    calculate: Callable[[MultiDict[str, str]], Any]
    title: LazyString
    offer: LazyString
    query_of: Callable[[Json], Mapping[str, str]]


@dataclass(frozen=True)
class Tool:
    """A tool of the rules: `show` reads the address and returns the values of its `template`.

    `name` is in addresses, `title` and `hint` are on pages. Invalid arguments are a 404, or the error that the form of
    the manche would show.
    """

    name: str
    title: LazyString
    template: str
    show: Callable[[ToolTable], Any]
    hint: LazyString


@dataclass(frozen=True)
class Feat:
    """An event that the statistics count for a player: its name, and the keys of the lines that count as one.

    `tries` are the keys of all attempts at an event that can fail. `things`: add up the counts of the lines, such as
    cards taken or sacs, instead of counting lines. For a key in the result of an ending, such as `rubicon`, use
    `rubicon_made` for the winners and `rubicon_suffered` for the losers.
    """

    name: LazyString
    whys: tuple[str, ...]
    tries: tuple[str, ...] = ()
    things: bool = False


@dataclass(frozen=True)
class BlankColumns:
    """A printed sheet to fill in by hand: the columns of each side, the number of lines, the text next to each line.

    `beside` returns that text from the number of seats and the index of the manche.
    """

    names: tuple[LazyString, ...] = (lazy_gettext("Points"), lazy_gettext("Total"))
    lines: int = 20
    beside: Callable[[int, int], str] | None = None


@dataclass(frozen=True)
class GamePages:
    """The pages of a game. Its templates are under `games/<slug>/`; only `_facts.html` is required.

    - `words`: the texts. `form`: the form of a manche. `sample`: random facts of a manche, for tests and the demo.
    - `begin`: the context entered before the cards. `cards`: the entry card by card.
    - `partie_note`: what the partie is played to, above the totals. `side_note`: a note next to the total of a side.
    - `remarks`: sentences about a manche, by its index. `marks`: one word in a row of the sheet, by the key of a line.
    - `highlights`: sentences about a partie that is over. `worth`: what it is worth, empty if nothing is owed.
    - `debt`: what a loser owes, from the result of an ending; None if it is the difference of the totals.
    - `evening`: sentences of a soirée's story, by the key of a line, the most important first.
    - `feats`: the events that the statistics count.
    - `cut`: reads the cards cut for the deal. `calculator`: a calculator without a partie.
    - `trick_articles`: the article by which a card takes a trick, by the reason (`web.rules.tools.trick`).
    - `tools`: the tools of the rules of this game only. `blank`: the printed sheet.
    - `helpers`: functions and values for the templates of the game, as `pages.helpers`.
    - `templates`: the folder of its templates, if they are not in the package.
    - `bgg_id`: its id at BoardGameGeek.
    """

    words: GameText
    form: Callable[[ScoredPartie, Manche | None], FactsForm]
    sample: Callable[[ScoredPartie, Random], Json]
    begin: BeginPages | None = None
    cards: CardPages | None = None
    partie_note: Callable[[ScoredPartie], str] | None = None
    side_note: Callable[[ScoredPartie, int], str] | None = None
    remarks: Callable[[ScoredPartie], Mapping[int, Sequence[Remark]]] | None = None
    marks: Mapping[str, LazyString] = field(default_factory=dict)
    highlights: Callable[[ScoredPartie], Sequence[str]] | None = None
    evening: Mapping[str, SoireeFeat] = field(default_factory=dict)
    feats: tuple[Feat, ...] = ()
    worth: Callable[[Ending], str] | None = None
    debt: Callable[[Mapping[str, Any]], int | None] | None = None
    cut: Callable[[MultiDict[str, str], Sequence[str]], Cut] | None = None
    calculator: Calculator | None = None
    trick_articles: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[Tool, ...] = ()
    blank: BlankColumns = field(default_factory=BlankColumns)
    helpers: Mapping[str, Any] = field(default_factory=dict)
    templates: Path | None = None
    bgg_id: int | None = None

    def marks_with_names(self, score: MancheScore, names: Sequence[str], revoked: Collection[int]) -> list[str]:
        """Return the marks of a manche with the names of their sides: « renonce (Zoé) »."""
        sides: dict[str, list[str]] = {}
        for name, marks in zip(names, self.marks_of_sides(score, revoked), strict=True):
            for mark in marks:
                sides.setdefault(mark, []).append(name)
        return [f"{mark} ({', '.join(owners)})" for mark, owners in sides.items()]

    def marks_of_sides(self, score: MancheScore, revoked: Collection[int] = ()) -> list[list[str]]:
        """Return the marks of a manche by side: those of its lines, and of the sides that revoked (T-5)."""
        marks = {"revoke": _("renonce"), "penalty": _("pénalité"), **self.marks}
        found: list[dict[str, None]] = [{} for _side in score.points]
        for line in score.lines:
            if line.why in marks:
                found[line.side][str(marks[line.why])] = None
        for side in revoked:
            found[side][str(marks["revoke"])] = None
        return [list(words) for words in found]

    def marks_of_row(self, note: str) -> list[str]:
        """Return the marks of a manche that belong to no side: that it has a note."""
        return [_("note")] if note else []

    def pending(self, scored: ScoredPartie) -> Any:  # noqa: ANN401 - the values of the game's own template
        """Return what must be entered before the cards or the facts of the manche, None if nothing."""
        return None if self.begin is None else self.begin.pending(scored)
