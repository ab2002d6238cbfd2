"""A finished partie as a play for BG Stats, an app that keeps a log of games: the address that hands it over.

The app needs every boolean, a date and time in UTC without its zone, and ids that stay the same, so that it
recognises a play that it already has. A number of BoardGameGeek's is given where it is known, and left out elsewhere.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from typing import Any
from urllib.parse import quote

from sqlalchemy import select

from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind
from scorekeeper.record.partie.standings import Standing

_APP = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "La Marque"


def play_address(standing: Standing, game: str, bgg_id: int | None) -> str | None:
    """The address that hands a partie over, under this name of its game; None for one that has no end."""
    play = play_of(standing, game, bgg_id)
    return None if play is None else _APP + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def play_of(standing: Standing, game: str, bgg_id: int | None) -> dict[str, Any] | None:
    """Return the play, None for a partie without an end or abandoned; `bgg_id`: the game at BoardGameGeek, if known."""
    partie, ending = standing.partie, standing.ending
    if ending is None or partie.abandoned_at is not None:
        return None
    carnet = hashlib.sha256(partie.soiree.carnet.key.encode()).hexdigest()[:12]
    ended, begun = _ended_at(standing), partie.created_at
    about = {"name": game, "sourceGameId": standing.game.slug, "highestWins": not standing.game.lowest_leads}
    known = {} if bgg_id is None else {"bggId": bgg_id}
    return {
        "sourceName": _SOURCE,
        "sourcePlayId": f"{carnet}-{partie.id}",
        # Noon in UTC is the soirée's day in nearly every time zone, whenever the partie was recorded.
        "playDate": f"{partie.soiree.held_on.isoformat()} 12:00:00",
        "durationMin": max(0, round((ended - begun).total_seconds() / 60)),
        "location": partie.soiree.place,
        "game": {**about, "noPoints": False, **known},
        "players": [_player(standing, seat, carnet) for seat in range(standing.seats)],
    }


def _player(standing: Standing, seat: int, carnet: str) -> dict[str, Any]:
    side, player = standing.side_of[seat], standing.players[seat]
    ranks = {one: rank for rank, one in standing.ranking()}
    return {
        "name": player.name,
        "sourcePlayerId": f"{carnet}-{player.id}",
        "score": str(standing.sheet.totals[side]),
        "rank": ranks[side],
        "winner": standing.ending is not None and side in standing.ending.winners,
        "startPlayer": False,
    }


def _ended_at(standing: Standing) -> dt.datetime:
    """When the manche was recorded that ended the partie."""
    after = 0 if standing.ending is None else standing.ending.after
    last = standing.manches[after - 1]
    query = select(Change.at).where(Change.manche_id == last.id, Change.kind == ChangeKind.RECORDED)
    recorded = db.session.scalar(query.order_by(Change.version).limit(1))
    return (recorded or standing.partie.created_at).astimezone(dt.UTC)
