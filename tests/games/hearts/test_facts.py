from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.games.contract import MancheFacts, Penalty
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.facts import TypedPoints, complete_counts, complete_points, possible_volte_side
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASSIC = {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}
SECOND_SHOOTS = {"H": [0, 13, 0, 0], "QS": [0, 1, 0, 0]}
JACK = {"jack_of_diamonds": -10}
SEVEN = {"seven_of_clubs": 7}
BELMONT = {
    "H": [6, 5, 4, 4, 4, 3],
    "QS": [1, 0, 0, 1, 0, 0],
    "KS": [0, 2, 0, 0, 0, 0],
    "AS": [0, 0, 1, 0, 0, 1],
}


def read(facts: Any, seats: int = 4, **chosen: Any) -> MancheFacts[Any]:  # noqa: ANN401 - facts may be any junk
    return read_manche(HEARTS, HEARTS.read_options(chosen, seats), seats, facts)


def points(facts: dict[str, Any], seats: int = 4, **chosen: Any) -> list[int]:  # noqa: ANN401 - options of any type
    options = HEARTS.read_options(chosen, seats)
    return list(HEARTS.score(options, seats, [read(facts, seats, **chosen)]).manches[0].points)


@pytest.mark.parametrize(
    ("seats", "chosen", "taken", "fault"),
    [
        pytest.param(4, {}, {**CLASSIC, "H": [5, 4, 3, 0]}, ("short", "H", "DP-17", 1), id="DP-17 a heart is missing"),
        pytest.param(4, {}, {**CLASSIC, "H": [5, 1, 3, 1]}, ("short", "H", "DP-17", 3), id="DP-17 three are missing"),
        pytest.param(4, {}, {**CLASSIC, "H": [0, 0, 0, 0]}, ("short", "H", "DP-17", 13), id="DP-17 all are missing"),
        pytest.param(4, {}, {**CLASSIC, "H": [5, 4, 3, 2]}, ("over", "H", "DP-17", 1), id="DP-17 a heart too many"),
        pytest.param(4, {}, {**CLASSIC, "H": [13, 13, 13, 13]}, ("over", "H", "DP-17", 39), id="DP-17 four times all"),
        pytest.param(4, {}, {**CLASSIC, "QS": [0, 0, 0, 0]}, ("short", "QS", "DP-17", 1), id="DP-17 no queen"),
        pytest.param(4, {}, {**CLASSIC, "QS": [1, 0, 1, 0]}, ("over", "QS", "DP-17", 1), id="DP-17 two queens"),
        pytest.param(4, JACK, {**CLASSIC, "JD": [0] * 4}, ("short", "JD", "DP-19", 1), id="DP-19 no jack"),
        pytest.param(4, JACK, {**CLASSIC, "JD": [1] * 4}, ("over", "JD", "DP-19", 3), id="DP-19 four jacks"),
        pytest.param(4, SEVEN, {**CLASSIC, "7C": [0] * 4}, ("short", "7C", "DP-20", 1), id="DP-20 no seven"),
        pytest.param(4, SEVEN, {**CLASSIC, "7C": [0, 1, 1, 0]}, ("over", "7C", "DP-20", 1), id="DP-20 two sevens"),
        pytest.param(
            4,
            {"deck": "36"},
            {"H": [4, 3, 2, 1], "QS": [0, 0, 1, 0], "last": [0, 0, 1, 0]},
            ("over", "H", "DP-3", 1),
            id="DP-3 a tenth heart",
        ),
        pytest.param(
            4,
            {"deck": "36"},
            {"H": [4, 3, 2, 0], "QS": [0, 0, 1, 0], "last": [0, 0, 0, 0]},
            ("short", "last", "DP-3", 1),
            id="DP-3 the last trick is missing",
        ),
        pytest.param(
            4,
            {"deck": "36", **JACK},
            {"H": [4, 3, 2, 0], "QS": [0, 0, 1, 0], "last": [0, 0, 0, 1], "JD": [0, 0, 0, 0]},
            ("short", "JD", "DP-19", 1),
            id="DP-19 no jack with 36 cards",
        ),
        pytest.param(
            4,
            {"deck": "36", **SEVEN},
            {"H": [4, 3, 2, 0], "QS": [0, 0, 1, 0], "last": [0, 0, 0, 1], "7C": [1, 1, 0, 0]},
            ("over", "7C", "DP-20", 1),
            id="DP-20 two sevens with 36 cards",
        ),
        pytest.param(
            6,
            {"deck": "belmont"},
            {**BELMONT, "KS": [0, 1, 0, 0, 0, 0]},
            ("short", "KS", "DP-6", 1),
            id="DP-6 one king",
        ),
        pytest.param(
            6,
            {"deck": "belmont"},
            {**BELMONT, "AS": [1, 0, 1, 0, 0, 1]},
            ("over", "AS", "DP-6", 1),
            id="DP-6 three aces",
        ),
    ],
)
def test_an_entry_that_does_not_add_up_is_refused_and_says_by_how_much(
    seats: int, chosen: dict[str, Any], taken: dict[str, list[int]], fault: tuple[str, str, str, int]
) -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        read({"taken": taken}, seats, **chosen)
    error = refusal.value
    assert (error.key, error.field, error.article, error.figures["by"]) == fault


