"""The cost of a write: the partie is replayed once before, and once after if its sheet changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from web.playing import lay_out, recorded, version
from web.visitor import HAND, Page, Table, Typed, Visitor, hearts

from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.partie import replays

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.cards.verdicts import Verdict
    from scorekeeper.games.contract import Sheet


@dataclass
class Costs:
    """How many times a whole sheet was scored, and a card judged."""

    replays: int = 0
    judged: int = 0


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Costs:
    """Count the calls of the game's `score` and of the arbiter's `play`, which every path uses."""
    counted = Costs()

    def scoring(score: Callable[..., Sheet]) -> Callable[..., Sheet]:
        def count(*given: Any) -> Sheet:  # noqa: ANN401 - the facts of a game
            counted.replays += 1
            return score(*given)

        return count

    judge = Arbiter.play

    def play(arbiter: Arbiter, code: str, seat: int | None = None) -> Verdict:
        counted.judged += 1
        return judge(arbiter, code, seat)

    for slug, game in GAMES.items():
        monkeypatch.setitem(GAMES, slug, replace(game, score=scoring(game.score)))
    monkeypatch.setattr(Arbiter, "play", play)
    return counted


def cost(costs: Costs, visitor: Visitor, at: str, ending: str, typed: Typed | None = None) -> tuple[int, int, int]:
    """Return the status, the replays and the judged cards of one POST to a worker with an empty cache."""
    page: Page = visitor.get(at)
    replays.clear()
    costs.replays = costs.judged = 0
    answer = visitor.send(page, ending, typed or {})
    return answer.status, costs.replays, costs.judged


def cards(table: Table) -> str:
    return f"{table.partie}/cards"


def with_cards(visitor: Visitor, count: int | None) -> Table:
    """Return a partie with one manche, and `count` cards of the next one played, all of them for None."""
    deal = recorded("hearts", 1)
    table = visitor.with_manche(dealer=(deal["dealer"] - 1) % 4)
    lay_out(visitor, table, deal["leader"], deal["plays"][:count])
    return table


def test_a_typed_manche_costs_one_replay_before_and_one_after(visitor: Visitor, costs: Costs) -> None:
    table = visitor.with_manche()
    assert cost(costs, visitor, table.partie, "/manches/new", hearts(0, 6, 2, 5, queen=0)) == (303, 2, 0)


def test_the_page_of_a_refused_manche_costs_no_further_replay(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    assert cost(costs, visitor, table.partie, "/manches/new", hearts(5, 4, 3, 0, queen=2)) == (422, 1, 0)


def test_a_cached_sheet_is_not_replayed_until_it_changes(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    page = visitor.get(table.partie)
    costs.replays = 0
    assert visitor.send(page, "/manches/new", HAND).status == 303
    assert costs.replays == 1
    for _ in range(2):
        assert visitor.get(f"{table.partie}/rules").status == 200
        assert costs.replays == 1


def test_a_stale_manche_costs_one_replay(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    typed = {**HAND, "version": "0"}
    assert cost(costs, visitor, table.partie, "/manches/new", typed) == (409, 1, 0)


@pytest.mark.parametrize("down", [3, 30])
def test_a_card_costs_one_replay_and_each_played_card_is_judged_once(visitor: Visitor, costs: Costs, down: int) -> None:
    table, card = with_cards(visitor, down), recorded("hearts", 1)["plays"][down]
    assert cost(costs, visitor, cards(table), "/cards", {"card": card}) == (303, 1, down + 1)


def test_the_first_card_costs_no_more_than_another(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    assert cost(costs, visitor, cards(table), "/cards", {"leader": "0", "card": "2C"}) == (303, 1, 1)


def test_a_card_that_breaks_a_rule_is_judged_once_before_it_is_shown(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    lay_out(visitor, table, 0, [])
    assert cost(costs, visitor, cards(table), "/cards", {"card": "KD"}) == (303, 1, 1)
    assert version(visitor, table) == 2


def test_cards_recorded_cost_one_replay_more_and_no_judging(visitor: Visitor, costs: Costs) -> None:
    table = with_cards(visitor, None)
    assert cost(costs, visitor, cards(table), "/record") == (303, 2, 0)


@pytest.mark.parametrize("back", ["/back", "/away", "/undo"])
def test_taking_cards_back_costs_one_replay_and_no_judging(visitor: Visitor, costs: Costs, back: str) -> None:
    table = with_cards(visitor, 20)
    at = table.partie if back == "/undo" else cards(table)
    assert cost(costs, visitor, at, back) == (303, 1, 0)


def test_an_undo_costs_one_replay_before_and_one_after(visitor: Visitor, costs: Costs) -> None:
    table = visitor.with_manche()
    assert cost(costs, visitor, table.partie, "/undo") == (303, 2, 0)


def test_a_bid_costs_one_replay(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table(game="spades", dealer=3)
    assert cost(costs, visitor, table.partie, "/begin", {"bid": "3"}) == (303, 1, 0)


@pytest.mark.parametrize("with_current", [False, True])
def test_a_correction_costs_two_replays_with_or_without_a_current_manche(
    visitor: Visitor, costs: Costs, *, with_current: bool
) -> None:
    table = with_cards(visitor, 4 if with_current else 0)
    if not with_current:
        visitor.press(cards(table), "/away")
    address = visitor.manche(table)
    assert cost(costs, visitor, address, address, {"H-0": "6", "H-1": "3"}) == (303, 2, 0)


def test_rules_changed_cost_one_replay_before_and_one_after(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    address = f"{table.partie}/rules"
    assert cost(costs, visitor, address, "/rules", {"option-limit": "75"}) == (303, 2, 0)
