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
    """Another player whom a player met, as an opponent or as a partner, with the figures of the two."""

    # The id and the name of the other player.
    player_id: int
    name: str

    # Numbers of parties: those on different sides (`against`), and among them those in which the player finished ahead
    # of this one (`above`) or behind (`below`); those in one team (`together`), and among them those that it won
    # (`won`).
    pair: PairFigures


@dataclass(frozen=True, slots=True)
class Rivals:
    """The other players whom a player met, and the rivals among them, None where the player has none."""

    # All of them, the one met most often as an opponent first.
    others: tuple[Rival, ...]

    # The *bête noire*.
    nemesis: Rival | None

    # The *souffre-douleur*.
    victim: Rival | None

    # The partner with whom the player won the largest share of the parties together.
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
    """Find the players who have other rivals after a partie than before it. The parties of all games count.

    Nothing is found if one of the players has a later partie that counts, because the rivals may have changed since.
    """
    partie, seated = scored.partie, [player.id for player in scored.players]
    # Rows of player id, day, partie id and results: all parties that count for these players.
    rows = results_of_players(seated)
    if any((row.held_on, row.partie_id) > (partie.soiree.held_on, partie.id) for row in rows):
        return
    # For each player of the partie: (name, rivals without this partie, rivals with it).
    rivals = []
    for player_id in seated:
        own = [row for row in rows if row.player_id == player_id]
        earlier = [row.results for row in own if row.partie_id != partie.id]
        old = rivals_of(pair_figures(earlier, player_id), players)
        new = rivals_of(pair_figures([row.results for row in own], player_id), players)
        rivals.append((players[player_id].name, old, new))
    yield from _new_rivals("nemesis", rivals)
    yield from _new_rivals("victim", rivals)
    # The players who had a *bête noire* and have none any more. There is no such remark about a *souffre-douleur*: it
    # would tell the same of the other player of the pair.
    freed = [name for name, old, new in rivals if old.nemesis is not None and new.nemesis is None]
    if freed:
        yield Remark("freed", {"count": len(freed), "who": join_words(freed)})


def _new_rivals(key: str, changes: Sequence[tuple[str, Rivals, Rivals]]) -> Iterator[Remark]:
    """Yield one remark on all new rivals of a kind, each with the players whose rival this is now.

    `key` is the kind, "nemesis" or "victim". `changes` are (name of a player, rivals before, rivals after).
    """
    # For each new rival, by name: the names of the players whose rival this is now.
    names_by_rival: dict[str, list[str]] = {}
    for name, before, after in changes:
        # The rivals of this kind: `key` is the name of a field of `Rivals`.
        old, new = getattr(before, key), getattr(after, key)
        if new is not None and (old is None or old.player_id != new.player_id):
            names_by_rival.setdefault(new.name, []).append(name)
    if names_by_rival:
        yield Remark(key, {"pairs": [(rival, join_words(names)) for rival, names in names_by_rival.items()]})


def _most_one_sided(opponents: Sequence[Rival]) -> Rival | None:
    """Return the opponent against whom the results are the most one-sided; among equals, the one met most often.

    They are compared by the difference between `above` and `below`, divided by the number of parties against them.
    """
    return max(
        opponents,
        key=lambda rival: (abs(rival.pair.above - rival.pair.below) / rival.pair.against, rival.pair.against),
        default=None,
    )
