"""Compare Atout Pique alone, with three players and with jokers with a referee who sees the hands (AP-23 to AP-25).

The rules of play are those of `support/referee.py`; the points are counted here, written apart from the program.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from games.matching import claim_of
from support.deals import for_every
from support.referee import Scene, Small, legal_cards, taker
from support.selection import examples

from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import may_bid_blind_nil

DEALS = 2_000
PARTIE = 10  # deals
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FULL = [rank + suit for suit in "CDSH" for rank in RANKS]
WITH_JOKERS = [card for card in FULL if card not in {"2C", "2H"}] + ["X1", "X2"]


@dataclass
class Deal:
    """What the referee saw of a manche: who took each trick, and which plays broke a rule."""

    tricks: list[int]
    illegal: set[int]
    facts: dict[str, Any]


def table_of(number: int) -> Small:
    """Return a table under the new options, every kind of them in turn."""
    chance = random.Random(number // PARTIE)
    kind = number // PARTIE % 4
    chosen: dict[str, object] = {
        "sacs_limit": chance.choice([10, 5, 7, None]),
        "failed_nil_tricks": chance.choice(["sacs_only", "ignored"]),
        "first_trick_spades": chance.choice(["ruff_allowed", "none"]),
        "revoke": chance.choice(["nothing", "contract_failed"]),
        "target": 10_000,
    }
    if kind == 0:
        deck = tuple(card for card in FULL if card != "2C")
        return Small("three", "spades", 3, 17, deck, chosen)
    if kind == 1:
        return Small("alone", "spades", 4, 13, tuple(FULL), {**chosen, "alone": True})
    alone = {"alone": True} if chance.random() < 0.5 else {}
    deck_name = "jokers" if kind == 2 else "jokers_deuces"
    return Small(deck_name, "spades", 4, 13, tuple(WITH_JOKERS), {**chosen, **alone, "deck": deck_name})


def side_of(table: Small, seat: int) -> int:
    return seat if table.seats == 3 or table.rules.get("alone") else seat % 2


def sides(table: Small) -> int:
    return max(side_of(table, seat) for seat in range(table.seats)) + 1


def play_deal(table: Small, dealer: int, chance: random.Random, seen: Counter[str]) -> Deal:
    """Play random cards, in half of the deals legal ones only; check what the arbiter says of each, hands hidden."""
    cards = chance.sample(table.deck, len(table.deck))
    hands = [cards[seat * table.hand : (seat + 1) * table.hand] for seat in range(table.seats)]
    leader = (dealer + 1) % table.seats
    assert SPADES.play is not None
    assert SPADES.play.leader is not None
    assert SPADES.play.leader(Table(table.seats, dealer)) == leader
    options = SPADES.read_options(table.rules, table.seats)
    rules = SPADES.play.rules(options, Table(table.seats, dealer), {})
    hidden = Arbiter(rules, leader)
    opened = Arbiter(rules, leader, [[*hand] for hand in hands]) if chance.random() < 0.25 else None
    planted = chance.randrange(len(table.deck)) if chance.random() < 0.5 else None
    tricks: list[int] = []
    plays: list[str] = []
    illegal: set[int] = set()
    scene, seat = Scene(0, (), ()), leader
    while any(hands):
        right = legal_cards(table, scene, tuple(hands[seat]))
        wrong = {*hands[seat]} - right
        if opened is not None and not illegal:
            check_open_hand(opened, seat, {*hands[seat]}, right)
        breaks = planted is not None and len(plays) >= planted and not illegal and bool(wrong)
        card = chance.choice(sorted(wrong if breaks else right))
        check_claim(table, hidden, scene, card, regular=not illegal)
        verdict = hidden.verdicts[-1]
        assert verdict.seat == seat
        if opened is not None:
            opened.play(card, seat)
        if breaks:
            illegal.add(len(plays))
            seen["revoke"] += scene.trick != ()
        elif not illegal:
            assert verdict.ruling in {Ruling.ALLOWED, Ruling.CONDITIONAL}
            assert hidden.irregular == frozenset()
        assert hidden.proven <= illegal
        plays.append(card)
        hands[seat].remove(card)
        seat = (seat + 1) % table.seats
        trick = (*scene.trick, card)
        scene = Scene(scene.tricks, trick, scene.earlier)
        if len(trick) == table.seats:
            leader = seat = (leader + taker(table, trick)) % table.seats
            tricks.append(leader)
            scene = Scene(scene.tricks + 1, (), scene.earlier + trick)
    # The last card shows every hand, so that what was irregular is known.
    assert hidden.proven == illegal
    assert [trick.winner for trick in hidden.tricks] == tricks
    seen.update(["deal", table.name])
    by_side = [sum(side_of(table, taker) == side for taker in tricks) for side in range(sides(table))]
    facts = {"tricks": by_side, "leader": hidden.verdicts[0].seat, "plays": plays, "revokes": []}
    return Deal(tricks, illegal, facts)


def check_open_hand(opened: Arbiter, seat: int, hand: set[str], right: set[str]) -> None:
    """With every hand open, the cards allowed are the legal ones and the others of the hand are forbidden."""
    choices = opened.choices
    assert choices is not None
    assert choices.seat == seat
    assert ({card.code for card in choices.allowed}, choices.conditional) == (right, ())
    assert {card.code for card in choices.forbidden} == hand - right


def check_claim(table: Small, hidden: Arbiter, scene: Scene, card: str, *, regular: bool) -> None:
    """Play a card; it claims that its seat has none of the unseen cards with which it would have been irregular."""
    unseen = {*table.deck} - {verdict.card.code for verdict in hidden.verdicts}
    verdict = hidden.play(card)
    claimed = {card.code for claim in verdict.claims for card in claim.holds_none_of}
    if regular and verdict.ruling is Ruling.CONDITIONAL:
        assert claimed == unseen - claim_of(table, scene, card)
        assert {claim.seat for claim in verdict.claims} <= {verdict.seat}


def draw_bids(table: Small, dealer: int, totals: list[int], chance: random.Random) -> list[int | str]:
    """Return bids by seat; a double zero only for who is 100 points behind the best other side (AP-7, AP-24)."""
    options = SPADES.read_options(table.rules, table.seats)
    bids: list[int | str] = [0] * table.seats
    for turn in range(1, table.seats + 1):
        seat = (dealer + turn) % table.seats
        side = side_of(table, seat)
        behind = max(total for other, total in enumerate(totals) if other != side) - totals[side]
        assert may_bid_blind_nil(options, seat, totals) is (behind >= 100)
        kinds: list[int | str] = [chance.randint(1, 4), chance.randint(1, table.hand), chance.randint(2, 5), "nil"]
        bids[seat] = "blind_nil" if behind >= 100 and chance.random() < 0.3 else chance.choice(kinds)
    return bids


def points_of(table: Small, bids: list[int | str], deal: Deal, revokes: list[int], side: int) -> tuple[int, int]:
    """Return the points of a side in one manche without fines, and its sacs (AP-13 to AP-17, AP-21, AP-24, T-5)."""
    seats = [seat for seat in range(table.seats) if side_of(table, seat) == side]
    zeros = [seat for seat in seats if isinstance(bids[seat], str)]
    points = sacs = 0
    for seat in zeros:
        worth = 200 if bids[seat] == "blind_nil" else 100
        taken = deal.tricks.count(seat)
        points += -worth if taken else worth
        if table.rules["failed_nil_tricks"] == "sacs_only" or len(zeros) == 2:
            sacs += taken
    contract = sum(bid for seat in seats if isinstance(bid := bids[seat], int))
    own = sum(deal.tricks.count(seat) for seat in seats if seat not in zeros)
    fails = table.rules["revoke"] == "contract_failed" and any(seat in revokes for seat in seats)
    if contract and own >= contract and not fails:
        points += 10 * contract
        sacs += own - contract
    else:
        points -= 10 * contract
    return points + sacs, sacs


@pytest.mark.sweep("two thousand manches, each card of which the referee also judges")
def test_the_arbiter_and_the_sheet_agree_with_the_referee() -> None:
    """Legal cards, claims, planted revokes and points, of three players, four alone, and packs with jokers."""
    seen: Counter[str] = Counter()

    @for_every({f"partie {number}": number for number in range(examples(DEALS) // PARTIE)})
    def play(number: int) -> None:
        play_partie(table_of(number * PARTIE), random.Random(number), seen)

    play()
    assert seen["deal"] == examples(DEALS) // PARTIE * PARTIE, seen
    assert min(seen[name] for name in ("three", "alone", "jokers", "jokers_deuces")) >= 100, seen
    assert min(seen["revoke"], seen["fine"], seen["two fines"]) > 5, seen


@pytest.mark.parametrize("number", range(4))
def test_one_partie_of_each_kind_agrees_with_the_referee(number: int) -> None:
    play_partie(table_of(number * PARTIE), random.Random(number), Counter())


def play_partie(table: Small, chance: random.Random, seen: Counter[str]) -> None:
    """Play ten manches and compare the sheet with the points of the referee."""
    options = SPADES.read_options(table.rules, table.seats)
    limit = options.sacs_limit
    first = chance.randrange(table.seats)
    totals, sacs, manches = [0] * sides(table), [0] * sides(table), []
    for index in range(PARTIE):
        dealer = (first + index) % table.seats
        bids = draw_bids(table, dealer, totals, chance)
        deal = play_deal(table, dealer, chance, seen)
        revokes = sorted({seat for seat in range(table.seats) if chance.random() < 0.05})
        manches.append(read_manche(SPADES, options, table.seats, {**deal.facts, "bids": bids, "revokes": revokes}))
        for side in range(sides(table)):
            points, more = points_of(table, bids, deal, revokes, side)
            fines = 0 if limit is None else (sacs[side] + more) // limit - sacs[side] // limit
            sacs[side] += more
            totals[side] += points - 10 * (limit or 0) * fines
            seen.update(["fine"] if fines else [])
            seen.update(["two fines"] if fines > 1 else [])
        sheet = SPADES.score(options, table.seats, manches)
        assert [*sheet.manches[-1].totals] == totals
        assert SPADES.deal(options, Table(table.seats, first), manches[:-1]).dealer == dealer
