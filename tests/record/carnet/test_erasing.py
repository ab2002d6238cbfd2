"""Erase a carnet from every table, without changing another."""

from __future__ import annotations

import datetime as dt

import pytest
from record.evening import FIRST, Evening, penalty, taken
from sqlalchemy import func, select

from scorekeeper.record.carnet import carnets, debts, decisions, kept_questions, merges
from scorekeeper.record.carnet.erasing import erase_carnet
from scorekeeper.record.carnet.regrouping import join_soirees
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Base, ImportedFile, Role, StakePer
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses
from scorekeeper.record.sharing.recovery_code import code_of
from scorekeeper.record.submissions import once

EVERY_TABLE = Base.metadata.sorted_tables


def counts() -> dict[str, int]:
    """Return the number of rows of each table."""
    db.session.rollback()
    return {
        table.name: db.session.execute(select(func.count()).select_from(table)).scalar_one() for table in EVERY_TABLE
    }


def fill() -> Evening:
    """Create a carnet with rows in every table."""
    evening = Evening()
    evening.recorded("to_twenty")  # over, and so in the statistics
    partie = evening.partie()
    evening.record(partie, FIRST, taken(0, 3, 10, 0, queen=2, **penalty(0, 5)), note="Zoé rit")
    evening.undo(partie)
    evening.replace(partie, 0, "Denis")
    with writing():
        carnets.save_preset(evening.carnet, "hearts", "Chez nous", 4, {"limit": 50})
        decisions.log_decision(partie, "DP-12", "revoke", "On redonne", evening.access)
        kept_questions.keep_question(evening.carnet, "hearts", "Qui paie le café ?")
        debts.set_stake(evening.soiree, StakePer.POINT, 10)
        merges.merge_players(evening.player("Zoé"), carnets.add_player(evening.carnet, "Zoe"), evening.access)
        join_soirees(evening.soiree, carnets.open_soiree(evening.carnet, dt.date(2026, 11, 20), ""), evening.access)
        db.session.add(ImportedFile(carnet_id=evening.carnet.id, digest="0" * 64))
        carnets.open_by_code(code_of(evening.carnet))
        invitation, _ = accesses.invite(evening.carnet, Role.SPECTATEUR, evening.soiree)
        accesses.accept_invitation(invitation, accesses.Joiner(player_id=evening.player("Luc").id))
    once(f"form of {evening.carnet.key}", lambda: f"/c/{evening.carnet.key}/parties/{partie.id}")
    return evening


def test_an_erased_carnet_is_in_no_table(evening: Evening) -> None:
    evening.record(evening.partie(), FIRST)
    before = counts()
    filled = fill()
    full = counts()
    assert {name for name in full if full[name] == before[name]} == {"attempt"}, "this test fills all the tables"
    with writing():
        erase_carnet(filled.carnet, " les  JEUDIS ", "effacer")
    assert counts() == before


@pytest.mark.parametrize("typed", ["", "Les jeudi", "effacer", "Les jeudis de la Marine"])
def test_a_carnet_is_erased_only_when_its_name_is_typed(evening: Evening, typed: str) -> None:
    before = counts()
    with pytest.raises(RefusedError) as caught, writing():
        erase_carnet(evening.carnet, typed, "effacer")
    assert (caught.value.key, caught.value.field, caught.value.details) == (
        "not_confirmed",
        "typed_name",
        {"name": "Les jeudis"},
    )
    assert counts() == before


@pytest.mark.usefixtures("evening")
def test_a_carnet_without_a_name_is_erased_when_a_word_is_typed() -> None:
    before = counts()
    with writing():
        unnamed = carnets.create_carnet("").carnet
        carnets.open_soiree(unnamed, dt.date(2026, 11, 21), "")
    with pytest.raises(RefusedError), writing():
        erase_carnet(unnamed, "", "effacer")
    with writing():
        erase_carnet(unnamed, "Effacer", "effacer")
    assert counts() == before
