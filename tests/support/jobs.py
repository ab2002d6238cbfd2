"""Jobs of a house as they stand at some moment, without a process that works at them."""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.web.jobs.store import Job, JobRequest, Jobs, Kind, Progress, Stage

if TYPE_CHECKING:
    from flask import Flask
    from web.visitor import Visitor


def jobs(house: Flask) -> Jobs:
    """Those of this house."""
    found: Jobs = house.extensions["jobs"]
    return found


def wait(house: Flask, seconds: float = 60) -> None:
    """Wait until no process of the house is left."""
    for process in jobs(house)._processes:  # noqa: SLF001 - no page tells
        process.wait(seconds)


def export(visitor: Visitor, progress: Progress, kind: Kind = Kind.CARNET) -> Job:
    """A file of this visitor's carnet that is so far written, or a change that is so far carried out."""
    with visitor.app.app_context():
        name = "la-marque-2026-11-23.json"
        job = jobs(visitor.app).prepare(JobRequest(kind, "fr", carnet_id=visitor.row().id, name=name))
    if progress.stage is Stage.DONE:
        job.made.write_bytes(gzip.compress(b"{}"))
    job.note(progress)
    return job


def reading(visitor: Visitor, progress: Progress, *, made: bool = False) -> Job:
    """A file of this visitor's that is so far read, or was made the carnet that the visitor holds."""
    visitor.get("/import")
    with visitor.client.session_transaction() as session:
        by = hashlib.sha256(session["csrf_token"].encode()).hexdigest()
    job = jobs(visitor.app).prepare(JobRequest(Kind.IMPORT, "fr", by=by))
    if made:
        with visitor.client.session_transaction() as session:
            progress = replace(progress, carnet_key=visitor.key, access_id=session["carnets"][visitor.key][0])
    job.note(progress)
    return job


def hold(job: Job) -> int:
    """Hold the lock of a job as its process does, until the file of this number is closed."""
    lock = os.open(job.folder / "lock", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock
