"""The rivals of a player: the *bête noire*, the *souffre-douleur* and the best partner.

A *bête noire* (`nemesis`) is the opponent who finished ahead of the player more often than behind, by the most in
proportion; a *souffre-douleur* (`victim`) the opposite. A partie is a game played to its end. It counts if it has ended
and is neither abandoned nor deleted. All figures are those of the parties that count, in all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.statistics import KnownPlayer, PairFigures
from scorekeeper.web.text.values import MIN_PARTIES


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


def _most_one_sided(opponents: Sequence[Rival]) -> Rival | None:
    """Return the opponent against whom the results are the most one-sided; among equals, the one met most often.

    They are compared by the difference between `above` and `below`, divided by the number of parties against them.
    """
    return max(
        opponents,
        key=lambda rival: (abs(rival.pair.above - rival.pair.below) / rival.pair.against, rival.pair.against),
        default=None,
    )
