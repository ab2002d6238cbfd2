from __future__ import annotations

from typing import Any

import pytest
from support.piquet_sheets import read_coups, refusal_of, sheet

from scorekeeper.games.contract import Table
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.rulebook import Mark, read_articles

Facts = dict[str, Any]
Row = tuple[int, str, int, str]
HALVES = [0, 1] * 6
QUICK: Facts = {"elder": 0, "tricks": [7, 5], "last": 0}


def lines(facts: Facts, **chosen: Any) -> list[Row]:  # noqa: ANN401 - an option's value
    found = sheet(facts, **chosen).manches[0].lines
    return [(line.side, line.why, line.points, line.article) for line in found]


def next_dealer(first_dealer: int, *coups: Facts) -> int:
    options, played = read_coups({}, coups)
    return PIQUET.deal(options, Table(2, first_dealer), played).dealer


# --- The deal


@pytest.mark.parametrize("article", ["PI-32", "PI-33", "PI-38"])
def test_after_a_void_deal_the_same_dealer_deals_again(article: str) -> None:
    void = {"elder": 0, "fault": {"kind": "void", "article": article}}
    assert next_dealer(1, void) == 1
    assert next_dealer(1, void, void) == 1
    assert next_dealer(1, void, QUICK) == 0
    assert next_dealer(1, QUICK, {**void, "elder": 1}) == 0


def test_pi_33_after_a_wrong_deal_elder_may_also_play_on() -> None:
    assert lines({**QUICK, "short_hand": 1}) == lines(QUICK)


def test_pi_32_a_void_deal_is_no_coup_of_the_six() -> None:
    void = {"elder": 0, "fault": {"kind": "void", "article": "PI-32"}}
    coups = [{**QUICK, "elder": number % 2} for number in range(6)]
    whole = sheet(void, *coups[:3], void, *coups[3:])
    assert whole.ending is not None
    assert whole.ending.after == 8
    assert sheet(void, *coups[:3], void, *coups[3:5]).ending is None


# --- The exchange


@pytest.mark.parametrize(
    ("elder", "seat", "article"),
    [
        pytest.param(0, 0, "PI-35", id="PI-35 elder drew more than five"),
        pytest.param(1, 1, "PI-35", id="PI-35 elder is the other seat"),
        pytest.param(0, 1, "PI-36", id="PI-36 the dealer drew before elder"),
        pytest.param(1, 0, "PI-36", id="PI-36 the dealer is the other seat"),
    ],
)
@pytest.mark.parametrize("table", [{}, {"format": "rubicon_four"}, {"format": "target_single"}], ids=str)
def test_a_partie_lost_outright_ends_at_once(elder: int, seat: int, article: str, table: Facts) -> None:
    facts = {"elder": elder, "fault": {"kind": "loses_partie", "seat": seat}}
    assert lines(facts, **table) == [(seat, "loses_partie", 0, article)]
    ending = sheet(facts, **table).ending
    assert ending is not None
    assert (ending.why, ending.winners, ending.after) == ("loses_partie", (1 - seat,), 1)


def test_pi_35_cards_drawn_in_excess_and_put_back_leave_the_coup_as_it_is() -> None:
    assert sheet(QUICK).ending is None


@pytest.mark.parametrize("short", [0, 1])
def test_pi_34_a_short_hand_plays_on_and_changes_no_count(short: int) -> None:
    facts = {**QUICK, "last": 1 - short, "point": {"winner": short, "cards": 4}}
    assert lines({**facts, "short_hand": short}) == lines(facts)


@pytest.mark.parametrize("short", [0, 1])
def test_pi_38_the_short_hand_cannot_win_the_last_trick(short: int) -> None:
    error = refusal_of({**QUICK, "last": short, "short_hand": short})
    assert (error.key, error.article, error.details["seat"]) == ("short_hand_last", "PI-38", short)
    winners = [*HALVES[:10], 1 - short, short]
    error = refusal_of({"elder": 0, "winners": winners, "short_hand": short})
    assert (error.key, error.article) == ("short_hand_last", "PI-38")


