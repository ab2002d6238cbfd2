"""The error of an action that cannot be done. It has a key and values; `web/text/record.py` makes sentences of them."""

from __future__ import annotations


class RefusedError(ValueError):
    """An action cannot be done, such as playing a card in a partie that is over.

    Example: `RefusedError("name_taken", field="name", name="Luc")`.
    """

    def __init__(self, key: str, *, field: str | None = None, **details: object) -> None:
        """Store the key of the reason, the field of the form that is wrong, and the values of the sentence."""
        self.key, self.field, self.details = key, field, details
        super().__init__(key)
