from __future__ import annotations

import random
from typing import Any

import pytest
from support import piquet as referee
from support.deals import cards
from support.piquet_sheets import sheet

from scorekeeper.cards.cards import Card, Rank
from scorekeeper.games.piquet.declarations import (
    NOTHING,
    Answer,
    Category,
    Combination,
    Declarations,
    answer_to,
    declarations_of,
    points_of_run,
)
from scorekeeper.games.shape import IncompleteFactsError

A, K, Q, J, TEN, NINE, EIGHT, SEVEN = sorted((rank for rank in Rank if rank >= Rank.SEVEN), reverse=True)
TRICKS = {"elder": 0, "winners": [0, 1] * 6}
Pair = tuple[int, ...]


def combinations(*pairs: Pair) -> tuple[Combination, ...]:
    """The combinations of these amounts and, where they are known, heights."""
    return tuple(Combination(*pair) for pair in pairs)


def declared(facts: dict[str, Any]) -> list[tuple[int, str, int, str]]:
    """The lines of the declarations: side, why, points, article."""
    lines = sheet({**TRICKS, **facts}).manches[0].lines
    found = [(line.side, line.why, line.points, line.article) for line in lines]
    return [line for line in found if line[3] in {"PI-8", "PI-9", "PI-10", "PI-11", "PI-23"}]


@pytest.mark.parametrize(
    ("hand", "point"),
    [
        pytest.param("KH QH 9H 8H 7H AC JC AD 10D AS JS 8S", (5, 44), id="PI-9 K-Q-9-8-7 is 44"),
        pytest.param("AC KC JC 10C 8C KH QH AD 10D AS JS 8S", (5, 49), id="PI-9 A-K-J-10-8 is 49"),
        pytest.param("AC KC QC JC AD 10D 9D 8D AH KH AS KS", (4, 41), id="PI-2 ace 11, court cards 10 each"),
        pytest.param("10C 9C 8C 7C AD KD QD JD AH KH AS KS", (4, 41), id="PI-9 of two suits of 4 the dearer"),
        pytest.param("10C 9C 8C 7C 9D 8D 7D 9H 8H 7H 8S 7S", (4, 34), id="PI-2 10-9-8-7 is 34"),
        pytest.param("AC KC QC JC 10C 9C 8C 7C AD KD QD JD", (8, 75), id="PI-2 a whole suit is 75"),
        pytest.param("9C 8C 7C 9D 8D 7D 9H 8H 7H AS 8S 7S", (3, 26), id="PI-9 four suits of 3: A-8-7 is 26"),
    ],
)
def test_the_point_of_a_hand_is_its_longest_suit(hand: str, point: Pair) -> None:
    assert declarations_of(cards(hand))[Category.POINT] == combinations(point)


@pytest.mark.parametrize(
    ("hand", "runs"),
    [
        pytest.param("AH KH QH JH 10H 9C 8C 7C AD KS JS 9S", ((5, A), (3, NINE)), id="PI-10 quinte and tierce"),
        pytest.param("AH KH QH 10H 9H 8H AC 7C AD 8D JS 9S", ((3, A), (3, TEN)), id="PI-10 two of one suit"),
        pytest.param("AH KH QH AC KC QC AD 10D 8D 7S 9S JS", ((3, A), (3, A)), id="PI-10 two with one top"),
        pytest.param("JH 10H 9H 8H KC QC JC AD 9D 7D AS 7S", ((4, J), (3, K)), id="PI-10 longer before higher"),
        pytest.param("AH KH JH 10H 8H 7H AC QC 10C 8C 7C AD", (), id="PI-10 two running are no sequence"),
        pytest.param("AC KC QC JC 10C 9C 8C 7C AD KD QD JD", ((8, A), (4, A)), id="PI-10 dix-huitième"),
        pytest.param("7H 8H AH 7C 8C AC 7D 8D AD 7S 8S AS", (), id="PI-10 nothing goes round from the ace to the 7"),
    ],
)
def test_the_sequences_of_a_hand_are_all_its_runs_of_three_and_more(hand: str, runs: tuple[Pair, ...]) -> None:
    assert declarations_of(cards(hand))[Category.SEQUENCES] == combinations(*runs)


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        pytest.param("AC AD AH AS QC QD QH QS 7C 8D 9H 7S", ((4, A), (4, Q)), id="PI-11 two quatorzes"),
        pytest.param("10C 10D 10H 10S AC AD AH 7C 8D 9H 7S 8S", ((4, TEN), (3, A)), id="PI-11 quatorze first"),
        pytest.param("JC JD JH KC KD KH 7C 8D 9H 7S 8S AS", ((3, K), (3, J)), id="PI-11 the higher first"),
        pytest.param("9C 9D 9H 9S 8C 8D 8H 8S 7C 7D 7H 7S", (), id="PI-11 nines, eights and sevens are worth nothing"),
        pytest.param("AC AD KC KD QC QD JC JD 10C 10D 9C 9D", (), id="PI-11 pairs are worth nothing"),
    ],
)
def test_the_sets_of_a_hand_are_its_threes_and_fours_from_the_ten_up(hand: str, sets: tuple[Pair, ...]) -> None:
    assert declarations_of(cards(hand))[Category.SETS] == combinations(*sets)


