"""What is wrong with a file that was to be imported: where it is in it, a key and figures, and no words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.refusals import RefusedError

MOST_SHOWN = 10


@dataclass(frozen=True)
class FileFault:
    """One thing wrong: `place` says where, `because` what a game of this slug has against it, if it is a game."""

    place: str
    key: str
    figures: dict[str, Any] = field(default_factory=dict)
    because: ImpossibleError | None = None
    game: str | None = None

    def __str__(self) -> str:
        details = "".join(f", {name} {value}" for name, value in self.figures.items())
        said = f"{self.key}{details}" if self.because is None else str(self.because)
        return f"{self.place}: {said}" if self.place else said


class FaultFoundError(ValueError):
    """Something is wrong with a part of a file, the rest of which may still be looked at."""

    def __init__(self, fault: FileFault) -> None:
        """Keep the fault."""
        self.fault = fault
        super().__init__(str(fault))


class UnreadableFileError(ValueError):
    """A file that is refused whole: its first faults, in order, and whether there are `more`."""

    def __init__(self, faults: Sequence[FileFault], *, more: bool = False) -> None:
        """Keep the faults."""
        self.faults, self.more = tuple(faults), more
        super().__init__("; ".join(map(str, faults)))


class FaultList:
    """The faults found so far; the search ends with the tenth."""

    def __init__(self) -> None:
        self._found: list[FileFault] = []

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is wrong with one part, and go on behind it. Raises `UnreadableFileError` at the tenth."""
        try:
            yield
        except FaultFoundError as error:
            self._found.append(error.fault)
            if len(self._found) >= MOST_SHOWN:
                raise UnreadableFileError(self._found, more=True) from error

    def refuse(self) -> None:
        """Raise `UnreadableFileError` if anything was found."""
        if self._found:
            raise UnreadableFileError(self._found)


@contextmanager
def blaming(place: str, game: str | None = None) -> Iterator[None]:
    """Say of what the record, or a game, refuses that it stands at this place. Raises `FaultFoundError`."""
    try:
        yield
    except RefusedError as error:
        raise FaultFoundError(FileFault(place, error.key, dict(error.figures))) from error
    except ImpossibleError as error:
        raise FaultFoundError(FileFault(place, "game", {}, error, game)) from error
