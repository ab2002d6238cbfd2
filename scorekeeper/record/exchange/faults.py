"""What is wrong with a file that was to be imported: where it is in it, a key and figures, and no words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import ErrorDetails

from scorekeeper.games.shape import ImpossibleError, quotable
from scorekeeper.record.refusals import RefusedError

# pydantic's types that have a sentence of their own; all others are not of the shape that was expected.
_KEYS = {"missing": "key_missing", "extra_forbidden": "key_unknown", "enum": "not_known", "too_long": "list_long"}
_TEXTS = {"too_short": "name_empty", "too_long": "name_long", "string_pattern_mismatch": "not_known"}


@dataclass(frozen=True)
class FileFault:
    """One thing wrong, and where; what a game has against it is among the figures, by `because`."""

    place: str
    key: str
    figures: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        details = "".join(f", {name} {value}" for name, value in self.figures.items())
        said = str(self.figures["because"]) if "because" in self.figures else f"{self.key}{details}"
        return f"{self.place}: {said}" if self.place else said


class UnreadableFileError(Exception):
    """A file that is refused whole: its first faults, in order, and whether there are `more`."""

    def __init__(self, faults: Sequence[FileFault], *, more: bool = False) -> None:
        """Store the faults."""
        self.faults, self.more = tuple(faults), more
        super().__init__("; ".join(map(str, faults)))


def require(true: object, key: str, place: str = "", **figures: object) -> None:
    """Raise `RefusedError` unless something is true, its field the place below the value that is read."""
    if not true:
        raise RefusedError(key, field=place, **figures)


@contextmanager
def blaming(place: str, game: str) -> Iterator[None]:
    """Say of what a game refuses that it is at this place. Raises `RefusedError`."""
    try:
        yield
    except ImpossibleError as error:
        raise RefusedError("game", field=place, because=error, game=game) from error


def fault_of(error: ErrorDetails, *above: str | int) -> FileFault:
    """What pydantic found wrong; `above` is the way to the item of a list that was read alone."""
    way, value, limits = [*above, *error["loc"][bool(above) :]], error["input"], error.get("ctx", {})
    key = (_TEXTS if isinstance(value, str) else {}).get(error["type"]) or _KEYS.get(error["type"], "shape")
    figures: Mapping[str, Any] = {"value": quotable(value)} if key == "not_known" else {}
    refused = limits.get("error")
    if isinstance(refused, RefusedError):
        key, figures = refused.key, refused.figures
        way += [refused.field] if refused.field else []
    elif key in {"key_missing", "key_unknown"}:
        figures = {"name": quotable(way.pop())}
    elif key in {"name_long", "list_long"}:
        figures = {"length": limits["actual_length"], "longest": limits["max_length"]}
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in way)
    return FileFault(place.replace(".[", "[").removeprefix("."), key, figures)
