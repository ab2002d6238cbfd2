"""The form of a coup of Piquet, at three depths: what was scored, what was announced, the cards themselves.

Each half of a coup is entered as deep as the scribe likes: the announcements in `WAYS`, the play in `PLAYS`. What the
other ways hold stays in the form, so that turning it loses nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request
from wtforms import HiddenField, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.games.piquet.declarations import Category
from scorekeeper.games.piquet.options import SEATS, LowCards
from scorekeeper.games.piquet.play import DECK
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.forms import CountField, FactsForm, RadioField, SelectField, numbered
from scorekeeper.web.saying import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wtforms import Field

    from scorekeeper.games.contract import Json
    from scorekeeper.record.models import Manche
    from scorekeeper.record.standings import Standing

WAYS = ("scored", "declared", "hands")
PLAYS = ("counts", "called")
TRICKS = 12
LONGEST = 8
SET_RANKS = ("A", "K", "Q", "J", "10")
# The most sequences of each length that twelve cards can hold.
RUNS = {3: 4, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}
MOST_RUNS = 4
_LOW = ("lead", "win")
_NOBODY = "none"


class PiquetForm(FactsForm):
    """A coup between `elder`, who leads, and the dealer; fields are named `<what>-<seat>` where each player has one."""

    standing: Standing
    elder: int
    correcting: bool
    by = HiddenField(default="scored")
    play = HiddenField(default="counts")
    fault = SelectField(validate_choice=False, choices=[], validators=[Optional()])

    @property
    def order(self) -> tuple[int, int]:
        """The seats, elder first, as they announce (PI-13)."""
        return self.elder, 1 - self.elder

    @property
    def asks_low(self) -> bool:
        """Whether the cards under ten have to be told apart (PI-18)."""
        return bool(self.standing.options.low_card_points is LowCards.ABOVE_NINE)

    @property
    def calling(self) -> bool:
        """Whether the tricks of the coup under way are being called, some still to come."""
        return self._called_so_far() in range(TRICKS)

    @property
    def all_called(self) -> bool:
        """Whether every trick of the coup under way has been called."""
        return self._called_so_far() == TRICKS

    def facts(self) -> dict[str, Any]:
        """The facts entered, as JSON; what does not make sense is left for the engine to refuse."""
        kind, _, rest = (self.fault.data or "").partition(":")
        json: dict[str, Any] = {"elder": self.elder}
        if kind in {"void", "loses_partie"}:
            json["fault"] = _fault(kind, rest)
        else:
            json |= self.claims() | self._play()
            if kind == "short_hand":
                json["short_hand"] = _whole(rest)
            elif kind:
                json["fault"] = _fault(kind, rest)
        penalties = self.penalties()
        return {**json, "penalties": penalties} if penalties else json

    def claims(self) -> dict[str, Any]:
        """What was announced, as deep as it was entered, the carte blanche with it."""
        holder = self["carte_blanche"].data
        return {"carte_blanche": [holder == str(seat) for seat in range(SEATS)], **self._announced()}

    def before_play(self) -> dict[str, Any]:
        """What is known before the play is called. Raises `RefusedError` for what can only be noted with the result."""
        json = self.facts()
        if "penalties" in json or (self.note.data or "").strip() or self.penalty_points.errors:
            raise RefusedError("not_understood", sentence=_("La note et la pénalité se notent à la fin du coup."))
        if "carte_blanche" not in json:
            raise RefusedError("not_understood", sentence=_("Ce coup ne se joue pas : touchez « Noter »."))
        kept: dict[str, Any] = {name: json[name] for name in ("fault", "short_hand") if name in json}
        return {"elder": self.elder, **self.claims(), **kept}

    def turned(self) -> bool:
        """Whether a button asks for another way of entering, or to see what the announcements give."""
        wanted = request.form.get("switch")
        if wanted in WAYS:
            self.by.data = wanted
        elif wanted in PLAYS:
            self.play.data = wanted
        return wanted in {*WAYS, *PLAYS, "check"}

    def holds_something(self) -> bool:
        """Whether anything of a coup was entered."""
        return any(_values(field) for field in self._entered())

    def announced_something(self) -> bool:
        """Whether anything was announced in the way of entering that is shown."""
        return any(_values(field) for field in self._of_way(self.by.data))

    def unseen_values(self) -> list[tuple[str, str]]:
        """Name and value of what the ways not shown hold, kept in the form for when they are."""
        seen = {field.name for field in self._of_way(self.by.data) + self._of_play(self.play.data)}
        fields = [one for way in WAYS for one in self._of_way(way)] + [
            one for play in PLAYS for one in self._of_play(play)
        ]
        return [(field.name, value) for field in fields if field.name not in seen for value in _values(field)]

    def runs_said(self, seat: int) -> list[tuple[SelectField, SelectField]]:
        """The fields of each sequence that a player may announce: how long, and from which card down."""
        return [(self[f"run-{seat}-{index}"], self[f"top-{seat}-{index}"]) for index in range(MOST_RUNS)]

    def trick_fields(self) -> list[tuple[RadioField, SelectMultipleField]]:
        """For each trick, who took it, and which of its cards were low (PI-18)."""
        return [(self[f"trick-{index}"], self[f"low-{index}"]) for index in range(TRICKS)]

    def fill(self, json: Json) -> None:
        """Show facts recorded earlier, or those of a coup under way."""
        self.elder = json.get("elder", self.elder)
        if True in json.get("carte_blanche", []):
            self["carte_blanche"].data = str(json["carte_blanche"].index(True))
        self.by.data = next((way for way in ("hands", "declared") if way in json), "scored")
        self._fill_scored(json)
        for seat in range(SEATS):
            self._fill_declared(seat, (json.get("declared") or [None, None])[seat] or {})
            self[f"hand-{seat}"].data = (json.get("hands") or [None, None])[seat] or []
        for category in Category:
            self[f"answer-{category.value}"].data = json.get("answers", {}).get(category.value, "")
        self._fill_play(json)
        self._fill_fault(json)

    def _called_so_far(self) -> int | None:
        """How many tricks of the coup under way were called; None when the play shown is not called."""
        if self.correcting or self.play.data != "called":
            return None
        winners = (self.standing.partie.begun or {}).get("winners")
        return None if winners is None else len(winners)

    def _announced(self) -> dict[str, Any]:
        if self.by.data == "hands":
            return {"hands": [self[f"hand-{seat}"].data or [] for seat in range(SEATS)]}
        if self.by.data == "declared":
            said = {one.value: self[f"answer-{one.value}"].data for one in Category if self[f"answer-{one.value}"].data}
            declared = {"declared": [self._declared(seat) for seat in range(SEATS)]}
            return {**declared, "answers": said} if said else declared
        return self._scored()

    def _scored(self) -> dict[str, Any]:
        scored: dict[str, Any] = {}
        winner, cards = _seat(self["point"].data), self["point_cards"].data
        if winner is not None or cards:
            scored["point"] = {"winner": winner} | ({"cards": _whole(cards)} if cards else {})
        winner, runs = _seat(self["runs"].data), self["run_lengths"].data or []
        if winner is not None or runs:
            scored["sequences"] = {
                "winner": winner,
                "lengths": sorted((_whole(one.partition(".")[0]) for one in runs), key=str, reverse=True),
            }
        winner, sets = _seat(self["sets"].data), _sets(self["set_cards"].data)
        if winner is not None or sets:
            ranks, sizes = [one["rank"] for one in sets], [one["size"] for one in sets]
            scored["sets"] = {"winner": winner, "sizes": sizes, "ranks": ranks}
        return scored

    def _declared(self, seat: int) -> dict[str, Any]:
        declared: dict[str, Any] = {}
        cards, pips = self[f"point-{seat}"].data, self[f"pips-{seat}"].data
        if cards is not None or pips is not None:
            declared["point"] = {"cards": cards} | ({"pips": pips} if pips is not None else {})
        runs = [(length.data, top.data) for length, top in self.runs_said(seat) if length.data or top.data]
        if runs:
            declared["sequences"] = [
                {"length": _whole(length) if length else None} | ({"top": top} if top else {}) for length, top in runs
            ]
        sets = _sets(self[f"sets-{seat}"].data)
        return {**declared, "sets": sets} if sets else declared

    def _play(self) -> dict[str, Any]:
        if self.play.data == "called":
            return self.called()
        tricks = _completed([self[f"tricks-{seat}"].data for seat in range(SEATS)])
        last = _seat(self["last"].data)
        if last is None and TRICKS in tricks:
            last = tricks.index(TRICKS)
        json: dict[str, Any] = {"tricks": tricks} if tricks else {}
        json |= {"last": last} if last is not None else {}
        json |= {name: self[name].data for name in ("elder_run", "elder_points") if self[name].data is not None}
        points = [self[f"trick_points-{seat}"].data for seat in range(SEATS)]
        return json | ({"trick_points": [one or 0 for one in points]} if points != [None, None] else {})

    def called(self) -> dict[str, Any]:
        """Who took each trick, as far as it was said, and which cards were low where that counts (PI-18)."""
        winners = [_seat(taker.data) for taker, _low in self.trick_fields() if _seat(taker.data) is not None]
        json: dict[str, Any] = {"winners": winners}
        if self.asks_low:
            json["low"] = [
                [one in (low.data or []) for one in _LOW] for taker, low in self.trick_fields() if taker.data
            ]
        return json

    def _fill_scored(self, json: Json) -> None:
        point, runs, sets = (json.get(name) or {} for name in ("point", "sequences", "sets"))
        for name, scored in (("point", point), ("runs", runs), ("sets", sets)):
            self[name].data = _NOBODY if scored.get("winner") is None else str(scored["winner"])
        self["point_cards"].data = str(point.get("cards") or "")
        lengths = list(runs.get("lengths", []))
        self["run_lengths"].data = [_numbered_run(lengths, index) for index in range(len(lengths))]
        ranks = sets.get("ranks") or []
        self["set_cards"].data = [f"{rank}.{size}" for rank, size in zip(ranks, sets.get("sizes", []), strict=False)]

    def _fill_declared(self, seat: int, said: Json) -> None:
        point = said.get("point") or {}
        self[f"point-{seat}"].data, self[f"pips-{seat}"].data = point.get("cards"), point.get("pips")
        for (length, top), run in zip(self.runs_said(seat), said.get("sequences") or [], strict=False):
            length.data, top.data = str(run["length"]), run.get("top") or ""
        self[f"sets-{seat}"].data = [f"{one['rank']}.{one['size']}" for one in said.get("sets") or []]

    def _fill_play(self, json: Json) -> None:
        self.play.data = "called" if "winners" in json else "counts"
        lows = json.get("low") or []
        for index, (taker, low) in enumerate(self.trick_fields()[: len(json.get("winners", []))]):
            taker.data = str(json["winners"][index])
            low.data = [name for name, is_low in zip(_LOW, lows[index], strict=True) if is_low] if lows else []
        for seat, field in enumerate(self[f"tricks-{seat}"] for seat in range(SEATS)):
            field.data = json["tricks"][seat] if json.get("tricks") else None
            self[f"trick_points-{seat}"].data = json["trick_points"][seat] if json.get("trick_points") else None
        self["last"].data = None if json.get("last") is None else str(json["last"])
        self["elder_run"].data, self["elder_points"].data = json.get("elder_run"), json.get("elder_points")

    def _fill_fault(self, json: Json) -> None:
        fault = json.get("fault") or {}
        rest = fault.get("article", "PI-38") if fault.get("kind") == "void" else fault.get("seat")
        self.fault.data = f"{fault['kind']}:{rest}" if fault else ""
        if json.get("short_hand") is not None:
            self.fault.data = f"short_hand:{json['short_hand']}"

    def _of_way(self, way: str | None) -> list[Field]:
        if way == "hands":
            return [self[f"hand-{seat}"] for seat in range(SEATS)]
        if way == "declared":
            return [self[f"answer-{one.value}"] for one in Category] + [
                field for seat in range(SEATS) for field in self._said_by(seat)
            ]
        return [self[name] for name in ("point", "point_cards", "runs", "run_lengths", "sets", "set_cards")]

    def _said_by(self, seat: int) -> list[Field]:
        runs = [field for pair in self.runs_said(seat) for field in pair]
        return [self[f"point-{seat}"], self[f"pips-{seat}"], *runs, self[f"sets-{seat}"]]

    def _of_play(self, play: str | None) -> list[Field]:
        if play == "called":
            return [field for pair in self.trick_fields() for field in pair]
        names = [f"{name}-{seat}" for name in ("tricks", "trick_points") for seat in range(SEATS)]
        return [self[name] for name in (*names, "last", "elder_run", "elder_points")]

    def _entered(self) -> Iterator[Field]:
        yield from (one for way in WAYS for one in self._of_way(way))
        yield from (one for play in PLAYS for one in self._of_play(play))
        yield from (self["carte_blanche"], self.fault)


def deck() -> tuple[str, ...]:
    """The thirty-two cards, as codes."""
    return tuple(card.code for card in DECK)


def facts_form(standing: Standing, manche: Manche | None) -> PiquetForm:
    """The form for this table, holding what was sent, else the facts of `manche` or of the coup under way."""
    elder = 1 - standing.deal.dealer if manche is None else manche.facts["elder"]
    fields: dict[str, Any] = {"standing": standing, "elder": elder, "correcting": manche is not None, **_fields()}
    form: PiquetForm = type("PiquetForm", (PiquetForm,), fields)()
    form.penalty_side.choices = numbered(SEATS)
    form.by.data = form.by.data if form.by.data in WAYS else WAYS[0]
    form.play.data = form.play.data if form.play.data in PLAYS else PLAYS[0]
    kept = {**(standing.partie.begun or {}), **standing.so_far} if manche is None else manche.facts
    if request.method == "GET" and kept:
        form.fill(kept)
    if request.method == "GET" and manche is not None:
        form.show_extras(manche)
    return form


def _fields() -> dict[str, Any]:
    """The fields made by the dozen. Their choices are the template's: what is sent goes to the engine as it is."""
    picks: dict[str, Any] = {"validate_choice": False, "choices": [], "validators": [Optional()]}
    radios: tuple[str, ...] = (
        "carte_blanche",
        "point",
        "point_cards",
        "runs",
        "sets",
        "last",
        *(f"trick-{n}" for n in range(TRICKS)),
    )
    manies: tuple[str, ...] = ("run_lengths", "set_cards", *(f"low-{n}" for n in range(TRICKS)))
    counts: tuple[str, ...] = ("elder_run", "elder_points")
    selects = tuple(f"answer-{one.value}" for one in Category)
    for seat in range(SEATS):
        manies += (f"sets-{seat}", f"hand-{seat}")
        counts += (f"tricks-{seat}", f"trick_points-{seat}", f"point-{seat}", f"pips-{seat}")
        selects += tuple(f"{name}-{seat}-{index}" for name in ("run", "top") for index in range(MOST_RUNS))
    return (
        {name: RadioField(**picks) for name in radios}
        | {name: SelectMultipleField(**picks) for name in manies}
        | {name: SelectField(**picks) for name in selects}
        | {name: CountField(validators=[Optional()]) for name in counts}
    )