@pytest.mark.parametrize("key", ["H", "QS"])
@pytest.mark.parametrize(("change", "by"), [(-1, 1), (1, 1)])
def test_belmont_counts_the_hearts_and_queens_of_both_decks(key: str, change: int, by: int) -> None:
    taken = {**BELMONT, key: [BELMONT[key][0] + change, *BELMONT[key][1:]]}
    with pytest.raises(ImpossibleFactsError) as refusal:
        read({"taken": taken}, 6, deck="belmont")
    assert (refusal.value.field, refusal.value.figures["by"]) == (key, by)


@pytest.mark.parametrize(
    ("chosen", "typed", "by"),
    [
        pytest.param({}, [5, 4, 16, 0], 1, id="DP-17 one point is missing"),
        pytest.param({}, [0, 0, 0, 0], 26, id="DP-17 every point is missing"),
        pytest.param({}, [5, 4, 16, 2], 1, id="DP-17 one point too many"),
        pytest.param({}, [26, 26, 26, 26], 78, id="DP-17 no shooter, everyone pays"),
        pytest.param({}, [0, 26, 26, 0], 26, id="DP-21 one opponent was forgotten"),
        pytest.param({}, [0, -26, 0, 0], 52, id="DP-22 nothing is taken off at this table"),
        pytest.param({"moon": "self_minus"}, [0, 26, 26, 26], 52, id="DP-22 no one else pays at this table"),
        pytest.param({"moon": "off"}, [0, 26, 26, 26], 52, id="DP-24 no volte at this table"),
        pytest.param({"queen_points": 12}, [5, 4, 16, 1], 1, id="DP-18 26 points where there are 25"),
        pytest.param({"queen_points": 12}, [0, 26, 26, 26], 53, id="DP-18 a volte is 25"),
        pytest.param(JACK, [5, 4, 16, 1], 10, id="DP-19 the jack was forgotten"),
        pytest.param(SEVEN, [5, 4, 16, 1], 7, id="DP-20 the seven was forgotten"),
        pytest.param({"deck": "36"}, [5, 4, 3, 2], 1, id="DP-3 the last trick was forgotten"),
        pytest.param({"deck": "36"}, [1, 14, 14, 14], 28, id="DP-24 the shooter counts no last trick"),
        pytest.param({"deck": "36", "moon": "self_minus"}, [-13, 0, 0, 0], 28, id="DP-24 nor when 14 is taken off"),
        pytest.param({**JACK, "moon": "off"}, [26, 0, 0, 0], 10, id="DP-24 no volte here: the jack was forgotten"),
        pytest.param({"teams": True}, [21, 6], 1, id="DP-4 one point too many for two teams"),
        pytest.param({"teams": True}, [0, 26 + 25], 25, id="DP-24 a volte against a team is 52"),
    ],
)
def test_typed_points_with_the_wrong_sum_are_refused_by_how_much(
    chosen: dict[str, Any], typed: list[int], by: int
) -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        read({"points": typed}, **chosen)
    assert not isinstance(refusal.value, IncompleteFactsError)
    assert (refusal.value.figures["by"], refusal.value.field) == (by, "points")


