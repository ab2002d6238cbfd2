"""The import of a carnet: a file is read completely, then written as a new carnet or refused with its first error.

A *carnet* is the notebook of a group of players: their evenings and their scores. An *access* is the right of one
browser to one carnet. A new carnet has a recovery code, with which its owner can open it in another browser.
"""

from __future__ import annotations

import gc

from flask import Blueprint, abort, flash, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import erasing
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.attempts import ManyAttemptsError
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.importing import find_import, finish_import, import_carnet
from scorekeeper.record.transfer.reading import CarnetFile, read_carnet
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.roles import Right, right_of
from scorekeeper.web.flow.access import first_address, session_accesses
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.flow.rate_limit import count_new_carnet
from scorekeeper.web.transfer.text import file_error_sentence

bp = Blueprint("imports", __name__)
_REFUSED_STATUS = 422


@bp.get("/import")
def show(**why_refused: object) -> str:
    """Show the form, with a `refusal`, the `error_sentence` of the file, or the `existing_address` of its carnet."""
    return render_template("transfer/exchange/import.html", megabytes=MAX_UPLOAD_BYTES // 1024 // 1024, **why_refused)


@bp.post("/import", endpoint="read")
def upload() -> Response | Answer:
    """Import the uploaded file as a carnet of this browser. The file is read before the database is used."""
    # With all rows of a file in memory, each collection of unused objects would take half a second.
    gc.disable()
    try:
        return _import_file()
    finally:
        gc.enable()


def _import_file() -> Response | Answer:
    # `read_carnet` returns the checked rows of the file, or raises the first error in it.
    try:
        file = read_carnet(_uploaded_content(), MAX_UPLOAD_BYTES)
    except UnreadableFileError as error:
        # The same page as for a file that is refused by its size alone.
        if error.key == "too_long":
            abort(413)
        return show(error_field=error.field, error_sentence=file_error_sentence(error)), _REFUSED_STATUS
    except RefusedError as error:
        return _refused(error)
    already_imported = _access_to_same_import(file)
    # This browser has imported the file already: the page has a link to that carnet, and nothing is imported again.
    if already_imported is not None:
        return show(existing_address=first_address(already_imported)), _REFUSED_STATUS
    return _write_and_open(file)


def _refused(error: RefusedError) -> Answer:
    refusal = Refusal(error)
    return show(refusal=refusal), refusal.status


def _uploaded_content() -> bytes:
    """Return the content of the uploaded file. Raises `RefusedError` without a file, or for an empty one."""
    uploaded = request.files.get("file")
    if uploaded is None or not (content := uploaded.stream.read()):
        raise RefusedError("file_missing", field="file")
    # The digest by which `grants_access` knows a form that is sent twice includes the file.
    uploaded.stream.seek(0)
    return content


def _access_to_same_import(file: CarnetFile) -> Access | None:
    """Return this browser's access to a carnet imported from the same file, if its role is scorer or owner."""
    # The accesses in the browser's cookie that allow to record scores, by the id of their carnet.
    accesses = {access.carnet_id: access for access in session_accesses() if right_of(access) >= Right.SCORER}
    carnet = find_import(db.session(), file.digest, list(accesses))
    if carnet is None:
        return None
    return accesses[carnet.id]


def _write_and_open(file: CarnetFile) -> Response | Answer:
    """Write the carnet and redirect to it.

    If the same form is sent twice, both requests may write a carnet. Both then redirect to the carnet that is finished
    first, and the other one is deleted.
    """
    # `count_new_carnet` raises after too many new carnets from the same network. `writing` commits what was done inside
    # it.
    try:
        with writing():
            count_new_carnet()
    except ManyAttemptsError as error:
        return _refused(error)
    # `import_carnet` takes several transactions. Until `finish_import` is called, no user can open the carnet.
    access = import_carnet(file)
    address = url_for("carnet.show", carnet_key=access.carnet.key)

    # `grants_access` stores the access in the browser's cookie and redirects to the address. A form that was sent
    # before is not carried out again: it gets the same answer as the first time. The owner has not seen the recovery
    # code, so that pages offer it later.
    @grants_access(show, recovery_code_unseen=True)
    def finish_once() -> tuple[Access, str]:
        finish_import(db.session(), access.carnet, file.digest)
        flash(_("Le carnet est importé."))
        return access, address

    answer = finish_once()
    # The answer may also redirect to the carnet of the same form, sent before, or be the page of a refusal. Then this
    # carnet is not needed.
    is_opened = isinstance(answer, Response) and answer.location == address
    if not is_opened:
        with writing():
            erasing.delete_carnet_rows(access.carnet)
    return answer
