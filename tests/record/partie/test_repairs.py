"""Repair the dealer, the order of play, and names in each other's column; undo each repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from record.evening import FIRST, Evening, bid_and_made, changes, context, points, totals
from record.table import BY_HAND, CONTEXTS, DEALERS, LEADERS, PLAYS, CardTable

from scorekeeper.games.hearts.scoring import PassingDeal
from scorekeeper.games.piquet.play import elder_of
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.partie.decide.turn import fixed_dealers
from scorekeeper.record.carnet import habits, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.formats.judge import judge_input, judge_object
from scorekeeper.record.formats.score import score_object
from scorekeeper.record.models import ChangeKind
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.refusals import RefusedError, StaleError

if TYPE_CHECKING:
    from scorekeeper.games.contract import Order
    from scorekeeper.record.models import Partie

NAMES = {"hearts": ("Anne", "Luc", "Zoé", "Maxence"), "spades": ("Anne", "Luc", "Zoé", "Maxence")}
FACTS = {"hearts": FIRST, "spades": bid_and_made([4, 3, 1, 4], 6), "piquet": BY_HAND["piquet"]}
SHORT: dict[str, dict[str, Any]] = {
    "hearts": {"limit": 20},
    "spades": {"target": 60},
    "piquet": {"format": "target_single", "target": 30},
}
# The points of each manche. At Piquet elder has 1 more for the first lead (PI-17).
POINTS = {"hearts": (5, 4, 16, 1), "spades": (51, 70)}
PIQUET_POINTS = {0: (37, 27), 1: (36, 28)}  # by elder

# What the table did, and who then deals each manche, the next one included: `r` records a manche, a figure names the
# dealer of the next one, `<` and a figure the dealer of all, `=` changes the order from the next manche on, `u` undoes
# the latest entry. The first dealer is 0.
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


def started(evening: Evening, game: str, dealer: int = 0) -> Partie:
    options: dict[str, Any] = {"limit": 900} if game == "hearts" else {"target": 900} if game == "spades" else {}
    return evening.partie(*NAMES.get(game, ("Anne", "Luc")), game=game, dealer=dealer, **options)


def take_steps(evening: Evening, partie: Partie, steps: str) -> None:
    for step in steps.split():
        facts = FACTS[partie.game] if step == "r" else COUPS.get(step)
        with evening.table(partie) as table:
            if facts is not None:
                elder = {"elder": 1 - table.scored.deal.dealer} if partie.game == "piquet" else {}
                table.record({**facts, **elder}, "")
            elif step == "u":
                table.undo()
            elif step.startswith("="):
                table.change_order([*map(int, step[1:])])
            else:
                table.change_dealer(int(step.removeprefix("<")), from_first="<" in step)


def dealers_of(partie: Partie) -> str:
    db.session.expire_all()
    scored = score_partie(partie)
    return " ".join(str(scored.deal_of(index).dealer) for index in range(len(scored.manches) + 1))


@pytest.mark.parametrize(("game", "steps", "dealers"), CASES)
def test_deals_and_scores_of_a_repaired_table_equal_a_replay_by_hand(
    evening: Evening, game: str, steps: str, dealers: str
) -> None:
    partie = started(evening, game)
    take_steps(evening, partie, steps)
    assert dealers_of(partie) == dealers
    played = [int(dealer) for dealer in dealers.split()][:-1]
    rows = [PIQUET_POINTS[1 - dealer] if game == "piquet" else POINTS[game] for dealer in played]
    assert totals(partie) == [tuple(map(sum, zip(*rows[: count + 1], strict=True))) for count in range(len(rows))]
    assert [*rebuild(partie.id - 1)] == []


@pytest.mark.parametrize(("length", "steps", "dealers", "made", "end"), COUPS_OF_NAMED_DEALERS)
def test_coups_of_named_dealers_equal_a_count_by_hand(  # noqa: PLR0913 - the columns of a case
    evening: Evening, *, length: str, steps: str, dealers: str, made: str, end: tuple[int, int] | None
) -> None:
    """PI-3, PI-22, PI-24 to PI-26, PI-29: elder is the seat that does not deal, and only elder has a pic."""
    partie = evening.partie("Anne", "Luc", game="piquet", format=length)
    take_steps(evening, partie, steps)
    assert dealers_of(partie) == dealers
    elders = [1 - int(dealer) for dealer in dealers.split()]
    scored = score_partie(partie)
    assert [manche.facts["elder"] for manche in scored.manches] == elders[:-1]
    assert elder_of(scored.deal.dealer) == elders[-1]
    rows = [(int(first), int(second)) for first, second in (row.split(":") for row in made.split())]
    assert points(partie) == rows
    assert totals(partie) == [tuple(map(sum, zip(*rows[: count + 1], strict=True))) for count in range(len(rows))]
    for row, elder in zip(scored.sheet.manches, elders, strict=False):
        assert {line.side for line in row.lines if line.why == "pic"} <= {elder}
    ending = scored.ending
    assert (None if ending is None else (*ending.winners, ending.result["points"])) == end
    assert [*rebuild(partie.id - 1)] == []


def test_the_pass_goes_on_whoever_deals(evening: Evening) -> None:
    """DP-9: left, right, across."""
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r r 0")
    deal = score_partie(partie).deal
    assert isinstance(deal, PassingDeal)
    assert (deal.dealer, deal.direction) == (0, "across")


@pytest.mark.parametrize("from_first", [False, True])
def test_a_change_of_dealer_is_in_the_journal_and_undone(evening: Evening, *, from_first: bool) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r r 0 r")
    with evening.table(partie) as table:
        assert table.change_dealer(3, from_first=from_first)
    assert dealers_of(partie) == ("0 1 2 3" if from_first else "0 1 0 3")
    with evening.table(partie) as table:
        assert not table.change_dealer(3, from_first=from_first)
    with evening.table(partie) as table:
        table.undo_repair()
    assert dealers_of(partie) == "0 1 0 1"
    assert [kind for _version, kind in changes(partie)[-3:]] == ["recorded", "dealer", "dealer"]
    with evening.table(partie) as table:
        table.undo_repair()
    assert dealers_of(partie) == ("0 1 2 3" if from_first else "0 1 0 3")


# The seats to which 0, 1, 2 and 3 give: the next one in the order 0 2 3 1, the one before, and the one opposite (DP-9).
PASSES = [("=0231", "2 0 3 1"), ("r =0231", "1 3 0 2"), ("=0231 r r", "3 2 1 0"), ("=0231 r r =0123", "2 3 0 1")]


@pytest.mark.parametrize(("steps", "receivers"), PASSES)
def test_the_pass_follows_the_order_of_play(evening: Evening, steps: str, receivers: str) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, steps)
    deal = score_partie(partie).deal
    assert isinstance(deal, PassingDeal)
    assert deal.passes == tuple(map(int, receivers.split()))


def test_a_change_of_order_is_in_the_journal_and_undone(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r r =0231")
    assert changes(partie)[-1][1] == ChangeKind.ORDER.value
    assert (dealers_of(partie), score_partie(partie).order) == ("0 1 0", (0, 2, 3, 1))
    for undone, dealers in ((True, "0 1 2"), (False, "0 1 0")):
        with evening.table(partie) as table:
            assert table.undo_repair() is ChangeKind.ORDER
        assert (dealers_of(partie), "undone" in (partie.changes[-1].facts or {})) == (dealers, undone)
    with evening.table(partie) as table:
        assert not table.change_order([2, 3, 1, 0])
    take_steps(evening, partie, "u u")
    assert (dealers_of(partie), score_partie(partie).order) == ("0 1", None)


@pytest.mark.parametrize("order", [[0, 2, 1, 3], [1, 0, 2, 3]])
def test_partners_stay_opposite(evening: Evening, order: list[int]) -> None:

    partie = started(evening, "spades")
    with pytest.raises(RefusedError, match="partners_parted"), evening.table(partie) as table:
        table.change_order(order)
    by_six = evening.partie(*"ABCDEF", deck="belmont", teams=True)
    take_steps(evening, by_six, "=042315")
    assert score_partie(by_six).order == (0, 4, 2, 3, 1, 5)
    with pytest.raises(RefusedError, match="partners_parted"), evening.table(by_six) as table:
        table.change_order([0, 1, 2, 4, 3, 5])


@pytest.mark.parametrize("order", [[], [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 0]])
def test_an_order_has_every_seat_once(evening: Evening, order: list[int]) -> None:
    partie = started(evening, "hearts")
    with pytest.raises(ImpossibleFactsError), evening.table(partie) as table:
        table.change_order(order)


def test_bids_are_erased_by_another_order_as_by_another_dealer(evening: Evening) -> None:
    """AP-3: the seat on the dealer's left bids first."""
    partie, all_bids = started(evening, "spades"), {"bids": [4, 3, 1, 4]}
    evening.begin(partie, {"bids": [None, 3, None, None]})
    take_steps(evening, partie, "=0321")
    assert context(partie) is None
    evening.begin(partie, {"bids": [None, None, 1, 4]})
    with pytest.raises(ImpossibleFactsError, match="bid_early"):
        evening.begin(partie, {"bids": [4, None, 1, 4]})
    with evening.table(partie) as table:
        table.change_order([0, 1, 2, 3])
    assert context(partie) is None
    evening.begin(partie, all_bids)
    take_steps(evening, partie, "=0321")
    assert context(partie) is None
    with evening.table(partie) as table:
        table.undo_repair()
    assert context(partie) == all_bids
    take_steps(evening, partie, "=0321")
    evening.begin(partie, all_bids)
    with evening.table(partie) as table:
        table.begin_cards()
    assert (partie.current and partie.current.cards) == {"leader": 3, "plays": [], "order": [0, 3, 2, 1]}


