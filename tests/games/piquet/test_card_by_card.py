"""A coup entered card by card: nothing legal is forbidden, and the facts fill themselves in (PI-16, T-7)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from support import piquet as referee

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.record.judge_format import judge_line

every_table = pytest.mark.parametrize("low", ["all", "above_nine"])


def line(coup: referee.Coup, low: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - keys of the format
    plays = [card for _, led, reply, _ in coup.tricks for card in (led, reply)]
    return {
        "game": "piquet",
        "options": {"low_card_points": low},
        "seats": 2,
        "leader": coup.elder,
        "plays": plays,
    } | more


@every_table
def test_t_7_the_facts_of_a_coup_played_out_are_worth_what_the_slow_referee_counts(low: str) -> None:
    chance = random.Random(low)
    options = PIQUET.read_options({"low_card_points": low}, 2)
    table = next(one for one in referee.EVERY_TABLE if PIQUET.read_options(one, 2) == options)
    for _ in range(25):
        coup = referee.random_coup(chance)
        told = referee.with_declarations(coup, table)
        declarations = {name: told[name] for name in ("carte_blanche", "declared") if name in told}
        answer = judge_line(json.dumps(line(coup, low, declarations=declarations)))
        assert {verdict["ruling"] for verdict in answer["verdicts"]} <= {"allowed", "conditional"}
        assert [trick["winner"] for trick in answer["tricks"]] == coup.winners
        manche = read_manche(PIQUET, options, 2, answer["facts"])
        points = PIQUET.score(options, 2, [manche]).manches[0].points
        assert points == referee.totals(referee.coup_score(coup, table))


def test_t_7_without_declarations_a_coup_played_out_tells_no_facts() -> None:
    coup = referee.random_coup(random.Random(1))
    assert judge_line(json.dumps(line(coup, "all")))["facts"] is None


@pytest.mark.parametrize("declarations", [[], "point", {"point": {"winner": 0}}, {"rien": 1}])
def test_declarations_that_cannot_be_are_an_error_of_that_line(declarations: object) -> None:
    coup = referee.random_coup(random.Random(2))
    assert set(judge_line(json.dumps(line(coup, "all", declarations=declarations)))) == {"error"}


def test_pi_16_with_hands_laid_open_only_the_led_suit_may_follow_while_there_is_some() -> None:
    coup = referee.random_coup(random.Random(3))
    led = coup.tricks[0][1]
    answer = judge_line(json.dumps(line(coup, "all", hands=[list(hand) for hand in coup.hands], plays=[led])))
    hand = coup.hands[1 - coup.elder]
    assert sorted(answer["next"]["allowed"]) == sorted(referee.legal(hand, led[-1]))


FIRST_LEAD = {"pic_window": "first_lead"}


@pytest.mark.parametrize(
    ("table", "told_as"),
    [
        pytest.param({}, {}, id="PI-22 all that elder made before the dealer's first point"),
        pytest.param(FIRST_LEAD, {}, id="PI-22 likewise where only the first lead makes a pic, as it surely counts"),
        pytest.param(
            {**FIRST_LEAD, "low_card_points": "above_nine"},
            FIRST_LEAD,
            id="PI-18 of the first lead alone where only it makes a pic and may be low",
        ),
    ],
)
def test_true_points_of_elders_agree_with_the_cards_so_far(table: dict[str, Any], told_as: dict[str, Any]) -> None:
    chance = random.Random(str(table))
    rules = {**referee.DEFAULTS, **table}
    options = PIQUET.read_options(table, 2)
    for _ in range(12):
        coup = referee.random_coup(chance)
        cards = [card for _, led, reply, _ in coup.tricks[: chance.randrange(12)] for card in (led, reply)]
        first = referee.elder_points(coup, {**rules, "pic_window": "play", **told_as})
        facts = {**referee.quick(coup, rules), "elder_points": first, "leader": coup.elder, "plays": cards}
        assert read_manche(PIQUET, options, 2, facts).facts.elder_points == first
