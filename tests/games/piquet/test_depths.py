"""A coup scores the same in every detail of entry, and as by the slow referee of the support folder."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from support import piquet as referee
from support.selection import examples

from scorekeeper.games.contract import Line
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.step import running_totals

pytestmark = pytest.mark.sweep("random coups, each counted at three depths by a slow referee")

Table = dict[str, Any]
PLAY = frozenset({"leads", "wins", "last_trick", "trick_points"})
DEPTHS = {"hands": referee.with_hands, "declared": referee.with_declarations, "quick": referee.quick}
every_table = pytest.mark.parametrize(
    "table",
    referee.EVERY_TABLE,
    ids=["PI-17 to PI-23 " + " ".join(str(value) for value in table.values()) for table in referee.EVERY_TABLE],
)
ARTICLES = {
    "carte_blanche": "PI-8",
    "point": "PI-9",
    "sequence": "PI-10",
    "cards": "PI-20",
    "capot": "PI-21",
    "pic": "PI-22",
    "repic": "PI-23",
}


def engine_lines(facts: dict[str, Any], table: Table) -> tuple[Line, ...]:
    options = PIQUET.read_options(table, 2)
    return PIQUET.score(options, 2, [read_manche(PIQUET, options, 2, facts)]).manches[0].lines


def gathered(lines: tuple[Line, ...]) -> Counter[tuple[int, str]]:
    """The lines under the referee's reasons."""
    found: Counter[tuple[int, str]] = Counter()
    for line in lines:
        why = "play" if line.why in PLAY else line.why
        why = "sequences" if why == "sequence" else "sets" if why.startswith(("quatorze", "brelan")) else why
        found[line.side, why] += line.points
    return found


@every_table
def test_a_coup_is_worth_the_same_at_every_depth_and_to_the_slow_referee(table: Table) -> None:
    chance = random.Random(str(sorted(table.items(), key=str)))
    for _ in range(examples(9)):
        coup = referee.random_coup(chance)
        expected = referee.coup_score(coup, table)
        for depth, entry in DEPTHS.items():
            facts = entry(coup, table)
            lines = engine_lines(facts, table)
            assert gathered(lines) == expected, (depth, facts)
            assert all(line.article == ARTICLES.get(line.why, line.article) for line in lines)


def test_no_depth_has_a_line_without_points() -> None:
    coup = referee.random_coup(random.Random(5))
    for table in referee.EVERY_TABLE:
        for entry in DEPTHS.values():
            assert all(line.points > 0 for line in engine_lines(entry(coup, table), table))


def test_the_random_coups_cover_every_case() -> None:
    chance = random.Random(2)
    met: Counter[str] = Counter()
    for _ in range(400):
        coup = referee.random_coup(chance)
        met.update({why for _, why in referee.coup_score(coup, referee.DEFAULTS)})
    assert min(met[why] for why in ("pic", "repic", "capot", "cards", "carte_blanche")) >= 5, met


def test_pi_8_the_moment_of_showing_a_carte_blanche_changes_no_score() -> None:
    chance = random.Random(8)
    for _ in range(25):
        coup = referee.random_coup(chance)
        facts = referee.with_hands(coup, referee.DEFAULTS)
        assert engine_lines(facts, {}) == engine_lines(facts, {"carte_blanche_shown": "before_elder_exchange"})


def test_pi_1_the_seats_may_be_exchanged() -> None:
    chance = random.Random(1)
    for _ in range(40):
        coup = referee.random_coup(chance)
        turned = referee.Coup(
            1 - coup.elder,
            (coup.hands[1], coup.hands[0]),
            (coup.carte_blanche[1], coup.carte_blanche[0]),
            tuple((1 - leader, led, reply, 1 - winner) for leader, led, reply, winner in coup.tricks),
        )
        here = gathered(engine_lines(referee.with_hands(coup, referee.DEFAULTS), {}))
        there = gathered(engine_lines(referee.with_hands(turned, referee.DEFAULTS), {}))
        assert {(1 - seat, why): points for (seat, why), points in here.items()} == there


def test_pi_17_by_default_a_coup_plays_for_25_points_and_its_cards() -> None:
    chance = random.Random(17)
    for _ in range(60):
        coup = referee.random_coup(chance)
        made = gathered(engine_lines(referee.quick(coup, referee.DEFAULTS), {}))
        assert made[0, "play"] + made[1, "play"] == 25
        assert made[coup.elder, "play"] == 1 + 2 * coup.winners.count(coup.elder)


