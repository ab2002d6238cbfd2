"""The use cases of a carnet: making and opening one, its players, its soirées, its own presets.

Each runs inside `database.writing()` and raises `RefusedError` for what cannot be.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import func, inspect, select
from sqlalchemy.orm import Session

from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Access,
    Carnet,
    Partie,
    Player,
    Role,
    SavedPreset,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import TITLE_LENGTH, clean_name, clean_note, fold
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.recovery_code import carnet_of_code, set_code

_FIRST_YEAR, _LAST_YEAR = 1900, 2200
# What pages show or change at once has an end, and so has what they cost: parties of a soirée, put away ones among
# them; players of a carnet, with those of before; its own house rules.
MOST_PARTIES, MOST_PLAYERS, MOST_PRESETS = 200, 2_000, 100


def create_carnet(name: str) -> Access:
    """A new carnet, and the owner's access of the phone that makes it."""
    carnet = Carnet(
        key=secrets.token_urlsafe(12),
        name=clean_name(name, longest=TITLE_LENGTH, required=False),
    )
    set_code(carnet)
    return _grant(carnet)


def open_by_code(code: str) -> Access:
    """An owner's access for another phone. Raises `RefusedError` when no carnet has this recovery code."""
    carnet = carnet_of_code(code)
    if carnet is None:
        raise RefusedError("unknown_code", field="code")
    return _grant(carnet)


def rename_carnet(carnet: Carnet, name: str) -> None:
    """Give the carnet another name, or none."""
    carnet.name = clean_name(name, longest=TITLE_LENGTH, required=False)


def add_player(carnet: Carnet, name: str) -> Player:
    """A new player. Raises `RefusedError` when the carnet has one of that name, retired ones included, or is full."""
    clean = clean_name(name)
    refuse_namesake(carnet, clean, None)
    refuse_more_players(db.session(), carnet.id)
    player = Player(carnet=carnet, name=clean, folded=fold(clean))
    db.session.add(player)
    db.session.flush()
    return player


def player_to_seat(carnet: Carnet, name: str, seated: Collection[Player]) -> Player:
    """The player of that name, a new one if the carnet has none.

    Raises as `add_player` does for one who sits here already or is retired.
    """
    clean = clean_name(name)
    db.session.refresh(carnet, with_for_update=True)
    known = _namesake(carnet, clean)
    if known is None or known.retired_at is not None or known in seated:
        return add_player(carnet, name)
    return known


def rename_player(player: Player, name: str) -> None:
    """Give a player another name. Raises as `add_player` does."""
    clean = clean_name(name)
    refuse_namesake(player.carnet, clean, player)
    player.name, player.folded = clean, fold(clean)


def retire_player(player: Player) -> None:
    """Take a player out of the lists to choose from; the history keeps them."""
    player.retired_at = player.retired_at or utc_now()


def bring_player_back(player: Player) -> None:
    """Put a retired player back into the lists."""
    player.retired_at = None


def open_soiree(carnet: Carnet, held_on: dt.date, place: str) -> Soiree:
    """A new soirée."""
    soiree = Soiree(carnet=carnet)
    db.session.add(soiree)
    edit_soiree(soiree, held_on, place)
    return soiree


def edit_soiree(soiree: Soiree, held_on: dt.date, place: str) -> None:
    """Set when and where a soirée is held."""
    _set_soiree(soiree, held_on, place)
    db.session.flush()


def revise_soiree(soiree: Soiree, version: int, held_on: dt.date, place: str, notes: str) -> None:
    """Set when and where a soirée was held, and what is noted of it.

    Raises `RefusedError` when somebody revised it since that version: neither writes over the other.
    """
    db.session.refresh(soiree, with_for_update={"key_share": True})
    if soiree.version != version:
        raise RefusedError("soiree_revised")
    _set_soiree(soiree, held_on, place)
    soiree.notes = clean_note(notes, field="notes")
    soiree.version += 1
    db.session.flush()


