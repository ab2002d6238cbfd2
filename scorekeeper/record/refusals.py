"""Why the record refuses what it is asked: a key and figures, put into words by the page."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.record.models import Change


class RefusedError(ValueError):
    """The record cannot do that: `key` says why, `figures` by how much, `field` in which field of the form."""

    def __init__(self, key: str, *, field: str | None = None, **figures: object) -> None:
        """Name the reason."""
        self.key, self.field, self.figures = key, field, figures
        super().__init__(key)


class StaleError(RefusedError):
    """The form was written against an older state of the partie; `changes` is what came since, oldest first."""

    def __init__(self, changes: Sequence[Change]) -> None:
        """Keep the changes, to be shown."""
        self.changes = tuple(changes)
        super().__init__("stale", count=len(self.changes))
