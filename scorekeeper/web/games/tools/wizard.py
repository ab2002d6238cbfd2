"""Wizards of yes/no questions: one question a page, the earlier answers in the query string.

After the last answer there is a *consequence*: a text with its article (the number of the rule), and the facts to
record in the manche (deal), if any. `said=yn` in the address are the answers yes and no.
"""

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
    """What a consequence does to the partie, the game that the table plays; nothing without one."""

    # The pages on which it is entered.
    links: Sequence[WizardLink] = ()
    # The scores after it, if they are known.
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

    # The query arguments that lead to this page.
    state: Mapping[str, Any]
    steps: Sequence[WizardStep]
    # The addresses of the answers `yes` and `no` to the question.
    answers: Mapping[str, str]
    # One of these two is not None.
    question: Question | None = None
    consequence: Consequence | None = None
    outcome: WizardEffect = WizardEffect()


# A function of the game, which finds what a consequence does to the partie of the query.
FindOutcome = Callable[[ToolQuery, Consequence], WizardEffect]


def wizard_tool(
    name: str,
    title_and_hint: tuple[LazyString, LazyString],
    read_first: Callable[[], Question],
    find_outcome: FindOutcome,
) -> Tool:
    """Return the tool of a wizard: a page of the rules, whose name is in its address.

    `read_first` returns its first question, which leads to the others.
    """
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
        answer = _ANSWERS[letter]
        # The address has the answers before this one.
        address = query.address({}, said=letters[:index] or None)
        steps.append(WizardStep(destination, answer, address))
        destination = destination.answers[answer]
    state = {"said": letters or None}
    if isinstance(destination, Consequence):
        return WizardPage(state, steps, {}, consequence=destination, outcome=find_outcome(query, destination))
    answers = {answer: query.address({}, said=letters + letter) for letter, answer in _ANSWERS.items()}
    return WizardPage(state, steps, answers, question=destination)
