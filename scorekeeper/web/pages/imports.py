"""A carnet made from a file: read to its last fact first, then written whole, or refused with what is wrong with it.

A process of its own reads it; the phone sees how far that is, and opens the carnet once it is there.
"""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, abort, render_template, request, session, url_for
from sqlalchemy import select
from sqlalchemy.orm import joinedload
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.record.database import db
from scorekeeper.record.exchange.format import PAGE_BYTES
from scorekeeper.record.models import Access
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import is_inside
from scorekeeper.web.access import held, home_of, keep
from scorekeeper.web.exchange_text import FaultText
from scorekeeper.web.jobs.store import JobRequest, JobStatus, Kind, Stage, jobs
from scorekeeper.web.language import current
from scorekeeper.web.posting import Answer, Refusal, carry_out
from scorekeeper.web.reuse import KNOWN
from scorekeeper.web.roles import Right, right_of

bp = Blueprint("imports", __name__)


@bp.get("/import")
def show() -> str:
    """Where the file is chosen."""
    return _page()


@bp.post("/import")
def read() -> AnyResponse | Answer:
    """Have the file read, and made a carnet for this phone."""
    sent = request.files.get("file")
    content = b"" if sent is None else sent.stream.read()
    answer = carry_out(lambda: _written_down(content), lambda refusal: _page(refusal=refusal))
    if isinstance(answer, AnyResponse):
        jobs().start(answer.location.rsplit("/", 1)[1])
    return answer


@bp.get("/import/<import_key>")
def progress(import_key: str) -> AnyResponse | str:
    """How far the reading is, then what came of it: the phone that sent the file holds its carnet from then on."""
    found = jobs().find(import_key)
    if found is None or found.asked.kind is not Kind.IMPORT or found.asked.by != _phone():
        abort(404)
    if request.args.get(KNOWN) == found.version:
        return Response(status=204)
    if found.progress.stage is Stage.REFUSED:
        faults = [FaultText(place, sentence) for place, sentence in found.progress.faults]
        return _page(faults, more=found.progress.more)
    if found.progress.stage is not Stage.DONE:
        return render_template("exchange/reading.html", found=found, made=None)
    if found.progress.known:
        return _page(known=_held_of(found.progress.carnet_key))
    return render_template("exchange/reading.html", found=found, made=_handed_over(found))


def _held_of(key: str) -> Access:
    """The phone's access to that carnet; it may have left it since."""
    return next((one for one in held() if one.carnet.key == key), None) or abort(404)


def _handed_over(found: JobStatus) -> Access:
    """The access that the job made, put in the cookie of a phone that has none to that carnet; no other access."""
    query = select(Access).options(joinedload(Access.carnet)).where(Access.id == found.progress.access_id)
    made = db.session.scalar(query)
    if made is None or made.carnet.key != found.progress.carnet_key or made.generation > 1 or not is_inside(made):
        abort(404)
    if all(one.carnet_id != made.carnet_id for one in held()):
        keep(made, code_unseen=True)
    found.job.note_seen()
    return made


def _written_down(content: bytes) -> str:
    """Keep the file, to be read, and give the address that says how far that is."""
    if not content:
        raise RefusedError("file_missing", field="file")
    phone = [access.carnet_id for access in held() if right_of(access) >= Right.SCORER]
    job = jobs().prepare(JobRequest(Kind.IMPORT, current(), by=_phone(), held=phone), content)
    return url_for("imports.progress", import_key=job.key)


def _phone() -> str:
    """What tells this phone from any other, and tells nobody else."""
    return hashlib.sha256(str(session.get("csrf_token")).encode()).hexdigest()


def _page(
    faults: list[FaultText] | None = None,
    *,
    more: bool = False,
    known: Access | None = None,
    refusal: Refusal | None = None,
) -> str:
    return render_template(
        "exchange/import.html",
        faults=faults or [],
        more=more,
        known=None if known is None else home_of(known),
        refusal=refusal,
        megabytes=PAGE_BYTES // 1024 // 1024,
    )
