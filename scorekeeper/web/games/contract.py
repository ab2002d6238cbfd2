"""The contract between a game and the pages: its sentences, its forms and its templates.

`GamePages` is for the pages what `Game` is for the rules. Nothing here, in `web.forms` or in `web.words` imports a
game: the folder of a game imports these modules, and the registry (`web.games`) imports the games.
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
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games.tools.table import ToolTable
from scorekeeper.web.text.claims import ForbiddenWords
from scorekeeper.web.text.errors import FaultSentences
from scorekeeper.web.text.highlights import EveningFeat
from scorekeeper.web.text.manche import MancheWords

Remark = tuple[str, str]
"""A sentence and its article."""


class Words(Protocol):
    """The sentences of a game: a module with these constants and functions."""

    @property
    def NAME(self) -> LazyString:
        """The name of the game."""

    @property
    def MANCHE(self) -> MancheWords:
        """The sentences about its manches."""

    @property
    def FORBIDDEN(self) -> ForbiddenWords:
        """The sentences that say why a card is forbidden, by article."""

    @property
    def fault(self) -> FaultSentences:
        """The sentences that say why an entry or house rules are refused."""

    def why(self, line: Line) -> str:
        """Say why a side has these points. Raises `KeyError` for a line of another game."""

    def ending(self, why: str, limit: int | None) -> str:
        """Say how a partie ended. Raises `KeyError` for an ending of another game."""


@dataclass(frozen=True)
class BeginPages:
    """The context of a manche, entered before its cards: bids, declarations, tricks called one by one.

    `pending` returns what the template `_begin.html` asks for, None once the context is complete; `entered` reads the
    form sent from it as JSON. `open` and `undo` are the labels of the buttons, `stale` the message when another client
    saved first. With `on_form`, the context is entered on the form of the manche, which stays open once the context is
    complete and has its own button to continue card by card.
    """

    pending: Callable[[Standing], Any]
    entered: Callable[[Standing], Json]
    open: LazyString
    undo: LazyString
    stale: LazyString
    on_form: bool = False


@dataclass(frozen=True)
class RefutedStatement:
    """A statement that the cards of a seat refute.

    `sentence` says which, `offer` what the table may do about it, `points` are the points of each side then.
    """

    seat: int
    sentence: str
    offer: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class Refutations:
    """Statements that the cards refute: `pending` in the current manche, `on_record` in a recorded manche."""

    pending: Callable[[Standing], Sequence[RefutedStatement]]
    on_record: Callable[[Json, Sequence[Trick], Sequence[str]], Sequence[Remark]]


@dataclass(frozen=True)
class CardPages:
    """A manche entered card by card.

    `so_far` returns by seat what the cards played have scored, in a few characters; `answered` adds to the context the
    answers entered after the last card.
    """

    so_far: Callable[[Standing, Arbiter], Sequence[str]]
    answered: Callable[[Standing, Json], Json] | None = None
    refutations: Refutations | None = None


@dataclass(frozen=True)
class Cut:
    """The ranks that the players cut, the seat that deals (None when they must cut again) and the sentence to show.

    `drawn` are the cards when the server drew them for the table.
    """

    ranks: list[str]
    dealer: int | None
    sentence: str
    drawn: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Calculator:
    """A calculation that needs no partie, from the query string of its page, for the template `_calculator.html`.

    `title` is the text of its link on the pages of the game, `offer` on the pages of all games. `query_of` turns the
    options of a table into a query string.
    """

    calculate: Callable[[MultiDict[str, str]], Any]
    title: LazyString
    offer: LazyString
    query_of: Callable[[Json], Mapping[str, str]]


@dataclass(frozen=True)
class Tool:
    """A tool of the rules search: computed from the query string of its page, shown by a template.

    `name` is its name in addresses, `title` its title, `hint` the instruction on its page. `show` returns the data of
    the template; for an invalid query string it aborts with 404, or returns the error that the entry form would show.
    """

    name: str
    title: LazyString
    template: str
    show: Callable[[ToolTable], Any]
    hint: LazyString


@dataclass(frozen=True)
class Feat:
    """A figure that the statistics count for each player: its name, and the keys (`why`) of the lines it counts.

    `tries` are the keys of all attempts, for a feat that can fail. With `things`, the counts of the lines are added up
    (cards taken, sacs) instead of counting the lines. The extra facts of an ending, such as `rubicon`, have two keys:
    `rubicon_made` for the winners and `rubicon_suffered` for the others.
    """

    name: LazyString
    whys: tuple[str, ...]
    tries: tuple[str, ...] = ()
    things: bool = False


@dataclass(frozen=True)
class BlankColumns:
    """The printed sheet to fill in by hand: the columns of a side, the number of lines, and a note beside each line.

    `beside` returns that note from the number of seats and the index of the manche.
    """

    names: tuple[LazyString, ...] = (lazy_gettext("Points"), lazy_gettext("Total"))
    lines: int = 20
    beside: Callable[[int, int], str] | None = None


@dataclass(frozen=True)
class GamePages:
    """What a game shows on the pages. Only `words`, `form`, `sample` and the template `_facts.html` are required.

    The templates of a game are in `games/<slug>/`, or in the folder `templates` when it is given.

    - `words`: its sentences; `form`: the form of a manche; `sample`: plausible random facts of a manche.
    - `begin`, `cards`: the context before the cards, and the entry card by card.
    - `partie_note`: over the totals, what the partie is played to; `side_note`: beside the total of a side;
      `remarks`: beside the lines of a manche, by the index of the manche.
    - `marks`: one word in a row of the sheet, by the key of a line.
    - `highlights`: sentences about a partie that is over; `worth`: what it is worth, or an empty string; `debt`:
      what a loser owes, from the result of an ending, None when the difference of the totals decides.
    - `evening`: the feats in the summary of a soirée, by the key of a line, the most important first; `feats`: the
      feats in the statistics of each player.
    - `cut`: reads the cards cut for the deal; `calculator`: a page without a partie.
    - `trick_articles`: the article that explains why a card takes a trick, by the reason (`web.tools.trick`).
    - `tools`: the tools of the rules search that only this game has.
    - `blank`: the printed sheet.
    - `helpers`: functions and values for the templates of the game, as `pages.helpers`.
    - `bgg_id`: its number at BoardGameGeek.
    """

    words: Words
    form: Callable[[Standing, Manche | None], FactsForm]
    sample: Callable[[Standing, Random], Json]
    begin: BeginPages | None = None
    cards: CardPages | None = None
    partie_note: Callable[[Standing], str] | None = None
    side_note: Callable[[Standing, int], str] | None = None
    remarks: Callable[[Standing], Mapping[int, Sequence[Remark]]] | None = None
    marks: Mapping[str, LazyString] = field(default_factory=dict)
    highlights: Callable[[Standing], Sequence[str]] | None = None
    evening: Mapping[str, EveningFeat] = field(default_factory=dict)
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
        """Return the marks of a manche, each with the names of its sides: « renonce (Zoé) »."""
        sides: dict[str, list[str]] = {}
        for name, marks in zip(names, self.marks_of_sides(score, revoked), strict=True):
            for mark in marks:
                sides.setdefault(mark, []).append(name)
        return [f"{mark} ({', '.join(whose)})" for mark, whose in sides.items()]

    def marks_of_sides(self, score: MancheScore, revoked: Collection[int] = ()) -> list[list[str]]:
        """Return the marks of a manche by side: those of its lines, and those of the sides that revoked (T-5)."""
        marks = {"revoke": _("renonce"), "penalty": _("pénalité"), **self.marks}
        found: list[dict[str, None]] = [{} for _side in score.points]
        for line in score.lines:
            if line.why in marks:
                found[line.side][str(marks[line.why])] = None
        for side in revoked:
            found[side][str(marks["revoke"])] = None
        return [list(words) for words in found]

    def marks_of_row(self, note: str) -> list[str]:
        """Return the marks of a manche that belong to no side."""
        return [_("note")] if note else []

    def pending(self, standing: Standing) -> Any:  # noqa: ANN401 - any type that the template of the game expects
        """Return what must be entered before the cards or facts of the manche, None when nothing must."""
        return None if self.begin is None else self.begin.pending(standing)
