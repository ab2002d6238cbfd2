"""What changes much of a long carnet: a process does it, the phone sees how far it is, and nothing is half done."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST
from support.jobs import WaitingJobs, hold, jobs, wait
from web.people import invited
from web.test_exchange import carnets
from web.test_jobs import begin, nobody_works, settled
from web.visitor import Page, Table, Visitor

from scorekeeper.record import merges, sharing
from scorekeeper.record.database import db
from scorekeeper.record.exchange import writing
from scorekeeper.record.models import Base, Carnet, Player, Role
from scorekeeper.record.recovery import code_of
from scorekeeper.record.summaries.rebuild import rebuild
from scorekeeper.web.jobs.process import forget_old
from scorekeeper.web.jobs.store import Job, JobRequest, Kind, Stage, made_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture(autouse=True)
def _everything_is_long(house: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(writing, "_MANY_CHANGES", 0)
    monkeypatch.setattr(merges, "_MANY_SEATS", 0)
    yield
    wait(house)


@pytest.fixture
def tables(visitor: Visitor) -> tuple[Table, Table]:
    """A partie that is over with Zoé, and one with Zoe."""
    made = visitor.set_table(limit=20), visitor.set_table("Anne", "Luc", "Zoe", "Inès", limit=20)
    for table in made:
        visitor.note(table, FIRST, note="Zoé rit")
        visitor.note(table, FIRST)  # 10 8 32 2: over
    return made


def edit(visitor: Visitor, table: Table, name: str) -> str:
    return f"{visitor.carnet}/players/{table.players[name]}/edit"


def job_of(visitor: Visitor, page: Page) -> Job:
    found = jobs(visitor.app).find(str(page.location).rsplit("/", 1)[1])
    assert found is not None
    return found.job


def names(visitor: Visitor) -> list[str]:
    with visitor.app.app_context():
        return [player.name for player in visitor.row().players]


def is_as_rebuilt(visitor: Visitor) -> bool:
    """Whether lists and statistics say what the parties give."""
    with visitor.app.app_context():
        return list(rebuild()) == []


def rows(visitor: Visitor) -> str:
    """All that every table holds of this house."""
    with visitor.app.app_context():
        tables = Base.metadata.sorted_tables
        return "\n".join(str(tuple(row)) for table in tables for row in db.session.execute(table.select()))


def test_two_players_with_many_parties_become_one_and_two_again(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    table, other = tables
    sent = visitor.press(edit(visitor, table, "Zoé"), "/merge", {"other": "Zoe"})
    assert sent.status == 303
    page = settled(visitor, str(sent.location))
    assert "Les deux ne font plus qu’un" in page.text
    assert f'href="{edit(visitor, table, "Zoé")}"' in page.html
    assert "Zoe" not in names(visitor)
    assert "Zoé" in visitor.get(other.partie).text
    assert is_as_rebuilt(visitor)
    undone = visitor.press(edit(visitor, table, "Zoé"), "/undo")
    assert "Ils sont de nouveau deux" in settled(visitor, str(undone.location)).text
    assert "Zoe" in visitor.get(other.partie).text
    assert is_as_rebuilt(visitor)


def test_what_cannot_be_is_refused_before_anything_is_begun(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    page = visitor.press(edit(visitor, tables[0], "Zoé"), "/merge", {"other": "Luc"})
    assert (page.status, "à la même table" in page.refusal(), 'value="Luc"' in page.html) == (422, True, True)
    assert visitor.press(edit(visitor, tables[0], "Zoé"), "/merge", {"other": "zoé"}).status == 422
    assert visitor.press(edit(visitor, tables[0], "Zoé"), "/anonymise", {"typed_name": "Zo"}).status == 422


def test_a_name_is_forgotten_and_so_are_the_files_that_say_it(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    written = begin(visitor, "scores")
    settled(visitor, written)
    visitor.headers = {"Accept-Language": "en"}
    sent = visitor.press(edit(visitor, tables[0], "Zoé"), "/anonymise", {"typed_name": "Zoé"})
    page = settled(visitor, str(sent.location))
    assert "The notebook now says “Player 3”." in page.text
    assert names(visitor)[2] == "Player 3"
    assert visitor.get(f"{written}/file").status == 404
    for table in tables:
        assert "Zoé" not in visitor.get(table.partie).text.replace("chez Zoé", "")


def test_a_long_carnet_is_closed_at_once_and_gone_soon(
    visitor: Visitor, tables: tuple[Table, Table], waiting: WaitingJobs
) -> None:
    del tables
    before = carnets(visitor)
    other = Visitor(visitor.app)
    with visitor.app.app_context():
        code = code_of(visitor.row())
    other.press("/open", "/open", {"code": code})
    _, token = invited(visitor)
    page = visitor.get(f"{visitor.carnet}/settings")
    refused = visitor.send(page, "/erase", {"typed_name": "Les mardis"})
    assert (refused.status, carnets(visitor)) == (422, before)
    assert visitor.send(page, "/erase", {"typed_name": "Les jeudis"}).location == "/"
    assert "Le carnet est effacé." in visitor.get("/").text
    assert {one.get(f"{visitor.carnet}/").status for one in (visitor, other)} == {404}
    assert other.press("/open", "/open", {"code": code}).status == 422
    with visitor.app.app_context():
        assert sharing.invitation_by(token) is None
    assert carnets(visitor) == before
    waiting.work()
    assert carnets(visitor) == before - 1
    assert visitor.key not in rows(visitor)


@pytest.mark.usefixtures("processes")
def test_erasing_goes_on_after_its_process_was_killed(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    del tables
    before = carnets(visitor)
    with nobody_works(visitor):
        visitor.press(f"{visitor.carnet}/settings", "/erase", {"typed_name": "Les jeudis"})
        for one in jobs(visitor.app)._processes:  # noqa: SLF001 - the process itself is killed
            one.kill()
        wait(visitor.app)
    assert carnets(visitor) == before
    jobs(visitor.app).resume()  # as the house does when it opens
    wait(visitor.app)
    assert carnets(visitor) == before - 1


def test_the_next_job_erases_what_was_left(visitor: Visitor, waiting: WaitingJobs) -> None:
    visitor.set_table()
    before = carnets(visitor)
    visitor.press(f"{visitor.carnet}/settings", "/erase", {"typed_name": "Les jeudis"})
    waiting.die()
    assert carnets(visitor) == before
    waiting.work()
    neighbour = Visitor(visitor.app).hold_carnet("Les lundis")
    neighbour.set_table()
    settled(neighbour, begin(neighbour, "scores"))
    assert carnets(visitor) == before
    assert neighbour.get(f"{neighbour.carnet}/").status == 200


def test_a_job_to_erase_what_was_not_closed_erases_nothing(visitor: Visitor) -> None:
    """Its form was rolled back after the job was written down."""
    visitor.set_table()
    before = carnets(visitor)
    with visitor.app.app_context():
        job = jobs(visitor.app).prepare(JobRequest(Kind.ERASE, "fr", name=visitor.key))
        forget_old(job.folder.parent)
        assert job.folder.exists()  # its form may still be under way
        os.utime(job.folder / "progress.json", (0, time.time() - 61))
        forget_old(job.folder.parent)
        assert db.session.query(Carnet).filter_by(key=visitor.key).count() == 1
    assert (carnets(visitor), job.folder.exists()) == (before, False)


def test_a_carnet_that_changed_meanwhile_is_left_as_it_is(
    visitor: Visitor, tables: tuple[Table, Table], waiting: WaitingJobs
) -> None:
    table, _ = tables
    address = str(visitor.press(edit(visitor, table, "Zoé"), "/merge", {"other": "Zoe"}).location)
    visitor.set_table("Zoé", "Zoe", "Anne", "Luc")  # they are two after all
    waiting.work()
    page = settled(visitor, address)
    assert "Rien n’a été changé" in page.text
    assert "Zoe" in names(visitor)
    assert is_as_rebuilt(visitor)


def test_who_comes_second_is_told_though_the_player_is_no_more(
    visitor: Visitor, tables: tuple[Table, Table], waiting: WaitingJobs
) -> None:
    """Each of two phones makes the other's player the one who stays."""
    zoe, other = (edit(visitor, table, name) for table, name in zip(tables, ("Zoé", "Zoe"), strict=True))
    sent = [visitor.press(page, "/merge", {"other": name}) for page, name in ((zoe, "Zoe"), (other, "Zoé"))]
    waiting.work()
    first, second = (settled(visitor, str(one.location)) for one in sent)
    assert "Les deux ne font plus qu’un" in first.text
    assert (second.status, "Rien n’a été changé" in second.text) == (200, True)
    assert f'href="{visitor.carnet}/players"' in second.html
    assert is_as_rebuilt(visitor)


