"""Timeouts of the database."""

from __future__ import annotations

import time

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorekeeper.record.database import attach, connect_arguments, db, open_database, postgres

postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


def test_sqlite_has_no_network_timeouts() -> None:
    assert connect_arguments("sqlite:///x.sqlite3") == {}


def test_the_address_overrides_the_timeouts() -> None:
    url = "postgresql+psycopg://marque@db/marque"
    assert connect_arguments(url) == {
        "connect_timeout": 10,
        "prepare_threshold": None,
        "keepalives": 1,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }
    assert "connect_timeout" not in connect_arguments(f"{url}?connect_timeout=3")


@postgresql
def test_a_statement_for_a_page_has_a_timeout(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "_STATEMENT_SECONDS", 1)
    app = Flask("scorekeeper", static_folder=None)
    attach(app, database_url)
    with app.app_context():
        began = time.monotonic()
        with pytest.raises(OperationalError, match="statement timeout"):
            db.session.execute(text("SELECT pg_sleep(10)"))
        assert 1 <= time.monotonic() - began < 5
        db.session.rollback()
        assert db.session.scalar(text("SELECT 1")) == 1
        db.session.remove()
        db.engine.dispose()


@postgresql
def test_a_statement_of_a_command_has_no_timeout(database_url: str) -> None:
    with open_database(database_url):
        assert db.session.scalar(text("SHOW statement_timeout")) == "0"
