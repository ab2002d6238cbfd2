from __future__ import annotations

from collections import Counter
from typing import Any

from support.deals import for_every, numbered, recorded

from scorekeeper.cards.cards import Card
from scorekeeper.cards.tricks import winner
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.manche_json import read_manche

DEALS = recorded("hearts")
every_deal = for_every(numbered(DEALS))


def taken(deal: dict[str, Any]) -> dict[str, list[int]]:
    """The hearts and the queen that each seat took, trick by trick."""
    leader, counts = deal["leader"], {"H": [0] * 4, "QS": [0] * 4}
    for start in range(0, 52, 4):
        trick = [Card(code) for code in deal["plays"][start : start + 4]]
        leader = (leader + winner(trick)) % 4
        counts["H"][leader] += sum(card.code[-1] == "H" for card in trick)
        counts["QS"][leader] += sum(card.code == "QS" for card in trick)
    return counts


def test_there_are_150_recorded_deals_and_all_differ() -> None:
    assert len(DEALS) == 150
    assert len({tuple(deal["plays"]) for deal in DEALS}) == 150


@every_deal
def test_the_cards_of_a_recorded_deal_are_those_of_dp_1_and_the_two_of_clubs_leads(
    deal: dict[str, Any],
) -> None:
    assert (deal["game"], deal["options"], deal["seats"]) == ("hearts", {}, 4)
    assert [len(hand) for hand in deal["hands"]] == [13] * 4
    assert Counter(deal["plays"]) == Counter(card for hand in deal["hands"] for card in hand)
    assert len(set(deal["plays"])) == 52
    assert deal["plays"][0] == "2C"
    assert "2C" in deal["hands"][deal["leader"]]


@every_deal
def test_each_card_comes_from_the_hand_of_the_seat_whose_turn_the_tricks_make_it(
    deal: dict[str, Any],
) -> None:
    seat = deal["leader"]
    for start in range(0, 52, 4):
        trick = deal["plays"][start : start + 4]
        assert [card in deal["hands"][(seat + turn) % 4] for turn, card in enumerate(trick)] == [True] * 4
        seat = (seat + winner([Card(code) for code in trick])) % 4


@every_deal
def test_a_recorded_deal_scores_what_the_referee_wrote(deal: dict[str, Any]) -> None:
    options = HEARTS.read_options(deal["options"], 4)
    manche = read_manche(HEARTS, options, 4, {"taken": taken(deal)})
    assert list(HEARTS.score(options, 4, [manche]).manches[0].points) == deal["points"]


@every_deal
def test_the_referees_points_may_be_typed_in_as_they_are(deal: dict[str, Any]) -> None:
    options = HEARTS.read_options(deal["options"], 4)
    manche = read_manche(HEARTS, options, 4, {"points": deal["points"]})
    assert list(HEARTS.score(options, 4, [manche]).manches[0].points) == deal["points"]


def test_the_recorded_deals_are_one_partie_after_another_when_scored_together() -> None:
    options = HEARTS.read_options({}, 4)
    manches = [read_manche(HEARTS, options, 4, {"taken": taken(deal)}) for deal in DEALS]
    sheet = HEARTS.score(options, 4, manches)
    assert sheet.manches[-1].totals == tuple(sum(deal["points"][seat] for deal in DEALS) for seat in range(4))
    assert sheet.ending is not None
    before = [sum(deal["points"][seat] for deal in DEALS[: sheet.ending.after - 1]) for seat in range(4)]
    after = [sum(deal["points"][seat] for deal in DEALS[: sheet.ending.after]) for seat in range(4)]
    assert max(before) < 100 <= max(after)
    assert [seat for seat in range(4) if after[seat] == min(after)] == list(sheet.ending.winners)
