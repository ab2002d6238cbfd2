"""The cost of a write: the partie is replayed once before, and once after if its sheet changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from web.playing import lay_out, recorded
from web.visitor import HAND, Table, Typed, Visitor, hearts

from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.partie.scored import clear_cache

if TYPE_CHECKING:
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


def with_cards(visitor: Visitor, count: int | None) -> Table:
    """Return a partie with one manche, and `count` cards of the next one played, all of them for None."""
    deal = recorded("hearts", 1)
    table = visitor.with_manche(dealer=(deal["dealer"] - 1) % 4)
    lay_out(visitor, table, deal["leader"], deal["plays"][:count])
    return table


Act = Callable[[Visitor], tuple[str, str, Typed | None]]  # sets the table; the page, the ending of the form, the input


def at_partie(ending: str, typed: Typed | None = None, page: str = "", **options: Any) -> Act:  # noqa: ANN401
    """Send a form of a new partie."""
    return lambda visitor: (f"{visitor.set_table(**options).partie}{page}", ending, typed)


def after_manche(ending: str, typed: Typed | None = None) -> Act:
    """Send a form of the page of a partie with a manche."""
    return lambda visitor: (visitor.with_manche().partie, ending, typed)


def at_cards(count: int | None, ending: str, typed: Typed | None = None, page: str = "/cards") -> Act:
    """Send a form after `count` cards of the second manche were played."""
    return lambda visitor: (f"{with_cards(visitor, count).partie}{page}", ending, typed)


def breach(visitor: Visitor) -> tuple[str, str, Typed]:
    table = visitor.set_table()
    lay_out(visitor, table, 0, [])
    return f"{table.partie}/cards", "/cards", {"card": "KD"}


def correction(visitor: Visitor, count: int | None = None) -> tuple[str, str, Typed]:
    table = visitor.with_manche() if count is None else with_cards(visitor, count)
    address = visitor.manche(table)
    return address, address, {"H-0": "6", "H-1": "3"}


SECOND = hearts(0, 6, 2, 5, queen=0)
PLAYS = recorded("hearts", 1)["plays"]
# What is sent, and the status, the replays and the judged cards.
COSTS: dict[str, tuple[Act, tuple[int, int, int]]] = {
    "a typed manche: before and after": (after_manche("/manches/new", SECOND), (303, 2, 0)),
    "a refused manche": (at_partie("/manches/new", hearts(5, 4, 3, 0, queen=2)), (422, 1, 0)),
    "a stale manche": (at_partie("/manches/new", {**HAND, "version": "0"}), (409, 1, 0)),
    "the fourth card: those before are judged already": (at_cards(3, "/cards", {"card": PLAYS[3]}), (303, 1, 1)),
    "a late card": (at_cards(30, "/cards", {"card": PLAYS[30]}), (303, 1, 1)),
    "the first card": (at_partie("/cards", {"leader": "0", "card": "2C"}, "/cards"), (303, 1, 1)),
    "a card that breaks a rule": (breach, (303, 1, 1)),
    "all cards recorded": (at_cards(None, "/record"), (303, 2, 0)),
    "the latest card taken back": (at_cards(20, "/back"), (303, 1, 0)),
    "all cards discarded": (at_cards(20, "/away"), (303, 1, 0)),
    "a card undone": (at_cards(20, "/undo", page=""), (303, 1, 0)),
    "a manche undone": (after_manche("/undo"), (303, 2, 0)),
    "a bid": (at_partie("/begin", {"bid": "3"}, game="spades", dealer=3), (303, 1, 0)),
    "a correction": (correction, (303, 2, 0)),
    "a correction during a manche": (lambda visitor: correction(visitor, 4), (303, 2, 0)),
    "other rules": (at_partie("/rules", {"option-limit": "75"}, "/rules"), (303, 2, 0)),
}


@pytest.mark.parametrize(("act", "expected"), COSTS.values(), ids=COSTS)
def test_a_write_costs(visitor: Visitor, costs: Costs, act: Act, expected: tuple[int, int, int]) -> None:
    """To a worker that has shown the page, but has no score of the partie."""
    address, ending, typed = act(visitor)
    page = visitor.get(address)
    clear_cache()
    costs.replays = costs.judged = 0
    answer = visitor.send(page, ending, typed)
    assert (answer.status, costs.replays, costs.judged) == expected


def test_a_cached_sheet_is_not_replayed_until_it_changes(visitor: Visitor, costs: Costs) -> None:
    table = visitor.set_table()
    page = visitor.get(table.partie)
    costs.replays = 0
    assert visitor.send(page, "/manches/new", HAND).status == 303
    assert costs.replays == 1
    for _ in range(2):
        assert visitor.get(f"{table.partie}/rules").status == 200
        assert costs.replays == 1
