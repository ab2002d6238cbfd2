"""Facts entered with some of the cards are checked against those cards by counting (T-7).

No seat ends with less than it took, and the rest fits into the remaining tricks; there is no further search.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.record.formats.score import score_line

DATA = Path(__file__).parents[1] / "data"


def deals(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{game}_deals.jsonl").read_text(encoding="utf-8").splitlines()]


# AP-5, AP-20: the ace of hearts took the first trick, so a nil of seat 0 that takes none was not this one.
NIL = {"bids": ["nil", 3, 3, 3], "tricks": [5, 8], "nil_tricks": {"0": 0}, "leader": 0}
# Twelve tricks of Dame de Pique, all but the first led and taken by seat 3, ten hearts among them. No seat is void of
# hearts or spades, and 2H, 3H, 4H and QS remain.
TWELVE = [
    *("2C", "3C", "4C", "AC", "KC", "5C", "6C", "7C", "QC", "8C", "9C", "10C"),
    *("AD", "2D", "3D", "4D", "KD", "5D", "6D", "7D", "QD", "8D", "9D", "10D"),
    *("AS", "2S", "3S", "4S", "KS", "5S", "6S", "7S", "JS", "8S", "9S", "10S"),
    *("JC", "JD", "5H", "6H", "AH", "7H", "8H", "9H", "KH", "10H", "JH", "QH"),
]


@pytest.mark.parametrize(("plays", "refused"), [(["AH", "2H", "3H", "4H"], True), (["2H", "AH", "3H", "4H"], False)])
def test_a_made_nil_has_taken_no_trick_t_7(plays: list[str], *, refused: bool) -> None:
    assert is_refused("spades", 4, {**NIL, "plays": plays}) is refused


# The first trick goes to seat 0, or seat 1; of the eleven others the facts must leave the last to the seat they name.
@pytest.mark.parametrize(
    ("tricks", "last", "plays", "refused"),
    [
        ([1, 11], 0, ["AH", "7H"], True),
        ([1, 11], 1, ["AH", "7H"], False),
        ([2, 10], 0, ["AH", "7H"], False),
        ([11, 1], 1, ["7H", "AH"], True),
        ([11, 1], 0, ["7H", "AH"], False),
        ([10, 2], 1, ["7H", "AH"], False),
    ],
)
def test_the_last_trick_goes_to_a_seat_that_still_takes_one_t_7_pi_17(
    tricks: list[int], last: int, plays: list[str], *, refused: bool
) -> None:
    assert is_refused("piquet", 2, {"elder": 0, "tricks": tricks, "last": last, "plays": plays}) is refused


@pytest.mark.parametrize(("tricks", "refused"), [([8, 4], True), ([9, 3], False)])
def test_a_short_hand_takes_no_more_tricks_than_it_has_cards_t_7_pi_38(tricks: list[int], *, refused: bool) -> None:
    """Seat 1 has four cards and loses one of them to the ace."""
    coup = {"elder": 0, "short_hand": 1, "short_cards": 4, "tricks": tricks, "plays": ["AH", "7H"]}
    assert is_refused("piquet", 2, coup) is refused


@pytest.mark.parametrize(("points", "refused"), [([3, 13], True), ([2, 12], False)])
def test_the_points_of_the_play_fit_into_the_remaining_tricks_t_7_pi_17(points: list[int], *, refused: bool) -> None:
    """Elder takes only the first trick: a lead there and one after it. A capture, for 3, would be a later trick."""
    coup = {"elder": 0, "tricks": [1, 11], "last": 1, "trick_points": points, "plays": ["AH", "7H"]}
    assert is_refused("piquet", 2, coup, won_own_lead="only_when_captured") is refused


@pytest.mark.parametrize(("run", "refused"), [(7, True), (1, False)])
def test_elder_s_run_ends_where_the_dealer_took_a_trick_t_7_pi_22(run: int, *, refused: bool) -> None:
    coup = {"elder": 0, "tricks": [8, 4], "last": 1, "elder_run": run, "plays": ["AH", "7H", "7S", "AS"]}
    assert is_refused("piquet", 2, coup) is refused


@pytest.mark.parametrize("seat", range(4))
def test_any_seat_may_take_the_last_trick_and_all_its_cards_t_7(seat: int) -> None:
    """Seat 3 leads the last trick: it wins with the queen, or the seat with the highest heart takes it (DP-13)."""
    hearts, queen = [0, 0, 0, 10], [0, 0, 0, 0]
    hearts[seat], queen[seat] = hearts[seat] + 3, 1
    assert not is_refused("hearts", 4, {"taken": {"H": hearts, "QS": queen}, "leader": 0, "plays": TWELVE})


@pytest.mark.parametrize(("hearts", "queen"), [([2, 1, 0, 10], 0), ([3, 0, 0, 10], 1), ([0, 0, 1, 12], 3)])
def test_the_cards_of_one_trick_go_to_one_seat_t_7(hearts: list[int], queen: int) -> None:
    taken = {"H": hearts, "QS": [int(seat == queen) for seat in range(4)]}
    assert is_refused("hearts", 4, {"taken": taken, "leader": 0, "plays": TWELVE})


@pytest.mark.parametrize(
    ("points", "refused"), [([16, 0, 0, 10], False), ([3, 13, 0, 10], True), ([13, 3, 0, 10], True)]
)
def test_typed_points_are_checked_against_the_cards_t_7(points: list[int], *, refused: bool) -> None:
    """The last trick is worth 3 hearts and 13 (DP-17): all 16 go to one."""
    assert is_refused("hearts", 4, {"points": points, "leader": 0, "plays": TWELVE}) is refused


# Seven of the nine tricks of the jass deck, all taken by seat 3, with 6H, 7H, 8H and AH. The queens, JH, KH, 9H and 10H
# remain: five hearts and QS in two tricks.
SEVEN = [
    *("6C", "7C", "8C", "AC", "KC", "9C", "10C", "JC", "AD", "6D", "7D", "8D", "KD", "9D", "10D", "JD"),
    *("AS", "6S", "7S", "8S", "KS", "9S", "10S", "JS", "AH", "6H", "7H", "8H"),
]


@pytest.mark.parametrize(
    ("hearts", "queen", "last", "refused"),
    [
        pytest.param([2, 3, 0, 4], 0, 2, True, id="two takers and a third seat for the last"),
        pytest.param([2, 3, 0, 4], 0, 1, False, id="one of two takers"),
        pytest.param([5, 0, 0, 4], 0, 1, True, id="six cards are two tricks"),
        pytest.param([5, 0, 0, 4], 0, 0, False, id="the taker of both tricks"),
        pytest.param([3, 0, 0, 6], 0, 2, True, id="the seat of the first seven tricks is the second taker"),
    ],
)
def test_the_last_trick_of_jass_is_one_of_the_remaining_t_7_dp_3(
    hearts: list[int], queen: int, last: int, *, refused: bool
) -> None:
    by_seat = {"H": hearts, "QS": [int(seat == queen) for seat in range(4)], "last": [int(s == last) for s in range(4)]}
    assert is_refused("hearts", 4, {"taken": by_seat, "leader": 0, "plays": SEVEN}, deck="36") is refused


@pytest.mark.parametrize(
    ("points", "plays", "refused"),
    [
        ([15, 14, 14, 0], SEVEN, True),
        ([14, 14, 14, 0], SEVEN, False),
        # The sixth trick has QS and two hearts more: the three hearts left fit into one trick, and 9S, 10S, JS follow.
        ([15, 14, 14, 0], [*SEVEN[:21], "9H", "10H", "QS", *SEVEN[24:]], False),
    ],
)
def test_a_volte_leaves_the_last_trick_of_jass_only_if_its_cards_fit_before_t_7_dp_21(
    points: list[int], plays: list[str], *, refused: bool
) -> None:
    """Nine hearts and the queen at 5 make a volte of 14; 15 is with the last trick, which seat 0 took (DP-3)."""
    assert is_refused("hearts", 4, {"points": points, "leader": 0, "plays": plays}, deck="36") is refused


# The hand of seat 0 is open, with one jack, three clubs in sequence and five diamonds.
ONE_JACK = ["KS", "AC", "10D", "QH", "QC", "QD", "8D", "KD", "JD", "AH", "9S", "7C"]


@pytest.mark.parametrize(
    ("scored", "key"),
    [
        ({"sets": {"winner": 0, "sizes": [3], "ranks": ["J"]}}, "not_held in sets"),
        ({"sets": {"winner": 0, "sizes": [3], "ranks": ["Q"]}}, ""),
        ({"sets": {"winner": 0, "sizes": [3]}}, ""),
        ({"sets": {"winner": 0, "sizes": [3, 3]}}, "not_held in sets"),
        ({"sets": {"winner": 0, "sizes": [4]}}, "not_held in sets"),
        ({"point": {"winner": 0, "cards": 6}}, "not_held in point"),
        ({"point": {"winner": 0, "cards": 5}}, ""),
        ({"carte_blanche": [True, False]}, "carte_blanche_courts in carte_blanche"),
    ],
)
def test_a_hand_laid_open_must_have_what_was_scored_pi_37(scored: dict[str, object], key: str) -> None:
    coup = {"elder": 0, "tricks": [6, 6], "last": 0, "elder_run": 0, "plays": ["7C", "8C"], **scored}
    answer = score_line(
        json.dumps({"game": "piquet", "seats": 2, "manches": [{**coup, "laid_open": [ONE_JACK, None]}]})
    )
    assert key in answer.get("error", "") if key else "error" not in answer, answer


@pytest.mark.parametrize(
    ("play_facts", "refused"),
    [
        ({"tricks": [0, 12], "last": 1}, True),
        ({"winners": [1] * 12}, True),
        ({"tricks": [3, 9], "last": 1, "elder_run": 3}, False),
    ],
)
def test_a_short_hand_of_unknown_size_needs_the_tricks_it_took_pi_38(
    play_facts: dict[str, object], *, refused: bool
) -> None:
    """Seat 0 leads and takes three tricks with A♣, K♣ and A♦."""
    coup = {"elder": 0, "short_hand": 0, "leader": 0, "plays": ["AC", "7C", "KC", "8C", "AD", "7D"], **play_facts}
    assert is_refused("piquet", 2, coup) is refused


def is_refused(game: str, seats: int, manche: dict[str, object], **options: object) -> bool:
    """Return whether the score format refuses these facts because of the tricks already taken."""
    answer = score_line(json.dumps({"game": game, "seats": seats, "options": options, "manches": [manche]}))
    assert "error" not in answer or "cards_disagree" in answer["error"], answer
    return "error" in answer


def tricks_of(deal: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """The winner and cards of each trick by simple rules: the highest of the suit led, or the highest spade."""
    found, leader = [], deal["leader"]
    for start in range(0, len(deal["plays"]), 4):
        cards = deal["plays"][start : start + 4]
        trump = "S" if deal["game"] == "spades" else cards[0][-1]
        suit = trump if any(card[-1] == trump for card in cards) else cards[0][-1]
        ranks = [*map(str, range(2, 11)), *"JQKA"]
        place = max(
            range(4), key=lambda at, cards=cards, suit=suit: (cards[at][-1] == suit, ranks.index(cards[at][:-1]))
        )
        leader = (leader + place) % 4
        found.append((leader, cards))
    return found


def hearts_facts(deal: dict[str, Any]) -> dict[str, Any]:
    hearts, queen = [0] * 4, [0] * 4
    for winner, cards in tricks_of(deal):
        hearts[winner] += sum(card[-1] == "H" for card in cards)
        queen[winner] += "QS" in cards
    return {"taken": {"H": hearts, "QS": queen}, "leader": deal["leader"]}


def spades_facts(deal: dict[str, Any]) -> dict[str, Any]:
    nils = {str(seat): deal["tricks_by_seat"][seat] for seat, bid in enumerate(deal["bids"]) if isinstance(bid, str)}
    return {"bids": deal["bids"], "tricks": deal["tricks"], "nil_tricks": nils, "leader": deal["leader"]}


TRUE = {"hearts": hearts_facts, "spades": spades_facts}


@pytest.mark.parametrize("game", TRUE)
def test_true_facts_are_accepted_with_any_number_of_cards_t_7(game: str) -> None:
    asked = 0
    for deal in deals(game)[:40]:
        facts = TRUE[game](deal)
        if max(map(sum, zip(*facts.get("taken", {"": [0]}).values(), strict=True))) == 14:
            continue  # a volte, of which the table must choose the kind (DP-21)
        for down in range(1, 52, 5):
            assert not is_refused(game, 4, {**facts, "plays": deal["plays"][:down]}), (deal["plays"], down)
            asked += 1
    assert asked > 300


def test_no_seat_ends_with_fewer_hearts_than_it_took_t_7() -> None:
    """Before the last trick, the facts give a heart of an earlier trick to another player."""
    reassigned = 0
    for deal in deals("hearts")[:40]:
        facts, last = hearts_facts(deal), tricks_of(deal)[-1]
        hearts = facts["taken"]["H"]
        before = [number - (seat == last[0]) * sum(c[-1] == "H" for c in last[1]) for seat, number in enumerate(hearts)]
        loser = next((seat for seat in range(4) if before[seat] and seat != last[0]), None)
        if loser is not None and max(hearts) < 13:
            moved = [number - (seat == loser) + (seat == (loser + 1) % 4) for seat, number in enumerate(hearts)]
            lie = {**facts, "taken": {**facts["taken"], "H": moved}, "plays": deal["plays"][:48]}
            assert is_refused("hearts", 4, lie), deal["plays"]
            reassigned += 1
    assert reassigned > 20


def test_no_team_ends_with_fewer_tricks_than_it_took_t_7() -> None:
    for deal in deals("spades")[:40]:
        facts, last = spades_facts(deal), tricks_of(deal)[-1]
        other = 1 - last[0] % 2  # all its tricks are played but the last, which it does not take
        tricks = [number + (1 if side != other else -1) for side, number in enumerate(deal["tricks"])]
        if min(tricks) >= 0 and not facts["nil_tricks"]:
            assert is_refused("spades", 4, {**facts, "tricks": tricks, "plays": deal["plays"][:48]}), deal["plays"]
