"""Exports of a carnet: the whole carnet as one JSON file, and its points as CSV."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, g, render_template

from scorekeeper.record.database import db
from scorekeeper.record.transfer import scores
from scorekeeper.record.transfer.writing import snapshot, write_carnet
from scorekeeper.web.core.download import download_response
from scorekeeper.web.core.formatting import today
from scorekeeper.web.core.language import current_language
from scorekeeper.web.transfer.text import table_headings

bp = Blueprint("exchange", __name__, url_prefix="/exchange")


@bp.get("")
def show() -> str:
    """Show the exports, and how to import a file."""
    return render_template("transfer/exchange/show.html")


@bp.get("/carnet.json")
def whole() -> Response:
    """Stream the carnet as one JSON file, which can be imported."""
    engine, carnet = db.engine, g.carnet

    def chunks() -> Iterator[str]:
        with snapshot(engine) as session:
            yield from write_carnet(session, carnet)

    return download_response(chunks(), _name("json"), "application/json")


@bp.get("/scores.csv")
def table() -> Response:
    """Stream the points as CSV, a row for each player and manche, with the separator of the reader's language."""
    engine, carnet, headings = db.engine, g.carnet, table_headings(current_language())

    def chunks() -> Iterator[str]:
        with snapshot(engine) as session:
            yield from scores.table(session, carnet, *headings)

    return download_response(chunks(), _name("csv"), "text/csv")


def _name(extension: str) -> str:
    return f"la-marque-{today()}.{extension}"
