"""The interface of a game's pages, `GamePages`: its texts, forms and templates. `Game` is the interface of its rules.

This module, `web.forms` and `web.text` import no game; the folder of each game imports them, and the registry
`PAGES` imports the games.
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
from scorekeeper.partie.scored import ScoredState
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
    """The texts of a game, which are a module with these constants and functions."""

    @property
    def NAME(self) -> LazyString:
        """The name of the game."""

    @property
    def MANCHE(self) -> MancheText:
        """The texts about its manches: their name, number and count."""

    @property
    def FORBIDDEN(self) -> ForbiddenText:
        """The reasons why a card is forbidden, by article."""

    @property
    def fault(self) -> ErrorSentences:
        """The sentences of errors in an entry or in house rules."""

    def why(self, line: Line) -> str:
        """Return the reason of a line's points. Raises `KeyError` for a line of another game."""

    def ending(self, why: str, limit: int | None) -> str:
        """Return how a partie ended. Raises `KeyError` for an ending of another game."""


@dataclass(frozen=True)
class BeginPages:
    """The entry of the context of a manche before its cards: bids, declarations, tricks called one by one.

    - `pending_entry`: returns the values of the template `_begin.html`, None once the context is complete.
    - `read_sent_context`: returns the submitted context as JSON.
    - `open`, `undo`: the labels of the buttons.
    - `stale`: the sentence shown when another device has changed the context first.
    - `on_form`: whether the form of the manche contains the context, with its own button to continue card by card.
    - `moment`: the moment of a manche (`topics.toml`) in which `pending_entry` waits for the table.
    """

    pending_entry: Callable[[ScoredPartie], Any]
    read_sent_context: Callable[[ScoredPartie], Json]
    open: LazyString
    undo: LazyString
    stale: LazyString
    on_form: bool = False
    moment: str = "bids"


@dataclass(frozen=True)
class RefutedPlayer:
    """A player whose statements the cards refute; `statement` is the sentence that lists them.

    `offer` is the label of the button that counts them as false, `points` are the points of each side if it is pressed.
    """

    seat: int
    statement: str
    offer: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class RefutedStatement:
    """A statement that the latest card refutes: the sentence about it, the reason, and its article."""

    sentence: str
    reason: str
    article: str


@dataclass(frozen=True)
class Refutations:
    """The statements that the cards of the current manche refute, and remarks on those of a recorded manche.

    `statements` are those refuted after the last card, `so_far` remarks on those that the cards played already refute,
    `by_latest_card` those that only the latest card of the arbiter refutes. `remarks` are called with the recorded
    context, the tricks and the names of the players.
    """

    statements: Callable[[ScoredPartie], Sequence[RefutedPlayer]]
    so_far: Callable[[ScoredPartie, Arbiter], Sequence[Remark]]
    by_latest_card: Callable[[ScoredPartie, Arbiter], Sequence[RefutedStatement]]
    remarks: Callable[[Json, Sequence[Trick], Sequence[str]], Sequence[Remark]]


@dataclass(frozen=True)
class CardPages:
    """The pages of a manche entered card by card.

    `seat_notes` returns the points or tricks of each seat so far, in a few characters. `add_answers` adds to the
    context the answers that the form sends after the last card. `decided` returns whether the remaining tricks can no
    longer change the points; `when_decided` is the sentence for this.
    """

    seat_notes: Callable[[ScoredPartie, Arbiter], Sequence[str]]
    add_answers: Callable[[ScoredPartie, Json], Json] | None = None
    refutations: Refutations | None = None
    decided: Callable[[ScoredPartie, Arbiter], bool] | None = None
    when_decided: LazyString | str = ""


@dataclass(frozen=True)
class Cut:
    """The rank that each player cut, the seat of the dealer (None for a tie), and the sentence about it.

    `drawn` are the cards if the app has cut for the table.
    """

    ranks: list[str]
    dealer: int | None
    sentence: str
    drawn: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Calculator:
    """A calculator that needs no partie.

    - `calculate`: reads the query string and returns the values of the template `_calculator.html`.
    - `title`, `offer`: the text of its link on the pages of the game, and on the page of all games.
    - `query_of`: returns the query string for the options of a table.
    """

    calculate: Callable[[MultiDict[str, str]], Any]
    title: LazyString
    offer: LazyString
    query_of: Callable[[Json], Mapping[str, str]]


@dataclass(frozen=True)
class Tool:
    """A tool of the rules: `show` reads the query string and returns the values of `template`.

    `name` is in addresses, `title` and `hint` are on pages. `show` aborts with 404 for invalid arguments, or returns
    the error that the form of the manche would show.
    """

    name: str
    title: LazyString
    template: str
    show: Callable[[ToolTable], Any]
    hint: LazyString


@dataclass(frozen=True)
class Feat:
    """An event that the statistics count for a player: its name, and the keys of the lines that record it.

    `tries` are the keys of the lines of every try, for an event that can fail. With `adds_counts`, the counts of the
    lines are added, such as cards taken or sacs, instead of the number of lines. A key in the result of an ending, such
    as `rubicon`, is `rubicon_made` for the winners and `rubicon_suffered` for the losers.
    """

    name: LazyString
    whys: tuple[str, ...]
    tries: tuple[str, ...] = ()
    adds_counts: bool = False


