"""The time limits of statements on PostgreSQL, in a module of its own: its driver is an extra of the package."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, event

_STATEMENT_SECONDS = 12
# After how many seconds without an answer the connection is closed. Longer than the timeout of statements, which the
# database server applies, so that it is only reached when that server hangs.
_SILENT_SECONDS = 15


def limit_statement_time(engine: Engine) -> None:
    """Limit the time of a statement, even if the database server does not answer at all."""

    @event.listens_for(engine, "do_connect")
    def connect_with_limits(_dialect: object, _record: object, args: list[Any], options: dict[str, Any]) -> object:
        return LimitedConnection.connect(*args, **options)

    # In each transaction: behind a pooler, a setting of the connection would be that of another client.
    @event.listens_for(engine, "begin")
    def set_statement_timeout(connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{_STATEMENT_SECONDS}s'")


class LimitedConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time.

    Keepalives detect a computer that is gone, but not a process that hangs, because its system still answers them.
    """

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **options: Any) -> Any:  # noqa: ANN401 - psycopg's
        """Wait for an answer. Raises `OperationalError` when none comes, after closing the connection."""
        return super().wait(self._wait_until(gen, monotonic() + _SILENT_SECONDS), *args, **options)

    # `gen` is psycopg's generator of one statement: it yields for what it waits (to read or to write), and is sent
    # whether the connection is ready. psycopg sends "not ready" from time to time.
    def _wait_until(self, gen: Generator[Any, Any, Any], end: float) -> Generator[Any, Any, Any]:
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and monotonic() > end:
                    self.close()
                    message = f"the server has not answered for {_SILENT_SECONDS} seconds"
                    raise psycopg.OperationalError(message)
                state = gen.send(ready)
        except StopIteration as ended:
            return ended.value
