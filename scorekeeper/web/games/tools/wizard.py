"""Wizards of yes/no questions: one question a page, the earlier answers in the query string."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort
from flask_babel import LazyString

from scorekeeper.games.contract import Sheet
from scorekeeper.games.rulebook import Consequence, Question
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.tools.query import ToolQuery

_ANSWERS = {"y": "yes", "n": "no"}  # by the letter in the query string


@dataclass(frozen=True)
class WizardLink:
    """A link from a consequence to the entry of the manche."""

    label: str
    address: str


@dataclass(frozen=True)
class WizardEffect:
    """What a consequence does to the partie: the sheet after it, if known, and links to the pages to enter it."""

    links: Sequence[WizardLink] = ()
    sheet: Sheet | None = None


@dataclass(frozen=True)
class WizardStep:
    """An answered question, its answer, and the address of its page without the answer."""

    question: Question
    answer: str
    address: str


@dataclass(frozen=True)
class WizardPage:
    """The page of a wizard: the answered questions, then the next question or the consequence."""

    state: Mapping[str, Any]
    steps: Sequence[WizardStep]
    # The addresses for the answers to the question: `yes` and `no`.
    answers: Mapping[str, str]
    question: Question | None = None
    consequence: Consequence | None = None
    outcome: WizardEffect = WizardEffect()


FindOutcome = Callable[[ToolQuery, Consequence], WizardEffect]


def wizard_tool(
    name: str,
    title_and_hint: tuple[LazyString, LazyString],
    read_first: Callable[[], Question],
    find_outcome: FindOutcome,
) -> Tool:
    """Return the tool of a wizard; `read_first` returns its first question."""
    title, hint = title_and_hint
    return Tool(name, title, "rules/tools/_wizard.html", lambda query: _show(query, read_first(), find_outcome), hint)


def _show(query: ToolQuery, first_question: Question, find_outcome: FindOutcome) -> WizardPage:
    """Return the page after the answers in the query string; abort with 404 for invalid answers or too many."""
    letters = query.arguments.get("said", "")
    destination: Question | Consequence = first_question
    steps = []
    for index, letter in enumerate(letters):
        # Only an address changed by hand has more answers than there were questions.
        if letter not in _ANSWERS or not isinstance(destination, Question):
            abort(404)
        steps.append(WizardStep(destination, _ANSWERS[letter], query.address({}, said=letters[:index] or None)))
        destination = destination.answers[_ANSWERS[letter]]
    state = {"said": letters or None}
    if isinstance(destination, Consequence):
        return WizardPage(state, steps, {}, consequence=destination, outcome=find_outcome(query, destination))
    answers = {answer: query.address({}, said=letters + letter) for letter, answer in _ANSWERS.items()}
    return WizardPage(state, steps, answers, question=destination)
