"""A coup of Piquet card by card: the running count, and the announcements held against the cards shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from scorekeeper.games.manche_json import board_for
from scorekeeper.games.piquet import audit as auditing
from scorekeeper.games.piquet.counting import running
from scorekeeper.games.piquet.facts import read_started, tricks_taken
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.facts import facts_of_cards
from scorekeeper.web.games.breaches import Breach
from scorekeeper.web.games.piquet.announcements import words as announcing
from scorekeeper.web.games.piquet.begin import Said, close_calls, said_step, total_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.cards.verdicts import Trick
    from scorekeeper.games.arbiter import Arbiter
    from scorekeeper.games.piquet.counting import Step
    from scorekeeper.games.shape import Json
    from scorekeeper.record.standings import Standing


def so_far(standing: Standing, arbiter: Arbiter) -> list[str]:
    """By seat, the count as it runs, what was announced included (PI-19)."""
    steps = _steps(standing, arbiter)
    return [str(total_of(steps, seat)) for seat in range(SEATS)]


def count_so_far(standing: Standing, arbiter: Arbiter) -> list[Said]:
    """The count of the coup under way as it was said aloud, up to the latest card."""
    return [said_step(step, standing.names) for step in _steps(standing, arbiter)]


def told(standing: Standing, begun: Json) -> Json:
    """What was announced; a false declaration is among it where the table has just said so (PI-37)."""
    offender, cards = request.form.get("false"), standing.cards
    if offender not in {"0", "1"} or cards is None:
        return begun
    return auditing.with_false_declaration(begun, int(offender), standing.arbiter(cards).tricks)


def audit(standing: Standing) -> list[Breach]:
    """The announcements that the cards of the coup under way refute, by player (PI-37)."""
    cards = standing.cards
    if cards is None:
        return []
    names = standing.names
    begun = standing.partie.begun or {}
    tricks = standing.arbiter(cards).tricks
    found = auditing.audit(begun, tricks)
    breaches = []
    for seat in range(SEATS):
        mine = [one for one in found if one.seat == seat]
        if mine:
            said = " ".join(announcing.refuted(one, names) for one in mine)
            whole = facts_of_cards(standing.partie, auditing.with_false_declaration(begun, seat, tricks))
            breaches.append(Breach(seat, said, announcing.offer(mine[0], names), standing.row_with(whole).points))
    return breaches


def remarks(standing: Standing) -> dict[int, list[tuple[str, str]]]:
    """What is to be said of a coup beside its lines, by its index: a pic that was close, what its cards refute."""
    found = close_calls(standing)
    for index, played in enumerate(standing.played):
        if played.cards is None:
            continue
        facts = standing.manches[index].facts
        tricks = board_for(standing.game, standing.options, SEATS, played.cards, facts).tricks
        if said := refuted(facts, tricks, standing.names):
            found[index] = [*found.get(index, []), *said]
    return found


def refuted(told: Json, tricks: Sequence[Trick], names: Sequence[str]) -> list[tuple[str, str]]:
    """What the cards of a coup refute of what was announced and let stand, each in a sentence with its article."""
    return [(announcing.refuted(one, names), "PI-37") for one in auditing.audit(told, tricks)]


def _steps(standing: Standing, arbiter: Arbiter) -> list[Step]:
    """The running count; nothing where cards and announcements cannot both be, as the page then says (PI-38)."""
    elder = 1 - standing.deal.dealer
    told = {"elder": elder, **(standing.partie.begun or {}), **tricks_taken(standing.options, arbiter.tricks)}
    try:
        steps = running(standing.options, read_started(standing.options, told))
    except ImpossibleError:
        return []
    led = len(arbiter.tricks) + bool(arbiter.trick)
    return [step for step in steps if step.trick is None or step.trick <= led]
