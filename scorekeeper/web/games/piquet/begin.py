"""What is counted aloud of a coup of Piquet: the announcements set against each other, and the running count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask import request

from scorekeeper.games.piquet.counting import Step, count, near_misses, running
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    SET_RANKS,
    Answer,
    Category,
    answer_to,
    points_of_run,
)
from scorekeeper.games.piquet.facts import Started, read_facts, read_started
from scorekeeper.games.piquet.options import SEATS, LowCards, PiquetOptions
from scorekeeper.games.piquet.scored import points_in
from scorekeeper.games.piquet.tricks import TRICKS
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games.piquet import words
from scorekeeper.web.games.piquet.announcements import words as announcing
from scorekeeper.web.games.piquet.form import RUNS, PiquetForm, deck, facts_form
from scorekeeper.web.games.piquet.tricks import words as counting
from scorekeeper.web.games.piquet.tricks.fields import LOW
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.language import rank_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.games.shape import Json
    from scorekeeper.record.standings import Standing

_BONUSES = frozenset({"carte_blanche", "pic", "repic"})
_CALLED = frozenset({"leads", "wins", "last_trick", "pic"})


@dataclass(frozen=True)
class Said:
    """A sentence of the count, with its points and its article."""

    said: str
    points: int
    article: str


@dataclass(frozen=True)
class Cell:
    """What one player announced in a category, and the points it gives."""

    said: str
    points: int


@dataclass(frozen=True)
class Row:
    """A category: each player's announcement, elder first, and the dealer's answer."""

    name: str
    article: str
    cells: list[Cell]
    answer: str = ""


@dataclass(frozen=True)
class Summary:
    """The announcements of both players, elder first; or why they cannot be."""

    names: list[str]
    rows: list[Row]
    totals: list[int]
    notes: list[Said]
    fault: str = ""
    article: str | None = None


@dataclass(frozen=True)
class Calling:
    """A coup whose tricks are being called: the count so far, and what each key will say."""

    number: int
    order: tuple[int, int]
    totals: list[int]
    said: str
    previews: list[list[int]]
    steps: list[Said]
    notes: list[str]
    asks_low: bool


def summary(form: PiquetForm) -> Summary | None:
    """What the announcements entered so far give; None while there are none."""
    if not form.announced_something():
        return None
    standing = form.standing
    return summarise(standing.options, {"elder": form.elder, **form.claims()}, standing.names)


def summarise(options: PiquetOptions, json: Json, names: Sequence[str]) -> Summary:
    """The announcements of both, set against each other (PI-9 to PI-13), with what they score before the play."""
    elder = json["elder"]
    order = (elder, 1 - elder)
    shown = [names[seat] for seat in order]
    try:
        started = read_started(options, json)
        rows = [_row(started, category, order) for category in Category]
    except ImpossibleError as error:
        return Summary(shown, [], [], [], words.fault(error, names), error.article)
    steps = running(options, replace(started, winners=None, low=None))
    before = [step for step in steps if step.trick is None and step.why != "pic"]
    notes = [Said(counting.bonus(step, names), step.points, step.article) for step in steps if step.why in _BONUSES]
    return Summary(shown, rows, [total_of(before, seat) for seat in order], notes)


def counted(form: PiquetForm) -> list[Said]:
    """The running count of a coup whose twelve tricks were given; nothing while it cannot be made."""
    try:
        facts = read_facts(form.standing.options, SEATS, _own(form))
    except (ImpossibleError, RefusedError):
        return []
    return [said_step(step, form.standing.names) for step in count(form.standing.options, facts)]


def beginning(standing: Standing) -> Calling | None:
    """The tricks being called, while the coup under way has some left; None when the form is asked for.

    Cards on the table tell who took each trick: nothing is called then.
    """
    begun = None if standing.cards is not None else standing.partie.begun
    if begun is None or "winners" not in begun or len(begun["winners"]) == TRICKS or "announce" in request.values:
        return None
    options, names = standing.options, standing.names
    started = read_started(options, begun)
    steps = running(options, started)
    low = options.low_card_points is LowCards.ABOVE_NINE
    return Calling(
        number=len(begun["winners"]) + 1,
        order=(started.elder, 1 - started.elder),
        totals=[total_of(steps, seat) for seat in range(SEATS)],
        said=_next_lead(started, steps, names),
        previews=[[] if low else _preview(options, begun, seat, len(steps)) for seat in range(SEATS)],
        steps=[said_step(step, names) for step in steps],
        notes=[counting.bonus(step, names) for step in steps if step.why in _BONUSES],
        asks_low=low,
    )


def begun(standing: Standing) -> Json:
    """The coup under way with the trick just called, without the latest, or with the announcements sent.

    Raises `ImpossibleFactsError` for announcements that cannot be.
    """
    kept = dict(standing.partie.begun or {})
    winners, low = list(kept.get("winners", [])), list(kept.get("low", []))
    if "back" in request.form:
        return _with_tricks(standing, kept, winners[:-1], low[:-1])
    if "trick" in request.form:
        if not kept:
            raise ImpossibleFactsError("winners_shape", field="winners", article="PI-19")
        taker = request.form["trick"]
        winners.append(int(taker) if taker in {"0", "1"} else taker)
        sent = request.form.getlist("low")
        return _with_tricks(standing, kept, winners, [*low, [one in sent for one in LOW]])
    if "cards" in request.form:
        json = facts_form(standing, None).before_play()
        if "short_hand" in json:
            raise RefusedError("not_understood", sentence=_("Avec une main trop courte, le coup se note à la main."))
        return json
    if "call" not in request.form:
        raise ImpossibleFactsError("winners_shape", field="winners", article="PI-19")
    form = facts_form(standing, None)
    tricks = form.called()
    return _with_tricks(standing, form.before_play(), tricks["winners"], tricks.get("low", []))


def stage(standing: Standing) -> str:
    """Where the partie stands: « Encore 4 coups », « points doublés », sub-games won."""
    return words.stage(standing.options, standing.played)


def side_note(standing: Standing, side: int) -> str:
    """What a player still needs: to be out of the rubicon, or to reach the target."""
    return "" if standing.ending else words.need(standing.options, standing.played, side, standing.sheet.totals[side])


def close_calls(standing: Standing) -> dict[int, list[tuple[str, str]]]:
    """Why there was no pic or repic in a coup that came close to one, by its index (PI-22, PI-23)."""
    found = {}
    for index, manche in enumerate(standing.played):
        misses = near_misses(standing.options, manche.facts)
        if misses:
            found[index] = [(counting.near_miss(miss, standing.names), miss.article) for miss in misses]
    return found


def irregularities(players: Sequence[Any]) -> list[tuple[str, str]]:
    """What may have gone wrong in a coup, as the form sends it and as it is said (PI-32 to PI-38)."""
    names = [player.name for player in players]
    each = [(kind, said, seat) for kind, said in words.SEATED_IRREGULARITIES.items() for seat in range(SEATS)]
    void = [(f"void:{number}", str(said)) for number, said in words.VOID_IRREGULARITIES.items()]
    return void + [(f"{kind}:{seat}", f"{said} · {names[seat]}") for kind, said, seat in each]


HELPERS: dict[str, Any] = {
    "summary": summary,
    "count": counted,
    "stage": stage,
    "irregularities": irregularities,
    "irregularity_lines": lambda: [(number, str(said)) for number, said in words.IRREGULARITY_LINES.items()],
    "categories": lambda: [(one.value, announcing.category_name(one.value)) for one in Category],
    "answers": lambda: [(one.value, announcing.answer(one.value)) for one in Answer],
    "run_name": announcing.run_name,
    "set_name": announcing.set_name,
    "height": announcing.height,
    "rank_letter": rank_words,
    "points_of_run": points_of_run,
    "deck": deck,
    "RUNS": RUNS,
    "SET_RANKS": [rank.code for rank in SET_RANKS],
}


def _next_lead(started: Started, steps: Sequence[Step], names: Sequence[str]) -> str:
    """The lead that waits to be answered, with its count once that is certain (PI-18, PI-19)."""
    winners = started.winners or ()
    lead = next((step for step in reversed(steps) if step.why == "leads"), None)
    if lead is not None and lead.trick == len(winners) + 1:
        return counting.step(lead, names)
    return counting.to_lead(names, winners[-1] if winners else started.elder)


def _own(form: PiquetForm) -> dict[str, Any]:
    return {name: value for name, value in form.facts().items() if name != "penalties"}


def _with_tricks(standing: Standing, kept: Json, winners: list[Any], low: list[Any]) -> dict[str, Any]:
    json = {name: value for name, value in kept.items() if name not in {"winners", "low"}} | {"winners": winners}
    return json | {"low": low} if standing.options.low_card_points is LowCards.ABOVE_NINE else json


def _row(started: Started, category: Category, order: tuple[int, int]) -> Row:
    elder, dealer = (started.announced[seat] for seat in order)
    answer = started.answers.get(category) or (
        None if started.offender is not None else answer_to(category, elder, dealer)
    )
    cells = [
        Cell(announcing.announced(category, started.announced[seat]), points_in(started.scored, category, seat))
        for seat in order
    ]
    return Row(
        announcing.category_name(category), ARTICLES[category], cells, "" if answer is None else _answered(answer)
    )


def _answered(answer: Answer) -> str:
    return _("Réponse : %(answer)s", answer=announcing.answer(answer))


def _preview(options: PiquetOptions, begun: Json, seat: int, done: int) -> list[int]:
    after = running(options, read_started(options, {**begun, "winners": [*begun["winners"], seat]}))
    return [step.total for step in after[done:] if step.seat == seat and step.why in _CALLED]


def total_of(steps: Sequence[Step], seat: int) -> int:
    """How far a seat has counted."""
    return next((step.total for step in reversed(steps) if step.seat == seat), 0)


def said_step(step: Step, names: Sequence[str]) -> Said:
    """A step of the count as it is said aloud (PI-19)."""
    return Said(counting.step(step, names), step.points, step.article)
