"""The fields of the form of a coup (one deal) of Piquet: its declarations, then its play, the twelve tricks.

Declarations are of three categories (PI-9 to PI-11): the *point*, the cards of a player's longest suit, whose *pips*
are the sum of their values; *sequences* (runs) of one suit; *sets* of one rank: a quatorze (four) or a brelan (three).
*Elder* is the player who does not deal and declares first; the dealer answers « bon », « pas bon » or « égal ».
Articles such as PI-18 are those of the rulebook of Piquet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from typing import Any

from wtforms import Field, HiddenField, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.games.piquet.declarations import Category
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards
from scorekeeper.games.piquet.play import DECK
from scorekeeper.games.shape import Json
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.forms import CountField, FactsForm, RadioField, complete_counts

# The values sent.

NO_PLAYER = "none"  # the value of the choice that a category was scored by nobody


def sent_values(field: Field) -> list[str]:
    """Return the values of a field as the browser sends them."""
    data = field.data
    # Only a field of several values has a list: the others become a list of one value.
    if not isinstance(data, list):
        data = [data]
    return [str(value) for value in data if value not in {None, "", NO_PLAYER}]


# The modes of entry, and their fields.

# The table enters who scored what, what each player declared, or the cards of each hand.
DECLARATION_MODES = ("scored", "declared", "hands")
# The table enters the number of tricks of each player, or who took each trick.
PLAY_MODES = ("counts", "called")
MOST_RUNS = 4  # the largest number of sequences in a hand: four of three cards
DECK_CODES = tuple(card.code for card in DECK)
LOW_CARDS = ("lead", "win")  # the cards of a trick that may be low: the card led and the winning card
# The field of the player who scored a category in the mode `scored`.
WINNER_FIELDS = {"point": "point", "sequences": "runs", "sets": "sets"}
# The three kinds of fields: for one value, for several, for a number, such as a seat. The form only checks that numbers
# are such: the game refuses an impossible value with a sentence of its own. In WTForms, such an object outside a form
# is only a description: under each name that has it, a form makes another field, so that many names may share it.
_ONE = RadioField(validate_choice=False, choices=[], validators=[Optional()])
_SEVERAL = SelectMultipleField(validate_choice=False, choices=[], validators=[Optional()])
_NUMBER = CountField("", validators=[Optional()])
# The fields by name, by the mode that shows them: `FIELDS_OF_MODE["declared"]["pips-0"]`. Under `EVERY_MODE` are those
# that every mode shows. In the names of fields of one player, the seat follows the first part: `pips-0` is the value of
# the point of seat 0, and `run-1-2` the length of the third sequence of seat 1.
EVERY_MODE = "every"
FIELDS_OF_MODE: dict[str, dict[str, Field]] = {
    # Who showed a carte blanche (a hand without king, queen or jack, PI-8), the irregularity (PI-32 to PI-38), and the
    # number of cards in a hand that is short of cards (PI-34).
    EVERY_MODE: {"carte_blanche": _ONE, "fault": _ONE, "short_cards": _NUMBER},
    "scored": {
        **dict.fromkeys(WINNER_FIELDS.values(), _ONE),
        "point_cards": _NUMBER,
        "run_lengths": _SEVERAL,
        "set_cards": _SEVERAL,
    },
    "declared": {
        # The dealer's answer, then the point of each player: its number of cards and its pips.
        **{f"answer-{category.value}": _ONE for category in Category},
        **{f"{name}-{seat}": _NUMBER for name in ("point", "pips") for seat in range(SEATS)},
        # The length of each sequence, and its highest card.
        **{
            f"{name}-{seat}-{index}": field
            for name, field in (("run", _NUMBER), ("top", _ONE))
            for seat in range(SEATS)
            for index in range(MOST_RUNS)
        },
        **{f"sets-{seat}": _SEVERAL for seat in range(SEATS)},
    },
    # The seat that has the card.
    "hands": {f"card-{code}": _ONE for code in DECK_CODES},
    "counts": {
        **{f"{name}-{seat}": _NUMBER for name in ("tricks", "trick_points") for seat in range(SEATS)},
        # `last` is the seat that took the last trick. `elder_run` are the tricks that elder took before the dealer's
        # first trick, `elder_points` the points of elder in the play before the dealer's first point (PI-22).
        **dict.fromkeys(("last", "elder_run", "elder_points"), _NUMBER),
    },
    # `trick-3` is the seat that took the fourth trick, `low-3` says which of the `LOW_CARDS` of this trick were low.
    "called": {
        **{f"trick-{index}": _NUMBER for index in range(TRICKS)},
        **{f"low-{index}": _SEVERAL for index in range(TRICKS)},
    },
}


# The declarations, in three modes: scores, declarations, hands.


class DeclarationForm(FactsForm):
    """The declarations of both players, in one of the `DECLARATION_MODES`, which the hidden field `by` names.

    `self[name]` is the field of this name in `FIELDS_OF_MODE`; `facts_form` in `form.py` adds these fields to the form.
    The form inherits `scored`, the partie with its scores, from `FactsForm`.
    """

    by = HiddenField(default="scored")

    def declaration_facts(self) -> dict[str, Any]:
        """Return the carte blanche and the declarations as JSON facts, unchecked.

        Example, in the mode `scored`:

            {"carte_blanche": [False, False], "point": {"winner": 0, "cards": 5}}
        """
        owner = self["carte_blanche"].data
        return {"carte_blanche": [owner == str(seat) for seat in range(SEATS)], **self._facts_of_mode()}

    def has_declarations(self) -> bool:
        """Whether anything was entered in the current mode."""
        return any(sent_values(self[name]) for name in FIELDS_OF_MODE[str(self.by.data)])

    def sequence_fields(self, seat: int) -> list[tuple[CountField, RadioField]]:
        """Return the fields (length, top card) of each sequence that a player may declare."""
        return [(self[f"run-{seat}-{index}"], self[f"top-{seat}-{index}"]) for index in range(MOST_RUNS)]

    def asked_fields(self, category: str) -> list[str]:
        """Return the names of the empty fields that decide between two points or sequences of the same length.

        Equal points are compared by their pips, equal sequences by their highest card (PI-9, PI-10).
        """
        fields = [self[f"pips-{seat}"] for seat in range(SEATS)]
        if category == Category.SEQUENCES:
            # By seat, the field of the top card of the longest sequence. Of several that are as long, one whose top
            # card is entered: `max` compares the lengths, then whether there is a top card.
            fields = [
                max(self.sequence_fields(seat), key=lambda run: (run[0].data or 0, bool(run[1].data)))[1]
                for seat in range(SEATS)
            ]
        return [field.name for field in fields if not field.data]

    def hands(self) -> list[list[str]]:
        """Return the cards entered for each player, by seat."""
        return hands_by_seat({code: self[f"card-{code}"].data for code in DECK_CODES})

    def fill_declarations(self, json: Json) -> None:
        """Fill the fields with the declarations of recorded facts, or of the current coup."""
        if True in json.get("carte_blanche", []):
            self["carte_blanche"].data = str(json["carte_blanche"].index(True))
        self.by.data = declaration_mode(json)
        self._fill_scored(json)
        # Facts have the declarations in one mode only: the keys of the other modes are absent, and their fields get no
        # value below. `declared` and `hands` are lists by seat.
        declared = json.get("declared") or [None] * SEATS
        hands = json.get("hands") or [None] * SEATS
        for seat in range(SEATS):
            self._fill_declared(seat, declared[seat] or {})
            for code in hands[seat] or []:
                self[f"card-{code}"].data = str(seat)
        for category in Category:
            self[f"answer-{category.value}"].data = json.get("answers", {}).get(category.value, "")

    def _facts_of_mode(self) -> dict[str, Any]:
        """The declarations in the fields of the current mode, as JSON facts; the other modes' fields are ignored.

        A fact that was not entered may be None or an empty list.
        """
        if self.by.data == "hands":
            return {"hands": self.hands()}
        if self.by.data == "scored":
            return self._scored_facts()
        # The dealer's answers by category, such as `{"point": "good"}`. Without an answer, the game compares the
        # declarations of the category.
        answers = {category.value: self[f"answer-{category.value}"].data or None for category in Category}
        return {"declared": [self._declared_facts(seat) for seat in range(SEATS)], "answers": answers}

    def _scored_facts(self) -> dict[str, Any]:
        """By category, the seat that scored it and with what: `{"point": {"winner": 0, "cards": 5}}`.

        The combinations of a category that no player scored are ignored.
        """
        sets = _read_sets(self["set_cards"].data)
        facts: dict[str, dict[str, Any]] = {
            "point": {"cards": self["point_cards"].data},
            # `3.2` is the second tierce: its length is 3.
            "sequences": {"lengths": _read_numbers(run.partition(".")[0] for run in self["run_lengths"].data or [])},
            "sets": {"sizes": [one["size"] for one in sets], "ranks": [one["rank"] for one in sets]},
        }
        # A coup from a file may have sets of which only the size is known.
        if "" in facts["sets"]["ranks"]:
            del facts["sets"]["ranks"]
        winners = {category: whole_number(self[name].data) for category, name in WINNER_FIELDS.items()}
        return {
            category: {"winner": winner, **facts[category]}
            for category, winner in winners.items()
            if winner is not None
        }

    def _declared_facts(self, seat: int) -> dict[str, Any]:
        """Return what a player declared as JSON, by category.

        An example of declarations:

            {
                "point": {"cards": 5, "pips": 49},
                "sequences": [{"length": 3, "top": "K"}],
                "sets": [{"rank": "A", "size": 4}],
            }
        """
        point = {"cards": self[f"point-{seat}"].data, "pips": self[f"pips-{seat}"].data}
        runs = [{"length": length.data, "top": top.data or None} for length, top in self.sequence_fields(seat)]
        # If only the pips of a point are entered, its number of cards is None: the error of the game then asks for it.
        # Likewise for the length of a sequence.
        return {
            "point": next(iter(_entered([point])), None),
            "sequences": _entered(runs),
            "sets": _read_sets(self[f"sets-{seat}"].data),
        }

    def _fill_scored(self, json: Json) -> None:
        """Fill the fields of the mode `scored`; a category that nobody scored has the choice of no player."""
        results = {category: json.get(category) or {} for category in WINNER_FIELDS}
        for category, name in WINNER_FIELDS.items():
            self[name].data = str(results[category].get("winner", NO_PLAYER))
        self["point_cards"].data = results["point"].get("cards")
        lengths = results["sequences"].get("lengths", [])
        # The values of the check boxes are `3.1` for the first tierce (a sequence of three), `3.2` for the second. The
        # second number is how often this length has occurred in the list, up to this item.
        self["run_lengths"].data = [
            f"{length}.{lengths[: index + 1].count(length)}" for index, length in enumerate(lengths)
        ]
        sizes = results["sets"].get("sizes", [])
        ranks = results["sets"].get("ranks", [""] * len(sizes))
        self["set_cards"].data = [f"{rank}.{size}" for rank, size in zip(ranks, sizes, strict=True)]

    def _fill_declared(self, seat: int, declared: Json) -> None:
        """Fill the fields of the mode `declared` with the declarations of a player, empty if there are none."""
        point = declared.get("point") or {}
        self[f"point-{seat}"].data = point.get("cards")
        self[f"pips-{seat}"].data = point.get("pips")
        # The form has fields for four sequences, usually more than the player declared.
        for (length, top), run in zip(self.sequence_fields(seat), declared.get("sequences") or [], strict=False):
            length.data = run["length"]
            top.data = run.get("top")
        self[f"sets-{seat}"].data = [f"{one['rank']}.{one['size']}" for one in declared.get("sets") or []]


def declaration_mode(json: Json) -> str:
    """Return the mode in which the declarations of a coup were entered."""
    return next((mode for mode in ("hands", "declared") if mode in json), "scored")


def hands_by_seat(owners: Mapping[str, str | None]) -> list[list[str]]:
    """Return the cards of each seat, from the owner of each card: "0", "1" or neither."""
    return [[code for code, owner in owners.items() if owner == str(seat)] for seat in range(SEATS)]


def _entered(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The objects of which any value was entered."""
    return [item for item in items if any(value is not None for value in item.values())]


