"""Who deals each manche, in which order and with which pass, when the table names a dealer or changes the order."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from partie.acts import BY_HAND, CONTEXTS, PLAYS, SPADES
from partie.journal import Journal, begun
from support.cases import DATA
from support.deals import recorded

from scorekeeper.games.contract import CardByCard, Order
from scorekeeper.games.hearts.scoring import PassingDeal
from scorekeeper.games.piquet.play import elder_of
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.partie.changes import CardsBegun, Deleted, Restored
from scorekeeper.partie.decide import entry, sheet, turn
from scorekeeper.partie.refusals import RefusedError

FACTS = {**BY_HAND, "spades": {"bids": [4, 3, 1, 4], "tricks": [6, 7], "nil_tricks": {}}}
OPTIONS: dict[str, dict[str, Any]] = {"hearts": {"limit": 900}, "spades": {"target": 900}, "piquet": {}}
# The points of each manche. At Piquet elder has 1 more for the first lead (PI-17).
POINTS = {"hearts": (5, 4, 16, 1), "spades": (51, 70)}
PIQUET_POINTS = {0: (37, 27), 1: (36, 28)}  # by elder

TURNS = tomllib.loads((DATA / "turns.toml").read_text(encoding="utf-8"))
COUPS = TURNS["coups"]
CASES = [
    pytest.param(game, steps, dealers, id=f"{game} {steps or 'nothing'}")
    for table in ("dealers", "orders")
    for game, cases in TURNS[table].items()
    for steps, dealers in cases.items()
]


def started(game: str, dealer: int = 0, **options: Any) -> Journal:  # noqa: ANN401 - house rules
    return Journal(begun(game, 2 if game == "piquet" else 4, dealer, **{**OPTIONS[game], **options}))


def take_steps(partie: Journal, steps: str) -> None:
    for step in steps.split():
        scored, game = partie.scored, partie.state.game
        facts = FACTS[game] if step == "r" else COUPS.get(step)
        if facts is not None:
            elder = {"elder": 1 - scored.deal.dealer} if game == "piquet" else {}
            partie.make(sheet.record(scored, {**facts, **elder}, ""))
        elif step == "u":
            assert partie.undo()
        elif step.startswith("="):
            partie.make(turn.change_order(scored, [*map(int, step[1:])]))
        else:
            partie.make(turn.change_dealer(scored, int(step.removeprefix("<")), from_first="<" in step))


def after(game: str, steps: str) -> Journal:
    partie = started(game)
    take_steps(partie, steps)
    return partie


def dealers_of(partie: Journal) -> str:
    scored = partie.scored
    return " ".join(str(scored.deal_of(index).dealer) for index in range(len(scored.manches) + 1))


@pytest.mark.parametrize(("game", "steps", "dealers"), CASES)
def test_deals_and_scores_equal_a_replay_by_hand(game: str, steps: str, dealers: str) -> None:
    partie = after(game, steps)
    assert dealers_of(partie) == dealers
    played = [int(dealer) for dealer in dealers.split()][:-1]
    rows = [PIQUET_POINTS[1 - dealer] if game == "piquet" else POINTS[game] for dealer in played]
    assert [row.points for row in partie.scored.sheet.manches] == rows


@pytest.mark.parametrize("case", TURNS["named_dealers"], ids=lambda case: f"{case['format']} {case['steps']}")
def test_coups_of_named_dealers_equal_a_count_by_hand(case: dict[str, str]) -> None:
    """PI-3, PI-22, PI-24 to PI-26, PI-29: elder is the seat that does not deal, and only elder has a pic."""
    partie = started("piquet", format=case["format"])
    take_steps(partie, case["steps"])
    assert dealers_of(partie) == case["dealers"]
    elders, scored = [1 - int(dealer) for dealer in case["dealers"].split()], partie.scored
    assert [facts["elder"] for facts in scored.facts] == elders[:-1]
    assert elder_of(scored.deal.dealer) == elders[-1]
    assert " ".join(":".join(map(str, row.points)) for row in scored.sheet.manches) == case["points"]
    for row, elder in zip(scored.sheet.manches, elders, strict=False):
        assert {line.side for line in row.lines if line.why == "pic"} <= {elder}
    ending = scored.ending
    end = None if ending is None else f"{ending.winners[0]} wins {ending.result['points']}"
    assert end == case.get("end")


@pytest.mark.parametrize(("steps", "receivers"), TURNS["passes"].items())
def test_the_pass_follows_the_order_of_play(steps: str, receivers: str) -> None:
    deal = after("hearts", steps).scored.deal
    assert isinstance(deal, PassingDeal)
    assert deal.passes == tuple(map(int, receivers.split()))


def test_partners_stay_opposite_and_every_seat_plays_once() -> None:
    by_six = Journal(begun("hearts", 6, deck="belmont", teams=True))
    take_steps(by_six, "=042315")
    assert by_six.scored.order == (0, 4, 2, 3, 1, 5)
    for partie, order in ((started("spades"), [1, 0, 2, 3]), (by_six, [0, 1, 2, 4, 3, 5])):
        with pytest.raises(RefusedError, match="partners_parted"):
            turn.change_order(partie.scored, order)
    for order in ([], [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 0]):
        with pytest.raises(ImpossibleFactsError):
            turn.change_order(started("hearts").scored, order)


def test_bids_and_cards_begin_left_of_the_dealer_in_the_order_of_play_ap_3() -> None:
    partie = after("spades", "=0321")
    with pytest.raises(ImpossibleFactsError, match="bid_early"):
        entry.set_context(partie.scored, {"bids": [4, None, 1, 4]})
    partie.make(entry.set_context(partie.scored, {"bids": [4, 3, 1, 4]}))
    assert entry.begin_cards(partie.scored).cards == CardByCard(3, order=(0, 3, 2, 1))


def test_a_deal_that_has_begun_can_change_its_order_until_a_card_is_played() -> None:
    partie = started("hearts")
    partie.make(entry.begin_cards(partie.scored, 1))
    take_steps(partie, "=0213")
    assert partie.state.entry.cards is None
    partie.make(CardsBegun(cards=CardByCard(1, ("2C",), order=(0, 2, 1, 3))))
    with pytest.raises(RefusedError, match="cards_under_way"):
        take_steps(partie, "=0123")


@pytest.mark.parametrize(
    ("game", "order"), [("hearts", (0, 2, 3, 1)), ("hearts", (0, 3, 1, 2)), ("spades", (0, 3, 2, 1))]
)
def test_cards_played_in_another_order_are_taken_by_its_players(game: str, order: Order) -> None:
    """The points of the player in each place are those of the same cards in the order of the seats."""
    deal = recorded(game)[0]
    in_turn, moved = started(game, deal["dealer"]), started(game, order[deal["dealer"]])
    take_steps(moved, "=" + "".join(map(str, order)))
    for partie, seats in ((in_turn, (0, 1, 2, 3)), (moved, order)):
        context = {"bids": [SPADES["bids"][seats.index(seat)] for seat in range(4)]} if game == "spades" else {}
        partie.make(entry.set_context(partie.scored, context) if context else None)
        cards = CardByCard(seats[deal["leader"]], tuple(PLAYS[game]), order=partie.scored.order)
        partie.make(CardsBegun(cards=cards))
        partie.make(sheet.record_cards(partie.scored, context, ""))
    before, moved_after = in_turn.scored, moved.scored
    for place, seat in enumerate(order):
        assert before.sheet.totals[before.side_of[place]] == moved_after.sheet.totals[moved_after.side_of[seat]]
    arbiters = before.arbiter_of(0), moved_after.arbiter_of(0)
    seats_before, seats_after = ([verdict.seat for verdict in one.verdicts] for one in arbiters if one is not None)
    assert seats_after == [order[seat] for seat in seats_before]


def test_a_named_dealer_or_order_stays_when_its_manche_is_deleted() -> None:
    partie = after("hearts", "r 3 =0213 r r")
    second, third = (manche.version for manche in partie.state.manches[1:])
    for deleted, dealers in ((second, "0 3 0"), (third, "0 3")):
        partie.make(Deleted(manche=deleted))
        assert (dealers_of(partie), partie.scored.order) == (dealers, (0, 2, 1, 3))
    take_steps(partie, "1 =0123 r")
    assert dealers_of(partie) == "0 1 2"
    partie.make(Restored(manche=second))
    assert dealers_of(partie) == "0 3 1 2"


def test_a_coup_of_known_elder_keeps_its_dealer_pi_3() -> None:
    """Elder is in the facts; the dealer of the next coup can be named."""
    partie = after("piquet", "r r")
    assert turn.fixed_dealers(partie.scored) == [0, 1]
    with pytest.raises(RefusedError, match="dealer_fixed"):
        take_steps(partie, "<1")


@pytest.mark.parametrize("game", ["spades", "piquet"])
def test_a_dealer_is_not_changed_under_cards_that_are_played(game: str) -> None:
    partie = started(game, 1)
    partie.make(entry.set_context(partie.scored, CONTEXTS[game] if game == "piquet" else {"bids": [4, 3, 1, 4]}))
    partie.make(entry.begin_cards(partie.scored))
    partie.make(entry.play(entry.judge(partie.scored, PLAYS[game][0])[1]))
    with pytest.raises(RefusedError, match="cards_under_way"):
        take_steps(partie, "0")


@pytest.mark.parametrize("seat", [-1, 4])
def test_the_dealer_is_at_the_table(seat: int) -> None:
    with pytest.raises(RefusedError, match="not_at_table"):
        turn.change_dealer(started("hearts").scored, seat)
