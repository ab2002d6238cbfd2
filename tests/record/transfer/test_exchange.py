"""Export a carnet and import it again: equal, recognised as known, and complete."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record import applications
from record.evening import FIRST, SECOND, Evening, totals
from sqlalchemy import select
from support.histories import fill_at_random
from support.selection import examples

from scorekeeper.games.contract import CardByCard
from scorekeeper.record.carnet import kept_questions, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import (
    Base,
    Carnet,
    Change,
    Decision,
    KeptQuestion,
    Manche,
    Merge,
    Partie,
    Player,
    Regrouping,
    Replacement,
    SavedPreset,
    Seat,
    Soiree,
    Stake,
)
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models.rebuild import rebuild, stored_rows
from scorekeeper.record.sharing.recovery_code import code_of
from scorekeeper.record.transfer import reading, rows
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.importing import find_import, finish_import, import_carnet
from scorekeeper.record.transfer.reading import CarnetFile, read_carnet
from scorekeeper.record.transfer.writing import snapshot, write_carnet

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Table

pytestmark = pytest.mark.sweep("fills whole carnets")

application = applications.alone()

SCHEMA = json.loads((Path(reading.__file__).parent / "schema.json").read_text(encoding="utf-8"))
few = settings(max_examples=examples(6), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

# Columns that are not exported: ids, keys, accesses, and what is elsewhere in the file.
NOT_EXPORTED: dict[type[Base], set[str]] = {
    Carnet: {"id", "key", "code_digest", "code_renewals"},
    Player: {"id", "carnet_id", "folded"},
    SavedPreset: {"id", "carnet_id"},
    Soiree: {"id", "carnet_id"},
    Partie: {"id", "soiree_id"},
    Replacement: {"partie_id", "number", "former_id", "player_id"},
    Manche: {"id", "partie_id"},
    Change: {"partie_id", "access_id", "manche_id"},
    Regrouping: {"id", "source_id", "target_id", "access_id"},
    Stake: {"soiree_id"},
    Merge: {"id", "carnet_id", "player_id", "access_id"},
    Decision: {"id", "carnet_id", "partie_id", "access_id"},
    KeptQuestion: {"id", "carnet_id", "deleted_at"},
}
INSTEAD: dict[type[Base], set[str]] = {
    Soiree: {"stake"},
    Partie: {"soiree", "seats", "replacements", "manches", "changes"},
    Replacement: {"seat", "former", "player"},
    Change: {"manche"},
    Regrouping: {"source", "target"},
    Merge: {"player", "within"},
    Decision: {"partie"},
}
# Tables that are not exported: accesses, derived values, and forms sent to this server.
SUMS = {"outcome"}
NO_OBJECTS = {
    "access",
    "attempt",
    "invitation",
    "merge",
    "stake",
    "seat",
    "summary",
    "seat_summary",
    "tally",
    "submission",
    "imported_file",
} | SUMS


def text_of(carnet: Carnet) -> str:
    with snapshot(db.engine) as session:
        return "".join(write_carnet(session, carnet))


def file_of(text: str) -> CarnetFile:
    return read_carnet(text.encode(), MAX_UPLOAD_BYTES)


def imported(text: str) -> Carnet:
    file = file_of(text)
    carnet = import_carnet(file).carnet
    with writing() as session:
        finish_import(session, carnet, file.digest)
    return carnet


@few
@given(seed=st.integers(0, 2**32))
def test_an_imported_carnet_is_equal(application: Flask, seed: int) -> None:
    """Its file is the same byte for byte: it has positions instead of ids, and the same times."""
    with application.app_context():
        evening = Evening()
        fill_at_random(evening, seed)
        _comes_back(evening)


def _comes_back(evening: Evening) -> None:
    text = text_of(evening.carnet)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    other = imported(text)
    assert text_of(other) == text
    assert other.key != evening.carnet.key
    assert other.code_digest != evening.carnet.code_digest


def test_kept_questions_come_back_without_the_deleted_one(evening: Evening) -> None:
    """A file of an earlier version has none."""
    with writing():
        for text in ("Qui mélange ?", "Qui paie le café ?"):
            last = kept_questions.keep_question(evening.carnet, "hearts", text)
        kept_questions.delete_question(last)
    text = text_of(evening.carnet)
    assert "café" not in text
    assert [one.words for one in kept_questions.kept_questions(imported(text))] == ["Qui mélange ?"]
    content = json.loads(text)
    del content["questions"]
    assert kept_questions.kept_questions(imported(json.dumps(content))) == []


def test_an_imported_carnet_has_summaries(evening: Evening) -> None:
    """5 4 16 1, then a volte of the third: 31 30 16 27 (DP-21)."""
    partie = evening.partie()
    evening.record(partie, FIRST, SECOND)
    other = imported(text_of(evening.carnet))
    twin = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).one()
    assert totals(twin)[-1] == (31, 30, 16, 27)
    assert [one for one in rebuild() if one.partie_id == twin.id] == []
    rows = [stored_rows(db.session(), one.id) for one in (partie, twin)]
    names = {player.id: player.name for carnet in (evening.carnet, other) for player in carnet.players}
    plain = [
        [{**row, "partie_id": 0, "player_id": names.get(row.get("player_id", 0))} for row in table]
        for one in rows
        for table in one.values()
    ]
    assert plain[: len(rows[0])] == plain[len(rows[0]) :]


def test_an_imported_carnet_can_be_played_on(evening: Evening) -> None:
    evening.record(evening.partie(), FIRST)
    other = imported(text_of(evening.carnet))
    twin = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).one()
    evening.record(twin, SECOND)
    assert totals(twin) == [(5, 4, 16, 1), (31, 30, 16, 27)]


def test_named_dealers_and_exchanged_names_come_back_and_are_undone(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    with evening.table(partie) as table:
        table.exchange_names(0, 1)
    assert '"dealer"' not in text_of(evening.carnet)
    with evening.table(partie) as table:
        table.change_dealer(3)
    other = imported(text_of(evening.carnet))
    twin = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).one()
    assert (twin.seats[0].player.name, score_partie(twin).deal.dealer) == ("Luc", 3)
    with evening.table(twin) as table:
        table.undo_repair()
    assert score_partie(twin).deal.dealer == 1


def test_replaced_players_come_back_and_are_undone(evening: Evening) -> None:
    """Denis has Anne's seat from the second manche on, Eva from the third; the partie counts for Anne."""
    partie = evening.partie(limit=60)
    evening.record(partie, FIRST)
    assert '"replacements"' not in text_of(evening.carnet)
    for name in ("Denis", "Eva"):
        with evening.table(partie) as table:
            table.replace_player(0, evening.player(name), counts_for_former=name == "Denis")
        evening.record(partie, FIRST)
    _comes_back(evening)
    other = imported(text_of(evening.carnet))
    twin = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).one()
    evening.record(twin, FIRST)
    assert [score_partie(twin).as_played(index).names[0] for index in range(4)] == ["Anne", "Denis", "Eva", "Eva"]
    assert twin.seats[0].player.name == "Anne"
    with evening.table(twin) as table:
        table.undo_replacement(0)
    assert [score_partie(twin).as_played(index).names[0] for index in range(4)] == ["Anne", *["Denis"] * 3]
    assert [one for one in rebuild() if one.partie_id == twin.id] == []


