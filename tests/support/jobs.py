"""Jobs of a house as they stand at some moment, and their work without the second that each process takes to start."""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import os
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.web.jobs import process
from scorekeeper.web.jobs.store import Job, JobRequest, Jobs, Kind, Progress, Stage

if TYPE_CHECKING:
    import pytest
    from flask import Flask
    from web.visitor import Visitor


def jobs(house: Flask) -> Jobs:
    """Those of this house."""
    found: Jobs = house.extensions["jobs"]
    return found


def wait(house: Flask, seconds: float = 60) -> None:
    """Wait until no process of the house is left."""
    for started in jobs(house)._processes:  # noqa: SLF001 - no page tells
        started.wait(seconds)


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
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return lock


class JobsAtOnce:
    """Has each job done in this process as it is started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

        def start(job: Job, environment: dict[str, str]) -> subprocess.Popen[bytes]:
            monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", environment["SCOREKEEPER_DATABASE_URL"])
            monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "for the tests")
            self.begin(job)
            return subprocess.Popen(["true"])  # noqa: S607 - it does nothing, wherever it is

        monkeypatch.setattr(Job, "start", start)

    def begin(self, job: Job) -> None:
        """Do the job."""
        process.work(job.folder)


class WaitingJobs(JobsAtOnce):
    """Has each job wait for its turn, its lock held, until it is told to work, or dies."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        self._locks: dict[Job, int] = {}

    def begin(self, job: Job) -> None:
        """Have the job wait."""
        self._locks[job] = hold(job)

    def work(self) -> None:
        """Do all that waits, in the order in which it was asked for, and from now on what is asked for at once."""
        JobsAtOnce(self._monkeypatch)
        for job in list(self._locks):
            os.close(self._locks.pop(job))
            process.work(job.folder)

    def die(self) -> None:
        """End as the processes of all that waits would when they are killed."""
        while self._locks:
            os.close(self._locks.popitem()[1])
