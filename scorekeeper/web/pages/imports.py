"""A carnet made from a file: read to its last fact first, then written whole, or refused with what is wrong with it."""

from __future__ import annotations

from threading import Lock

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.database import db
from scorekeeper.record.exchange.faults import UnreadableFileError
from scorekeeper.record.exchange.format import PAGE_BYTES
from scorekeeper.record.exchange.importing import import_carnet, known_import
from scorekeeper.record.exchange.reading import CarnetFile, read_carnet
from scorekeeper.record.models import Access, Carnet
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.access import held
from scorekeeper.web.exchange_text import told_faults
from scorekeeper.web.pages.home import enter
from scorekeeper.web.posting import Answer

bp = Blueprint("imports", __name__)
# To read a file takes some seconds of a core: a house has few.
_one_at_a_time = Lock()
_PATIENCE = 10


@bp.get("/import")
def show() -> str:
    """Where the file is chosen."""
    return _page()


@bp.post("/import")
def read() -> Response | Answer:
    """Make a carnet of the file, for this phone."""
    if not _one_at_a_time.acquire(timeout=_PATIENCE):
        abort(503)
    try:
        return _make(read_carnet(_sent(), PAGE_BYTES))
    except UnreadableFileError as error:
        return _page(error), 422
    finally:
        _one_at_a_time.release()


def _sent() -> bytes:
    file = request.files.get("file")
    return b"" if file is None else file.stream.read()


def _make(file: CarnetFile) -> Response | Answer:
    known: list[Carnet] = []

    def act() -> tuple[Access, str]:
        before = known_import(db.session(), file.digest, [access.carnet_id for access in held()])
        if before is not None:
            known.append(before)
            raise RefusedError("import_known")
        granted = import_carnet(db.session(), file)
        return granted, url_for("carnet.show", carnet_key=granted.carnet.key)

    return enter(act, lambda _refusal: _page(known=known[0]), code_unseen=True)


def _page(error: UnreadableFileError | None = None, known: Carnet | None = None) -> str:
    return render_template(
        "exchange/import.html",
        faults=[] if error is None else told_faults(error),
        more=error is not None and error.more,
        known=known,
        megabytes=PAGE_BYTES // 1024 // 1024,
    )