@pytest.mark.parametrize(
    ("chosen", "typed"),
    [
        pytest.param({}, [7, 7, 6, 6], id="DP-17 the queen's 13 are missing"),
        pytest.param({}, [12, 12, 2, 0], id="DP-17 12 and 12 leave no room for the queen"),
        pytest.param({}, [27, -1, 0, 0], id="DP-17 no score is below zero"),
        pytest.param({}, [52, -26, 0, 0], id="DP-17 nor far below"),
        pytest.param({"queen_points": 12}, [11, 11, 2, 1], id="DP-18 the queen's 12 are missing"),
        pytest.param({"deck": "36"}, [4, 4, 4, 3], id="DP-3 the queen's 5 are missing"),
        pytest.param(SEVEN, [18, 6, 6, 3], id="DP-20 18 includes the queen, but the seven's 7 are missing"),
        pytest.param(JACK, [28, -4, -4, -4], id="DP-19 only one seat goes below zero"),
        pytest.param(JACK, [27, -11, 0, 0], id="DP-19 the jack takes off 10, not 11"),
        pytest.param({"teams": True}, [27, -1], id="DP-4 no team scores below zero"),
    ],
)
def test_typed_points_that_no_distribution_of_the_cards_gives_are_refused(
    chosen: dict[str, Any], typed: list[int]
) -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        read({"points": typed}, **chosen)
    assert refusal.value.key == "no_such_share"


@pytest.mark.parametrize(
    ("seats", "chosen", "typed"),
    [
        pytest.param(4, {}, [5, 4, 16, 1], id="DP-17 an ordinary manche"),
        pytest.param(4, {}, [13, 13, 0, 0], id="DP-17 all the hearts against the queen"),
        pytest.param(4, {"queen_points": 12}, [5, 4, 15, 1], id="DP-18 the queen at 12"),
        pytest.param(4, JACK, [26, -10, 0, 0], id="DP-23 false volte: the jack elsewhere"),
        pytest.param(4, JACK, [16, 0, 0, 0], id="DP-19 queen and 3 hearts; jack and 10 hearts make 0"),
        pytest.param(4, SEVEN, [26, 7, 0, 0], id="DP-23 false volte: the seven elsewhere"),
        pytest.param(4, {"deck": "36"}, [14, 1, 0, 0], id="DP-3 queen, 8 hearts and the last trick against a heart"),
        pytest.param(4, {"moon": "off"}, [26, 0, 0, 0], id="DP-24 all of it where there is no volte"),
        pytest.param(4, {"teams": True}, [26, 0], id="DP-24 partners may have shared all of it"),
        pytest.param(6, {"deck": "belmont"}, [86, 0, 0], id="DP-24 all of it at Belmont"),
        pytest.param(6, {"deck": "belmont"}, [36, 29, 21], id="DP-6 an ordinary manche at Belmont"),
        pytest.param(4, {}, [0, 26, 26, 26], id="DP-21 a volte written out"),
        pytest.param(4, {"moon": "self_minus"}, [0, -26, 0, 0], id="DP-22 a volte taken off"),
        pytest.param(4, {"moon": "choice"}, [0, 26, 26, 26], id="DP-22 the table chose: others pay"),
        pytest.param(4, {"moon": "choice"}, [0, -26, 0, 0], id="DP-22 the table chose: taken off"),
        pytest.param(4, {"queen_points": 12}, [25, 25, 0, 25], id="DP-24 a volte at 25"),
        pytest.param(4, {"deck": "36"}, [14, 0, 14, 14], id="DP-24 a volte at 14"),
        pytest.param(4, {"deck": "36"}, [15, 0, 14, 14], id="DP-24 a volte at 14, the last trick apart"),
        pytest.param(4, {"deck": "36", "moon": "self_minus"}, [1, 0, -14, 0], id="DP-24 14 off, the last trick apart"),
        pytest.param(4, {"teams": True}, [52, 0], id="DP-24 a volte against a team"),
        pytest.param(4, {"teams": True, "moon": "self_minus"}, [0, -26], id="DP-24 a volte taken off a team"),
        pytest.param(6, {"deck": "belmont", "moon": "others_plus"}, [172, 0, 172], id="DP-24 a Belmont volte"),
        pytest.param(8, {"deck": "belmont", "moon": "self_minus"}, [0, 0, 0, -86], id="DP-24 86 taken off"),
        pytest.param(3, {}, [26, 26, 0], id="DP-8 a volte among three"),
    ],
)
def test_typed_points_that_the_cards_or_a_volte_explain_are_accepted(
    seats: int, chosen: dict[str, Any], typed: list[int]
) -> None:
    assert points({"points": typed}, seats, **chosen) == typed


