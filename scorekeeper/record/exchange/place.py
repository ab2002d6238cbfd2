"""A value of a file with the place it stands at, and the questions one asks of what a stranger wrote."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from scorekeeper.games.shape import quotable
from scorekeeper.record.exchange.faults import FaultFoundError, FileFault, blaming
from scorekeeper.record.exchange.format import LONGEST_LIST
from scorekeeper.record.names import clean_name, clean_note

ValueT = TypeVar("ValueT")
_FIRST_YEAR, _LAST_YEAR = 1900, 2200


@dataclass(frozen=True, slots=True)
class Place:
    """A value, and the way to it: `parties[3].manches[0].facts`. Each question raises `FaultFoundError`."""

    value: Any
    path: str = ""

    def refuse(self, key: str, **figures: object) -> NoReturn:
        """Say what is wrong here."""
        raise FaultFoundError(FileFault(self.path, key, figures))

    def fields(self, names: Sequence[str]) -> dict[str, Place]:
        """The values of an object that has these keys, all of them and no other."""
        self.plain_object()
        for name in names:
            if name not in self.value:
                self.refuse("key_missing", name=name)
        if len(self.value) > len(names):
            self.refuse("key_unknown", name=quotable(next(name for name in self.value if name not in names)))
        return {name: Place(self.value[name], f"{self.path}.{name}".lstrip(".")) for name in names}

    def plain_object(self) -> dict[str, Any]:
        """An object, whatever its keys."""
        if not isinstance(self.value, dict):
            self.refuse("not_an_object")
        return self.value

    def object_or_none(self) -> dict[str, Any] | None:
        """An object, or null."""
        return None if self.value is None else self.plain_object()

    def items(self, most: int = LONGEST_LIST) -> list[Place]:
        """The values of a list of so many at most."""
        if not isinstance(self.value, list):
            self.refuse("not_a_list")
        if len(self.value) > most:
            self.refuse("list_long", length=len(self.value), longest=most)
        return [Place(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.refuse("not_a_text")
        return self.value

    def name(self, longest: int, *, required: bool = True) -> str:
        """A name as people may type it."""
        with blaming(self.path):
            return clean_name(self.text(), longest=longest, required=required)

    def note(self) -> str:
        """A note as people may type it."""
        with blaming(self.path):
            return clean_note(self.text())

    def whole(self, lowest: int, highest: int) -> int:
        """A whole number between two bounds."""
        if type(self.value) is not int or not lowest <= self.value <= highest:
            self.refuse("not_between", value=quotable(self.value), lowest=lowest, highest=highest)
        return self.value

    def yes_or_no(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            self.refuse("not_a_boolean")
        return self.value

    def one_of(self, known: Collection[str]) -> str:
        """One of these words."""
        if self.text() not in known:
            self.refuse("not_known", value=quotable(self.value))
        return self.text()

    def moment(self) -> dt.datetime:
        """A moment, which says its zone."""
        try:
            at = dt.datetime.fromisoformat(self.text())
        except ValueError:
            self.refuse("no_moment", value=quotable(self.value))
        if at.tzinfo is None or not _FIRST_YEAR <= at.year <= _LAST_YEAR:
            self.refuse("no_moment", value=quotable(self.value))
        return at.astimezone(dt.UTC)

    def moment_or_none(self) -> dt.datetime | None:
        """A moment, or null."""
        return None if self.value is None else self.moment()

    def day(self) -> dt.date:
        """A date."""
        try:
            day = dt.date.fromisoformat(self.text())
        except ValueError:
            self.refuse("no_moment", value=quotable(self.value))
        if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
            self.refuse("date_far", first=_FIRST_YEAR, last=_LAST_YEAR)
        return day
