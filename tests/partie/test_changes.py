"""What each kind of change makes of a partie: tables of a state, a change, and the state after it."""

from dataclasses import replace
from typing import Any

import pytest
from partie.journal import begun

from scorekeeper.games.contract import CardByCard
from scorekeeper.partie.changes import (
    CHANGES,
    Abandoned,
    BrokenLogError,
    BroughtBack,
    CardPlayed,
    CardReplaced,
    CardsBegun,
    CardsCleared,
    CardsTakenBack,
    ContextEntered,
    Corrected,
    DealerNamed,
    Deleted,
    FirstDealerChanged,
    HandsLaidOpen,
    NamesExchanged,
    OrderChanged,
    PartieChange,
    PlayerReplaced,
    Recorded,
    Removed,
    Reopened,
    Restored,
    RulesChanged,
    SeatCredited,
    SeatReturned,
    evolve,
)
from scorekeeper.partie.state import Entry, RecordedManche, Seating, State, Stay

NOW = 9  # the version of each change
EMPTY = begun("hearts", 4, first_dealer=3)
CARDS = CardByCard(0, ("2C", "JC", "9C"))
FIRST, SECOND = (
    RecordedManche(2, {"taken": "first"}, "", None, None),
    RecordedManche(5, {"taken": "second"}, "", 1, None),
)
TWO = replace(EMPTY, manches=(FIRST, SECOND))
# Participant 4 replaced participant 1 after the first manche, and the partie counts for 4.
REPLACED = replace(TWO, seats=(EMPTY.seats[0], Seating((Stay(0, 1), Stay(3, 4)), 4), *EMPTY.seats[2:]))


def entered(state: State = EMPTY, **values: Any) -> State:  # noqa: ANN401 - the fields of an entry
    return replace(state, entry=Entry(**values))


def seated(state: State, number: int, seating: Seating) -> State:
    return replace(state, seats=(*state.seats[:number], seating, *state.seats[number + 1 :]))


OPEN = (None, ("AH", "KH"), None, None)
AGAIN = Recorded(facts={"taken": "third"}, note="n", dealer=2)
THIRD = RecordedManche(7, {"taken": "third"}, "n", 2, None)

