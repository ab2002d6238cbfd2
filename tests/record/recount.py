"""A slow recount of every statistic from replays of all parties, independent of the outcomes."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.partie.scored_partie import score_partie

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.games.contract import AnyGame
    from scorekeeper.record.partie.scored_partie import ScoredPartie

_SHORT: dict[str, dict[str, Any]] = {
    "spades": {"target": 40},
    "piquet": {"format": "target_single", "target": 30},
    "petite_belote": {"target": 100},
}
_LOW = 20
Figures = dict[int, Counter[str]]


def short_rules(game: AnyGame) -> dict[str, Any]:
    """Return house rules that end a partie of this game after a few manches."""
    lengths = {option.name: _LOW for option in game.options if option.name in {"limit", "target"} and option.lowest}
    return _SHORT.get(game.slug, lengths)


def counting(carnet_id: int) -> list[ScoredPartie]:
    """Return the parties that count, by date and then by id."""
    query = select(Partie).join(Partie.soiree).where(Soiree.carnet_id == carnet_id)
    replayed = [score_partie(partie) for partie in db.session.scalars(query)]
    ended = [scored for scored in replayed if scored.ending and not is_left_out(scored.partie)]
    return sorted(ended, key=lambda scored: (scored.partie.soiree.held_on, scored.partie.id))


def is_left_out(partie: Partie) -> bool:
    return bool(partie.abandoned_at or partie.deleted_at or partie.soiree.deleted_at)


def parties_like(parties: Iterable[ScoredPartie], **wanted: Any) -> list[ScoredPartie]:  # noqa: ANN401 - whatever is compared
    """Return the parties with this game, these rules, these players, this year."""
    read: dict[str, Callable[[ScoredPartie], Any]] = {
        "game": lambda scored: scored.partie.game,
        "rules": lambda scored: scored.partie.options,
        "people": lambda scored: {player.id for player in scored.players},
        "year": lambda scored: scored.partie.soiree.held_on.year,
    }
    return [scored for scored in parties if all(read[name](scored) == value for name, value in wanted.items() if value)]


def by_player(parties: Iterable[ScoredPartie]) -> Figures:
    """Sum parties, victories, ranks and points by player for whom they count; manches by player who played them."""
    found: Figures = defaultdict(Counter)
    for scored in parties:
        for seat, player in enumerate(scored.players):
            for player_id in players_of_manches(scored, seat):
                found[player_id]["manches"] += 1
            own = found[player.id]
            own["parties"] += 1
            own["won"] += won(scored, seat)
            own["drawn"] += drawn(scored)
            own["ranks"] += rank(scored, seat)
            own["points"] += scored.sheet.totals[scored.side_of[seat]]
    return found


def by_deed(parties: Iterable[ScoredPartie]) -> dict[tuple[int, str], Counter[str]]:
    """Sum the lines of each player by key, and the flags of endings."""
    found: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for scored in parties:
        for seat, player in enumerate(scored.players):
            for row, player_id in zip(counted_rows(scored), players_of_manches(scored, seat), strict=True):
                for line in row.lines:
                    if seat == line.seat or (line.seat is None and line.side == scored.side_of[seat]):
                        found[player_id, line.why].update(times=1, things=line.count or 0, points=line.points)
            if scored.ending and scored.ending.result.get("rubicon"):
                made = scored.side_of[seat] in scored.ending.winners
                found[player.id, "rubicon_made" if made else "rubicon_suffered"]["times"] += 1
    return found


def by_pair(parties: Iterable[ScoredPartie], player_id: int) -> Figures:
    """Sum the results of a player with every other one."""
    found: Figures = defaultdict(Counter)
    for scored in parties:
        ids = [player.id for player in scored.players]
        own = ids.index(player_id) if player_id in ids else None
        for seat, other in enumerate(ids):
            if own is None or seat == own:
                continue
            if scored.side_of[seat] == scored.side_of[own]:
                points = scored.sheet.totals[scored.side_of[own]]
                found[other].update(together=1, won=won(scored, own), ranks=rank(scored, own), points=points)
            else:
                found[other]["against"] += 1
                found[other]["above"] += rank(scored, own) < rank(scored, seat)
                found[other]["below"] += rank(scored, own) > rank(scored, seat)
    return found


def players_of_manches(scored: ScoredPartie, seat: int) -> list[int]:
    """Return the id of the player of each counted manche in a seat, from the replacements in order."""
    replacements = scored.partie.seats[seat].replacements
    players = []
    for manche, _row in zip(scored.manches, counted_rows(scored), strict=False):
        player_id = replacements[0].former_id if replacements else scored.partie.seats[seat].player_id
        for replacement in replacements:
            if replacement.position <= manche.position:
                player_id = replacement.player_id
        players.append(player_id)
    return players


def won(scored: ScoredPartie, seat: int) -> bool:
    return bool(scored.ending) and not drawn(scored) and scored.side_of[seat] in scored.ending.winners


def drawn(scored: ScoredPartie) -> bool:
    return bool(scored.ending) and scored.ending.why == "drawn"


def rank(scored: ScoredPartie, seat: int) -> int:
    """Return one more than the number of better sides."""
    totals, own = scored.sheet.totals, scored.side_of[seat]
    better = (lambda total: total < totals[own]) if scored.game.lowest_leads else (lambda total: total > totals[own])
    return 1 + sum(map(better, totals))


def counted_rows(scored: ScoredPartie) -> Any:  # noqa: ANN401 - rows of a sheet
    return scored.sheet.manches[: scored.ending.after] if scored.ending else ()
