"""A connection to PostgreSQL that is closed when the server does not answer."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any

import psycopg

# Longer than the statement timeout that the database server applies, so it is only reached when that server hangs.
_SILENT_SECONDS = 15


class LimitedConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time.

    Keepalives detect a computer that is gone, but not a process that hangs, because its system still answers them.
    """

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **options: Any) -> Any:  # noqa: ANN401 - psycopg's
        """Wait for an answer. Raises `OperationalError` when none comes, after closing the connection."""
        return super().wait(self._wait_until(gen, monotonic() + _SILENT_SECONDS), *args, **options)

    def _wait_until(self, gen: Generator[Any, Any, Any], end: float) -> Generator[Any, Any, Any]:
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and monotonic() > end:
                    self._close_and_raise()
                state = gen.send(ready)
        except StopIteration as ended:
            return ended.value

    def _close_and_raise(self) -> None:
        self.close()
        message = f"the server has not answered for {_SILENT_SECONDS} seconds"
        raise psycopg.OperationalError(message)
