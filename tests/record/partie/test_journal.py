"""The log of a partie, on both databases: what is stored, by whom, at which version, and what a stale form is told."""

from __future__ import annotations

import datetime as dt

import pytest
from record.evening import FIRST, SECOND, THIRD, Evening, changes, ended, totals
from sqlalchemy import select

from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.partie.changes import BroughtBack, Reopened
from scorekeeper.partie.decide import partie as whole
from scorekeeper.partie.decide import players, turn
from scorekeeper.record.carnet import carnets, habits
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Change, Manche, Partie
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.sharing.recovery_code import code_of

# Starting


def test_a_partie_starts_with_its_seats_its_rules_and_one_change(evening: Evening) -> None:
    partie = evening.partie(dealer=2, limit=75)
    assert [player.name for player in partie.seated_players] == ["Anne", "Luc", "Zoé", "Maxence"]
    assert (partie.options["limit"], partie.options["moon"]) == (75, "others_plus")
    assert score_partie(partie).deal.dealer == 2
    assert (partie.version, changes(partie)) == (1, [(1, "started")])


@pytest.mark.parametrize(
    ("names", "dealer", "options", "key"),
    [
        pytest.param("ABAC", 0, {}, "seat_twice", id="two seats"),
        pytest.param("ABCD", 4, {}, "no_such_seat", id="a fifth dealer"),
        pytest.param("ABCD", -1, {}, "no_such_seat", id="a dealer below the first"),
        pytest.param("ABCD", 0, {"limit": 0}, "option_range", id="DP-25: a limit of 0"),
    ],
)
def test_a_partie_that_cannot_start(
    evening: Evening, names: str, dealer: int, options: dict[str, object], key: str
) -> None:
    with pytest.raises((RefusedError, ImpossibleOptionsError), match=key):
        evening.partie(*names, dealer=dealer, **options)
    assert db.session.query(Partie).filter_by(soiree_id=evening.soiree.id).count() == 0


def test_the_first_dealer_may_be_drawn_at_random(evening: Evening) -> None:
    assert {evening.partie(dealer=None).first_dealer for _ in range(40)} == {0, 1, 2, 3}


# What is stored


def test_only_facts_are_stored_not_scores(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, {"points": [26, 0, 26, 26]}, FIRST)
    assert totals(partie) == [(26, 0, 26, 26), (31, 4, 42, 27)]
    db.session.expire_all()
    stored = select(Manche.version, Manche.facts).where(Manche.partie_id == partie.id).order_by(Manche.version)
    assert [*map(tuple, db.session.execute(stored))] == [
        (2, {"points": [26, 0, 26, 26], "moon": None}),
        (3, FIRST),
    ]


def test_a_manche_has_a_note_of_any_characters_but_controls(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="  Zoé rit 🂡.\r\nLuc non. ")
    db.session.expire_all()
    assert manche.note == "Zoé rit 🂡.\nLuc non."
    with pytest.raises(RefusedError, match="name_characters"):
        evening.record(partie, FIRST, note="a\x00b")


def test_every_version_is_stored_in_order_with_its_time_and_author(evening: Evening) -> None:
    start = dt.datetime.now(dt.UTC)
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="un")
    with writing():
        other = carnets.open_by_code(code_of(evening.carnet))
    evening.correct(manche, THIRD, "deux", other)
    evening.delete(manche)
    with evening.table(partie, access=None) as table:
        table.restore(manche)
    query = select(Change).where(Change.partie_id == partie.id, Change.version > 1).order_by(Change.version)
    rows = db.session.scalars(query).all()
    assert [(one.kind, one.access_id, one.below, one.payload, one.manche) for one in rows] == [
        ("recorded", evening.access.id, 1, {"facts": FIRST, "note": "un"}, manche),
        ("corrected", other.id, 2, {"manche": 2, "facts": THIRD, "note": "deux"}, manche),
        ("deleted", evening.access.id, 3, {"manche": 2}, manche),
        ("restored", None, 4, {"manche": 2}, manche),
    ]
    times = [one.at for one in rows]
    assert times == sorted(times)
    assert start <= times[0] <= times[-1] <= dt.datetime.now(dt.UTC)


