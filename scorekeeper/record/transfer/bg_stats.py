"""Export a finished partie to BG Stats, an app that logs board games, as an address that contains the data.

A partie is a game played to its end, a soirée an evening of parties, and a carnet the notebook of a group of players. A
side is a seat, or the seats of a team. In BG Stats, a partie is called a *play*. BG Stats needs every boolean, times in
UTC without a timezone, and stable ids, by which it recognises a play that it already has. The id of the game on
BoardGameGeek is included if it is known.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import quote

from scorekeeper.record.database import db
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.upkeep import recording_times

_APP = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "La Marque"


def bg_stats_address(scored: ScoredPartie, game: str, bgg_id: int | None) -> str | None:
    """Return the address that exports a partie, None if it has not ended or was abandoned.

    `game` is the name of its game; `bgg_id` is the id of the game on BoardGameGeek, None if it is not known.
    """
    play = bg_stats_play(scored, game, bgg_id)
    if play is None:
        return None
    return _APP + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def bg_stats_play(scored: ScoredPartie, game: str, bgg_id: int | None) -> dict[str, Any] | None:
    """Return the data of a partie, None if it has not ended or was abandoned; see `bg_stats_address`."""
    partie = scored.partie
    ending = scored.ending
    if ending is None or partie.abandoned_at is not None:
        return None
    # All parties of a carnet have the same id of the carnet. The key of the carnet, a part of its
    # addresses, cannot be computed from this id.
    carnet_id = hashlib.sha256(partie.soiree.carnet.key.encode()).hexdigest()[:12]
    begun = partie.created_at
    # When each manche (deal) up to the one that ended the partie was recorded.
    recorded_at = recording_times(db.session(), partie.id)[: ending.after]
    played = max(recorded_at, default=begun) - begun
    game_data: dict[str, Any] = {
        "name": game,
        "sourceGameId": scored.game.slug,
        "highestWins": not scored.game.lowest_leads,
        "noPoints": False,
    }
    if bgg_id is not None:
        game_data["bggId"] = bgg_id
    return {
        "sourceName": _SOURCE,
        "sourcePlayId": f"{carnet_id}-{partie.id}",
        # Noon in UTC is the soirée's day in nearly every time zone, whenever the partie was recorded.
        "playDate": f"{partie.soiree.held_on.isoformat()} 12:00:00",
        "durationMin": max(0, round(played.total_seconds() / 60)),
        "location": partie.soiree.place,
        "game": game_data,
        "players": [_player(scored, seat, carnet_id) for seat in range(scored.seats)],
    }


def _player(scored: ScoredPartie, seat: int, carnet_id: str) -> dict[str, Any]:
    side = scored.side_of[seat]
    player = scored.players[seat]
    # `ranking` returns (rank, side) pairs.
    ranks = {ranked_side: rank for rank, ranked_side in scored.ranking()}
    return {
        "name": player.name,
        "sourcePlayerId": f"{carnet_id}-{player.id}",
        "score": str(scored.sheet.totals[side]),
        "rank": ranks[side],
        "winner": scored.ending is not None and side in scored.ending.winners,
        "startPlayer": False,
    }
