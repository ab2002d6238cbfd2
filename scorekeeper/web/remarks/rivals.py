"""The rivals of a player, the *bête noire*, the *souffre-douleur* and the best partner, and remarks on new ones.

A *bête noire* (`nemesis`) is the opponent who finished ahead of the player more often than behind, by the most in
proportion; a *souffre-douleur* (`victim`) the opposite. A partie is a game played to its end. It counts if it has ended
and is neither abandoned nor deleted. All figures are those of the parties that count, in all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.statistics import KnownPlayer, PairFigures, pair_figures, results_of_players
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.values import MIN_PARTIES, join_words


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player, as an opponent and as a partner."""

    player_id: int
    name: str

    # The numbers of parties on different sides (`against`) and of those in which the first player finished ahead
    # (`above`) or behind (`below`); of parties in one team (`together`) and of those that it won (`won`).
    pair: PairFigures


@dataclass(frozen=True, slots=True)
class Rivals:
    """The other players whom a player met, most often first, and the rivals among them."""

    others: tuple[Rival, ...]

    # The *bête noire*.
    nemesis: Rival | None

    # The *souffre-douleur*.
    victim: Rival | None
    best_partner: Rival | None


def rivals_of(pairs: Sequence[PairFigures], players: Mapping[int, KnownPlayer]) -> Rivals:
    """Return the rivals of one player, from the figures of this player with every other one.

    `players` are those of the carnet (the notebook of a group) by id; others are left out.
    """
    known = [Rival(pair.other_id, players[pair.other_id].name, pair) for pair in pairs if pair.other_id in players]
    known.sort(key=lambda rival: -rival.pair.against)
    # With fewer than `MIN_PARTIES`, a share says little.
    met_often = [rival for rival in known if rival.pair.against >= MIN_PARTIES]
    # The largest share of victories together; among equals, the most parties together.
    best_partner = max(
        (rival for rival in known if rival.pair.together >= MIN_PARTIES and rival.pair.won),
        key=lambda rival: (rival.pair.won / rival.pair.together, rival.pair.together),
        default=None,
    )
    return Rivals(
        tuple(known),
        nemesis=_most_one_sided([rival for rival in met_often if rival.pair.below > rival.pair.above]),
        victim=_most_one_sided([rival for rival in met_often if rival.pair.above > rival.pair.below]),
        best_partner=best_partner,
    )


def find_rival_changes(scored: ScoredPartie, players: Mapping[int, KnownPlayer]) -> Iterator[Remark]:
    """Find the rivals that a partie made, over all games as on the page of a player.

    None if one of its players has a later partie. The rivals before and after the partie are compared.
    """
    partie, seated = scored.partie, [player.id for player in scored.players]
    # Rows of player id, day, partie id and results: all parties that count for these players.
    rows = results_of_players(seated)
    if any((row.held_on, row.partie_id) > (partie.soiree.held_on, partie.id) for row in rows):
        return
    # For each player: the name, the rivals without this partie, and those with it.
    rivals = []
    for player_id in seated:
        own = [row for row in rows if row.player_id == player_id]
        earlier = [row.results for row in own if row.partie_id != partie.id]
        old = rivals_of(pair_figures(earlier, player_id), players)
        new = rivals_of(pair_figures([row.results for row in own], player_id), players)
        rivals.append((players[player_id].name, old, new))
    yield from _new_rivals("nemesis", rivals)
    yield from _new_rivals("victim", rivals)
    # A lost *souffre-douleur* has no remark, because that player has one about a lost *bête noire*.
    freed = [name for name, old, new in rivals if old.nemesis is not None and new.nemesis is None]
    if freed:
        yield Remark("freed", {"count": len(freed), "who": join_words(freed)})


def _new_rivals(key: str, changes: Sequence[tuple[str, Rivals, Rivals]]) -> Iterator[Remark]:
    """Yield a remark on the new rivals of this kind (`key`), each with all the players whose rival this is now."""
    # By the name of the rival: the names of these players.
    names_by_rival: dict[str, list[str]] = {}
    for name, before, after in changes:
        # The rivals of this kind: `key` is the name of a field of `Rivals`.
        old, new = getattr(before, key), getattr(after, key)
        if new is not None and (old is None or old.player_id != new.player_id):
            names_by_rival.setdefault(new.name, []).append(name)
    if names_by_rival:
        yield Remark(key, {"pairs": [(rival, join_words(names)) for rival, names in names_by_rival.items()]})


def _most_one_sided(opponents: Sequence[Rival]) -> Rival | None:
    """Return the opponent with the largest difference per meeting; among equals, the one met most often."""
    return max(
        opponents,
        key=lambda rival: (abs(rival.pair.above - rival.pair.below) / rival.pair.against, rival.pair.against),
        default=None,
    )