EIGHT = ["AC", "KC", "QC", "JC", "10C", "9C", "8C", "7C"]
TWELVE = [*EIGHT, "AD", "KD", "QD", "JD"]
FOUR: Facts = {"elder": 0, "short_hand": 0, "hands": [EIGHT[:4], None]}


def test_pi_34_a_hand_of_twelve_cards_is_not_short() -> None:
    error = refusal_of({"elder": 0, "short_hand": 0, "hands": [TWELVE, None], "tricks": [6, 6], "last": 1})
    assert (error.key, error.article, error.field, error.details["seat"]) == ("hand_whole", "PI-34", "hands", 0)
    # Nothing beats its eleven clubs and diamonds.
    sheet({"elder": 0, "short_hand": 0, "hands": [TWELVE[:11], None], "tricks": [11, 1], "last": 1})


def test_pi_38_the_tricks_of_a_short_hand_are_among_the_first() -> None:
    """A dealer with four cards who takes three tricks leaves elder one of the first four at most."""
    facts = {"elder": 0, "short_hand": 1, "short_cards": 4, "tricks": [9, 3], "last": 0}
    for run in (0, 1):
        sheet({**facts, "elder_run": run})
    error = refusal_of({**facts, "elder_run": 2})
    assert (error.key, error.details["lowest"], error.details["highest"]) == ("elder_run_range", 0, 1)
    sheet({**facts, "short_cards": 11, "elder_run": 2})


def test_pi_22_nothing_is_required_for_a_pic_that_a_short_hand_decides() -> None:
    """Elder counts 25, and leads: from 25 to 30 it takes a lead and two tricks won before the dealer's first.

    With five cards and four tricks, the dealer leaves elder one trick at most before; with eleven, up to eight.
    """
    quint = {"point": {"winner": 0, "cards": 7}, "sequences": {"winner": 0, "lengths": [6]}}
    facts = {"elder": 0, **quint, "sets": {"winner": 0, "sizes": [3]}, "tricks": [8, 4], "last": 0, "short_hand": 1}
    assert refusal_of({**facts, "short_cards": 11}).key == "elder_run_needed"
    assert (0, "pic", 30, "PI-22") not in lines({**facts, "short_cards": 5})


def test_pi_34_a_short_hand_is_entered_card_by_card() -> None:
    hand = ["AH", "KH", "QH", "JH", "AC", "KC", "9C", "9D", "8D", "7S", "8S"]
    facts = {**QUICK, "last": 1, "hands": [hand, None], "declared": [None, {}], "short_hand": 0}
    # The point: four hearts; the quatrième A-K-Q-J.
    assert lines(facts)[:2] == [(0, "point", 4, "PI-9"), (0, "sequence", 4, "PI-10")]


# --- PI-37: a false declaration

FALSE_BY_ELDER: Facts = {"fault": {"kind": "false_declaration", "seat": 0}}
FALSE_BY_DEALER: Facts = {"fault": {"kind": "false_declaration", "seat": 1}}


def test_pi_37_the_offender_scores_nothing_and_the_opponent_all_trick_points() -> None:
    # Seven tricks of elder's make 15; the dealer leads after each of five, none of them the last.
    assert lines({**QUICK, **FALSE_BY_ELDER}) == [
        (1, "leads", 5, "PI-17"),
        (1, "wins", 5, "PI-17"),
        (1, "all_trick_points", 15, "PI-37"),
    ]


def test_pi_37_with_winners_the_offenders_points_of_the_play_are_one_line() -> None:
    # Elder makes 13, the dealer 12.
    found = lines({"elder": 0, "winners": HALVES, **FALSE_BY_ELDER})
    assert [line for line in found if line[1] == "all_trick_points"] == [(1, "all_trick_points", 13, "PI-37")]
    assert sum(line[2] for line in found) == 25


