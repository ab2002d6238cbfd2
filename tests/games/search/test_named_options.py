"""The house rules that a question names, and those that it only asks about, denies or reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cases import name_question, read_cases

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search.named_options import entries, named_options
from scorekeeper.record.answers.rulings import options_in_force

DATA = Path(__file__).parents[2] / "data" / "rule_questions"
OWN = ["hearts", "spades", "piquet"]


def named(slug: str, question: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    game = GAMES[slug]
    return dict(named_options(question, game, options_in_force(game, options or {})).values)


@pytest.mark.parametrize("case", read_cases("numbers/named_options"), ids=name_question)
def test_a_question_names_house_rules(case: dict[str, Any]) -> None:
    """A rule that is asked about, denied or reported is not named."""
    assert named(case["game"], case["question"]) == case["named"]


def test_a_target_keeps_a_linked_game() -> None:
    linked = {"format": "target_linked", "target": 100}
    assert named("piquet", "on joue en 150, j’ai 152", linked) == {"format": "target_linked", "target": 150}


@pytest.mark.parametrize("slug", OWN)
def test_each_entry_sets_options_of_the_game_in_both_languages(slug: str) -> None:
    options = {option.name for option in GAMES[slug].options}
    for entry in entries(GAMES[slug].package):
        assert set(entry) <= {"set", *LANGUAGES}, entry
        assert set(entry.get("set", {})) <= options, entry
        assert all(entry[language] for language in LANGUAGES), entry


@pytest.mark.parametrize("slug", OWN)
def test_each_option_of_a_game_can_be_named(slug: str) -> None:
    named_ones = {name for entry in entries(GAMES[slug].package) for name in entry.get("set", {})}
    assert named_ones == {option.name for option in GAMES[slug].options}


# The questions of the data that name a house rule, by game; no other question may switch an option.
NAMING = {
    "hearts": {
        *("h021", "h022", "h024", "h028", "h051", "h069", "h073", "h075", "h076", "h077", "h078", "h079", "h080"),
        *("h081", "h082", "h083", "h084", "h085", "h089", "h096", "h097", "h116", "h127", "h151", "h163"),
    },
    "spades": set[str](),
    "piquet": {"p019", "p057", "p084", "p093", "p124", "p156", "p160", "p187"},
}


@pytest.mark.sweep("asks every question of the data")
@pytest.mark.parametrize("slug", OWN)
def test_no_question_of_the_data_without_a_named_rule_switches_an_option(slug: str) -> None:
    rows = [json.loads(line) for line in (DATA / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["id"] for row in rows if named(slug, row["question"])} == NAMING[slug]
