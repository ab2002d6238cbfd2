"""Limits on rows, so that no request reads or changes too many; each is refused with its own key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, Evening

from scorekeeper.partie.changes import Removed
from scorekeeper.partie.decide import entry
from scorekeeper.record.carnet import carnets, regrouping
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Manche, Partie, Role
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses
from scorekeeper.record.transfer import reading
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.writing import write_carnet

if TYPE_CHECKING:
    from scorekeeper.record.models import Soiree


def parties(soiree: Soiree) -> int:
    return db.session.query(Partie).filter_by(soiree_id=soiree.id).count()


@pytest.fixture
def two_parties(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Limit a soirée to two parties, and start two."""
    monkeypatch.setattr(carnets, "MOST_PARTIES", 2)
    for _ in range(2):
        evening.partie()
    return evening


def test_no_partie_is_started_in_a_full_soiree(two_parties: Evening) -> None:
    with pytest.raises(RefusedError, match="soiree_full") as caught:
        two_parties.partie()
    assert caught.value.details == {"most": 2}
    assert parties(two_parties.soiree) == 2


def test_a_deleted_partie_still_counts(two_parties: Evening) -> None:
    """It may be restored."""
    with two_parties.table(db.session.query(Partie).filter_by(soiree_id=two_parties.soiree.id).first()) as table:
        table.make(Removed())
    with pytest.raises(RefusedError, match="soiree_full"):
        two_parties.partie()


def test_no_partie_is_moved_to_a_full_soiree(two_parties: Evening) -> None:
    other = two_parties.day_before()
    partie = two_parties.partie(soiree=other)
    with pytest.raises(RefusedError, match="soiree_full"), two_parties.table(partie) as table:
        regrouping.move_partie(table.partie, two_parties.soiree, two_parties.access)
    with pytest.raises(RefusedError, match="soiree_full"), writing():
        regrouping.join_soirees(two_parties.soiree, other, two_parties.access)
    assert (parties(two_parties.soiree), parties(other)) == (2, 1)


def test_a_partie_is_moved_back_unless_its_soiree_is_full(two_parties: Evening) -> None:
    target = two_parties.day_before()
    with writing():
        joined = regrouping.join_soirees(target, two_parties.soiree, two_parties.access)
    with writing():
        carnets.restore_soiree(two_parties.soiree)
    two_parties.partie(soiree=two_parties.soiree)
    with pytest.raises(RefusedError, match="soiree_full"), writing():
        regrouping.undo_regrouping(joined, two_parties.access)
    assert (parties(two_parties.soiree), parties(target)) == (1, 2)


def test_the_number_of_players_is_limited_including_retired_ones(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carnets, "MOST_PLAYERS", 2)
    evening.player("Anne")
    with writing():
        carnets.retire_player(evening.player("Luc"))
    with pytest.raises(RefusedError, match="many_players") as caught:
        evening.player("Zoé")
    assert (caught.value.field, caught.value.details) == ("name", {"most": 2})
    assert [player.name for player in evening.carnet.players] == ["Anne", "Luc"]


def test_the_number_of_house_rules_is_limited_but_existing_ones_can_be_replaced(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carnets, "MOST_PRESETS", 1)
    with writing():
        carnets.save_preset(evening.carnet, "hearts", "Chez nous", 4, {"limit": 50})
    with pytest.raises(RefusedError, match="many_presets") as caught, writing():
        carnets.save_preset(evening.carnet, "hearts", "Chez eux", 4, {"limit": 60})
    assert (caught.value.field, caught.value.details) == ("preset_name", {"most": 1})
    with writing():
        carnets.save_preset(evening.carnet, "hearts", "chez nous", 4, {"limit": 70})
    assert [preset.options for preset in evening.carnet.presets] == [{"limit": 70}]


def test_the_number_of_open_invitations_is_limited(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accesses, "MOST_INVITATIONS", 2)
    with writing():
        first, _ = (accesses.invite(evening.carnet, Role.SPECTATEUR)[0] for _ in range(2))
    with pytest.raises(RefusedError, match="many_invitations"), writing():
        accesses.invite(evening.carnet, Role.MARQUEUR)
    with writing():
        accesses.revoke(first)
        accesses.invite(evening.carnet, Role.MARQUEUR)
    assert len(accesses.open_invitations(evening.carnet)) == 2


def test_the_number_of_manches_is_limited_but_existing_ones_can_be_changed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "MOST_MANCHES", 2)
    partie = evening.partie()
    first, second = evening.record(partie, FIRST, FIRST)
    with pytest.raises(RefusedError, match="partie_full") as caught:
        evening.record(partie, FIRST)
    assert caught.value.details == {"most": 2}
    evening.correct(first, FIRST, "note")
    evening.undo(partie)
    with evening.table(partie) as table:
        table.restore(db.session.get_one(Manche, second.id))
    assert score_partie(partie).manches == [first, second]


@pytest.mark.parametrize(
    ("way", "most", "found"),
    [
        (("players",), carnets.MOST_PLAYERS, ("players", "too_many")),
        (("presets",), carnets.MOST_PRESETS, ("presets", "too_many")),
        (("parties", 0, "manches"), entry.MOST_MANCHES, ("parties[0].manches", "too_many")),
        (("parties",), carnets.MOST_PARTIES, ("parties", "shape")),
    ],
)
def test_a_file_has_the_same_limits(
    evening: Evening, way: tuple[str | int, ...], most: int, found: tuple[str, str]
) -> None:
    evening.record(evening.partie(), FIRST)
    with writing():
        carnets.save_preset(evening.carnet, "hearts", "Règle", 4, {})
    file = json.loads("".join(write_carnet(db.session(), evening.carnet)))
    listed = file
    for step in way:
        listed = listed[step]
    extended(listed, most)
    assert error_of(file) != found
    extended(listed, most + 1)
    assert error_of(file) == found


def error_of(file: object) -> tuple[str, str] | None:
    try:
        reading.read_carnet(json.dumps(file).encode(), 10**7)
    except UnreadableFileError as error:
        return error.field or "", error.key
    return None


def extended(listed: list[dict[str, object]], count: int) -> None:
    """Add copies of the last, each with its own name, or as a manche undone before the others, up to `count`."""
    for number in range(len(listed) + 1, count + 1):
        if "facts" in listed[-1]:
            listed.insert(0, {**listed[-1], "version": -number, "kept": False, "taken_back": True})
        else:
            listed.append({**listed[-1], **({"name": f"{number}"} if "name" in listed[-1] else {})})


def test_of_too_many_changes_the_last_are_read(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "_MOST_CHANGES", 3)
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    for number in range(6):
        evening.correct(manche, FIRST, f"{number}")
    assert partie.version == 8  # begun, recorded, six times corrected
    assert [change.version for change in journal.changes_since(partie, 6)] == [7, 8]
    assert [change.version for change in journal.changes_since(partie, 1)] == [6, 7, 8]
    assert [change.version for change in journal.changes_of(manche)] == [8, 7, 6]


def test_manches_removed_from_the_sheet_are_dated_by_their_last_change(evening: Evening) -> None:
    partie = evening.recorded("two_manches")
    first, second = partie.manches
    evening.delete(first)
    evening.undo(partie)
    evening.delete(first)
    evening.delete(second)
    at = {manche.id: journal.change_at(partie, version).at for manche, version in ((first, 6), (second, 7))}
    assert journal.last_change_times([first, second]) == at
