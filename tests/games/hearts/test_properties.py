"""Properties for any house rules and cards, computed from the articles and not by the engine."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.junk import junk_of, leaves_of, spoilt

from scorekeeper.games.contract import MancheFacts, Sheet
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.rulebook import read_articles
from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError

steadily = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Table = tuple[int, dict[str, Any]]

# Seats, deck, and how many of each card pay: DP-1, DP-2, DP-3, DP-5 and DP-8.
TABLES: list[tuple[int, str, dict[str, int]]] = [
    (3, "52", {"H": 13, "QS": 1}),
    (4, "52", {"H": 13, "QS": 1}),
    (5, "52", {"H": 13, "QS": 1}),
    (6, "54", {"H": 13, "QS": 1}),
    (4, "36", {"H": 9, "QS": 1, "last": 1}),
    (6, "belmont", {"H": 26, "QS": 2, "KS": 2, "AS": 2}),
    (8, "belmont", {"H": 26, "QS": 2, "KS": 2, "AS": 2}),
]


def paying(seats: int, chosen: dict[str, Any]) -> dict[str, int]:
    """The number of cards dealt for each key."""
    cards = next(dict(cards) for players, deck, cards in TABLES if (players, deck) == (seats, chosen["deck"]))
    if chosen["jack_of_diamonds"]:
        cards["JD"] = 2 if seats == 8 else 1
    if chosen["seven_of_clubs"]:
        cards["7C"] = 2 if seats == 8 else 1
    return cards


def worths(chosen: dict[str, Any]) -> dict[str, int]:
    """DP-3, DP-6, DP-17, DP-18, DP-19 and DP-20."""
    queen = 5 if chosen["deck"] == "36" else chosen["queen_points"]
    return {"H": 1, "QS": queen, "KS": 10, "AS": 7, "JD": -10, "7C": 7, "last": 1}


def teams(seats: int, chosen: dict[str, Any]) -> int:
    """DP-4 and DP-5: how many sides there are."""
    return seats // 2 if chosen["deck"] == "belmont" or chosen["teams"] else seats


def shooting_seat(taken: dict[str, list[int]], seats: int, chosen: dict[str, Any]) -> int | None:
    """DP-21, DP-23 and DP-24: the seat that took everything but, perhaps, the last trick."""
    cards = {key: total for key, total in paying(seats, chosen).items() if key != "last"}
    shooters = [seat for seat in range(seats) if all(taken[key][seat] == total for key, total in cards.items())]
    return shooters[0] if shooters and chosen["moon"] != "off" else None


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


@st.composite
def tables(draw: st.DrawFn, *, without_teams: bool = False) -> Table:
    seats, deck, _ = draw(st.sampled_from([table for table in TABLES if not without_teams or table[1] != "belmont"]))
    teamed = deck == "belmont" or (seats == 4 and not without_teams and draw(st.booleans()))
    queens = {"36": [5], "belmont": [13]}.get(deck, [13, 12])
    return seats, {
        "deck": deck,
        "teams": teamed,
        "queen_points": draw(st.sampled_from(queens)),
        "jack_of_diamonds": draw(st.sampled_from([0, -10])),
        "seven_of_clubs": draw(st.sampled_from([0, 7])),
        "moon": draw(st.sampled_from(["others_plus", "self_minus", "choice", "off"])),
        "first_trick_points": draw(st.sampled_from(["only_if_forced", "hearts", "any"])),
        "queen_breaks_hearts": draw(st.booleans()),
        "hearts_instead_of_queen": draw(st.booleans()),
        "joker_tie": draw(st.sampled_from(["first", "second"])),
        "limit": draw(st.integers(1, 10_000) | st.sampled_from([100, 75, 50])),
        "tie": draw(st.sampled_from(["shared", "play_on"])),
        "revoke": draw(st.sampled_from([0, 13, 26]) | st.integers(0, 100)),
    }


@st.composite
def manches(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Facts of a real distribution of the cards: random, or all or nearly all to one seat."""
    seats, chosen = table
    anyone = st.integers(0, seats - 1)
    star, leaning = draw(anyone), draw(st.sampled_from(["none", "nearly", "wholly"]))
    taken = {}
    for key, total in paying(seats, chosen).items():
        free = leaning == "none" or key == "last" or (leaning == "nearly" and draw(st.integers(0, 3)) == 0)
        holders = draw(st.lists(anyone, min_size=total, max_size=total)) if free else [star] * total
        taken[key] = [holders.count(seat) for seat in range(seats)]
    moon = None
    if shooting_seat(taken, seats, chosen) is not None and chosen["moon"] == "choice":
        moon = draw(st.sampled_from(["others_plus", "self_minus"]))
    facts: dict[str, Any] = {"taken": taken, "moon": moon}
    if draw(st.booleans()):
        side, points = st.integers(0, teams(seats, chosen) - 1), st.integers(-50, 50)
        penalty = st.fixed_dictionaries({"side": side, "points": points, "reason": st.just("renonce")})
        facts["penalties"] = draw(st.lists(penalty, min_size=1, max_size=2))
    return facts


