"""The error of a use case: a key and values, for which `web` has the sentences."""

from __future__ import annotations


class RefusedError(ValueError):
    """A use case cannot be done: `key` is the reason, `details` its values, `field` the field of the form."""

    def __init__(self, key: str, *, field: str | None = None, **details: object) -> None:
        """Store the reason."""
        self.key, self.field, self.details = key, field, details
        super().__init__(key)
