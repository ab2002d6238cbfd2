"""What a carnet gives away: the whole of it as one file, and its points for a spreadsheet.

A long carnet is written out by a process of its own, and taken along once that is done.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.record.database import db
from scorekeeper.record.exchange import scores
from scorekeeper.record.exchange.writing import is_long, one_state, written
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.download import download, handed_over
from scorekeeper.web.exchange_text import table_words
from scorekeeper.web.i18n import gettext
from scorekeeper.web.jobs.store import JobRequest, JobStatus, Kind, Stage, jobs
from scorekeeper.web.language import current
from scorekeeper.web.pages.soirees import today
from scorekeeper.web.posting import Answer, Refusal
from scorekeeper.web.reuse import KNOWN
from scorekeeper.web.words.figures import figure

bp = Blueprint("exchange", __name__, url_prefix="/exchange")
_ENDINGS = {Kind.CARNET: "json", Kind.SCORES: "csv"}
_LENGTH_BYTES = 4  # at the end of what gzip made: how long it was before (RFC 1952, 2.3.1)
_TYPES = {"json": "application/json", "csv": "text/csv"}


@bp.get("")
def show() -> str:
    """What can be taken along, and the way to bring it elsewhere."""
    return _page()


@bp.get("/carnet.json")
def whole() -> AnyResponse:
    """The carnet as one file, to be imported elsewhere; of a long one the way to it."""
    if is_long(db.session(), g.carnet):
        return redirect(url_for("exchange.show"), 303)
    engine, carnet = db.engine, g.carnet

    def pieces() -> Iterator[str]:
        with one_state(engine) as session:
            yield from written(session, carnet)

    return download(pieces(), _name(Kind.CARNET), _TYPES["json"])


@bp.get("/scores.csv")
def table() -> AnyResponse:
    """The points, a row for each player and manche, as a spreadsheet in the reader's language opens it."""
    if is_long(db.session(), g.carnet):
        return redirect(url_for("exchange.show"), 303)
    engine, carnet, words = db.engine, g.carnet, table_words(current())

    def pieces() -> Iterator[str]:
        with one_state(engine) as session:
            yield from scores.table(session, carnet, *words)

    return download(pieces(), _name(Kind.SCORES), _TYPES["csv"])


@bp.post("/files")
def begin() -> AnyResponse | Answer:
    """Have a file written; whoever asks for one that waits to be written gets that one."""
    kind = {"carnet": Kind.CARNET, "scores": Kind.SCORES}.get(request.form.get("kind", ""))
    if kind is None:
        abort(400)
    wanted = JobRequest(kind, current(), carnet_id=g.carnet.id, name=_name(kind))
    try:
        job = jobs().waiting(kind, g.carnet.id, current()) or jobs().prepare(wanted)
    except RefusedError as error:
        refusal = Refusal(error, None)
        return _page(refusal), refusal.status
    address = url_for("exchange.progress", job_key=job.key)
    db.session.rollback()  # nothing is written here, and the job may have something to write
    jobs().start(job.key)
    return redirect(address, 303)


@bp.get("/files/<job_key>")
def progress(job_key: str) -> AnyResponse | str:
    """How far the file is, then where it is."""
    found = _job_or_404(job_key)
    if request.args.get(KNOWN) == found.version:
        return Response(status=204)
    return render_template("exchange/writing.html", found=found, size=_size(found))


@bp.get("/files/<job_key>/file")
def take(job_key: str) -> AnyResponse:
    """The file that was made."""
    found = _job_or_404(job_key)
    try:
        made = found.job.made.open("rb")
    except FileNotFoundError:
        abort(404)
    return handed_over(made, found.asked.name, _TYPES[_ENDINGS[found.asked.kind]])


def _page(refusal: Refusal | None = None) -> str:
    return render_template("exchange/show.html", long=is_long(db.session(), g.carnet), refusal=refusal)


def _job_or_404(key: str) -> JobStatus:
    found = jobs().find(key)
    if found is None or found.asked.carnet_id != g.carnet.id:
        abort(404)
    return found


def _size(found: JobStatus) -> str:
    """How long the file is, to a tenth of a megabyte; nothing while it is being made."""
    if found.progress.stage is not Stage.DONE:
        return ""
    try:
        with found.job.made.open("rb") as made:
            made.seek(-_LENGTH_BYTES, os.SEEK_END)
            length = int.from_bytes(made.read(), "little")
    except FileNotFoundError:
        abort(404)
    return gettext("%(size)s Mo", size=figure(math.ceil(length / 100_000) / 10))


def _name(kind: Kind) -> str:
    return f"la-marque-{today()}.{_ENDINGS[kind]}"
