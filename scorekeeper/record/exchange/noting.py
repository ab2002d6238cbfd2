"""Parties kept on paper, put into a carnet: into the soirée of their day, made if there is none."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.record.carnets import refuse_full, refuse_more_players
from scorekeeper.record.exchange.importing import insert_parties
from scorekeeper.record.exchange.papers import PaperPartie
from scorekeeper.record.exchange.partie import PartieFile, unsaved
from scorekeeper.record.exchange.reading import digest_of
from scorekeeper.record.models import (
    Carnet,
    ChangeKind,
    ImportedFile,
    MancheState,
    Player,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import fold
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import standing_of
from scorekeeper.record.summaries.upkeep import rows_of

Row = dict[str, Any]


def note_papers(session: Session, carnet: Carnet, parties: Sequence[PaperPartie]) -> None:
    """Note these parties; inside `database.writing()`.

    Raises `RefusedError` for those noted here before, and for more of a day than a soirée holds.
    """
    session.refresh(carnet, with_for_update=True)
    digest = digest_of([{**asdict(partie), "held_on": partie.held_on.isoformat(), "line": 0} for partie in parties])
    if session.get(ImportedFile, (carnet.id, digest)) is not None:
        raise RefusedError("papers_known")
    players = _players(session, carnet, parties)
    soirees = _soirees(session, carnet, parties)
    names, days = list(players), list(soirees)
    for day, soiree in soirees.items():
        refuse_full(session, soiree.id, sum((partie.held_on, partie.place) == day for partie in parties))
    files = [_file(partie, players, names, days) for partie in parties]
    insert_parties(session, files, [player.id for player in players.values()], [one.id for one in soirees.values()])
    session.add(ImportedFile(carnet_id=carnet.id, digest=digest))
    session.flush()


def new_players(session: Session, carnet: Carnet, parties: Sequence[PaperPartie]) -> list[str]:
    """The players whom the carnet does not know yet."""
    known = set(session.scalars(select(Player.folded).where(Player.carnet_id == carnet.id)))
    named = {fold(name): name for partie in parties for name in partie.players}
    return [name for folded, name in named.items() if folded not in known]


def _players(session: Session, carnet: Carnet, parties: Sequence[PaperPartie]) -> dict[str, Player]:
    """Who plays, by name without case; those whom the carnet does not know are added."""
    new = new_players(session, carnet, parties)
    refuse_more_players(session, carnet.id, len(new))
    for name in new:
        session.add(Player(carnet_id=carnet.id, name=name, folded=fold(name)))
    session.flush()
    named = {fold(name) for partie in parties for name in partie.players}
    query = select(Player).where(Player.carnet_id == carnet.id, Player.folded.in_(named)).order_by(Player.id)
    return {player.folded: player for player in session.scalars(query)}


def _soirees(session: Session, carnet: Carnet, parties: Sequence[PaperPartie]) -> dict[tuple[dt.date, str], Soiree]:
    """The soirée of each day and place: where no place is said, the first of that day."""
    found: dict[tuple[dt.date, str], Soiree] = {}
    for partie in parties:
        key = partie.held_on, partie.place
        if key not in found:
            found[key] = _soiree_of(session, carnet, *key)
    return found


def _soiree_of(session: Session, carnet: Carnet, held_on: dt.date, place: str) -> Soiree:
    there = Soiree.carnet_id == carnet.id, Soiree.held_on == held_on, Soiree.deleted_at.is_(None)
    query = select(Soiree).where(*there).order_by(Soiree.id).limit(1)
    known = session.scalar(query.where(Soiree.place == place) if place else query)
    if known is not None:
        return known
    soiree = Soiree(carnet_id=carnet.id, held_on=held_on, place=place)
    session.add(soiree)
    session.flush()
    return soiree


def _file(
    partie: PaperPartie, players: dict[str, Player], names: Sequence[str], days: Sequence[tuple[dt.date, str]]
) -> PartieFile:
    now, facts, options = utc_now(), partie.facts, partie.options
    seated = [fold(name) for name in partie.players]
    row = {
        "game": partie.game,
        "paper": True,
        "first_dealer": 0,
        "side_names": None,
        "options": options,
        "version": 1 + len(facts),
        "created_at": now,
        "abandoned_at": None,
        "deleted_at": None,
    }
    manches = [_manche(position, one) for position, one in enumerate(facts, start=1)]
    changes = [_change(1, ChangeKind.STARTED, now, options=options)]
    for version, one in enumerate(facts, start=2):
        changes.append(_change(version, ChangeKind.RECORDED, now, manche=version - 1, facts=one, note=""))
    standing = standing_of(unsaved(row, [players[name] for name in seated], manches))
    seats = tuple(names.index(name) + 1 for name in seated)
    soiree = days.index((partie.held_on, partie.place)) + 1
    return PartieFile(soiree, seats, row, tuple(manches), tuple(changes), rows_of(standing))


def _manche(position: int, facts: Row) -> Row:
    under_way = {"context": None, "cards": None}
    return {"position": position, "state": MancheState.RECORDED, "facts": facts, "note": "", **under_way}


def _change(version: int, kind: ChangeKind, at: dt.datetime, **said: Any) -> Row:  # noqa: ANN401 - facts, options
    return {
        "version": version,
        "at": at,
        "kind": kind,
        **dict.fromkeys(("manche", "facts", "note", "options")),
        **said,
    }
