"""The form of a coup of Piquet, at three depths: the scores, the declarations, the hands.

The announcements are entered at one of the `DEPTHS`, the play in one of the `PLAY_MODES`. Values of the depths and
modes not shown stay in hidden inputs, so that switching loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import request
from wtforms import Field, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.games.piquet.declarations import Category
from scorekeeper.games.piquet.options import SEATS, TRICKS
from scorekeeper.games.piquet.play import DECK
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.sent_fields import is_sent, sent_fields
from scorekeeper.web.forms import CountField, RadioField, SelectField, index_choices
from scorekeeper.web.games.piquet.announcements.fields import DEPTHS, MOST_RUNS, AnnouncementForm
from scorekeeper.web.games.piquet.field_values import int_or_text, values_of
from scorekeeper.web.games.piquet.irregularities import irregularities
from scorekeeper.web.games.piquet.tricks.fields import PLAY_MODES, PlayForm

# How many cards a point may have.
POINTS = range(3, 9)
# The most sequences of each length in twelve cards.
RUNS = {3: 4, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}

_SHORT = ("short_hand", "short_cards")


class PiquetForm(AnnouncementForm, PlayForm):
    """The form of a coup; `elder` is the seat that leads. Fields of one player are named `<name>-<seat>`."""

    elder: int
    fault = SelectField(validate_choice=False, choices=[], validators=[Optional()])
    short_cards = SelectField(validate_choice=False, choices=[], validators=[Optional()])

    @property
    def order(self) -> tuple[int, int]:
        """The seats, elder first, as they announce (PI-13)."""
        return self.elder, 1 - self.elder

    def facts(self) -> dict[str, Any]:
        """Return the facts entered as JSON, unchecked: the engine refuses what is impossible."""
        kind, _colon, rest = (self.fault.data or "").partition(":")
        json: dict[str, Any] = {"elder": self.elder}
        if kind in {"void", "loses_partie"}:
            json["fault"] = _fault(kind, rest)
        else:
            json |= self.claims() | self.play_entered() | self.short_hand()
            if kind and kind != "short_hand":
                json["fault"] = _fault(kind, rest)
        return json

    def short_hand(self) -> dict[str, Any]:
        """Return the seat and the size of a short hand (PI-34), empty without one."""
        kind, _colon, rest = (self.fault.data or "").partition(":")
        cards = {"short_cards": int_or_text(self.short_cards.data)} if self.short_cards.data else {}
        return {"short_hand": int_or_text(rest), **cards} if kind == "short_hand" else cards

    def before_play(self) -> dict[str, Any]:
        """Return what is known before the play. Raises `RefusedError` for entries that belong to the result."""
        json = self.facts()
        extras = (
            self.penalties() or (self.note.data or "").strip() or self.penalty_points.errors or self.revoked_seats()
        )
        if extras and self.scored.current.undone_row is None:  # those of an undone coup are shown again with its result
            raise RefusedError(
                "not_understood", sentence=_("La note, la renonce et la pénalité se notent à la fin du coup.")
            )
        if "carte_blanche" not in json:
            raise RefusedError("not_understood", sentence=_("Ce coup ne se joue pas : touchez « Noter »."))
        irregularity: dict[str, Any] = {name: json[name] for name in ("fault", *_SHORT) if name in json}
        return {"elder": self.elder, **self.claims(), **irregularity}

    def switch_mode(self) -> bool:
        """Switch to the depth or mode of the pressed button. Return whether the form is only to be shown again."""
        wanted = sent_fields().get("switch")
        if wanted in DEPTHS:
            self.by.data = wanted
        elif wanted in PLAY_MODES:
            self.play.data = wanted
        return wanted in {*DEPTHS, *PLAY_MODES, "check"}

    def has_entries(self) -> bool:
        """Whether anything of a coup was entered."""
        return any(values_of(field) for field in self._entered())

    def hidden_values(self) -> list[tuple[str, str]]:
        """Return name and value of the fields not shown, for hidden inputs."""
        seen = {field.name for field in self.fields_of_depth(self.by.data) + self.fields_of_play(self.play.data)}
        return [
            (field.name, value)
            for field in self._of_every_depth()
            if field.name not in seen
            for value in values_of(field)
        ]

    def fill(self, json: Json) -> None:
        """Show recorded facts, or those of the current coup."""
        self.elder = json.get("elder", self.elder)
        self.fill_announced(json)
        self.fill_play(json)
        self._fill_fault(json)

    def _fill_fault(self, json: Json) -> None:
        fault = json.get("fault") or {}
        rest = fault.get("article", "PI-38") if fault.get("kind") == "void" else fault.get("seat")
        self.fault.data = f"{fault['kind']}:{rest}" if fault else ""
        if json.get("short_hand") is not None:
            self.fault.data = f"short_hand:{json['short_hand']}"
            self.short_cards.data = str(json.get("short_cards", ""))

    def fill_fault_from_address(self) -> None:
        """Show the irregularity in the query string, to which the wizard of irregularities links."""
        fault = request.args.get("fault")
        if not self.correcting and fault in dict(irregularities(self.scored.players)):
            self.fault.data = fault

    def _entered(self) -> Iterator[Field]:
        yield from self._of_every_depth()
        yield from (self["carte_blanche"], self.fault, self.short_cards)

    def _of_every_depth(self) -> Iterator[Field]:
        yield from (field for depth in DEPTHS for field in self.fields_of_depth(depth))
        yield from (field for play in PLAY_MODES for field in self.fields_of_play(play))


def deck() -> tuple[str, ...]:
    """Return the codes of the thirty-two cards."""
    return tuple(card.code for card in DECK)


def facts_form(scored: ScoredPartie, manche: Manche | None) -> PiquetForm:
    """Return the form of this table with the values sent, else with the facts of `manche` or of the current coup."""
    elder = 1 - scored.deal.dealer if manche is None else manche.facts["elder"]
    fields: dict[str, Any] = {"scored": scored, "elder": elder, "correcting": manche is not None, **_fields()}
    form: PiquetForm = type("PiquetForm", (PiquetForm,), fields)()
    form.penalty_side.choices = index_choices(SEATS)
    form.by.data = form.by.data if form.by.data in DEPTHS else DEPTHS[0]
    form.play.data = form.play.data if form.play.data in PLAY_MODES else PLAY_MODES[0]
    saved = {**(scored.current.context or {}), **scored.current.facts_so_far} if manche is None else manche.facts
    if not is_sent():
        if saved:
            form.fill(saved)
        form.fill_fault_from_address()
        form.fill_earlier_extras(manche, scored)
    return form


def _fields() -> dict[str, Any]:
    """The numbered fields. The template has their choices, and values go to the engine unchecked."""
    unchecked: dict[str, Any] = {"validate_choice": False, "choices": [], "validators": [Optional()]}
    radios: tuple[str, ...] = (
        "carte_blanche",
        "point",
        "point_cards",
        "runs",
        "sets",
        "last",
        *(f"trick-{index}" for index in range(TRICKS)),
        *(f"card-{code}" for code in deck()),
    )
    multiples: tuple[str, ...] = ("run_lengths", "set_cards", *(f"low-{index}" for index in range(TRICKS)))
    counts: tuple[str, ...] = ("elder_run", "elder_points")
    selects = tuple(f"answer-{category.value}" for category in Category)
    for seat in range(SEATS):
        multiples += (f"sets-{seat}",)
        counts += (f"tricks-{seat}", f"trick_points-{seat}", f"point-{seat}", f"pips-{seat}")
        selects += tuple(f"{name}-{seat}-{index}" for name in ("run", "top") for index in range(MOST_RUNS))
    return (
        {name: RadioField(**unchecked) for name in radios}
        | {name: SelectMultipleField(**unchecked) for name in multiples}
        | {name: SelectField(**unchecked) for name in selects}
        | {name: CountField("", validators=[Optional()]) for name in counts}
    )


def _fault(kind: str, rest: str) -> dict[str, Any]:
    return {"kind": kind, "article": rest} if kind == "void" else {"kind": kind, "seat": int_or_text(rest)}
