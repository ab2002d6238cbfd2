from __future__ import annotations

import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from web.sentences.games import reasons

from scorekeeper.games import contract
from scorekeeper.games.contract import MancheFacts, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET, counting, coup, options, scoring
from scorekeeper.games.piquet.counting.near_misses import near_misses
from scorekeeper.games.piquet.facts.irregularities import VOID_ARTICLES
from scorekeeper.games.piquet.step import running_totals
from scorekeeper.web.core.language import use_language
from scorekeeper.web.games.piquet import form
from scorekeeper.web.games.piquet import text as piquet
from scorekeeper.web.games.piquet import tricks as aloud
from scorekeeper.web.games.piquet.pages import sample_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["Anna", "Bruno"]
ABOVE = {"low_card_points": "above_nine"}


def samples() -> Iterator[tuple[Any, MancheFacts[Any]]]:
    chance = random.Random(5)
    for preset in (*options.PRESETS, contract.Preset("low", options.TABLE_SIZES, ABOVE)):
        rules = PIQUET.read_options(preset.options, 2)
        scored: Any = SimpleNamespace(options=rules, deal=PIQUET.deal(rules, Table(2, 0), ()))
        for _ in range(10):
            yield rules, read_manche(PIQUET, rules, 2, sample_facts(scored, chance))


def test_every_line_and_step_of_a_coup_has_a_text() -> None:
    known = reasons("piquet")
    with use_language("fr"):
        for rules, manche in samples():
            for line in scoring.manche_lines(rules, manche.facts, doubled=True):
                assert line.why in known
                assert piquet.why(line)
            counted = counting.count_coup(rules, manche.facts)
            for step, total, line in zip(
                counted, running_totals(counted), aloud.count_lines(counted, NAMES), strict=True
            ):
                assert str(total) in line.sentence
                assert NAMES[step.seat] in line.sentence
            for miss in near_misses(rules, manche.facts):
                assert aloud.near_miss_sentence(miss, NAMES).startswith("Pas de ")


def test_every_irregularity_has_its_choice() -> None:
    assert set(form.VOID_LABELS) == set(VOID_ARTICLES)
    kinds = {kind.value for kind in coup.IrregularityKind} - {"void"} | {"short_hand"}
    assert set(form.PLAYER_IRREGULARITIES) == kinds
    assert list(form.CONSEQUENCES) == ["PI-34", "PI-35", "PI-36", "PI-37", "PI-38"]