def test_a_changed_order_comes_back_and_is_undone(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    with evening.table(partie) as table:
        table.change_order([0, 2, 1, 3])
    with evening.table(partie) as table:
        table.begin_cards(2)
    other = imported(text_of(evening.carnet))
    assert text_of(other) == text_of(evening.carnet)
    twin = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).one()
    scored = score_partie(twin)
    assert (scored.order, scored.deal, scored.current.cards) == (
        (0, 2, 1, 3),
        score_partie(partie).deal,
        CardByCard(2, order=(0, 2, 1, 3)),
    )
    with evening.table(twin) as table:
        table.clear_cards()
    with evening.table(twin) as table:
        table.undo()
    assert (score_partie(twin).order, score_partie(twin).deal.dealer) == (None, 1)


def test_merges_are_undone_in_an_imported_carnet_as_in_the_first(evening: Evening) -> None:
    """C is merged into B, then B into A; files of earlier versions have `within` for the first."""
    for name in "ABC":
        evening.partie(name, "Luc", "Max")
    for player, other in ("BC", "AB"):
        with writing():
            merges.merge_players(evening.player(player), evening.player(other), evening.access)
    text = text_of(evening.carnet)
    other = imported(text.replace('"within":null', '"within":2', 1))
    assert text_of(other) == text
    for player, merged in ("AB", "BC"):
        with writing():
            merges.undo_merge(merges.player_named(other, player), merged)
    assert _first_seats(other) == ["A", "B", "C"]
    assert _first_seats(evening.carnet) == ["A", "A", "A"]


def _first_seats(carnet: Carnet) -> list[str]:
    query = select(Player.name).join(Seat).join(Seat.partie).where(Player.carnet_id == carnet.id, Seat.number == 0)
    return list(db.session.scalars(query.order_by(Partie.id)))


def test_the_same_content_is_recognised_in_any_layout(evening: Evening) -> None:
    evening.record(evening.partie(), FIRST)
    text = text_of(evening.carnet)
    other = imported(text)
    again = file_of(json.dumps(json.loads(text), indent=2, sort_keys=True))
    assert find_import(db.session(), again.digest) == other
    assert find_import(db.session(), again.digest, [other.id, evening.carnet.id]) == other
    assert find_import(db.session(), again.digest, [evening.carnet.id]) is None
    different = file_of(text.replace('"Les jeudis"', '"Les lundis"'))
    assert find_import(db.session(), different.digest) is None


def test_the_file_has_no_keys_codes_or_accesses(evening: Evening) -> None:
    evening.record(evening.partie(), FIRST)
    text = text_of(evening.carnet)
    assert evening.carnet.key not in text
    assert code_of(evening.carnet) not in text
    assert evening.carnet.code_digest not in text
    assert "access" not in text


@pytest.mark.parametrize("application", ["sqlite"], indirect=True)
def test_every_column_is_in_the_file_or_listed_as_not_exported(application: Any) -> None:  # noqa: ANN401 - the application
    assert application
    kinds = (rows.CarnetObject, rows.PlayerObject, rows.PresetObject, rows.SoireeObject, rows.PartieObject)
    kinds = (*kinds, rows.ReplacementObject)
    kinds = (*kinds, rows.MancheObject, rows.ChangeObject, rows.RegroupingObject, rows.StakeObject)
    kinds = (*kinds, rows.MergeObject, rows.DecisionObject, rows.QuestionObject)
    for (mapped, not_exported), kind in zip(NOT_EXPORTED.items(), kinds, strict=True):
        names = kind.__annotations__
        table: Table = Base.metadata.tables[mapped.__tablename__]
        assert {*table.columns.keys()} - not_exported == {*names} - INSTEAD.get(mapped, set()), mapped
    assert {*Base.metadata.tables} == {mapped.__tablename__ for mapped in NOT_EXPORTED} | NO_OBJECTS


def test_the_published_schema_is_up_to_date() -> None:
    """Write it with `reading.json_schema()`."""
    assert reading.json_schema() == SCHEMA