@st.composite
def parties(draw: st.DrawFn, least: int = 0) -> tuple[Table, list[dict[str, Any]]]:
    table = draw(tables())
    return table, draw(st.lists(manches(table), min_size=least, max_size=6))


def read(table: Table, facts: list[dict[str, Any]]) -> tuple[Any, list[MancheFacts[Any]]]:
    seats, chosen = table
    options = HEARTS.read_options(chosen, seats)
    return options, [read_manche(HEARTS, options, seats, one) for one in facts]


def score(table: Table, facts: list[dict[str, Any]]) -> Sheet:
    options, recorded = read(table, facts)
    return HEARTS.score(options, table[0], recorded)


def without_penalties(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key != "penalties"}


@steadily
@given(st.data(), tables())
def test_points_follow_the_articles_for_any_cards_and_house_rules(data: st.DataObject, table: Table) -> None:
    facts = without_penalties(data.draw(manches(table)))
    points = list(score(table, [facts]).manches[0].points)
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
        assert sum(score(table, [facts]).manches[0].points) == base[chosen["deck"]] + extras


@steadily
@given(parties())
def test_replaying_manche_by_manche_is_replaying_whole(partie: tuple[Table, list[dict[str, Any]]]) -> None:
    table, facts = partie
    whole = score(table, facts)
    for played in range(len(facts) + 1):
        so_far = score(table, facts[:played])
        assert so_far.manches == whole.manches[:played]
        if whole.ending is not None and played >= whole.ending.after:
            assert so_far.ending == whole.ending
        else:
            assert so_far.ending is None


@steadily
@given(parties())
def test_totals_run_on_and_lines_add_up_to_points(partie: tuple[Table, list[dict[str, Any]]]) -> None:
    table, facts = partie
    sheet = score(table, facts)
    running = [0] * teams(*table)
    for row in sheet.manches:
        assert [sum(line.points for line in row.lines if line.side == side) for side in range(sheet.sides)] == list(
            row.points
        )
        running = [before + now for before, now in zip(running, row.points, strict=True)]
        assert list(row.totals) == running


@steadily
@given(st.data(), parties(least=1))
def test_correcting_a_manche_equals_recording_it_correctly(
    data: st.DataObject, partie: tuple[Table, list[dict[str, Any]]]
) -> None:
    table, facts = partie
    wrong = data.draw(st.integers(0, len(facts) - 1))
    correction = data.draw(manches(table))
    options, recorded = read(table, facts)
    before = HEARTS.score(options, table[0], recorded)
    recorded[wrong] = read_manche(HEARTS, options, table[0], correction)
    corrected = HEARTS.score(options, table[0], recorded)
    assert corrected == score(table, [*facts[:wrong], correction, *facts[wrong + 1 :]])
    for index, (old, new) in enumerate(zip(before.manches, corrected.manches, strict=True)):
        if index != wrong:
            assert new.lines == old.lines
        if index < wrong:
            assert new == old


@steadily
@given(parties())
def test_facts_survive_json(partie: tuple[Table, list[dict[str, Any]]]) -> None:
    table, facts = partie
    options, recorded = read(table, facts)
    for manche in recorded:
        written = json.loads(json.dumps(write_manche(HEARTS, manche)))
        assert read_manche(HEARTS, options, table[0], written) == manche
        assert json.loads(json.dumps(write_manche(HEARTS, read_manche(HEARTS, options, table[0], written)))) == written


