"""Anonymise a player: replace the name in the player's row and in every text of the carnet that has it as a word.

The parties stay, under a neutral name. A nickname, a misspelling or a part of the name is not found. This is the only
change that also rewrites rows of the journal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from sqlalchemy import Select, Text, cast, delete, or_, select, update

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

ReplaceNames: TypeAlias = Callable[[str], str]
"""A function that returns a text with the names to forget replaced."""
_REASON = "reason"


def anonymise(player: Player, make_name: Callable[[int], str]) -> str:
    """Replace the name of a player, retire the player, and return the new name, made from a number by `make_name`.

    Inside `database.writing()`. It cannot be undone.
    """
    carnet = player.carnet
    db.session.refresh(carnet, with_for_update=True)
    merges = db.session.scalars(select(Merge).where(Merge.player_id == player.id)).all()
    name = _free_name(carnet, player, make_name)
    forget = _replacer([player.name, *(merge.name for merge in merges)], name)
    db.session.execute(delete(Merge).where(Merge.player_id == player.id))
    player.name, player.folded = name, fold(name)
    player.retired_at = player.retired_at or utc_now()
    _forget_in_carnet(carnet, forget)
    _forget_in_parties(carnet, forget)
    db.session.flush()
    db.session.expire_all()
    return name


def _free_name(carnet: Carnet, player: Player, make_name: Callable[[int], str]) -> str:
    """Return « Joueur 3 » for the third player of the carnet, a higher number where that name is taken."""
    rows = db.session.execute(select(Player.id, Player.folded).where(Player.carnet_id == carnet.id)).all()
    taken = {folded for number, folded in rows if number != player.id}
    place = sum(number <= player.id for number, _ in rows)
    return next(name for name in map(make_name, range(place, place + len(rows) + 1)) if fold(name) not in taken)


def _replacer(names: Iterable[str], instead: str) -> ReplaceNames:
    """Return a function that replaces these names where they are whole words, in any case."""
    either = "|".join(re.escape(name) for name in sorted(set(names), key=len, reverse=True))
    word = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    return lambda text: word.sub(lambda _: instead, text)


def _forget_in_carnet(carnet: Carnet, forget: ReplaceNames) -> None:
    carnet.name = forget(carnet.name)[:TITLE_LENGTH]
    for access in db.session.scalars(select(Access).where(Access.carnet_id == carnet.id)):
        access.name = forget(access.name)[:PLAYER_LENGTH]
    for soiree in db.session.scalars(select(Soiree).where(Soiree.carnet_id == carnet.id)):
        soiree.place = forget(soiree.place)[:TITLE_LENGTH]
        soiree.notes = forget(soiree.notes)[:NOTE_LENGTH]
    for done in db.session.scalars(select(Regrouping).join(Regrouping.source).where(Soiree.carnet_id == carnet.id)):
        done.place, done.notes = forget(done.place)[:TITLE_LENGTH], forget(done.notes)[:NOTE_LENGTH]
    for decision in db.session.scalars(select(Decision).where(Decision.carnet_id == carnet.id)):
        decision.words = forget(decision.words)[: Decision.words.type.length]
    for question in db.session.scalars(select(KeptQuestion).where(KeptQuestion.carnet_id == carnet.id)):
        question.words = forget(question.words)[: KeptQuestion.words.type.length]
    _forget_in_presets(carnet, forget)


def _forget_in_presets(carnet: Carnet, forget: ReplaceNames) -> None:
    """Replace names in the names of presets, which stay unique for each game and number of seats."""
    presets = db.session.scalars(select(SavedPreset).where(SavedPreset.carnet_id == carnet.id)).all()
    taken = {(preset.game, preset.seats, preset.name) for preset in presets}
    for preset in presets:
        name = forget(preset.name)[:PLAYER_LENGTH]
        if name != preset.name:
            alike = (preset.game, preset.seats, name) in taken
            preset.name = f"{name[: PLAYER_LENGTH - 12]} {preset.id}" if alike else name
            taken.add((preset.game, preset.seats, preset.name))


def _forget_in_parties(carnet: Carnet, forget: ReplaceNames) -> None:
    for partie in db.session.scalars(_of(carnet, select(Partie)).where(Partie.side_names.is_not(None))):
        partie.side_names = [forget(name) for name in partie.side_names or ()]
    for table, key in ((Manche, ("id",)), (Change, ("partie_id", "version"))):
        plain = Base.metadata.tables[table.__tablename__]
        for row in list(_rows_with_text(carnet, table)):
            now = {"note": row.note and forget(row.note), "facts": row.facts and _reasons_forgotten(row.facts, forget)}
            changed = {name: value for name, value in now.items() if value != getattr(row, name)}
            if changed:
                where = (plain.c[name] == getattr(row, name) for name in key)
                db.session.execute(update(plain).where(*where).values(**changed))


def _of(carnet: Carnet, query: Select[Any]) -> Select[Any]:
    return query.join(Soiree, Soiree.id == Partie.soiree_id).where(Soiree.carnet_id == carnet.id)


def _rows_with_text(carnet: Carnet, table: type[Manche | Change]) -> Iterator[Any]:
    """Lock and yield the rows of the parties of a carnet that have text: a note, or the reason of a penalty."""
    plain = Base.metadata.tables[table.__tablename__]
    words = or_(plain.c.note != "", cast(plain.c.facts, Text).contains(f'"{_REASON}"'))
    query = _of(carnet, select(plain).join(Partie, Partie.id == plain.c.partie_id)).where(words)
    yield from db.session.execute(query.with_for_update(of=plain))


def _reasons_forgotten(facts: dict[str, Any], forget: ReplaceNames) -> dict[str, Any]:
    """Return the facts with the names replaced in the reasons of their penalties (T-5)."""
    penalties = [{**penalty, _REASON: forget(penalty[_REASON])} for penalty in facts.get("penalties", ())]
    return {**facts, "penalties": penalties} if penalties else facts
