"""The rivals of a player: the *bête noire*, the *souffre-douleur* and the best partner.

A *bête noire* (`nemesis`) is the opponent who finished ahead of the player more often than behind, by the most in
proportion; a *souffre-douleur* (`victim`) the opposite. A partie is a game played to its end. It counts if it has ended
and is neither abandoned nor deleted. All figures are those of the parties that count, in all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.statistics import PairFigures
from scorekeeper.web.text.values import MIN_PARTIES


@dataclass(frozen=True, slots=True)
class Rivals:
    """The other players whom a player met, and the rivals among them, None where the player has none."""

    # All of them, the one met most often as an opponent first.
    others: tuple[PairFigures, ...]

    # The *bête noire*.
    nemesis: PairFigures | None

    # The *souffre-douleur*.
    victim: PairFigures | None

    # The partner with whom the player won the largest share of the parties together.
    best_partner: PairFigures | None


def rivals_of(pairs: Sequence[PairFigures]) -> Rivals:
    """Return the rivals of one player, from the figures of this player with every other one."""
    known = sorted(pairs, key=lambda pair: -pair.against)
    # With fewer than `MIN_PARTIES`, a share says little.
    met_often = [pair for pair in known if pair.against >= MIN_PARTIES]
    # The largest share of victories together; among equals, the most parties together.
    best_partner = max(
        (pair for pair in known if pair.together >= MIN_PARTIES and pair.won),
        key=lambda pair: (pair.won / pair.together, pair.together),
        default=None,
    )
    return Rivals(
        tuple(known),
        nemesis=_most_one_sided([pair for pair in met_often if pair.below > pair.above]),
        victim=_most_one_sided([pair for pair in met_often if pair.above > pair.below]),
        best_partner=best_partner,
    )


def _most_one_sided(opponents: Sequence[PairFigures]) -> PairFigures | None:
    """Return the opponent against whom the results are the most one-sided; among equals, the one met most often.

    They are compared by the difference between `above` and `below`, divided by the number of parties against them.
    """
    return max(opponents, key=lambda pair: (abs(pair.above - pair.below) / pair.against, pair.against), default=None)
