"""Long carnets, written out and read by a process of its own, while the phone looks how far it is."""

from __future__ import annotations

import errno
import fcntl
import gzip
import json
import os
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.jobs import WaitingJobs, hold, jobs, wait
from web.people import come
from web.test_exchange import carnets, opened, send
from web.visitor import Page, Visitor, hearts

from scorekeeper.record.carnets import open_by_code
from scorekeeper.record.database import db
from scorekeeper.record.database import writing as writing_transaction
from scorekeeper.record.exchange import writing
from scorekeeper.record.exchange.writing import one_state
from scorekeeper.record.recovery import code_of
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.jobs import process, store
from scorekeeper.web.jobs.store import Job, JobRequest, Jobs, Kind, Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

SHEET = hearts(5, 4, 3, 1, queen=2)
_PATIENCE = 60  # seconds, for a process on a busy machine


@pytest.fixture(autouse=True)
def _everything_is_long(house: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(writing, "_MANY_CHANGES", 0)
    yield
    wait(house)


def filled(visitor: Visitor) -> Visitor:
    table = visitor.set_table()
    visitor.record(table, SHEET)
    return visitor


def short(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, name: str) -> bytes:
    """The file as it comes at once."""
    with monkeypatch.context() as patched:
        patched.setattr(writing, "_MANY_CHANGES", 1000)
        return bytes(visitor.client.get(f"{visitor.carnet}/exchange/{name}", headers=visitor.headers).data)


def begin(visitor: Visitor, kind: str) -> str:
    """Ask for a file, and give the address of the page that says how far it is."""
    page = visitor.get(f"{visitor.carnet}/exchange")
    answer = visitor.send(page, "/exchange/files", {"kind": kind})
    assert answer.status == 303
    assert answer.location is not None
    return answer.location


def settled(visitor: Visitor, address: str) -> Page:
    """The page once nobody works at its job any more."""
    until = time.monotonic() + _PATIENCE
    while "data-live" in (page := visitor.get(address)).html:
        assert time.monotonic() < until, page.text
        time.sleep(0.05)
    return page


def taken(visitor: Visitor, address: str, **headers: str) -> bytes:
    page = settled(visitor, address)
    assert "Le fichier est prêt" in page.text
    assert f'href="{address}/file"' in page.html
    return bytes(visitor.client.get(f"{address}/file", headers=headers).data)


def folder(visitor: Visitor, address: str) -> Path:
    found = jobs(visitor.app).find(address.rsplit("/", 1)[1])
    assert found is not None
    return found.job.folder


@contextmanager
def nobody_works(visitor: Visitor) -> Iterator[None]:
    """Hold the turn that every job waits for."""
    root = jobs(visitor.app).prepare(JobRequest(Kind.IMPORT, "fr")).folder.parent
    with (root / "turn").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.parametrize(("kind", "name"), [("carnet", "carnet.json"), ("scores", "scores.csv")])
def test_a_long_carnet_is_written_to_the_byte_as_a_short_one(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    content = short(filled(visitor), monkeypatch, name)
    address = begin(visitor, kind)
    assert taken(visitor, address) == content
    assert gzip.decompress(taken(visitor, address, **{"Accept-Encoding": "gzip"})) == content
    answer = visitor.client.get(f"{address}/file")
    assert answer.headers["Content-Disposition"].endswith(name.replace("carnet", "").replace("scores", ""))


def test_the_points_are_written_in_the_language_of_who_asked(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(visitor)
    visitor.headers = {"Accept-Language": "en"}
    content = short(visitor, monkeypatch, "scores.csv")
    assert content.startswith("\ufeffDate,Place,Game,".encode())
    address = begin(visitor, "scores")
    assert "The file is ready" in settled(visitor, address).text
    assert visitor.client.get(f"{address}/file").data == content


def test_a_short_carnet_is_taken_at_once_and_a_long_one_through_its_page(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(visitor)
    for name in ("carnet.json", "scores.csv"):
        assert visitor.get(f"{visitor.carnet}/exchange/{name}").location == f"{visitor.carnet}/exchange"
    # A partie begun and a manche recorded: two changes.
    monkeypatch.setattr(writing, "_MANY_CHANGES", 1)
    assert "/exchange/files" in visitor.get(f"{visitor.carnet}/exchange").html
    monkeypatch.setattr(writing, "_MANY_CHANGES", 2)
    assert "/exchange/files" not in visitor.get(f"{visitor.carnet}/exchange").html
    assert visitor.get(f"{visitor.carnet}/exchange/carnet.json").status == 200


@pytest.mark.usefixtures("processes")
def test_a_long_file_becomes_a_carnet_that_its_phone_opens(
    visitor: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = short(filled(visitor), monkeypatch, "carnet.json")
    address = send(stranger, content).location
    assert address is not None
    page = settled(stranger, address)
    assert "Le carnet est là Les jeudis · 1 partie" in page.text
    stranger.key = opened(page)
    assert stranger.key != visitor.key
    assert short(stranger, monkeypatch, "carnet.json") == content
    again = settled(stranger, str(send(stranger, content).location))
    assert "déjà importé" in again.refusal()
    assert f'href="{stranger.carnet}/"' in again.html


def test_nobody_else_opens_what_a_phone_imports(visitor: Visitor, stranger: Visitor) -> None:
    address = str(send(stranger, exported_now(visitor)).location)
    visitor.get("/import")
    assert visitor.get(address).status == 404
    key = opened(stranger.get(address))
    assert (stranger.get(f"/c/{key}/").status, visitor.get(f"/c/{key}/").status) == (200, 404)


def test_an_import_gives_the_access_it_made_and_no_other(visitor: Visitor, stranger: Visitor) -> None:
    """Whoever handed the carnet over, or left it, does not come back in as somebody else."""
    address = str(send(stranger, exported_now(visitor)).location)
    stranger.key = opened(stranger.get(address))
    with stranger.app.app_context(), writing_transaction():
        carnet = stranger.row()
        open_by_code(code_of(carnet))
    assert stranger.post(f"{stranger.carnet}/leave", token(stranger)).status == 303
    assert stranger.get(address).status == 404
    assert stranger.get(f"{stranger.carnet}/").status == 404


@pytest.mark.parametrize("soiree", [True, False])
def test_who_only_watches_a_carnet_gets_one_of_his_own_from_its_file(visitor: Visitor, *, soiree: bool) -> None:
    """A file that is known gives nobody a way into the carnet that was made of it."""
    owner = Visitor(visitor.app)
    owner.key = opened(owner.get(str(send(owner, exported_now(visitor)).location)))
    table = owner.set_table()
    watcher = come(owner, table=table if soiree else None)
    key = opened(watcher.get(str(send(watcher, exported_now(visitor)).location)))
    assert key != owner.key
    assert watcher.get(f"{owner.carnet}/code").status == 404


def test_one_file_sent_twice_before_it_is_opened_is_one_carnet(visitor: Visitor, stranger: Visitor) -> None:
    content = exported_now(visitor)
    before = carnets(stranger)
    first, again = (str(send(stranger, content).location) for _ in range(2))
    assert first != again
    assert opened(stranger.get(first)) == opened(stranger.get(again))
    assert carnets(stranger) == before + 1


@pytest.mark.parametrize("looked_at", [0, 1])
def test_a_carnet_stays_whichever_of_two_pages_it_was_opened_from(
    visitor: Visitor, stranger: Visitor, looked_at: int
) -> None:
    content = exported_now(visitor)
    addresses = [str(send(stranger, content).location) for _ in range(2)]
    key = opened(stranger.get(addresses[looked_at]))
    for address in addresses:
        grown_old(folder(stranger, address))
    settled(visitor, begin(visitor, "scores"))
    assert [stranger.get(address).status for address in addresses] == [404, 404]
    assert stranger.get(f"/c/{key}/").status == 200


def test_a_carnet_that_nobody_came_to_open_goes_with_its_job(visitor: Visitor, stranger: Visitor) -> None:
    content, before = exported_now(visitor), carnets(stranger)
    address = str(send(stranger, content).location)
    assert carnets(stranger) == before + 1
    grown_old(folder(stranger, address))
    assert carnets(stranger) == before + 1
    kept = Visitor(stranger.app)
    opening = str(send(kept, content).location)
    assert carnets(stranger) == before + 1  # the old one is gone
    assert opened(kept.get(opening))
    grown_old(folder(kept, opening))
    settled(visitor, begin(visitor, "scores"))
    assert carnets(stranger) == before + 1
    assert (stranger.get(address).status, kept.get(opening).status) == (404, 404)


def exported_now(visitor: Visitor) -> bytes:
    """The file of a carnet with a manche."""
    filled(visitor)
    with visitor.app.app_context(), one_state(db.engine) as session:
        return "".join(writing.written(session, visitor.row())).encode()


def token(visitor: Visitor) -> dict[str, str]:
    """What a form needs to be believed."""
    return {"csrf_token": str(visitor.get("/import").form("/import").value("csrf_token"))}


def grown_old(kept: Path) -> None:
    """Let a job have been done more than an hour ago."""
    at = time.time() - store.KEPT - 1
    os.utime(kept / "progress.json", (at, at))


def test_nobody_else_takes_what_a_carnet_gives_away(visitor: Visitor, house_guest: Visitor) -> None:
    address = begin(filled(visitor), "carnet")
    settled(visitor, address)
    elsewhere = address.replace(visitor.key, house_guest.key)
    assert [house_guest.get(one).status for one in (elsewhere, f"{elsewhere}/file")] == [404, 404]
    key = address.rsplit("/", 1)[1]
    assert visitor.get(f"/import/{key}").status == 404


@pytest.fixture
def house_guest(visitor: Visitor) -> Visitor:
    """Who holds another carnet of the house."""
    return Visitor(visitor.app).hold_carnet("Les lundis")


def test_what_is_wrong_with_a_long_file_is_said(visitor: Visitor, stranger: Visitor) -> None:
    before = carnets(stranger)
    stranger.headers = {"Accept-Language": "en"}
    page = settled(stranger, str(send(stranger, b'{"<script>": 1, "<script>": 2}').location))
    assert "“<script>” is said twice" in page.refusal()
    assert "<script>alert" not in page.html
    assert page.form("/import")
    assert carnets(visitor) == before


def test_one_form_sent_twice_is_read_once(visitor: Visitor, stranger: Visitor, waiting: WaitingJobs) -> None:
    del visitor
    page = stranger.get("/import")
    places = [send(stranger, b"{}", page).location for _ in range(2)]
    assert places[0] == places[1] is not None
    waiting.work()
    assert settled(stranger, places[0]).refusal()


def test_a_file_that_waits_to_be_written_is_not_written_twice(visitor: Visitor, waiting: WaitingJobs) -> None:
    filled(visitor)
    first, again, other = begin(visitor, "carnet"), begin(visitor, "carnet"), begin(visitor, "scores")
    assert first == again != other
    waiting.work()
    settled(visitor, first)
    assert begin(visitor, "carnet") != first
    settled(visitor, other)


def test_who_waits_is_told_and_hears_nothing_while_nothing_changes(visitor: Visitor, waiting: WaitingJobs) -> None:
    filled(visitor)
    address = begin(visitor, "carnet")
    page = visitor.get(address)
    assert "Le fichier attend son tour" in page.text
    assert '<noscript><meta http-equiv="refresh"' in page.html
    known = next(given["data-live"] for _, given in page.tags if "data-live" in given)
    assert visitor.get(known).status == 204
    assert visitor.get(f"{address}/file").status == 404
    waiting.work()
    settled(visitor, address)
    assert visitor.get(known).status == 200


def test_a_house_takes_so_many_files_and_no_more(
    visitor: Visitor, stranger: Visitor, waiting: WaitingJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(visitor)
    address = begin(visitor, "carnet")
    monkeypatch.setattr(store, "MOST_UNFINISHED", 1)
    refused = visitor.send(visitor.get(f"{visitor.carnet}/exchange"), "/exchange/files", {"kind": "scores"})
    assert (refused.status, "passent avant le vôtre" in refused.refusal()) == (422, True)
    assert send(stranger, b"{}").status == 303  # what comes in has places of its own
    page = send(stranger, b"[]")
    assert (page.status, "passent avant le vôtre" in page.refusal()) == (422, True)
    waiting.work()
    settled(visitor, address)


@pytest.mark.usefixtures("processes")
def test_a_job_that_was_killed_says_so_and_leaves_nothing_half_done(
    visitor: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = short(filled(visitor), monkeypatch, "carnet.json")
    before = carnets(visitor)
    with nobody_works(visitor):
        reading, writes = str(send(stranger, content).location), begin(visitor, "carnet")
        assert all("data-live" in page.html for page in (stranger.get(reading), visitor.get(writes)))
        for one in jobs(visitor.app)._processes:  # noqa: SLF001 - the process itself is killed
            one.kill()
        wait(visitor.app)
        assert "La lecture s’est interrompue" in stranger.get(reading).text
        assert "Le fichier n’est pas fini" in visitor.get(writes).text
    assert carnets(visitor) == before


def test_a_carnet_killed_half_way_is_none_and_goes_with_its_job(visitor: Visitor, stranger: Visitor) -> None:
    """Its key is said as it begins to be written; nobody is let in before it is whole."""
    address = str(send(stranger, exported_now(visitor)).location)
    before = carnets(stranger)
    job = Job(folder(stranger, address))
    job.note(replace(job.look().progress, stage=Stage.WORKING))
    assert "La lecture s’est interrompue" in stranger.get(address).text
    grown_old(job.folder)
    settled(visitor, begin(visitor, "scores"))
    assert carnets(stranger) == before - 1
    assert stranger.get(address).status == 404


def test_a_carnet_s_files_go_with_it(visitor: Visitor) -> None:
    address = begin(filled(visitor), "carnet")
    settled(visitor, address)
    kept = folder(visitor, address)
    page = visitor.get(f"{visitor.carnet}/settings")
    assert visitor.send(page, "/erase", {"typed_name": "Les jeudis"}).status == 303
    assert not kept.exists()


def test_a_name_forgotten_is_in_no_file_that_waits_to_be_taken(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, SHEET)
    address = begin(visitor, "scores")
    assert "Zoé" in taken(visitor, address).decode()
    page = visitor.get(f"{visitor.carnet}/players/{table.players['Zoé']}/edit")
    assert visitor.send(page, "/anonymise", {"typed_name": "Zoé"}).status == 303
    assert visitor.get(f"{address}/file").status == 404


def test_what_is_finished_is_kept_for_a_while(visitor: Visitor) -> None:
    addresses = [begin(filled(visitor), "carnet") for _ in range(2)]
    for address in addresses:
        settled(visitor, address)
    grown_old(folder(visitor, addresses[0]))
    settled(visitor, begin(visitor, "scores"))
    assert [visitor.get(address).status for address in addresses] == [404, 200]


def test_a_key_leads_nowhere_but_to_a_job(tmp_path: Path) -> None:
    house = Jobs(tmp_path / "jobs", "")
    job = house.prepare(JobRequest(Kind.IMPORT, "fr"), b"{}")
    assert house.find(job.key) is not None
    (tmp_path / "elsewhere-and-long-enough").mkdir()
    for key in ("", ".", "..", "../jobs", f"../jobs/{job.key}", "a" * 22, f"{job.key}/", "elsewhere-and-long-enough"):
        assert house.find(key) is None, key


def test_nobody_counts_himself_as_working(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that look at a job at the same moment do not take each other for its process."""
    monkeypatch.setattr(store, "MOST_UNFINISHED", 1)
    house = Jobs(tmp_path / "jobs", "")
    job = house.prepare(JobRequest(Kind.IMPORT, "fr"))
    with (job.folder / "lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        assert not job.look().under_way
        house.prepare(JobRequest(Kind.IMPORT, "fr"))
    lock = hold(job)
    assert job.look().under_way
    with pytest.raises(RefusedError):
        house.prepare(JobRequest(Kind.IMPORT, "fr"))
    os.close(lock)


def test_a_full_disk_is_said_and_the_form_can_be_sent_again(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    page = filled(visitor).get(f"{visitor.carnet}/exchange")
    with monkeypatch.context() as patched:
        patched.setattr(Job, "prepare", full)
        refused = visitor.send(page, "/exchange/files", {"kind": "carnet"})
    assert refused.status == 503
    assert "Le fichier est prêt" in settled(visitor, str(visitor.send(refused, "/exchange/files").location)).text


def test_what_is_half_written_or_of_another_version_is_no_job_and_goes_in_time(tmp_path: Path) -> None:
    house = Jobs(tmp_path / "jobs", "")
    other = house.prepare(JobRequest(Kind.CARNET, "fr"))
    (other.folder / "asked.json").write_text('{"kind": "carnet", "wanted": 3}', encoding="utf-8")
    half = tmp_path / "jobs" / ("a" * 22)
    half.mkdir()
    assert house.find(other.key) is house.find(half.name) is None
    house.forget_remains()
    assert (other.folder.exists(), half.exists()) == (True, True)
    for remains in (other.folder, half):
        os.utime(remains, (0, time.time() - store.KEPT - 1))
    house.forget_remains()
    assert (other.folder.exists(), half.exists()) == (False, False)


def test_a_job_works_only_in_its_turn(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []
    at_once = process.forget_old

    def look(root: Path) -> None:
        with (root / "turn").open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                turns.append(root)
        at_once(root)

    monkeypatch.setattr(process, "forget_old", look)
    address = begin(filled(visitor), "carnet")
    assert turns == [folder(visitor, address).parent]


def test_a_job_that_is_done_is_not_done_again(visitor: Visitor) -> None:
    address = begin(filled(visitor), "carnet")
    job = Job(folder(visitor, address))
    job.made.unlink()
    process.work(job.folder)
    assert not job.made.exists()


@pytest.mark.usefixtures("processes")
def test_a_job_is_started_once(visitor: Visitor) -> None:
    filled(visitor)
    with nobody_works(visitor):
        address = begin(visitor, "carnet")
        before = len(jobs(visitor.app)._processes)  # noqa: SLF001 - no page tells
        jobs(visitor.app).start(address.rsplit("/", 1)[1])
        with pytest.raises(BlockingIOError):
            Job(folder(visitor, address)).start({})
        assert len(jobs(visitor.app)._processes) == before  # noqa: SLF001 - likewise


def test_what_a_job_writes_down_is_only_its_owner_s(tmp_path: Path) -> None:
    job = Jobs(tmp_path / "jobs", "").prepare(JobRequest(Kind.IMPORT, "fr", held=(1, 2)), b"{}")
    assert (job.folder.stat().st_mode & 0o777, job.folder.parent.stat().st_mode & 0o777) == (0o700, 0o700)
    assert json.loads((job.folder / "asked.json").read_text(encoding="utf-8"))["held"] == [1, 2]
