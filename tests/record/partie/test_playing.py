"""A manche entered card by card in the record: each card is a change, and none is lost (T-5 to T-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from record.evening import Facts, cards, changes, context, points, totals
from record.table import (
    BY_HAND,
    CONTEXTS,
    EVERY_GAME,
    HEARTS,
    LEADERS,
    PLAYS,
    SPADES,
    SWEEP,
    CardTable,
    set_table,
    table_with,
)
from support.deals import COUP_POINTS, DEALER, ELDER

from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError
from scorekeeper.partie.decide.sheet import check_facts, without_cards
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Manche, Partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.refusals import RefusedError, StaleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from record.evening import Evening

every_game = pytest.mark.parametrize("slug", EVERY_GAME)
MADE = {"hearts": tuple(HEARTS["points"]), "spades": tuple(SPADES["points"]), "piquet": COUP_POINTS}


def change_facts(partie: Partie, kind: str) -> list[Any]:
    """Return the facts of every change of this kind, in order."""
    query = db.session.query(Change).filter_by(partie_id=partie.id).order_by(Change.version)
    return [one.facts for one in query if one.kind.value == kind]


def state(partie: Partie) -> tuple[object, ...]:
    """Return all that a refusal must not change."""
    db.session.expire_all()
    return partie.version, cards(partie), context(partie), partie.options, totals(partie), changes(partie)


def refused(partie: Partie, key: str, act: Callable[[], object]) -> None:
    before = state(partie)
    with pytest.raises((RefusedError, ImpossibleFactsError), match=key):
        act()
    assert state(partie) == before


# Begin and play


def test_each_card_is_stored_and_is_a_change_t_6(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    assert table.stored_plays == []
    table.play("2C", "JC")
    assert table.stored_plays == ["2C", "JC"]
    assert changes(table.partie) == [(1, "started"), (2, "cards"), (3, "played"), (4, "played")]
    assert change_facts(table.partie, "cards") == [{"leader": 0, "plays": []}]
    played = [{"seat": seat, "card": card, "ruling": "allowed"} for seat, card in enumerate(["2C", "JC"])]
    assert change_facts(table.partie, "played") == played


@every_game
def test_a_whole_manche_card_by_card_scores_itself_t_7(evening: Evening, slug: str) -> None:
    table = set_table(evening, slug)
    table.begin(0 if slug == "hearts" else None)
    table.play(*PLAYS[slug])
    manche = table.record()
    assert points(table.partie) == [MADE[slug]]
    assert (table.stored_plays, table.context) == (None, None)
    assert manche.facts["plays"] == PLAYS[slug]
    assert [change["card"] for change in change_facts(table.partie, "played")] == PLAYS[slug]


@pytest.mark.parametrize(("slug", "leader"), [("spades", 1), ("piquet", 0)])
def test_the_first_leader_follows_from_the_dealer(evening: Evening, slug: str, leader: int) -> None:
    """The dealer's left at Atout Pique (AP-9), elder at Piquet (PI-16)."""
    table = set_table(evening, slug)
    refused(table.partie, "wrong_leader", lambda: table.begin(1 - leader))
    table.begin()
    assert table.cards == {"leader": leader, "plays": []}


@pytest.mark.parametrize("leader", [None, -1, 4])
def test_the_first_leader_at_hearts_must_be_a_seat_dp_11(evening: Evening, leader: int | None) -> None:
    table = set_table(evening, "hearts")
    refused(table.partie, "no_leader", lambda: table.begin(leader))


def test_cards_are_begun_once(evening: Evening) -> None:
    table = table_with(evening, "hearts", 1)
    refused(table.partie, "cards_begun", lambda: table.begin(0))


@pytest.mark.parametrize(
    ("code", "seat", "key"),
    [
        ("2C", None, "card_played"),
        ("X1", None, "not_in_deck"),
        ("", None, "not_in_deck"),
        ("3C", 0, "out_of_turn"),
        ("3C", 4, "not_at_table"),
    ],
)
def test_an_impossible_next_card_is_refused_t_1(evening: Evening, code: str, seat: int | None, key: str) -> None:
    table = table_with(evening, "hearts", 1)

    def play() -> None:
        with table.open() as opened:
            opened.play(code, seat)

    refused(table.partie, key, play)


