"""The form fields for the play of a coup of Piquet, in two modes: tricks counted, or called one by one."""

from __future__ import annotations

from typing import Any

from wtforms import Field, HiddenField, SelectMultipleField

from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards
from scorekeeper.games.piquet.trick_points import LEAD, WIN
from scorekeeper.games.shape import Json
from scorekeeper.web.forms import FactsForm, RadioField, complete_counts
from scorekeeper.web.games.piquet.field_values import read_seat

PLAY_MODES = ("counts", "called")
LOW_CARDS = (LEAD, WIN)  # the cards of a trick that may be low: the card led and the winning card


class PlayForm(FactsForm):
    """The play of a coup, in one of the `PLAY_MODES`, which the hidden field `play` names."""

    correcting: bool
    play = HiddenField(default="counts")

    @property
    def needs_low_cards(self) -> bool:
        """Whether the table must enter which cards were low, since a house rule gives them no points (PI-18)."""
        return bool(self.scored.options.low_card_points is LowCards.ABOVE_NINE)

    @property
    def calling(self) -> bool:
        """Whether the table is calling the tricks of the current coup, and some remain."""
        return self._count_called() in range(TRICKS)

    @property
    def all_called(self) -> bool:
        """Whether every trick of the current coup has been called."""
        return self._count_called() == TRICKS

    def trick_fields(self) -> list[tuple[RadioField, SelectMultipleField]]:
        """Return the fields (taker, low cards) of each trick (PI-18)."""
        return [(self[f"trick-{index}"], self[f"low-{index}"]) for index in range(TRICKS)]

    def called_tricks(self) -> dict[str, Any]:
        """Return the takers of the tricks as JSON facts, and the low cards if they are needed (PI-18)."""
        takers = [read_seat(taker.data) for taker, _low in self.trick_fields()]
        winners = [seat for seat in takers if seat is not None]
        json: dict[str, Any] = {"winners": winners}
        if self.needs_low_cards:
            json["low"] = [
                [card in (low.data or []) for card in LOW_CARDS] for taker, low in self.trick_fields() if taker.data
            ]
        return json

    def play_facts(self) -> dict[str, Any]:
        """Return the play as JSON facts; if the tricks of one player were entered, add those of the other player."""
        if self.play.data == "called":
            return self.called_tricks()
        counts = [self[f"tricks-{seat}"].data for seat in range(SEATS)]
        tricks = [] if counts == [None, None] else complete_counts(counts, TRICKS)
        last = read_seat(self["last"].data)
        if last is None and TRICKS in tricks:
            last = tricks.index(TRICKS)
        json: dict[str, Any] = {"tricks": tricks} if tricks else {}
        json |= {"last": last} if last is not None else {}
        json |= {name: self[name].data for name in ("elder_run", "elder_points") if self[name].data is not None}
        points = [self[f"trick_points-{seat}"].data for seat in range(SEATS)]
        return json | ({"trick_points": [count or 0 for count in points]} if points != [None, None] else {})

    def fill_play(self, json: Json) -> None:
        """Fill the fields with the play of recorded facts, or of the current coup."""
        self.play.data = "called" if "winners" in json else "counts"
        lows = json.get("low") or []
        for index, (taker, low) in enumerate(self.trick_fields()[: len(json.get("winners", []))]):
            taker.data = str(json["winners"][index])
            low.data = [name for name, is_low in zip(LOW_CARDS, lows[index], strict=True) if is_low] if lows else []
        for seat in range(SEATS):
            self[f"tricks-{seat}"].data = json["tricks"][seat] if json.get("tricks") else None
            self[f"trick_points-{seat}"].data = json["trick_points"][seat] if json.get("trick_points") else None
        self["last"].data = None if json.get("last") is None else str(json["last"])
        self["elder_run"].data, self["elder_points"].data = json.get("elder_run"), json.get("elder_points")

    def play_fields(self, mode: str | None) -> list[Field]:
        """Return the fields of the play in one mode."""
        if mode == "called":
            return [field for pair in self.trick_fields() for field in pair]
        names = [f"{name}-{seat}" for name in ("tricks", "trick_points") for seat in range(SEATS)]
        return [self[name] for name in (*names, "last", "elder_run", "elder_points")]

    def _count_called(self) -> int | None:
        """The number of tricks called in the current coup; None in a correction or in the other mode."""
        if self.correcting or self.play.data != "called":
            return None
        winners = (self.scored.current.context or {}).get("winners")
        return None if winners is None else len(winners)
