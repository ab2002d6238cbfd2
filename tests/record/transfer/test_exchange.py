"""Export a carnet and import it again: equal, recognised as known, and complete."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from record import applications
from record.evening import FIRST, SECOND, THIRD, Evening, totals
from sqlalchemy import func, select
from support.recorded import FOLDER

from scorekeeper.record.carnet import kept_questions, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.models import (
    Base,
    Carnet,
    Change,
    Decision,
    KeptQuestion,
    Manche,
    Merge,
    Participant,
    Partie,
    PartieBase,
    Player,
    Regrouping,
    SavedPreset,
    Soiree,
    Stake,
)
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.storing import read_stored
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.recovery_code import code_of
from scorekeeper.record.transfer import reading, rows
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.importing import find_import, finish_import, import_carnet
from scorekeeper.record.transfer.reading import CarnetFile, read_carnet
from scorekeeper.record.transfer.writing import snapshot, write_carnet
from scorekeeper.web.transfer.print.sheets import judge_inputs

if TYPE_CHECKING:
    from collections.abc import Callable

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
    Partie: {"id", "soiree_id", "counted_as"},
    PartieBase: {"partie_id"},
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
    Partie: {"soiree", "participants", "manches", "base", "changes"},
    Change: {"manche"},
    Regrouping: {"source", "target"},
    Merge: {"player"},
    Decision: {"partie"},
}
# Tables that are not exported: accesses, derived values, and forms sent to this server.
SUMS = {"outcome"}
NO_OBJECTS = {
    "access",
    "attempt",
    "invitation",
    "merge",
    "participant",
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


def test_the_time_zone_of_a_soiree_comes_back(evening: Evening) -> None:
    """A file of an earlier version has none."""
    with writing():
        evening.soiree.zone = "Pacific/Tahiti"
    content = json.loads(text_of(comes_back(evening)))
    (soiree,) = content["soirees"]
    assert soiree.pop("zone") == "Pacific/Tahiti"
    earlier = json.loads(text_of(imported(json.dumps(content))))
    assert earlier["soirees"] == [{**soiree, "zone": None}]


def test_a_deleted_manche_that_does_not_fit_later_rules_comes_back(evening: Evening) -> None:
    """DP-19: the deleted manche does not name who took the jack, which is worth −10 since."""
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    evening.delete(manche)
    evening.rules(partie, {"jack_of_diamonds": -10})
    comes_back(evening)


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
    twin = _only_partie(other)
    evening.record(twin, SECOND)
    assert totals(twin) == [(5, 4, 16, 1), (31, 30, 16, 27)]


def test_a_partie_of_three_and_the_cards_of_one_with_jokers_come_back_ap_24_ap_25(evening: Evening) -> None:
    """Bids of 6, 5 and 4 with 6, 7 and 4 tricks are 60, 52 and 40; the 2♦ is a spade and takes the trick."""
    evening.recorded("three_and_jokers")
    other = comes_back(evening)
    twins = db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == other.id)).all()
    assert [totals(twin) for twin in twins] == [[(60, 52, 40)], [(41, 30, -20, 31)]]
    (line,) = judge_inputs(score_partie(twins[1]))
    assert judge_line(json.dumps(line))["tricks"][0]["winner"] == 2


def _only_partie(carnet: Carnet) -> Partie:
    return db.session.scalars(select(Partie).join(Partie.soiree).where(Soiree.carnet_id == carnet.id)).one()


def test_annuler_and_refaire_go_on_after_an_import_as_before(evening: Evening) -> None:
    """Every change that can be undone leads both parties to the same states, down to the start and up again.

    The partie has nearly every kind of change, some of them undone.
    """
    partie = evening.recorded("every_change")
    twin = _only_partie(comes_back(evening))
    for act in (evening.undo, evening.redo):
        states = states_after(act, partie)
        assert len(states) > 15
        assert states_after(act, twin) == states


def test_the_correction_of_an_undone_manche_comes_back_undone(evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST, note="N1")
    evening.undo(partie)
    evening.correct(manche, THIRD, "corrected")
    evening.undo(partie)
    twin = _only_partie(comes_back(evening))
    evening.restore(twin.manches[0])
    assert (totals(twin), twin.manches[0].note) == ([(5, 4, 16, 1)], "N1")


def states_after(act: Callable[[Partie], object], partie: Partie) -> list[object]:
    """Return the state of a partie, and after each step until it is refused."""
    states: list[object] = [read_stored(partie)]
    with suppress(RefusedError):
        while True:
            act(partie)
            states.append(read_stored(partie))
    return states


@pytest.mark.parametrize("application", ["sqlite"], indirect=True)
def test_a_file_of_version_1_has_the_same_sheets_players_and_dealers(evening: Evening) -> None:
    """Denis replaced Zoé after one manche of Dame de Pique, Maxence dealt the next one, then the order was changed."""
    carnet = imported((FOLDER / "version_1.json").read_text(encoding="utf-8"))
    assert text_of(imported(text_of(carnet))) == text_of(carnet)
    query = select(Partie).join(Partie.soiree).where(Soiree.carnet_id == carnet.id).order_by(Partie.id)
    hearts, spades, piquet = map(score_partie, db.session.scalars(query))
    assert totals(hearts.partie) == [(5, 4, 16, 1), (31, 30, 16, 27)]
    assert [hearts.as_played(index).names[2] for index in range(2)] == ["Zoé", "Denis"]
    assert [hearts.deal_of(index).dealer for index in range(3)] == [1, 3, 0]
    assert (hearts.order, hearts.entry.revokes) == ((0, 2, 1, 3), ((2, 2),))
    assert hearts.current.require_cards().plays == ("2C", "KC", "3C")
    assert totals(spades.partie) == [(60, 70)]
    assert (spades.names_of_sides, spades.entry.context) == (["Nous", "Eux"], {"bids": [None, None, 3, None]})
    assert [(manche.note, manche.kept) for manche in spades.partie.manches] == [("corrigée", True), ("", False)]
    assert (piquet.abandoned, piquet.names) == (True, ("Luc", "Zoé"))
    with pytest.raises(RefusedError, match="undo_ends"):
        evening.undo(hearts.partie)
    with writing():
        merges.undo_merge(merges.player_named(carnet, "Zoé"), "Zoe")
    assert score_partie(piquet.partie).names == ("Luc", "Zoe")
    assert score_partie(hearts.partie).as_played(0).names[2] == "Zoé"


def test_merges_are_undone_in_an_imported_carnet_as_in_the_first(evening: Evening) -> None:
    """C is merged into B, then B into A."""
    for name in "ABC":
        evening.partie(name, "Luc", "Max")
    for player, other in ("BC", "AB"):
        with writing():
            merges.merge_players(evening.player(player), evening.player(other), evening.access)
    text = text_of(evening.carnet)
    other = imported(text)
    assert text_of(other) == text
    for player, merged in ("AB", "BC"):
        with writing():
            merges.undo_merge(merges.player_named(other, player), merged)
    assert _first_seats(other) == ["A", "B", "C"]
    assert _first_seats(evening.carnet) == ["A", "A", "A"]


def _first_seats(carnet: Carnet) -> list[str]:
    query = select(Player.name).join(Participant).where(Player.carnet_id == carnet.id, Participant.number == 0)
    return list(db.session.scalars(query.order_by(Participant.partie_id)))


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
def test_the_file_does_not_have_that_the_first_dealer_was_drawn(evening: Evening) -> None:
    evening.partie(dealer=None)
    (partie,) = json.loads(text_of(evening.carnet))["parties"]
    assert [change["payload"] for change in partie["changes"]] == [{}]


def test_every_column_is_in_the_file_or_listed_as_not_exported(application: Any) -> None:  # noqa: ANN401 - the application
    assert application
    kinds = (rows.CarnetObject, rows.PlayerObject, rows.PresetObject, rows.SoireeObject, rows.PartieObject)
    kinds = (*kinds, rows.BaseObject, rows.MancheObject, rows.ChangeObject, rows.RegroupingObject, rows.StakeObject)
    kinds = (*kinds, rows.MergeObject, rows.DecisionObject, rows.QuestionObject)
    for (mapped, not_exported), kind in zip(NOT_EXPORTED.items(), kinds, strict=True):
        names = kind.__annotations__
        table: Table = Base.metadata.tables[mapped.__tablename__]
        assert {*table.columns.keys()} - not_exported == {*names} - INSTEAD.get(mapped, set()), mapped
    assert {*Base.metadata.tables} == {mapped.__tablename__ for mapped in NOT_EXPORTED} | NO_OBJECTS


def test_the_published_schema_is_up_to_date() -> None:
    """Write it with `reading.json_schema()`."""
    assert reading.json_schema() == SCHEMA
