"""What the process of a job does: `python -m scorekeeper.web.jobs.process FOLDER`, started by `Job.start`.

It works only while no other job of the house does, and where it reads or writes a file, it asks for the processor last.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import settings
from scorekeeper.record import anonymity, erasing, merges
from scorekeeper.record.database import begin_writing, db, empty_log, opened, writing
from scorekeeper.record.exchange import scores
from scorekeeper.record.exchange.faults import UnreadableFileError
from scorekeeper.record.exchange.format import PAGE_BYTES
from scorekeeper.record.exchange.importing import import_carnet, known_import
from scorekeeper.record.exchange.reading import read_carnet
from scorekeeper.record.exchange.writing import one_state, partie_ids, written
from scorekeeper.record.models import Access, Carnet, Merge, Player
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.exchange_text import fault_sentences, table_words
from scorekeeper.web.jobs.store import FILES, Job, JobRequest, Jobs, JobStatus, Kind, Progress, Stage, made_at
from scorekeeper.web.judge_text import speaking
from scorekeeper.web.words.figures import nobody

_POLITENESS = 10
_BETWEEN_NOTES = 0.25  # seconds
_LEVEL = 5
_SETTLED = 60  # seconds, after which no form is under way any more
RowT = TypeVar("RowT", Player, Merge, Access)


class _Notes:
    """Says how far the job is, as often as somebody may look."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._latest = Progress()
        self._next = 0.0

    def count(self, parties: int, of: int) -> None:
        """So many parties of all are done."""
        self._latest = replace(self._latest, stage=Stage.WORKING, parties=parties, of=of)
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _BETWEEN_NOTES
            self._job.note(self._latest)

    def end(self, stage: Stage, **found: object) -> None:
        """This is how the job ended, or will have ended once what it writes is there."""
        self._latest = replace(self._latest, stage=stage, **found)  # type: ignore[arg-type]
        self._job.note(self._latest)


def work(folder: Path) -> None:
    """Do the job of this folder, on the database of the settings."""
    job = Job(folder)
    # Its folder goes away when the carnet is erased meanwhile.
    with suppress(FileNotFoundError), opened(settings.database_url(), settings.secret_key()), job.turn():
        forget_old(folder.parent)
        found, notes = job.look(), _Notes(job)
        if not found.may_start:  # started twice
            return
        asked = found.asked
        notes.count(0, 0)
        if asked.kind is Kind.IMPORT:
            _import(job, asked, notes)
        elif asked.kind in FILES:
            _export(job, asked, notes)
        elif asked.kind is Kind.ERASE:
            _erase(job, found.age)
        else:
            _change(job, asked, notes)


def forget_old(folder: Path) -> None:
    """Forget the jobs under this folder that nobody will ask for, and carnets that no phone came to open."""
    jobs = Jobs(folder, "")
    jobs.forget_remains()
    for one in jobs.every():
        if one.asked.kind is Kind.ERASE and not one.under_way:
            _erase(one.job, one.age)
        elif one.is_over:
            if one.asked.kind is Kind.IMPORT and not (one.progress.known or one.job.seen):
                _remove_carnet(one.progress.carnet_key, one.progress.carnet_key)
            one.job.remove()


def _remove_carnet(key: str, key_before: str) -> bool:
    """Remove the carnet of this key; gives whether there was one."""
    with writing() as session:
        carnet = session.scalar(select(Carnet).where(Carnet.key == key))
        if carnet is not None:
            erasing.remove(carnet, key_before)
    empty_log(db.engine)
    return carnet is not None


def _erase(job: Job, age: float) -> None:
    """Remove the carnet that was closed under the key of this job.

    Where that was never carried out there is none; but of a young job the form may still be under way.
    """
    if _remove_carnet(job.key, job.asked().name) or age > _SETTLED:
        job.remove()


def _change(job: Job, asked: JobRequest, notes: _Notes) -> None:
    """Change much of a carnet at once, or nothing where it is another by now than when that was asked for."""
    try:
        with writing() as session:
            _CHANGES[asked.kind](session, asked)
    except RefusedError:
        notes.end(Stage.REFUSED)
        return
    if asked.kind is Kind.ANONYMISE:
        empty_log(db.engine)
        Jobs(job.folder.parent, "").forget(asked.carnet_id, FILES)
    notes.end(Stage.DONE)


def _merge(session: Session, asked: JobRequest) -> None:
    kept, other = (_row(session, asked, place, Player) for place in (0, 1))
    merges.merge(kept, other, _row(session, asked, 2, Access))


