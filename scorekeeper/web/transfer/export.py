"""Exports of a carnet, the notebook of a group of players: all of it as one JSON file, and its points as CSV.

A *manche* is one deal of a partie. Files are streamed: sent in chunks while they are made.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, render_template

from scorekeeper.record.database import db
from scorekeeper.record.transfer import scores
from scorekeeper.record.transfer.writing import carnet_file, snapshot
from scorekeeper.web.core.download import download_response
from scorekeeper.web.core.formatting import today
from scorekeeper.web.core.language import current_language
from scorekeeper.web.flow.access import current_carnet
from scorekeeper.web.transfer.text import csv_texts

bp = Blueprint("exchange", __name__, url_prefix="/exchange")


@bp.get("")
def show() -> str:
    """Show the links to download the carnet, and how to import a file."""
    return render_template("transfer/exchange/show.html")


@bp.get("/carnet.json", endpoint="whole")
def carnet_json() -> Response:
    """Stream the carnet as one JSON file, which can be imported."""
    return download_response(carnet_file(db.engine, current_carnet()), _file_name("json"), "application/json")


@bp.get("/scores.csv", endpoint="table")
def scores_csv() -> Response:
    """Stream the points as CSV, a row for each player and manche, in the reader's language."""
    # The engine and the carnet are read now: the file is streamed after the request, when they are no longer known.
    engine = db.engine
    carnet = current_carnet()
    # The separator, the column names by key, and the names of games by slug: the last arguments of `write_csv`.
    texts = csv_texts(current_language())

    def chunks() -> Iterator[str]:
        # `snapshot` of `record.transfer.writing` opens a session whose queries all see one state of the database, in
        # spite of changes made in between.
        with snapshot(engine) as session:
            yield from scores.write_csv(session, carnet, *texts)

    return download_response(chunks(), _file_name("csv"), "text/csv")


def _file_name(extension: str) -> str:
    return f"la-marque-{today()}.{extension}"
