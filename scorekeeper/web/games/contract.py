"""The interface of a game's pages, `GamePages`: its texts, forms and templates. `Game` is the interface of its rules.

This module, `web.forms` and `web.text` import no game; the folder of each game imports them, and the registry
`PAGES` imports the games.

The entry of a manche has these parts, in order; the first two are optional:

| part    | in `Game`       | stored in        | class          | template of the game            |
|---------|-----------------|------------------|----------------|---------------------------------|
| context | `check_context` | `entry.context`  | `ContextPages` | `_context_form.html`            |
| cards   | `play`          | `entry.cards`    | `CardPages`    | `_playing.html`, beside cards   |
| facts   | `read_facts`    | `Manche.facts`   | `form`         | `_facts.html`                   |

A *partie* is a game played to its end, a *manche* one deal of it. A *seat* is a place at the table, a *side* a seat or
a team that scores together; both are numbered from 0. The *context* is what is known before the first card of the
manche, as JSON; the *cards* are entered one by one and judged by the *arbiter*; the *facts* are what the table saw of
the whole manche. A *line* of the sheet is points for a side with the key of their reason, such as `capot`; an *article*
is a numbered rule of the rulebook, such as T-5.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from flask_babel import LazyString, lazy_gettext
from werkzeug.datastructures import MultiDict

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Ending, Line, MancheScore
from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.manche import MancheText

Remark = tuple[str, str]
"""A sentence and its article."""


class GameText(Protocol):
    """The texts of a game: its module `text`, which has these constants and functions."""

    # The name of the game.
    NAME: LazyString
    # The texts about its manches: their name, number and count.
    MANCHE: MancheText
    # By article, the function that says why it forbids a card: « il fallait fournir trèfle ».
    FORBIDDEN: ForbiddenText
    # The sentences of errors in an entry or in house rules, called with an error and the names of the players.
    error_sentence: ErrorSentences

    def why(self, line: Line) -> str:
        """Return the reason of a line's points. Raises `KeyError` for a line of another game."""

    def ending(self, why: str, limit: int | None) -> str:
        """Return how a partie ended, by the key of its ending and the limit of points, if known.

        Raises `KeyError` for an ending of another game.
        """


@dataclass(frozen=True)
class ContextPages:
    """The entry of the context of a manche before its cards: bids, declarations, tricks called one by one."""

    # Returns an object that the template `_context_form.html` reads, such as the bids so far; None once the context is
    # complete.
    pending_context: Callable[[ScoredPartie], Any]
    # Returns the new context, as JSON: the saved one with what the request sends, such as the next bid.
    read_sent_context: Callable[[ScoredPartie], Json]
    # The label of the button that opens the entry.
    open: LazyString
    # The label of the button that removes the context.
    undo: LazyString
    # The sentence shown when another device has changed the context first.
    stale: LazyString
    # Whether the form of the manche has the fields of the context too, with a button to continue card by card.
    on_form: bool = False
    # The moment of a manche in which the table enters the context: a key of `topics.toml`, which sorts the questions
    # about the rules by moment.
    moment: str = "bids"


@dataclass(frozen=True)
class RefutedPlayer:
    """A player whose declarations the cards refute, which means that no hand with these cards has them."""

    seat: int
    # The sentence that lists the declarations.
    sentence: str
    # The label of the button that records a false declaration of this player.
    offer: str
    # The points of each side if this button is pressed.
    points: tuple[int, ...]


@dataclass(frozen=True)
class RefutedDeclaration:
    """A declaration that the latest card refutes: the sentence about it, the reason, and its article."""

    sentence: str
    reason: str
    article: str


@dataclass(frozen=True)
class Refutations:
    """The declarations that the cards of a manche refute: Anne declared a tierce, and Luc played its middle card."""

    # After the last card, returns the players with refuted declarations.
    declarations: Callable[[ScoredPartie], Sequence[RefutedPlayer]]
    # Returns remarks on the declarations that the cards played so far refute.
    so_far: Callable[[ScoredPartie, Arbiter], Sequence[Remark]]
    # Returns the declarations that the latest card of the arbiter refutes and that no earlier card refuted.
    by_latest_card: Callable[[ScoredPartie, Arbiter], Sequence[RefutedDeclaration]]