def _unmerge(session: Session, asked: JobRequest) -> None:
    player, done = _row(session, asked, 0, Player), _row(session, asked, 1, Merge)
    if done.player_id != player.id:
        raise RefusedError("merged_again")
    merges.undo(done)


def _anonymise(session: Session, asked: JobRequest) -> None:
    player = _row(session, asked, 0, Player)
    anonymity.anonymise(player, partial(_called, asked.language))


def _called(language: str, number: int) -> str:
    with speaking(language):
        return nobody(number)


def _row(session: Session, asked: JobRequest, place: int, table: type[RowT]) -> RowT:
    """The row that the change is about in this place. Raises `RefusedError` unless it is there, and that very one."""
    carnet_id = session.scalar(select(Carnet.id).where(Carnet.key == asked.name))
    row = session.get(table, asked.ids[place])
    if row is None or carnet_id is None or row.carnet_id != carnet_id or made_at(row) != asked.made[place]:
        raise RefusedError("no_such_player")
    return row


_CHANGES: Mapping[Kind, Callable[[Session, JobRequest], None]] = {
    Kind.MERGE: _merge,
    Kind.UNMERGE: _unmerge,
    Kind.ANONYMISE: _anonymise,
}


def _import(job: Job, asked: JobRequest, notes: _Notes) -> None:
    content = job.sent.read_bytes()
    job.sent.unlink()
    try:
        file = read_carnet(content, PAGE_BYTES, notes.count)
    except UnreadableFileError as error:
        with speaking(asked.language):
            faults = [(fault.place, fault.sentence) for fault in fault_sentences(error)]
        notes.end(Stage.REFUSED, faults=faults, more=error.more)
        return
    known = known_import(db.session(), file.digest, asked.held)
    if known is not None:
        notes.end(Stage.DONE, carnet_key=known.key, known=True)
        return
    before = _made_before(job, asked, file.digest)
    if before is not None:
        # Whichever of their pages the phone comes to: neither job takes the carnet away with it.
        for one in (before.job, job):
            one.note_seen()
        notes.end(Stage.DONE, carnet_key=before.progress.carnet_key, access_id=before.progress.access_id)
        return
    with writing() as session:
        access = import_carnet(session, file, partial(_let_others_write, session, notes))
        notes.end(Stage.WORKING, carnet_key=access.carnet.key, access_id=access.id)
    notes.end(Stage.DONE)


def _made_before(job: Job, asked: JobRequest, digest: str) -> JobStatus | None:
    """The job that made a carnet of the same file for the same phone, which has not opened it yet."""
    for one in Jobs(job.folder.parent, "").every():
        if one.asked.by == asked.by and one.progress.stage is Stage.DONE and one.progress.access_id:
            made = db.session.scalar(select(Carnet.id).where(Carnet.key == one.progress.carnet_key))
            if made is not None and known_import(db.session(), digest, [made]) is not None:
                return one
    return None


def _let_others_write(session: Session, notes: _Notes, carnet: Carnet) -> None:
    """End the transaction and begin another: on SQLite nobody writes meanwhile, and to write it all takes seconds.

    What is there of a carnet whose job is killed in between goes with the job.
    """
    session.commit()
    notes.end(Stage.WORKING, carnet_key=carnet.key)
    begin_writing()


def _export(job: Job, asked: JobRequest, notes: _Notes) -> None:
    with one_state(db.engine) as session:
        carnet = session.get(Carnet, asked.carnet_id)
        if carnet is None:  # erased since it was asked for
            return
        count = len(partie_ids(session, carnet))
        with gzip.open(job.draft, "wt", compresslevel=_LEVEL, encoding="utf-8", newline="") as file:
            for piece in _pieces(session, carnet, asked, lambda parties: notes.count(parties, count)):
                file.write(piece)
    job.draft.replace(job.made)
    notes.end(Stage.DONE)


def _pieces(session: Session, carnet: Carnet, asked: JobRequest, count: Callable[[int], None]) -> Iterator[str]:
    if asked.kind is Kind.CARNET:
        return written(session, carnet, count)
    with speaking(asked.language):
        words = table_words(asked.language)
    return scores.table(session, carnet, *words, count)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the house was closed at its terminal: there is nothing to tell
    with suppress(FileNotFoundError):  # it was forgotten meanwhile
        # What changes much of a carnet keeps others from writing: the sooner it is done the better.
        if Job(Path(sys.argv[1])).asked().kind in FILES:
            os.nice(_POLITENESS)
        work(Path(sys.argv[1]))
