"""The jobs of this house, each a folder under `jobs/` of its instance: what is wanted, how far it is, what it made.

The process of a job holds a lock from before it starts until it is gone, whatever it dies of: a job whose lock is free
and that is not finished was interrupted.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from flask import Flask, current_app

from scorekeeper.record.models import Access, Merge, Player
from scorekeeper.record.refusals import RefusedError

# So many files on their way in, and as many jobs of carnets there are, wait or are worked at; a house takes no more.
MOST_UNFINISHED = 8
KEPT = 3600  # seconds, of what is finished
_KEY = re.compile(r"[A-Za-z0-9_-]{16,40}")
_KEY_BYTES = 16
_ASKED, _PROGRESS, _LOCK, _TURN = "asked.json", "progress.json", "lock", "turn"
_SENT, _DRAFT, _MADE, _SEEN = "sent", "making.gz", "made.gz", "seen"


class Kind(StrEnum):
    """What a job does: import a carnet, write one or its points out, or change much of a long one at once."""

    IMPORT = "import"
    CARNET = "carnet"
    SCORES = "scores"
    MERGE = "merge"
    UNMERGE = "unmerge"
    ANONYMISE = "anonymise"
    ERASE = "erase"


FILES = {Kind.IMPORT, Kind.CARNET, Kind.SCORES}


class Stage(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True)
class JobRequest:
    """What a job is to do: `language` is that of its words, `held` the carnets that the phone has.

    `by` is whom an import is for, `name` what a file that is written will be called, or the key that the addresses of
    an erased carnet had, or the key of the carnet that is changed. `ids` are of the rows that a change is about, and
    `made` says when each of them was: a database gives the ids of rows that are gone to others.
    """

    kind: Kind
    language: str
    by: str = ""
    held: Sequence[int] = ()
    carnet_id: int | None = None
    name: str = ""
    ids: Sequence[int] = ()
    made: Sequence[str] = ()


def made_at(row: Player | Merge | Access) -> str:
    """When a row was made, as `JobRequest.made` says it."""
    return (row.at if isinstance(row, Merge) else row.created_at).isoformat()


@dataclass(frozen=True)
class Progress:
    """How far a job is: parties of all, the carnet it makes or found, whose access, what is wrong with its file.

    `known` says that the phone holds that carnet, which was made of the same file.
    """

    stage: Stage = Stage.WAITING
    parties: int = 0
    of: int = 0
    carnet_key: str = ""
    access_id: int = 0
    known: bool = False
    faults: Sequence[tuple[str, str]] = ()
    more: bool = False


@dataclass(frozen=True)
class JobStatus:
    """A job as it stood when it was looked at: one that is unfinished and not under way was interrupted."""

    job: Job
    asked: JobRequest
    progress: Progress
    under_way: bool
    age: float  # in seconds, since it last got on

    @property
    def is_over(self) -> bool:
        """Whether nobody will ask for it any more."""
        return not self.under_way and self.age > KEPT

    @property
    def may_start(self) -> bool:
        """Whether its process may do it: once, but for what goes on until it is done."""
        return self.progress.stage is Stage.WAITING or self.asked.kind is Kind.ERASE

    @property
    def version(self) -> str:
        """What changes whenever it gets on."""
        return f"{self.progress.stage}-{self.progress.parties}-{self.under_way:d}"


@dataclass(frozen=True)
class Job:
    """A job, by its folder."""

    folder: Path

    @property
    def key(self) -> str:
        """What it is found again by."""
        return self.folder.name

    @property
    def sent(self) -> Path:
        """The file that came."""
        return self.folder / _SENT

    @property
    def made(self) -> Path:
        """The file that was made, compressed by gzip."""
        return self.folder / _MADE

    def asked(self) -> JobRequest:
        """What it is to do. Raises FileNotFoundError once it is forgotten, as `look` does."""
        said = json.loads((self.folder / _ASKED).read_text(encoding="utf-8"))
        return JobRequest(**{**said, "kind": Kind(said["kind"])})

    def look(self) -> JobStatus:
        """How it stands: first whether anybody works at it, for whoever stops has said before how far it came."""
        under_way = self._is_under_way()
        age = time.time() - (self.folder / _PROGRESS).stat().st_mtime
        said = json.loads((self.folder / _PROGRESS).read_text(encoding="utf-8"))
        return JobStatus(self, self.asked(), Progress(**{**said, "stage": Stage(said["stage"])}), under_way, age)

    @property
    def draft(self) -> Path:
        """The file while it is being made."""
        return self.folder / _DRAFT

    @property
    def seen(self) -> bool:
        """Whether the phone that asked saw that it was done, and has what came of it."""
        return (self.folder / _SEEN).exists()

    def note_seen(self) -> None:
        """Say so."""
        (self.folder / _SEEN).touch()

    def note(self, progress: Progress) -> None:
        """Say how far it is."""
        self._write(_PROGRESS, asdict(progress))

    def _is_under_way(self) -> bool:
        with (self.folder / _LOCK).open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other job of this house works."""
        with (self.folder.parent / _TURN).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def remove(self) -> None:
        """Remove it with all its files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def prepare(self, asked: JobRequest, content: bytes) -> None:
        """Write down what it is to do."""
        self.folder.mkdir(mode=0o700)
        self.sent.write_bytes(content)
        (self.folder / _LOCK).touch()
        self._write(_ASKED, asdict(asked))
        self.note(Progress())

    def start(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start its process, which holds its lock from now on. Raises BlockingIOError if another does."""
        with (self.folder / _LOCK).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return subprocess.Popen(  # noqa: S603 - this Python, this package, and a folder of our own making
                [sys.executable, "-m", "scorekeeper.web.jobs.process", str(self.folder)],
                env=environment,
                pass_fds=[lock.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def _write(self, name: str, said: dict[str, object]) -> None:
        """Write a file whole: nobody reads half of it."""
        draft = self.folder / f"{name}.draft"
        draft.write_text(json.dumps(said), encoding="utf-8")
        draft.replace(self.folder / name)


class Jobs:
    """The jobs under one folder, on one database."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self._folder = folder
        self._database_url = database_url
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, key: str) -> None:
        """Start the process of a job that was written down and that nobody works at yet."""
        found = self.find(key)
        if found is None or found.under_way or not found.may_start:
            return
        environment = {
            **os.environ,
            "SCOREKEEPER_DATABASE_URL": self._database_url,
            "SCOREKEEPER_INSTANCE": str(self._folder.parent),
        }
        with suppress(BlockingIOError):  # a form sent twice, at the same moment
            self._processes.append(found.job.start(environment))

    def prepare(self, asked: JobRequest, content: bytes = b"") -> Job:
        """Write a job down, to be started. Raises `RefusedError` where as many as the house takes are unfinished."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        alike = (one for one in self.every() if (one.asked.kind is Kind.IMPORT) is (asked.kind is Kind.IMPORT))
        if sum(one.under_way for one in alike) >= MOST_UNFINISHED:
            raise RefusedError("many_files")
        job = Job(self._folder / secrets.token_urlsafe(_KEY_BYTES))
        job.prepare(asked, content)
        return job

    def find(self, key: str) -> JobStatus | None:
        """The job of this key, unless it is forgotten."""
        for process in [one for one in self._processes if one.poll() is not None]:
            with suppress(ValueError):  # another thread was quicker
                self._processes.remove(process)
        try:
            return Job(self._folder / key).look() if _KEY.fullmatch(key) else None
        except (FileNotFoundError, TypeError, ValueError):  # the last two: it was written by another version
            return None

    def waiting(self, kind: Kind, carnet_id: int, language: str) -> Job | None:
        """The job that will do just that and waits for its turn: it will see what is written now."""
        wanted = kind, carnet_id, language
        for one in self.every():
            about = one.asked.kind, one.asked.carnet_id, one.asked.language
            if one.under_way and one.progress.stage is Stage.WAITING and about == wanted:
                return one.job
        return None

    def forget(self, carnet_id: int | None, kinds: Collection[Kind]) -> None:
        """Remove the jobs of these kinds on a carnet, and what they made: a process under way finds no place for it."""
        for one in self.every():
            if one.asked.kind in kinds and one.asked.carnet_id == carnet_id:
                one.job.remove()

    def resume(self) -> None:
        """Go on with what must be done to its end and was interrupted: a carnet that is erased is closed already."""
        for one in self.every():
            if one.asked.kind is Kind.ERASE and not one.under_way:
                self.start(one.job.key)

    def every(self) -> list[JobStatus]:
        """All that are not forgotten, in no order."""
        return [found for folder in self._folders() if (found := self.find(folder.name)) is not None]

    def forget_remains(self) -> None:
        """Remove what is no job: half written down, or by another version, long ago."""
        for folder in {*self._folders()} - {one.job.folder for one in self.every()}:
            with suppress(FileNotFoundError):
                if time.time() - folder.stat().st_mtime > KEPT:
                    shutil.rmtree(folder)

    def _folders(self) -> list[Path]:
        return [path for path in self._folder.iterdir() if path.is_dir()] if self._folder.is_dir() else []


def init_app(app: Flask, folder: Path) -> None:
    """Give the application its jobs, under a folder that is made once it is needed."""
    app.extensions["jobs"] = Jobs(folder, app.config["SQLALCHEMY_DATABASE_URI"])


def jobs() -> Jobs:
    """Those of the application under way."""
    found: Jobs = current_app.extensions["jobs"]
    return found