def test_cards_in_play_keep_their_order(evening: Evening) -> None:
    partie = started(evening, "hearts", dealer=DEALERS["hearts"])
    with evening.table(partie) as table:
        table.begin_cards(LEADERS["hearts"])
    take_steps(evening, partie, "=0213")
    with evening.table(partie) as table:
        table.begin_cards(LEADERS["hearts"])
        table.play(PLAYS["hearts"][0])
    with pytest.raises(RefusedError, match="cards_under_way"), evening.table(partie) as table:
        table.change_order([0, 1, 2, 3])


@pytest.mark.parametrize(
    ("game", "order"), [("hearts", (0, 2, 3, 1)), ("hearts", (0, 3, 1, 2)), ("spades", (0, 3, 2, 1))]
)
def test_cards_played_in_another_order_are_taken_by_its_players(evening: Evening, game: str, order: Order) -> None:
    """The points of the player in each place are those of the same cards in the order of the seats."""
    in_turn = started(evening, game, dealer=DEALERS[game])
    moved = started(evening, game, dealer=order[DEALERS[game]])
    take_steps(evening, moved, "=" + "".join(map(str, order)))
    for partie, seats in ((in_turn, (0, 1, 2, 3)), (moved, order)):
        facts: dict[str, Any] = {"moon": None}
        if game == "spades":
            facts = {"bids": [CONTEXTS[game]["bids"][seats.index(seat)] for seat in range(4)]}
            evening.begin(partie, facts)
        CardTable(evening, partie).lay(seats[LEADERS[game]], PLAYS[game])
        with evening.table(partie) as table:
            table.record_cards(facts, "")
    before, after = score_partie(in_turn), score_partie(moved)
    sides = [(before.side_of[place], after.side_of[seat]) for place, seat in enumerate(order)]
    assert all(before.sheet.totals[one] == after.sheet.totals[other] for one, other in sides)
    verdicts = judge_object(judge_input(after, 0))["verdicts"]
    assert [one["seat"] for one in verdicts] == [
        order[one["seat"]] for one in judge_object(judge_input(before, 0))["verdicts"]
    ]
    line = {"game": game, "options": moved.options, "seats": 4, "manches": [manche.facts for manche in moved.manches]}
    assert score_object(line)["manches"][0]["totals"] == [*after.sheet.totals]