@dataclass(frozen=True)
class CardPages:
    """The pages of a manche entered card by card."""

    # Returns by seat the points or tricks so far, in a few characters: « 2/4 ».
    seat_notes: Callable[[ScoredPartie, Arbiter], Sequence[str]]
    # Returns the context with the answers that the form sends after the last card, such as the kind of a volte (a slam
    # at Dame de Pique).
    add_answers: Callable[[ScoredPartie, Json], Json] | None = None
    # For a game in which players declare what cards they have.
    refutations: Refutations | None = None
    # Returns whether the remaining tricks can no longer change the points.
    decided: Callable[[ScoredPartie, Arbiter], bool] | None = None
    # The words that the page shows when `decided` returns True: « tout ce qui compte est tombé ».
    when_decided: LazyString | str = ""


@dataclass(frozen=True)
class Cut:
    """The cut for the deal: each player cuts a card, and the cards decide who deals."""

    # By seat, the code of the rank that the player cut, such as `K`; an empty string if it was not chosen.
    ranks: list[str]
    # The seat of the dealer; None for a tie.
    dealer: int | None
    # The sentence about the result.
    sentence: str
    # The cards, if the app has cut for the table.
    drawn: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Calculator:
    """A calculator that needs no partie."""

    # Reads the query string, and returns an object that the template `_calculator.html` reads.
    calculate: Callable[[MultiDict[str, str]], Any]
    # The text of its link on the pages of the game.
    title: LazyString
    # The text of its link on the page of all games.
    offer: LazyString
    # Returns the arguments of the query string for the house rules of a table, given as JSON: at Piquet,
    # `{"repic_needs_zero_opponent": False}` gives `{"repic": "no"}`.
    query_of: Callable[[Json], Mapping[str, str]]


@dataclass(frozen=True)
class Tool:
    """A tool of the rules, which computes from the query string."""

    # The name in addresses.
    name: str
    # The text of its link on the pages of the rules.
    title: LazyString
    # The template of its page.
    template: str
    # Returns an object that the template reads: it has the result, or the error that the form of the manche would show.
    # Aborts with 404 for invalid arguments.
    show: Callable[[ToolQuery], Any]
    # The sentence below its title.
    hint: LazyString


@dataclass(frozen=True)
class Feat:
    """An event that the statistics count for a player."""

    name: LazyString
    # The keys of the lines that record it, such as `capot`. An event may also be in the result of the ending of a
    # partie, such as `rubicon` at Piquet: its key here is `rubicon_made` to count it for the winners, and
    # `rubicon_suffered` to count it for the losers.
    whys: tuple[str, ...]
    # For an event that can fail, the keys of the lines of success and of failure: `("nil_made", "nil_failed")`.
    tries: tuple[str, ...] = ()
    # True if the `count` of each line is added, such as the number of cards taken; False if each line counts as one.
    adds_counts: bool = False


@dataclass(frozen=True)
class BlankColumns:
    """A printed sheet to fill in by hand."""

    # The names of the columns of each side.
    names: tuple[LazyString, ...] = (lazy_gettext("Points"), lazy_gettext("Total"))
    # The number of lines, one for each manche.
    lines: int = 20
    # Returns the text at the start of a line, such as « à gauche ». The arguments are the house rules, the number of
    # seats and the index of the manche, from 0.
    line_text: Callable[[Any, int, int], str] | None = None