def test_a_card_too_many_is_refused_t_1(evening: Evening) -> None:
    table = table_with(evening, "hearts")
    refused(table.partie, "manche_over", lambda: table.play("2C"))


def test_judging_a_card_stores_nothing(evening: Evening) -> None:
    table = table_with(evening, "hearts", 1)
    before = state(table.partie)
    _, verdict = score_partie(table.partie).current.judge("KH")
    assert (verdict.seat, verdict.ruling.value) == (1, "conditional")
    assert state(table.partie) == before


def test_a_card_against_a_rule_is_recorded_t_5(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    assert table.play("KD").ruling.value == "forbidden"
    assert change_facts(table.partie, "played") == [{"seat": 0, "card": "KD", "ruling": "forbidden"}]
    assert table.stored_plays == ["KD"]


def test_a_revoke_proven_later_is_recorded_with_the_manche_t_4(evening: Evening) -> None:
    """Seat 1 discards a diamond on clubs in the first trick, and plays a club in the second."""
    plays = ["2C", "KD", "3C", "AC", "5C", "4C", "6C"]
    table = set_table(evening, "hearts")
    table.begin(0)
    assert table.play(*plays).exposes == (1,)
    evening.record(table.partie, BY_HAND["hearts"])
    arbiter = score_partie(table.partie).arbiter_of(0)
    assert arbiter is not None
    assert arbiter.exposed == {1}


# Take back


def test_the_latest_card_is_taken_back_and_stays_in_the_changes_t_6(evening: Evening) -> None:
    table = table_with(evening, "hearts", 6)
    table.take_back()
    assert table.stored_plays == PLAYS["hearts"][:5]
    assert changes(table.partie)[-1][1] == "taken_back"
    assert change_facts(table.partie, "taken_back") == [{"cards": [PLAYS["hearts"][5]]}]


@pytest.mark.parametrize("down_to", [5, 2, 0])
def test_all_cards_from_one_on_are_taken_back_together_t_6(evening: Evening, down_to: int) -> None:
    table = table_with(evening, "hearts", 6)
    table.take_back(down_to)
    assert table.stored_plays == PLAYS["hearts"][:down_to]
    assert change_facts(table.partie, "taken_back") == [{"cards": PLAYS["hearts"][down_to:6]}]


@pytest.mark.parametrize("down_to", [6, 7, -1])
def test_a_card_that_was_not_played_cannot_be_taken_back(evening: Evening, down_to: int) -> None:
    table = table_with(evening, "hearts", 6)
    refused(table.partie, "no_such_card", lambda: table.take_back(down_to))


def test_an_earlier_card_is_replaced_and_the_others_stay_t_6(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    table.play("2C", "3C", "5D", "KC", "QD")
    table.replace(2, "7C")
    assert table.stored_plays == ["2C", "3C", "7C", "KC", "QD"]
    assert change_facts(table.partie, "taken_back") == [{"cards": ["5D"], "instead": "7C"}]


@pytest.mark.parametrize(
    ("index", "code", "key"),
    [
        pytest.param(2, "AC", "other_turns", id="another seat would take the trick"),
        pytest.param(4, "2C", "card_played", id="the card was played earlier"),
        pytest.param(2, "KC", "card_played", id="the card is played later"),
        pytest.param(5, "7C", "no_such_card", id="it is not played yet"),
        pytest.param(-1, "7C", "no_such_card", id="no card"),
        pytest.param(2, "XX", "not_in_deck", id="no such card in the deck"),
    ],
)
def test_an_earlier_card_is_not_replaced_if_the_later_cards_no_longer_fit(
    evening: Evening, index: int, code: str, key: str
) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    table.play("2C", "3C", "5D", "KC", "QD")
    refused(table.partie, key, lambda: table.replace(index, code))
    assert table.stored_plays == ["2C", "3C", "5D", "KC", "QD"]


def test_taking_back_without_cards_stops_entering_cards_t_6(evening: Evening) -> None:
    table = table_with(evening, "spades", 2)
    for left in (1, 0, None):
        table.take_back()
        assert table.stored_plays == (None if left is None else PLAYS["spades"][:left])
    assert table.context == CONTEXTS["spades"]
    refused(table.partie, "no_cards", table.take_back)
    table.begin()
    assert table.stored_plays == []


def test_no_card_is_ever_lost_from_the_changes_t_6(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    table.play("2C", "3C", "KD")
    table.take_back(1)
    table.play("JC", "9C")
    table.clear_cards()
    table.begin(2)
    table.play("2C")
    assert [change["card"] for change in change_facts(table.partie, "played")] == ["2C", "3C", "KD", "JC", "9C", "2C"]
    assert change_facts(table.partie, "taken_back") == [{"cards": ["3C", "KD"]}]
    assert change_facts(table.partie, "cards") == [{"leader": 0, "plays": []}, {"leader": 2, "plays": []}]
    assert change_facts(table.partie, "cleared") == [None]


@every_game
def test_clearing_the_cards_leaves_the_context(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, 5)
    begun = table.context
    table.clear_cards()
    assert (table.stored_plays, table.context) == (None, begun)
    refused(table.partie, "no_cards", table.clear_cards)


@every_game
def test_refusals_about_cards_have_the_game(evening: Evening, slug: str) -> None:
    """The sentence is about a coup at Piquet, and about a manche in other games."""
    table = table_with(evening, slug, 5)
    for key, act in (("cards_begun", table.begin), ("cards_missing", table.record)):
        with pytest.raises(RefusedError, match=key) as caught:
            act()
        assert caught.value.figures["game"] == slug
    table.clear_cards()
    with pytest.raises(RefusedError, match="no_cards") as caught:
        table.take_back()
    assert caught.value.figures["game"] == slug


# Hands laid open


def test_a_hand_laid_open_by_mistake_can_be_closed(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    for seat in (0, 1):
        table.lay_open(seat, HEARTS["hands"][seat])
    table.close_hand(0)
    assert table.cards is not None
    assert table.cards["laid_open"] == [None, HEARTS["hands"][1], None, None]
    table.close_hand(1)
    table.close_hand(1)
    assert "laid_open" not in table.cards
    refused(table.partie, "not_at_table", lambda: table.close_hand(4))


def test_a_hand_laid_open_has_the_played_and_the_remaining_cards(evening: Evening) -> None:
    table = table_with(evening, "hearts", 8)
    played = [card for card in HEARTS["hands"][1] if card in PLAYS["hearts"][:8]]
    left = [card for card in HEARTS["hands"][1] if card not in played]
    assert len(played) == 2
    table.lay_open(1, left)
    assert table.stored_plays == PLAYS["hearts"][:8]
    opened = table.cards["laid_open"] if table.cards else []
    assert (sorted(opened[1]), opened[0], opened[2:]) == (sorted(HEARTS["hands"][1]), None, [None, None])
    assert changes(table.partie)[-1][1] == "hands"
    assert table.arbiter.hand(1).laid_open


def test_a_hand_laid_open_can_play_only_its_own_cards_t_1(evening: Evening) -> None:
    table = table_with(evening, "hearts", 8)
    seat = table.arbiter.seat
    assert seat is not None
    hand = [card for card in HEARTS["hands"][seat] if card not in PLAYS["hearts"][:8]]
    table.lay_open(seat, hand)
    other = next(card for card in HEARTS["hands"][(seat + 1) % 4] if card not in PLAYS["hearts"][:8])
    refused(table.partie, "not_in_hand", lambda: table.play(other))
    table.play(PLAYS["hearts"][8])


@pytest.mark.parametrize(
    ("seat", "left", "key"),
    [
        (1, ["2D"], "hand_size"),
        (1, ["2C", *HEARTS["hands"][1][1:]], "card_twice|not_in_hand|hand_size"),
        (1, ["X1"] * 12, "not_in_deck"),
        (1, ["2D"] * 12, "card_twice"),
        (4, [], "not_at_table"),
        (-1, [], "not_at_table"),
    ],
    ids=["too few", "too many", "no such card", "twice", "a fifth seat", "no seat"],
)
def test_an_impossible_hand_is_refused(evening: Evening, seat: int, left: list[str], key: str) -> None:
    table = table_with(evening, "hearts", 4)
    refused(table.partie, key, lambda: table.lay_open(seat, left))


def test_hands_entered_before_the_play_stay_open_with_another_pi_14(evening: Evening) -> None:
    table = set_table(evening, "piquet")
    evening.begin(table.partie, {"hands": [ELDER, None]})
    table.lay(0, PLAYS["piquet"][:4])
    refused(table.partie, "not_in_hand", lambda: table.play("7H"))
    table.lay_open(1, [card for card in DEALER if card not in PLAYS["piquet"][:4]])
    opened = table.cards["laid_open"] if table.cards else []
    assert [sorted(hand) for hand in opened] == [sorted(ELDER), sorted(DEALER)]


# Record


@every_game
def test_the_facts_follow_from_the_cards_and_are_confirmed_t_7(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug)
    assert score_partie(table.partie).current.played_out
    manche = table.record(**({"tricks": [13, 0]} if slug == "spades" else {}))
    assert points(table.partie) == [MADE[slug]]
    assert {**CONTEXTS[slug], "plays": PLAYS[slug]}.items() <= manche.facts.items()
    assert changes(table.partie)[-1][1] == "recorded"


def test_the_choice_for_a_volte_is_needed_where_the_table_chooses_dp_22(evening: Evening) -> None:
    table = set_table(evening, "hearts", moon="choice")
    table.lay(0, SWEEP)
    before = state(table.partie)
    with pytest.raises(IncompleteFactsError, match="volte_choice"):
        table.record()
    assert state(table.partie) == before
    table.record(moon="self_minus")
    assert points(table.partie) == [(-26, 0, 0, 0)]


def test_a_manche_with_missing_cards_is_not_recorded_from_them(evening: Evening) -> None:
    table = table_with(evening, "hearts", 51)
    refused(table.partie, "cards_missing", table.record)
    table.clear_cards()
    refused(table.partie, "cards_missing", table.record)


@every_game
def test_a_manche_recorded_by_hand_half_way_has_its_cards(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, 9)
    (manche,) = evening.record(table.partie, BY_HAND[slug])
    assert manche.facts == {**BY_HAND[slug], "leader": LEADERS[slug], "plays": PLAYS[slug][:9]}
    assert (table.stored_plays, table.context) == (None, None)


def test_a_manche_recorded_by_hand_before_the_first_card_has_no_cards(evening: Evening) -> None:
    table = table_with(evening, "hearts", 0)
    (manche,) = evening.record(table.partie, BY_HAND["hearts"])
    assert manche.facts == BY_HAND["hearts"]
    assert table.stored_plays is None


@every_game
def test_facts_by_hand_that_contradict_all_the_cards_are_refused_t_7(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug)
    refused(table.partie, "cards_rule", lambda: evening.record(table.partie, BY_HAND[slug]))


def test_facts_by_hand_that_agree_with_all_the_cards_are_recorded_with_them_t_7(evening: Evening) -> None:
    table = table_with(evening, "spades")
    by_seat = SPADES["tricks_by_seat"]
    zeros = {str(seat): by_seat[seat] for seat, bid in enumerate(SPADES["bids"]) if bid in {"nil", "blind_nil"}}
    facts = {"bids": SPADES["bids"], "tricks": SPADES["tricks"], "nil_tricks": zeros}
    (manche,) = evening.record(table.partie, facts)
    assert manche.facts["plays"] == PLAYS["spades"]
    assert points(table.partie) == [MADE["spades"]]


# Undo, restore, correct


@every_game
def test_undo_restores_the_cards_and_the_context_t_6(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, behind=1)
    begun = table.context
    manche = table.record()
    sheet = totals(table.partie)
    assert evening.undo(table.partie) is manche
    assert (table.stored_plays, table.context) == (PLAYS[slug], begun)
    assert totals(table.partie) == sheet[:1]
    assert evening.undo(table.partie) is None
    assert table.stored_plays == PLAYS[slug][:-1]
    assert change_facts(table.partie, "taken_back") == [{"cards": PLAYS[slug][-1:]}]
    table.play(PLAYS[slug][-1])
    table.record()
    assert totals(table.partie) == sheet


@every_game
def test_a_manche_undone_twice_still_has_its_context_t_6(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug)
    begun = table.context
    for _ in range(2):
        table.record()
        evening.undo(table.partie)
        assert (table.stored_plays, table.context) == (PLAYS[slug], begun)


def test_a_correction_before_an_undo_loses_no_bids_t_6(evening: Evening) -> None:
    table = table_with(evening, "spades", behind=1)
    evening.correct(table.partie.manches[0], {**BY_HAND["spades"], "tricks": [7, 6]})
    table.record()
    evening.undo(table.partie)
    assert table.context == CONTEXTS["spades"]


@every_game
def test_undoing_half_a_manche_restores_its_cards_t_6(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, 9)
    begun = table.context
    evening.record(table.partie, BY_HAND[slug])
    evening.undo(table.partie)
    assert (table.stored_plays, table.context) == (PLAYS[slug][:9], begun)


def test_undo_takes_back_the_cards_the_bids_and_the_latest_manche_in_turn(evening: Evening) -> None:
    table = table_with(evening, "spades", 2, behind=1)
    (first,) = score_partie(table.partie).manches
    for stored in (PLAYS["spades"][:1], [], None):
        assert evening.undo(table.partie) is None
        assert table.stored_plays == stored
    assert table.context == CONTEXTS["spades"]
    assert evening.undo(table.partie) is None
    assert table.context is None
    assert evening.undo(table.partie) is first
    refused(table.partie, "nothing_to_undo", lambda: evening.undo(table.partie))


def bring_back(how: str, evening: Evening, manche: Manche) -> None:
    if how == "restored":
        evening.restore(manche)
    else:
        evening.correct(manche, manche.facts)


@every_game
@pytest.mark.parametrize("how", ["restored", "corrected"])
@pytest.mark.parametrize("taken_back", [0, 3, 24])
def test_restoring_a_manche_removes_its_cards_from_the_table(
    evening: Evening, slug: str, how: str, taken_back: int
) -> None:
    table = table_with(evening, slug)
    manche = table.record()
    evening.undo(table.partie)
    if taken_back:
        table.take_back(len(PLAYS[slug]) - taken_back)
    bring_back(how, evening, manche)
    assert (table.stored_plays, table.context) == (None, None)
    assert points(table.partie) == [MADE[slug]]
    assert manche.facts["plays"] == PLAYS[slug]


def test_restoring_a_manche_does_not_change_the_cards_of_another_dp_11(evening: Evening) -> None:
    table = table_with(evening, "hearts")
    manche = table.record()
    evening.undo(table.partie)
    table.clear_cards()
    table.lay(0, ["2C", "AC"])
    bring_back("restored", evening, manche)
    assert table.stored_plays == ["2C", "AC"]


@every_game
def test_a_correction_to_the_same_facts_keeps_the_cards(evening: Evening, slug: str) -> None:
    manche = table_with(evening, slug).record()
    facts = {name: value for name, value in manche.facts.items() if name not in {"leader", "plays"}}
    agreed = {"penalties": [{"side": 1, "points": 10, "reason": "renonce"}]}
    evening.correct(manche, {**facts, **agreed}, "un mot")
    assert manche.facts == {**facts, **agreed, "leader": manche.facts["leader"], "plays": PLAYS[slug]}
    assert points(manche.partie)[0][1] == MADE[slug][1] + 10


@every_game
def test_a_correction_to_other_facts_drops_the_cards_and_the_history_keeps_both(evening: Evening, slug: str) -> None:
    manche = table_with(evening, slug).record()
    before = dict(manche.facts)
    evening.correct(manche, BY_HAND[slug])
    db.session.expire_all()
    assert manche.facts == BY_HAND[slug]
    assert [change.facts for change in manche.changes] == [before, BY_HAND[slug]]
    assert score_partie(manche.partie).arbiter_of(0) is None


def test_a_correction_of_facts_without_cards_keeps_the_cards_ap_3(evening: Evening) -> None:
    manche = table_with(evening, "spades").record()
    corrected = {**manche.facts, "bids": [5, 3, 2, 3], "nil_tricks": {}}
    evening.correct(manche, {name: value for name, value in corrected.items() if name not in {"leader", "plays"}})
    assert (manche.facts["bids"], manche.facts["plays"]) == ([5, 3, 2, 3], PLAYS["spades"])
    assert manche.facts["tricks"] == SPADES["tricks"]


def test_the_other_choice_for_a_volte_keeps_the_cards_dp_22(evening: Evening) -> None:
    table = set_table(evening, "hearts", moon="choice")
    table.lay(0, SWEEP)
    manche = table.record(moon="self_minus")
    everything = {"taken": {"H": [13, 0, 0, 0], "QS": [1, 0, 0, 0]}, "moon": "others_plus"}
    evening.correct(manche, everything)
    assert points(table.partie) == [(0, 26, 26, 26)]
    assert manche.facts == {**everything, "leader": 0, "plays": SWEEP}


def test_under_other_rules_too_the_same_facts_keep_the_cards_dp_19(evening: Evening) -> None:
    table = table_with(evening, "hearts")
    manche = table.record()
    rules(table, jack_of_diamonds=-10)
    facts = check_facts(score_partie(table.partie), manche.facts)
    assert "JD" in facts["taken"]
    evening.correct(manche, without_cards(facts), "un mot")
    assert manche.facts == facts


@pytest.mark.parametrize(
    ("slug", "other"),
    [
        ("hearts", {"taken": {"H": [4, 5, 3, 1], "QS": [0, 0, 1, 0]}}),
        ("spades", {"tricks": [7, 6]}),
        ("piquet", {"tricks": [8, 4]}),
    ],
)
def test_correcting_half_a_manche_keeps_its_cards(evening: Evening, slug: str, other: Facts) -> None:
    table = table_with(evening, slug, 9)
    (manche,) = evening.record(table.partie, BY_HAND[slug])
    evening.correct(manche, {**BY_HAND[slug], **other})
    assert manche.facts == {**BY_HAND[slug], **other, "leader": LEADERS[slug], "plays": PLAYS[slug][:9]}


def test_a_correction_of_hands_that_contradicts_the_cards_drops_them_pi_16(evening: Evening) -> None:
    table = table_with(evening, "piquet", 9)
    (manche,) = evening.record(table.partie, BY_HAND["piquet"])
    swapped = {"elder": 0, "carte_blanche": [False, False], "hands": [DEALER, ELDER], "tricks": [7, 5], "last": 0}
    evening.correct(manche, {**swapped, "elder_run": 3})
    assert "plays" not in manche.facts
    assert manche.facts["hands"] == [DEALER, ELDER]


# Versions, and parties that are over


USES: dict[str, Callable[[OpenTable], object]] = {
    "begin": lambda table: table.begin_cards(0),
    "play": lambda table: table.play("3D"),
    "take back": OpenTable.take_back,
    "clear": OpenTable.clear_cards,
    "lay open": lambda table: table.lay_open(0, []),
    "record": lambda table: table.record_cards({}, ""),
}
every_use = pytest.mark.parametrize("use", USES)


@every_use
def test_a_stale_form_is_refused_with_the_changes_since(evening: Evening, use: str) -> None:
    table = table_with(evening, "hearts", 4)
    table.play(PLAYS["hearts"][4])
    before = state(table.partie)
    with pytest.raises(StaleError) as caught, evening.table(table.partie, table.partie.version - 1) as opened:
        USES[use](opened)
    assert [change.kind.value for change in caught.value.changes] == ["played"]
    assert state(table.partie) == before


def end(table: CardTable, how: str) -> None:
    with table.open() as opened:
        if how == "abandoned":
            opened.abandon()
        else:
            opened.change_rules({**table.partie.options, "limit": 10})


@every_use
@pytest.mark.parametrize("how", ["abandoned", "won"])
def test_no_card_is_played_in_a_partie_that_is_over_dp_25(evening: Evening, use: str, how: str) -> None:
    table = table_with(evening, "hearts", 4, behind=1)  # 16 points to the third
    end(table, how)

    def act() -> None:
        with table.open() as opened:
            USES[use](opened)

    refused(table.partie, "partie_over", act)


# Changes of the dealer, of rules and of announcements


DEALS = [("hearts", True), ("spades", False), ("piquet", False)]


@pytest.mark.parametrize(("slug", "stay"), DEALS)
def test_a_manche_is_not_deleted_if_another_would_then_lead_the_cards_played(
    evening: Evening, slug: str, *, stay: bool
) -> None:
    """Atout Pique (AP-9) and Piquet (PI-16) then have another first leader; Dame de Pique has not (DP-11)."""
    table = table_with(evening, slug, 5, behind=2)
    begun = table.context
    latest = score_partie(table.partie).manches[-1]

    def delete() -> None:
        evening.delete(latest)

    if stay:
        delete()
    else:
        refused(table.partie, "cards_under_way", delete)
    assert table.stored_plays == PLAYS[slug][:5]
    assert table.context == begun
    assert len(score_partie(table.partie).manches) == (1 if stay else 2)


@pytest.mark.parametrize(("slug", "stay"), DEALS)
def test_a_manche_is_not_restored_if_another_would_then_lead_the_cards_played(
    evening: Evening, slug: str, *, stay: bool
) -> None:
    table = set_table(evening, slug, behind=2)
    latest = score_partie(table.partie).manches[-1]
    evening.delete(latest)
    table.begin(0 if slug == "hearts" else None)
    table.play(*PLAYS[slug][:5])

    def restore() -> None:
        evening.restore(latest)

    if stay:
        restore()
    else:
        refused(table.partie, "cards_under_way", restore)
    assert table.stored_plays == PLAYS[slug][:5]
    assert len(score_partie(table.partie).manches) == (2 if stay else 1)


def test_deleting_a_coup_before_the_last_does_not_change_the_dealer_pi_3(evening: Evening) -> None:
    """The elder of the last coup deals the next one, independent of the others."""
    table = table_with(evening, "piquet", 5, behind=2)
    evening.delete(table.partie.manches[0])
    assert table.stored_plays == PLAYS["piquet"][:5]
    assert table.context == CONTEXTS["piquet"]


@every_game
def test_a_correction_does_not_change_the_dealer_or_the_cards(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, 5, behind=1)
    begun = table.context
    (first,) = score_partie(table.partie).manches
    evening.correct(first, first.facts, "un mot")
    assert (table.stored_plays, table.context) == (PLAYS[slug][:5], begun)


def rules(table: CardTable, **changed: Any) -> None:  # noqa: ANN401 - house rules
    table.evening.rules(table.partie, {**table.partie.options, **changed})


def test_rules_that_do_not_fit_the_cards_of_the_current_manche_are_refused_dp_3(evening: Evening) -> None:
    table = table_with(evening, "hearts", 5)
    refused(table.partie, "begun_does_not_fit", lambda: rules(table, deck="36", queen_points=5))
    rules(table, limit=50, queen_breaks_hearts=True)
    assert table.stored_plays == PLAYS["hearts"][:5]


def test_rules_that_do_not_fit_the_cards_of_a_manche_are_refused_dp_3(evening: Evening) -> None:
    table = table_with(evening, "hearts")
    table.record()
    refused(table.partie, "rules_do_not_fit", lambda: rules(table, deck="36", queen_points=5))


def test_the_cards_of_a_manche_are_scored_under_other_rules_dp_19(evening: Evening) -> None:
    table = table_with(evening, "hearts")
    table.record()
    rules(table, jack_of_diamonds=-10)
    (made,) = points(table.partie)
    differences = [now - before for now, before in zip(made, HEARTS["points"], strict=True)]
    assert sorted(differences) == [-10, 0, 0, 0]
    rules(table, jack_of_diamonds=0)
    assert points(table.partie) == [MADE["hearts"]]


def test_hands_that_contradict_the_cards_of_the_current_manche_are_refused_pi_16(evening: Evening) -> None:
    table = table_with(evening, "piquet", 6)
    hands: Facts = {"hands": [DEALER, ELDER]}
    refused(table.partie, "not_in_hand", lambda: evening.begin(table.partie, hands))
    evening.begin(table.partie, {"hands": [ELDER, DEALER]})
    assert (table.context or {})["hands"] == [ELDER, DEALER]
    assert table.stored_plays == PLAYS["piquet"][:6]


def test_the_facts_so_far_follow_from_the_cards_t_7(evening: Evening) -> None:
    """Elder has taken three tricks, and leads a fourth."""
    table = table_with(evening, "piquet", 7)
    assert score_partie(table.partie).current.facts_so_far == {"winners": [0, 0, 0]}
    table.clear_cards()
    assert score_partie(table.partie).current.facts_so_far == {}