DECLARED = [
    {"point": {"cards": 6}, "sequences": [{"length": 5}], "sets": [{"rank": "A", "size": 4}]},
    {"point": {"cards": 4}, "sequences": [{"length": 3}], "sets": [{"rank": "K", "size": 3}]},
]


def test_pi_37_the_opponent_declares_every_combination_even_inferior_ones() -> None:
    facts = {"elder": 0, "winners": HALVES, "declared": DECLARED}
    assert sheet(facts).totals == (6 + 15 + 14 + 60 + 13, 12)
    assert lines({**facts, **FALSE_BY_ELDER})[:3] == [
        (1, "point", 4, "PI-9"),
        (1, "sequence", 3, "PI-10"),
        (1, "brelan_kings", 3, "PI-11"),
    ]
    assert sheet({**facts, **FALSE_BY_ELDER}).totals == (0, 10 + 25)


def test_pi_37_answers_to_the_offender_are_ignored() -> None:
    facts = {"elder": 0, "winners": HALVES, "declared": DECLARED, "answers": {"point": "good", "sets": "good"}}
    assert sheet({**facts, **FALSE_BY_ELDER}).totals == (0, 10 + 25)


def test_pi_37_nothing_is_required_for_a_comparison_that_no_longer_counts() -> None:
    same = {"point": {"cards": 5}, "sequences": [{"length": 4}]}
    assert sheet({"elder": 0, "winners": HALVES, "declared": [same, same], **FALSE_BY_DEALER}).totals == (9 + 25, 0)


def test_pi_37_the_opponent_may_have_a_repic() -> None:
    facts = {"elder": 0, "winners": HALVES, "declared": DECLARED}
    assert (0, "repic", 60, "PI-23") in lines({**facts, **FALSE_BY_DEALER})
    assert sheet({**facts, **FALSE_BY_DEALER}).totals == (6 + 15 + 14 + 60 + 25, 0)


def test_pi_37_the_offenders_declarations_block_no_pic() -> None:
    elder = {"sets": [{"rank": "A", "size": 4}, {"rank": "K", "size": 4}]}
    dealer = {"point": {"cards": 6}}
    facts = {"elder": 0, "winners": HALVES, "declared": [elder, dealer]}
    assert sheet(facts).totals == (28 + 13, 6 + 12)
    assert sheet({**facts, **FALSE_BY_DEALER}).totals == (28 + 25 + 30, 0)


def test_pi_37_a_declaration_corrected_in_time_is_not_an_irregularity() -> None:
    assert lines({"elder": 0, "winners": HALVES, "declared": [{"point": {"cards": 5}}, None]})[0] == (
        0,
        "point",
        5,
        "PI-9",
    )


# --- The rulebook, where only the table can act


@pytest.mark.parametrize(
    "number",
    [
        pytest.param("PI-7", id="PI-7 eight cards in hand"),
        pytest.param("PI-11", id="PI-11 a quatorze of eights"),
        pytest.param("PI-26", id="PI-26 230 for 330"),
    ],
)
def test_an_error_of_the_source_is_marked_and_explained(number: str) -> None:
    article = read_articles(PIQUET.package)[number]
    assert Mark.ERROR in article.marks
    assert article.text("en").note


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param("PI-4", "12", id="PI-4 twelve cards each"),
        pytest.param("PI-7", "12", id="PI-7 twelve and not eight"),
        pytest.param("PI-26", "330", id="PI-26 330"),
    ],
)
def test_the_figure_that_the_arbiter_uses_is_in_the_rulebook(number: str, words: str) -> None:
    text = read_articles(PIQUET.package)[number].text("en")
    rule_and_note = f"{text.rule} {text.note or ''}"
    assert words in rule_and_note or {"12": "welve"}.get(words, words) in rule_and_note
