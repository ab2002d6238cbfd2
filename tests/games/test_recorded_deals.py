"""The recorded deals of Dame de Pique and Atout Pique are sound, and score what the referee wrote."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.deals import facts_of, for_every, numbered, recorded, tricks_of

from scorekeeper.games import GAMES
from scorekeeper.games.contract import Sheet, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades.play import leader

pytestmark = pytest.mark.game("every")

DEALS = {slug: recorded(slug) for slug in ("hearts", "spades")}
HEARTS, SPADES = DEALS.values()
every_deal = for_every(
    {f"{slug} {name}": one for slug, deals in DEALS.items() for name, one in numbered(deals).items()}
)
SACS = {"overtricks", "nil_tricks"}


def sheet_of(slug: str, *manches: dict[str, Any]) -> Sheet:
    game = GAMES[slug]
    options = game.read_options({}, 4)
    return game.score(options, 4, [read_manche(game, options, 4, facts) for facts in manches])


@pytest.mark.parametrize("slug", DEALS)
def test_there_are_150_recorded_deals_and_all_differ(slug: str) -> None:
    assert len(DEALS[slug]) == len({tuple(deal["plays"]) for deal in DEALS[slug]}) == 150


def test_the_recorded_deals_have_every_kind_of_bid_ap_3() -> None:
    assert {"nil", "blind_nil", 1, 6} <= {bid for deal in SPADES for bid in deal["bids"]}


@every_deal
def test_each_card_comes_from_the_hand_of_the_seat_whose_turn_it_is(deal: dict[str, Any]) -> None:
    assert (deal["options"], deal["seats"]) == ({}, 4)
    assert [len(hand) for hand in deal["hands"]] == [13] * 4
    assert Counter(deal["plays"]) == Counter(card for hand in deal["hands"] for card in hand)
    assert len(set(deal["plays"])) == 52
    seat, taken = deal["leader"], [0] * 4
    for winner, cards in tricks_of(deal):
        assert all(card in deal["hands"][(seat + turn) % 4] for turn, card in enumerate(cards))
        seat = winner
        taken[winner] += 1
    if deal["game"] == "hearts":
        assert deal["plays"][0] == "2C"
        return
    assert deal["leader"] == leader(Table(4, deal["dealer"]))
    assert deal["tricks_by_seat"] == taken
    assert deal["tricks"] == [taken[0] + taken[2], taken[1] + taken[3]]


@every_deal
def test_a_recorded_deal_scores_what_the_referee_wrote(deal: dict[str, Any]) -> None:
    assert list(sheet_of(deal["game"], facts_of(deal)).totals) == deal["points"]


@for_every(numbered(HEARTS))
def test_the_referees_points_may_be_typed_in_as_they_are(deal: dict[str, Any]) -> None:
    assert list(sheet_of("hearts", {"points": deal["points"]}).totals) == deal["points"]


def test_the_recorded_deals_are_one_partie_after_another_when_scored_together_dp_25() -> None:
    sheet = sheet_of("hearts", *map(facts_of, HEARTS))
    assert sheet.manches[-1].totals == tuple(sum(deal["points"][seat] for deal in HEARTS) for seat in range(4))
    assert sheet.ending is not None
    before = [sum(deal["points"][seat] for deal in HEARTS[: sheet.ending.after - 1]) for seat in range(4)]
    after = [sum(deal["points"][seat] for deal in HEARTS[: sheet.ending.after]) for seat in range(4)]
    assert max(before) < 100 <= max(after)
    assert [seat for seat in range(4) if after[seat] == min(after)] == list(sheet.ending.winners)


@pytest.mark.parametrize("side", [0, 1])
def test_scored_together_the_recorded_deals_lose_100_for_every_ten_sacs_of_a_team_ap_14(side: int) -> None:
    sheet = sheet_of("spades", *map(facts_of, SPADES))
    rows = [[line for line in row.lines if line.side == side] for row in sheet.manches]
    sacs = [sum(line.points for line in lines if line.why in SACS) for lines in rows]
    cost = -100 * (sum(sacs) // 10)
    assert sum(line.points for lines in rows for line in lines if line.why == "sacs_penalty") == cost
    # The referee, who saw each deal alone, charged for ten sacs only where one deal brought them.
    heavy = sum(count >= 10 for count in sacs)
    assert sheet.manches[-1].totals[side] == sum(deal["points"][side] for deal in SPADES) + 100 * heavy + cost
