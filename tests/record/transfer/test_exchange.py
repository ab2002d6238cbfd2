"""Export a carnet and import it again: equal, recognised as known, and complete."""

from __future__ import annotations

import json
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from record import applications
from record.evening import FIRST, SECOND, Evening, totals
from sqlalchemy import func, select

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
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.sharing.recovery_code import code_of
from scorekeeper.record.transfer import reading, rows
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.importing import find_import, finish_import, import_carnet
from scorekeeper.record.transfer.reading import CarnetFile, read_carnet
from scorekeeper.record.transfer.writing import snapshot, write_carnet

if TYPE_CHECKING:
    from sqlalchemy import Table

pytestmark = pytest.mark.sweep("fills whole carnets")

application = applications.alone()

SCHEMA = json.loads((Path(reading.__file__).parent / "schema.json").read_text(encoding="utf-8"))

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


def comes_back(evening: Evening) -> Carnet:
    """Check that the file of an imported carnet is the same, byte for byte, and that a rebuild would change nothing."""
    text = text_of(evening.carnet)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    other = imported(text)
    assert text_of(other) == text
    assert other.key != evening.carnet.key
    assert other.code_digest != evening.carnet.code_digest
    first = db.session.scalar(select(func.min(Partie.id)).join(Partie.soiree).where(Soiree.carnet_id == other.id)) or 1
    assert [*rebuild(first - 1)] == []
    return other


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


def test_an_imported_carnet_can_be_played_on(evening: Evening) -> None:
    evening.record(evening.partie(), FIRST)
    other = imported(text_of(evening.carnet))
    twin = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).one()
    evening.record(twin, SECOND)
    assert totals(twin) == [(5, 4, 16, 1), (31, 30, 16, 27)]


@pytest.mark.parametrize("exchanged", [False, True])
def test_replacements_in_any_order_of_the_seats_come_back_also_from_an_earlier_file(
    evening: Evening, *, exchanged: bool
) -> None:
    """Files of earlier versions have them by seat."""
    partie = evening.partie()
    for seat, name in ((0, "Denis"), (2, "Eva")) if exchanged else ((2, "Denis"), (1, "Eva")):
        with evening.table(partie) as table:
            table.replace_player(seat, evening.player(name))
    if exchanged:
        with evening.table(partie) as table:
            table.exchange_names(0, 3)
    comes_back(evening)
    text = text_of(evening.carnet)
    content = json.loads(text)
    content["parties"][0]["replacements"].sort(key=itemgetter("seat"))
    assert text_of(imported(json.dumps(content))) == text


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
