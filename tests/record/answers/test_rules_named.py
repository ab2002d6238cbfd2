"""A question that names a house rule is answered under it; the answers are worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.cases import name_question, read_cases

from scorekeeper.games import GAMES
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.record.answers.rules_named import rules_asked
from scorekeeper.record.formats.rules import rules_line


def reply_to(game: str, question: str, options: dict[str, Any] | None = None) -> Reply:
    return answer_question(question, [GAMES[game]], options or {}, None)


@pytest.mark.parametrize("case", read_cases("numbers/rules_named"), ids=name_question)
def test_the_answer_is_that_of_the_named_rules(case: dict[str, Any]) -> None:
    """A rule that is only asked about is not named: the answer is that of the table."""
    reply = reply_to(case["game"], case["question"])
    first = reply.shown[0]
    assert dict(reply.named) == case["named"]
    assert first.head == case["head"]
    assert set(case["named"]) <= set(first.options)


def test_a_rule_that_the_table_plays_is_not_named_to_it() -> None:
    reply = reply_to("hearts", "on joue en 150, j’ai 104, c’est fini ?", {"limit": 150})
    assert reply.answer is not None
    assert (dict(reply.named), reply.answer.head) == ({}, "La partie continue")


@pytest.mark.parametrize(
    ("options", "question", "expected"),
    [
        # What only the deck of the table requires goes with that deck.
        ({"deck": "36"}, "à Belmont, combien vaut le roi de pique ?", {"deck": "belmont"}),
        ({"deck": "36", "limit": 50}, "à Belmont, combien vaut le roi ?", {"deck": "belmont", "limit": 50}),
        ({"deck": "belmont"}, "à 36 cartes, combien de cartes chacun ?", {"deck": "36"}),
        # The queen is worth 5 with 36 cards and 13 at Belmont, whatever is named.
        ({"deck": "36"}, "on joue la dame à 12, j’ai la dame", {"deck": "36"}),
        ({}, "à Belmont on joue la dame à 12, elle tombe", {}),
    ],
)
def test_rules_that_exclude_each_other_are_ignored(
    options: dict[str, Any], question: str, expected: dict[str, Any]
) -> None:
    assert dict(rules_asked(question, GAMES["hearts"], options).options) == expected


def test_without_a_game_the_named_rule_counts_too() -> None:
    reply = answer_question("avec le valet de carreau à −10, 3 cœurs et le valet, ça fait combien", None, {}, None)
    assert reply.answer is not None
    assert (reply.answer.head, dict(reply.named)) == ("−7", {"jack_of_diamonds": -10})


def test_the_command_lists_the_named_options() -> None:
    line = {"game": "hearts", "question": "We play to 150. I'm at 110, is it over?", "language": "en"}
    result = rules_line(json.dumps(line))
    assert (result["answer"]["head"], result["options"]) == ("The game goes on", ["limit"])
