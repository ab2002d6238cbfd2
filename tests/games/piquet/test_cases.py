"""The coups of `data/piquet`: facts that are refused, accepted or scored. `why` shows the sum or the doubt."""

from __future__ import annotations

from typing import Any

import pytest
from support.cases import name_case, read_cases

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting.near_misses import near_misses
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError

Case = dict[str, Any]


def read(case: Case) -> tuple[Any, Any]:
    options = PIQUET.read_options(case.get("options", {}), 2)
    return options, read_manche(PIQUET, options, 2, case["facts"])


@pytest.mark.parametrize("case", read_cases("piquet/refusals"), ids=name_case)
def test_impossible_facts_are_refused_with_their_figures(case: Case) -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        read(case)
    error = refusal.value
    found = {**error.figures, "key": error.key, "article": error.article, "field": error.field}
    assert {name: str(found[name]) for name in case["error"]} == {name: str(one) for name, one in case["error"].items()}
    assert isinstance(error, IncompleteFactsError) == case.get("incomplete", False)


@pytest.mark.parametrize("case", read_cases("piquet/accepted"), ids=name_case)
def test_possible_facts_are_accepted(case: Case) -> None:
    read(case)
    read({**case, "facts": turned(case["facts"])})


@pytest.mark.parametrize("case", read_cases("piquet/coups"), ids=name_case)
def test_a_coup_is_scored(case: Case) -> None:
    options, manche = read(case)
    score = PIQUET.score(options, 2, [manche]).manches[0]
    lines = [[line.side, line.why, line.points, line.article] for line in score.lines]
    of_why = {line.why: [line.side, line.count, line.made_by] for line in score.lines}
    misses = [{name: getattr(miss, name) for name in MISS} for miss in near_misses(options, manche.facts)]
    found: Case = {
        "totals": list(score.points),
        "elder": score.points[0],
        "lines": [line for line in lines if line[3] not in PLAY],
        "pic": of_why.get("pic"),
        "repic": of_why.get("repic"),
        "missed": misses,
    }
    expected = {name: case[name] for name in found if name in case}
    assert expected
    assert {name: found[name] for name in expected} == expected
    _, same = read({**case, "facts": turned(case["facts"])})
    assert PIQUET.score(options, 2, [same]).totals == score.points[::-1]


PLAY = {"PI-17", "PI-18", "PI-20", "PI-21"}
MISS = ("kind", "article", "seat", "why", "by", "points", "missing")


def turned(facts: Any) -> Any:  # noqa: ANN401 - any JSON
    """Exchange the seats in the facts of a coup."""
    if not isinstance(facts, dict):
        return facts
    seats = {name: value for name, value in facts.items() if name in {"elder", "last", "winner", "seat", "short_hand"}}
    pairs = {"carte_blanche", "declared", "hands", "tricks", "trick_points"}
    return {
        **{name: turned(value) for name, value in facts.items()},
        **{name: seat if seat is None else 1 - seat for name, seat in seats.items()},
        **{name: facts[name][::-1] for name in pairs if name in facts},
        **({"winners": [1 - winner for winner in facts["winners"]]} if "winners" in facts else {}),
    }