@dataclass(frozen=True)
class BlankColumns:
    """A printed sheet to fill in by hand: the names of the columns of each side, and the number of lines.

    `line_text` returns the text at the start of a line, from the options, the number of seats and the index of the
    manche.
    """

    names: tuple[LazyString, ...] = (lazy_gettext("Points"), lazy_gettext("Total"))
    lines: int = 20
    line_text: Callable[[Any, int, int], str] | None = None


@dataclass(frozen=True)
class GamePages:
    """The pages of a game. Its templates are under `games/<slug>/`; only `_facts.html` is required.

    - `words`: the texts. `form`: the form of a manche. `sample`: random facts of a manche, for tests and the demo.
    - `begin`: the entry of the context before the cards. `cards`: the entry card by card.
    - `partie_note`: a text above the totals, such as the limit. `side_note`: a text next to the total of a side.
    - `remarks`: sentences about manches, by the index of the manche. `marks`: words in a row of the sheet, by the key
      of a line.
    - `highlights`: sentences about a partie that is over, beside those of its feats.
    - `worth`: a sentence about the value of a partie that is over, empty without one.
    - `debt`: the debt of a loser, from the result of an ending; None if it is the difference of the totals.
    - `soiree_feats`: sentences about feats of a partie or a soirée, by the key of a line, the most important first.
    - `feats`: the events that the statistics count.
    - `cut`: reads the cards cut for the deal. `calculator`: a calculator without a partie.
    - `trick_articles`: the article by which a card takes a trick, by the reason (`web.rules.tools.cards`).
    - `tools`: the tools that only this game has. `blank`: the printed sheet.
    - `helpers`: functions and values for the templates of the game, as `pages.helpers`.
    - `ask_name`: returns the slug of a game of the family from the fields of `_naming.html`, a template that is shown
      before the players are seated.
    - `name_of`: the name of a game of the family or of a kind of the game, from what follows the colon in its slug.
    - `templates`, `translations`: the folders of its templates and of its compiled catalogues
      (`en/LC_MESSAGES/messages.mo`), if they are not in the package.
    - `bgg_id`: its id at BoardGameGeek.
    """

    words: GameText
    form: Callable[[ScoredPartie, Manche | None], FactsForm]
    sample: Callable[[ScoredState, Random], Json]
    begin: BeginPages | None = None
    cards: CardPages | None = None
    partie_note: Callable[[ScoredPartie], str] | None = None
    side_note: Callable[[ScoredPartie, int], str] | None = None
    remarks: Callable[[ScoredPartie], Mapping[int, Sequence[Remark]]] | None = None
    marks: Mapping[str, LazyString] = field(default_factory=dict)
    highlights: Callable[[ScoredPartie], Sequence[str]] | None = None
    soiree_feats: Mapping[str, SoireeFeat] = field(default_factory=dict)
    feats: tuple[Feat, ...] = ()
    worth: Callable[[Ending], str] | None = None
    debt: Callable[[Mapping[str, Any]], int | None] | None = None
    cut: Callable[[MultiDict[str, str], Sequence[str]], Cut] | None = None
    calculator: Calculator | None = None
    trick_articles: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[Tool, ...] = ()
    blank: BlankColumns = field(default_factory=BlankColumns)
    helpers: Mapping[str, Any] = field(default_factory=dict)
    ask_name: Callable[[Mapping[str, str]], str] | None = None
    name_of: Callable[[str], LazyString | str] = str
    templates: Path | None = None
    translations: Path | None = None
    bgg_id: int | None = None

    def marks_with_names(self, score: MancheScore, names: Sequence[str], revoked: Collection[int]) -> list[str]:
        """Return the marks of a manche with the names of their sides: « renonce (Zoé) »."""
        names_by_mark: dict[str, list[str]] = {}
        for name, marks in zip(names, self.marks_of_sides(score, revoked), strict=True):
            for mark in marks:
                names_by_mark.setdefault(mark, []).append(name)
        return [f"{mark} ({', '.join(names_of_mark)})" for mark, names_of_mark in names_by_mark.items()]

    def marks_of_sides(self, score: MancheScore, revoked: Collection[int] = ()) -> list[list[str]]:
        """Return the marks of a manche by side: those of its lines, and of the sides that revoked (T-5)."""
        texts = {"revoke": _("renonce"), "penalty": _("pénalité"), **self.marks}
        marks = [(line.side, str(texts[line.why])) for line in score.lines if line.why in texts]
        marks += [(side, str(texts["revoke"])) for side in revoked]
        marks_by_side: list[list[str]] = [[] for _points in score.points]
        for side, mark in dict.fromkeys(marks):  # each mark once
            marks_by_side[side].append(mark)
        return marks_by_side

    def marks_of_row(self, note: str) -> list[str]:
        """Return the marks of a manche that belong to no side: « note » if it has a note."""
        return [_("note")] if note else []

    def pending_entry(self, scored: ScoredPartie) -> Any:  # noqa: ANN401 - the values of the game's own template
        """Return the values of `_begin.html` while the context of the manche is incomplete, else None."""
        return None if self.begin is None else self.begin.pending_entry(scored)
