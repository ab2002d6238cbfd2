"""A coup of Piquet card by card: the running count, and the announcements held against the cards shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from scorekeeper.games.contract import ImpossibleError
from scorekeeper.games.piquet import audit as auditing
from scorekeeper.games.piquet.counting import running
from scorekeeper.games.piquet.facts import facts_so_far, read_started
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.web.forms.breaches import Breach
from scorekeeper.web.forms.piquet_counting import Said, said_step
from scorekeeper.web.words import piquet as words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.cards.verdicts import Trick
    from scorekeeper.games.contract import Json
    from scorekeeper.games.piquet.counting import Step
    from scorekeeper.record.standings import Standing


def so_far(standing: Standing, tricks: Sequence[Trick]) -> list[str]:
    """By seat, the count as it runs, what was announced included (PI-19)."""
    steps = _steps(standing, tricks)
    return [str(next((step.total for step in reversed(steps) if step.seat == seat), 0)) for seat in range(SEATS)]


def count_so_far(standing: Standing, tricks: Sequence[Trick]) -> list[Said]:
    """The count of the coup under way as it was said aloud, after these tricks."""
    names = [player.name for player in standing.players]
    return [said_step(step, names) for step in _steps(standing, tricks)]


def told(_standing: Standing, begun: Json) -> Json:
    """What was announced; a false declaration is among it where the table has just said so (PI-37)."""
    offender = request.form.get("false")
    return auditing.with_false_declaration(begun, int(offender)) if offender in {"0", "1"} else begun


def audit(standing: Standing) -> list[Breach]:
    """The announcements that the cards of the coup under way refute, by player (PI-37)."""
    cards = standing.cards
    if cards is None:
        return []
    names = [player.name for player in standing.players]
    found = auditing.audit(standing.partie.begun or {}, standing.arbiter(cards).tricks)
    breaches = []
    for seat in range(SEATS):
        mine = [one for one in found if one.seat == seat]
        if mine:
            said = " ".join(words.refuted(one, names) for one in mine)
            breaches.append(Breach(seat, said, words.offer(mine[0], names)))
    return breaches


def _steps(standing: Standing, tricks: Sequence[Trick]) -> tuple[Step, ...]:
    """The running count; nothing where cards and announcements cannot both be, as the page then says (PI-38)."""
    elder = 1 - standing.deal.dealer
    told = {"elder": elder, **(standing.partie.begun or {}), **facts_so_far(standing.options, SEATS, tricks)}
    try:
        return running(standing.options, read_started(standing.options, told))
    except ImpossibleError:
        return ()
