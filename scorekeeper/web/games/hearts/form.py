"""The form of a manche (one deal) of Dame de Pique: by cards taken, by points, or as a volte.

A *volte* is all counting cards taken by one player, the *shooter* (shooting the moon; `moon` in keys). It has two
*kinds*: the others take the points (`others_plus`), or the shooter subtracts them (`self_minus`); at some tables the
shooter chooses each time. *Facts* are what the table saw of a manche, as JSON. A *side* is a player, or a team of two.
Articles such as DP-21 are those of the rulebook of Dame de Pique.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import HiddenField
from wtforms.validators import Optional

from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.facts import (
    HeartsFacts,
    TakenCards,
    TypedPoints,
    complete_points,
    find_shooter,
    possible_volte_side,
)
from scorekeeper.games.hearts.options import HeartsOptions, Moon, cards_by_key
from scorekeeper.games.hearts.points import VOLTE_KINDS, is_possible_without_volte, manche_total, volte_worth
from scorekeeper.games.shape import IncompleteFactsError
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import is_sent, sent_fields
from scorekeeper.web.forms import CountField, FactsForm, RadioField, complete_counts, index_choices

NO_VOLTE = "none"  # the value of the button that says that there was no volte
MODES = ("taken", "points")  # the table enters the cards taken by seat, or the points by side


class HeartsForm(FactsForm):
    """The fields of both modes: the cards taken, and the points by side (`points-0`).

    Cards that count have a key: `H` for the hearts, `last` for the last trick, or the code of a card such as `QS`. A
    key with several cards has a number field for each seat, `H-0`; a key with one card has one field, `QS`, for the
    seat that took it.

    The form inherits from `FactsForm`: `scored`, the partie with its scores; `point_fields()`, the fields of the
    points; the fields for a note, for revokes (a player did not follow suit although able to) and for a penalty.
    """

    # The house rules of the table.
    options: HeartsOptions
    # The number of cards in the manche, by the key of each card that counts.
    totals: Mapping[str, int]
    # The mode of entry, from `MODES`.
    by = HiddenField("", default="taken")
    # The kind of the volte that the table chose in this request, or `NO_VOLTE`; empty if it answered nothing.
    moon = HiddenField("")
    # The volte that the table confirmed in an earlier request: `1:self_minus` is a volte of side 1 of this kind, `1:`
    # one of unknown kind. `said` is the name of the hidden input.
    confirmed_volte = HiddenField("", name="said")

    def keys_by_player(self) -> list[str]:
        """The keys with several cards, for which each player has a count."""
        return [key for key, total in self.totals.items() if total > 1]

    def single_keys(self) -> list[str]:
        """The keys with one card, which one player took."""
        return [key for key, total in self.totals.items() if total == 1]

    def count_fields(self, key: str) -> list[CountField]:
        """The fields of a key, by seat."""
        return [self[f"{key}-{seat}"] for seat in range(self.scored.seats)]

    def hidden_fields(self) -> list[Any]:
        """The fields of the mode of entry that is not shown, whose values are sent as hidden inputs."""
        if self.by.data != "points":
            return self.point_fields()
        return [*(self[key] for key in self.single_keys()), *self._all_count_fields()]

    def _all_count_fields(self) -> list[CountField]:
        return [field for key in self.keys_by_player() for field in self.count_fields(key)]

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON; if one number is empty and follows from the others, it is computed.

        Raises `ImpossibleFactsError`, and `IncompleteFactsError` when one side took all and no volte was confirmed.
        An example of facts:

            {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}
        """
        # The seat of the button pressed: `volte` enters a volte of this player, and `volte_sure` confirms that it
        # replaces what was typed. None if neither was pressed.
        seat = self._pressed_seat("volte")
        if seat is None:
            seat = self._pressed_seat("volte_sure")
        else:
            side = self.scored.side_of[seat]
            # The volte would replace what was typed: the table must confirm it first.
            if self.has_entries() and not self._is_confirmed(side):
                raise IncompleteFactsError("volte_over_typed", article="DP-21", field="moon", seat=seat, side=side)
        if seat is not None:
            self._fill_volte(seat)
        json = self._read_taken_or_points()
        json["moon"] = self._volte_kind(json)
        # If the table answered in this request whether there was a volte, there is nothing to ask.
        if not self.moon.data:
            self._check_volte(json)
        return json

    def switch_mode(self) -> bool:
        """Switch between entry by cards and by points if the button was pressed, and return whether it was."""
        mode = sent_fields().get("switch")
        if mode not in MODES:
            return False
        self.by.data = mode
        return True

    def fill(self, json: dict[str, Any]) -> None:
        """Fill the fields with the facts of a recorded manche, or with the facts of the cards played so far.

        Keys of cards that do not count under the current house rules are ignored.
        """
        if "points" in json:
            self.by.data = "points"
            # A manche that was deleted before the table chose teams has the points of other sides.
            for field, value in zip(self.point_fields(), json["points"], strict=False):
                field.data = value
        for key, counts in json.get("taken", {}).items():
            if key in self.totals:
                self._fill_key(key, counts)

        # A volte that was recorded had been confirmed: it is not asked about again.
        side = self._volte_side(json)
        if side is not None:
            self.confirmed_volte.data = f"{side}:{json.get('moon') or ''}"

    def _pressed_seat(self, name: str) -> int | None:
        """Return the seat in the pressed button of this name, None if there is none."""
        pressed = sent_fields().get(name, "")
        if pressed not in [str(seat) for seat in range(self.scored.seats)]:
            return None
        return int(pressed)

    def has_entries(self) -> bool:
        """Return whether counts, takers or points were entered."""
        fields = [*self.point_fields(), *self._all_count_fields()]
        return any(field.data is not None for field in fields) or any(self[key].data for key in self.single_keys())

    def _volte_side(self, json: dict[str, Any]) -> int | None:
        """Return the side that took every counting card in these facts, None if no side did.

        The facts, as JSON, have the key `taken` or, in the other mode, `points`. The kind of the volte in them is left
        out, since `possible_volte_side` returns a side only as long as no kind was chosen.
        """
        facts: HeartsFacts = TakenCards(json.get("taken", {}))
        if "points" in json:
            facts = TypedPoints(tuple(json["points"]))
        # A manche recorded under other house rules may lack the key of a card that counts now.
        elif not set(json["taken"]) >= set(self.totals):
            return None
        return possible_volte_side(self.options, self.scored.seats, facts)

    def _is_confirmed(self, side: int | None) -> bool:
        """Return whether the table confirmed the volte of this side in an earlier request."""
        return side is not None and (self.confirmed_volte.data or "").partition(":")[0] == str(side)

    def _volte_kind(self, json: dict[str, Any]) -> str | None:
        """Return the kind of volte chosen in this request, else the one confirmed earlier for this volte."""
        if self.moon.data == NO_VOLTE:
            return None
        if self.moon.data:
            return str(self.moon.data)
        kind = (self.confirmed_volte.data or "").partition(":")[2]
        # The cards may have been corrected since the volte was confirmed: now another side may have one, or none.
        if kind not in self.volte_kinds() or not self._is_confirmed(self._volte_side(json)):
            return None
        return kind

    def _fill_key(self, key: str, counts: list[int]) -> None:
        """Show the counts of a key, by seat; for a key with one card, the seat that took it."""
        if key in self.single_keys():
            self[key].data = next((str(seat) for seat, count in enumerate(counts) if count), None)
            return
        for field, value in zip(self.count_fields(key), counts, strict=True):
            # A field shows `raw_data`, the text sent, before its `data`.
            field.data, field.raw_data = value, None

    def _fill_volte(self, seat: int) -> None:
        """Show that this seat took all counting cards, as a confirmed volte.

        The last trick is not filled in: a volte does not need it, so that any player may have taken it.
        """
        self.by.data = "taken"
        self.confirmed_volte.data = f"{self.scored.side_of[seat]}:"
        for key, total in self.totals.items():
            if key != "last":
                counts = [0] * self.scored.seats
                counts[seat] = total
                self._fill_key(key, counts)

    def _read_taken_or_points(self) -> dict[str, Any]:
        """Return the cards taken or the points, with the only empty number computed from the others."""
        if self.by.data == "points":
            points = complete_points(self.options, self.scored.seats, [field.data for field in self.point_fields()])
            return {"points": [value or 0 for value in points]}
        taken: dict[str, list[int]] = {}
        for key in self.keys_by_player():
            taken[key] = complete_counts([field.data for field in self.count_fields(key)], self.totals[key])
        for key in self.single_keys():
            taken[key] = [int(self[key].data == str(seat)) for seat in range(self.scored.seats)]
        return {"taken": taken}

    def _check_volte(self, json: dict[str, Any]) -> None:
        """Raise `IncompleteFactsError` for a possible volte that the table has not confirmed."""
        seats = self.scored.seats
        facts = HEARTS.read_facts(self.options, seats, json)
        side = possible_volte_side(self.options, seats, facts)
        if side is None or self._is_confirmed(side):
            return
        # The player of the volte. Points only show the side, which is a player unless there are teams; cards, below,
        # show the player.
        seat = None if self.options.teams else side
        # Whether the typed points are also possible without a volte: the form then offers this answer too.
        literal = False
        if isinstance(facts, TakenCards):
            seat = find_shooter(self.options, seats, facts.counts)
        else:
            literal = is_possible_without_volte(self.options, seats, facts.points)
        raise IncompleteFactsError("volte_unsaid", article="DP-21", field="moon", seat=seat, side=side, literal=literal)

    def unplaced(self, key: str) -> int:
        """The number of cards of a key that no player has got in the form yet."""
        return self.totals[key] - sum(field.data or 0 for field in self.count_fields(key))

    def total_points(self) -> int:
        """The points of a manche without a volte: 26 in the classic game."""
        return manche_total(self.options, self.scored.seats)

    def volte_worth(self) -> int:
        """The points of a volte, which the shooter subtracts or each of the others takes."""
        return volte_worth(self.options, self.scored.seats)

    def has_negatives(self) -> bool:
        """Return whether points may be negative: then the form asks a phone for a keyboard with a minus."""
        return bool(self.options.jack_of_diamonds) or self.options.moon in {Moon.SELF_MINUS, Moon.CHOICE}

    def volte_allowed(self) -> bool:
        """Return whether a volte exists under the house rules."""
        return self.options.moon is not Moon.OFF

    def volte_kinds(self) -> Sequence[Moon]:
        """The ways to score a volte that the table may choose from."""
        if self.options.moon is Moon.CHOICE:
            return VOLTE_KINDS
        return [self.options.moon]