@pytest.mark.parametrize(
    ("chosen", "facts", "seat", "side"),
    [
        pytest.param({}, {"points": [26, 0, 0, 0]}, 0, 0, id="DP-21 26-0-0-0: not entered as a volte"),
        pytest.param({}, {"points": [0, 0, 0, 26]}, 3, 3, id="DP-21 0-0-0-26 neither"),
        pytest.param({"moon": "self_minus"}, {"points": [0, 26, 0, 0]}, 1, 1, id="DP-22 26 where it is taken off"),
        pytest.param({"moon": "choice"}, {"points": [0, 26, 0, 0]}, 1, 1, id="DP-22 26 where the table chooses"),
        pytest.param({"moon": "choice"}, {"taken": SECOND_SHOOTS}, 1, 1, id="DP-22 the cards tell of a volte: choose"),
        pytest.param({"moon": "choice", "teams": True}, {"taken": SECOND_SHOOTS}, 1, 1, id="DP-22 teams choose too"),
        pytest.param({"queen_points": 12}, {"points": [25, 0, 0, 0]}, 0, 0, id="DP-24 25-0-0-0"),
        pytest.param(JACK, {"points": [26, 0, 0, 0]}, 0, 0, id="DP-23 26 with the jack left out of the count"),
        pytest.param(SEVEN, {"points": [33, 0, 0, 0]}, 0, 0, id="DP-23 33 with the seven counted in"),
        pytest.param(SEVEN, {"points": [26, 0, 0, 0]}, 0, 0, id="DP-23 26 with the seven left out of the count"),
        pytest.param({"deck": "36"}, {"points": [0, 0, 15, 0]}, 2, 2, id="DP-24 all 15 of the jass manche"),
    ],
)
def test_points_that_only_a_volte_explains_are_undecided(
    chosen: dict[str, Any], facts: dict[str, Any], seat: int, side: int
) -> None:
    with pytest.raises(IncompleteFactsError) as question:
        read(facts, **chosen)
    assert (question.value.figures["seat"], question.value.figures["side"]) == (seat, side)


