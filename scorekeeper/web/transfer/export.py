"""Exports of a carnet, the notebook of a group: the whole carnet as one JSON file, and its points as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flask import Blueprint, Response, render_template
from sqlalchemy.orm import Session

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet
from scorekeeper.record.transfer import scores
from scorekeeper.record.transfer.writing import snapshot, write_carnet
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
    return _stream("json", "application/json", write_carnet)


@bp.get("/scores.csv", endpoint="table")
def scores_csv() -> Response:
    """Stream the points as CSV, a row for each player and manche, in the reader's language."""
    texts = csv_texts(current_language())
    return _stream("csv", "text/csv", lambda session, carnet: scores.write_csv(session, carnet, *texts))


def _stream(extension: str, mimetype: str, write: Callable[[Session, Carnet], Iterable[str]]) -> Response:
    # Read now: the file is streamed after the request, which alone knows them.
    engine = db.engine
    carnet = current_carnet()

    def chunks() -> Iterator[str]:
        with snapshot(engine) as session:
            yield from write(session, carnet)

    return download_response(chunks(), f"la-marque-{today()}.{extension}", mimetype)
