"""The fields for the announcements of a coup of Piquet: the scores, the declarations, or the hands."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from wtforms import Field, HiddenField

from scorekeeper.games.piquet.declarations import Category
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.play import DECK
from scorekeeper.games.shape import Json
from scorekeeper.web.forms import FactsForm, SelectField
from scorekeeper.web.games.piquet.field_values import NO_PLAYER, int_or_text, seat_of, values_of

DEPTHS = ("scored", "declared", "hands")
MOST_RUNS = 4


class AnnouncementForm(FactsForm):
    """The announcements of both players, at the depth named by `by`."""

    by = HiddenField(default="scored")

    def claims(self) -> dict[str, Any]:
        """Return the announcements at the depth entered, with the carte blanche."""
        holder = self["carte_blanche"].data
        return {"carte_blanche": [holder == str(seat) for seat in range(SEATS)], **self._announced()}

    def announced_something(self) -> bool:
        """Whether anything was announced at the depth shown."""
        return any(values_of(field) for field in self.fields_of_depth(self.by.data))

    def sequence_fields(self, seat: int) -> list[tuple[SelectField, SelectField]]:
        """Return the fields (length, top card) of each sequence that a player may announce."""
        return [(self[f"run-{seat}-{index}"], self[f"top-{seat}-{index}"]) for index in range(MOST_RUNS)]

    def hands(self) -> list[list[str]]:
        """Return the cards entered for each player, by seat."""
        return hands_of({card.code: self[f"card-{card.code}"].data for card in DECK})

    def as_sent(self, name: str) -> str:
        """Return the text sent for a number field, whether it is a number or not."""
        return str(self[name]._value())  # noqa: SLF001 - as the widget of the field does

    def fill_announced(self, json: Json) -> None:
        """Show the announcements of recorded facts, or of the current coup."""
        if True in json.get("carte_blanche", []):
            self["carte_blanche"].data = str(json["carte_blanche"].index(True))
        self.by.data = next((depth for depth in ("hands", "declared") if depth in json), "scored")
        self._fill_scored(json)
        for seat in range(SEATS):
            self._fill_declared(seat, (json.get("declared") or [None, None])[seat] or {})
            for code in (json.get("hands") or [None, None])[seat] or []:
                self[f"card-{code}"].data = str(seat)
        for category in Category:
            self[f"answer-{category.value}"].data = json.get("answers", {}).get(category.value, "")

    def fields_of_depth(self, depth: str | None) -> list[Field]:
        """Return the fields of the announcements at one depth."""
        if depth == "hands":
            return [self[f"card-{card.code}"] for card in DECK]
        if depth == "declared":
            return [self[f"answer-{category.value}"] for category in Category] + [
                field for seat in range(SEATS) for field in self._declaration_fields(seat)
            ]
        return [self[name] for name in ("point", "point_cards", "runs", "run_lengths", "sets", "set_cards")]

    def _announced(self) -> dict[str, Any]:
        if self.by.data == "hands":
            return {"hands": self.hands()}
        if self.by.data == "declared":
            answers = {category.value: self[f"answer-{category.value}"].data for category in Category}
            answered = {category: answer for category, answer in answers.items() if answer}
            declared = {"declared": [self._declared(seat) for seat in range(SEATS)]}
            return {**declared, "answers": answered} if answered else declared
        return self._scored()

    def _scored(self) -> dict[str, Any]:
        scored: dict[str, Any] = {}
        winner, cards = seat_of(self["point"].data), self["point_cards"].data
        if winner is not None or cards:
            scored["point"] = {"winner": winner} | ({"cards": int_or_text(cards)} if cards else {})
        winner, runs = seat_of(self["runs"].data), self["run_lengths"].data or []
        if winner is not None or runs:
            scored["sequences"] = {
                "winner": winner,
                "lengths": sorted((int_or_text(run.partition(".")[0]) for run in runs), key=str, reverse=True),
            }
        winner, sets = seat_of(self["sets"].data), _sets(self["set_cards"].data)
        if winner is not None or sets:
            ranks, sizes = [kind["rank"] for kind in sets], [kind["size"] for kind in sets]
            scored["sets"] = {"winner": winner, "sizes": sizes, "ranks": ranks}
        return scored

    def _declared(self, seat: int) -> dict[str, Any]:
        declared: dict[str, Any] = {}
        cards, pips = self[f"point-{seat}"].data, self[f"pips-{seat}"].data
        if cards is not None or pips is not None:
            declared["point"] = {"cards": cards} | ({"pips": pips} if pips is not None else {})
        runs = [(length.data, top.data) for length, top in self.sequence_fields(seat) if length.data or top.data]
        if runs:
            declared["sequences"] = [
                {"length": int_or_text(length) if length else None} | ({"top": top} if top else {})
                for length, top in runs
            ]
        sets = _sets(self[f"sets-{seat}"].data)
        return {**declared, "sets": sets} if sets else declared

    def _fill_scored(self, json: Json) -> None:
        point, runs, sets = (json.get(name) or {} for name in ("point", "sequences", "sets"))
        for name, scored in (("point", point), ("runs", runs), ("sets", sets)):
            self[name].data = NO_PLAYER if scored.get("winner") is None else str(scored["winner"])
        self["point_cards"].data = str(point.get("cards") or "")
        lengths = list(runs.get("lengths", []))
        self["run_lengths"].data = [_numbered_run(lengths, index) for index in range(len(lengths))]
        ranks = sets.get("ranks") or []
        self["set_cards"].data = [f"{rank}.{size}" for rank, size in zip(ranks, sets.get("sizes", []), strict=False)]

    def _fill_declared(self, seat: int, declared: Json) -> None:
        point = declared.get("point") or {}
        self[f"point-{seat}"].data, self[f"pips-{seat}"].data = point.get("cards"), point.get("pips")
        for (length, top), run in zip(self.sequence_fields(seat), declared.get("sequences") or [], strict=False):
            length.data, top.data = str(run["length"]), run.get("top") or ""
        self[f"sets-{seat}"].data = [f"{kind['rank']}.{kind['size']}" for kind in declared.get("sets") or []]

    def _declaration_fields(self, seat: int) -> list[Field]:
        runs = [field for pair in self.sequence_fields(seat) for field in pair]
        return [self[f"point-{seat}"], self[f"pips-{seat}"], *runs, self[f"sets-{seat}"]]


def hands_of(holders: Mapping[str, str | None]) -> list[list[str]]:
    """Return the cards of each seat, from the seat of each card."""
    return [[code for code, holder in holders.items() if holder == str(seat)] for seat in range(SEATS)]


def _sets(sent: list[str] | None) -> list[dict[str, Any]]:
    """Sets sent as `K.3`, the best first."""
    pairs = [kind.partition(".")[::2] for kind in sent or []]
    return [{"rank": rank, "size": int_or_text(size)} for rank, size in sorted(pairs, key=itemgetter(1), reverse=True)]


def _numbered_run(lengths: list[int], index: int) -> str:
    """The value sent for a sequence: `3.1` for the first tierce, `3.2` for the second."""
    return f"{lengths[index]}.{lengths[: index + 1].count(lengths[index])}"