def _set_soiree(soiree: Soiree, held_on: dt.date, place: str) -> None:
    if not _FIRST_YEAR <= held_on.year <= _LAST_YEAR:
        raise RefusedError("date_far", field="held_on", first=_FIRST_YEAR, last=_LAST_YEAR)
    moved = soiree.held_on != held_on
    soiree.held_on = held_on
    if moved:
        _rewrite_outcomes(soiree)
    soiree.place = clean_name(place, field="place", longest=TITLE_LENGTH, required=False)


def refuse_full(session: Session, soiree_id: int, more: int = 1) -> None:
    """Raise `RefusedError` when so many parties more would be too many for a soirée."""
    there = session.scalar(select(func.count()).where(Partie.soiree_id == soiree_id)) or 0
    if there + more > MOST_PARTIES:
        raise RefusedError("soiree_full", most=MOST_PARTIES)


def refuse_more_players(session: Session, carnet_id: int) -> None:
    """Raise `RefusedError` when a carnet has as many players as it may."""
    there = session.scalar(select(func.count()).where(Player.carnet_id == carnet_id)) or 0
    if there >= MOST_PLAYERS:
        raise RefusedError("many_players", field="name", most=MOST_PLAYERS)


def delete_soiree(soiree: Soiree) -> None:
    """Put a soirée away with all it holds; it can be brought back."""
    soiree.deleted_at = soiree.deleted_at or utc_now()
    _rewrite_outcomes(soiree)


def bring_soiree_back(soiree: Soiree) -> None:
    """Undo `delete_soiree`."""
    soiree.deleted_at = None
    _rewrite_outcomes(soiree)


def save_preset(carnet: Carnet, game: str, name: str, seats: int, options: dict[str, Any]) -> SavedPreset:
    """Keep house rules under a name; the same name again, for as many players, replaces them."""
    clean = clean_name(name, field="preset_name")
    db.session.refresh(carnet, with_for_update=True)
    same = [preset for preset in carnet.presets if preset.game == game and preset.seats == seats]
    namesake = next((preset for preset in same if fold(preset.name) == fold(clean)), None)
    if namesake is None and len(carnet.presets) >= MOST_PRESETS:
        raise RefusedError("many_presets", field="preset_name", most=MOST_PRESETS)
    preset = namesake or SavedPreset(carnet=carnet, game=game)
    preset.name, preset.seats, preset.options = clean, seats, options
    db.session.add(preset)
    db.session.flush()
    return preset


def delete_preset(preset: SavedPreset) -> None:
    """Forget house rules that were kept; the parties played by them keep theirs."""
    db.session.refresh(preset.carnet, with_for_update=True)
    db.session.delete(preset)


def _rewrite_outcomes(soiree: Soiree) -> None:
    if inspect(soiree).persistent:
        parties = select(Partie.id).where(Partie.soiree_id == soiree.id)
        outcomes.rewrite(db.session(), db.session.scalars(parties).all())


def _grant(carnet: Carnet) -> Access:
    access = Access(carnet=carnet, role=Role.OWNER)
    db.session.add(access)
    db.session.flush()
    return access


def refuse_namesake(carnet: Carnet, name: str, apart: Player | None) -> None:
    """Raise `RefusedError` when a player of the carnet, another than this one, has that name."""
    # The carnet's row is held, so that two phones adding the same name at once come one after the other.
    db.session.refresh(carnet, with_for_update=True)
    namesake = _namesake(carnet, name)
    if namesake is not None and namesake is not apart:
        key = "name_taken" if namesake.retired_at is None else "name_retired"
        raise RefusedError(key, field="name", name=namesake.name)


def _namesake(carnet: Carnet, name: str) -> Player | None:
    return db.session.scalar(select(Player).where(Player.carnet_id == carnet.id, Player.folded == fold(name)))