@pytest.mark.parametrize(
    ("chosen", "typed", "moon", "expected"),
    [
        pytest.param({}, [26, 0, 0, 0], "others_plus", [0, 26, 26, 26], id="DP-21 entered as a volte"),
        pytest.param({"moon": "self_minus"}, [26, 0, 0, 0], "self_minus", [-26, 0, 0, 0], id="DP-22 taken off"),
        pytest.param({"moon": "choice"}, [0, 26, 0, 0], "others_plus", [26, 0, 26, 26], id="DP-22 others pay"),
        pytest.param({"moon": "choice"}, [0, 26, 0, 0], "self_minus", [0, -26, 0, 0], id="DP-22 taken off by choice"),
        pytest.param({"moon": "choice"}, [26, 0, 26, 26], "others_plus", [26, 0, 26, 26], id="DP-22 written out"),
        pytest.param(JACK, [16, 0, 0, 0], "others_plus", [0, 26, 26, 26], id="DP-23 the jack counted in"),
        pytest.param(JACK, [26, 0, 0, 0], "others_plus", [0, 26, 26, 26], id="DP-23 the jack left out"),
        pytest.param({"teams": True}, [26, 0], "others_plus", [0, 52], id="DP-24 one partner took all of it"),
        pytest.param(
            {"deck": "36"},
            [15, 0, 0, 0],
            "others_plus",
            [0, 14, 14, 14],
            id="DP-24 last trick to the shooter",
        ),
        pytest.param({"deck": "36"}, [14, 1, 0, 0], "others_plus", [0, 15, 14, 14], id="DP-24 last trick elsewhere"),
    ],
)
def test_points_counted_raw_are_a_volte_if_the_facts_have_its_kind(
    chosen: dict[str, Any], typed: list[int], moon: str, expected: list[int]
) -> None:
    assert points({"points": typed, "moon": moon}, **chosen) == expected


