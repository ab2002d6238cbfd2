"""Suggest players for a table: those of an earlier table, and those who played most often lately.

A carnet is the notebook of a group of players (`AnyCarnet`: an object of the ORM or a plain row), a soirée an evening
of cards in it, a partie a game played to its end, and a manche one deal of it. A family of games has several games,
which the tables named: `scoresheet:most:Belote` is of the family `scoresheet`. A participant is a player of one partie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, Subquery, func, select

from scorekeeper.games.shape import Json
from scorekeeper.record.database import db
from scorekeeper.record.models import CREDITED, Participant, Partie, Player, Seat, Soiree
from scorekeeper.record.partie.storing import read_stored
from scorekeeper.record.request_access import AnyCarnet

_LATEST_SOIREES = 60  # those that count
_MOST_SUGGESTED = 100  # players; other names can be typed


@dataclass(frozen=True)
class SeatedTable:
    """The game of a table, and its players in seating order, without players retired since."""

    game: str
    players: tuple[Player, ...]


def frequent_players(carnet: AnyCarnet) -> Sequence[Player]:
    """Return at most a hundred players who are not retired, those who played most in the latest soirées first."""
    # The number of parties of each player.
    played = figures_by_player(latest_soirees(carnet), func.count())
    query = (
        select(Player)
        .outerjoin(played, played.c.player_id == Player.id)
        .where(Player.carnet_id == carnet.id, Player.retired_at.is_(None))
        .order_by(func.coalesce(played.c.figure, 0).desc(), Player.id)
        .limit(_MOST_SUGGESTED)
    )
    return db.session.scalars(query).all()


def figures_by_player(soirees: Select[int] | Sequence[int], figure: ColumnElement[int]) -> Subquery:
    """Return a query with one row for each player; its columns are `player_id` and `figure`.

    The figure is computed from the parties of these soirées that count for the player: `func.count()` is their number,
    and `func.max(Partie.id)` the latest one.
    """
    return (
        select(Participant.player_id, figure.label("figure"))
        .join_from(Partie, Seat)
        # For each seat, the participant for whom statistics count the partie.
        .join(Participant, CREDITED)
        .where(Partie.soiree_id.in_(soirees), Partie.deleted_at.is_(None))
        .group_by(Participant.player_id)
        .subquery()
    )


def games_of_family(carnet: AnyCarnet, family: str) -> dict[str, Json]:
    """Return the games of a family in the latest soirées, each with its latest options, the game begun last first.

    `family` is the slug of the family, such as "scoresheet"; the keys are slugs such as "scoresheet:most:Belote".
    """
    query = (
        select(Partie.game, Partie.options)
        .where(Partie.soiree_id.in_(latest_soirees(carnet)), Partie.deleted_at.is_(None))
        .where(Partie.game.startswith(f"{family}:"))
        .order_by(Partie.id.desc())
    )
    # `setdefault` ignores a game that is there already: the first partie of each game is the latest.
    latest: dict[str, Json] = {}
    for game, options in db.session.execute(query):
        latest.setdefault(game, options)
    return latest


def last_table(carnet: AnyCarnet, partie_id: int | None = None) -> SeatedTable | None:
    """Return the table of a partie of the carnet, with its players in the last order of play.

    Without `partie_id`, it is that of the partie begun last. None if there is no such partie.
    """
    query = select(Partie).where(Partie.deleted_at.is_(None))
    if partie_id is None:
        query = query.where(Partie.soiree_id.in_(latest_soirees(carnet))).order_by(Partie.id.desc()).limit(1)
    else:
        own = Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None), Partie.id == partie_id
        query = query.join(Partie.soiree).where(*own)
    partie = db.session.scalar(query)
    if partie is None:
        return None
    state, _stack = read_stored(partie)
    # The order of play can change from a manche on: the one named last is that of the table.
    named = [state.entry.order, *(manche.order for manche in reversed(state.manches))]
    order = next(filter(None, named), range(len(state.seats)))
    seated = partie.seated_players
    return SeatedTable(partie.game, tuple(seated[seat] for seat in order if seated[seat].retired_at is None))


def latest_soirees(carnet: AnyCarnet) -> Select[int]:
    """Return the query of the ids of the soirées from which players and games are suggested: those begun last.

    They are sorted by id, not by date: a soirée of last year that a table enters now is among them, so that the table
    finds the players whom it has just entered.
    """
    query = select(Soiree.id).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    return query.order_by(Soiree.id.desc()).limit(_LATEST_SOIREES)
