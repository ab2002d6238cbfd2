"""A wizard of yes/no questions is complete and short, or refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from scorekeeper.games.rulebook import Consequence, Question, RulebookError, parse_wizard, read_wizard

FACTS = ("fault",)
WIZARD: dict[str, Any] = {
    "fr": "Commencé ?",
    "en": "Begun?",
    "yes": {
        "fr": "Nul ?",
        "en": "Void?",
        "yes": {"fr": "On redonne.", "en": "Deal again.", "article": "X-1", "facts": {"fault": {"kind": "void"}}},
        "no": {"fr": "On joue.", "en": "Play on.", "article": "X-2"},
    },
    "no": {"fr": "Rien.", "en": "Nothing.", "article": "X-2"},
}


def changed(*path: str, to: object) -> dict[str, Any]:
    """Return the wizard with another value at this path; None removes it."""
    wizard = copy.deepcopy(WIZARD)
    table = wizard
    for key in path[:-1]:
        table = table[key]
    if to is None:
        del table[path[-1]]
    else:
        table[path[-1]] = to
    return wizard


def ends(question: Question, answered: str = "") -> dict[str, Consequence]:
    """Return the consequence of every sequence of answers, as letters."""
    found: dict[str, Consequence] = {}
    for answer, here in question.answers.items():
        way = answered + answer[0]
        found |= {way: here} if isinstance(here, Consequence) else ends(here, way)
    return found


def test_a_wizard_is_read_from_its_first_question() -> None:
    first = parse_wizard(WIZARD, ["X-1", "X-2"], FACTS)
    assert first.texts["en"] == "Begun?"
    found = ends(first)
    assert {way: end.texts["fr"] for way, end in found.items()} == {"yy": "On redonne.", "yn": "On joue.", "n": "Rien."}
    assert (found["yy"].article, found["yy"].facts) == ("X-1", {"fault": {"kind": "void"}})
    assert found["n"].facts == {}


@pytest.mark.parametrize(
    ("wizard", "problem"),
    [
        (changed("yes", "yes", to=None), "yes.question.yes: Field required"),
        (changed("yes", "yes", to={}), "yes.question.yes.consequence.article: Field required"),
        (changed("yes", "yes", to="again"), "yes.question.yes.question: Input should be a dictionary or an instance"),
        (changed("yes", "maybe", to={}), "yes.question.maybe: Unexpected keyword argument"),
        (changed("yes", "en", to=None), "yes.question.texts.en: Input should be a valid string"),
        (changed("no", "article", to=None), "no.consequence.article: Field required"),
        (changed("no", "article", to="X-9"), "no.consequence.article: unknown article 'X-9', not one of X-1, X-2"),
        (changed("no", "fr", to=" "), "no.consequence.texts.fr: String should match pattern '\\S'"),
        (
            changed("no", "facts", to={"falt": {}}),
            "no.consequence.facts.falt.[key]: unknown fact 'falt', not one of fault",
        ),
        ({}, "texts.fr: Input should be a valid string"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wizard_that_is_broken_is_refused(wizard: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulebookError) as refused:
        parse_wizard(wizard, ["X-1", "X-2"], FACTS)
    assert str(refused.value).startswith(problem)


def test_the_irregularities_of_piquet_end_where_its_articles_say() -> None:
    """PI-32 to PI-38, by the answers that lead there."""
    wizard = read_wizard(
        "scorekeeper.games.piquet", "irregularities.toml", ("fault", "short_hand"), "scorekeeper.cards"
    )
    found = ends(wizard)
    assert max(map(len, found)) == 4
    articles = {
        "yyy": "PI-38",
        "yyny": "PI-38",
        "ynyy": "PI-33",
        "ynyn": "PI-33",
        "ynny": "PI-34",
        "nyyy": "PI-35",
        "nyyn": "PI-35",
        "nyny": "PI-36",
        "nnyy": "PI-37",
        "nnyn": "PI-37",
        "nnny": "PI-32",
        "nnnn": "T-5",
    }
    assert {way: found[way].article for way in articles} == articles
    kinds = {way: end.facts["fault"]["kind"] for way, end in found.items() if "fault" in end.facts}
    assert kinds == {
        "yyy": "void",
        "ynyy": "void",
        "nyyn": "loses_partie",
        "nyny": "loses_partie",
        "nnyy": "false_declaration",
        "nnny": "void",
    }
    assert {way for way, end in found.items() if "short_hand" in end.facts} == {"yyny", "ynny"}