@pytest.mark.parametrize("ending", ["/merge", "/anonymise"])
def test_ids_that_went_to_others_meanwhile_are_not_those_that_were_asked_about(
    visitor: Visitor, tables: tuple[Table, Table], waiting: WaitingJobs, ending: str
) -> None:
    """A database gives the ids of an erased carnet's players to the next ones."""
    job = job_of(visitor, visitor.press(edit(visitor, tables[0], "Zoé"), ending, {"other": "Zoe", "typed_name": "Zoé"}))
    neighbour = Visitor(visitor.app).hold_carnet("Les lundis")
    ida, eva = (neighbour.set_table(name, *rest).players[name] for name, *rest in (("Ida", *"ABC"), ("Eva", *"DEF")))
    said = json.loads((job.folder / "asked.json").read_text(encoding="utf-8"))
    ids = [ida, eva, *said["ids"][2:]][: len(said["ids"])]
    (job.folder / "asked.json").write_text(json.dumps({**said, "ids": ids}), encoding="utf-8")
    waiting.work()
    assert job.look().progress.stage is Stage.REFUSED
    assert sorted(names(neighbour)) == ["A", "B", "C", "D", "E", "Eva", "F", "Ida"]


@pytest.mark.parametrize("other", ["carnet", "row"])
def test_neither_another_carnet_s_row_nor_one_made_since_is_the_one_that_was_asked_about(
    visitor: Visitor, tables: tuple[Table, Table], waiting: WaitingJobs, other: str
) -> None:
    sent = visitor.press(edit(visitor, tables[0], "Zoé"), "/anonymise", {"typed_name": "Zoé"})
    neighbour = Visitor(visitor.app).hold_carnet("Les lundis")
    ida = neighbour.set_table("Ida", "Eva", "Léo", "Max").players["Ida"]
    with visitor.app.app_context():
        theirs = db.session.get_one(Player, ida)
        said = {"carnet": {"ids": [ida], "made": [made_at(theirs)]}, "row": {"made": [made_at(theirs)]}}[other]
    path = job_of(visitor, sent).folder / "asked.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | said), encoding="utf-8")
    waiting.work()
    assert job_of(visitor, sent).look().progress.stage is Stage.REFUSED
    assert ("Ida" in names(neighbour), "Zoé" in names(visitor)) == (True, True)


