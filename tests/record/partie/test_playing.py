"""A manche entered in steps: its bids and each card are stored, and are changes of the log (T-6, T-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from partie.acts import BY_HAND, CONTEXTS, HEARTS, LEADERS, PLAYS, SPADES
from record.evening import Facts, changes, context, play_card, points, totals
from record.table import EVERY_GAME, set_table, table_with
from support.deals import COUP_POINTS, REVOKED

from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.partie.decide import entry
from scorekeeper.record.database import db
from scorekeeper.record.formats.judge import judge_input
from scorekeeper.record.models import Change, Partie
from scorekeeper.record.partie.scored_partie import score_partie

if TYPE_CHECKING:
    from record.evening import Evening

every_game = pytest.mark.parametrize("slug", EVERY_GAME)
MADE = {"hearts": tuple(HEARTS["points"]), "spades": tuple(SPADES["points"]), "piquet": COUP_POINTS}


def payloads(partie: Partie, kind: str) -> list[Facts]:
    """Return the payload of every change of this kind, in order."""
    query = db.session.query(Change).filter_by(partie_id=partie.id).order_by(Change.version)
    return [one.payload for one in query if one.kind == kind]


@every_game
def test_a_whole_manche_card_by_card_scores_itself_is_undone_and_restored_t_7(evening: Evening, slug: str) -> None:
    table = set_table(evening, slug, behind=1)
    begun, earlier = table.context, totals(table.partie)
    table.begin(0 if slug == "hearts" else None)
    table.play(*PLAYS[slug])
    manche = table.record()
    assert points(table.partie)[1:] == [MADE[slug]]
    assert (table.stored_plays, table.context) == (None, None)
    assert (manche.facts["leader"], manche.facts["plays"]) == (LEADERS[slug], PLAYS[slug])
    assert [change["card"] for change in payloads(table.partie, "played")] == PLAYS[slug]
    evening.undo(table.partie)
    assert (table.stored_plays, table.context, totals(table.partie)) == (PLAYS[slug], begun, earlier)
    evening.undo(table.partie)
    assert table.stored_plays == PLAYS[slug][:-1]
    table.act(entry.take_back, 0)
    evening.restore(manche)
    assert (table.stored_plays, table.context, points(table.partie)[1:]) == (None, None, [MADE[slug]])
    assert manche.facts["plays"] == PLAYS[slug]


def test_the_bids_are_stored_and_each_is_a_change_ap_3(evening: Evening) -> None:
    partie = evening.partie(game="spades")
    for bids in ([None, 3, None, None], [None, 3, 0, None], [None, 3, 0, None]):
        evening.set_context(partie, {"bids": bids})
    db.session.expire_all()
    entered = {"bids": [None, 3, "nil", None]}
    assert (context(partie), payloads(partie, "begun")[1:]) == (entered, [{"context": entered}])
    assert changes(partie) == [(1, "started"), (2, "begun"), (3, "begun")]
    evening.set_context(partie, {})
    evening.set_context(partie, {})
    assert (context(partie), partie.version) == (None, 4)


def test_a_refused_result_does_not_remove_the_bids_ap_20(evening: Evening) -> None:
    table = set_table(evening, "spades")
    before = changes(table.partie)
    with pytest.raises(ImpossibleFactsError, match="tricks_short"):
        evening.record(table.partie, {**BY_HAND["spades"], "tricks": [6, 6]})
    assert (table.context, totals(table.partie), changes(table.partie)) == (CONTEXTS["spades"], [], before)


def test_a_card_against_a_rule_is_stored_with_its_ruling_t_5(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    assert table.play("KD").ruling.value == "forbidden"
    assert payloads(table.partie, "played") == [{"seat": 0, "card": "KD", "ruling": "forbidden"}]


def test_a_revoke_proven_later_is_recorded_with_the_manche_t_4(evening: Evening) -> None:
    """Seat 1 discards a diamond on clubs in the first trick, and plays a club in the second."""
    table = set_table(evening, "hearts")
    table.begin(0)
    assert table.play("2C", "KD", "3C", "AC", "5C", "4C", "6C").exposes == (1,)
    evening.record(table.partie, BY_HAND["hearts"])
    arbiter = score_partie(table.partie).arbiter_of(0)
    assert arbiter is not None
    assert arbiter.exposed == {1}


def test_a_noted_revoke_is_in_the_log_and_in_the_facts_but_not_in_the_transcript_t_5(evening: Evening) -> None:
    """Maxence, seat 3, threw 8♥ on a diamond and later plays the A♦. The arbiter does not apply the price."""
    table, proof = set_table(evening, "hearts", revoke=13), REVOKED.index("AD")
    table.lay(0, REVOKED[:proof])
    with table.open() as opened:
        play_card(opened, "AD", [3])
    assert payloads(table.partie, "played")[0]["revokes"] == [3]
    table.play(*REVOKED[proof + 1 :])
    assert (table.cards or {})["revokes"] == [{"seat": 3, "after": proof + 1}]
    assert table.record().facts["revokes"] == [3]
    assert points(table.partie) == [(7, 0, 19, 13)]
    line = judge_input(score_partie(table.partie), 0)
    assert ("revokes" in line, line["plays"]) == (False, [*REVOKED])
    evening.undo(table.partie)
    assert (table.cards or {})["revokes"] == [{"seat": 3, "after": proof + 1}]


def test_no_card_is_ever_lost_from_the_log_t_6(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    table.begin(0)
    table.play("2C", "3C", "KD")
    table.act(entry.take_back, 1)
    table.play("JC", "9C")
    table.act(entry.replace_card, 1, "QC")
    table.act(entry.clear_cards)
    table.begin(2)
    table.play("2C")
    assert [change["card"] for change in payloads(table.partie, "played")] == ["2C", "3C", "KD", "JC", "9C", "2C"]
    assert payloads(table.partie, "taken_back") == [{"down_to": 1, "cards": ["3C", "KD"]}]
    assert payloads(table.partie, "other_card") == [{"index": 1, "card": "QC", "former": "JC"}]
    assert [change["cards"]["leader"] for change in payloads(table.partie, "cards")] == [0, 2]
    assert payloads(table.partie, "cleared") == [{}]


def test_taking_back_without_cards_stops_entering_cards_t_6(evening: Evening) -> None:
    table = table_with(evening, "spades", 2)
    for left in (1, 0, None):
        table.act(entry.take_back)
        assert table.stored_plays == (None if left is None else PLAYS["spades"][:left])
    assert table.context == CONTEXTS["spades"]
