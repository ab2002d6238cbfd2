"""The errors of use cases: a key and values, for which `web` has the sentences."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.record.models import Change


class RefusedError(ValueError):
    """A use case cannot be done: `key` is the reason, `figures` its values, `field` the field of the form."""

    def __init__(self, key: str, *, field: str | None = None, **figures: object) -> None:
        """Store the reason."""
        self.key, self.field, self.figures = key, field, figures
        super().__init__(key)


class StaleError(RefusedError):
    """The form was filled in for an older version of the partie; `changes` are those made since, oldest first."""

    def __init__(self, changes: Sequence[Change]) -> None:
        """Store the changes."""
        self.changes = tuple(changes)
        super().__init__("stale", count=len(self.changes))
