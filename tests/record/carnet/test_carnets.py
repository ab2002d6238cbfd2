"""The use cases of a carnet: its code, players, soirées and house rules."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import current_app
from record.evening import Evening
from sqlalchemy import select

from scorekeeper.record.carnet import carnets, habits
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Carnet, Role, SavedPreset, Soiree
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.recovery_code import code_digest, code_of, renew_code


def names(evening: Evening) -> list[str]:
    return [player.name for player in habits.frequent_players(evening.carnet)]


def test_the_access_that_creates_a_carnet_is_its_owner(evening: Evening) -> None:
    assert evening.carnet.name == "Les jeudis"
    assert evening.access.role is Role.OWNER
    assert evening.access.generation == 1
    assert len(evening.carnet.key) >= 16
    assert len(code_of(evening.carnet)) == 16


def test_a_carnet_needs_no_name_and_has_its_own_key(evening: Evening) -> None:
    with writing():
        made = [carnets.create_carnet("").carnet for _ in range(3)]
    every = [evening.carnet, *made]
    assert made[0].name == ""
    assert len({carnet.key for carnet in every}) == len({code_of(carnet) for carnet in every}) == 4


def test_the_name_of_a_carnet_is_checked_and_may_be_removed(evening: Evening) -> None:
    with writing():
        carnets.rename_carnet(evening.carnet, "  Les  samedis ")
    assert evening.carnet.name == "Les samedis"
    with writing():
        carnets.rename_carnet(evening.carnet, "")
    assert evening.carnet.name == ""
    with pytest.raises(RefusedError, match="name_long"), writing():
        carnets.rename_carnet(evening.carnet, "x" * 81)


@pytest.mark.parametrize("way", ["plain", "lower", "dashes", "spaces", "alike", "wide"])
def test_a_code_opens_the_carnet_however_it_is_typed(evening: Evening, way: str) -> None:
    with writing():
        code = f"A0B1C2D3E4{secrets.token_hex(3).upper()}"
        evening.carnet.code_digest = code_digest(code)  # random, as in an earlier version
    fours = [code[start : start + 4] for start in range(0, 16, 4)]
    typed = {
        "plain": code,
        "lower": code.lower(),
        "dashes": "-".join(fours),
        "spaces": f"  {' '.join(fours)}\n",
        "alike": code.replace("0", "O").replace("1", "l"),
        "wide": " – ".join(fours),
    }[way]
    with writing():
        access = carnets.open_by_code(typed)
    assert access.carnet is evening.carnet
    assert access.role is Role.OWNER
    assert access.id != evening.access.id


@pytest.mark.parametrize("typed", ["", " ", "A0B1", "Z" * 16, "U" * 16, "é" * 16, "\x00" * 16, "0" * 10_000])
def test_any_other_code_is_refused(evening: Evening, typed: str) -> None:
    with pytest.raises(RefusedError, match="unknown_code"), writing():
        carnets.open_by_code(typed)
    assert db.session.query(Access).filter_by(carnet=evening.carnet).count() == 1


def test_a_new_code_invalidates_the_old_one(evening: Evening) -> None:
    before = code_of(evening.carnet)
    with writing():
        renew_code(evening.carnet)
    with pytest.raises(RefusedError, match="unknown_code"), writing():
        carnets.open_by_code(before)
    with writing():
        assert carnets.open_by_code(code_of(evening.carnet)).carnet is evening.carnet


def test_a_code_is_shown_as_long_as_the_secret_key_is_the_same(evening: Evening) -> None:
    """With another key the code still opens its carnet, and a new one can be created and shown."""
    code = code_of(evening.carnet)
    assert code is not None
    assert code_of(evening.carnet) == code
    with secret_key("another"):
        assert code_of(evening.carnet) is None
        with writing():
            assert carnets.open_by_code(code).carnet is evening.carnet
            renew_code(evening.carnet)
        renewed = code_of(evening.carnet)
        assert renewed not in {None, code}
    assert code_of(evening.carnet) is None


def test_no_code_is_stored(evening: Evening) -> None:
    code = code_of(evening.carnet)
    with writing():
        renew_code(evening.carnet)
    stored = repr(db.session.execute(select(Carnet.__table__)).all())
    assert code_digest(code_of(evening.carnet) or "") in stored
    assert code not in stored
    assert code_of(evening.carnet) not in stored


@contextmanager
def secret_key(secret: str) -> Iterator[None]:
    """Set another secret key."""
    before, current_app.config["SECRET_KEY"] = current_app.config["SECRET_KEY"], secret
    try:
        yield
    finally:
        current_app.config["SECRET_KEY"] = before


@pytest.mark.parametrize("again", ["Zoé", "ZOÉ", " zoe\u0301 ", "Zo\u200cé"])
def test_two_players_of_the_same_name_are_refused(evening: Evening, again: str) -> None:
    evening.player("Zoé")
    with pytest.raises(RefusedError) as caught, writing():
        carnets.add_player(evening.carnet, again)
    assert (caught.value.key, caught.value.field, caught.value.details) == ("name_taken", "name", {"name": "Zoé"})


def test_the_name_of_a_retired_player_is_refused_with_its_own_key(evening: Evening) -> None:
    zoe = evening.player("Zoé")
    with writing():
        carnets.retire_player(zoe)
    with pytest.raises(RefusedError, match="name_retired"), writing():
        carnets.add_player(evening.carnet, "zoé")


def test_a_player_may_change_the_case_of_their_own_name(evening: Evening) -> None:
    anne, luc = evening.player("anne"), evening.player("Luc")
    with writing():
        carnets.rename_player(anne, "Anne")
    assert anne.name == "Anne"
    with pytest.raises(RefusedError, match="name_taken"), writing():
        carnets.rename_player(luc, "ANNE")
    assert luc.name == "Luc"


def test_a_retired_player_is_not_suggested_until_restored(evening: Evening) -> None:
    anne, _ = evening.player("Anne"), evening.player("Luc")
    with writing():
        carnets.retire_player(anne)
    at = anne.retired_at
    assert names(evening) == ["Luc"]
    with writing():
        carnets.retire_player(anne)
    assert anne.retired_at == at
    with writing():
        carnets.restore_player(anne)
    assert names(evening) == ["Anne", "Luc"]


def test_the_players_who_play_most_are_suggested_first(evening: Evening) -> None:
    evening.partie("Anne", "Luc", "Zoé", "Maxence")
    evening.partie("Luc", "Zoé", "Maxence")
    evening.player("Inès")
    assert names(evening) == ["Luc", "Zoé", "Maxence", "Anne", "Inès"]


def test_only_recent_soirees_count_and_the_last_table_may_be_of_an_old_soiree_entered_last(evening: Evening) -> None:
    def soiree(held_on: dt.date, *names: str) -> None:
        with writing():
            evening.soiree = carnets.open_soiree(evening.carnet, held_on, "")
        evening.partie(*names)

    evening.player("Inès")  # never played, and comes before those who played too long ago
    soiree(dt.date(2020, 1, 1), "Odette", "Renée", "Paul")
    evening.partie("Odette", "Renée", "Paul")
    for day in range(60):
        soiree(dt.date(2026, 1, 1) + dt.timedelta(day), "Anne", "Luc", "Zoé")
    assert names(evening) == ["Anne", "Luc", "Zoé", "Inès", "Odette", "Renée", "Paul"]
    last = habits.last_table(evening.carnet)
    assert last is not None
    assert [player.name for player in last.players] == ["Anne", "Luc", "Zoé"]

    soiree(dt.date(2019, 5, 12), "Paul", "Renée", "Odette")
    last = habits.last_table(evening.carnet)
    assert last is not None
    assert [player.name for player in last.players] == ["Paul", "Renée", "Odette"]


def test_a_soiree_is_deleted_and_restored(evening: Evening) -> None:
    with writing():
        carnets.delete_soiree(evening.soiree)
    at = evening.soiree.deleted_at
    assert at is not None
    assert abs(at - dt.datetime.now(dt.UTC)) < dt.timedelta(minutes=1)
    with writing():
        carnets.delete_soiree(evening.soiree)
    assert evening.soiree.deleted_at == at
    with writing():
        carnets.restore_soiree(evening.soiree)
    assert evening.soiree.deleted_at is None


@pytest.mark.parametrize("year", [1, 1899, 2201, 9999])
def test_the_year_of_a_soiree_is_checked(evening: Evening, year: int) -> None:
    with pytest.raises(RefusedError, match="date_far"), writing():
        carnets.open_soiree(evening.carnet, dt.date(year, 1, 1), "")
    assert db.session.query(Soiree).filter_by(carnet=evening.carnet).count() == 1


def test_the_place_of_a_soiree_is_checked(evening: Evening) -> None:
    with writing():
        carnets.set_date_and_place(evening.soiree, dt.date(2026, 1, 2), "  chez   Zoé 🏡 ")
    assert (evening.soiree.held_on, evening.soiree.place) == (dt.date(2026, 1, 2), "chez Zoé 🏡")
    with pytest.raises(RefusedError) as caught, writing():
        carnets.set_date_and_place(evening.soiree, dt.date(2026, 1, 2), "a\x00b")
    assert caught.value.field == "place"
    assert evening.soiree.place == "chez Zoé 🏡"


def test_house_rules_are_saved_replaced_and_deleted(evening: Evening) -> None:
    with writing():
        first = carnets.save_preset(evening.carnet, "hearts", "Chez nous", 4, {"limit": 50})
    with writing():
        second = carnets.save_preset(evening.carnet, "hearts", "chez  NOUS", 4, {"limit": 60})
    assert second.id == first.id
    assert (second.name, second.seats, second.options) == ("chez NOUS", 4, {"limit": 60})
    with writing():
        carnets.save_preset(evening.carnet, "hearts", "Ailleurs", 4, {})
    assert [preset.name for preset in evening.carnet.presets] == ["chez NOUS", "Ailleurs"]
    with writing():
        carnets.delete_preset(second)
    assert [preset.name for preset in evening.carnet.presets] == ["Ailleurs"]


def test_the_same_name_for_another_number_of_players_is_another_set_of_rules(evening: Evening) -> None:
    for seats in (4, 5, 4):
        with writing():
            carnets.save_preset(evening.carnet, "hearts", "Chez nous", seats, {"limit": 50 + seats})
    assert [(preset.seats, preset.options) for preset in evening.carnet.presets] == [
        (4, {"limit": 54}),
        (5, {"limit": 55}),
    ]


def test_house_rules_need_a_name(evening: Evening) -> None:
    with pytest.raises(RefusedError) as caught, writing():
        carnets.save_preset(evening.carnet, "hearts", " ", 4, {})
    assert caught.value.field == "preset_name"
    assert db.session.query(SavedPreset).filter_by(carnet=evening.carnet).count() == 0


def test_deleting_house_rules_leaves_the_parties_played_by_them(evening: Evening) -> None:
    with writing():
        preset = carnets.save_preset(evening.carnet, "hearts", "Courte", 4, {"limit": 50})
    partie = evening.partie(**preset.options)
    with writing():
        carnets.delete_preset(preset)
    assert partie.options["limit"] == 50


def test_a_refused_transaction_is_rolled_back(evening: Evening) -> None:
    def act() -> None:
        carnets.add_player(evening.carnet, "Anne")
        carnets.rename_carnet(evening.carnet, "Autre")
        carnets.add_player(evening.carnet, "anne")

    with pytest.raises(RefusedError), writing():
        act()
    assert names(evening) == []
    assert db.session.get_one(Carnet, evening.carnet.id).name == "Les jeudis"
