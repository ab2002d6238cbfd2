"""The baseline: bare Flask views on the server and with the settings of La Marque, as fast as possible.

    python -m bench.load.bare --port PORT [--workers 1]

`GET /` renders a table of 84 rows (10 kB), `POST /` inserts and commits one row in SQLite, `GET /nothing` answers 204.
The template is compiled at the start, and each thread opens one connection at its first request.
"""

from __future__ import annotations

import argparse
import os
import socket
import sqlite3
import threading
from pathlib import Path

from flask import Flask
from werkzeug.wrappers import Response

from scorekeeper.serve import Server

_ROWS = [(number, f"Anne, Luc, Zoé et Maxence, manche {number}", number * 26, "DP-14") for number in range(84)]
_PAGE = """<!doctype html><title>La feuille</title><table>
{% for number, names, points, article in rows %}
<tr><th scope="row">{{ number }}</th><td class="names">{{ names }}</td><td>{{ points }}</td><td>{{ article }}</td></tr>
{% endfor %}</table>"""


class _Thread(threading.local):
    """The database connection of each thread."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, timeout=10, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")


def create_bare() -> Flask:
    """Create the application, with the database `bare.sqlite3` of the instance folder."""
    app = Flask("bare", static_folder=None)
    page = app.jinja_env.from_string(_PAGE)
    thread = _Thread(database())
    thread.connection.execute("CREATE TABLE IF NOT EXISTS manche (id INTEGER PRIMARY KEY, note TEXT)")

    @app.get("/")
    def show() -> str:
        return page.render(rows=_ROWS)

    @app.post("/")
    def record() -> Response:
        # Without an open transaction SQLite begins and commits one around the statement.
        thread.connection.execute("INSERT INTO manche (note) VALUES ('une')")
        return Response(status=303, headers={"Location": "/"})

    @app.get("/nothing")
    def nothing() -> Response:
        return Response(status=204)

    return app


def database() -> Path:
    """Return the path of the database."""
    return Path(os.environ["SCOREKEEPER_INSTANCE"]) / "bare.sqlite3"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    database().parent.mkdir(exist_ok=True)
    listener = socket.create_server(("127.0.0.1", arguments.port), backlog=2048)
    Server(listener, arguments.workers, create_bare, lambda _master: listener.close()).run()
