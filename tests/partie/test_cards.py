"""Card by card: what a table may enter, what is refused, and which cards stay with a manche (T-1 to T-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from partie.acts import BY_HAND, CONTEXTS, DEALERS, HEARTS, LEADERS, PLAYS, SPADES, SWEEP
from partie.journal import Journal, begun
from support.deals import COUP_POINTS, DEALER, ELDER, REVOKED

from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, IncompleteFactsError
from scorekeeper.partie.changes import (
    Abandoned,
    CardsBegun,
    Deleted,
    Recorded,
    RulesChanged,
)
from scorekeeper.partie.decide import entry, partie, sheet
from scorekeeper.partie.refusals import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.partie.scored import ScoredState

every_game = pytest.mark.parametrize("game", PLAYS)
MADE = {"hearts": tuple(HEARTS["points"]), "spades": tuple(SPADES["points"]), "piquet": COUP_POINTS}
TRICK = ["2C", "3C", "5D", "KC", "QD"]


def table(game: str, behind: int = 0, **options: Any) -> Journal:  # noqa: ANN401 - house rules
    """Return a partie with `behind` manches entered by hand, and the context of the next one."""
    seats = 2 if game == "piquet" else 4
    journal = Journal(begun(game, seats, (DEALERS[game] - behind) % seats, **options))
    for _ in range(behind):
        elder = {"elder": 1 - journal.scored.deal.dealer} if game == "piquet" else {}
        journal.make(sheet.record(journal.scored, {**BY_HAND[game], **elder}, ""))
    if CONTEXTS[game]:
        journal.make(entry.set_context(journal.scored, CONTEXTS[game]))
    return journal


def playing(game: str, count: int | None = None, **more: Any) -> Journal:  # noqa: ANN401 - as `table`
    """Return a table with the first cards of the known deal of its game, by default all of them."""
    journal = table(game, **more)
    lay(journal, PLAYS[game][:count], LEADERS[game])
    return journal


def lay(journal: Journal, plays: list[str], leader: int = 0) -> None:
    journal.make(CardsBegun(cards=CardByCard(leader, tuple(plays))))


def hearts_with(*plays: str, **options: Any) -> ScoredState:  # noqa: ANN401 - house rules
    journal = table("hearts", **options)
    lay(journal, [*plays])
    return journal.scored


def recorded(game: str, **more: Any) -> Journal:  # noqa: ANN401 - as `table`
    """Return a partie with a manche that was recorded from its cards."""
    journal = playing(game, **more)
    journal.make(sheet.record_cards(journal.scored, journal.state.entry.context or {}, ""))
    return journal


# What the table enters, and the key of the refusal.
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "the dealer's left leads (AP-9)": (lambda: entry.begin_cards(table("spades").scored, 0), "wrong_leader"),
    "elder leads (PI-16)": (lambda: entry.begin_cards(table("piquet").scored, 1), "wrong_leader"),
    "a fifth seat leads (DP-11)": (lambda: entry.begin_cards(table("hearts").scored, 4), "no_leader"),
    "a seat below the first leads": (lambda: entry.begin_cards(table("hearts").scored, -1), "no_leader"),
    "no seat leads (DP-11)": (lambda: entry.begin_cards(table("hearts").scored), "no_leader"),
    "begun twice": (lambda: entry.begin_cards(hearts_with("2C"), 0), "cards_begun"),
    "bids at Dame de Pique": (lambda: entry.set_context(hearts_with(), {"bids": [3, 3, 3, 3]}), "nothing_to_begin"),
    "tricks for bids (AP-3)": (lambda: entry.set_context(table("spades").scored, {"tricks": [6, 7]}), "no_bids"),
    "more than bids (AP-3)": (lambda: entry.set_context(table("spades").scored, BY_HAND["spades"]), "no_bids"),
    "a fifth seat plays": (lambda: entry.judge(hearts_with("2C"), "3C", 4), "not_at_table"),
    "another seat plays": (lambda: entry.judge(hearts_with("2C"), "3C", 0), "out_of_turn"),
    "a card too many": (lambda: entry.judge(playing("hearts").scored, "2C"), "manche_over"),
    "back to the sixth of five": (lambda: entry.take_back(hearts_with(*TRICK), 5), "no_such_card"),
    "back below the first": (lambda: entry.take_back(hearts_with(*TRICK), -1), "no_such_card"),
    "another takes the trick": (lambda: entry.replace_card(hearts_with(*TRICK), 2, "AC"), "other_turns"),
    "replaced by an earlier card": (lambda: entry.replace_card(hearts_with(*TRICK), 4, "2C"), "card_played"),
    "replaced by a later card": (lambda: entry.replace_card(hearts_with(*TRICK), 2, "KC"), "card_played"),
    "replaced by no card": (lambda: entry.replace_card(hearts_with(*TRICK), 2, "XX"), "not_in_deck"),
    "the sixth of five replaced": (lambda: entry.replace_card(hearts_with(*TRICK), 5, "7C"), "no_such_card"),
    "the one below the first replaced": (lambda: entry.replace_card(hearts_with(*TRICK), -1, "7C"), "no_such_card"),
    "no card to take back": (lambda: entry.take_back(table("hearts").scored), "no_cards"),
    "no card to clear": (lambda: entry.clear_cards(table("hearts").scored), "no_cards"),
    "a fifth hand": (lambda: entry.lay_open(hearts_with(), 4, []), "not_at_table"),
    "a hand below the first": (lambda: entry.lay_open(hearts_with(), -1, []), "not_at_table"),
    "a hand too small": (lambda: entry.lay_open(hearts_with(), 1, ["2D"]), "hand_size"),
    "a hand too large": (lambda: entry.lay_open(hearts_with("2C"), 0, HEARTS["hands"][0]), "hand_size"),
    "a hand of no cards": (lambda: entry.lay_open(hearts_with(), 1, ["X1"] * 13), "not_in_deck"),
    "a card twice in a hand": (lambda: entry.lay_open(hearts_with(), 1, ["2D"] * 13), "card_twice"),
    "a card is missing": (lambda: sheet.record_cards(playing("hearts", 51).scored, {}, ""), "cards_missing"),
    "no cards are there": (lambda: sheet.record_cards(table("hearts").scored, {}, ""), "cards_missing"),
    "other hands (PI-14)": (
        lambda: entry.set_context(playing("piquet", 4).scored, {"hands": [DEALER, ELDER]}),
        "not_in_hand",
    ),
    "a correction that does not add up": (
        lambda: sheet.correct(recorded("hearts").scored, 3, {"taken": {"H": [5, 4, 3, 0], "QS": [0, 0, 1, 0]}}, ""),
        "short",
    ),
    "a queen at seven (DP-18)": (
        lambda: partie.change_rules(table("hearts").scored, {"queen_points": 7}, None),
        "queen_points",
    ),
    "rules without the cards played (DP-3)": (
        lambda: partie.change_rules(playing("hearts", 5).scored, {"deck": "36"}, None),
        "begun_does_not_fit",
    ),
    "rules without the cards of a manche (DP-3)": (
        lambda: partie.change_rules(recorded("hearts").scored, {"deck": "36"}, None),
        "rules_do_not_fit",
    ),
}


@pytest.mark.parametrize(("act", "key"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_entered(act: Callable[[], object], key: str) -> None:
    with pytest.raises((RefusedError, ImpossibleError), match=key):
        act()


@every_game
def test_facts_by_hand_that_contradict_all_the_cards_are_refused_t_7(game: str) -> None:
    with pytest.raises(RefusedError, match="cards_rule"):
        sheet.record(playing(game).scored, BY_HAND[game], "")


USES: dict[str, Callable[[ScoredState], object]] = {
    "begin": lambda one: entry.begin_cards(one, 0),
    "play": lambda one: entry.judge(one, "3D"),
    "take back": entry.take_back,
    "clear": entry.clear_cards,
    "lay open": lambda one: entry.lay_open(one, 0, []),
    "replace": lambda one: entry.replace_card(one, 0, "3C"),
    "record": lambda one: sheet.record_cards(one, {}, ""),
    "record by hand": lambda one: sheet.record(one, BY_HAND["hearts"], ""),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("end", [Abandoned(), RulesChanged(options={"limit": 10}, side_names=None)])
def test_no_card_is_played_in_a_partie_that_is_over_dp_25(use: str, end: Abandoned | RulesChanged) -> None:
    journal = playing("hearts", 4, behind=1)  # 16 points to the third
    journal.make(end)
    with pytest.raises(RefusedError, match="partie_over"):
        USES[use](journal.scored)


@every_game
def test_refusals_about_cards_say_what_is_missing(game: str) -> None:
    for act, scored, key in (
        (entry.begin_cards, playing(game, 5).scored, "cards_begun"),
        (lambda one: sheet.record_cards(one, {}, ""), playing(game, 5).scored, "cards_missing"),
        (entry.take_back, table(game).scored, "no_cards"),
    ):
        with pytest.raises(RefusedError) as caught:
            act(scored)
        assert caught.value.key == key


def test_rules_without_double_zero_are_refused_while_one_is_bid_ap_6() -> None:
    journal = Journal(begun("spades", 4))
    behind = {**BY_HAND["spades"], "penalties": [{"side": 0, "points": -300, "reason": "renonce"}]}
    journal.make(sheet.record(journal.scored, behind, ""))
    journal.make(entry.set_context(journal.scored, {"bids": [None, None, "blind_nil", None]}))
    with pytest.raises(RefusedError, match="begun_does_not_fit") as caught:
        partie.change_rules(journal.scored, {"blind_nil": False}, None)
    assert isinstance(caught.value.details["because"], ImpossibleFactsError)
    assert partie.change_rules(journal.scored, {"target": 300}, None) is not None


def test_a_hand_laid_open_has_the_played_and_the_remaining_cards() -> None:
    journal = playing("hearts", 8)
    played = PLAYS["hearts"][:8]
    journal.make(entry.lay_open(journal.scored, 1, [card for card in HEARTS["hands"][1] if card not in played]))
    assert journal.state.entry.cards is not None
    opened = journal.state.entry.cards.laid_open or ()
    assert [hand and sorted(hand) for hand in opened] == [None, sorted(HEARTS["hands"][1]), None, None]


def test_a_hand_laid_open_can_play_only_its_own_cards_t_1() -> None:
    journal = playing("hearts", 8)
    seat = journal.scored.current.arbiter(journal.scored.current.require_cards()).seat
    assert seat is not None
    own, other = (
        [card for card in HEARTS["hands"][one] if card not in PLAYS["hearts"][:8]] for one in (seat, (seat + 1) % 4)
    )
    journal.make(entry.lay_open(journal.scored, seat, own))
    with pytest.raises(ImpossibleFactsError, match="not_in_hand"):
        entry.judge(journal.scored, other[0])
    entry.judge(journal.scored, PLAYS["hearts"][8])


def test_hands_entered_before_the_play_stay_open_with_another_pi_14() -> None:
    journal = Journal(begun("piquet", 2, DEALERS["piquet"]))
    journal.make(entry.set_context(journal.scored, {"hands": [ELDER, None]}))
    lay(journal, PLAYS["piquet"][:4])
    with pytest.raises(ImpossibleFactsError, match="not_in_hand"):
        entry.judge(journal.scored, "7H")
    change = entry.lay_open(journal.scored, 1, [card for card in DEALER if card not in PLAYS["piquet"][:4]])
    assert [sorted(hand or ()) for hand in change.hands or ()] == [sorted(ELDER), sorted(DEALER)]


def test_the_facts_so_far_follow_from_the_cards_t_7() -> None:
    """Elder has taken three tricks, and leads a fourth."""
    assert playing("piquet", 7).scored.current.facts_so_far == {"winners": [0, 0, 0]}
    assert table("piquet").scored.current.facts_so_far == {}


# Which cards and revokes are recorded


@every_game
def test_a_manche_recorded_by_hand_half_way_has_its_cards(game: str) -> None:
    facts = sheet.record(playing(game, 9).scored, BY_HAND[game], "").facts
    assert facts == {**BY_HAND[game], "leader": LEADERS[game], "plays": PLAYS[game][:9]}


def test_a_manche_recorded_by_hand_before_the_first_card_has_no_cards() -> None:
    assert sheet.record(playing("hearts", 0).scored, BY_HAND["hearts"], "").facts == BY_HAND["hearts"]


def test_facts_by_hand_that_agree_with_all_the_cards_are_recorded_with_them_t_7() -> None:
    by_seat, bids = SPADES["tricks_by_seat"], SPADES["bids"]
    zeros = {str(seat): by_seat[seat] for seat, bid in enumerate(bids) if bid in {"nil", "blind_nil"}}
    facts = {"bids": bids, "tricks": SPADES["tricks"], "nil_tricks": zeros}
    assert sheet.record(playing("spades").scored, facts, "").facts["plays"] == PLAYS["spades"]


def test_typed_tricks_do_not_overrule_the_cards_t_7() -> None:
    journal = playing("spades")
    journal.make(sheet.record_cards(journal.scored, {**CONTEXTS["spades"], "tricks": [13, 0]}, ""))
    assert journal.scored.sheet.manches[0].points == MADE["spades"]


def test_the_choice_for_a_volte_is_needed_where_the_table_chooses_dp_22() -> None:
    scored = hearts_with(*SWEEP, moon="choice")
    with pytest.raises(IncompleteFactsError, match="volte_choice"):
        sheet.record_cards(scored, {}, "")
    assert scored.score_with(sheet.record_cards(scored, {"moon": "self_minus"}, "").facts).points == (-26, 0, 0, 0)


# Luc, seat 1, revoked; with the last of these cards Maxence plays the A♦ that she had when she threw 8♥ on a diamond.
LUC, MAX = 1, 3


def revoked() -> Journal:
    """Return a manche in which the revoke of Maxence was noted: 7 hearts for Anne, 6 and the queen for Zoé (DP-17)."""
    journal, proof = table("hearts", revoke=13), REVOKED.index("AD")
    lay(journal, [*REVOKED[:proof]])
    journal.make(entry.play(entry.judge(journal.scored, "AD")[1], [MAX]))
    for card in REVOKED[proof + 1 :]:
        journal.make(entry.play(entry.judge(journal.scored, card)[1]))
    return journal


@pytest.mark.parametrize(
    ("facts", "points"),
    [
        ({}, (7, 0, 19, 13)),
        ({"revokes": []}, (7, 0, 19, 0)),
        ({"revokes": [LUC]}, (7, 13, 19, 0)),
        ({"revokes": [MAX, LUC]}, (7, 13, 19, 13)),
    ],
    ids=["as noted", "none after all", "another", "one more"],
)
def test_noted_revokes_are_recorded_unless_the_table_enters_others_t_7(
    facts: dict[str, Any], points: tuple[int, ...]
) -> None:
    journal = revoked()
    journal.make(sheet.record_cards(journal.scored, facts, ""))
    assert journal.scored.sheet.manches[0].points == points
    # Another price scores every revoke again (DP-25), and none is a fact of the cards.
    journal.make(partie.change_rules(journal.scored, {"revoke": 26}, None))
    assert journal.scored.sheet.manches[0].points == tuple(26 if one == 13 else one for one in points)


def test_a_revoke_noted_half_way_is_recorded_by_hand_too() -> None:
    journal = table("hearts", revoke=13)
    lay(journal, ["2C", "KD", "3C", "AC", "5C", "4C"])
    journal.make(entry.play(entry.judge(journal.scored, "6C")[1], [LUC]))
    journal.make(sheet.record(journal.scored, {"points": [5, 4, 16, 1]}, ""))
    assert journal.scored.sheet.manches[0].points == (5, 4 + 13, 16, 1)
    assert len(journal.scored.facts[0]["plays"]) == 7


def test_a_revoke_of_an_unknown_seat_is_refused_with_cards_too() -> None:
    with pytest.raises(ImpossibleFactsError, match="too_high in revokes"):
        sheet.record_cards(revoked().scored, {"revokes": [4]}, "")


# Which cards stay when a manche is corrected, deleted or restored


@every_game
def test_a_correction_that_agrees_keeps_the_cards_and_another_drops_them(game: str) -> None:
    scored = recorded(game).scored
    number, facts = scored.state.manches[0].version, scored.facts[0]
    agreed = {"penalties": [{"side": 1, "points": 10, "reason": "renonce"}]}
    kept = sheet.correct(scored, number, {**sheet.without_cards(facts), **agreed}, "un mot")
    assert kept is not None
    assert kept.facts == {**facts, **agreed}
    dropped = sheet.correct(scored, number, BY_HAND[game], "")
    assert dropped is not None
    assert dropped.facts == BY_HAND[game]


@pytest.mark.parametrize(
    ("game", "other"),
    [
        ("hearts", {"taken": {"H": [4, 5, 3, 1], "QS": [0, 0, 1, 0]}}),
        ("spades", {"tricks": [7, 6]}),
        ("piquet", {"tricks": [8, 4]}),
    ],
)
def test_correcting_half_a_manche_keeps_its_cards(game: str, other: dict[str, Any]) -> None:
    journal = playing(game, 9)
    journal.make(sheet.record(journal.scored, BY_HAND[game], ""))
    change = sheet.correct(journal.scored, journal.version, {**BY_HAND[game], **other}, "")
    assert change is not None
    assert change.facts == {**BY_HAND[game], **other, "leader": LEADERS[game], "plays": PLAYS[game][:9]}


def corrected(journal: Journal, **facts: Any) -> dict[str, Any]:  # noqa: ANN401 - facts
    """Return the facts of the last manche after a correction of some of them."""
    former = sheet.without_cards(journal.scored.facts[0])
    change = sheet.correct(journal.scored, journal.state.manches[0].version, {**former, **facts}, "")
    assert change is not None
    return dict(change.facts)


def test_facts_that_no_card_shows_are_corrected_with_the_cards() -> None:
    """Bids (AP-3), the revokes that the table counts (T-5), the choice for a volte (DP-22)."""
    assert corrected(recorded("spades"), bids=[5, 3, 2, 3], nil_tricks={})["plays"] == PLAYS["spades"]
    journal = revoked()
    journal.make(sheet.record_cards(journal.scored, {}, ""))
    without = corrected(journal, revokes=[])
    assert ("revokes" in without, without["plays"]) == (False, [*REVOKED])
    swept = table("hearts", moon="choice")
    lay(swept, SWEEP)
    swept.make(sheet.record_cards(swept.scored, {"moon": "self_minus"}, ""))
    assert corrected(swept, moon="others_plus")["plays"] == SWEEP


def test_hands_that_contradict_the_cards_drop_them_pi_16() -> None:
    journal = playing("piquet", 9)
    journal.make(sheet.record(journal.scored, BY_HAND["piquet"], ""))
    swapped = {"elder": 0, "carte_blanche": [False, False], "hands": [DEALER, ELDER], "tricks": [7, 5], "last": 0}
    change = sheet.correct(journal.scored, journal.version, {**swapped, "elder_run": 3}, "")
    assert change is not None
    assert "plays" not in change.facts


def test_cards_are_scored_and_kept_under_other_rules_dp_19() -> None:
    journal = recorded("hearts")
    journal.make(partie.change_rules(journal.scored, {"jack_of_diamonds": -10}, None))
    (made,) = journal.scored.sheet.manches
    assert sorted(now - then for now, then in zip(made.points, HEARTS["points"], strict=True)) == [-10, 0, 0, 0]
    typed = sheet.without_cards(sheet.check_facts(journal.scored, journal.scored.facts[0]))
    assert "JD" in typed["taken"]
    change = sheet.correct(journal.scored, journal.state.manches[0].version, typed, "un mot")
    assert change is not None
    assert change.facts["plays"] == PLAYS["hearts"]


@pytest.mark.parametrize(("game", "drops"), [("hearts", ("context",)), ("spades", None), ("piquet", None)])
def test_a_manche_stays_if_another_seat_would_then_lead_the_cards_played(
    game: str, drops: tuple[str, ...] | None
) -> None:
    """Atout Pique (AP-9) and Piquet (PI-16) then have another first leader; Dame de Pique has not (DP-11)."""
    journal = playing(game, 5, behind=2)
    latest = journal.state.manches[-1].version
    deleted = table(game, behind=2)
    deleted.make(sheet.delete(deleted.scored, latest))
    assert deleted.state.entry.context is None  # bids and declarations were of another deal
    lay(deleted, PLAYS[game][:5], entry.begin_cards(deleted.scored, 0 if game == "hearts" else None).cards.leader)
    for scored, act in ((journal.scored, sheet.delete), (deleted.scored, sheet.restore)):
        if drops is None:
            with pytest.raises(RefusedError, match="cards_under_way"):
                act(scored, latest)
        else:
            change = act(scored, latest)
            assert change is not None
            assert change.drops == drops


def test_deleting_a_coup_before_the_last_does_not_change_the_dealer_pi_3() -> None:
    """The elder of the last coup deals the next one, independent of the others."""
    journal = playing("piquet", 5, behind=2)
    first = journal.state.manches[0].version
    assert sheet.delete(journal.scored, first) == Deleted(manche=first)


def test_a_restored_manche_is_read_under_the_rules_of_now_dp_19() -> None:
    """Nobody has the jack in facts that were entered without it."""
    undone, deleted = table("hearts", behind=1), table("hearts", behind=1)
    recording = undone.rows[0]
    assert isinstance(recording, Recorded)
    undone.undo()
    deleted.make(Deleted(manche=2))
    for journal, taken_back in ((undone, recording), (deleted, None)):
        journal.make(partie.change_rules(journal.scored, {"jack_of_diamonds": -10}, None))
        with pytest.raises(ImpossibleFactsError, match="missing_count"):
            sheet.restore(journal.scored, 2, taken_back)
