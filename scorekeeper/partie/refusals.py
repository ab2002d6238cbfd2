"""The error of a use case: a key and values, for which `web` has the sentences."""

from __future__ import annotations


class RefusedError(ValueError):
    """A use case cannot be done: `key` is the reason, `figures` its values, `field` the field of the form."""

    def __init__(self, key: str, *, field: str | None = None, **figures: object) -> None:
        """Store the reason."""
        self.key, self.field, self.figures = key, field, figures
        super().__init__(key)
