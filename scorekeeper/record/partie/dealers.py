"""The dealer of each manche: the seat that the table named, else the seat whose turn it is by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from scorekeeper.games.contract import AnyGame, Deal, MancheFacts
from scorekeeper.record.models import Manche, Partie

NamedDealers: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of the index of a manche and the seat that the table named to deal it, the first dealer first."""


def named_dealers(partie: Partie, manches: Sequence[Manche]) -> NamedDealers:
    """Return the named dealers of a partie with these manches in its sheet, and of its current manche."""
    current = partie.current
    listed = [*manches] if current is None else [*manches, current]
    named = {index: manche.dealer for index, manche in enumerate(listed) if manche.dealer is not None}
    return tuple(sorted({0: partie.first_dealer, **named}.items()))


def deal_after(
    game: AnyGame,
    rules: Any,  # noqa: ANN401 - each game has its own options type
    seats: int,
    named: NamedDealers,
    played: Sequence[MancheFacts[Any]],
) -> Deal:
    """Return the deal after these manches: the turn goes on from the latest named dealer."""
    start, dealer = max(one for one in named if one[0] <= len(played))
    deal: Deal = game.deal(rules, seats, dealer, played)
    if not start:
        return deal
    return replace(deal, dealer=game.deal(rules, seats, dealer, played[start:]).dealer)
