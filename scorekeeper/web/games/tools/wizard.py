"""Wizards of yes/no questions: one question a page, the earlier answers in the query string.

After the last answer there is a *consequence*: a text with its article (the number of the rule), and the facts to
record in the manche (deal), if any. The argument `said` of the address has the answers so far: `said=yn` is a yes to
the first question and a no to the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort
from flask_babel import LazyString

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
class WizardStep:
    """An answered question, its answer (`yes` or `no`), and the address of the page that asks this question again."""

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
    # The next question or the consequence: exactly one of these two is not None.
    question: Question | None = None
    consequence: Consequence | None = None
    # Links to the pages on which the table can record the consequence, none without a partie.
    links: Sequence[WizardLink] = ()


# A function of the game. From the query and a consequence, it returns the links with which the table can record it.
FindLinks = Callable[[ToolQuery, Consequence], Sequence[WizardLink]]


def wizard_tool(
    name: str,
    title_and_hint: tuple[LazyString, LazyString],
    read_first: Callable[[], Question],
    find_links: FindLinks,
) -> Tool:
    """Return the tool of a wizard: a page of the rules, with this name in its address.

    `read_first` returns the first question, which has the questions that follow each answer. It is a function, so that
    the file of the questions is read only when the page is requested.
    """
    title, hint = title_and_hint
    # `Tool` takes the name, the title, the template, the function that returns what the template reads, and the hint.
    return Tool(name, title, "rules/tools/_wizard.html", lambda query: _show(query, read_first(), find_links), hint)


def _show(query: ToolQuery, first_question: Question, find_links: FindLinks) -> WizardPage:
    """Return the page after the answers in the query string; abort with 404 for invalid answers or too many."""
    letters = query.arguments.get("said", "")
    destination: Question | Consequence = first_question
    steps = []
    for index, letter in enumerate(letters):
        # Only an address changed by hand has more answers than there were questions.
        if letter not in _ANSWERS or not isinstance(destination, Question):
            abort(404)
        answer = _ANSWERS[letter]
        # The page that asks this question has the answers before it in its address; without one, no argument `said`.
        address = query.address({}, said=letters[:index] or None)
        steps.append(WizardStep(destination, answer, address))
        destination = destination.answers[answer]
    state = {"said": letters or None}
    if isinstance(destination, Consequence):
        return WizardPage(state, steps, {}, consequence=destination, links=find_links(query, destination))
    answers = {answer: query.address({}, said=letters + letter) for letter, answer in _ANSWERS.items()}
    return WizardPage(state, steps, answers, question=destination)
