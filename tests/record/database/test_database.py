"""Prepare a database: create it, upgrade it, or refuse it without any change."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text
from support import earlier, postgres

from scorekeeper.record.database import UnusableDatabaseError, configure
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.models import Base

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TABLES = {*Base.metadata.tables, "alembic_version"}


@contextmanager
def connected(url: str, *, configured: bool = False) -> Iterator[Connection]:
    engine = create_engine(url)
    if configured:
        configure(engine)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def run(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Run statements, and return the rows of the last one."""
    with connected(url) as connection:
        results = [connection.execute(text(statement)) for statement in statements]
        return [tuple(row) for row in results[-1]] if results[-1].returns_rows else []


def tables(url: str) -> set[str]:
    with connected(url) as connection:
        return set(inspect(connection).get_table_names())


def test_a_new_database_gets_every_table(empty: str) -> None:
    prepare(empty)
    assert tables(empty) == TABLES


def test_preparing_twice_changes_nothing(empty: str) -> None:
    prepare(empty)
    run(empty, "INSERT INTO submission (digest, location, at) VALUES ('a', '/', CURRENT_TIMESTAMP)")
    prepare(empty)
    assert run(empty, "SELECT digest FROM submission") == [("a",)]


def test_the_models_match_the_migrations(empty: str) -> None:
    """A new database has the tables of the models, an upgraded one those of the migrations."""
    earlier.prepare_at(empty)
    prepare(empty)
    with connected(empty) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [
        ("9999", "newer version of La Marque"),
        ("0014", r"before version 0\.2\.0 .*: start version 0\.2\.0 on it once"),
    ],
)
def test_a_database_of_another_version_is_refused_and_not_changed(empty: str, revision: str, sentence: str) -> None:
    prepare(empty)
    run(empty, f"UPDATE alembic_version SET version_num = '{revision}'", "CREATE TABLE feather (id INTEGER)")  # noqa: S608 - of the test
    with pytest.raises(UnusableDatabaseError, match=rf"{sentence}.*Nothing was changed") as caught:
        prepare(empty)
    assert revision in str(caught.value)
    assert run(empty, "SELECT version_num FROM alembic_version") == [(revision,)]
    assert tables(empty) == {*TABLES, "feather"}


def test_a_database_of_another_program_is_refused_and_not_changed(empty: str) -> None:
    run(empty, "CREATE TABLE invoices (id INTEGER)")
    with pytest.raises(UnusableDatabaseError, match="is not a database of La Marque"):
        prepare(empty)
    assert tables(empty) == {"invoices"}


def newer(path: Path) -> None:
    prepare(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE invoices (id INTEGER)")


def garbage(path: Path) -> None:
    path.write_bytes(b"Madame, veuillez trouver ci-joint" * 100)


@pytest.mark.sweep("prepares a database for each file")
@pytest.mark.parametrize("make", [newer, foreign, garbage])
@pytest.mark.parametrize("folder", ["plain", "soirées #1", "100% sûr", "a b"])
def test_a_refused_file_is_not_changed(tmp_path: Path, folder: str, make: object) -> None:
    assert callable(make)
    (tmp_path / folder).mkdir()
    path = tmp_path / folder / "scores.sqlite3"
    make(path)
    before = path.read_bytes()
    with pytest.raises(UnusableDatabaseError):
        prepare(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [folder]


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    path.touch()
    prepare(f"sqlite:///{path}")
    assert tables(f"sqlite:///{path}") == TABLES


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://anne:s3cr3t@127.0.0.1:1/none",
        "sqlite:////nulle/part/scores.sqlite3",
        "sqlite:////proc/scores.sqlite3",
    ],
)
def test_a_database_that_cannot_be_opened_is_reported_without_its_password(url: str) -> None:
    with pytest.raises(UnusableDatabaseError, match=" cannot be used: ") as caught:
        prepare(url)
    assert "s3cr3t" not in str(caught.value)


def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabaseError):
        prepare(f"sqlite:///{tmp_path}")
    assert list(tmp_path.iterdir()) == []


def test_sqlite_is_opened_with_safe_settings(tmp_path: Path) -> None:
    with connected(f"sqlite:///{tmp_path / 'a.sqlite3'}", configured=True) as connection:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
    assert found == ["wal", 2, 1, 10_000]


def test_writers_have_a_lock_timeout_on_postgresql(postgres_url: str) -> None:
    url = postgres_url.replace("postgresql://", "postgresql+psycopg://", 1)
    with connected(url, configured=True) as connection:
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "10s"


def test_two_processes_that_start_concurrently_prepare_once(postgres_url: str) -> None:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (this test alone)

    database = postgres.create_database(postgres_url)
    url = database.replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(prepare, [url] * 4))
        assert tables(url) == TABLES
    finally:
        postgres.drop_database(postgres_url, database)
