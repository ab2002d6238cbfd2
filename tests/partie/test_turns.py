"""Who deals each manche, in which order and with which pass, when the table names a dealer or changes the order."""

from __future__ import annotations

from typing import Any

import pytest
from partie.acts import BY_HAND, CONTEXTS, PLAYS, SPADES
from partie.journal import Journal, begun
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

# What the table did, and who then deals each manche, the next one included: `r` records a manche, a figure names the
# dealer of the next one, `<` and a figure the dealer of all, `=` changes the order from the next manche on, `u` undoes
# the latest change. The first dealer is 0.
IN_TURN = [
    ("", "0"),
    ("2", "2"),
    ("r 3 r r", "0 3 0 1"),
    ("r r 0 r r", "0 1 0 1 2"),
    ("r 3 r 1 r", "0 3 1 2"),
    ("r r r <0 r", "1 2 3 0 1"),
    ("r 3 r <1 r", "3 0 1 2"),
    ("r r 3 u r", "0 1 2 3"),
    ("r 3 r u r", "0 3 0"),
    ("r r 1 2 r", "0 1 2 3"),
    ("r 3 2 0 u u r", "0 3 0"),
]
IN_ANOTHER_ORDER = {
    "hearts": [
        ("=0231", "0"),
        ("=0231 r r r r", "0 2 3 1 0"),
        ("r =0213 r r", "0 2 1 3"),
        ("r r =0321 r r", "0 1 0 3 2"),
        ("r =0213 3 r r", "0 3 0 2"),
        ("r 3 =0213 r r", "0 3 0 2"),
        ("r =0213 r =0123 r r", "0 2 3 0 1"),
        ("r =0213 =0123 r", "0 1 2"),
        ("r =2130 r u r r", "0 2 1 3"),
        ("r =0213 =0321 u r", "0 2 1"),
        ("r r r <0 =0321 r", "1 2 3 2 1"),
    ],
    "spades": [
        ("=0321", "0"),
        ("=0321 r r r r", "0 3 2 1 0"),
        ("r =0321 r r", "0 3 2 1"),
        ("r r =0321 r r", "0 1 0 3 2"),
        ("r =0321 1 r r", "0 1 0 3"),
        ("r 2 =0321 r r", "0 2 1 0"),
        ("r =0321 r =0123 r r", "0 3 0 1 2"),
        ("r =0321 =0123 r", "0 1 2"),
        ("r =2103 r u r r", "0 3 2 1"),
        ("r r <3 =0321 r", "1 2 1 0"),
    ],
    "piquet": [("=01 r", "0 1"), ("r =10 r", "0 1 0")],  # two players have one order
}
WRITTEN = {
    "hearts": IN_TURN,
    "spades": IN_TURN,
    "piquet": [
        ("", "0"),
        ("1", "1"),
        ("<1 r r", "1 0 1"),
        ("r r", "0 1 0"),
        ("r 0 r r", "0 0 1 0"),
        ("r r 1 r r", "0 1 1 0 1"),
        ("r 0 r 0 r", "0 0 0 1"),
        ("r 0 1 r", "0 1 0"),
        ("r r 1 u r", "0 1 0 1"),
        ("r 0 r u r", "0 0 1"),
    ],
}
# Other coups of Piquet than `r`. Seat 0 declares 29 (`p`), 20 (`q`) or 30 (`x`), or seat 1 declares 29 (`l`); in `q`
# seat 0 takes the first six tricks, and in the others the seat that declares takes eight. `v` is a void deal (PI-32).
COUPS: dict[str, dict[str, Any]] = {
    "p": {
        "point": {"winner": 0, "cards": 7},
        "sequences": {"winner": 0, "lengths": [6, 3]},
        "sets": {"winner": 0, "sizes": [3]},
        "tricks": [8, 4],
        "last": 0,
    },
    "q": {
        "point": {"winner": 0, "cards": 5},
        "sequences": {"winner": 0, "lengths": [5]},
        "winners": [0] * 6 + [1] * 6,
    },
    "x": {
        "point": {"winner": 0, "cards": 7},
        "sequences": {"winner": 0, "lengths": [7, 3]},
        "sets": {"winner": 0, "sizes": [3]},
        "tricks": [8, 4],
        "last": 0,
    },
    "l": {
        "point": {"winner": 1, "cards": 7},
        "sequences": {"winner": 1, "lengths": [6, 3]},
        "sets": {"winner": 1, "sizes": [3]},
        "tricks": [4, 8],
        "last": 1,
    },
    "v": {"fault": {"kind": "void", "article": "PI-32"}},
}
# The points of each coup: declarations, pic or repic, leads and wins, ten for the cards. Elder has the first lead.
#
#     elder  seat 0                      seat 1
# r   0      12 + 15 + 10 = 37           17 + 10 = 27
#     1      12 + 14 + 10 = 36           17 + 11 = 28
# p   0      29 + 30 + 17 + 10 = 86      8               pic on the first lead (PI-22)
#     1      29 + 16 + 10 = 55           9               the dealer has no pic
# q   0      20 + 30 + 13 = 63           12              pic on the fifth trick; six tricks each (PI-20)
#     1      20 + 12 = 32                13
# x   1      30 + 60 + 16 + 10 = 116     9               repic of the dealer (PI-23)
# l   0      9                           55
#     1      8                           86
#
# Format, steps, dealers, points of each coup in the sheet, and the winner with the settlement.
COUPS_OF_NAMED_DEALERS: list[tuple[str, str, str, str, tuple[int, int] | None]] = [
    ("six_coups", "1 p r", "1 0 1", "86:8 36:28", None),
    ("six_coups", "0 p r", "0 1 0", "55:9 37:27", None),
    ("six_coups", "r 0 p =10 q", "0 0 1 0", "36:28 55:9 63:12", None),
    ("six_coups", "r r 1 q p", "0 1 1 0 1", "36:28 37:27 63:12 55:9", None),
    ("six_coups", "r 0 q 0 x", "0 0 0 1", "36:28 32:13 116:9", None),
    ("six_coups", "r r 1 u q", "0 1 0 1", "36:28 37:27 32:13", None),
    # PI-25: 237 - 147 + 100
    ("six_coups", "r r r r r 0 p", "0 1 0 1 0 0 1", "36:28 37:27 36:28 37:27 36:28 55:9", (0, 190)),
    # PI-26: 331 + 67 + 100
    ("six_coups", "1 p q 1 q p 0 q q", "1 0 1 0 0 1 0", "86:8 32:13 63:12 55:9 32:13 63:12", (0, 498)),
    # PI-29: the first and the last coup count double; 376 - 128 + 100
    ("rubicon_four", "l 0 l p 1 l", "0 0 1 1 0", "16:172 8:86 86:8 18:110", (1, 348)),
    # PI-32: the same dealer deals a void coup again, and it is not one of the four (PI-29); 259 + 90 + 100
    ("rubicon_four", "v q 0 q v r 1 q", "0 0 0 1 1 1 0", "0:0 64:26 32:13 0:0 37:27 126:24", (0, 449)),
]
CASES = [
    pytest.param(game, steps, dealers, id=f"{game} {steps or 'nothing'}")
    for written in (WRITTEN, IN_ANOTHER_ORDER)
    for game, cases in written.items()
    for steps, dealers in cases
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


@pytest.mark.parametrize(("length", "steps", "dealers", "made", "end"), COUPS_OF_NAMED_DEALERS)
def test_coups_of_named_dealers_equal_a_count_by_hand(
    length: str, steps: str, dealers: str, made: str, end: tuple[int, int] | None
) -> None:
    """PI-3, PI-22, PI-24 to PI-26, PI-29: elder is the seat that does not deal, and only elder has a pic."""
    partie = started("piquet", format=length)
    take_steps(partie, steps)
    assert dealers_of(partie) == dealers
    elders, scored = [1 - int(dealer) for dealer in dealers.split()], partie.scored
    assert [facts["elder"] for facts in scored.facts] == elders[:-1]
    assert elder_of(scored.deal.dealer) == elders[-1]
    assert [row.points for row in scored.sheet.manches] == [tuple(map(int, row.split(":"))) for row in made.split()]
    for row, elder in zip(scored.sheet.manches, elders, strict=False):
        assert {line.side for line in row.lines if line.why == "pic"} <= {elder}
    ending = scored.ending
    assert (None if ending is None else (*ending.winners, ending.result["points"])) == end


# The seats to which 0, 1, 2 and 3 give: the next one in the order 0 2 3 1, the one before, and the one opposite (DP-9).
PASSES = [
    ("r r 0", "2 3 0 1"),  # whoever deals, it goes on
    ("=0231", "2 0 3 1"),
    ("r =0231", "1 3 0 2"),
    ("=0231 r r", "3 2 1 0"),
    ("=0231 r r =0123", "2 3 0 1"),
]


@pytest.mark.parametrize(("steps", "receivers"), PASSES)
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