@pytest.mark.parametrize(
    ("chosen", "facts"),
    [
        pytest.param({}, {"taken": CLASSIC, "moon": "others_plus"}, id="DP-21 the cards tell of none"),
        pytest.param({}, {"points": [5, 4, 16, 1], "moon": "others_plus"}, id="DP-21 the points tell of none"),
        pytest.param({}, {"taken": SECOND_SHOOTS, "moon": "self_minus"}, id="DP-22 not this table's kind"),
        pytest.param({"moon": "off"}, {"taken": SECOND_SHOOTS, "moon": "others_plus"}, id="DP-24 there is none here"),
        pytest.param({"moon": "off"}, {"points": [26, 0, 0, 0], "moon": "self_minus"}, id="DP-24 none here, typed"),
        pytest.param({"moon": "choice"}, {"points": [26, 0, 26, 26], "moon": "self_minus"}, id="DP-22 the other kind"),
        pytest.param(JACK, {"points": [26, -10, 0, 0], "moon": "others_plus"}, id="DP-23 the jack is elsewhere"),
        pytest.param(
            JACK,
            {"taken": {**SECOND_SHOOTS, "JD": [1, 0, 0, 0]}, "moon": "others_plus"},
            id="DP-23 the cards say that the jack is elsewhere",
        ),
    ],
)
def test_a_volte_that_the_facts_contradict_is_refused(chosen: dict[str, Any], facts: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        read(facts, **chosen)
    assert refusal.value.field == "moon"
    assert not isinstance(refusal.value, IncompleteFactsError)


NONSENSE: list[object] = [
    None,
    [],
    True,
    [["points", [5, 4, 16, 1]]],
    {},
    {"taken": CLASSIC, "points": [5, 4, 16, 1]},
    {"points": [5, 4, 16, 1], "note": "?"},
    {"points": None},
    {"points": [5, 4, 16]},
    {"points": [5, 4, 16, True]},
    {"points": [5.0, 4, 16, 1]},
    {"points": [5, 4, 16, "1"]},
    {"points": [10**40, -(10**40), 26, 0]},
    {"points": [float("nan"), 4, 16, 1]},
    {"taken": None},
    {"taken": {"H": [5, 4, 3, 1]}},
    {"taken": {**CLASSIC, "JD": [1, 0, 0, 0]}},
    {"taken": {**CLASSIC, "last": [1, 0, 0, 0]}},
    {"taken": {**CLASSIC, "h": [5, 4, 3, 1]}},
    {"taken": {**CLASSIC, "H": [5, 4, 4]}},
    {"taken": {**CLASSIC, "H": [14, -1, 0, 0]}},
    {"taken": {**CLASSIC, "H": [10**40, 0, 0, 0]}},
    {"taken": {**CLASSIC, "H": [5.0, 4, 3, 1]}},
    {"taken": {**CLASSIC, "H": [5, 4, 3, True]}},
    {"taken": {**CLASSIC, "H": [5, 4, 3, "1"]}},
    {"taken": {**CLASSIC, "QS": [False, False, True, False]}},
    {"taken": SECOND_SHOOTS, "moon": "choice"},
    {"taken": SECOND_SHOOTS, "moon": True},
    {"taken": SECOND_SHOOTS, "moon": ["others_plus"]},
    {"taken": CLASSIC, "penalties": 3},
    {"taken": CLASSIC, "penalties": [None]},
    {"taken": CLASSIC, "penalties": [{"side": 1, "points": 10}]},
    {"taken": CLASSIC, "penalties": [{"side": 1, "points": 10, "reason": "x", "seat": 1}]},
    {"taken": CLASSIC, "penalties": [{"side": 4, "points": 10, "reason": "x"}]},
    {"taken": CLASSIC, "penalties": [{"side": True, "points": 10, "reason": "x"}]},
    {"taken": CLASSIC, "penalties": [{"side": 1, "points": 10**40, "reason": "x"}]},
    {"taken": CLASSIC, "penalties": [{"side": 1, "points": 2.5, "reason": "x"}]},
    {"taken": CLASSIC, "penalties": [{"side": 1, "points": 10, "reason": "   "}]},
    {"taken": CLASSIC, "penalties": [{"side": 1, "points": 10, "reason": "x" * 201}]},
]


@pytest.mark.parametrize("facts", NONSENSE, ids=lambda facts: repr(facts)[:60])
def test_invalid_json_values_are_refused_as_impossible_facts(facts: object) -> None:
    with pytest.raises(ImpossibleFactsError):
        read(facts)


@pytest.mark.parametrize("place", ["a count", "a point", "the moon", "a fact's own place"])
def test_junk_nested_too_deep_to_be_shown_is_refused_as_impossible_facts(place: str) -> None:
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    facts = {
        "a count": {"taken": {**CLASSIC, "H": [nested, 4, 3, 1]}},
        "a point": {"points": [nested, 4, 16, 1]},
        "the moon": {"taken": SECOND_SHOOTS, "moon": nested},
        "a fact's own place": {"points": nested},
    }
    with pytest.raises(ImpossibleFactsError):
        read(facts[place])


def test_t_5_penalties_are_read_with_their_reason_trimmed_and_written_back() -> None:
    facts = {"taken": CLASSIC, "penalties": [{"side": 1, "points": -10, "reason": "  renonce "}]}
    manche = read(facts)
    assert manche.penalties == (Penalty(1, -10, "renonce"),)
    assert read(write_manche(HEARTS, manche)) == manche


def test_t_5_in_teams_only_a_team_is_penalised() -> None:
    with pytest.raises(ImpossibleFactsError):
        read({"taken": CLASSIC, "penalties": [{"side": 2, "points": 10, "reason": "x"}]}, teams=True)


@pytest.mark.parametrize(
    ("total", "counts", "completed"),
    [
        pytest.param(13, [5, 4, 3, None], [5, 4, 3, 1], id="DP-17 the fourth takes the rest"),
        pytest.param(13, [None, 4, 3, 1], [5, 4, 3, 1], id="DP-17 the first takes the rest"),
        pytest.param(13, [5, 4, 4, None], [5, 4, 4, 0], id="DP-17 nothing is left for the last"),
        pytest.param(13, [13, None, None, None], [13, 0, 0, 0], id="DP-17 nothing is left for anyone"),
        pytest.param(1, [None, 1, None, None], [0, 1, 0, 0], id="DP-17 one queen, the others have none"),
        pytest.param(13, [5, None, 3, None], [5, None, 3, None], id="DP-17 two blanks stay blank"),
        pytest.param(13, [None] * 4, [None] * 4, id="DP-17 nothing was typed"),
        pytest.param(13, [9, 4, 3, None], [9, 4, 3, None], id="DP-17 too many already: the blank stays"),
        pytest.param(13, [5, 4, 3, 1], [5, 4, 3, 1], id="DP-17 a full row stays"),
        pytest.param(13, [5, 4, 3, 0], [5, 4, 3, 0], id="DP-17 a full row stays although it is short"),
    ],
)
def test_counts_are_completed_only_when_the_blanks_follow(
    total: int, counts: list[int | None], completed: list[int | None]
) -> None:
    assert list(complete_counts(total, counts)) == completed


@pytest.mark.parametrize(
    ("chosen", "typed", "completed"),
    [
        pytest.param({}, [5, 4, 16, None], [5, 4, 16, 1], id="DP-17 the fourth takes the rest"),
        pytest.param({}, [None, 4, 16, 1], [5, 4, 16, 1], id="DP-17 the first takes the rest"),
        pytest.param({}, [5, None, 16, None], [5, None, 16, None], id="DP-17 two blanks stay blank"),
        pytest.param({}, [5, 4, 16, 1], [5, 4, 16, 1], id="DP-17 a full row stays"),
        pytest.param({"queen_points": 12}, [5, 4, 15, None], [5, 4, 15, 1], id="DP-18 the rest of 25"),
        pytest.param(JACK, [5, None, 16, 1], [5, -6, 16, 1], id="DP-19 the rest is below zero"),
        pytest.param({"deck": "36"}, [5, 3, 2, None], [5, 3, 2, 5], id="DP-3 the rest of 15"),
        pytest.param({}, [None, 26, 26, 26], [0, 26, 26, 26], id="DP-21 three times 26 leave the shooter 0"),
        pytest.param({}, [0, 26, None, 26], [0, 26, 26, 26], id="DP-21 the last opponent takes 26"),
        pytest.param({"moon": "self_minus"}, [0, None, 0, 0], [0, -26, 0, 0], id="DP-22 the shooter takes off 26"),
        pytest.param({"teams": True}, [21, None], [21, 5], id="DP-4 the other team takes the rest"),
        pytest.param({"teams": True}, [None, 52], [0, 52], id="DP-24 the shooter's team has 0"),
    ],
)
def test_typed_points_are_completed_by_the_rest_or_by_a_volte(
    chosen: dict[str, Any], typed: list[int | None], completed: list[int | None]
) -> None:
    assert list(complete_points(HEARTS.read_options(chosen, 4), 4, typed)) == completed


@pytest.mark.parametrize("blank", [0, 1, 2, 3])
def test_dp_22_three_zeros_leave_the_kind_of_volte_to_the_table(blank: int) -> None:
    typed = [None if seat == blank else 0 for seat in range(4)]
    completed = complete_points(HEARTS.read_options({"moon": "choice"}, 4), 4, typed)
    with pytest.raises(IncompleteFactsError):
        read({"points": list(completed)}, moon="choice")


@pytest.mark.parametrize(
    ("chosen", "facts", "side"),
    [
        pytest.param({"teams": True}, TypedPoints((26, 0)), 0, id="DP-24 one team has all of it"),
        pytest.param({"teams": True}, TypedPoints((25, 1)), None, id="DP-24 the other team has a heart"),
        pytest.param(JACK, TypedPoints((0, 16, 0, 0)), 1, id="DP-23 one seat has what all the cards are worth"),
        pytest.param({"moon": "off"}, TypedPoints((26, 0, 0, 0)), None, id="DP-24 there is no volte here"),
        pytest.param({}, TypedPoints((5, 4, 16, 1)), None, id="DP-17 an ordinary manche"),
    ],
)
def test_a_side_with_every_point_may_have_a_volte(chosen: dict[str, Any], facts: TypedPoints, side: int | None) -> None:
    assert possible_volte_side(HEARTS.read_options(chosen, 4), 4, facts) == side


def shares(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every distribution of `total` equal cards."""
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in shares(total - first, seats - 1):
            yield (first, *rest)


def plus(counts: tuple[int, ...], *gains: tuple[int, int]) -> tuple[int, ...]:
    """The counts after each seat received its number in `gains`."""
    points = list(counts)
    for seat, gain in gains:
        points[seat] += gain
    return tuple(points)


def verdict(typed: tuple[int, ...], chosen: dict[str, Any], seats: int) -> str:
    options = HEARTS.read_options(chosen, seats)
    try:
        facts = HEARTS.read_facts(options, seats, {"points": list(typed)})
    except IncompleteFactsError:
        return "undecided"
    except ImpossibleFactsError:
        return "refused"
    scored = HEARTS.score(options, seats, [MancheFacts(facts)]).manches[0].points
    return "as typed" if scored == typed else "rewritten"


@pytest.mark.sweep("every row of points is holder_of against every sharing of the hearts")
@pytest.mark.parametrize(
    ("moon", "voltes"),
    [
        ("others_plus", {(0, 26, 26, 26), (26, 0, 26, 26), (26, 26, 0, 26), (26, 26, 26, 0)}),
        ("self_minus", {(-26, 0, 0, 0), (0, -26, 0, 0), (0, 0, -26, 0), (0, 0, 0, -26)}),
    ],
)
def test_exactly_the_rows_of_points_that_some_distribution_gives_are_accepted(
    moon: str, voltes: set[tuple[int, ...]]
) -> None:
    hands = [(hearts, queen) for hearts in shares(13, 4) for queen in range(4)]
    assert len(hands) == 2240
    ordinary = {plus(hearts, (queen, 13)) for hearts, queen in hands if hearts[queen] != 13}
    raw = {plus(hearts, (queen, 13)) for hearts, queen in hands if hearts[queen] == 13}
    rows = {row for total in (25, 26, 27) for row in shares(total, 4)} | set(product((-26, -1, 0, 13, 26), repeat=4))
    wrong = {
        row: (found, expected)
        for row in rows
        if (found := verdict(row, {"moon": moon}, 4))
        != (expected := "as typed" if row in ordinary | voltes else "undecided" if row in raw else "refused")
    }
    assert wrong == {}


SHARINGS = [
    pytest.param(3, {}, {"Q": 13}, 13, id="DP-8 three players"),
    pytest.param(4, {"queen_points": 12}, {"Q": 12}, 13, id="DP-18 the queen at 12"),
    pytest.param(3, JACK, {"Q": 13, "J": -10}, 13, id="DP-19 three with the jack"),
    pytest.param(4, SEVEN, {"Q": 13, "7": 7}, 13, id="DP-20 with the seven"),
    pytest.param(3, {**JACK, **SEVEN}, {"Q": 13, "J": -10, "7": 7}, 13, id="DP-19 and DP-20 three with both"),
    pytest.param(4, {"deck": "36"}, {"Q": 5, "last": 1}, 9, id="DP-3 with 36 cards"),
]


@pytest.mark.sweep("every row of points is holder_of against every sharing of the cards")
@pytest.mark.parametrize(("seats", "chosen", "worth", "hearts"), SHARINGS)
def test_with_other_cards_too_exactly_the_possible_rows_are_accepted(
    seats: int, chosen: dict[str, Any], worth: dict[str, int], hearts: int
) -> None:
    ordinary, raw = set(), set()
    for counts, holders in product(shares(hearts, seats), product(range(seats), repeat=len(worth))):
        holder_of = dict(zip(worth, holders, strict=True))
        alone = {holder for card, holder in holder_of.items() if card != "last"}
        row = plus(counts, *((holder_of[card], points) for card, points in worth.items()))
        (raw if len(alone) == 1 and counts[holder_of["Q"]] == hearts else ordinary).add(row)
    total = hearts + sum(worth.values())
    lowest = min(0, *worth.values())
    rows = [tuple(part + lowest for part in parts) for parts in shares(total - seats * lowest, seats)]
    wrong = Counter(
        (row, found)
        for row in rows
        if (found := verdict(row, chosen, seats))
        != ("as typed" if row in ordinary else "undecided" if row in raw else "refused")
    )
    assert not wrong
    assert ordinary <= set(rows)