def facts_form(scored: ScoredPartie, manche: Manche | None) -> HeartsForm:
    """Return the form of this table with the values sent, else with the facts of `manche`, else without values."""
    # The number of cards in the manche, by key.
    totals = cards_by_key(scored.options, scored.seats)
    fields: dict[str, Any] = {"scored": scored, "options": scored.options, "totals": totals}
    seats = range(scored.seats)
    for key, total in totals.items():
        if total == 1:
            fields[key] = RadioField("", choices=index_choices(scored.seats), validators=[Optional()])
        else:
            fields |= {f"{key}-{seat}": CountField("") for seat in seats}
    sides = range(scored.sheet.sides)
    fields |= {f"points-{side}": CountField("") for side in sides}
    # WTForms finds fields on the class, and each table has others: this form gets a class of its own.
    form: HeartsForm = type("HeartsForm", (HeartsForm,), fields)()
    if not is_sent():
        form.by.data = "taken"
        if manche is not None:
            form.fill(manche.facts)
        elif scored.current.facts_so_far:
            # The facts of the cards played so far. The kind of a volte does not follow from the cards.
            form.fill({**scored.current.facts_so_far, "moon": None})
        # The note, revokes and penalty of the manche to correct, or of one that was undone.
        form.fill_earlier_extras(manche, scored)
    return form