@pytest.mark.usefixtures("waiting")
def test_nothing_is_left_to_do_for_a_carnet_that_is_erased(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = visitor.set_table()
    visitor.set_table("Anne", "Luc", "Zoe", "Inès")
    monkeypatch.setattr(writing, "_MANY_CHANGES", 1000)
    job = job_of(visitor, visitor.press(edit(visitor, table, "Zoé"), "/merge", {"other": "Zoe"}))
    assert visitor.press(f"{visitor.carnet}/settings", "/erase", {"typed_name": "Les jeudis"}).location == "/"
    assert not job.folder.exists()


def test_a_change_that_was_killed_says_so_and_changed_nothing(
    visitor: Visitor, tables: tuple[Table, Table], waiting: WaitingJobs
) -> None:
    table, _ = tables
    sent = visitor.press(edit(visitor, table, "Zoé"), "/merge", {"other": "Zoe"})
    assert "data-live" in visitor.get(str(sent.location)).html
    waiting.die()
    assert "Le travail s’est interrompu" in visitor.get(str(sent.location)).text
    assert "Zoe" in names(visitor)


def test_one_form_sent_twice_changes_once(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    table, _ = tables
    page = visitor.get(edit(visitor, table, "Zoé"))
    sent = page.form("/merge").sent({"other": "Zoe"})
    first, again = (visitor.post(page.form("/merge").action, sent) for _ in range(2))
    assert first.location == again.location
    assert "Les deux ne font plus qu’un" in settled(visitor, str(first.location)).text
    assert is_as_rebuilt(visitor)


def test_who_waits_hears_nothing_while_nothing_changes(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    job = job_of(visitor, visitor.press(edit(visitor, tables[0], "Zoé"), "/merge", {"other": "Zoe"}))
    found = job.look()
    address = f"{visitor.carnet}/players/{tables[0].players['Zoé']}/changes/{job.key}"
    assert visitor.get(f"{address}?known={found.version}").status == 204
    lock = hold(job)
    said = json.loads((job.folder / "progress.json").read_text(encoding="utf-8"))
    (job.folder / "progress.json").write_text(json.dumps({**said, "stage": Stage.WORKING}), encoding="utf-8")
    page = visitor.get(address)
    os.close(lock)
    assert "data-live" in page.html
    assert 'http-equiv="refresh"' in page.html


def test_a_change_is_seen_by_who_may_change_and_nobody_else(visitor: Visitor, tables: tuple[Table, Table]) -> None:
    address = str(visitor.press(edit(visitor, tables[0], "Zoé"), "/merge", {"other": "Zoe"}).location)
    elsewhere = Visitor(visitor.app).hold_carnet("Les lundis")
    with visitor.app.app_context():
        theirs = Player(carnet=elsewhere.row(), name="Zoé", folded="zoé")
        db.session.add(theirs)
        db.session.commit()
        number = theirs.id
    key = address.rsplit("/", 1)[1]
    assert elsewhere.get(f"{elsewhere.carnet}/players/{number}/changes/{key}").status == 404
    assert visitor.get(f"{visitor.carnet}/exchange/files/{key}/file").status == 404
    with visitor.app.app_context():
        visitor.access().role = Role.SPECTATEUR
        db.session.commit()
    assert visitor.get(address).status == 404
