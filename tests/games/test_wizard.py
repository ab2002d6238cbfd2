"""A wizard of yes/no questions is complete and short, or refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from scorekeeper.games.rulebook import Consequence, Question, RulebookError, parse_wizard, read_wizard

FACTS = ("fault",)
WIZARD: dict[str, Any] = {
    "begun": {
        "fr": {"question": "Commencé ?"},
        "en": {"question": "Begun?"},
        "yes": "void",
        "no": {"consequence": "b"},
    },
    "void": {
        "fr": {"question": "Nul ?"},
        "en": {"question": "Void?"},
        "yes": {"consequence": "a"},
        "no": {"consequence": "b"},
    },
    "consequences": {
        "a": {"fr": "On redonne.", "en": "Deal again.", "article": "X-1", "fault": {"kind": "void"}},
        "b": {"fr": "On joue.", "en": "Play on.", "article": "X-2"},
    },
}


def changed(*path: str, to: object) -> dict[str, Any]:
    """Return the wizard with another value at this path; None removes it."""
    wizard = copy.deepcopy(WIZARD)
    table = wizard
    for key in path[:-1]:
        table = table.setdefault(key, {})
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
    assert (first.key, first.texts["en"]) == ("begun", "Begun?")
    found = ends(first)
    assert {way: end.key for way, end in found.items()} == {"yy": "a", "yn": "b", "n": "b"}
    assert (found["yy"].article, found["yy"].texts["fr"]) == ("X-1", "On redonne.")
    assert (found["yy"].facts, found["n"].facts) == ({"fault": {"kind": "void"}}, {})


@pytest.mark.parametrize(
    ("wizard", "problem"),
    [
        (changed("void", "yes", to="nowhere"), "void.yes.question: unknown question 'nowhere', not one of begun, void"),
        (changed("void", "yes", to="begun"), "begun: the wizard goes in a circle"),
        (
            changed("void", "yes", to={"consequence": "z"}),
            "void.yes.consequence: unknown consequence 'z', not one of a, b",
        ),
        (changed("void", "yes", to={"end": "a"}), "void.yes.end: Unexpected keyword argument"),
        (changed("void", "yes", to=None), "void.yes: Field required"),
        (changed("void", "yes", to={}), "void.yes: an answer leads to a question or to a consequence"),
        (changed("void", "maybe", to="a"), "void.maybe: Unexpected keyword argument"),
        (changed("void", "en", to=None), "void.texts.en: Input should be a dictionary or an instance of _QuestionText"),
        (changed("begun", "yes", to={"consequence": "a"}), "void: no answer leads there"),
        (changed("void", "yes", to={"consequence": "b"}), "a: no answer leads there"),
        (changed("consequences", "a", "article", to=None), "a.article: Field required"),
        (changed("consequences", "a", "article", to="X-9"), "a.article: unknown article 'X-9', not one of X-1, X-2"),
        (changed("consequences", "a", "fr", to=" "), "a.texts.fr: String should match pattern '\\S'"),
        (changed("consequences", "a", "falt", to={}), "a.falt: Unexpected keyword argument"),
        (changed("consequences", to=None), "begun.no.consequence: unknown consequence 'b', not one of "),
        ({"consequences": {}}, "wizard: no question"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wizard_that_is_broken_is_refused(wizard: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulebookError) as refused:
        parse_wizard(wizard, ["X-1", "X-2"], FACTS)
    assert str(refused.value) == problem


def test_a_wizard_asks_four_questions_at_most() -> None:
    asks = {"fr": {"question": "?"}, "en": {"question": "?"}, "no": {"consequence": "a"}}
    ending = {"consequences": {"a": WIZARD["consequences"]["a"]}}
    four = {f"q{number}": {**asks, "yes": f"q{number + 1}"} for number in range(1, 4)}
    last = {**asks, "yes": {"consequence": "a"}}
    assert len(ends(parse_wizard({**four, "q4": last, **ending}, ["X-1"], FACTS))) == 5
    with pytest.raises(RulebookError, match="q5: further than 4 questions"):
        parse_wizard({**four, "q4": {**asks, "yes": "q5"}, "q5": last, **ending}, ["X-1"], FACTS)


def test_the_irregularities_of_piquet_end_where_its_articles_say() -> None:
    """PI-32 to PI-38, by the answers that lead there."""
    wizard = read_wizard(
        "scorekeeper.games.piquet", "irregularities.toml", ("fault", "short_hand"), "scorekeeper.cards"
    )
    found = ends(wizard)
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
