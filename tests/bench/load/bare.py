"""What the house is measured against: a bare view of a page of its size, and one row inserted, on the same server.

    python -m bench.load.bare --port PORT [--workers 1]

The page is a table of 84 rows, 10 kB. A form is one insert, committed, in a SQLite database with the house's settings.
`/nothing` reads nothing and says nothing.
"""

from __future__ import annotations

import argparse
import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

from flask import Flask, redirect, render_template_string
from werkzeug.wrappers import Response

from scorekeeper.serve import House

_ROWS = [(number, f"Anne, Luc, Zoé et Maxence, manche {number}", number * 26, "DP-14") for number in range(84)]
_PAGE = """<!doctype html><title>La feuille</title><table>
{% for number, names, points, article in rows %}
<tr><th scope="row">{{ number }}</th><td class="names">{{ names }}</td><td>{{ points }}</td><td>{{ article }}</td></tr>
{% endfor %}</table>"""


def create_bare() -> Flask:
    """The application, on the database `bare.sqlite3` of the instance folder."""
    app = Flask("bare")
    path = database()
    with closing(_connect(path)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS manche (id INTEGER PRIMARY KEY, note TEXT)")

    @app.get("/")
    def show() -> str:
        return render_template_string(_PAGE, rows=_ROWS)

    @app.post("/")
    def record() -> Response:
        with closing(_connect(path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO manche (note) VALUES ('une')")
            connection.execute("COMMIT")
        return redirect("/", 303)

    @app.get("/nothing")
    def nothing() -> Response:
        return Response(status=204)

    return app


def database() -> Path:
    """Give the database's place."""
    return Path(os.environ["SCOREKEEPER_INSTANCE"]) / "bare.sqlite3"


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()
    database().parent.mkdir(exist_ok=True)
    create_bare()  # the table, before two workers make it at once
    listener = socket.create_server(("127.0.0.1", arguments.port), backlog=2048)
    House(listener, arguments.workers, create_bare).run()
