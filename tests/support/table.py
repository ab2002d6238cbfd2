"""A table for tests of the arbiter: cards as text, rulings as in the public format."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table


def sit_down(  # noqa: PLR0913 - the settings of a table
    game: str,
    plays: str = "",
    *,
    seats: int = 4,
    dealer: int = 3,
    leader: int = 0,
    hands: dict[int, str] | None = None,
    context: dict[str, Any] | None = None,
    **options: Any,  # noqa: ANN401 - an option's value is of its own type
) -> Arbiter:
    """Return the arbiter after these plays, with the open `hands` by seat, and the `context` of the manche."""
    known = GAMES[game]
    assert known.play is not None
    opened = None if hands is None else [hands[seat].split() if seat in hands else None for seat in range(seats)]
    rules = known.play.rules(known.read_options(options, seats), Table(seats, dealer), context or {})
    arbiter = Arbiter(rules, leader, opened)
    for code in plays.split():
        arbiter.play(code)
    return arbiter


def last(arbiter: Arbiter) -> Verdict:
    return arbiter.verdicts[-1]


def short(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    """Return the ruling of a play and its articles."""
    return verdict.ruling.value, verdict.articles


def check_ruling(game: str, case: dict[str, Any]) -> None:
    """Compare the ruling on the last card of a case, with its articles."""
    expected = dict(case)
    ruled, options = expected.pop("ruled"), expected.pop("options", {})
    if "hands" in expected:
        expected["hands"] = {int(seat): cards for seat, cards in expected["hands"].items()}
    ruling, articles = short(last(sit_down(game, **expected, **options)))
    assert " ".join([ruling, *articles]) == ruled


def codes(cards: tuple[Any, ...]) -> str:
    return " ".join(card.code for card in cards)


def lists(arbiter: Arbiter) -> dict[str, str]:
    """Return the cards that the current seat may have, by ruling."""
    choices = arbiter.choices
    assert choices is not None
    return {key: codes(getattr(choices, key)) for key in ("allowed", "conditional", "forbidden", "exposing")}