EFFECTS: dict[str, tuple[State, PartieChange, State]] = {
    "bids are entered": (EMPTY, ContextEntered(context={"bids": [3]}), entered(context={"bids": [3]})),
    "bids are removed": (entered(context={"bids": [3]}), ContextEntered(context=None), EMPTY),
    "card entry begins": (EMPTY, CardsBegun(cards=CardByCard(2)), entered(cards=CardByCard(2))),
    "a card is played": (
        entered(cards=CardByCard(0, ("2C",))),
        CardPlayed(seat=1, card="JC", ruling="allowed"),
        entered(cards=CardByCard(0, ("2C", "JC"))),
    ),
    "a card proves a revoke; the seat that was noted before keeps its note": (
        entered(cards=CardByCard(0, ("2C",)), revokes=((2, 1),)),
        CardPlayed(seat=1, card="JC", ruling="allowed", revokes=(0, 2)),
        entered(cards=CardByCard(0, ("2C", "JC")), revokes=((0, 2), (2, 1))),
    ),
    "a card is taken back, with the revoke that it proved (T-6)": (
        entered(cards=CARDS, revokes=((0, 2), (1, 3))),
        CardsTakenBack(down_to=2, cards=("9C",)),
        entered(cards=CardByCard(0, ("2C", "JC")), revokes=((0, 2),)),
    ),
    "several cards are taken back": (
        entered(cards=CARDS),
        CardsTakenBack(down_to=0, cards=("2C", "JC", "9C")),
        entered(cards=CardByCard(0)),
    ),
    "a card was entered wrongly": (
        entered(cards=CARDS),
        CardReplaced(index=1, card="QC", former="JC"),
        entered(cards=CardByCard(0, ("2C", "QC", "9C"))),
    ),
    "a hand is laid open": (
        entered(cards=CARDS),
        HandsLaidOpen(hands=OPEN),
        entered(cards=replace(CARDS, laid_open=OPEN)),
    ),
    "cards are cleared, bids stay": (
        entered(cards=CARDS, revokes=((1, 2),), context={"bids": [3]}),
        CardsCleared(),
        entered(context={"bids": [3]}),
    ),
    "a manche is recorded, and the next one begins": (
        entered(TWO, cards=CARDS, dealer=2),
        Recorded(facts={"taken": "third"}, note="n", dealer=2),
        replace(TWO, manches=(FIRST, SECOND, replace(THIRD, version=NOW))),
    ),
    "a manche is corrected, and the cards of the current one stay": (
        entered(TWO, cards=CARDS),
        Corrected(manche=2, facts={"taken": "other"}, note="n"),
        entered(replace(TWO, manches=(replace(FIRST, facts={"taken": "other"}, note="n"), SECOND)), cards=CARDS),
    ),
    "a deleted manche is corrected, and is in the sheet again": (
        replace(TWO, manches=(replace(FIRST, kept=False), SECOND)),
        Corrected(manche=2, facts={"taken": "first"}, note=""),
        TWO,
    ),
    "a manche is deleted, and the cards of the current one stay": (
        entered(TWO, cards=CARDS),
        Deleted(manche=5),
        entered(replace(TWO, manches=(FIRST, replace(SECOND, kept=False))), cards=CARDS),
    ),
    "a deleted manche is restored": (
        replace(TWO, manches=(FIRST, replace(SECOND, kept=False))),
        Restored(manche=5),
        TWO,
    ),
    "a recording that was taken back is restored before a later manche": (
        replace(TWO, manches=(SECOND,)),
        Restored(manche=2, recording=Recorded(facts={"taken": "first"}, note="")),
        TWO,
    ),
    "with nothing recorded since, the bids were of the same deal; a dealer named since is that of the next": (
        entered(TWO, context={"bids": [3]}, dealer=0),
        Restored(manche=7, recording=AGAIN),
        entered(replace(TWO, manches=(FIRST, SECOND, THIRD)), dealer=0),
    ),
    "the dealer of the restored manche is not that of the next": (
        entered(TWO, dealer=2),
        Restored(manche=7, recording=AGAIN),
        replace(TWO, manches=(FIRST, SECOND, THIRD)),
    ),
    "rules and names of teams": (
        EMPTY,
        RulesChanged(options={"limit": 50}, side_names=("Eux", "")),
        replace(EMPTY, options={"limit": 50}, side_names=("Eux", "")),
    ),
    "another seat dealt first: no dealer is named any more": (
        entered(TWO, dealer=2),
        FirstDealerChanged(dealer=0),
        replace(TWO, first_dealer=0, manches=(FIRST, replace(SECOND, dealer=None))),
    ),
    "a dealer is named": (EMPTY, DealerNamed(dealer=2), entered(dealer=2)),
    "another order": (EMPTY, OrderChanged(order=(0, 2, 1, 3)), entered(order=(0, 2, 1, 3))),
    "bids and cards of another order are dropped": (
        entered(context={"bids": [3]}, cards=CardByCard(0), revokes=((1, 0),)),
        OrderChanged(order=(0, 2, 1, 3), drops=("context", "cards")),
        entered(order=(0, 2, 1, 3)),
    ),
    "bids of another dealer are dropped, cards stay": (
        entered(context={"bids": [3]}, cards=CARDS),
        DealerNamed(dealer=2, drops=("context",)),
        entered(cards=CARDS, dealer=2),
    ),
    "two players exchange their seats for the whole partie": (
        REPLACED,
        NamesExchanged(seats=(1, 3)),
        seated(seated(REPLACED, 1, EMPTY.seats[3]), 3, REPLACED.seats[1]),
    ),
    "a player is replaced": (
        TWO,
        PlayerReplaced(seat=2, who=4, counts_for=2),
        seated(TWO, 2, Seating((Stay(0, 2), Stay(NOW, 4)), 2)),
    ),
    "a seat is given back": (REPLACED, SeatReturned(seat=1, counts_for=1), TWO),
    "a partie counts for another player": (
        REPLACED,
        SeatCredited(seat=1, counts_for=1),
        seated(REPLACED, 1, replace(REPLACED.seats[1], counts_for=1)),
    ),
    "abandoned": (EMPTY, Abandoned(), replace(EMPTY, abandoned=True)),
    "reopened": (replace(EMPTY, abandoned=True), Reopened(), EMPTY),
    "removed": (EMPTY, Removed(), replace(EMPTY, removed=True)),
    "brought back": (replace(EMPTY, removed=True), BroughtBack(), EMPTY),
}


@pytest.mark.parametrize(("state", "change", "after"), EFFECTS.values(), ids=EFFECTS)
def test_the_state_after_a_change(state: State, change: PartieChange, after: State) -> None:
    assert evolve(state, NOW, change) == replace(after, version=NOW)


def test_every_kind_of_change_has_an_effect_above() -> None:
    assert {change.kind for _, change, _ in EFFECTS.values()} == {*CHANGES}


def test_a_manche_was_played_by_the_latest_stay_before_it() -> None:
    assert [REPLACED.seats[1].player_at(manche.version) for manche in REPLACED.manches] == [1, 4]


BROKEN: dict[str, tuple[State, PartieChange, str]] = {
    "a card without card entry": (EMPTY, CardPlayed(seat=0, card="2C", ruling="allowed"), "no_cards"),
    "cards cleared twice": (EMPTY, CardsCleared(), "no_cards"),
    "another card taken back": (entered(cards=CARDS), CardsTakenBack(down_to=2, cards=("JC",)), "no_such_card"),
    "a card after the last": (entered(cards=CARDS), CardReplaced(index=3, card="QC", former="JC"), "no_such_card"),
    "a manche that was never recorded": (TWO, Deleted(manche=3), "no_such_manche"),
    "a manche that is there": (TWO, Restored(manche=5, recording=AGAIN), "no_such_manche"),
    "a fifth seat": (EMPTY, SeatCredited(seat=4, counts_for=0), "no_such_seat"),
    "a seat below the first": (EMPTY, DealerNamed(dealer=-1), "no_such_seat"),
    "an order without a seat": (EMPTY, OrderChanged(order=(0, 1, 2)), "no_such_seat"),
    "a seat given back by its first player": (TWO, SeatReturned(seat=1, counts_for=1), "no_replacement"),
}


@pytest.mark.parametrize(("state", "change", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_change_that_cannot_follow_is_refused_with_its_version(
    state: State, change: PartieChange, reason: str
) -> None:
    with pytest.raises(BrokenLogError) as caught:
        evolve(state, NOW, change)
    assert (caught.value.reason, caught.value.version) == (reason, NOW)