def _whole(text: str) -> int | str:
    """A number as the engine wants it; anything else goes to it as it is, to be refused."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST else text


def _seat(text: str | None) -> int | str | None:
    return None if text in {None, "", _NOBODY} else _whole(text or "")


def _fault(kind: str, rest: str) -> dict[str, Any]:
    return {"kind": kind, "article": rest} if kind == "void" else {"kind": kind, "seat": _whole(rest)}


def _sets(sent: list[str] | None) -> list[dict[str, Any]]:
    """Sets sent as `K.3`, the best first."""
    pairs = [one.partition(".")[::2] for one in sent or []]
    return [{"rank": rank, "size": _whole(size)} for rank, size in sorted(pairs, key=lambda one: one[1], reverse=True)]


def _numbered_run(lengths: list[int], index: int) -> str:
    """The second tierce is sent as `3.2`, beside the first, `3.1`."""
    return f"{lengths[index]}.{lengths[: index + 1].count(lengths[index])}"


def _completed(tricks: list[int | None]) -> list[int]:
    """The tricks of each, those of the other filled in; nothing when neither was entered."""
    known = [count for count in tricks if count is not None]
    if len(known) == 1 and 0 <= known[0] <= TRICKS:
        return [TRICKS - known[0] if count is None else count for count in tricks]
    return [count or 0 for count in tricks] if known else []


def _values(field: Field) -> list[str]:
    data = field.data if isinstance(field.data, list) else [field.data]
    return [str(value) for value in data if value not in {None, "", _NOBODY}]
