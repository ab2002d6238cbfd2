"""A coup entered card by card: nothing legal is forbidden, and the facts follow from the cards (PI-16, T-7)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from support import piquet as referee

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.record.formats.judge import judge_line

pytestmark = pytest.mark.sweep("whole coups, each card counted")

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
def test_t_7_the_facts_of_a_finished_coup_score_as_the_slow_referee_counts(low: str) -> None:
    chance = random.Random(low)
    options = PIQUET.read_options({"low_card_points": low}, 2)
    table = next(one for one in referee.EVERY_TABLE if PIQUET.read_options(one, 2) == options)
    for _ in range(25):
        coup = referee.random_coup(chance)
        given = referee.with_declarations(coup, table)
        declarations = {name: given[name] for name in ("carte_blanche", "declared") if name in given}
        answer = judge_line(json.dumps(line(coup, low, declarations=declarations)))
        assert {verdict["ruling"] for verdict in answer["verdicts"]} <= {"allowed", "conditional"}
        assert [trick["winner"] for trick in answer["tricks"]] == coup.winners
        manche = read_manche(PIQUET, options, 2, answer["facts"])
        points = PIQUET.score(options, 2, [manche]).manches[0].points
        assert points == referee.totals(referee.coup_score(coup, table))


def short_play(chance: random.Random, elder: int, hands: list[list[str]]) -> list[tuple[list[str], int]]:
    """The cards and winner of each trick; a seat without cards is skipped (PI-38)."""
    left, leader, tricks = [list(hand) for hand in hands], elder, []
    while any(left):
        leader = leader if left[leader] else 1 - leader
        other = 1 - leader
        cards = [chance.choice(left[leader])]
        left[leader].remove(cards[0])
        winner = leader
        if left[other]:
            cards.append(chance.choice(referee.legal(left[other], cards[0])))
            left[other].remove(cards[1])
            captured = cards[0][-1] == cards[1][-1] and referee.height(cards[1]) > referee.height(cards[0])
            winner = other if captured else leader
        tricks.append((cards, winner))
        leader = winner
    return tricks


def short_points(elder: int, winners: list[int]) -> list[int]:
    """A point for each lead and win, one more for the last trick, and the cards (PI-17, PI-20, PI-21, PI-38)."""
    points = [0, 0]
    for leader, winner in zip([elder, *winners], winners, strict=False):
        points[leader] += 1
        points[winner] += 1
    points[winners[-1]] += 1
    most = max(range(2), key=winners.count)
    points[most] += 40 if winners.count(most) == 12 else 10 if winners.count(most) > 6 else 0
    return points


@pytest.mark.parametrize("given", ["short_cards", "hands", "laid open"])
def test_pi_38_a_coup_with_a_short_hand_is_played_out(given: str) -> None:
    chance = random.Random(given)
    options = PIQUET.read_options({}, 2)
    taken = set()
    for _ in range(25):
        cards, elder, short, size = chance.sample(referee.DECK, 24), *chance.choices((0, 1), k=2), chance.randint(4, 11)
        hands = [cards[:12], cards[12:]]
        hands[short] = hands[short][:size]
        tricks = short_play(chance, elder, hands)
        winners = [winner for _, winner in tricks]
        declarations: dict[str, Any] = {"short_hand": short, "declared": [{}, {"point": None}]}
        declarations |= {"hands": hands} if given == "hands" else {"short_cards": size}
        entered_line = {"game": "piquet", "seats": 2, "leader": elder, "declarations": declarations}
        entered_line["plays"] = [card for trick, _ in tricks for card in trick]
        answer = judge_line(json.dumps(entered_line | ({"hands": hands} if given == "laid open" else {})))
        assert {verdict["ruling"] for verdict in answer["verdicts"]} <= {"allowed", "conditional"}
        assert [trick["winner"] for trick in answer["tricks"]] == winners
        assert [len(trick["cards"]) for trick in answer["tricks"]] == [2] * size + [1] * (12 - size)
        assert answer["next"] is None
        facts = {**answer["facts"], "leader": elder, "plays": entered_line["plays"]}
        sheet = PIQUET.score(options, 2, [read_manche(PIQUET, options, 2, facts)])
        assert list(sheet.totals) == short_points(elder, winners)
        taken.add(winners[size - 1] == short)
    assert taken == {True, False}


@pytest.mark.parametrize("seed", range(2))
def test_t_7_a_coup_with_a_short_hand_is_worth_the_same_at_every_depth(seed: int) -> None:
    chance = random.Random(seed)
    options = PIQUET.read_options({"won_own_lead": "only_when_captured"}, 2)
    for _ in range(8):
        cards, elder, short, size = chance.sample(referee.DECK, 24), *chance.choices((0, 1), k=2), chance.randint(4, 11)
        hands = [cards[:12], cards[12:]]
        hands[short] = hands[short][:size]
        tricks = short_play(chance, elder, hands)
        winners = [winner for _, winner in tricks]
        plays = [card for trick, _ in tricks for card in trick]
        given = {"elder": elder, "short_hand": short, "short_cards": size, "declared": [{"point": None}, {}]}
        whole = {**given, "leader": elder, "plays": plays}
        made = PIQUET.score(options, 2, [read_manche(PIQUET, options, 2, whole)]).totals
        cards_won = [0, 0]
        most = max(range(2), key=winners.count)
        cards_won[most] = 40 if winners.count(most) == 12 else 10 if winners.count(most) > 6 else 0
        counts = {
            **given,
            "tricks": [winners.count(0), winners.count(1)],
            "trick_points": [made[0] - cards_won[0], made[1] - cards_won[1]],
        }
        shown = {"hands": hands}
        part = {"leader": elder, "plays": plays[: chance.randrange(len(plays))]}
        for facts in (counts, {**given, "winners": winners}):
            for more in ({}, shown, part, {**shown, **part}):
                assert PIQUET.score(options, 2, [read_manche(PIQUET, options, 2, {**facts, **more})]).totals == made


def test_pi_38_a_short_hand_has_no_card_for_the_last_tricks() -> None:
    """Elder, with four cards, leads the four aces and takes four tricks; the dealer plays the rest alone."""
    aces, others = ["AC", "AD", "AH", "AS"], ["7C", "7D", "7H", "7S", "8C", "8D", "8H", "8S", "9C", "9D", "9H", "9S"]
    plays = [card for pair in zip(aces, others, strict=False) for card in pair]
    line = {"game": "piquet", "seats": 2, "leader": 0, "declarations": {"short_hand": 0, "short_cards": 4}}
    answer = judge_line(json.dumps({**line, "plays": plays}))
    assert answer["next"]["seat"] == 1
    assert "AC" not in answer["next"]["allowed"]
    answer = judge_line(json.dumps({**line, "plays": [*plays, "8C"]}))
    assert answer["tricks"][-1] == {"leader": 1, "winner": 1, "cards": ["8C"]}
    assert answer["next"]["seat"] == 1
    answer = judge_line(json.dumps({**line, "plays": [*plays, *others[4:], "10C"]}))
    assert answer["error"] == "play 17: manche_over in plays, value 10C (T-1)"
    answer = judge_line(json.dumps({**line, "plays": [*plays, *others[4:]]}))
    assert answer["facts"]["winners"] == [0] * 4 + [1] * 8


def test_t_7_a_finished_coup_without_declarations_gives_no_facts() -> None:
    coup = referee.random_coup(random.Random(1))
    assert judge_line(json.dumps(line(coup, "all")))["facts"] is None


@pytest.mark.parametrize("declarations", [[], "point", {"point": {"winner": 0}}, {"rien": 1}])
def test_impossible_declarations_are_an_error_of_that_line(declarations: object) -> None:
    coup = referee.random_coup(random.Random(2))
    assert set(judge_line(json.dumps(line(coup, "all", declarations=declarations)))) == {"error", "refusal"}


def test_pi_16_with_hands_laid_open_only_the_led_suit_may_follow_while_there_is_some() -> None:
    coup = referee.random_coup(random.Random(3))
    led = coup.tricks[0][1]
    answer = judge_line(json.dumps(line(coup, "all", hands=[list(hand) for hand in coup.hands], plays=[led])))
    hand = coup.hands[1 - coup.elder]
    assert sorted(answer["next"]["allowed"]) == sorted(referee.legal(hand, led[-1]))


FIRST_LEAD = {"pic_window": "first_lead"}


@pytest.mark.parametrize(
    ("table", "entered_as"),
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
def test_true_points_of_elders_agree_with_the_cards_so_far(table: dict[str, Any], entered_as: dict[str, Any]) -> None:
    chance = random.Random(str(table))
    rules = {**referee.DEFAULTS, **table}
    options = PIQUET.read_options(table, 2)
    for _ in range(8):
        coup = referee.random_coup(chance)
        cards = [card for _, led, reply, _ in coup.tricks[: chance.randrange(12)] for card in (led, reply)]
        first = referee.elder_points(coup, {**rules, "pic_window": "play", **entered_as})
        facts = {**referee.quick(coup, rules), "elder_points": first, "leader": coup.elder, "plays": cards}
        assert read_manche(PIQUET, options, 2, facts).facts.elder_points == first
