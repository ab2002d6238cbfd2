"""A walk of yes/no questions on the pages: one question a page, the answers so far in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort
from flask_babel import LazyString

from scorekeeper.games.rulebook import Consequence, Question
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.tools.table import ToolTable
from scorekeeper.web.games.tools.totals import TotalsBeside

_LETTERS = {"y": "yes", "n": "no"}


@dataclass(frozen=True)
class WalkWay:
    """A way from a consequence into the entry of the manche: what the button says, and where it leads."""

    says: str
    address: str


@dataclass(frozen=True)
class WalkOutcome:
    """What a consequence is to the partie: the ways to enter it, and the totals then, where they are known."""

    ways: Sequence[WalkWay] = ()
    totals: TotalsBeside | None = None


@dataclass(frozen=True)
class WalkStep:
    """A question answered: what it was, what was said, and the address where it is asked again."""

    question: Question
    said: str
    again: str


@dataclass(frozen=True)
class WalkShown:
    """Where a walk has come to: the questions answered, and the next, or what follows."""

    state: Mapping[str, Any]
    steps: Sequence[WalkStep]
    question: Question | None
    consequence: Consequence | None
    outcome: WalkOutcome
    answers: Mapping[str, str]


Outcome = Callable[[ToolTable, Consequence], WalkOutcome]


def walk_tool(name: str, titles: tuple[LazyString, LazyString], read: Callable[[], Question], outcome: Outcome) -> Tool:
    """The tool of a game that has such a walk; `titles` are its title, and what it says to do."""
    title, hint = titles
    return Tool(name, title, "rules/tools/_walk.html", lambda table: _show(table, read(), outcome), hint)


def _show(table: ToolTable, first: Question, outcome: Outcome) -> WalkShown:
    """The walk after the answers in the address; more than it asks, or anything but yes and no, is a 404."""
    said = table.arguments.get("said", "")
    steps, here = _walked(table, first, said)
    state = {"said": said or None}
    if isinstance(here, Question):
        answers = {answer: table.address({}, said=said + letter) for letter, answer in _LETTERS.items()}
        return WalkShown(state, steps, here, None, WalkOutcome(), answers)
    return WalkShown(state, steps, None, here, outcome(table, here), {})


def _walked(table: ToolTable, first: Question, said: str) -> tuple[list[WalkStep], Question | Consequence]:
    here: Question | Consequence = first
    steps = []
    for number, letter in enumerate(said):
        if letter not in _LETTERS or not isinstance(here, Question):
            abort(404)
        steps.append(WalkStep(here, _LETTERS[letter], table.address({}, said=said[:number] or None)))
        here = here.answers[_LETTERS[letter]]
    return steps, here
