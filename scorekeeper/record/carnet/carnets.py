"""The use cases of a carnet: create, open and rename it; its players, soirées and presets.

A carnet is the notebook of a group of players, a soirée an evening of cards, a partie a game played to its end, and a
preset a set of house rules saved under a name. An *access* is the right of one browser to a carnet; the recovery code
of a carnet gives such a right on another device.

All run inside `database.writing()` and raise `RefusedError` for invalid input and for full lists. Where a function
"locks" a carnet (`refresh` with `with_for_update`), another request that adds a name waits until this one is done.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import func, select

from scorekeeper.record.database import add_row, db
from scorekeeper.record.models import Access, Carnet, Partie, Player, Role, SavedPreset, Soiree, utc_now
from scorekeeper.record.names import TITLE_LENGTH, clean_name, clean_note, comparable, fold
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.read_models.evenings import tonight
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.recovery_code import carnet_of_code, set_code

_FIRST_YEAR = 1900
_LAST_YEAR = 2200
# One page reads all of these at once.
MOST_PARTIES = 200  # of a soirée, with deleted ones
MOST_PLAYERS = 2_000  # of a carnet, with retired ones
MOST_PRESETS = 100  # of a carnet


def create_carnet(name: str) -> Access:
    """Create a carnet and return its owner's access."""
    carnet = Carnet(
        key=secrets.token_urlsafe(12),
        name=clean_name(name, longest=TITLE_LENGTH, required=False),
    )
    set_code(carnet)  # its first recovery code
    return _add_owner(carnet)


def open_by_code(code: str) -> Access:
    """Create one more access with the role of owner. Raises `RefusedError` when no carnet has this recovery code."""
    carnet = carnet_of_code(code)
    if carnet is None:
        raise RefusedError("unknown_code", field="code")
    return _add_owner(carnet)


def rename_carnet(carnet: Carnet, name: str) -> None:
    """Change the name of a carnet; "" removes it."""
    carnet.name = clean_name(name, longest=TITLE_LENGTH, required=False)


def add_player(carnet: Carnet, name: str) -> Player:
    """Add a player. Raises `RefusedError` for the name of another player, retired or not, and in a full carnet."""
    valid_name = clean_name(name)
    refuse_namesake(carnet, valid_name, None)
    # `func.count()` counts the rows; retired players are among them.
    count = db.session.scalar(select(func.count()).where(Player.carnet_id == carnet.id)) or 0
    if count >= MOST_PLAYERS:
        raise RefusedError("many_players", field="name", most=MOST_PLAYERS)
    return add_row(Player(carnet=carnet, name=valid_name, folded=fold(valid_name)))


def player_to_seat(carnet: Carnet, name: str, seated_players: Collection[Player]) -> Player:
    """Return the player of that name; add one if the carnet has none.

    Raises `RefusedError`, as `add_player` does, for the name of a retired player or of one of `seated_players`.
    """
    valid_name = clean_name(name)
    db.session.refresh(carnet, with_for_update=True)
    namesake = find_player(carnet, valid_name)
    # `add_player` raises the error for the last two cases.
    if namesake is None or namesake.retired_at is not None or namesake in seated_players:
        return add_player(carnet, name)
    return namesake


def rename_player(player: Player, name: str) -> None:
    """Change the name of a player. Raises as `add_player` does."""
    valid_name = clean_name(name)
    refuse_namesake(player.carnet, valid_name, player)
    player.name = valid_name
    player.folded = fold(valid_name)


def retire_player(player: Player) -> None:
    """Retire a player, who can then no longer be chosen for a table, but stays in the history."""
    player.retired_at = player.retired_at or utc_now()


def restore_player(player: Player) -> None:
    """Undo `retire_player`."""
    player.retired_at = None


def open_soiree(carnet: Carnet, held_on: dt.date | None = None, place: str = "", *, zone: str | None = None) -> Soiree:
    """Create a soirée, by default tonight's; `zone` is the name of its time zone ("Pacific/Tahiti")."""
    soiree = Soiree(carnet=carnet, zone=zone, held_on=held_on or tonight(zone))
    set_date_and_place(soiree, soiree.held_on, place)
    return add_row(soiree)


