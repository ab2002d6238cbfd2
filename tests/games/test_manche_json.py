"""Cards among the facts of a manche: a full set overrules the facts, an unfinished one is only stored (T-7)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.contexts import contexts_of
from support.deals import COUP, DEALER, DECLARATIONS, ELDER, for_every, numbered, recorded
from support.selection import examples

from scorekeeper.cards.legality import Rules
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import AnyGame, CardByCard, MancheFacts, Preset, Table
from scorekeeper.games.manche_json import read_cards, read_manche, write_cards, write_manche
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError
from scorekeeper.record.formats.score import score_line

Facts = dict[str, Any]
steadily = settings(deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])


def read(slug: str, facts: object, seats: int = 4, **rules: Any) -> MancheFacts[Any]:  # noqa: ANN401 - house rules
    game = GAMES[slug]
    return read_manche(game, game.read_options(rules, seats), seats, facts)  # type: ignore[arg-type,unused-ignore]


def written(slug: str, facts: Facts, seats: int = 4, **rules: Any) -> Facts:  # noqa: ANN401 - house rules
    return write_manche(GAMES[slug], read(slug, facts, seats, **rules))


def points(slug: str, facts: Facts, seats: int = 4, **rules: Any) -> list[int]:  # noqa: ANN401 - house rules
    """The points of a manche by the public score format."""
    line = {"game": slug, "options": rules, "seats": seats, "manches": [facts]}
    answer = score_line(json.dumps(line))
    assert "error" not in answer, answer
    found: list[int] = answer["manches"][0]["points"]
    return found


def refusal(slug: str, facts: object, seats: int = 4, **rules: Any) -> str:  # noqa: ANN401 - house rules
    with pytest.raises(ImpossibleFactsError) as refused:
        read(slug, facts, seats, **rules)
    return str(refused.value)


def dealt(slug: str, number: int = 0, **more: Any) -> Facts:  # noqa: ANN401 - other facts
    """The cards of a recorded deal, with the facts that they do not decide."""
    return {**cards_of(recorded(slug)[number]), **more}


def cards_of(deal: dict[str, Any]) -> Facts:
    """The facts of a recorded deal that a manche by its cards needs."""
    bids = {"bids": deal["bids"]} if deal["game"] == "spades" else {}
    return {**bids, "leader": deal["leader"], "plays": deal["plays"]}


# Manches made by hand. Seat 0 leads the club of each rank, on which the others discard the same rank: it takes every
# trick except the last, in which seat 1 beats a low club. (The discards are irregular but recorded.)


def all_but_last(ranks: str, low: str, high: str) -> Facts:
    """Seat 0 takes everything except the last trick: the club of `low`, then the club, spade and heart of `high`."""
    tricks = [[f"{rank}{suit}" for suit in "CDSH"] for rank in ranks.split() if rank not in {low, high}]
    tricks += [[f"{high}D", f"{low}D", f"{low}S", f"{low}H"], [f"{low}C", f"{high}C", f"{high}S", f"{high}H"]]
    return {"leader": 0, "plays": [card for trick in tricks for card in trick]}


FULL, JASS = "2 3 4 5 6 7 8 9 10 J Q K A", "6 7 8 9 10 J Q K A"
SWEEP: Facts = {"leader": 0, "plays": [f"{rank}{suit}" for rank in FULL.split() for suit in "CDSH"]}

PLAYED: Facts = {"leader": 0, "plays": COUP}


# A full set of cards overrules the facts


@for_every(
    {f"{slug} {number}": deal for slug in ("hearts", "spades") for number, deal in numbered(recorded(slug)).items()}
)
def test_the_cards_alone_score_what_the_referee_wrote_t_7(deal: dict[str, Any]) -> None:
    assert points(deal["game"], cards_of(deal)) == deal["points"]


@pytest.mark.parametrize(
    ("slug", "seats", "facts", "beside"),
    [
        pytest.param("hearts", 4, dealt("hearts"), {"taken": {"H": [13, 0, 0, 0], "QS": [1, 0, 0, 0]}}, id="DP-17"),
        pytest.param("hearts", 4, dealt("hearts"), {"taken": "nothing"}, id="DP-17: nonsense"),
        pytest.param("hearts", 4, dealt("hearts"), {"points": [26, 0, 0, 0]}, id="DP-17: points"),
        pytest.param("spades", 4, dealt("spades"), {"tricks": [13, 0]}, id="AP-20"),
        pytest.param("spades", 4, dealt("spades"), {"tricks": [13], "nil_tricks": {"0": 4}}, id="AP-20: nonsense"),
        pytest.param("piquet", 2, {**DECLARATIONS, **PLAYED}, {"elder": 1}, id="PI-16"),
        pytest.param("piquet", 2, {**DECLARATIONS, **PLAYED}, {"tricks": [12, 0], "last": 0}, id="PI-20"),
        pytest.param("piquet", 2, {**DECLARATIONS, **PLAYED}, {"winners": [1] * 12}, id="PI-21"),
        pytest.param("piquet", 2, {**DECLARATIONS, **PLAYED}, {"trick_points": [0, 0], "elder_run": 0}, id="PI-17"),
        pytest.param("piquet", 2, {**DECLARATIONS, **PLAYED}, {"low": [[True, True]] * 12}, id="PI-18"),
    ],
)
def test_typed_facts_that_contradict_all_cards_are_overruled_t_7(
    slug: str, seats: int, facts: Facts, beside: Facts
) -> None:
    assert read(slug, {**facts, **beside}, seats) == read(slug, facts, seats)


@pytest.mark.parametrize("slug", ["hearts", "spades", "piquet"])
def test_an_unknown_fact_is_refused_with_all_cards_too(slug: str) -> None:
    facts, seats = ({**DECLARATIONS, **PLAYED}, 2) if slug == "piquet" else (dealt(slug), 4)
    assert "unknown_fact in rien" in refusal(slug, {**facts, "rien": 1}, seats)


def test_facts_that_the_cards_do_not_decide_are_still_required_ap_3() -> None:
    facts = dealt("spades")
    del facts["bids"]
    assert refusal("spades", facts) == "no_bids in bids (AP-3)"
    assert "no_elder" not in str(read("piquet", PLAYED, 2)), "the first lead tells who is elder (PI-16)"


@pytest.mark.parametrize(
    ("rules", "made"),
    [
        ({}, [12, 14, 0, 0]),
        ({"jack_of_diamonds": -10}, [2, 14, 0, 0]),
        ({"seven_of_clubs": 7}, [12, 21, 0, 0]),
        ({"jack_of_diamonds": -10, "seven_of_clubs": 7, "queen_points": 12}, [2, 20, 0, 0]),
    ],
    ids=["DP-17", "DP-19: J♦", "DP-20: 7♣", "DP-18: all three"],
)
def test_the_cards_that_the_table_counts_are_found_among_those_taken(rules: Facts, made: list[int]) -> None:
    assert points("hearts", all_but_last(FULL, "7", "Q"), **rules) == made


def test_the_last_trick_of_the_jass_deck_is_worth_a_point_dp_3() -> None:
    facts = all_but_last(JASS, "7", "A")
    assert written("hearts", facts, deck="36")["taken"] == {"H": [8, 1, 0, 0], "QS": [1, 0, 0, 0], "last": [0, 1, 0, 0]}
    assert points("hearts", facts, deck="36") == [13, 2, 0, 0]


def runs(*cards: str) -> list[str]:
    """`9-4H`: the cards of a suit from the nine down to the four."""
    ranks = FULL.split()[::-1]
    found: list[str] = []
    for card in cards:
        first, _, last = card[:-1].partition("-")
        found += [f"{rank}{card[-1]}" for rank in ranks[ranks.index(first) : ranks.index(last or first) + 1]]
    return found


@pytest.mark.parametrize(("tie", "taker"), [("first", 1), ("second", 2)])
def test_of_two_jokers_in_a_trick_one_takes_it_dp_2(tie: str, taker: int) -> None:
    """The taker of the jokers and the Q♠ then leads the highest remaining cards, six of a suit at a time."""
    first = ["2C", "X1", "X2", "2H", "3H", "QS"]
    rest = runs("A-9C", "8-3C", "A-9D", "8-3D", "A-KS", "J-8S", "7-2S", "A-9H", "8-4H", "2D")
    facts = {"leader": 0, "plays": [*first, *rest]}
    taken = written("hearts", facts, 6, deck="54", joker_tie=tie)["taken"]
    everything = {"H": [13 * (seat == taker) for seat in range(6)], "QS": [int(seat == taker) for seat in range(6)]}
    assert taken == everything
    assert points("hearts", facts, 6, deck="54", joker_tie=tie) == [26 * (seat != taker) for seat in range(6)]


@pytest.mark.parametrize(
    ("rules", "moon", "made"),
    [
        ({}, None, [0, 26, 26, 26]),
        ({"moon": "self_minus"}, None, [-26, 0, 0, 0]),
        ({"moon": "choice"}, "others_plus", [0, 26, 26, 26]),
        ({"moon": "choice"}, "self_minus", [-26, 0, 0, 0]),
        ({"jack_of_diamonds": -10, "seven_of_clubs": 7}, None, [0, 26, 26, 26]),
    ],
    ids=["DP-21", "DP-22", "DP-22: the others", "DP-22: the shooter", "DP-23"],
)
def test_a_volte_is_found_from_the_cards(rules: Facts, moon: str | None, made: list[int]) -> None:
    assert points("hearts", {**SWEEP, "moon": moon}, **rules) == made
    assert written("hearts", {**SWEEP, "moon": moon}, **rules)["moon"] == moon


def test_the_kind_of_volte_is_required_where_the_table_chooses_dp_22() -> None:
    with pytest.raises(IncompleteFactsError, match="volte_choice"):
        read("hearts", SWEEP, moon="choice")
    assert "no_volte" in refusal("hearts", {**dealt("hearts"), "moon": "self_minus"}, moon="choice")


def test_penalties_stay_beside_the_cards_t_5() -> None:
    agreed = {"penalties": [{"side": 1, "points": 10, "reason": "renonce"}]}
    deal = recorded("hearts")[0]
    made = [count + 10 * (seat == 1) for seat, count in enumerate(deal["points"])]
    assert points("hearts", dealt("hearts", **agreed)) == made


@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_hands_laid_open_change_nothing_of_what_is_scored(slug: str) -> None:
    deal = recorded(slug)[1]
    assert points(slug, dealt(slug, 1, laid_open=deal["hands"])) == deal["points"]
    assert points(slug, dealt(slug, 1, laid_open=[None, deal["hands"][1], None, None])) == deal["points"]


# An unfinished manche


HALF: list[tuple[str, int, Facts, Facts]] = [
    ("hearts", 4, {"taken": {"H": [9, 0, 4, 0], "QS": [0, 0, 1, 0]}, "moon": None}, dealt("hearts")),
    ("hearts", 4, {"points": [9, 0, 17, 0], "moon": None}, dealt("hearts")),
    ("spades", 4, {"bids": [4, 3, 1, 4], "tricks": [7, 6], "nil_tricks": {}}, dealt("spades")),
    ("piquet", 2, {**DECLARATIONS, "tricks": [8, 4], "last": 1}, PLAYED),
]
# What nine tricks of these deals make impossible: Zoé has the queen, the first team six tricks, elder eight.
OTHERWISE: list[tuple[str, int, Facts, Facts]] = [
    ("hearts", 4, {"taken": {"H": [9, 0, 4, 0], "QS": [1, 0, 0, 0]}, "moon": None}, dealt("hearts")),
    ("spades", 4, {"bids": [4, 3, 1, 4], "tricks": [0, 13], "nil_tricks": {}}, dealt("spades")),
    ("piquet", 2, {**DECLARATIONS, "tricks": [7, 5], "last": 0}, PLAYED),
    ("piquet", 2, {**DECLARATIONS, "winners": [1, *[0] * 7, *[1] * 4]}, PLAYED),
]
every_half = pytest.mark.parametrize(
    ("slug", "seats", "typed", "whole"), HALF, ids=["hearts", "hearts by points", "spades", "piquet"]
)


@every_half
@pytest.mark.parametrize("missing", [1, 7, None], ids=["all but one", "all but seven", "none"])
def test_an_unfinished_manche_stores_its_facts_and_cards_t_7(
    slug: str, seats: int, typed: Facts, whole: Facts, missing: int | None
) -> None:
    cards = {"leader": whole["leader"], "plays": whole["plays"][: 0 if missing is None else -missing]}
    assert written(slug, {**typed, **cards}, seats) == {**typed, **cards}
    assert read(slug, {**typed, **cards}, seats).facts == read(slug, typed, seats).facts
    assert points(slug, {**typed, **cards}, seats) == points(slug, typed, seats)


@pytest.mark.parametrize(
    ("slug", "seats", "typed", "whole"), OTHERWISE, ids=["the queen", "the tricks", "the tricks of elder", "who took"]
)
def test_facts_that_the_tricks_played_so_far_make_impossible_are_refused_t_7(
    slug: str, seats: int, typed: Facts, whole: Facts
) -> None:
    few = {"leader": whole["leader"], "plays": whole["plays"][:seats]}
    nine = {"leader": whole["leader"], "plays": whole["plays"][: 9 * seats]}
    assert refusal(slug, {**typed, **nine}, seats) == "cards_disagree in plays (T-7)"
    if "winners" not in typed:
        assert read(slug, {**typed, **few}, seats).facts == read(slug, typed, seats).facts


@every_half
def test_half_a_manche_without_facts_is_refused_as_if_it_had_no_cards(
    slug: str, seats: int, typed: Facts, whole: Facts
) -> None:
    assert typed
    cards = {"leader": whole["leader"], "plays": whole["plays"][:-1]}
    assert refusal(slug, cards, seats) == refusal(slug, {}, seats)


@every_half
def test_no_cards_at_all_are_no_facts(slug: str, seats: int, typed: Facts, whole: Facts) -> None:
    assert whole
    for none in ({"plays": None}, {"leader": None, "plays": None, "laid_open": None}):
        assert read(slug, {**typed, **none}, seats) == read(slug, typed, seats)
    assert read(slug, typed, seats).cards is None


# JSON round trip


def deck_of(game: AnyGame, options: Any, seats: int) -> list[str]:  # noqa: ANN401 - each game has its own options type
    """Every card, twins one by one."""
    assert game.play is not None
    pack = game.play.rules(options, Table(seats, 0), contexts_of(game)[0]).pack
    return [card.code for card in pack.cards(pack.all) for _ in range(pack.copies(card).bit_count())]


def legal_play(rules: Rules, leader: int, shuffled: list[str]) -> list[str]:
    """A manche in which each seat plays the first card of the shuffled deck that may be legal."""
    arbiter = Arbiter(rules, leader)
    while choices := arbiter.choices:
        may = {card.code for card in choices.allowed + choices.conditional}
        arbiter.play(next(code for code in shuffled if code in may))
    return [verdict.card.code for verdict in arbiter.verdicts]


JUDGED = [game for game in GAMES.values() if game.play is not None]
TABLES = [(game, preset, seats) for game in JUDGED for preset in game.presets for seats in sorted(preset.seats)]


@pytest.mark.parametrize(
    ("game", "preset", "seats"), TABLES, ids=[f"{game.slug} {preset.slug} {seats}" for game, preset, seats in TABLES]
)
@steadily
@given(data=st.data(), chance=st.randoms(use_true_random=False))
def test_whole_manches_legal_or_not_are_written_and_read_back_equal(
    game: AnyGame,
    preset: Preset,
    seats: int,
    data: st.DataObject,
    chance: random.Random,
) -> None:
    options = game.read_options(preset.options, seats)
    shuffled = deck_of(game, options, seats)
    chance.shuffle(shuffled)
    leader = data.draw(st.integers(0, seats - 1))
    assert game.play is not None
    context = data.draw(st.sampled_from(contexts_of(game, seats)))
    rules = game.play.rules(options, Table(seats, 0), context)
    legal = data.draw(st.booleans())
    plays = legal_play(rules, leader, shuffled) if legal else shuffled[: rules.hand_size * seats]
    facts = {**context, "leader": leader, "plays": plays}
    try:
        manche = read_manche(game, options, seats, facts)
    except IncompleteFactsError:
        facts["moon"] = "others_plus"
        manche = read_manche(game, options, seats, facts)
    written_facts = write_manche(game, manche)
    assert written_facts["plays"] == plays
    assert read_manche(game, options, seats, json.loads(json.dumps(written_facts))) == manche
    assert write_manche(game, read_manche(game, options, seats, written_facts)) == written_facts
    alone = {name: value for name, value in written_facts.items() if name not in {"leader", "plays"}}
    assert read_manche(game, options, seats, alone) == MancheFacts(manche.facts), (
        "the facts are readable without their cards"
    )


def laid_hands() -> st.SearchStrategy[tuple[tuple[str, ...] | None, ...] | None]:
    hand = st.none() | st.lists(st.sampled_from(COUP), max_size=3).map(tuple)
    return st.none() | st.tuples(hand, hand)


@given(st.integers(0, 1), st.lists(st.sampled_from(COUP), max_size=24), laid_hands())
def test_cards_are_written_and_read_back_equal(leader: int, plays: list[str], hands: Any) -> None:  # noqa: ANN401
    cards = CardByCard(leader, tuple(plays), hands)
    assert read_cards(GAMES["piquet"], 2, json.loads(json.dumps(write_cards(cards)))) == cards


# Refused cards. What the arbiter refuses is in test_arbiter.py.


TYPED = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}}
ONE_HAND = recorded("hearts")[0]["hands"][0]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"plays": ["2C"]}, "no_leader in leader"),
        ({"plays": ["2C"], "leader": 4}, "too_high in leader, value 4, highest 3 (T-2)"),
        ({"plays": ["2C"], "leader": -1}, "too_low in leader, value -1, lowest 0 (T-2)"),
        ({"plays": ["2C"], "leader": "0"}, "not_whole in leader, value 0, lowest 0, highest 3 (T-2)"),
        ({"plays": ["2C"], "leader": True}, "not_whole in leader, value True, lowest 0, highest 3 (T-2)"),
        ({"leader": 0}, "unknown_fact in leader"),
        ({"laid_open": [None] * 4}, "unknown_fact in laid_open"),
        ({"leader": 0, "plays": "2C"}, "not_a_list in plays"),
        ({"leader": 0, "plays": ["dame"]}, "not_in_deck in plays, value dame (T-1)"),
        ({"leader": 0, "plays": [["2C"]]}, "not_in_deck in plays, value list (T-1)"),
        ({"leader": 0, "plays": ["2C", "3C", "2C"]}, "card_played in plays, value 2C (T-1)"),
        ({"leader": 0, "plays": [], "laid_open": "2C"}, "not_a_list in laid_open"),
        ({"leader": 0, "plays": [], "laid_open": ["2C", None, None, None]}, "not_a_list in hands"),
        ({"leader": 0, "plays": [], "laid_open": [ONE_HAND, ONE_HAND, None, None]}, "card_twice in hands, value 2C"),
        ({"leader": 0, "plays": ["2D"], "laid_open": [ONE_HAND, None, None, None]}, "not_in_hand in plays, value 2D"),
    ],
    ids=str,
)
def test_cards_that_cannot_be_are_refused_by_name(facts: Facts, words: str) -> None:
    assert words in refusal("hearts", {**TYPED, **facts})


@pytest.mark.parametrize("facts", [None, [], "plays", 3])
def test_facts_that_are_no_object_are_refused(facts: object) -> None:
    assert refusal("hearts", facts) == "not_an_object"


def test_a_card_that_is_not_in_the_entered_hand_is_refused_pi_16() -> None:
    facts = {"elder": 0, "hands": [ELDER, DEALER], "leader": 0}
    assert "not_in_hand in plays, value 7S, seat 0" in refusal("piquet", {**facts, "plays": ["7S"]}, 2)
    assert "not_in_hand in plays, value 7D, seat 1" in refusal("piquet", {**facts, "plays": ["AS", "7D"]}, 2)


def test_one_hand_entered_leaves_the_other_free_pi_16() -> None:
    facts = {"elder": 0, "hands": [ELDER, None], "leader": 0, "plays": COUP}
    assert read("piquet", facts, 2).cards == CardByCard(0, tuple(COUP))
    assert "not_in_hand in plays, value 8D, seat 1" in refusal("piquet", {**facts, "plays": ["AS", "8D"]}, 2)


def test_a_false_declaration_may_be_entered_with_cards_pi_37() -> None:
    """Elder's 12 and the 10 for the cards, with the 17 and the 8 points that the two made in the play."""
    false = {**DECLARATIONS, "sets": None, "fault": {"kind": "false_declaration", "seat": 1}}
    assert points("piquet", {**false, **PLAYED}, 2) == [12 + 10 + 17 + 8, 0]


