"""The form fields for the play of a coup of Piquet, in two modes: tricks counted, or called one by one."""

from __future__ import annotations

from itertools import compress
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
        json: dict[str, Any] = {"winners": [seat for seat in takers if seat is not None]}
        if self.needs_low_cards:
            json["low"] = [
                [card in (low.data or []) for card in LOW_CARDS] for taker, low in self.trick_fields() if taker.data
            ]
        return json

    def play_facts(self) -> dict[str, Any]:
        """Return the play as JSON facts; if the tricks of one player were entered, add those of the other player."""
        if self.play.data == "called":
            return self.called_tricks()
        json: dict[str, Any] = {}
        counts, last = [self[f"tricks-{seat}"].data for seat in range(SEATS)], read_seat(self["last"].data)
        if counts != [None, None]:
            json["tricks"] = complete_counts(counts, TRICKS)
            # A player who took every trick took the last one.
            if last is None and TRICKS in json["tricks"]:
                last = json["tricks"].index(TRICKS)
        if last is not None:
            json["last"] = last
        json |= {name: self[name].data for name in ("elder_run", "elder_points") if self[name].data is not None}
        points = [self[f"trick_points-{seat}"].data for seat in range(SEATS)]
        if points != [None, None]:
            json["trick_points"] = [count or 0 for count in points]
        return json

    def fill_play(self, json: Json) -> None:
        """Fill the fields with the play of recorded facts, or of the current coup."""
        self.play.data = "called" if "winners" in json else "counts"
        winners = json.get("winners", [])
        # Low cards are recorded only under the house rule that needs them (PI-18).
        lows = json.get("low") or [()] * len(winners)
        for (taker, low), winner, are_low in zip(self.trick_fields(), winners, lows, strict=False):
            taker.data, low.data = str(winner), list(compress(LOW_CARDS, are_low))
        tricks, points = json.get("tricks") or [None] * SEATS, json.get("trick_points") or [None] * SEATS
        for seat in range(SEATS):
            self[f"tricks-{seat}"].data, self[f"trick_points-{seat}"].data = tricks[seat], points[seat]
        self["last"].data = None
        if json.get("last") is not None:
            self["last"].data = str(json["last"])
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
        if winners is None:
            return None
        return len(winners)
