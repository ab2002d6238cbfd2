"""A carnet made from a file: read to its last fact first, then written whole, or refused with what is wrong with it.

A process of its own reads it; the phone sees how far that is, and opens the carnet once it is there.
"""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, abort, render_template, request, session, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.record.database import db
from scorekeeper.record.exchange.format import PAGE_BYTES
from scorekeeper.record.models import Access, Carnet, Role
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.access import held
from scorekeeper.web.exchange_text import FaultText
from scorekeeper.web.jobs.store import JobRequest, JobStatus, Kind, Stage, TooManyJobsError, jobs
from scorekeeper.web.language import current
from scorekeeper.web.pages.home import enter
from scorekeeper.web.posting import Answer, Refusal, carry_out
from scorekeeper.web.reuse import KNOWN

bp = Blueprint("imports", __name__)


@bp.get("/import")
def show() -> str:
    """Where the file is chosen."""
    return _page()


@bp.post("/import")
def read() -> AnyResponse | Answer:
    """Make a carnet of the file, for this phone."""
    sent = request.files.get("file")
    content = b"" if sent is None else sent.stream.read()
    answer = carry_out(lambda: _written_down(content), lambda refusal: _page(refusal=refusal))
    if isinstance(answer, AnyResponse):
        jobs().start(answer.location.rsplit("/", 1)[1])
    return answer


@bp.get("/import/<import_key>")
def progress(import_key: str) -> AnyResponse | str:
    """How far the reading is, then what came of it."""
    found = _job_or_404(import_key)
    if request.args.get(KNOWN) == found.version:
        return Response(status=204)
    if found.progress.stage is Stage.REFUSED:
        faults = [FaultText(place, sentence) for place, sentence in found.progress.faults]
        return _page(faults, more=found.progress.more)
    made = _made(found)
    if made is not None and found.progress.known:
        return _page(known=made)
    return render_template("exchange/reading.html", found=found, made=made)


@bp.post("/import/<import_key>/open")
def open_made(import_key: str) -> AnyResponse | Answer:
    """Open the carnet that was made, on the phone that sent its file."""
    made = _made(_job_or_404(import_key))
    if made is None:
        abort(404)

    def act() -> tuple[Access, str]:
        first = select(Access).where(Access.carnet_id == made.id, Access.role == Role.OWNER).order_by(Access.id)
        return db.session.scalars(first.limit(1)).one(), url_for("carnet.show", carnet_key=made.key)

    return enter(act, lambda refusal: _page(refusal=refusal), code_unseen=True)


def _written_down(content: bytes) -> str:
    """Keep the file, to be read, and give the address that says how far that is."""
    phone = [access.carnet_id for access in held()]
    try:
        job = jobs().prepare(JobRequest(Kind.IMPORT, current(), by=_phone(), held=phone), content)
    except TooManyJobsError as error:
        raise RefusedError("many_files") from error
    return url_for("imports.progress", import_key=job.key)


def _job_or_404(key: str) -> JobStatus:
    found = jobs().find(key)
    if found is None or found.asked.kind is not Kind.IMPORT or found.asked.by != _phone():
        abort(404)
    return found


def _made(found: JobStatus) -> Carnet | None:
    """The carnet that was made, or had been made before; its key is said a moment before it is there."""
    key = found.progress.carnet_key
    return db.session.scalar(select(Carnet).where(Carnet.key == key)) if key else None


def _phone() -> str:
    """What tells this phone from any other, and tells nobody else."""
    return hashlib.sha256(str(session.get("csrf_token")).encode()).hexdigest()


def _page(
    faults: list[FaultText] | None = None,
    *,
    more: bool = False,
    known: Carnet | None = None,
    refusal: Refusal | None = None,
) -> str:
    return render_template(
        "exchange/import.html",
        faults=faults or [],
        more=more,
        known=known,
        refusal=refusal,
        megabytes=PAGE_BYTES // 1024 // 1024,
    )