def test_pi_22_pi_23_pic_and_repic_never_meet() -> None:
    chance = random.Random(22)
    for _ in range(150):
        coup = referee.random_coup(chance)
        found = gathered(engine_lines(referee.with_hands(coup, referee.DEFAULTS), {"repic_needs_zero_opponent": False}))
        assert (1 - coup.elder, "pic") not in found
        assert not ((coup.elder, "pic") in found and any(why == "repic" for _, why in found))


def after_a_false_declaration(coup: referee.Coup, offender: int, table: Table) -> Counter[tuple[int, str]]:
    """The points after PI-37: all declarations of the opponent's hand, and the trick points of both seats."""
    other = 1 - offender
    hand_of_other = coup.hands[other]
    declared = [
        (other, "carte_blanche", 10 if coup.carte_blanche[other] else 0),
        (other, "point", referee.point(hand_of_other)[0]),
        (other, "sequences", sum(referee.RUN_POINTS[length] for length, _ in referee.runs(hand_of_other))),
        (other, "sets", sum(14 if size == 4 else 3 for _, size in referee.sets(hand_of_other))),
    ]
    made = referee.score(coup.elder, declared, coup.winners, coup.lows, table)
    remaining = Counter({(seat, why): points for (seat, why), points in made.items() if seat == other})
    remaining[other, "all_trick_points"] = made[offender, "play"]
    return +remaining


EVERY_CARD_COUNTS = [table for table in referee.EVERY_TABLE if table["low_card_points"] == "all"]


@pytest.mark.parametrize("table", EVERY_CARD_COUNTS, ids=lambda table: " ".join(str(value) for value in table.values()))
def test_pi_37_a_false_declaration_leaves_the_same_at_every_depth(table: Table) -> None:
    chance = random.Random(str(sorted(table.items(), key=str)))
    for _ in range(12):
        coup = referee.random_coup(chance)
        offender = chance.randrange(2)
        expected = after_a_false_declaration(coup, offender, table)
        fault = {"fault": {"kind": "false_declaration", "seat": offender}}
        for depth in ("hands", "declared"):
            facts = DEPTHS[depth](coup, table) | fault
            assert gathered(engine_lines(facts, table)) == expected, (depth, facts)
        quick = referee.quick(coup, table) | fault
        for category in ("point", "sequences", "sets"):
            quick.pop(category, None)
        hand_of_other = referee.declaration(coup.hands[1 - offender])
        quick["point"] = {"winner": 1 - offender, "cards": hand_of_other["point"]["cards"]}
        if lengths := [run["length"] for run in hand_of_other.get("sequences", [])]:
            quick["sequences"] = {"winner": 1 - offender, "lengths": lengths}
        if sizes := [one["size"] for one in hand_of_other.get("sets", [])]:
            quick["sets"] = {"winner": 1 - offender, "sizes": sizes}
        assert gathered(engine_lines(quick, table)) == expected, quick


@every_table
def test_pi_19_the_steps_of_the_count_add_up_to_the_lines(table: Table) -> None:
    chance = random.Random(19)
    options = PIQUET.read_options(table, 2)
    for _ in range(6):
        coup = referee.random_coup(chance)
        for entry in DEPTHS.values():
            facts = entry(coup, table)
            counted = count_coup(options, PIQUET.read_facts(options, 2, facts))
            totals = [0, 0]
            for step, total in zip(counted, running_totals(counted), strict=True):
                totals[step.seat] += step.points
                assert total == totals[step.seat]
            assert tuple(totals) == referee.totals(referee.coup_score(coup, table)), facts


@pytest.mark.parametrize("table", EVERY_CARD_COUNTS, ids=lambda table: " ".join(str(value) for value in table.values()))
def test_pi_19_after_each_trick_the_running_count_is_the_start_of_the_whole_count(table: Table) -> None:
    chance = random.Random(20)
    options = PIQUET.read_options(table, 2)
    for _ in range(4):
        coup = referee.random_coup(chance)
        facts = referee.with_declarations(coup, table)
        whole = count_coup(options, PIQUET.read_facts(options, 2, facts))
        for played in range(12):
            so_far = {**facts, "winners": coup.winners[:played]}
            live = count_coup(options, read_pending(options, so_far))
            assert live == whole[: len(live)], (played, facts)
            leader = coup.tricks[played][0]
            assert leader == live[-1].seat, (played, facts)
