"""The public format of `lamarque judge`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.cases import read_cases, reason
from support.deals import COUP, DEALER, ELDER, recorded

from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.formats.score import score_line

PIQUET = {"game": "piquet", "seats": 2, "dealer": 1}
REMARKS = {"legal", "points", "tricks", "tricks_by_seat"}


def judge_deal(deal: dict[str, Any]) -> dict[str, Any]:
    """Judge a recorded deal without the referee's remarks."""
    return judge_line(json.dumps({name: value for name, value in deal.items() if name not in REMARKS}))


def judge(cards: str = "", /, **line: Any) -> dict[str, Any]:  # noqa: ANN401 - a line may be any JSON
    given = {"game": "hearts", "options": {}, "seats": 4, "dealer": 3, "leader": 0, "hands": None}
    return judge_line(json.dumps({**given, "plays": cards.split(), **line}))


@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_a_recorded_deal_fills_in_the_facts_that_score_what_the_referee_wrote_t_7(slug: str) -> None:
    for line in recorded(slug):
        answer = judge_deal(line)
        assert {verdict["ruling"] for verdict in answer["verdicts"]} == {"allowed"}
        assert (answer["next"], len(answer["tricks"])) == (None, 13)
        question = {"game": slug, "options": line["options"], "seats": 4, "manches": [answer["facts"]]}
        (row,) = score_line(json.dumps(question))["manches"]
        assert row["points"] == line["points"]


def test_the_answer_has_the_shape_of_the_format() -> None:
    answer = judge("2C 3C KD 4C QS")
    assert list(answer) == ["verdicts", "tricks", "next", "facts", "refuted"]
    assert answer["refuted"] == []
    assert answer["verdicts"][0] == {
        "seat": 0,
        "card": "2C",
        "ruling": "allowed",
        "articles": ["DP-11"],
        "claims": [],
        "exposes": [],
        "suspects": [],
        "proves": [],
        "exposed_now": [],
    }
    discard = answer["verdicts"][2]
    clubs = ["4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"]
    assert (discard["ruling"], discard["claims"]) == ("conditional", [{"seat": 2, "holds_none_of": clubs}])
    assert answer["tricks"] == [{"leader": 0, "winner": 3, "cards": ["2C", "3C", "KD", "4C"]}]
    assert (answer["next"]["seat"], answer["facts"]) == (0, None)
    assert list(answer["next"]) == ["seat", "allowed", "conditional", "forbidden", "exposing", "undecided"]
    assert "QC" not in answer["next"]["allowed"]
    assert answer["next"]["exposing"] == []


def test_the_hands_laid_open_have_two_names_and_one_meaning() -> None:
    deal = recorded("hearts")[0]
    hands = deal["hands"]
    named = judge_deal({**deal, "plays": deal["plays"][:9]})
    unseen = judge_deal({**deal, "plays": deal["plays"][:9], "hands": None})
    assert named["next"]["conditional"] == [] != unseen["next"]["conditional"]
    for names in ({"hands": None, "laid_open": hands}, {"laid_open": hands}, {"laid_open": None}):
        assert judge_deal({**deal, "plays": deal["plays"][:9], **names}) == named


def test_before_the_first_card_only_the_lead_is_listed() -> None:
    answer = judge()
    assert (answer["verdicts"], answer["tricks"]) == ([], [])
    assert answer["next"]["allowed"] == ["2C"]


def test_a_revoke_is_exposed_by_its_index_and_the_forbidden_card_stands() -> None:
    answer = judge("KC KD 2C AC 6C 7C 8C")
    verdicts = answer["verdicts"]
    assert [verdict["ruling"] for verdict in verdicts] == ["forbidden", "conditional", *["allowed"] * 5]
    assert [verdict["seat"] for verdict in verdicts] == [0, 1, 2, 3, 3, 0, 1]
    assert [verdict["exposes"] for verdict in verdicts] == [[], [], [], [], [], [], [1]]
    assert answer["next"]["seat"] == 2


