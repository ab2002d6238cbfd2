"""Why a file is refused: a key and figures with a place in the file, and no words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from scorekeeper.games.shape import ImpossibleError, quotable
from scorekeeper.record.refusals import RefusedError


class UnreadableFileError(Exception):
    """A file that is refused whole, by the first thing found wrong in it; what a game has against it is `because`."""

    def __init__(self, key: str, place: str = "", **figures: Any) -> None:  # noqa: ANN401 - as its game or the record names them
        """Name the error and its place in the file."""
        self.key, self.place, self.figures = key, place, figures
        super().__init__(f"{place}: {key}" if place else key)


def require(true: object, key: str, place: str = "", **figures: object) -> None:
    """Raise `RefusedError` unless something is true, its field the place below the value that is read."""
    if not true:
        raise RefusedError(key, field=place, **figures)


@contextmanager
def blaming(place: str, game: str) -> Iterator[None]:
    """Give this place to what a game refuses. Raises `RefusedError`."""
    try:
        yield
    except ImpossibleError as error:
        raise RefusedError("game", field=place, because=error, game=game) from error


def first_fault(error: ValidationError) -> UnreadableFileError:
    """Return the first error that pydantic found: ours with its own key, any other as `shape`."""
    first = error.errors(include_url=False, include_input=False)[0]
    steps = (f"[{step}]" if isinstance(step, int) else f".{quotable(step)}" for step in first["loc"])
    place, refused = "".join(steps).removeprefix("."), first.get("ctx", {}).get("error")
    if isinstance(refused, RefusedError):
        return UnreadableFileError(refused.key, ".".join(filter(None, (place, refused.field))), **refused.figures)
    return UnreadableFileError("shape", place)
