"""The play that the program found as it believed a telling: a witness to be tried first, by the law of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from contradictions.manche import AnyLaw, Facts, Manche, ask, numbers_of, seats_of_plays

from scorekeeper.cards.legality import Rules
from scorekeeper.games import playing_out
from scorekeeper.games.contract import Goal

PATIENCE = 2  # times the steps of the program


@dataclass
class Proposal:
    """The cards that end the manche, as the program played it out; None where it had no need to, or did not.

    `given_up` when it did not decide within its steps, and believed what it was told (docs/formats.md).
    """

    rest: list[str] | None = None
    leader: int = 0
    given_up: bool = False

    def layout(self, law: AnyLaw, facts: Facts, leader: int) -> dict[int, int] | None:
        """By cell the cards of the whole play, if this seat led it."""
        if self.rest is None or ("plays" not in facts and leader != self.leader):
            return None
        cards = numbers_of(law.deck, [*facts.get("plays", []), *self.rest])
        if cards is None:
            return None
        cells = [seat * law.tricks + trick for seat, trick in seats_of_plays(law, leader, cards)]
        return dict(zip(cells, cards, strict=True))


def unhurried(manche: Manche, facts: Facts) -> Proposal:
    """The play that the program finds for facts told without cards, and with much time: it need not ask for one."""
    with listening(PATIENCE * playing_out.STEPS) as heard:
        ask(manche, {"leader": manche.leader, "plays": [], **facts})
    return heard


@contextmanager
def listening(steps: int = playing_out.STEPS) -> Iterator[Proposal]:
    """Hear the play that a search of the program ends with, asked for once more with as many steps."""
    decides, heard = playing_out.can_end, Proposal()

    def noted(rules: Rules, start: playing_out.Position, goal: Goal) -> bool | None:
        decided = decides(rules, start, goal, steps)
        heard.given_up = heard.given_up or decided is None
        if decided:
            play = playing_out.play_to(rules, start, goal, steps)
            heard.rest, heard.leader = [card.code for card in play or ()], start.leader
        return decided

    playing_out.can_end = noted  # type: ignore[assignment]
    try:
        yield heard
    finally:
        playing_out.can_end = decides