def test_jass_facts_count_the_last_trick_dp_3() -> None:
    answer = played_out(options={"deck": "36"})
    assert sum(answer["facts"]["taken"]["last"]) == 1
    assert answer["facts"]["taken"]["last"][answer["tricks"][-1]["winner"]] == 1
    assert sum(answer["facts"]["taken"]["H"]) == 9


def test_belmont_facts_count_kings_and_aces_dp_6() -> None:
    answer = played_out(options={"deck": "belmont"}, seats=8)
    assert {key: sum(counts) for key, counts in answer["facts"]["taken"].items()} == {
        "H": 26,
        "QS": 2,
        "KS": 2,
        "AS": 2,
    }


def played_out(**line: Any) -> dict[str, Any]:  # noqa: ANN401 - a line may be any JSON
    """Judge a manche in which each player plays the first card that may be legal."""
    plays: list[str] = []
    while (answer := judge(" ".join(plays), **line))["next"] is not None:
        plays.append((answer["next"]["allowed"] + answer["next"]["conditional"])[0])
    return answer


def test_the_facts_have_the_tricks_of_a_nil_and_need_the_bids_ap_16() -> None:
    line = next(line for line in recorded("spades") if "nil" in line["bids"])
    facts = judge_deal(line)["facts"]
    assert str(line["bids"].index("nil")) in facts["nil_tricks"]
    assert sum(facts["tricks"]) == 13
    assert facts["bids"] == line["bids"]
    assert judge_deal({key: value for key, value in line.items() if key != "bids"})["facts"] is None


def test_the_leader_follows_from_the_dealer_at_spades_and_needs_no_dealer_at_hearts() -> None:
    assert judge(game="spades", leader=None, dealer=1)["next"]["seat"] == 2
    assert judge(dealer=None, leader=2)["next"]["seat"] == 2


@pytest.mark.parametrize("case", read_cases("formats/judge_refused"), ids=lambda case: str(case["line"]))
def test_a_line_that_cannot_be_judged_is_refused_with_the_reason(case: dict[str, Any]) -> None:
    answer = judge(**case["line"])
    assert list(answer) == ["error", "refusal"]
    assert case["error"] in answer["error"]


@pytest.mark.parametrize("text", ["", "null", "[]", "{", '{"game":"hearts"}', "9" * 5000, "[" * 100_000])
def test_a_text_that_is_no_line_of_the_format_is_refused(text: str) -> None:
    assert list(judge_line(text)) == ["error", "refusal"]


def test_a_fifty_third_card_is_refused() -> None:
    line = recorded("hearts")[0]
    answer = judge_deal({**line, "plays": [*line["plays"], "2C"]})
    assert answer["error"] == "play 53: manche_over in plays, value 2C (T-1)"


# Seat 1 ruffs at 21 with diamonds in hand, of which it plays one at 24. Spades are led at 36 and 40: seat 3 throws a
# heart each time (39, 43) and shows spades at 47; seat 1 throws one at 41 and shows a spade at 45. Seat 2, which throws
# a heart at 42, has no spade left and shows none.
TWO_LIARS = (
    "7D 5D 3D 6D 6C 3C QC 9C KC 10C 4C 8C 5C JC 7C AC 10H AH QH 7H 10D 2S 4D 9D JD 2D "
    "QD KD 2C 8D 6S 4S KH 6H 8S 8H 7S 3S 5S 2H KS 5H JH 4H 9S QS 3H AS 10S JS AD 9H"
)


def test_an_innocent_play_is_exposed_but_not_proven_and_withdrawn_later_t_4() -> None:
    verdicts = judge(TWO_LIARS, game="spades", dealer=1, leader=2)["verdicts"]
    assert 42 in verdicts[43]["exposes"]
    assert 42 in verdicts[43]["exposed_now"]
    proves = {index: verdict["proves"] for index, verdict in enumerate(verdicts) if verdict["proves"]}
    assert proves == {24: [21], 45: [41], 47: [39, 43]}
    assert verdicts[-1]["exposed_now"] == [21, 39, 41, 43]