@steadily
@given(tables())
def test_options_survive_json(table: Table) -> None:
    seats, chosen = table
    options = HEARTS.read_options(chosen, seats)
    written = json.loads(json.dumps(HEARTS.write_options(options)))
    assert written == chosen
    assert HEARTS.read_options(written, seats) == options


@steadily
@given(st.data(), tables(without_teams=True))
def test_typed_points_of_any_distribution_without_a_volte_score_the_same(data: st.DataObject, table: Table) -> None:
    facts = without_penalties(data.draw(manches(table)))
    if shooting_seat(facts["taken"], *table) is None:
        typed = {"points": expected_points(facts["taken"], *table, None)}
        assert score(table, [typed]).totals == score(table, [facts]).totals


@steadily
@given(st.data(), tables())
def test_the_points_on_a_sheet_typed_in_again_give_the_same_points(data: st.DataObject, table: Table) -> None:
    facts = without_penalties(data.draw(manches(table)))
    points = list(score(table, [facts]).totals)
    assert list(score(table, [{"points": points}]).totals) == points


@steadily
@given(parties())
def test_the_article_of_each_line_is_in_the_rulebook(partie: tuple[Table, list[dict[str, Any]]]) -> None:
    known = read_articles(HEARTS.package) | read_articles("scorekeeper.cards")
    cited = {line.article for row in score(*partie).manches for line in row.lines}
    assert cited <= set(known)


@steadily
@given(parties())
def test_the_partie_ends_at_the_first_manche_that_dp_25_and_dp_26_allow(
    partie: tuple[Table, list[dict[str, Any]]],
) -> None:
    (seats, chosen), facts = partie
    sheet = score((seats, chosen), facts)
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


WORDS = (
    *("taken", "points", "moon", "penalties", "side", "reason", "revokes"),
    *("H", "QS", "JD", "7C", "KS", "AS", "last"),
    *("deck", "teams", "limit", "tie", "queen_points", "jack_of_diamonds", "seven_of_clubs"),
    *("52", "54", "36", "belmont", "others_plus", "self_minus", "choice", "off"),
)
FIGURES = (0, 1, 5, 7, 12, 13, 25, 26, -10, -26, 10_000, 10_001)
junk = junk_of(WORDS, FIGURES)


def only_impossible_facts(table: Table, facts: Any) -> None:  # noqa: ANN401 - any JSON value
    """The facts are refused as impossible, or they can be written, read back and scored."""
    seats, chosen = table
    options = HEARTS.read_options(chosen, seats)
    try:
        manche = read_manche(HEARTS, options, seats, facts)
    except ImpossibleFactsError:
        return
    written = json.loads(json.dumps(write_manche(HEARTS, manche)))
    assert read_manche(HEARTS, options, seats, written) == manche
    HEARTS.score(options, seats, [manche])


@steadily
@given(tables(), junk)
def test_facts_that_are_any_json_are_sound_or_impossible_and_nothing_else(table: Table, facts: object) -> None:
    only_impossible_facts(table, facts)


@steadily
@given(
    tables(), st.dictionaries(st.sampled_from(WORDS), junk, max_size=4), st.lists(leaves_of(WORDS, FIGURES), max_size=9)
)
def test_typed_points_that_are_any_json_are_sound_or_impossible(
    table: Table, facts: dict[str, Any], typed: list[object]
) -> None:
    only_impossible_facts(table, {**facts, "points": typed})
    only_impossible_facts(table, {"points": typed})


@steadily
@given(st.data(), tables())
def test_sound_facts_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, table: Table) -> None:
    facts = data.draw(manches(table))
    only_impossible_facts(table, data.draw(spoilt(junk, facts)))
    points = expected_points(facts["taken"], *table, facts["moon"])
    only_impossible_facts(table, data.draw(spoilt(junk, {"points": points, "moon": facts["moon"]})))


@steadily
@given(st.data(), tables())
def test_sound_options_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, table: Table) -> None:
    seats, chosen = table
    spoilt_options = data.draw(spoilt(junk, chosen) | junk)
    try:
        options = HEARTS.read_options(spoilt_options, seats)
    except ImpossibleOptionsError:
        return
    assert HEARTS.read_options(json.loads(json.dumps(HEARTS.write_options(options))), seats) == options
