"""Anonymise a player: the parties stay, and the name is in no table."""

from __future__ import annotations

import datetime as dt

import pytest
from record.evening import FIRST, Evening, bid_and_made, penalty, taken
from record.transfer.test_exchange import comes_back
from sqlalchemy import select

from scorekeeper.record.carnet import anonymity, carnets, decisions, kept_questions, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Base, Partie
from scorekeeper.record.partie.journal import changes_of, start_partie
from scorekeeper.record.partie.scored_partie import score_partie

pytestmark = pytest.mark.sweep("fills whole carnets")


def anonymise(evening: Evening, name: str) -> str:
    with writing():
        return anonymity.anonymise(evening.player(name), lambda number: f"Joueur {number}")


def written() -> str:
    """Return all rows of every table as one text."""
    db.session.rollback()
    rows = (row for table in Base.metadata.sorted_tables for row in db.session.execute(select(table)).mappings())
    return "\n".join(str(dict(row)) for row in rows)


def test_the_name_of_a_player_is_replaced_wherever_it_was_written(evening: Evening) -> None:
    name = f"Zoé{evening.carnet.id}"
    players = [evening.player(one) for one in ("Anne", "Luc", name, "Max")]
    with writing():
        partie = start_partie(evening.soiree, "spades", players, {}, 0, evening.access, [name])
    with evening.table(partie) as table:
        table.change_rules({}, [f"Anne et {name}", "Eux"])
    (manche,) = evening.record(evening.partie("Anne", "Luc", name, "Max"), FIRST, note=f"{name} rit")
    evening.undo(manche.partie)
    evening.correct(manche, FIRST, f"restaurée par {name}")
    evening.correct(manche, taken(5, 4, 3, 1, queen=2, **penalty(2, 5, f"renonce de {name.upper()}")), f"({name})")
    with writing():
        carnets.set_date_and_place(evening.soiree, dt.date(2026, 11, 21), f"chez {name}")
        carnets.save_preset(evening.carnet, "hearts", f"Règles de {name}", 4, {})
        decisions.log_decision(partie, "DP-12", None, f"{name} décide", evening.access)
        kept_questions.keep_question(evening.carnet, "spades", f"{name} a-t-elle coupé ?")
        merges.merge_players(evening.player(name), carnets.add_player(evening.carnet, f"{name}bis"), evening.access)
    with writing():
        carnets.rename_carnet(evening.carnet, f"Chez {name}")
    assert written().lower().count(name.lower()) > 10
    assert anonymise(evening, name) == "Joueur 1"
    assert name.lower() not in written().lower()
    scored = score_partie(db.session.get_one(Partie, manche.partie_id))
    assert scored.names == ("Anne", "Luc", "Joueur 1", "Max")
    assert scored.sheet.totals == (5, 4, 21, 1)
    assert manche.note == "(Joueur 1)"
    assert manche.facts["penalties"] == [{"side": 2, "points": 5, "reason": "renonce de Joueur 1"}]
    notes = [change.note for change in changes_of(manche)]
    assert notes == ["(Joueur 1)", "restaurée par Joueur 1", None, "Joueur 1 rit"]
    evening.undo(manche.partie)
    assert manche.note == "restaurée par Joueur 1"
    assert score_partie(db.session.get_one(Partie, partie.id)).names_of_sides == ["Anne et Joueur 1", "Eux"]
    assert (evening.soiree.place, evening.carnet.name) == ("chez Joueur 1", "Chez Joueur 1")


def test_long_texts_are_cut_so_that_the_partie_is_read_and_the_carnet_comes_back(evening: Evening) -> None:
    """« Al » is shorter than the new name; two presets of one name but for their case get different ones."""
    partie = evening.partie("Al", "Luc", "Zoé", "Max", game="spades")
    full = {"reason": "Al " * 66 + "Al"}
    facts = {**bid_and_made([4, 3, 1, 4], 6), "penalties": [{"side": 0, "points": 5, **full}]}
    evening.record(partie, facts, note="Al\n" * 666 + "Al")
    with evening.table(partie) as table:
        table.change_rules({}, ["Al " * 13 + "A", ""])
    with writing():
        for name in ("Chez Al", "chez joueur 1"):
            carnets.save_preset(evening.carnet, "hearts", name, 4, {})
    anonymise(evening, "Al")
    assert [len(penalty.reason) for penalty in score_partie(partie).played[0].penalties] == [200]
    comes_back(evening)


def test_a_name_within_a_word_is_not_replaced(evening: Evening) -> None:
    (manche,) = evening.record(evening.partie("Ann", "Luc", "Zoé", "Max"), FIRST, note="Anne, ann-x ANN et Annick")
    anonymise(evening, "Ann")
    assert manche.note == "Anne, Joueur 1-x Joueur 1 et Annick"


def test_the_player_is_retired_and_their_number_is_free(evening: Evening) -> None:
    for name in ("Anne", "Joueur 1", "Luc"):
        evening.player(name)
    anne = evening.player("Anne")
    assert anonymise(evening, "Anne") == "Joueur 2"
    assert anne.retired_at is not None
    assert [player.name for player in evening.carnet.players] == ["Joueur 2", "Joueur 1", "Luc"]


def test_names_of_house_rules_stay_unique(evening: Evening) -> None:
    anne = evening.player("Anne")
    with writing():
        for name in ("Anne", "Joueur 1"):
            carnets.save_preset(evening.carnet, "hearts", name, 4, {})
    anonymise(evening, anne.name)
    first, second = (preset.name for preset in evening.carnet.presets)
    assert (first.startswith("Joueur 1 "), second) == (True, "Joueur 1")


def test_a_player_of_the_same_name_in_another_carnet_is_not_renamed(evening: Evening) -> None:
    other = Evening()
    (manche,) = other.record(other.partie(), FIRST, note="Anne rit")
    evening.player("Anne")
    anonymise(evening, "Anne")
    assert (manche.note, other.player("Anne").name) == ("Anne rit", "Anne")
