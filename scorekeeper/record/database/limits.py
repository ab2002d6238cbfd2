"""Timeouts of the database: of a connection, of a statement, of the network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, event, make_url

_CONNECT_SECONDS = 10
_STATEMENT_SECONDS = 12
# A connection is closed 30 seconds after its server has disappeared from the network.
_NETWORK = {
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}
_database_forbidden: ContextVar[bool] = ContextVar("database_forbidden", default=False)


class DatabaseBusyError(OSError):
    """The database does not answer other requests, so this request does not use it."""


class LimitedSession(Session):
    """A session that refuses to connect inside `without_database`."""

    def get_bind(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - SQLAlchemy's
        """Return the engine. Raises `DatabaseBusyError` inside `without_database`."""
        if _database_forbidden.get():
            message = "the database does not answer"
            raise DatabaseBusyError(message)
        return super().get_bind(*args, **options)


@contextmanager
def without_database() -> Iterator[None]:
    """Raise `DatabaseBusyError` for any use of the database in the body, in this thread."""
    token = _database_forbidden.set(True)
    try:
        yield
    finally:
        _database_forbidden.reset(token)


def connect_arguments(url: str) -> dict[str, Any]:
    """Return the timeouts for the driver of this database, except those that the address itself sets."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "postgresql":
        return {}
    # Behind a pooler such as PgBouncer, each transaction may have another connection, where no statement is prepared.
    limits = {"connect_timeout": _CONNECT_SECONDS, "prepare_threshold": None, **_NETWORK}
    return {name: limit for name, limit in limits.items() if name not in parsed.query}


def limit_statement_time(engine: Engine) -> None:
    """Limit the time of a statement on PostgreSQL, even if the database server does not answer at all."""
    if engine.dialect.name != "postgresql":
        return

    @event.listens_for(engine, "do_connect")
    def connect_with_limits(_dialect: object, _record: object, args: list[Any], options: dict[str, Any]) -> object:
        from scorekeeper.record.database.postgres_connection import LimitedConnection  # noqa: PLC0415 - an extra of the package

        return LimitedConnection.connect(*args, **options)

    @event.listens_for(engine, "begin")
    def set_statement_timeout(connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{_STATEMENT_SECONDS}s'")
