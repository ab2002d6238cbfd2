"""The sheet of some coups of Piquet, or the error that refuses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.games.contract import MancheFacts, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.shape import ImpossibleFactsError


def read_coups(chosen: dict[str, Any], coups: Sequence[Any]) -> tuple[Any, list[MancheFacts[Any]]]:
    """Return the chosen options, and the coups read under them."""
    options = PIQUET.read_options(chosen, 2)
    return options, [read_manche(PIQUET, options, 2, facts) for facts in coups]


def sheet(*coups: Any, **chosen: Any) -> Sheet:  # noqa: ANN401 - facts may be any junk
    options, manches = read_coups(chosen, coups)
    return PIQUET.score(options, 2, manches)


def refusal_of(*coups: Any, **chosen: Any) -> ImpossibleFactsError:  # noqa: ANN401 - facts may be any junk
    with pytest.raises(ImpossibleFactsError) as refusal:
        read_coups(chosen, coups)
    return refusal.value
