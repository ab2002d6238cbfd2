"""The fields for the play of a coup of Piquet: the tricks counted, or called one by one."""

from __future__ import annotations

from typing import Any

from wtforms import Field, HiddenField, SelectMultipleField

from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards
from scorekeeper.games.piquet.trick_points import LEAD, WIN
from scorekeeper.games.shape import Json
from scorekeeper.web.forms import FactsForm, RadioField, complete_counts
from scorekeeper.web.games.piquet.field_values import seat_of

PLAY_MODES = ("counts", "called")
LOW = (LEAD, WIN)


class PlayForm(FactsForm):
    """The play of a coup, in the mode named by `play`."""

    correcting: bool
    play = HiddenField(default="counts")

    @property
    def asks_low(self) -> bool:
        """Whether the cards under ten must be entered (PI-18)."""
        return bool(self.scored.options.low_card_points is LowCards.ABOVE_NINE)

    @property
    def calling(self) -> bool:
        """Whether the tricks of the current coup are being called, with some remaining."""
        return self._called_so_far() in range(TRICKS)

    @property
    def all_called(self) -> bool:
        """Whether every trick of the current coup has been called."""
        return self._called_so_far() == TRICKS

    def trick_fields(self) -> list[tuple[RadioField, SelectMultipleField]]:
        """Return for each trick the fields of its taker and of its low cards (PI-18)."""
        return [(self[f"trick-{index}"], self[f"low-{index}"]) for index in range(TRICKS)]

    def called(self) -> dict[str, Any]:
        """Return the takers of the tricks entered, and the low cards if the table counts them (PI-18)."""
        winners = [seat_of(taker.data) for taker, _low in self.trick_fields() if seat_of(taker.data) is not None]
        json: dict[str, Any] = {"winners": winners}
        if self.asks_low:
            json["low"] = [
                [card in (low.data or []) for card in LOW] for taker, low in self.trick_fields() if taker.data
            ]
        return json

    def play_entered(self) -> dict[str, Any]:
        """Return the play as entered, with the tricks of the other player filled in."""
        if self.play.data == "called":
            return self.called()
        counts = [self[f"tricks-{seat}"].data for seat in range(SEATS)]
        tricks = [] if counts == [None, None] else complete_counts(counts, TRICKS)
        last = seat_of(self["last"].data)
        if last is None and TRICKS in tricks:
            last = tricks.index(TRICKS)
        json: dict[str, Any] = {"tricks": tricks} if tricks else {}
        json |= {"last": last} if last is not None else {}
        json |= {name: self[name].data for name in ("elder_run", "elder_points") if self[name].data is not None}
        points = [self[f"trick_points-{seat}"].data for seat in range(SEATS)]
        return json | ({"trick_points": [count or 0 for count in points]} if points != [None, None] else {})

    def fill_play(self, json: Json) -> None:
        """Show the play of recorded facts, or of the current coup."""
        self.play.data = "called" if "winners" in json else "counts"
        lows = json.get("low") or []
        for index, (taker, low) in enumerate(self.trick_fields()[: len(json.get("winners", []))]):
            taker.data = str(json["winners"][index])
            low.data = [name for name, is_low in zip(LOW, lows[index], strict=True) if is_low] if lows else []
        for seat, field in enumerate(self[f"tricks-{seat}"] for seat in range(SEATS)):
            field.data = json["tricks"][seat] if json.get("tricks") else None
            self[f"trick_points-{seat}"].data = json["trick_points"][seat] if json.get("trick_points") else None
        self["last"].data = None if json.get("last") is None else str(json["last"])
        self["elder_run"].data, self["elder_points"].data = json.get("elder_run"), json.get("elder_points")

    def fields_of_play(self, play: str | None) -> list[Field]:
        """Return the fields of one mode of the play."""
        if play == "called":
            return [field for pair in self.trick_fields() for field in pair]
        names = [f"{name}-{seat}" for name in ("tricks", "trick_points") for seat in range(SEATS)]
        return [self[name] for name in (*names, "last", "elder_run", "elder_points")]

    def _called_so_far(self) -> int | None:
        """The number of tricks called in the current coup, None when the mode shown is not `called`."""
        if self.correcting or self.play.data != "called":
            return None
        winners = (self.scored.current.context or {}).get("winners")
        return None if winners is None else len(winners)
