"""Six tables at once on PostgreSQL behind PgBouncer, which gives each transaction any of its three connections."""

import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from sqlalchemy import text
from support import postgres
from support.commands import free_port
from web.visitor import HAND, Visitor

from scorekeeper.record.database import db
from scorekeeper.web import create_app

TABLES, MANCHES = 6, 12
SETTINGS = """
[databases]
marque = host={folder} dbname={name} user=tests
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
"""


@pytest.fixture
def pooled(postgres_url: str, postgres_template: str, tmp_path: Path) -> Iterator[Flask]:
    """The application on a prepared database behind PgBouncer."""
    database = postgres.create_database(postgres_url, postgres_template)
    folder = parse_qs(urlsplit(database).query)["host"][0]
    port, settings = free_port(), Path(folder) / "pgbouncer.ini"
    settings.write_text(SETTINGS.format(folder=folder, name=postgres.name_of(database), port=port), encoding="utf-8")
    owner = postgres.unprivileged()  # it refuses to run as root
    user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
    program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([program, settings], cwd=folder, stdout=log, stderr=log, **user)
    url = f"postgresql://tests@127.0.0.1:{port}/marque"
    try:
        postgres.wait_for(url, process, tmp_path / "log")
        app = create_app({"DATABASE_URL": url.replace(":", "+psycopg:", 1), "SECRET_KEY": "x", "INSTANCE": tmp_path})
        yield app
        with app.app_context():
            db.engine.dispose()
    finally:
        process.terminate()
        process.wait()
        postgres.drop_database(postgres_url, database)


def evening(app: Flask) -> int:
    visitor = Visitor(app).with_carnet()
    manches = 0
    for _ in range(2):  # the seventh manche would end the partie
        table = visitor.set_table()
        for _ in range(MANCHES // 2):
            assert visitor.record(table, HAND).status == 303
        manches += len(visitor.totals(table))
    return manches


def test_six_tables_at_once(pooled: Flask) -> None:
    with ThreadPoolExecutor(TABLES) as pool:
        assert list(pool.map(evening, [pooled] * TABLES)) == [MANCHES] * TABLES


def test_each_transaction_has_its_timeouts(pooled: Flask) -> None:
    with pooled.app_context():
        for _ in range(2 * TABLES):
            shown = [db.session.scalar(text(f"SHOW {name}_timeout")) for name in ("statement", "lock")]
            assert shown == ["12s", "10s"]
            db.session.remove()