def test_deleting_or_restoring_twice_changes_nothing_more(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    for act, kind in ((evening.delete, "deleted"), (evening.restore, "restored")):
        for _ in range(2):
            act(manche)
        assert changes(partie)[-1] == (partie.version, kind)
    assert partie.version == 4


def test_what_changes_nothing_is_no_change(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="bien joué")
    with evening.table(partie) as table:
        assert not table.correct(manche, {"taken": dict(FIRST["taken"])}, " bien joué ")
        assert not table.change_rules({"limit": 100})
        assert not table.act(turn.change_dealer, 1)
        assert not table.act(turn.change_order, [0, 1, 2, 3])
        table.make(Reopened())
        table.make(BroughtBack())
        assert not table.act(turn.change_dealer, 1, from_first=True)
        assert not table.act(players.credit, 0, 0)
    assert partie.version == 2


def test_a_manche_deleted_in_the_middle_is_restored_in_its_position(evening: Evening) -> None:
    """Without the volte the sheet is 5 4 16 1, then 28 5 17 2."""
    partie = evening.partie()
    _, second, third = evening.record(partie, FIRST, SECOND, THIRD)
    evening.delete(second)
    assert totals(partie) == [(5, 4, 16, 1), (28, 5, 17, 2)]
    (fourth,) = evening.record(partie, FIRST)
    evening.restore(second)
    assert [one.id for one in score_partie(partie).manches][1:] == [second.id, third.id, fourth.id]
    assert totals(partie)[-1] == (59, 35, 33, 29)


def test_other_rules_are_previewed_and_stored_with_all_their_options_dp_18_dp_22(evening: Evening) -> None:
    """The queen at 12 and the volte subtracted: 5 4 15 1, then −25 for Zoé."""
    partie = evening.recorded("first_and_volte")
    before, rules = changes(partie), {"queen_points": 12, "moon": "self_minus"}
    assert whole.score_under_rules(score_partie(partie), rules).sheet.totals == (5, 4, -10, 1)
    assert (partie.options["queen_points"], changes(partie)) == (13, before)
    evening.rules(partie, rules)
    assert totals(partie) == [(5, 4, 15, 1), (5, 4, -10, 1)]
    change = journal.change_at(partie, partie.version)
    assert change is not None
    assert change.payload == {"options": partie.options, "side_names": None}


# Abandoning, deleting, playing again


def test_the_revanche_has_the_same_table_and_the_next_dealer_dp_7(evening: Evening) -> None:
    """Zoé and then Maxence dealt; Anne is next."""
    partie = evening.recorded("won_by_volte")
    assert ended(score_partie(partie)) == ((2,), 2)
    with evening.table(partie) as table:
        again = table.play_again()
    assert (again.first_dealer, again.options, again.soiree_id) == (0, partie.options, partie.soiree_id)
    assert (again.seated_players, totals(again)) == (partie.seated_players, [])


def test_the_revanche_counts_only_the_deals_up_to_the_end(evening: Evening) -> None:
    """Three manches, of which the second ends the partie: Zoé deals next, as her deal no longer counts."""
    with evening.table(evening.recorded("lowered_limit")) as table:
        assert table.play_again().first_dealer == 2


def test_the_revanche_sits_in_the_last_order_with_the_names_of_its_teams(evening: Evening) -> None:
    """Anne dealt, then Maxence; Zoé is next, the third in the new order."""
    partie = evening.recorded("named_teams")
    with evening.table(partie) as table:
        again = table.play_again()
    names = ["Anne", "Maxence", "Zoé", "Luc"]
    assert [player.name for player in again.seated_players] == names
    assert (again.first_dealer, score_partie(again).order, again.side_names) == (2, None, ["Nous", ""])
    last = habits.last_table(evening.carnet, partie.id)
    assert last is not None
    assert [player.name for player in last.players] == names


# Concurrent forms


def test_a_stale_form_is_refused_with_the_changes_since(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.correct(manche, THIRD)
    with pytest.raises(StaleError) as caught, evening.table(partie, 1) as table:
        table.record(FIRST, "")
    assert [(one.version, one.kind) for one in caught.value.changes] == [(2, "recorded"), (3, "corrected")]
    assert (partie.version, totals(partie)) == (3, [(23, 1, 1, 1)])


def test_a_form_is_not_stale_once_all_that_followed_is_undone(evening: Evening) -> None:
    partie = evening.recorded("first_and_volte")
    for step, version in ((evening.undo, 2), (evening.undo, 1), (evening.redo, 2), (evening.redo, 3)):
        step(partie)
        for other in {1, 2, 3} - {version}:
            with pytest.raises(StaleError), evening.table(partie, other):
                pass
        with evening.table(partie, version) as table:
            assert [manche.version for manche in table.scored.manches] == [2, 3][: version - 1]


@pytest.mark.parametrize("version", [3, 99, -1])
def test_an_unknown_version_is_stale_too(evening: Evening, version: int) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    with pytest.raises(StaleError), evening.table(partie, version) as table:
        table.record(FIRST, "")


def test_a_form_sent_again_is_stale_once_its_manche_was_undone(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    journal.refuse_if_undone(partie, 1, evening.access)
    for act in (evening.undo, lambda one: (evening.redo(one), evening.delete(manche))):
        act(partie)
        with pytest.raises(StaleError):
            journal.refuse_if_undone(partie, 1, evening.access)


def test_a_correction_that_restored_a_manche_is_taken_back_with_its_facts(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="N1")
    evening.undo(partie)
    evening.record(partie, SECOND)
    evening.correct(manche, THIRD, "corr")
    evening.undo(partie)
    evening.restore(manche)
    assert (totals(partie)[0], manche.note) == ((5, 4, 16, 1), "N1")