def test_a_card_against_its_own_rule_or_an_open_hand_proves_itself_t_4() -> None:
    assert judge("KC")["verdicts"][0]["proves"] == [0]
    hand = ["3C", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD"]
    discard = judge("2C KD", hands=[None, hand, None, None])["verdicts"][1]
    assert (discard["ruling"], discard["proves"], discard["exposed_now"]) == ("forbidden", [1], [1])


# Elder: spades A K Q J 8, hearts A K Q, clubs 9 7, diamonds 9 8; the dealer has the four tens and three jacks.
SIX, TO_THE_QUEEN, TO_THE_ACE = {"cards": 6}, {"length": 4, "top": "Q"}, {"length": 4, "top": "A"}
ACES = {"rank": "A", "size": 3}
FALSE_RUN = {"seat": 0, "category": "sequences", "article": "PI-10", "item": TO_THE_QUEEN}
FALSE_SET = {"seat": 0, "category": "sets", "article": "PI-11", "item": ACES}
SIX_COURTS = ["KS", "QS", "JS", "KH", "QH", "JH", "AS", "AH", "AD", "AC", "10S", "10H"]


# Elder: spades A K Q J 8, hearts A K Q, clubs 9 7, diamonds 9 8; the dealer has the four tens and three jacks.
@pytest.mark.parametrize("case", read_cases("formats/refuted"), ids=reason)
def test_the_declarations_that_the_cards_or_an_open_hand_refute_are_named_pi_37(case: dict[str, Any]) -> None:
    answer = judge(case["cards"], **PIQUET, hands=[case["hand"], None], declarations=case["declarations"])
    assert answer["refuted"] == case["refuted"]


@pytest.mark.parametrize(("cards", "seats"), [([], []), (COUP[:22], [0]), (COUP, [0])])
def test_of_two_players_who_declare_the_same_cards_one_is_refuted_pi_37(cards: list[str], seats: list[int]) -> None:
    """Elder's quatrième to the queen needs one of the dealer's four tens; there are no points to score from both."""
    declared = {"declared": [{"sequences": [TO_THE_QUEEN]}, {"sets": [{"rank": "10", "size": 4}]}]}
    answer = judge(" ".join(cards), **PIQUET, declarations=declared)
    assert [one["seat"] for one in answer["refuted"]] == seats
    assert answer["facts"] is None


def test_elder_in_the_declarations_leads_pi_16() -> None:
    answer = judge("7C", **{**PIQUET, "dealer": None}, leader=None, declarations={"elder": 1})
    assert answer["verdicts"][0]["seat"] == 1


def test_a_declaration_of_the_dealer_is_refuted_too_pi_37() -> None:
    """The dealer, whose hand is exposed, has a point of four."""
    declarations = {"declared": [{}, {"point": {"cards": 4}, "sets": [{"rank": "Q", "size": 3}]}]}
    answer = judge("", **PIQUET, hands=[None, DEALER], declarations=declarations)
    assert answer["refuted"] == [{**FALSE_SET, "seat": 1, "item": {"rank": "Q", "size": 3}}]


def test_a_declaration_that_all_cards_refute_is_scored_and_named_t_5_pi_37() -> None:
    """Elder's quatrième to the queen counts 4 at a table that lets it; the hand has one to the ace."""
    declared = {"declared": [{"sequences": [TO_THE_QUEEN]}, {}]}
    coup = {"elder": 0, "leader": 0, "plays": COUP, **declared, "laid_open": [ELDER, None]}
    (row,) = score_line(json.dumps({"game": "piquet", "seats": 2, "manches": [coup]}))["manches"]
    assert ("sequence", 4) in [(line["why"], line["points"]) for line in row["lines"]]
    answer = judge(" ".join(COUP), **PIQUET, hands=[ELDER, None], declarations=declared)
    assert answer["refuted"] == [FALSE_RUN]
