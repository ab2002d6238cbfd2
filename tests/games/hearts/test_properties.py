"""Properties for any house rules and cards, computed from the articles and not by the engine."""

from __future__ import annotations

from typing import Any

from games.hearts.drawing import FIGURES, WORDS, Table, manches, paying, shooting_seat, tables, teams
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.drawn import only_impossible_facts, score
from support.junk import junk_of, leaves_of, spoilt

from scorekeeper.games.hearts import HEARTS

steadily = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Facts = dict[str, Any]
junk = junk_of(WORDS, FIGURES)


def worths(chosen: dict[str, Any]) -> dict[str, int]:
    """DP-3, DP-6, DP-17, DP-18, DP-19 and DP-20."""
    queen = 5 if chosen["deck"] == "36" else chosen["queen_points"]
    return {"H": 1, "QS": queen, "KS": 10, "AS": 7, "JD": -10, "7C": 7, "last": 1}


def expected_points(taken: dict[str, list[int]], seats: int, chosen: dict[str, Any], moon: str | None) -> list[int]:
    """DP-17 to DP-24 in one go."""
    sides, cards, worth = teams(seats, chosen), paying(seats, chosen), worths(chosen)
    points = [0] * sides
    shooter = shooting_seat(taken, seats, chosen)
    if shooter is None:
        for key in cards:
            for seat in range(seats):
                points[seat % sides] += worth[key] * taken[key][seat]
        return points
    volte = {"52": 13 + worth["QS"], "54": 13 + worth["QS"], "36": 14, "belmont": 86}[chosen["deck"]]
    if (moon or chosen["moon"]) == "self_minus":
        points[shooter % sides] = -volte
    else:
        points = [0 if side == shooter % sides else volte * (seats // sides) for side in range(sides)]
    if chosen["deck"] == "36" and taken["last"][shooter] == 0:
        points[taken["last"].index(1) % sides] += 1
    return points


def without_penalties(facts: Facts) -> Facts:
    return {key: value for key, value in facts.items() if key != "penalties"}


@steadily
@given(st.data(), tables())
def test_points_follow_the_articles_for_any_cards_and_house_rules(data: st.DataObject, table: Table) -> None:
    facts = without_penalties(data.draw(manches(table)))
    points = list(score(HEARTS, table, [facts]).manches[0].points)
    assert points == expected_points(facts["taken"], *table, facts["moon"])


@steadily
@given(st.data(), tables())
def test_a_manche_without_a_volte_always_totals_the_same(data: st.DataObject, table: Table) -> None:
    seats, chosen = table
    facts = without_penalties(data.draw(manches(table)))
    if shooting_seat(facts["taken"], seats, chosen) is None:
        base = {"52": 13 + chosen["queen_points"], "54": 13 + chosen["queen_points"], "36": 15, "belmont": 86}
        copies = 2 if seats == 8 else 1
        extras = copies * (chosen["jack_of_diamonds"] + chosen["seven_of_clubs"])
        assert sum(score(HEARTS, table, [facts]).manches[0].points) == base[chosen["deck"]] + extras


@steadily
@given(st.data(), tables(without_teams=True))
def test_typed_points_of_any_distribution_without_a_volte_score_the_same(data: st.DataObject, table: Table) -> None:
    facts = without_penalties(data.draw(manches(table)))
    if shooting_seat(facts["taken"], *table) is None:
        typed = {"points": expected_points(facts["taken"], *table, None)}
        assert score(HEARTS, table, [typed]).totals == score(HEARTS, table, [facts]).totals


@steadily
@given(st.data(), tables())
def test_the_points_on_a_sheet_typed_in_again_give_the_same_points(data: st.DataObject, table: Table) -> None:
    facts = without_penalties(data.draw(manches(table)))
    points = list(score(HEARTS, table, [facts]).totals)
    assert list(score(HEARTS, table, [{"points": points}]).totals) == points


@steadily
@given(st.data(), tables())
def test_the_partie_ends_at_the_first_manche_that_dp_25_and_dp_26_allow(data: st.DataObject, table: Table) -> None:
    (seats, chosen), facts = table, data.draw(st.lists(manches(table), max_size=6))
    sheet = score(HEARTS, (seats, chosen), facts)
    end = None
    totals = [0] * teams(seats, chosen)
    for after, one in enumerate(facts, start=1):
        points = expected_points(one["taken"], seats, chosen, one["moon"])
        fines = [(fine["side"], fine["points"]) for fine in one.get("penalties", [])]
        totals = [
            total + points[side] + sum(fine for fined, fine in fines if fined == side)
            for side, total in enumerate(totals)
        ]
        best = tuple(side for side, total in enumerate(totals) if total == min(totals))
        if max(totals) >= chosen["limit"] and (chosen["tie"] == "shared" or len(best) == 1):
            end = (after, best)
            break
    assert (sheet.ending and (sheet.ending.after, sheet.ending.winners)) == end


@steadily
@given(
    tables(), st.dictionaries(st.sampled_from(WORDS), junk, max_size=4), st.lists(leaves_of(WORDS, FIGURES), max_size=9)
)
def test_typed_points_that_are_any_json_are_sound_or_impossible(
    table: Table, facts: dict[str, Any], typed: list[object]
) -> None:
    only_impossible_facts(HEARTS, table, {**facts, "points": typed})
    only_impossible_facts(HEARTS, table, {"points": typed})


@steadily
@given(st.data(), tables())
def test_sound_points_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, table: Table) -> None:
    facts = data.draw(manches(table))
    points = expected_points(facts["taken"], *table, facts["moon"])
    only_impossible_facts(HEARTS, table, data.draw(spoilt(junk, {"points": points, "moon": facts["moon"]})))
