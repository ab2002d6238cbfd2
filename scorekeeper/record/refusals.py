"""The errors of use cases: a key and values, for which `web` has the sentences.

A partie is a game played to its end; each change of it makes its next version, a number.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.partie.refusals import RefusedError
from scorekeeper.record.models import Change

__all__ = ["RefusedError", "StaleError"]


class StaleError(RefusedError):
    """The form was filled in for an older version of the partie; `changes` are those made since, oldest first."""

    def __init__(self, changes: Sequence[Change]) -> None:
        """Store the changes."""
        self.changes = tuple(changes)
        super().__init__("stale", count=len(self.changes))
