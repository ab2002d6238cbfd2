"""What a game shows on the pages: a record of its words, its forms and its pieces, as `Game` is one of its rules.

Nothing here, in `web.forms` or in `web.words` knows a game; a game's folder imports these, and the registry imports
the games.
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
    """The sentences of a game, as a module keeps them: constants, and functions."""

    @property
    def NAME(self) -> LazyString:
        """What the game is called."""

    @property
    def MANCHE(self) -> MancheWords:
        """How it speaks of its manches."""

    @property
    def FORBIDDEN(self) -> ForbiddenWords:
        """Why a card is forbidden, by article."""

    @property
    def fault(self) -> FaultSentences:
        """Why an entry or house rules are refused."""

    def why(self, line: Line) -> str:
        """Say why a side has these points. Raises `KeyError` for another game's."""

    def ending(self, why: str, limit: int | None) -> str:
        """Say how a partie ended. Raises `KeyError` for another game's ending."""


@dataclass(frozen=True)
class BeginPages:
    """The context of a manche, entered before its cards: bids, declarations, tricks called one by one.

    `pending` gives what the piece `_begin.html` still has to ask, None once all is known; `entered` reads what was sent
    from it as JSON. `open` and `undo` are what the buttons say, `stale` what is said when another phone was quicker.
    Where the context is `on_form`, entered with the facts of the manche, the form stays open once all is known, and has
    its own button to go on card by card.
    """

    pending: Callable[[Standing], Any]
    entered: Callable[[Standing], Json]
    open: LazyString
    undo: LazyString
    stale: LazyString
    on_form: bool = False


@dataclass(frozen=True)
class Breach:
    """What a seat said that its cards refute, what the table may make of it, and what each scores then."""

    seat: int
    said: str
    offer: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class Refutations:
    """Statements that the cards refute: those of the manche under way, and those let stand in a context and tricks."""

    pending: Callable[[Standing], Sequence[Breach]]
    on_record: Callable[[Json, Sequence[Trick], Sequence[str]], Sequence[Remark]]


@dataclass(frozen=True)
class CardPages:
    """A manche card by card.

    `so_far` gives by seat what the cards played have brought, in a few characters; `answered` adds to the context what
    the table answers once the last card is down.
    """

    so_far: Callable[[Standing, Arbiter], Sequence[str]]
    answered: Callable[[Standing, Json], Json] | None = None
    refutations: Refutations | None = None


@dataclass(frozen=True)
class Cut:
    """The rank each player cut, the seat that deals, None when they cut again, and the sentence that says so.

    `drawn` are the cards themselves where the house has cut for the table.
    """

    ranks: list[str]
    dealer: int | None
    sentence: str
    drawn: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Calculator:
    """What a game works out without any partie, from the address of the page, for the piece `_calculator.html`.

    `title` is what the link to it says among a game's own pages, `offer` among those of every game. `under` writes the
    options of a table as its address has them.
    """

    calculate: Callable[[MultiDict[str, str]], Any]
    title: LazyString
    offer: LazyString
    under: Callable[[Json], Mapping[str, str]]


@dataclass(frozen=True)
class Tool:
    """What a desk works out from the address of a page, for a piece of the templates.

    It goes by `name` in addresses and by `title` on pages; `hint` says what to do. `show` gives what the piece shows:
    nonsense in the address is a 404, or said as the entry says it.
    """

    name: str
    title: LazyString
    piece: str
    show: Callable[[ToolTable], Any]
    hint: LazyString


@dataclass(frozen=True)
class Feat:
    """Something that statistics count of a player: what it is called, and by which keys of the lines it is known.

    Where it can fail, `tries` are the keys of all that were tried. `things` counts what the lines count, the cards
    taken or the sacs, rather than the lines. The key of what an ending says besides, such as `rubicon`, ends in
    `_made` for those who won and in `_suffered` for the others.
    """

    name: LazyString
    whys: tuple[str, ...]
    tries: tuple[str, ...] = ()
    things: bool = False


@dataclass(frozen=True)
class BlankColumns:
    """What a sheet to be filled in by hand has: the columns of a side, so many lines, what is printed beside each.

    `beside` takes the number of seats and the index of the manche.
    """

    names: tuple[LazyString, ...] = (lazy_gettext("Points"), lazy_gettext("Total"))
    lines: int = 20
    beside: Callable[[int, int], str] | None = None


@dataclass(frozen=True)
class GamePages:
    """What a game shows on the pages.

    Its pieces are the templates under `games/<slug>/`, of which `_facts.html` alone must be there. `form` is the form
    of a manche, `sample` facts as they might have gone. `partie_note` says over the totals what a partie is played to,
    while it lasts, `side_note` beside a total how its side stands, `remarks` what is to be said of a manche, by its
    index, beside its lines. `marks` are what a row of the sheet says besides its points, in a word, by the key of a
    line. `highlights` are sentences about a partie that is over, `worth` what it is then worth, empty where nothing is
    settled; `settled` gives from the result of an ending what a loser owes, None where the difference of the totals
    says it. `evening` is what the story of a soirée tells, by the key of a line, what is most told first. `feats` are
    what statistics count of each player. `cut` reads the cards cut for the deal. `taking` names the article by which a
    card takes a trick, by the reason (`web.tools.trick`), and `tools` are the desk's besides those of every game.
    `blank` is the sheet on paper. `helpers` are functions and values for the game's own pieces, which read them as
    `pages.helpers`. `templates` is the folder of these pieces where they are not among the templates of the package.
    `geek` is its number at BoardGameGeek, where one is known.
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
    settled: Callable[[Mapping[str, Any]], int | None] | None = None
    cut: Callable[[MultiDict[str, str], Sequence[str]], Cut] | None = None
    calculator: Calculator | None = None
    taking: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[Tool, ...] = ()
    blank: BlankColumns = field(default_factory=BlankColumns)
    helpers: Mapping[str, Any] = field(default_factory=dict)
    templates: Path | None = None
    geek: int | None = None

    def marks_with_names(self, score: MancheScore, names: Sequence[str], revoked: Collection[int]) -> list[str]:
        """Return what is remarkable of a manche with whose it is: « renonce (Zoé) »."""
        sides: dict[str, list[str]] = {}
        for name, marks in zip(names, self.marks_of_sides(score, revoked), strict=True):
            for mark in marks:
                sides.setdefault(mark, []).append(name)
        return [f"{mark} ({', '.join(whose)})" for mark, whose in sides.items()]

    def marks_of_sides(self, score: MancheScore, revoked: Collection[int] = ()) -> list[list[str]]:
        """Return the marks of a manche, by side: of its lines, and of the sides that revoked (T-5)."""
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

    def pending(self, standing: Standing) -> Any:  # noqa: ANN401 - whatever the game's piece asks about
        """What must be entered of the manche before its cards or its facts, None when nothing is asked."""
        return None if self.begin is None else self.begin.pending(standing)
