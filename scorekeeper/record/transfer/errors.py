"""The errors of a file to import: a key, its values, and a path in the file; `web` has a sentence for each key.

A path is put together from inside out: a function knows the name of its value (`payload`), its caller adds what is
around it (`changes[3]`), and pydantic the rest (`parties[0]`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pydantic import ValidationError

from scorekeeper.games.shape import ImpossibleError, quotable
from scorekeeper.partie.changes import BrokenLogError
from scorekeeper.record.refusals import RefusedError


class UnreadableFileError(RefusedError):
    """The first error of a refused file: `field` is its path; `details["because"]` is the error of a game, if any."""


def require(condition: object, path: str = "", key: str = "shape") -> None:
    """Raise `RefusedError` unless the condition is true.

    `path` leads from the value that is validated to its wrong part; `key` names the error, by default a wrong shape.
    """
    if not condition:
        raise RefusedError(key, field=path)


@contextmanager
def errors_at(path: str, game: str) -> Iterator[None]:
    """Turn every error of the body into a `RefusedError` with this path before its own.

    `game` is the slug of the game of the partie, for the sentences of this game.
    """
    try:
        yield
    # The game refuses facts or rules.
    except ImpossibleError as error:
        raise RefusedError("game", field=path, because=error, game=game) from error
    # A change cannot follow those before it.
    except BrokenLogError as error:
        raise RefusedError("broken_log", field=path, version=error.version) from error
    except ValidationError as error:
        # The error is converted to a `RefusedError`, which then gets the path.
        with errors_at(path, game):
            raise first_error(error) from error
    except RefusedError as error:
        # `changes[3]` before `payload` is `changes[3].payload`; either can be empty.
        error.field = ".".join(filter(None, (path, error.field)))
        # The sentence of its cause, if it has one, is that of this game.
        error.details.setdefault("game", game)
        raise


def first_error(error: ValidationError) -> UnreadableFileError:
    """Convert the first error of pydantic, with its path: `parties[0].changes[3].kind`.

    A `RefusedError` that a validator raised has its own key, most other errors the key `shape`.
    """
    first = error.errors(include_url=False)[0]
    # `loc` is the path of the value, such as ("parties", 0, "changes", 3, "kind").
    steps = (f"[{step}]" if isinstance(step, int) else f".{quotable(step)}" for step in first["loc"])
    # `ctx` are the details of the error: `error` is the one that a validator raised, if one did.
    refused = first.get("ctx", {}).get("error")
    if not isinstance(refused, RefusedError):
        refused = _explained(first["type"], first["input"], first.get("ctx", {}))
    path = ".".join(filter(None, ("".join(steps).removeprefix("."), refused.field)))
    return UnreadableFileError(refused.key, field=path, **refused.details)


def _explained(kind: str, value: object, limits: Mapping[str, object]) -> RefusedError:
    """Return the error for a kind of pydantic's errors, such as "missing".

    `value` is the value that pydantic refused; `limits` are the details of its error, such as `max_length`.
    """
    if kind == "missing":
        return RefusedError("missing")
    if kind == "date_from_datetime_parsing":
        return RefusedError("no_date", value=quotable(value))
    if kind == "too_long" and isinstance(value, str):
        return RefusedError("text_too_long", value=quotable(value), most=limits["max_length"])
    if kind == "too_long":
        return RefusedError("too_many", most=limits["max_length"])
    return RefusedError("shape")
