"""The form of a manche of Dame de Pique: by cards taken, by points, or a volte at one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request
from wtforms import HiddenField
from wtforms.validators import Optional

from scorekeeper.games.contract import UndecidedError
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.facts import (
    Taken,
    complete_counts,
    complete_points,
    may_be_volte,
    volte,
)
from scorekeeper.games.hearts.options import HeartsOptions, Moon, counted
from scorekeeper.games.hearts.points import manche_total, volte_worth
from scorekeeper.web.forms import CountField, FactsForm, RadioField

if TYPE_CHECKING:
    from random import Random

    from scorekeeper.games.contract import Json
    from scorekeeper.record.models import Manche
    from scorekeeper.record.standings import Standing

NO_VOLTE = "none"


class HeartsForm(FactsForm):
    """Counts per seat of what the options count, a radio for a card there is one of, or points per side."""

    standing: Standing
    by = HiddenField(default="taken")
    moon = HiddenField()

    @property
    def options(self) -> HeartsOptions:
        """The house rules."""
        options: HeartsOptions = self.standing.options
        return options

    @property
    def totals(self) -> dict[str, int]:
        """What is counted, with how many of it there are."""
        return counted(self.options, self.standing.seats)

    def many(self) -> list[str]:
        """The keys counted player by player."""
        return [key for key, total in self.totals.items() if total > 1]

    def single(self) -> list[str]:
        """The keys that go to one player."""
        return [key for key, total in self.totals.items() if total == 1]

    def count_fields(self, key: str) -> list[CountField]:
        """The fields of a key, by seat."""
        return [self[f"{key}-{seat}"] for seat in range(self.standing.seats)]

    def point_fields(self) -> list[CountField]:
        """The fields of the points, by side."""
        return [self[f"points-{side}"] for side in range(self.standing.sheet.sides)]

    def facts(self) -> dict[str, Any]:
        """The facts entered, blanks filled in where the rest tells them.

        Raises `ImpossibleFactsError`, and `UndecidedError` when one side has it all and nobody said if it is a volte.
        """
        shot = request.form.get("volte", "")
        if shot.isdigit() and len(shot) == 1 and int(shot) < self.standing.seats:
            self._fill_volte(int(shot))
        by_points = self.by.data == "points" and not shot
        json = self._points() if by_points else self._taken()
        answer = self.moon.data or ""
        json["moon"] = answer if answer not in {"", NO_VOLTE} else None
        if not answer and not shot:
            self._ask_about_volte(json)
        penalties = self.penalties()
        return {**json, "penalties": penalties} if penalties else json

    def fill(self, json: dict[str, Any]) -> None:
        """Show the facts of a manche recorded earlier."""
        if "points" in json:
            self.by.data = "points"
            for field, value in zip(self.point_fields(), json["points"], strict=True):
                field.data = value
        for key, counts in json.get("taken", {}).items():
            self._fill_key(key, counts)

    def _fill_key(self, key: str, counts: list[int]) -> None:
        if key in self.single():
            self[key].data = str(counts.index(1))
            return
        for field, value in zip(self.count_fields(key), counts, strict=True):
            field.data, field.raw_data = value, None

    def _fill_volte(self, seat: int) -> None:
        for key, total in self.totals.items():
            if key != "last":
                self._fill_key(key, [total if other == seat else 0 for other in range(self.standing.seats)])

    def _taken(self) -> dict[str, Any]:
        taken: dict[str, list[int]] = {}
        for key in self.many():
            counts = complete_counts(self.totals[key], [field.data for field in self.count_fields(key)])
            taken[key] = [count or 0 for count in counts]
        for key in self.single():
            taker = self[key].data
            taken[key] = [int(taker == str(seat)) for seat in range(self.standing.seats)]
        return {"taken": taken}

    def _points(self) -> dict[str, Any]:
        typed = [field.data for field in self.point_fields()]
        points = complete_points(self.options, self.standing.seats, typed)
        return {"points": [value or 0 for value in points]}

    def _ask_about_volte(self, json: dict[str, Any]) -> None:
        seats = self.standing.seats
        facts = HEARTS.read_facts(self.options, seats, json)
        side = may_be_volte(self.options, seats, facts)
        if side is None:
            return
        seat = None
        if isinstance(facts, Taken):
            found = volte(self.options, seats, facts)
            seat = None if found is None else found.seat
        raise UndecidedError("volte_unsaid", article="DP-21", field="moon", seat=seat, side=side)

    def left(self, key: str) -> int:
        """How many of a key are still to place."""
        return self.totals[key] - sum(field.data or 0 for field in self.count_fields(key))

    def total_points(self) -> int:
        """The points of a manche without a volte."""
        return manche_total(self.options, self.standing.seats)

    def volte_worth(self) -> int:
        """What a volte is worth."""
        return volte_worth(self.options, self.standing.seats)

    def has_negatives(self) -> bool:
        """Whether a player's points may be under zero, so that the keyboard needs its minus."""
        return bool(self.options.jack_of_diamonds) or self.options.moon in {Moon.SELF_MINUS, Moon.CHOICE}

    def volte_allowed(self) -> bool:
        """Whether these rules know the volte."""
        return self.options.moon is not Moon.OFF

    def volte_kinds(self) -> list[str]:
        """What the table may answer when it is asked about a volte."""
        if self.options.moon is Moon.CHOICE:
            return [Moon.OTHERS_PLUS.value, Moon.SELF_MINUS.value]
        return [self.options.moon.value]


def facts_form(standing: Standing, manche: Manche | None) -> HeartsForm:
    """The form for this table, holding what was sent, else the facts of `manche`, else nothing."""
    options: HeartsOptions = standing.options
    seats = range(standing.seats)
    fields: dict[str, Any] = {"standing": standing}
    for key, total in counted(options, standing.seats).items():
        if total == 1:
            choices = [(str(seat), str(seat)) for seat in seats]
            fields[key] = RadioField(choices=choices, validators=[Optional()])
        else:
            fields |= {f"{key}-{seat}": CountField(validators=[Optional()]) for seat in seats}
    fields |= {f"points-{side}": CountField(validators=[Optional()]) for side in range(standing.sheet.sides)}
    form: HeartsForm = type("HeartsForm", (HeartsForm,), fields)()
    form.penalty_side.choices = [(str(side), str(side)) for side in range(standing.sheet.sides)]
    if request.method == "GET":
        form.by.data = "points" if request.args.get("by") == "points" else "taken"
        if manche is not None:
            _show(form, manche)
    return form


def _show(form: HeartsForm, manche: Manche) -> None:
    form.fill(manche.facts)
    form.note.data = manche.note
    for penalty in manche.facts.get("penalties", []):
        form.penalty_side.data = str(penalty["side"])
        form.penalty_points.data = penalty["points"]
        form.penalty_reason.data = penalty["reason"]


def sample_facts(standing: Standing, chance: Random) -> Json:
    """The facts of a manche as it might have gone, some players taking more than others."""
    seats = range(standing.seats)
    weights = [chance.random() + 0.2 for _ in seats]
    taken = {}
    for key, total in counted(standing.options, standing.seats).items():
        takers = chance.choices(seats, weights, k=total)
        taken[key] = [takers.count(seat) for seat in seats]
    return {"taken": taken, "moon": None}
