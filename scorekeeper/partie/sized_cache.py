"""A cache in memory that drops values when the sum of their sizes exceeds a limit. Several threads may use it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

ValueT = TypeVar("ValueT")


class SizedCache(Generic[ValueT]):
    """Values by key; the least recently used ones are dropped."""

    def __init__(self) -> None:
        """Begin without values."""
        # By key, the value and its size; the most recently used one last.
        self._values: OrderedDict[Hashable, tuple[ValueT, int]] = OrderedDict()
        # The sum of all sizes.
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._values)

    def get(self, key: Hashable) -> ValueT | None:
        """Return the value of this key, None without one."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            # Of the pair (value, size), the value.
            return self._values[key][0]

    def put(self, key: Hashable, value: ValueT, size: int, most: int) -> None:
        """Store a value of this size, then drop the least recently used ones while all sizes add up to over `most`."""
        with self._lock:
            # The former value of the key: its size counts no longer.
            if key in self._values:
                self._size -= self._values.pop(key)[1]
            self._values[key] = value, size
            self._size += size
            while self._size > most:
                # The first item, which is the least recently used one: (key, (value, size)).
                _key, (_value, oldest_size) = self._values.popitem(last=False)
                self._size -= oldest_size

    def clear(self) -> None:
        """Drop every value."""
        with self._lock:
            self._values.clear()
            self._size = 0
