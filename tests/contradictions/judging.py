"""What the program makes of true tellings and of false ones, beside what can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from contradictions.manche import Answer, Facts, Manche, ask, line_of
from contradictions.proposals import Proposal, listening, unhurried
from contradictions.search import Found

IMPOSSIBLE, UNSEEN = "accepted, impossible", "accepted, no witness"
OUT_OF_STEPS = "accepted, out of steps"  # the program gave up deciding, as docs/formats.md says it does
ASKED = ("volte_choice", "volte_unsaid")


class Effort(NamedTuple):
    """How many steps a witness is searched for, and how many where the program had decided and none was found."""

    steps: int
    longer: int = 0


class Game(Protocol):
    """What a game brings: see `hearts`, `spades` and `piquet`."""

    def true_manche(self, chance: random.Random) -> Manche: ...
    def tell(self, manche: Manche, chance: random.Random) -> tuple[Facts, dict[str, Any]]: ...
    def falsify(self, manche: Manche, facts: Facts, chance: random.Random) -> tuple[str, Facts] | None: ...
    def witness(self, manche: Manche, facts: Facts, chance: random.Random, steps: int, proposal: Proposal) -> Found: ...


def settled(manche: Manche, facts: Facts, answers: dict[str, Any]) -> tuple[Facts, Answer]:
    """What the program says once all that it asks for was answered."""
    for _ in range(8):
        answer = ask(manche, facts)
        field_name = _asked(answer)
        if field_name is None or field_name not in answers or field_name in facts:
            break
        facts = {**facts, field_name: answers[field_name]}
    return facts, answer


def _asked(answer: Answer) -> str | None:
    if answer.key in ASKED:
        return "moon"
    if answer.key == "nil_tricks_missing":
        return "nil_tricks"
    if answer.key.endswith("_needed"):
        return answer.key.removesuffix("_needed")
    return None


@dataclass
class Report:
    """How many of each outcome, and the wrong ones: each a class, a line, what the program said."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[dict[str, Any]] = field(default_factory=list)
    heard: Callable[[dict[str, Any]], None] = lambda _: None

    def note(self, outcome: str, kind: str, manche: Manche, facts: Facts, answer: Answer) -> None:
        self.outcomes[outcome] += 1
        if outcome in WRONG:
            said = answer.fault or answer.points
            wrong = {"outcome": outcome, "falsified": kind, "said": said, "line": line_of(manche, facts)}
            self.wrong.append(wrong)
            self.heard(wrong)


WRONG = (
    "true but refused",
    "depths differ",
    IMPOSSIBLE,
    UNSEEN,
    "refused, though possible",
)


def true_tellings(game: Game, count: int, seed: int, report: Report) -> Report:
    """Tell true manches at several depths each; none may be refused, and all must come to the same points."""
    chance = random.Random(seed)
    told = 0
    while told < count:
        manche = game.true_manche(chance)
        points: list[int] | None = None
        for _ in range(4):
            facts, answers = game.tell(manche, chance)
            facts, answer = settled(manche, facts, answers)
            told += 1
            if answer.points is None:
                report.note("true but refused", "nothing", manche, facts, answer)
            elif points is not None and answer.points != points:
                report.note("depths differ", f"nothing: {points}", manche, facts, answer)
            else:
                points = answer.points
                report.note("true and scored", "nothing", manche, facts, answer)
    return report


def falsehoods(game: Game, count: int, seed: int, effort: Effort, report: Report) -> Report:
    """Falsify one fact of so many tellings; what is accepted must have a witness, what is refused none."""
    chance = random.Random(seed)
    while sum(report.outcomes.values()) < count:
        manche = game.true_manche(chance)
        for _ in range(4):
            facts, answers = game.tell(manche, chance)
            facts, answer = settled(manche, facts, answers)
            lie = game.falsify(manche, facts, chance) if answer.points is not None else None
            if lie is not None:
                with listening() as heard:
                    told, answer = settled(manche, lie[1], answers)
                decided = answer.points is not None and not heard.given_up
                found = game.witness(manche, told, chance, effort.steps if decided else effort.steps // 4, heard)
                if effort.longer and decided and found.cards is None:
                    if "plays" not in told:
                        found = game.witness(manche, told, chance, effort.steps // 4, unhurried(manche, told))
                    if not found.proven:
                        found = game.witness(manche, told, chance, effort.longer, heard)
                judged = outcome(answer, found)
                if heard.given_up and judged in {IMPOSSIBLE, UNSEEN}:
                    judged = OUT_OF_STEPS
                report.note(judged, lie[0], manche, told, answer)
    return report


def outcome(answer: Answer, found: Found) -> str:
    """Whether the program was right, as far as the search goes."""
    if _asked(answer) is not None:
        return "asked again"
    if answer.points is not None:
        if found.cards is None:
            return IMPOSSIBLE if found.proven else UNSEEN
        return "accepted, with a witness"
    if found.cards is None:
        return "refused, impossible" if found.proven else "refused, no witness"
    return "refused, though possible"


def show(report: Report) -> str:
    return "\n".join(f"{count:7} {outcome}" for outcome, count in report.outcomes.most_common())