@dataclass(frozen=True)
class GamePages:
    """The pages of a game. Its templates are under `games/<slug>/`; only `_facts.html` is required."""

    # The texts.
    text: GameText
    # Returns the form of the next manche, or of the manche to correct.
    form: Callable[[ScoredPartie, Manche | None], FactsForm]
    # Returns random facts of a manche, for tests and the demo.
    sample: Callable[[ScoredState, Random], Json]
    # The entry of the context before the cards.
    context: ContextPages | None = None
    # The entry card by card.
    cards: CardPages | None = None
    # Returns a text above the totals, such as the limit.
    partie_note: Callable[[ScoredPartie], str] | None = None
    # Returns a text next to the total of a side.
    side_note: Callable[[ScoredPartie, int], str] | None = None
    # Returns sentences about manches, by the index of the manche.
    remarks: Callable[[ScoredPartie], Mapping[int, Sequence[Remark]]] | None = None
    # By the key of a line, the word that the row of its manche shows in the sheet: `{"moon": lazy_gettext("volte")}`.
    marks: Mapping[str, LazyString] = field(default_factory=dict)
    # Returns sentences about a partie that is over, beside those of its feats.
    highlights: Callable[[ScoredPartie], Sequence[str]] | None = None
    # Sentences about feats of a partie or a soirée (an evening), by the key of a line, the most important first.
    soiree_feats: Mapping[str, SoireeFeat] = field(default_factory=dict)
    # The events that the statistics count.
    feats: tuple[Feat, ...] = ()
    # Returns a sentence about the points that a partie is worth once it is over: « La partie vaut 180. ». An empty
    # string if it is worth none.
    worth: Callable[[Ending], str] | None = None
    # Returns the points that a loser owes, from the `result` of the ending, a JSON object; None if the loser owes the
    # difference of the totals.
    debt: Callable[[Mapping[str, Any]], int | None] | None = None
    # Returns the cut for the deal. The arguments are the form sent and the names of the players.
    cut: Callable[[MultiDict[str, str], Sequence[str]], Cut] | None = None
    # A calculator without a partie.
    calculator: Calculator | None = None
    # The article by which a card takes a trick, by the key of the reason: `suit` is the highest card of the suit led,
    # `trump` the highest trump. `web/rules/tools/cards.py` has all keys.
    trick_articles: Mapping[str, str] = field(default_factory=dict)
    # The tools that only this game has.
    tools: tuple[Tool, ...] = ()
    # The printed sheet.
    blank: BlankColumns = field(default_factory=BlankColumns)
    # Functions and values by name for the templates of the game, which read them from `pages.helpers`.
    helpers: Mapping[str, Any] = field(default_factory=dict)
    # Only for a *family*, such as the score sheet, which makes a game of every name that a table types. The template
    # `_naming.html` asks for the name before the players are seated. This function returns the slug of the game from
    # the fields of the template: `scoresheet:most:Belote`.
    ask_name: Callable[[Mapping[str, str]], str] | None = None
    # Returns the name of a game of the family, or of a kind of this game. Its argument is what follows the first colon
    # of the slug: `most:Belote` of `scoresheet:most:Belote`, `simple` of `hearts:simple`. A game that has no such slugs
    # keeps the default, which is never called.
    name_of: Callable[[str], LazyString | str] = str
    # The folder of its templates, if they are not in the package.
    templates: Path | None = None
    # The folder of its compiled catalogues (`en/LC_MESSAGES/messages.mo`), if they are not in the package.
    translations: Path | None = None
    # Its id at BoardGameGeek.
    bgg_id: int | None = None

    def marks_with_names(self, score: MancheScore, names: Sequence[str], revoked: Collection[int]) -> list[str]:
        """Return each mark of a manche with the names of the sides that have it: « renonce (Zoé) ».

        `names` are those of all sides; `revoked` the sides that revoked: a player did not follow suit although able to.
        """
        names_by_mark: dict[str, list[str]] = {}
        for name, marks in zip(names, self.marks_of_sides(score, revoked), strict=True):
            for mark in marks:
                names_by_mark.setdefault(mark, []).append(name)
        return [f"{mark} ({', '.join(names_of_mark)})" for mark, names_of_mark in names_by_mark.items()]

    def marks_of_sides(self, score: MancheScore, revoked: Collection[int] = ()) -> list[list[str]]:
        """Return the marks of a manche by side: those of its lines, and of the sides that revoked (T-5)."""
        # The words by key that every game has, then those of this game.
        texts = {"revoke": _("renonce"), "penalty": _("pénalité"), **self.marks}
        marks = [(line.side, str(texts[line.why])) for line in score.lines if line.why in texts]
        marks += [(side, str(texts["revoke"])) for side in revoked]
        # An empty list for each side: `score.points` has one number for each.
        marks_by_side: list[list[str]] = [[] for _points in score.points]
        # `dict.fromkeys` leaves out a pair (side, mark) that came before: two lines may have the same key.
        for side, mark in dict.fromkeys(marks):
            marks_by_side[side].append(mark)
        return marks_by_side

    def marks_of_row(self, note: str) -> list[str]:
        """Return the marks of a manche that belong to no side: « note » if it has a note."""
        if not note:
            return []
        return [_("note")]

    def pending_context(self, scored: ScoredPartie) -> Any:  # noqa: ANN401 - the values of the game's own template
        """Return what `_context_form.html` reads while the context of the manche is incomplete, else None."""
        if self.context is None:
            return None
        return self.context.pending_context(scored)