def test_pi_12_a_card_serves_in_several_combinations() -> None:
    hand = cards("AH KH QH JH 10H 9H 8H AC AD KC KD 7S")
    assert declarations_of(hand) == {
        Category.POINT: combinations((7, 68)),
        Category.SEQUENCES: combinations((7, A)),
        Category.SETS: combinations((3, A), (3, K)),
    }


def test_pi_10_the_points_of_each_length() -> None:
    assert [points_of_run(length) for length in range(3, 9)] == [3, 4, 15, 16, 17, 18]


@pytest.mark.sweep("the declarations_of of 2500 hands is searched for")
def test_pi_9_to_pi_11_the_best_of_any_hand_is_what_a_slow_search_finds() -> None:
    chance = random.Random(911)
    ranks = {rank.code: rank for rank in Rank}
    for number in range(2_500):
        hand = chance.sample(referee.DECK, 12) if number % 2 else referee.deal(chance)[0]
        assert declarations_of(Card(code) for code in hand) == {
            Category.POINT: combinations(referee.point(hand)),
            Category.SEQUENCES: combinations(*((length, ranks[top]) for length, top in referee.runs(hand))),
            Category.SETS: combinations(*((size, ranks[name]) for name, size in referee.sets(hand))),
        }, hand


def test_the_order_of_the_cards_in_a_hand_changes_nothing() -> None:
    chance = random.Random(12)
    for _ in range(200):
        hand = [Card(code) for code in referee.deal(chance)[0]]
        found = declarations_of(hand)
        chance.shuffle(hand)
        assert declarations_of(iter(hand)) == found


def of_point(*point: int) -> Declarations:
    return {**NOTHING, Category.POINT: combinations(point)}


def of_runs(*runs: Pair) -> Declarations:
    return {**NOTHING, Category.SEQUENCES: combinations(*runs)}


def of_sets(*sets: Pair) -> Declarations:
    return {**NOTHING, Category.SETS: combinations(*sets)}


ANSWERS = [
    pytest.param(Category.POINT, of_point(5), of_point(8), Answer.NOT_GOOD, id="PI-9 5 against 8"),
    pytest.param(Category.POINT, of_point(6), of_point(5), Answer.GOOD, id="PI-9 6 against 5, no pips needed"),
    pytest.param(Category.POINT, of_point(5, 44), of_point(5, 49), Answer.NOT_GOOD, id="PI-9 44 against 49"),
    pytest.param(Category.POINT, of_point(5, 49), of_point(5, 44), Answer.GOOD, id="PI-9 49 against 44"),
    pytest.param(Category.POINT, of_point(5, 44), of_point(5, 44), Answer.EQUAL, id="PI-9 both at 44"),
    pytest.param(Category.POINT, of_point(5, 44), NOTHING, Answer.GOOD, id="PI-13 only elder declared a point"),
    pytest.param(Category.POINT, NOTHING, of_point(5, 44), Answer.NOT_GOOD, id="PI-13 only the dealer has a point"),
    pytest.param(Category.POINT, NOTHING, NOTHING, None, id="PI-12 both sank their point"),
    pytest.param(Category.SEQUENCES, of_runs((4,)), of_runs((3, A)), Answer.GOOD, id="PI-10 longer beats higher"),
    pytest.param(Category.SEQUENCES, of_runs((3, J)), of_runs((3, Q)), Answer.NOT_GOOD, id="PI-10 the higher top"),
    pytest.param(Category.SEQUENCES, of_runs((3, A)), of_runs((3, A)), Answer.EQUAL, id="PI-10 the same top"),
    pytest.param(
        Category.SEQUENCES,
        of_runs((4, K), (3, NINE)),
        of_runs((4, K)),
        Answer.EQUAL,
        id="PI-10 a second sequence does not break the tie",
    ),
    pytest.param(Category.SEQUENCES, NOTHING, of_runs((3,)), Answer.NOT_GOOD, id="PI-13 elder has no sequence"),
    pytest.param(Category.SEQUENCES, of_runs((3,)), NOTHING, Answer.GOOD, id="PI-13 the dealer has no sequence"),
    pytest.param(Category.SETS, of_sets((3, A)), of_sets((4, TEN)), Answer.NOT_GOOD, id="PI-11 quatorze beats brelan"),
    pytest.param(Category.SETS, of_sets((4, Q)), of_sets((4, K)), Answer.NOT_GOOD, id="PI-11 the higher quatorze"),
    pytest.param(Category.SETS, of_sets((3, J)), of_sets((3, TEN)), Answer.GOOD, id="PI-11 the higher brelan"),
    pytest.param(Category.SETS, NOTHING, NOTHING, None, id="PI-13 no set"),
]


