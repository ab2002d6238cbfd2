"""Anonymise a player: replace the name in the player's row, and wherever it is a whole word in a text of the carnet.

A carnet is the notebook of a group of players. Its parties (games) stay, and show a neutral name. Nicknames,
misspellings and parts of the name are not replaced. Nothing else rewrites the log of a partie, the list of its changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TypeAlias

from sqlalchemy import ColumnElement, String, Table, Text, cast, delete, or_, select, update

from scorekeeper.record.carnet.erasing import rows_of_carnet
from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Access,
    Base,
    Carnet,
    Change,
    Decision,
    KeptQuestion,
    Manche,
    Merge,
    Partie,
    PartieBase,
    Player,
    Regrouping,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TEXT_LENGTHS, change_texts, fold

ReplaceNames: TypeAlias = Callable[[str, int], str]
"""A function that returns a text with the player's names replaced by the new name, cut to a length."""


def anonymise(player: Player, make_name: Callable[[int], str]) -> str:
    """Replace the name of a player, retire the player, and return the new name. This cannot be undone.

    `make_name` returns a neutral name from a number, such as « Joueur 3 » from 3; the first one that is free is taken.
    To be called inside `database.writing()`.
    """
    carnet = player.carnet
    # The lock makes other requests that add or change a name wait.
    db.session.refresh(carnet, with_for_update=True)
    merges = db.session.scalars(select(Merge).where(Merge.player_id == player.id)).all()
    others = select(Player.folded).where(Player.carnet_id == carnet.id, Player.id != player.id)
    taken = set(db.session.scalars(others))
    name = next(name for name in map(make_name, count(1)) if fold(name) not in taken)
    replace_names = _name_replacer([player.name, *(merge.name for merge in merges)], name)
    # A merge (of two players into this one) stores the name of the other one, with which it could be undone.
    db.session.execute(delete(Merge).where(Merge.player_id == player.id))
    player.name = name
    player.folded = fold(name)  # the name without case
    player.retired_at = player.retired_at or utc_now()
    # For each table, the condition on the rows of this carnet.
    conditions = rows_of_carnet(carnet)
    conditions[Base.metadata.tables[Change.__tablename__]] &= _MAY_HAVE_TEXT
    for model, names in _TEXTS.items():
        table = Base.metadata.tables[model.__tablename__]
        _replace_in_table(table, names, conditions[table], replace_names)
    _replace_in_presets(carnet, replace_names)
    db.session.flush()
    # The rows are updated without their objects.
    db.session.expire_all()
    return name


def _name_replacer(names: Iterable[str], new_name: str) -> ReplaceNames:
    """Return a function that replaces these names where they are whole words.

    For the name "Zoé", "chez ZOÉ" becomes "chez Joueur 3", and "Zoéline" stays.
    """
    # The longest name first: of "Zoé" and "Zoé B.", a regular expression takes the first that fits.
    alternatives = "|".join(re.escape(name) for name in sorted(set(names), key=len, reverse=True))
    word = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)

    def replace_names(text: str, longest: int) -> str:
        # A function, because in a text `\1` would be a reference to a group: a name may have a backslash.
        return word.sub(lambda _: new_name, text)[:longest].rstrip()

    return replace_names


def _replace_in_presets(carnet: Carnet, replace_names: ReplaceNames) -> None:
    """Replace names in the names of presets, which must stay unique for each game and number of seats."""
    for preset in carnet.presets:
        name = replace_names(preset.name, PLAYER_LENGTH)
        others = {(other.game, other.seats, fold(other.name)) for other in carnet.presets if other is not preset}
        if (preset.game, preset.seats, fold(name)) in others:
            # The id makes it unique; eleven digits and a space are enough for it.
            name = f"{name[: PLAYER_LENGTH - 12]} {preset.id}"
        preset.name = name


def _replace_in_table(
    table: Table, names: Sequence[str], condition: ColumnElement[bool], replace_names: ReplaceNames
) -> None:
    """Replace names in these columns of the rows that fulfil the condition; of JSON, in its texts only."""
    columns = [table.c[name] for name in names]
    own_lengths = {column.name: column.type.length for column in columns if isinstance(column.type, String)}
    # The longest text of each key of JSON, and of each column: a column of `Text`, without a length, has notes.
    lengths = TEXT_LENGTHS | {name: length or NOTE_LENGTH for name, length in own_lengths.items()}
    for row in db.session.execute(select(table).where(condition).with_for_update()).mappings().all():
        values = {name: row[name] for name in names}
        # Call the function for each text, with the name of its column or its key in JSON.
        changed = change_texts(values, lambda text, key: replace_names(text, lengths[key]), lengths)
        if changed != values:
            same_row = (column == row[column.name] for column in table.primary_key)
            db.session.execute(update(table).where(*same_row).values(changed))


# For each table, its columns with texts. Parties are locked before soirées, as in other modules, so that two requests
# do not wait for each other.
_TEXTS: dict[type[Base], Sequence[str]] = {
    Partie: ("side_names",),
    Manche: ("note", "facts"),
    Change: ("payload",),
    PartieBase: ("state",),
    Carnet: ("name",),
    Access: ("name",),
    Soiree: ("place", "notes"),
    Regrouping: ("place", "notes"),
    Decision: ("words",),
    KeptQuestion: ("words",),
}
# Most changes are cards, without a text. To look for the keys of texts is faster than to read the JSON.
_MAY_HAVE_TEXT = or_(*(cast(Change.payload, Text).contains(f'"{key}"') for key in TEXT_LENGTHS))
