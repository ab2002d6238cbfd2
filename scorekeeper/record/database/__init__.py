"""The database, SQLite or PostgreSQL: each request reads in one transaction, and writes in one (`writing`).

On SQLite, one transaction writes at a time. SQLite writes new changes to a *write-ahead log*, a file beside the
database that ends in `-wal`, and copies them to the database later. A partie is a game of cards, played to its end, and
a carnet the notebook of a group of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, Response
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import Connection, Engine, event, inspect, make_url
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.command_error import CommandError
from scorekeeper.record.models import Access, Base, Carnet, Partie, Player, Seat

# A row of any table.
RowT = TypeVar("RowT", bound=Base)
WRITER = "scorekeeper_writer"  # the option of a connection whose transaction writes
_BUSY_SECONDS = 10  # how long a transaction waits for a lock
_CONNECT_SECONDS = 10
# A connection to PostgreSQL is closed 30 seconds after its server has disappeared from the network: 15 seconds without
# an answer, then three tests of 5 seconds each.
_NETWORK = {
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}
# Whether the current thread is inside `without_database`.
_database_forbidden: ContextVar[bool] = ContextVar("database_forbidden", default=False)
_REMEDY = "Stop the server, then put the file back, or a copy with `lamarque restore FILE`"
# The key under which the inode of the write-ahead log is stored in the `info` of a connection. A file that replaces
# another one has another inode.
_LOG_NUMBER = "scorekeeper_log"
# The attributes of a partie that `_end_reading` expires: all except its seats.
_PARTIE_ATTRIBUTES = [name for name in inspect(Partie).attrs.keys() if name != "seats"]  # noqa: SIM118 - no mapping


class UnusableDatabaseError(CommandError):
    """The database cannot be used."""


class DatabaseLostError(OSError):
    """The file of the SQLite database, or its log, was deleted, emptied or replaced since it was opened."""


class DatabaseBusyError(OSError):
    """The database does not answer other requests, so this request does not use it."""


class _LimitedSession(FlaskSession):
    """A session that refuses to connect inside `without_database`."""

    def get_bind(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - SQLAlchemy's
        """Return the engine. Raises `DatabaseBusyError` inside `without_database`."""
        if _database_forbidden.get():
            message = "the database does not answer"
            raise DatabaseBusyError(message)
        return super().get_bind(*args, **options)


# Rows are not expired on commit, so that rows just written are not read again.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False, "class_": _LimitedSession})


@contextmanager
def without_database() -> Iterator[None]:
    """Raise `DatabaseBusyError` for any use of the database in the body, in this thread."""
    token = _database_forbidden.set(True)
    try:
        yield
    finally:
        _database_forbidden.reset(token)


def attach(app: Flask, url: str, *, for_pages: bool = True) -> None:
    """Connect the application to this database, which `schema.prepare` has upgraded.

    With `for_pages`, statements on PostgreSQL have a timeout; the statements of a command have none.
    """
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    # Pooled connections are tested first, so that no request fails after the database server restarts.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        "pool_pre_ping": not url.startswith("sqlite"),
        "hide_parameters": True,  # errors are logged, and parameters are names, notes and codes
        "connect_args": connect_arguments(url),  # timeouts
    }
    db.init_app(app)
    app.after_request(_end_transaction)  # the first to be registered is the last to be called
    with app.app_context():
        configure(db.engine)
        if for_pages and db.engine.dialect.name == "postgresql":
            from scorekeeper.record.database.postgres import limit_statement_time  # noqa: PLC0415 - an extra of the package

            limit_statement_time(db.engine)


def connect_arguments(url: str) -> dict[str, Any]:
    """Return the timeouts for the driver of this database, except those that the address itself sets."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "postgresql":
        return {}
    # Behind a pooler such as PgBouncer, each transaction may have another connection, where no statement is prepared.
    # None for `prepare_threshold` prepares none.
    limits = {"connect_timeout": _CONNECT_SECONDS, "prepare_threshold": None, **_NETWORK}
    return {name: limit for name, limit in limits.items() if name not in parsed.query}


def _end_transaction(response: Response) -> Response:
    """End the transaction of an answer; Flask would do so later, when an error replaces the answer."""
    end_reading(db.session())
    return response


def end_reading(session: Session) -> None:
    """Close a session, without an error if the database is lost now: what was read before is right all the same."""
    try:
        session.close()
    except SQLAlchemyError:
        session.invalidate()  # drops the connection, which is not used again


@contextmanager
def open_database(url: str, secret_key: str | None = None) -> Iterator[None]:
    """Open this database, which `schema.prepare` has upgraded, for a command that serves no pages.

    The secret key is needed to create a carnet or to show its recovery code. Raises `UnusableDatabaseError` as
    `reported_errors` does.
    """
    app = Flask("scorekeeper", static_folder=None)
    app.config["SECRET_KEY"] = secret_key
    attach(app, url, for_pages=False)
    with app.app_context():
        try:
            with reported_errors(url):
                yield
        finally:
            db.session.remove()
            db.engine.dispose()  # closes all connections


