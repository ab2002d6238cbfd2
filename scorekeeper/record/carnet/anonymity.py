"""Anonymise a player: replace the name in the player's row, and wherever it is a whole word in a text of the carnet.

A carnet is the notebook of a group of players. Its parties (games) stay, and show a neutral name. Nicknames,
misspellings and parts of the name are not replaced. Nothing else rewrites the log of a partie, the list of its changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, String, Table, Text, and_, cast, delete, or_, select, true, update

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
    SavedPreset,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TEXT_LENGTHS, change_texts, fold

ReplaceNames: TypeAlias = Callable[[str, int], str]
"""A function that returns a text with the player's names replaced by the new name, cut to a length."""


def anonymise(player: Player, make_name: Callable[[int], str]) -> str:
    """Replace the name of a player, retire the player, and return the new name. This cannot be undone.

    `make_name` returns a neutral name from a number, such as « Joueur 3 » from 3. To be called inside
    `database.writing()`.
    """
    carnet = player.carnet
    # The lock makes other requests that add or change a name wait.
    db.session.refresh(carnet, with_for_update=True)
    merges = db.session.scalars(select(Merge).where(Merge.player_id == player.id)).all()
    name = _free_name(carnet, player, make_name)
    replace_names = _name_replacer([player.name, *(merge.name for merge in merges)], name)
    # A merge (of two players into this one) stores the name of the other one, with which it could be undone.
    db.session.execute(delete(Merge).where(Merge.player_id == player.id))
    player.name = name
    player.folded = fold(name)  # the name without case
    player.retired_at = player.retired_at or utc_now()
    # For each table, the condition on the rows of this carnet.
    conditions = rows_of_carnet(carnet)
    for model, (names, has_text) in _TEXTS.items():
        table = Base.metadata.tables[model.__tablename__]
        _replace_in_table(table, names, and_(conditions[table], has_text), replace_names)
    _replace_in_presets(carnet, replace_names)
    db.session.flush()
    # The rows are updated without their objects.
    db.session.expire_all()
    return name


def _free_name(carnet: Carnet, player: Player, make_name: Callable[[int], str]) -> str:
    """Return « Joueur 3 » for the third player of the carnet, or the next number whose name is not taken."""
    rows = db.session.execute(select(Player.id, Player.folded).where(Player.carnet_id == carnet.id)).all()
    taken = {folded for player_id, folded in rows if player_id != player.id}
    # Players are numbered by arrival: their ids increase.
    number = sum(player_id <= player.id for player_id, _folded in rows)
    # Among one name more than there are players, one is free.
    names = map(make_name, range(number, number + len(rows) + 1))
    return next(name for name in names if fold(name) not in taken)


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
    presets = db.session.scalars(select(SavedPreset).where(SavedPreset.carnet_id == carnet.id)).all()
    taken = {(preset.game, preset.seats, fold(preset.name)) for preset in presets}
    for preset in presets:
        name = replace_names(preset.name, PLAYER_LENGTH)
        if name == preset.name:
            continue
        if (preset.game, preset.seats, fold(name)) in taken:
            # The id makes it unique; eleven digits and a space are enough for it.
            name = f"{name[: PLAYER_LENGTH - 12]} {preset.id}"
        preset.name = name
        taken.add((preset.game, preset.seats, fold(name)))


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


# A condition on the text of the JSON, which is faster than reading it.
def _has_key(column: Any, key: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column of JSON
    return cast(column, Text).contains(f'"{key}"')


# The condition that the note of a change is empty, as most notes are. In `_TEXTS` it is negated: a note that is not
# empty may have a name.
_IS_WITHOUT_NOTE = cast(Change.payload, Text).contains('"note": ""')
# For each table, its columns with texts and, for speed, the condition on the rows that may have any. Parties are locked
# before soirées, as in other modules, so that two requests do not wait for each other.
_TEXTS: dict[type[Base], tuple[Sequence[str], ColumnElement[bool]]] = {
    Partie: (("side_names",), Partie.side_names.is_not(None)),
    Manche: (("note", "facts"), or_(Manche.note != "", _has_key(Manche.facts, "reason"))),
    Change: (
        ("payload",),
        or_(
            _has_key(Change.payload, "reason"),
            _has_key(Change.payload, "side_names"),
            and_(_has_key(Change.payload, "note"), ~_IS_WITHOUT_NOTE),
        ),
    ),
    PartieBase: (("state",), true()),
    Carnet: (("name",), true()),
    Access: (("name",), true()),
    Soiree: (("place", "notes"), true()),
    Regrouping: (("place", "notes"), true()),
    Decision: (("words",), true()),
    KeptQuestion: (("words",), true()),
}
