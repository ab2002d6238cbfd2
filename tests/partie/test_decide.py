"""Which changes a player may make: what each stores, what it drops, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest
from partie.acts import BY_HAND, CONTEXTS, HEARTS, PLAYS, SPADES
from partie.journal import Journal, begun

from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.partie.changes import (
    Abandoned,
    CardsBegun,
    ContextEntered,
    Corrected,
    DealerNamed,
    Deleted,
    FirstDealerChanged,
    OrderChanged,
    PartieChange,
    PlayerReplaced,
    Recorded,
    Restored,
    SeatCredited,
    SeatReturned,
)
from scorekeeper.partie.decide import entry, partie, players, sheet, turn
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState, score_state
from scorekeeper.partie.state import State

BIDS = CONTEXTS["spades"]
CARDS = CardByCard(SPADES["leader"], tuple(PLAYS["spades"][:3]))
BOTH = ("context", "cards")
PARTICIPANTS = range(8)  # each one is another player


def spades(*changes: PartieChange) -> ScoredState:
    """Return a partie of Atout Pique after these changes, from version 2 on."""
    return after(begun("spades", 4, SPADES["dealer"]), *changes)


def hearts(*changes: PartieChange) -> ScoredState:
    return after(begun("hearts", 4, HEARTS["dealer"]), *changes)


def after(state: State, *changes: PartieChange) -> ScoredState:
    journal = Journal(state)
    for change in changes:
        journal.make(change)
    return journal.scored


def recorded(game: str = "spades", **more: Any) -> Recorded:  # noqa: ANN401
    """Return the recording of a manche."""
    blank = score_state(begun(game, 4))
    return Recorded(facts=sheet.check_facts(blank, BY_HAND[game]), note="", **more)


NEXT = (SPADES["dealer"] + 1) % 4
OTHER = (NEXT + 1) % 4


def test_another_dealer_drops_the_bids_and_the_card_entry_of_the_deal() -> None:
    """The bids begin left of the dealer, and so does the first trick (AP-3)."""
    entered = spades(recorded(), ContextEntered(context=BIDS), CardsBegun(cards=CardByCard(OTHER)))
    assert turn.change_dealer(entered, OTHER) == DealerNamed(dealer=OTHER, drops=BOTH)


def test_cards_that_show_who_dealt_keep_the_dealer() -> None:
    played = spades(recorded(), ContextEntered(context=BIDS), CardsBegun(cards=CARDS))
    for change in (lambda: turn.change_dealer(played, OTHER), lambda: sheet.delete(played, 2)):
        with pytest.raises(RefusedError, match="cards_under_way"):
            change()


def test_cards_at_dame_de_pique_do_not_depend_on_the_dealer() -> None:
    """There the two of clubs leads, whoever dealt (DP-11): the cards stay."""
    played = hearts(recorded("hearts"), CardsBegun(cards=CardByCard(HEARTS["leader"], tuple(PLAYS["hearts"][:3]))))
    assert sheet.delete(played, 2) == Deleted(manche=2, drops=("context",))
    assert turn.change_dealer(played, played.deal.dealer) is None


def test_the_dealer_of_the_turn_can_be_named_after_another() -> None:
    named = spades(recorded(), DealerNamed(dealer=OTHER))
    assert turn.change_dealer(named, NEXT) == DealerNamed(dealer=NEXT)
    assert turn.change_dealer(named, OTHER) is None


def test_before_the_first_manche_the_first_dealer_changes() -> None:
    assert turn.change_dealer(spades(), OTHER) == FirstDealerChanged(dealer=OTHER)


def test_from_the_first_manche_on_the_turn_is_counted_back() -> None:
    """Two manches were dealt by A and A + 1; if B deals the third, the first was dealt by B - 2."""
    two = spades(recorded(), recorded())
    assert turn.change_dealer(two, NEXT, from_first=True) == FirstDealerChanged(dealer=(NEXT - 2) % 4)


def test_another_order_drops_what_was_entered_and_is_stored_once() -> None:
    entered = spades(recorded(), ContextEntered(context=BIDS))
    assert turn.change_order(entered, [0, 3, 2, 1]) == OrderChanged(order=(0, 3, 2, 1), drops=BOTH)
    assert turn.change_order(spades(), [0, 1, 2, 3]) is None
    back = spades(OrderChanged(order=(0, 3, 2, 1)))
    assert turn.change_order(back, [1, 2, 3, 0]) == OrderChanged(order=(0, 1, 2, 3))


def test_an_order_that_parts_partners_is_refused() -> None:
    with pytest.raises(RefusedError, match="partners_parted"):
        turn.change_order(spades(), [0, 2, 1, 3])


REPLACED = PlayerReplaced(seat=1, who=4, counts_for=4)


@pytest.mark.parametrize(
    ("seat", "who", "key"),
    [(1, 1, "is_seated"), (1, 3, "is_seated"), (0, 3, "is_seated"), (4, 5, "not_at_table")],
)
def test_a_player_who_may_not_take_a_seat(seat: int, who: int, key: str) -> None:
    with pytest.raises(RefusedError, match=key):
        players.replace_player(spades(), seat, who, PARTICIPANTS)


def test_a_player_keeps_to_one_seat_in_a_partie() -> None:
    replaced = spades(REPLACED)
    with pytest.raises(RefusedError, match="had_other_seat"):
        players.replace_player(replaced, 2, 1, PARTICIPANTS)
    assert players.replace_player(replaced, 1, 1, PARTICIPANTS) == PlayerReplaced(seat=1, who=1, counts_for=1)


def test_two_participants_who_were_merged_are_one_player() -> None:
    with pytest.raises(RefusedError, match="is_seated"):
        players.replace_player(spades(), 1, 4, [0, 1, 2, 3, 2])


def test_a_partie_counts_for_the_player_who_comes_unless_it_is_said() -> None:
    assert players.replace_player(spades(), 1, 4, PARTICIPANTS) == REPLACED
    for_former = players.replace_player(spades(), 1, 4, PARTICIPANTS, counts_for_former=True)
    assert for_former == PlayerReplaced(seat=1, who=4, counts_for=1)
    credited = spades(REPLACED, SeatCredited(seat=1, counts_for=1))
    assert players.replace_player(credited, 1, 5, PARTICIPANTS) == PlayerReplaced(seat=1, who=5, counts_for=1)


def test_a_seat_is_given_back_once() -> None:
    assert players.give_back(spades(REPLACED), 1) == SeatReturned(seat=1, counts_for=1)
    with pytest.raises(RefusedError, match="no_replacement"):
        players.give_back(spades(), 1)


@pytest.mark.parametrize(("seats", "key"), [((1, 1), "same_seat"), ((0, 4), "not_at_table"), ((-1, 0), "not_at_table")])
def test_two_players_who_cannot_change_places(seats: tuple[int, int], key: str) -> None:
    with pytest.raises(RefusedError, match=key):
        players.exchange_names(spades(), *seats)


def test_a_partie_is_credited_to_a_player_of_the_seat() -> None:
    assert players.credit(spades(REPLACED), 1, 1) == SeatCredited(seat=1, counts_for=1)
    with pytest.raises(RefusedError, match="not_in_seat"):
        players.credit(spades(REPLACED), 1, 2)


def test_a_recording_that_was_taken_back_is_restored_until_cards_are_played() -> None:
    taken_back = recorded()
    bid = spades(recorded(), ContextEntered(context=BIDS))
    assert sheet.restore(bid, 7, taken_back) == Restored(manche=7, recording=taken_back, drops=BOTH)
    with pytest.raises(RefusedError, match="cards_under_way"):
        sheet.restore(spades(recorded(), CardsBegun(cards=CARDS)), 7, taken_back)
    with pytest.raises(RefusedError, match="cards_under_way"):
        sheet.restore(hearts(CardsBegun(cards=CARDS)), 7, recorded("hearts"))


def test_a_restored_manche_was_dealt_by_whom_its_cards_show() -> None:
    """The seat after the dealer leads (AP-3): the first dealer named since did not deal these cards."""
    facts = {**BIDS, "leader": NEXT, "plays": SPADES["plays"]}
    cards = Recorded(facts=sheet.check_facts(spades(), facts), note="")
    other_first = spades(FirstDealerChanged(dealer=OTHER))
    change = sheet.restore(other_first, 2, cards)
    assert change == Restored(manche=2, recording=replace(cards, dealer=SPADES["dealer"]))
    assert after(other_first.state, change).deal.dealer == NEXT
    # Typed facts do not show who dealt.
    assert sheet.restore(other_first, 2, recorded()) == Restored(manche=2, recording=recorded())


def test_a_correction_restores_a_deleted_manche() -> None:
    deleted = spades(recorded(), Deleted(manche=2))
    assert sheet.correct(deleted, 2, BY_HAND["spades"], "") == Corrected(manche=2, facts=recorded().facts, note="")


def test_nothing_is_entered_in_a_partie_that_is_over() -> None:
    over = spades(Abandoned())
    for key, change in (
        ("partie_over", lambda: entry.set_context(over, BIDS)),
        ("over_unchanged", lambda: turn.change_dealer(over, OTHER)),
        ("over_unchanged", lambda: turn.change_order(over, [0, 3, 2, 1])),
        ("over_unchanged", lambda: players.replace_player(over, 1, 4, PARTICIPANTS)),
    ):
        with pytest.raises(RefusedError, match=key):
            change()
    assert players.exchange_names(over, 0, 2).seats == (0, 2)


def test_rules_that_a_recorded_manche_does_not_fit_are_refused_with_its_number() -> None:
    """Typed points have a sum of 26; thirteen hearts and a queen at twelve are 25 (DP-18)."""
    one = hearts(recorded("hearts"), Recorded(facts={"points": [5, 4, 16, 1], "moon": None}, note=""))
    assert partie.change_rules(one, one.state.options, None) is None
    with pytest.raises(RefusedError, match="rules_do_not_fit") as caught:
        partie.change_rules(one, {"queen_points": 12}, None)
    assert caught.value.details["number"] == 2


def test_options_that_are_new_since_the_partie_began_are_no_change_of_rules() -> None:
    begun_earlier = replace(begun("spades", 4), options={"target": 300})
    scored = after(begun_earlier, recorded())
    complete = scored.game.write_options(scored.options)
    assert len(complete) > 1
    assert partie.change_rules(scored, complete, None) is None
    assert partie.change_rules(scored, {**complete, "nil": 50}, None) is not None


def test_who_plays_together_does_not_change_once_a_manche_is_recorded_ap_24() -> None:
    """The cards of a whole manche would give the tricks of each player too."""
    facts = {**BIDS, "leader": SPADES["leader"], "plays": PLAYS["spades"]}
    one = spades(Recorded(facts=facts, note=""))
    with pytest.raises(ImpossibleOptionsError, match=r"option_fixed in alone \(AP-24\)"):
        partie.change_rules(one, {"alone": True}, None)
    assert partie.change_rules(one, {"alone": False, "sacs_limit": 5}, None) is not None
    fresh = partie.change_rules(spades(ContextEntered(context=BIDS)), {"alone": True}, None)
    assert fresh is not None
    assert fresh.options["alone"] is True


def test_a_manche_that_never_was_is_refused() -> None:
    with pytest.raises(RefusedError, match="no_such_manche"):
        sheet.delete(replace(spades(), manches=()), 2)