@pytest.mark.parametrize(("category", "elder", "dealer", "answer"), ANSWERS)
def test_the_dealers_right_answer(
    category: Category, elder: Declarations, dealer: Declarations, answer: Answer | None
) -> None:
    assert answer_to(category, elder, dealer) is answer


@pytest.mark.parametrize(
    ("category", "elder", "dealer", "key", "article"),
    [
        pytest.param(Category.POINT, of_point(5), of_point(5, 44), "value_needed", "PI-9", id="PI-13 elder: how much?"),
        pytest.param(Category.POINT, of_point(5, 44), of_point(5), "value_needed", "PI-9", id="PI-13 dealer too"),
        pytest.param(
            Category.SEQUENCES, of_runs((4,)), of_runs((4, A)), "height_needed", "PI-10", id="PI-13 how high?"
        ),
        pytest.param(
            Category.SEQUENCES, of_runs((4,)), of_runs((4,)), "height_needed", "PI-10", id="PI-13 neither declared"
        ),
    ],
)
def test_pi_13_pips_and_tops_are_required_only_between_equals(
    category: Category, elder: Declarations, dealer: Declarations, key: str, article: str
) -> None:
    with pytest.raises(IncompleteFactsError) as asked:
        answer_to(category, elder, dealer)
    assert (asked.value.key, asked.value.article, asked.value.field) == (key, article, category.value)


HANDS = [
    ["AH", "KH", "QH", "JH", "10H", "7H", "AC", "AD", "KC", "8C", "9D", "7S"],
    ["9H", "8H", "QC", "JC", "10C", "9C", "KD", "QD", "JD", "10D", "KS", "QS"],
]


# Elder plays six hearts, ace and king of clubs, the eight, and the ace of diamonds, under which the dealer keeps KD and
# KS: these take the 9D and the 7S.
PLAYED = [0] * 10 + [1] * 2


def test_pi_12_an_entered_hand_declares_everything_it_has() -> None:
    # Elder: six hearts, quinte A-10, brelan of aces. Dealer: four, two quatrièmes (Q and K), brelan of queens.
    assert declared({"hands": HANDS, "winners": PLAYED}) == [
        (0, "point", 6, "PI-9"),
        (0, "sequence", 15, "PI-10"),
        (0, "brelan_aces", 3, "PI-11"),
    ]


def test_pi_12_a_sunk_declaration_does_not_score_and_the_other_seat_wins() -> None:
    claimed = {"point": {"cards": 6, "pips": 58}, "sets": [{"rank": "A", "size": 3}]}
    assert declared({"hands": HANDS, "declared": [claimed, None], "winners": PLAYED}) == [
        (0, "point", 6, "PI-9"),
        (1, "sequence", 4, "PI-10"),
        (1, "sequence", 4, "PI-10"),
        (0, "brelan_aces", 3, "PI-11"),
    ]


def test_pi_13_good_cannot_be_taken_back() -> None:
    facts = {"declared": [{"point": {"cards": 5}}, {"point": {"cards": 7}}]}
    assert declared(facts) == [(1, "point", 7, "PI-9")]
    assert declared({**facts, "answers": {"point": "good"}}) == [(0, "point", 5, "PI-9")]


def test_pi_13_an_answer_applies_to_one_category() -> None:
    facts = {
        "declared": [
            {"point": {"cards": 5}, "sequences": [{"length": 3, "top": "Q"}]},
            {"point": {"cards": 6}, "sequences": [{"length": 3, "top": "K"}]},
        ],
        "answers": {"point": "good"},
    }
    assert declared(facts) == [(0, "point", 5, "PI-9"), (1, "sequence", 3, "PI-10")]


def test_pi_12_a_seat_may_declare_less_than_its_hand() -> None:
    claimed = {"sequences": [{"length": 4, "top": "A"}], "sets": []}
    lines = declared({"hands": [HANDS[0], None], "declared": [claimed, {}]})
    assert lines == [(0, "sequence", 4, "PI-10")]


@pytest.mark.parametrize("shown", ["at_own_exchange", "before_elder_exchange"])
def test_pi_8_a_carte_blanche_is_10_at_once_whenever_it_is_shown(shown: str) -> None:
    lines = sheet({**TRICKS, "carte_blanche": [False, True]}, carte_blanche_shown=shown).manches[0].lines
    assert (lines[0].side, lines[0].why, lines[0].points, lines[0].article) == (1, "carte_blanche", 10, "PI-8")
    assert sum(line.points for line in lines if line.why == "carte_blanche") == 10
