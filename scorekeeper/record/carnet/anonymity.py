"""Anonymise a player: replace the name in the player's row, and wherever it is a whole word in a text of the carnet.

The parties stay, and show a neutral name. Nicknames, misspellings and parts of the name are not replaced. No other
change rewrites rows of the journal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Select, Text, cast, delete, or_, select, update

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.record.carnet.decisions import WORDS_LENGTH as DECISION_LENGTH
from scorekeeper.record.carnet.kept_questions import WORDS_LENGTH as QUESTION_LENGTH
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
    Player,
    Regrouping,
    SavedPreset,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, fold

ReplaceNames: TypeAlias = Callable[[str, int], str]
"""A function that returns a text with the player's names replaced by the new name, cut to a length."""
_REASON = "reason"


def anonymise(player: Player, make_name: Callable[[int], str]) -> str:
    """Replace the name of a player, retire the player, and return the new name. This cannot be undone.

    `make_name` returns a neutral name from a number. To be called inside `database.writing()`.
    """
    carnet = player.carnet
    db.session.refresh(carnet, with_for_update=True)
    merges = db.session.scalars(select(Merge).where(Merge.player_id == player.id)).all()
    name = _free_name(carnet, player, make_name)
    replace_names = _name_replacer([player.name, *(merge.name for merge in merges)], name)
    db.session.execute(delete(Merge).where(Merge.player_id == player.id))
    player.name, player.folded = name, fold(name)
    player.retired_at = player.retired_at or utc_now()
    _replace_in_carnet(carnet, replace_names)
    _replace_in_parties(carnet, replace_names)
    db.session.flush()
    db.session.expire_all()
    return name


def _free_name(carnet: Carnet, player: Player, make_name: Callable[[int], str]) -> str:
    """Return « Joueur 3 » for the third player of the carnet, or the next number whose name is not taken."""
    rows = db.session.execute(select(Player.id, Player.folded).where(Player.carnet_id == carnet.id)).all()
    taken = {folded for player_id, folded in rows if player_id != player.id}
    number = sum(player_id <= player.id for player_id, _folded in rows)
    names = map(make_name, range(number, number + len(rows) + 1))
    return next(name for name in names if fold(name) not in taken)


def _name_replacer(names: Iterable[str], new_name: str) -> ReplaceNames:
    """Return a function that replaces these names where they are whole words, in upper or lower case."""
    alternatives = "|".join(re.escape(name) for name in sorted(set(names), key=len, reverse=True))
    word = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
    return lambda text, longest: word.sub(lambda _: new_name, text)[:longest].rstrip()


def _replace_in_carnet(carnet: Carnet, replace_names: ReplaceNames) -> None:
    carnet.name = replace_names(carnet.name, TITLE_LENGTH)
    for access in db.session.scalars(select(Access).where(Access.carnet_id == carnet.id)):
        access.name = replace_names(access.name, PLAYER_LENGTH)
    for soiree in db.session.scalars(select(Soiree).where(Soiree.carnet_id == carnet.id)):
        soiree.place = replace_names(soiree.place, TITLE_LENGTH)
        soiree.notes = replace_names(soiree.notes, NOTE_LENGTH)
    regroupings = select(Regrouping).join(Regrouping.source).where(Soiree.carnet_id == carnet.id)
    for regrouping in db.session.scalars(regroupings):
        regrouping.place = replace_names(regrouping.place, TITLE_LENGTH)
        regrouping.notes = replace_names(regrouping.notes, NOTE_LENGTH)
    for decision in db.session.scalars(select(Decision).where(Decision.carnet_id == carnet.id)):
        decision.words = replace_names(decision.words, DECISION_LENGTH)
    for question in db.session.scalars(select(KeptQuestion).where(KeptQuestion.carnet_id == carnet.id)):
        question.words = replace_names(question.words, QUESTION_LENGTH)
    _replace_in_presets(carnet, replace_names)


def _replace_in_presets(carnet: Carnet, replace_names: ReplaceNames) -> None:
    """Replace names in the names of presets, which must stay unique for each game and number of seats."""
    presets = db.session.scalars(select(SavedPreset).where(SavedPreset.carnet_id == carnet.id)).all()
    taken = {(preset.game, preset.seats, fold(preset.name)) for preset in presets}
    for preset in presets:
        name = replace_names(preset.name, PLAYER_LENGTH)
        if name != preset.name:
            is_taken = (preset.game, preset.seats, fold(name)) in taken
            preset.name = f"{name[: PLAYER_LENGTH - 12]} {preset.id}" if is_taken else name
            taken.add((preset.game, preset.seats, fold(preset.name)))


def _replace_in_parties(carnet: Carnet, replace_names: ReplaceNames) -> None:
    for partie in db.session.scalars(_in_carnet(carnet, select(Partie)).where(Partie.side_names.is_not(None))):
        partie.side_names = [replace_names(name, PLAYER_LENGTH) for name in partie.side_names or ()]
    for table, key in ((Manche, ("id",)), (Change, ("partie_id", "version"))):
        database_table = Base.metadata.tables[table.__tablename__]
        for row in _lock_rows_with_text(carnet, table):
            note = row.note and replace_names(row.note, NOTE_LENGTH)
            facts = row.facts and _replace_in_facts(row.facts, replace_names)
            values = {"note": note} if note != row.note else {}
            values |= {"facts": facts} if facts != row.facts else {}
            if values:
                same_row = (database_table.c[name] == getattr(row, name) for name in key)
                db.session.execute(update(database_table).where(*same_row).values(**values))


def _in_carnet(carnet: Carnet, query: Select[Any]) -> Select[Any]:
    return query.join(Soiree, Soiree.id == Partie.soiree_id).where(Soiree.carnet_id == carnet.id)


def _lock_rows_with_text(carnet: Carnet, table: type[Manche | Change]) -> Sequence[Any]:
    """Lock and return the rows of a carnet that have text: a note, or the reason of a penalty."""
    database_table = Base.metadata.tables[table.__tablename__]
    note, facts = database_table.c.note, database_table.c.facts
    has_text = or_(note != "", cast(facts, Text).contains(f'"{_REASON}"'))
    query = _in_carnet(carnet, select(database_table).join(Partie, Partie.id == database_table.c.partie_id))
    return db.session.execute(query.where(has_text).with_for_update(of=database_table)).all()


def _replace_in_facts(facts: dict[str, Any], replace_names: ReplaceNames) -> dict[str, Any]:
    """Return the facts with the names replaced in the reasons of their penalties (T-5)."""
    penalties = [
        {**penalty, _REASON: replace_names(penalty[_REASON], REASON_LENGTH)} for penalty in facts.get("penalties", ())
    ]
    return {**facts, "penalties": penalties} if penalties else facts