@contextmanager
def reported_errors(url: str) -> Iterator[None]:
    """Turn the errors of this database in the body into an `UnusableDatabaseError` with a message for the terminal."""
    try:
        yield
    except (DatabaseError, DatabaseLostError) as error:
        # `orig` is the error of the driver, without the statement.
        message = f"The database {without_password(url)} cannot be used: {getattr(error, 'orig', error)}"
        raise UnusableDatabaseError(message) from error


def without_password(url: str) -> str:
    """Return the address of a database for a message: without its parameters, which may have a password too."""
    return make_url(url).set(query={}).render_as_string(hide_password=True)


def configure(engine: Engine, *, foreign_keys: bool = True) -> None:
    """Set a lock timeout; on SQLite, also explicit transactions and a write-ahead log synced at each commit.

    `foreign_keys` is False for migrations, which replace the tables that SQLite cannot alter.
    """
    if engine.dialect.name == "postgresql":
        # In each transaction: behind a pooler, a setting of the connection would be that of another client.
        @event.listens_for(engine, "begin")
        def set_lock_timeout(connection: Connection) -> None:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_BUSY_SECONDS}s'")

        return

    path = Path(engine.url.database or "")
    log = Path(f"{path}-wal")
    # None if the file is missing or empty, and will be made.
    number = _file_number(path, size=1)

    @event.listens_for(engine, "do_connect")
    def refuse_other_file(*_arguments: object) -> None:
        # SQLite would go on writing to the deleted file, or make an empty one, and what it writes would be lost.
        if number not in {None, _file_number(path, size=1)}:
            message = f"{path} was deleted, emptied or replaced. {_REMEDY}"
            raise DatabaseLostError(message)

    @event.listens_for(engine, "connect")
    def configure_connection(connection: Any, record: ConnectionPoolEntry) -> None:  # noqa: ANN401 - of the driver
        connection.isolation_level = None  # the driver begins no transaction: `begin` does
        for pragma in (
            f"busy_timeout={_BUSY_SECONDS * 1000}",
            "journal_mode=WAL",
            "synchronous=FULL",
            f"foreign_keys={int(foreign_keys)}",
            "secure_delete=ON",  # erased data is overwritten, not only unlinked
        ):
            connection.execute(f"PRAGMA {pragma}")
        record.info[_LOG_NUMBER] = _file_number(log)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        refuse_other_file()
        # SQLite does not delete the log while this connection is open: if the log is missing or is another file,
        # another program has removed it. The stored number is None if this connection made the database.
        if connection.info[_LOG_NUMBER] not in {None, _file_number(log)}:
            message = f"{log} was deleted or replaced. {_REMEDY}"
            raise DatabaseLostError(message)
        writer = connection.get_execution_options().get(WRITER, False)
        # IMMEDIATE takes the lock for writing at once, not with the first statement that writes.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")


def _file_number(path: Path, *, size: int = 0) -> int | None:
    """Return the inode of a file of at least `size` bytes, None if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return None
    if status.st_size < size:
        return None
    return status.st_ino


def empty_write_ahead_log(engine: Engine, seconds: float = 1) -> bool:
    """Copy SQLite's write-ahead log into the main file, and empty the log; return whether that succeeded.

    It waits at most `seconds` for readers. Erased data stays readable in the log until the log is emptied. On
    PostgreSQL, there is nothing to do.
    """
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
        # `busy` is 1 if a reader still needed the log; without an answer, the log counts as busy too.
        busy, _pages, _moved = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() or (1, 0, 0)
        # The connection goes back to the pool: other transactions use it with the usual timeout.
        cursor.execute(f"PRAGMA busy_timeout={_BUSY_SECONDS * 1000}")
    finally:
        connection.close()
    return not busy


def add_row(row: RowT) -> RowT:
    """Insert a row, and return it with its id."""
    db.session.add(row)
    db.session.flush()
    return row


def begin_writing() -> None:
    """Begin the writing transaction before `writing` is called, which then uses it.

    The rows that were read in it are then not expired, and need not be read again.
    """
    db.session().connection(execution_options={WRITER: True})


@contextmanager
def writing() -> Iterator[Session]:
    """Run the body in one writing transaction and commit it; roll back when the body raises.

    Unless `begin_writing` was called before, the reading transaction ends, and rows that it has read are expired (see
    `_end_reading`). On SQLite only one writing transaction runs at a time.
    """
    session = db.session()
    # True unless `begin_writing` has begun this transaction.
    if not session.in_transaction() or WRITER not in session.connection().get_execution_options():
        _end_reading(session)
        begin_writing()
    try:
        yield session
        session.commit()
    except BaseException:  # also when the worker is stopped
        session.rollback()
        raise


def _end_reading(session: Session) -> None:
    """End the reading transaction. Expire every loaded row that a writer could have changed.

    The access (the right of one browser), its carnet, the seats and the players are not expired.
    """
    if session.new or session.dirty or session.deleted:
        # A change made while reading must not be written.
        session.rollback()
        return
    for row in session:
        if isinstance(row, Partie):
            session.expire(row, _PARTIE_ATTRIBUTES)
        elif not isinstance(row, (Access, Carnet, Seat, Player)):
            session.expire(row)
    session.commit()
