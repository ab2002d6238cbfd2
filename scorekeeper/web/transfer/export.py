"""What a carnet gives away: the whole of it as one file, and its points for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, g, render_template

from scorekeeper.record.database import db
from scorekeeper.record.transfer import scores
from scorekeeper.record.transfer.writing import snapshot, write_carnet
from scorekeeper.web.core.download import download
from scorekeeper.web.core.formatting import today
from scorekeeper.web.core.language import current
from scorekeeper.web.transfer.text import table_words

bp = Blueprint("exchange", __name__, url_prefix="/exchange")


@bp.get("")
def show() -> str:
    """What can be taken along, and the way to bring it elsewhere."""
    return render_template("transfer/exchange/show.html")


@bp.get("/carnet.json")
def whole() -> Response:
    """The carnet as one file, to be imported elsewhere."""
    engine, carnet = db.engine, g.carnet

    def pieces() -> Iterator[str]:
        with snapshot(engine) as session:
            yield from write_carnet(session, carnet)

    return download(pieces(), _name("json"), "application/json")


@bp.get("/scores.csv")
def table() -> Response:
    """The points, a row for each player and manche, as a spreadsheet in the reader's language opens it."""
    engine, carnet, words = db.engine, g.carnet, table_words(current())

    def pieces() -> Iterator[str]:
        with snapshot(engine) as session:
            yield from scores.table(session, carnet, *words)

    return download(pieces(), _name("csv"), "text/csv")


def _name(ending: str) -> str:
    return f"la-marque-{today()}.{ending}"
