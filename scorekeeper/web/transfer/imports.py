"""Imports: a file is read completely, then written as a new carnet, or refused with its first error."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, abort, flash, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import erasing
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.format import PAGE_BYTES
from scorekeeper.record.transfer.importing import finish_import, import_carnet, known_import
from scorekeeper.record.transfer.reading import CarnetFile, read_carnet
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.roles import Right, right_of
from scorekeeper.web.flow.access import home_of, session_accesses
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.transfer.text import fault_sentence

bp = Blueprint("imports", __name__)
_REFUSED = 422


@bp.get("/import")
def show() -> str:
    """Show the form to choose a file."""
    return _page()


@bp.post("/import")
def read() -> Response | Answer:
    """Import the file as a carnet of this browser. The file is read before the database is used."""
    with _without_garbage_collector():
        return _read()


def _read() -> Response | Answer:
    try:
        file = read_carnet(_content(), PAGE_BYTES)
    except UnreadableFileError as error:
        if error.key == "too_long":
            abort(413)
        return _page(error), _REFUSED
    except RefusedError as error:
        return _page(refusal=Refusal(error, None)), _REFUSED
    known = _known_access(file)
    return _imported(file) if known is None else (_page(known=known), _REFUSED)


@contextmanager
def _without_garbage_collector() -> Iterator[None]:
    """Disable the garbage collector: with all rows of a file, one collection blocks the process for half a second."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _content() -> bytes:
    """Return the content of the file, and rewind it for `posting.digest`. Raises `RefusedError` without a file."""
    sent = request.files.get("file")
    content = b"" if sent is None else sent.stream.read()
    if sent is None or not content:
        raise RefusedError("file_missing", field="file")
    sent.stream.seek(0)
    return content


def _known_access(file: CarnetFile) -> Access | None:
    """Return this browser's access to a carnet imported from the same file, if it may write there."""
    accesses = [access for access in session_accesses() if right_of(access) >= Right.SCORER]
    carnet = known_import(db.session(), file.digest, [access.carnet_id for access in accesses])
    return next((access for access in accesses if carnet is not None and access.carnet_id == carnet.id), None)


def _imported(file: CarnetFile) -> Response | Answer:
    """Write the carnet and open it. If the same form was sent before, remove the new carnet and open the first."""
    made = import_carnet(file)
    address = url_for("carnet.show", carnet_key=made.carnet.key)

    @grants_access(lambda refusal: _page(refusal=refusal), code_unseen=True)
    def finish() -> tuple[Access, str]:
        finish_import(db.session(), made.carnet, file.digest)
        flash(_("Le carnet est importé."))
        return made, address

    answer = finish()
    if isinstance(answer, tuple) or answer.location != address:
        with writing():
            erasing.delete_carnet_rows(made.carnet)
    return answer


def _page(
    fault: UnreadableFileError | None = None,
    *,
    known: Access | None = None,
    refusal: Refusal | None = None,
) -> str:
    return render_template(
        "transfer/exchange/import.html",
        place=None if fault is None else fault.field,
        fault=None if fault is None else fault_sentence(fault),
        known=None if known is None else home_of(known),
        refusal=refusal,
        megabytes=PAGE_BYTES // 1024 // 1024,
    )