def test_a_repair_stays_when_its_manche_is_deleted(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r 3 =0213 r r")
    assert dealers_of(partie) == "0 3 0 2"
    with evening.table(partie) as table:
        table.delete(partie.manches[1])
    assert (dealers_of(partie), score_partie(partie).order) == ("0 3 0", (0, 2, 1, 3))
    with evening.table(partie) as table:
        table.delete(partie.manches[2])
    assert (dealers_of(partie), score_partie(partie).order) == ("0 3", (0, 2, 1, 3))
    take_steps(evening, partie, "1 =0123 r")
    assert dealers_of(partie) == "0 1 2"
    with evening.table(partie) as table:
        table.restore(partie.manches[1])
    assert dealers_of(partie) == "0 3 1 2"


def test_the_next_partie_sits_in_the_last_order(evening: Evening) -> None:
    partie = started(evening, "spades")
    take_steps(evening, partie, "r =0321 r")
    with evening.table(partie) as table:
        again = table.play_again()
    assert [seat.player.name for seat in again.seats] == ["Anne", "Maxence", "Zoé", "Luc"]
    assert (again.first_dealer, score_partie(again).order) == (2, None)
    last = habits.last_table(evening.carnet, partie.id)
    assert last is not None
    assert [player.name for player in last.players] == ["Anne", "Maxence", "Zoé", "Luc"]


def test_only_the_latest_change_is_undone(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r 3 r")
    with pytest.raises(RefusedError, match="nothing_to_undo"), evening.table(partie) as table:
        table.undo_repair()


def test_bids_of_another_dealer_go_and_come_back(evening: Evening) -> None:
    """AP-3: the seat on the dealer's left bids first."""
    partie, bids = started(evening, "spades"), {"bids": [None, None, 3, None]}
    take_steps(evening, partie, "r")
    evening.begin(partie, bids)
    take_steps(evening, partie, "3")
    assert (context(partie), dealers_of(partie)) == (None, "0 3")
    with evening.table(partie) as table:
        table.undo_repair()
    assert (context(partie), dealers_of(partie)) == (bids, "0 1")


@pytest.mark.parametrize("game", ["spades", "piquet"])
def test_a_dealer_is_not_changed_under_cards_that_are_played(evening: Evening, game: str) -> None:
    partie = started(evening, game, dealer=DEALERS[game])
    with evening.table(partie) as table:
        if game == "spades":
            table.set_context({"bids": FACTS["spades"]["bids"]})
        table.begin_cards(LEADERS[game])
        table.play(PLAYS[game][0])
    with pytest.raises(RefusedError, match="cards_under_way"), evening.table(partie) as table:
        table.change_dealer(1 - DEALERS[game])


def test_a_recorded_manche_of_known_leader_keeps_its_dealer(evening: Evening) -> None:
    """At Piquet elder is in the facts (PI-3); the dealer of the next coup can be named."""
    partie = started(evening, "piquet")
    take_steps(evening, partie, "r r")
    assert fixed_dealers(score_partie(partie)) == [0, 1]
    with pytest.raises(RefusedError, match="dealer_fixed"), evening.table(partie) as table:
        table.change_dealer(1, from_first=True)
    take_steps(evening, partie, "1")
    assert dealers_of(partie) == "0 1 1"


def test_a_named_dealer_is_undone_as_the_latest_entry(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r 3")
    assert partie.current is not None
    take_steps(evening, partie, "u")
    assert (partie.current, len(totals(partie))) == (None, 1)
    assert changes(partie)[-1][1] == ChangeKind.DEALER.value
    take_steps(evening, partie, "u")
    assert totals(partie) == []


def test_dealers_named_in_a_row_are_undone_one_by_one(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r 3 2 0")
    for dealers in ("0 2", "0 3", "0 1"):
        take_steps(evening, partie, "u")
        assert dealers_of(partie) == dealers
    take_steps(evening, partie, "u")
    assert totals(partie) == []


def test_two_orders_in_a_row_are_undone_one_by_one(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r =0213 =0321")
    for dealers in ("0 2", "0 1"):
        take_steps(evening, partie, "u")
        assert dealers_of(partie) == dealers


def test_a_dealer_that_another_phone_changed_is_stale(evening: Evening) -> None:
    partie = started(evening, "hearts")
    version = partie.version
    take_steps(evening, partie, "2")
    with pytest.raises(StaleError), evening.table(partie, version) as table:
        table.change_dealer(3)


@pytest.mark.parametrize("seat", [-1, 4])
def test_the_dealer_is_at_the_table(evening: Evening, seat: int) -> None:
    partie = started(evening, "hearts")
    with pytest.raises(RefusedError, match="not_at_table"), evening.table(partie) as table:
        table.change_dealer(seat)


def names_of(partie: Partie) -> tuple[str, ...]:
    db.session.expire_all()
    return tuple(seat.player.name for seat in partie.seats)


def test_two_names_change_places_and_the_points_stay(evening: Evening) -> None:
    partie = started(evening, "hearts")
    take_steps(evening, partie, "r 3 r")
    before = dealers_of(partie)
    with evening.table(partie) as table:
        table.exchange_names(2, 0)
    assert names_of(partie) == ("Zoé", "Luc", "Anne", "Maxence")
    assert (totals(partie), dealers_of(partie)) == ([(5, 4, 16, 1), (10, 8, 32, 2)], before)
    assert changes(partie)[-1][1] == ChangeKind.SEATS.value
    with evening.table(partie) as table:
        table.exchange_names(0, 2)
    assert names_of(partie) == NAMES["hearts"]


def test_a_name_does_not_change_places_with_itself(evening: Evening) -> None:
    partie = started(evening, "hearts")
    for seats, key in (((1, 1), "same_seat"), ((0, 4), "not_at_table"), ((-1, 0), "not_at_table")):
        with pytest.raises(RefusedError, match=key), evening.table(partie) as table:
            table.exchange_names(*seats)


def test_an_undone_merge_finds_the_names_that_changed_places(evening: Evening) -> None:
    partie = evening.partie("Zo", "Luc", "Anne", "Maxence")
    evening.partie("Zoé", "Luc", "Anne", "Maxence")
    with writing():
        merges.merge_players(evening.player("Zoé"), evening.player("Zo"), evening.access)
    with evening.table(partie) as table:
        table.exchange_names(0, 1)
    assert names_of(partie) == ("Luc", "Zoé", "Anne", "Maxence")
    with writing():
        merges.undo_merge(evening.player("Zoé"), "Zo")
    assert names_of(partie) == ("Luc", "Zo", "Anne", "Maxence")