def edit_soiree(soiree: Soiree, version: int, held_on: dt.date, place: str, notes: str) -> None:
    """Set the date, the place and the notes of a soirée, and increment its version.

    Raises `RefusedError` when the soirée no longer has that version, so that no edit overwrites another.
    """
    # A lock against other edits; others can still start parties of the soirée.
    db.session.refresh(soiree, with_for_update={"key_share": True})
    if soiree.version != version:
        raise RefusedError("soiree_revised")
    set_date_and_place(soiree, held_on, place)
    soiree.notes = clean_note(notes, field="notes")
    soiree.version += 1
    db.session.flush()


def set_date_and_place(soiree: Soiree, held_on: dt.date, place: str) -> None:
    """Set the date and the place of a soirée. Raises `RefusedError` for a date that is too far away."""
    if not _FIRST_YEAR <= held_on.year <= _LAST_YEAR:
        raise RefusedError("date_far", field="held_on", first=_FIRST_YEAR, last=_LAST_YEAR)
    if soiree.held_on != held_on:
        soiree.held_on = held_on
        # Statistics have the date of each partie.
        _rewrite_outcomes(soiree)
    soiree.place = clean_name(place, field="place", longest=TITLE_LENGTH, required=False)


def refuse_full_soiree(soiree_id: int, added: int = 1) -> None:
    """Raise `RefusedError` when a soirée cannot have `added` more parties."""
    count = db.session.scalar(select(func.count()).where(Partie.soiree_id == soiree_id)) or 0
    if count + added > MOST_PARTIES:
        raise RefusedError("soiree_full", most=MOST_PARTIES)


def delete_soiree(soiree: Soiree) -> None:
    """Delete a soirée with its parties; it can be restored."""
    soiree.deleted_at = soiree.deleted_at or utc_now()
    _rewrite_outcomes(soiree)


def restore_soiree(soiree: Soiree) -> None:
    """Undo `delete_soiree`."""
    soiree.deleted_at = None
    _rewrite_outcomes(soiree)


def save_preset(carnet: Carnet, game: str, name: str, seats: int, options: dict[str, Any]) -> SavedPreset:
    """Save house rules as a preset, which replaces one of the same name, game and number of seats."""
    valid_name = clean_name(name, field="preset_name")
    db.session.refresh(carnet, with_for_update=True)
    # `comparable` is equal for names that look the same: without case, and with one space for several.
    same_kind = [preset for preset in carnet.presets if preset.game == game and preset.seats == seats]
    namesake = next((preset for preset in same_kind if comparable(preset.name) == comparable(valid_name)), None)
    if namesake is None and len(carnet.presets) >= MOST_PRESETS:
        raise RefusedError("many_presets", field="preset_name", most=MOST_PRESETS)
    preset = namesake or SavedPreset(carnet=carnet, game=game)
    preset.name = valid_name
    preset.seats = seats
    preset.options = options
    return add_row(preset)


def delete_preset(preset: SavedPreset) -> None:
    """Delete a preset; parties have their own copies of its house rules."""
    db.session.refresh(preset.carnet, with_for_update=True)
    db.session.delete(preset)


def _rewrite_outcomes(soiree: Soiree) -> None:
    """Compute again the rows that statistics read of the parties of a soirée."""
    partie_ids = select(Partie.id).where(Partie.soiree_id == soiree.id)
    outcomes.rewrite_outcomes(db.session(), db.session.scalars(partie_ids).all())


def _add_owner(carnet: Carnet) -> Access:
    # `add_row` inserts a row and returns it with its id.
    return add_row(Access(carnet=carnet, role=Role.OWNER))


def refuse_namesake(carnet: Carnet, name: str, player: Player | None) -> None:
    """Raise `RefusedError` when a player of the carnet other than `player` has that name."""
    # The lock makes two requests that add the same name run one after the other.
    db.session.refresh(carnet, with_for_update=True)
    namesake = find_player(carnet, name)
    if namesake is not None and namesake is not player:
        key = "name_taken" if namesake.retired_at is None else "name_retired"
        raise RefusedError(key, field="name", name=namesake.name)


def find_player(carnet: Carnet, name: str) -> Player | None:
    """Return the player of that name, else the one whose name looks the same; None without either."""
    # Without case, and without signs that are not visible.
    looks = comparable(name)
    rows = db.session.execute(select(Player.folded, Player.id).where(Player.carnet_id == carnet.id))
    similar = {folded: player_id for folded, player_id in rows if comparable(folded) == looks}
    # Of several players whose names look the same, the one whose name is the same but for the case.
    player_id = similar.get(fold(name), next(iter(similar.values()), None))
    if player_id is None:
        return None
    return db.session.get(Player, player_id)
