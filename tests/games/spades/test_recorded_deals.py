from __future__ import annotations

from collections import Counter
from typing import Any

from support.deals import for_every, numbered, recorded

from scorekeeper.games.contract import Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.play import leader

DEALS = recorded("spades")
every_deal = for_every(numbered(DEALS))


def facts(deal: dict[str, Any]) -> dict[str, Any]:
    """The bids, the tricks of each team, and those of each nil bidder."""
    zeros = [seat for seat, bid in enumerate(deal["bids"]) if bid in {"nil", "blind_nil"}]
    nil_tricks = {str(seat): deal["tricks_by_seat"][seat] for seat in zeros}
    return {"bids": deal["bids"], "tricks": deal["tricks"], "nil_tricks": nil_tricks}


def test_there_are_150_recorded_deals_all_different_with_every_kind_of_bid() -> None:
    assert len(DEALS) == 150
    assert len({tuple(deal["plays"]) for deal in DEALS}) == 150
    bids = Counter(bid for deal in DEALS for bid in deal["bids"])
    assert {"nil", "blind_nil", 1, 6} <= set(bids)


@every_deal
def test_the_tricks_of_a_recorded_deal_match_its_seats_and_the_dealers_left_led(deal: dict[str, Any]) -> None:
    assert (deal["game"], deal["options"], deal["seats"]) == ("spades", {}, 4)
    assert deal["tricks"] == [sum(deal["tricks_by_seat"][side::2]) for side in (0, 1)]
    assert sum(deal["tricks"]) == 13
    assert deal["leader"] == leader(Table(4, deal["dealer"]))
    assert sorted(deal["plays"]) == sorted(card for hand in deal["hands"] for card in hand)


@every_deal
def test_a_recorded_deal_scores_what_the_referee_wrote(deal: dict[str, Any]) -> None:
    options = SPADES.read_options(deal["options"], 4)
    manche = read_manche(SPADES, options, 4, facts(deal))
    assert list(SPADES.score(options, 4, [manche]).manches[0].points) == deal["points"]


def test_ap_14_scored_together_the_recorded_deals_lose_100_for_every_ten_sacs_of_a_team() -> None:
    options = SPADES.read_options({}, 4)
    sheet = SPADES.score(options, 4, [read_manche(SPADES, options, 4, facts(deal)) for deal in DEALS])
    for side in (0, 1):
        lines = [line for row in sheet.manches for line in row.lines if line.side == side]
        sacs = sum(line.points for line in lines if line.why in {"overtricks", "nil_tricks"})
        # The referee, who saw each deal alone, charged for ten sacs only where one deal brought them.
        assert sum(line.points for line in lines if line.why == "sacs_penalty") == -100 * (sacs // 10)
        heavy = sum(
            sum(line.points for line in row.lines if line.side == side and line.why in {"overtricks", "nil_tricks"})
            >= 10
            for row in sheet.manches
        )
        referee = sum(deal["points"][side] for deal in DEALS)
        assert sheet.manches[-1].totals[side] == referee + 100 * heavy - 100 * (sacs // 10)
