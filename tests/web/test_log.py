"""The sheet on a partie's page: what was remarkable of a manche is said on its row, and read out with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from record.evening import bid_and_made, penalty
from web.spades.test_bidding import noted
from web.visitor import Typed, hearts

if TYPE_CHECKING:
    from web.visitor import Page, Visitor


def marks(page: Page) -> list[str]:
    """What the rows say besides their points, from the first on."""
    return [part.partition("<")[0] for part in page.html.split('<span class="marks">')[1:]]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param({"volte": "1"}, ["volte"], id="DP-21"),
        pytest.param({**hearts(5, 4, 3, 1, queen=2), "note": "Zoé rit"}, ["note"], id="a note"),
        pytest.param(
            {**hearts(5, 4, 3, 1, queen=2), "penalty_side": "0", "penalty_points": "10", "penalty_reason": "renonce"},
            ["pénalité"],
            id="T-5",
        ),
        pytest.param({"volte": "1", "note": "bravo"}, ["volte · note"], id="both"),
        pytest.param(hearts(5, 4, 3, 1, queen=2), [], id="nothing"),
    ],
)
def test_a_row_of_dame_de_pique_says_what_was_remarkable(visitor: Visitor, typed: Typed, said: list[str]) -> None:
    table = visitor.set_table()
    assert visitor.record(table, typed).status == 303
    page = visitor.get(table.partie)
    assert marks(page) == said
    labels = [given["aria-label"] for _, given in page.tags if given.get("aria-label", "").startswith("Manche 1,")]
    assert [label.endswith(", ".join(["", *said[0].split(" · ")]) if said else "1") for label in labels] == [True]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        pytest.param({**bid_and_made(["nil", 3, 4, 4], 5), "nil_tricks": {"0": 0}}, ["zéro tenu"], id="AP-16 made"),
        pytest.param({**bid_and_made(["nil", 3, 4, 4], 5), "nil_tricks": {"0": 1}}, ["zéro chuté"], id="AP-16 failed"),
        pytest.param({**bid_and_made([4, 3, 1, 4], 6), **penalty(0, -10)}, ["pénalité"], id="T-5"),
        pytest.param(bid_and_made([4, 3, 1, 4], 6), [], id="a contract made and one sac are nothing remarkable"),
    ],
)
def test_a_row_of_atout_pique_says_what_was_remarkable(
    visitor: Visitor, facts: dict[str, Any], said: list[str]
) -> None:
    table = visitor.set_table(game="spades")
    noted(visitor, table, facts)
    assert marks(visitor.get(table.partie)) == said


def test_a_row_of_piquet_says_a_capot(visitor: Visitor) -> None:
    """Twelve tricks for elder (PI-20)."""
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    assert visitor.record(table, {"tricks-0": "12", "tricks-1": "0", "last": "0"}).status == 303
    assert marks(visitor.get(table.partie)) == ["capot"]