def test_a_void_deal_stores_its_cards_without_scoring_them_pi_38() -> None:
    facts = {"elder": 0, "fault": {"kind": "void"}, "leader": 0}
    for plays in (COUP[:5], COUP):
        assert written("piquet", {**facts, "plays": plays}, 2)["plays"] == plays
        assert points("piquet", {**facts, "plays": plays}, 2) == [0, 0]


def test_a_short_hand_plays_only_its_own_cards_pi_38() -> None:
    short = {"elder": 0, "hands": [ELDER, DEALER[:11]], "short_hand": 1, "tricks": [8, 4], "last": 0, "leader": 0}
    assert DEALER[11] == "10D"
    assert read("piquet", {**short, "plays": ["AS", "10S"]}, 2).cards is not None
    assert "not_in_hand in plays, value 10D, seat 1" in refusal("piquet", {**short, "plays": ["AS", "10D"]}, 2)


@pytest.mark.parametrize("number", range(3))
def test_a_refused_line_of_the_score_format_says_which_manche(number: int) -> None:
    facts = [dealt("hearts"), dealt("hearts", 1), dealt("hearts", 2)]
    facts[number] = {**facts[number], "plays": ["2C", "2C"]}
    answer = score_line(json.dumps({"game": "hearts", "seats": 4, "manches": facts}))
    assert answer["error"] == f"manche {number + 1}: card_played in plays, value 2C (T-1)"


def test_the_first_leader_defaults_to_elder_pi_3() -> None:
    facts = {**DECLARATIONS, **PLAYED}
    without = {name: value for name, value in facts.items() if name != "leader"}
    assert read("piquet", {"elder": 0, **without}, 2) == read("piquet", facts, 2)


def test_half_way_elder_cannot_be_another_than_who_led_pi_16() -> None:
    begun = {"elder": 1, "leader": 0, "plays": ["10S", "8S"], "tricks": [6, 6], "last": 0}
    assert refusal("piquet", begun, 2) == "wrong_leader in leader, seat 0, expected 1 (T-2)"
    assert refusal("piquet", {**begun, "plays": []}, 2) == "wrong_leader in leader, seat 0, expected 1 (T-2)"