def _read_numbers(texts: Iterable[str]) -> list[int | None]:
    """The numbers sent, the largest first; None for a text that is no number."""
    return sorted(map(whole_number, texts), key=str, reverse=True)


def _read_sets(sent: list[str] | None) -> list[dict[str, Any]]:
    """The sets sent, quatorzes (sets of four) first: for `K.3`, a brelan of kings, `{"rank": "K", "size": 3}`."""
    parts = [text.partition(".") for text in sent or []]
    sets = [{"rank": rank, "size": whole_number(size)} for rank, _dot, size in parts]
    return sorted(sets, key=lambda rank_set: str(rank_set["size"]), reverse=True)


# The play, in two modes: tricks counted, or called one by one.


class PlayForm(FactsForm):
    """The play of a coup, in one of the `PLAY_MODES`, which the hidden field `play` names."""

    # Whether the form corrects a recorded coup.
    correcting: bool
    play = HiddenField(default="counts")

    @property
    def needs_low_cards(self) -> bool:
        """Whether the table must enter which cards were low, since a house rule gives them no points (PI-18)."""
        return bool(self.scored.options.low_card_points is LowCards.ABOVE_NINE)

    @property
    def tricks_called(self) -> int | None:
        """The number of tricks called in the current coup; None in a correction or if they are not called."""
        if self.correcting or self.play.data != "called":
            return None
        winners = (self.scored.current.context or {}).get("winners")
        if winners is None:
            return None
        return len(winners)

    def trick_fields(self) -> list[tuple[CountField, SelectMultipleField]]:
        """Return the fields (taker, low cards) of each trick (PI-18)."""
        return [(self[f"trick-{index}"], self[f"low-{index}"]) for index in range(TRICKS)]

    def called_tricks(self) -> dict[str, Any]:
        """Return the takers of the tricks as JSON facts, and the low cards if they are needed (PI-18)."""
        called = [(taker.data, low.data or ()) for taker, low in self.trick_fields() if taker.data is not None]
        json: dict[str, Any] = {"winners": [seat for seat, _low in called]}
        if self.needs_low_cards:
            # For each trick called, whether the card led was low, and whether the winning card was: `[[False, True]]`.
            json["low"] = [[card in low for card in LOW_CARDS] for _seat, low in called]
        return json

    def play_facts(self) -> dict[str, Any]:
        """Return the play as JSON facts; if the tricks of only one player were entered, add those of the other player.

        Example, in the mode `counts`: `{"tricks": [7, 5], "last": 0}`. A fact that was not entered is absent or None.
        """
        if self.play.data == "called":
            return self.called_tricks()
        json = {name: self[name].data for name in ("last", "elder_run", "elder_points")}
        counts, points = ([self[f"{name}-{seat}"].data for seat in range(SEATS)] for name in ("tricks", "trick_points"))
        # `complete_counts` fills in a missing count: 7 tricks of twelve leave 5.
        if counts != [None, None]:
            json["tricks"] = complete_counts(counts, TRICKS)
        # If the points of only one player were entered, the other player has none.
        if points != [None, None]:
            json["trick_points"] = [count or 0 for count in points]
        return json

    def fill_play(self, json: Json) -> None:
        """Fill the fields with the play of recorded facts, or of the current coup."""
        self.play.data = "called" if "winners" in json else "counts"
        for (taker, _low), winner in zip(self.trick_fields(), json.get("winners", []), strict=False):
            taker.data = winner
        # Low cards are recorded only under the house rule that needs them (PI-18).
        for (_taker, low), are_low in zip(self.trick_fields(), json.get("low") or [], strict=False):
            # Of the names in `LOW_CARDS` those that are low: `(False, True)` gives `["win"]`.
            low.data = list(compress(LOW_CARDS, are_low))
        for name in ("tricks", "trick_points"):
            for seat, count in enumerate(json.get(name) or ()):
                self[f"{name}-{seat}"].data = count
        for name in ("last", "elder_run", "elder_points"):
            self[name].data = json.get(name)
