"""The pages that export a carnet and import it for another client."""

from __future__ import annotations

import datetime as dt
import errno
import gzip
import io
import itertools
import json
import re
import tracemalloc
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select, update
from web.people import join_carnet
from web.playing import lead, play_quickly
from web.visitor import HAND, Visitor, count_rows, read, refused

from scorekeeper.record.database import db, writing
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.formats.score import score_line
from scorekeeper.record.models import Carnet, ImportedFile
from scorekeeper.record.transfer import importing
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES, decompress
from scorekeeper.web.core.security import UPLOAD_REQUEST_BYTES

if TYPE_CHECKING:
    from web.visitor import Page


def export_carnet(visitor: Visitor) -> bytes:
    answer = visitor.client.get(f"{visitor.carnet}/exchange/carnet.json")
    assert answer.status_code == 200
    assert re.fullmatch(r"attachment; filename=la-marque-\d{4}-\d\d-\d\d\.json", answer.headers["Content-Disposition"])
    return bytes(answer.data)


def send(visitor: Visitor, content: bytes | None, page: Page | None = None) -> Page:
    """Send a file with the form of `page`, by default of a new one; None sends no file."""
    typed: dict[str, Any] = (page or visitor.get("/import")).form("/import").sent({})
    if content is not None:
        typed["file"] = (io.BytesIO(content), "carnet.json")
    return read(visitor.client.post("/import", data=typed, content_type="multipart/form-data", headers=visitor.headers))


def send_twice(visitor: Visitor, content: bytes) -> list[str]:
    """Send the same form twice, like a client that did not receive the first answer."""
    page, locations = visitor.get("/import"), []
    with visitor.client.session_transaction() as session:
        cookie = dict(session)
    for _ in range(2):
        with visitor.client.session_transaction() as session:
            session.clear()
            session.update(cookie)
        locations.append(str(send(visitor, content, page).location))
    return locations


def import_file(visitor: Visitor, content: bytes) -> str:
    """Import a file, and return the address of the new carnet."""
    answer = send(visitor, content)
    assert answer.status == 303
    visitor.key = str(answer.location).split("/")[2]
    assert "Le carnet est importé." in visitor.get(visitor.carnet + "/").text
    return f"{visitor.carnet}/"


def carnets(visitor: Visitor) -> int:
    with visitor.app.app_context():
        return db.session.scalar(select(func.count(Carnet.id))) or 0


def test_an_exported_carnet_can_be_imported_by_another_client(visitor: Visitor, stranger: Visitor) -> None:
    """5 4 3 1 and the queen to Zoé: 5 4 16 1 (DP-17)."""
    visitor.with_manche()
    content = export_carnet(visitor)
    address = import_file(stranger, content)
    assert stranger.key != visitor.key
    assert "Zoé" in stranger.get(address).text
    assert export_carnet(stranger) == content


def test_importing_a_file_again_links_to_its_carnet(visitor: Visitor, stranger: Visitor) -> None:
    visitor.record(visitor.set_table(), HAND)
    content = export_carnet(visitor)
    first = import_file(stranger, content)
    before = carnets(stranger)
    again = send(stranger, content)
    refused(again, "déjà importé")
    assert f'href="{first}"' in again.html
    assert carnets(stranger) == before
    assert import_file(Visitor(stranger.app), content) != first


def test_a_form_sent_twice_makes_one_carnet(visitor: Visitor, stranger: Visitor) -> None:
    content, before = export_carnet(visitor), carnets(visitor)
    locations = send_twice(stranger, content)
    assert locations[0] == locations[1]
    assert carnets(visitor) == before + 1
    assert stranger.get(locations[0]).status == 200


def test_a_spectator_of_a_carnet_imports_a_carnet_of_their_own(visitor: Visitor) -> None:
    """A known file grants no further rights to the carnet imported from it."""
    owner = Visitor(visitor.app)
    content = export_carnet(visitor)
    import_file(owner, content)
    watcher = join_carnet(owner, table=owner.set_table())
    import_file(watcher, content)
    assert watcher.key != owner.key
    assert watcher.get(f"{owner.carnet}/code").status == 404


def test_a_compressed_file_is_accepted_up_to_the_limit(visitor: Visitor, stranger: Visitor) -> None:
    content = export_carnet(visitor)
    import_file(stranger, gzip.compress(content))
    assert export_carnet(stranger) == content
    bomb = gzip.compress(b" " * (MAX_UPLOAD_BYTES + 1))
    assert len(bomb) < 100_000
    page = send(Visitor(visitor.app), bomb)
    assert (page.status, "Une page prend 16 Mo au plus." in page.text) == (413, True)
    for broken in (gzip.compress(content)[:-9], b"\x1f\x8b" + content):
        assert "Le fichier n’est pas entier" in send(Visitor(visitor.app), broken).refusal()


@pytest.mark.sweep("compresses 64 MiB")
def test_a_decompression_bomb_is_not_read() -> None:
    """64 MiB are sent as 64 KiB; only the allowed size is ever in memory."""
    bomb = gzip.compress(b" " * 2**26)
    tracemalloc.start()
    with pytest.raises(UnreadableFileError) as refused:
        decompress(bomb, 2**20)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.value.key == "too_long"
    assert most < 2**22


def test_an_interrupted_import_is_invisible_and_removed_an_hour_later(
    visitor: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.record(visitor.set_table(), HAND)
    content, before, count = export_carnet(visitor), carnets(visitor), count_rows(visitor)
    monkeypatch.setattr(importing, "insert_parties", raise_disk_full)
    assert send(stranger, content).status == 503
    assert carnets(visitor) == before + 1
    assert stranger.get("/").status == 200
    # Until then a server on another computer may still be writing it.
    for age, left in ((dt.timedelta(minutes=59), before + 1), (dt.timedelta(minutes=61), before)):
        with visitor.app.app_context():
            with writing() as session:
                unfinished = update(ImportedFile).where(ImportedFile.digest == "")
                session.execute(unfinished.values(at=dt.datetime.now(dt.UTC) - age))
            importing.remove_unfinished_imports()
        assert carnets(visitor) == left
    assert count_rows(visitor) == count


def test_a_slow_import_is_left_alone_by_other_servers(
    visitor: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each of two parties forty minutes pass and another server starts."""
    visitor.record(visitor.set_table(), HAND)
    visitor.record(visitor.set_table(), HAND)
    content, begun, pauses = export_carnet(visitor), dt.datetime.now(dt.UTC), itertools.count(1)

    def pause(_seconds: float) -> None:
        now = begun + next(pauses) * dt.timedelta(minutes=40)
        monkeypatch.setattr(importing, "utc_now", lambda: now)
        importing.remove_unfinished_imports()

    monkeypatch.setattr(importing, "_BATCH_SIZE", 1)
    monkeypatch.setattr(importing, "sleep", pause)
    assert send(stranger, content).status == 303
    assert next(pauses) == 3


def raise_disk_full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_others_can_write_during_an_import(
    visitor: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Import two parties in batches of one; a manche is recorded in the pause before each."""
    tables = [visitor.set_table(), visitor.set_table()]
    content = export_carnet(visitor)
    monkeypatch.setattr(importing, "_BATCH_SIZE", 1)
    statuses = []

    def pause(_seconds: float) -> None:
        recording = Thread(target=lambda: statuses.append(visitor.record(tables[0], HAND).status))
        recording.start()
        recording.join()

    monkeypatch.setattr(importing, "sleep", pause)
    import_file(stranger, content)
    assert statuses == [303, 303]
    assert export_carnet(stranger) == content


def test_an_invalid_file_is_refused_and_nothing_is_written(stranger: Visitor, visitor: Visitor) -> None:
    visitor.record(visitor.set_table(), HAND)
    document = json.loads(export_carnet(visitor))
    document["players"][0]["name"] = ""
    document["parties"][0]["manches"][0]["facts"]["taken"]["H"][0] = 6
    before = carnets(stranger)
    for content, said in (
        (b"\xff\xfe", "Rien n’a été importé. Ce fichier n’est pas en UTF-8"),
        (json.dumps(document).encode(), "n’a pas la forme attendue. players[0].name"),
        (b'{"<script>": 1, "<script>": 2}', "« <script> » est dit deux fois"),
    ):
        page = send(stranger, content)
        refused(page, said)
        assert "<script>:" not in page.html
    for content in (None, b""):
        page = send(stranger, content)
        assert (page.status, page.refusal()) == (422, "Choisissez d’abord un fichier.")
    assert carnets(stranger) == before


def test_an_impossible_fact_is_refused_with_the_sentence_of_its_game(stranger: Visitor, visitor: Visitor) -> None:
    visitor.record(visitor.set_table(), HAND)
    document = json.loads(export_carnet(visitor))
    document["parties"][0]["changes"][1]["payload"]["facts"]["taken"]["H"][0] = 6
    said = send(stranger, json.dumps(document).encode()).refusal()
    assert "13" in said
    assert "parties[0].changes[1].payload" in said


def test_a_file_too_long_is_refused_before_it_is_read(stranger: Visitor) -> None:
    content = b" " * (UPLOAD_REQUEST_BYTES + 1)
    answer = stranger.client.post("/import", data=content, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    page = read(answer)
    assert "Une page prend 16 Mo au plus." in page.text
    assert 'href="/import"' in page.html
    assert "16 Mo au plus" in stranger.get("/import").text


def test_a_file_sent_from_an_expired_page_must_be_chosen_again(stranger: Visitor) -> None:
    typed = {"csrf_token": "of long ago", "file": (io.BytesIO(b"{}"), "carnet.json")}
    page = read(stranger.client.post("/import", data=typed, content_type="multipart/form-data"))
    assert page.status == 400
    assert "Le fichier est à choisir encore une fois." in page.text
    assert 'href="/import"' in page.html
    assert "Renvoyer" not in page.text


def test_no_other_address_accepts_a_file(visitor: Visitor) -> None:
    typed = visitor.get("/carnets").form("/carnets").sent({"name": "Lundi"})
    data = {**typed, "file": (io.BytesIO(b"{}"), "carnet.json")}
    assert visitor.client.post("/carnets", data=data, content_type="multipart/form-data").status_code == 422


def test_the_csv_has_the_separator_of_each_language(visitor: Visitor) -> None:
    visitor.record(visitor.set_table(), HAND)
    address = f"{visitor.carnet}/exchange/scores.csv"
    french = visitor.client.get(address, headers={"Accept-Language": "fr"})
    english = visitor.client.get(address, headers={"Accept-Language": "en"})
    assert french.mimetype == english.mimetype == "text/csv"
    assert french.get_data(as_text=True).splitlines()[0].startswith("\ufeffDate;Lieu;Jeu;")
    columns = english.get_data(as_text=True).splitlines()[0].removeprefix("\ufeff").split(",")
    assert columns[:3] == ["Date", "Place", "Game"]
    assert len(columns) == len({*columns})
    assert "2026-11-21;chez Zoé;Dame de Pique;1;0;1;Zoé;3;16;16;16;4;0" in french.get_data(as_text=True)


def test_the_files_of_a_partie_are_input_of_the_commands(visitor: Visitor) -> None:
    table = visitor.set_table()
    assert "score.jsonl" not in visitor.get(f"{table.partie}/print").html
    lead(visitor, table, 0)
    play_quickly(visitor, table, ["AC", "KC", "QC", "10D"])
    visitor.record(table)
    page = visitor.get(f"{table.partie}/print")
    files = {}
    for name in ("score", "judge"):
        assert f'href="{table.partie}/{name}.jsonl"' in page.html
        files[name] = visitor.client.get(f"{table.partie}/{name}.jsonl").get_data(as_text=True)
    assert score_line(files["score"])["manches"][0]["totals"] == [5, 4, 16, 1]
    assert [verdict["card"] for verdict in judge_line(files["judge"])["verdicts"]] == ["2C", "AC", "KC", "QC", "10D"]


def test_a_partie_without_cards_has_no_judge_file(visitor: Visitor) -> None:
    table = visitor.with_manche()
    assert "judge.jsonl" not in visitor.get(table.partie).html
    assert visitor.get(f"{table.partie}/judge.jsonl").status == 404


def test_a_finished_partie_offers_bg_stats(visitor: Visitor) -> None:
    """5 4 16 1 reach a limit of 16 (DP-25)."""
    table = visitor.set_table(limit=16)
    assert "bgstatsapp" not in visitor.get(table.partie).html
    visitor.record(table)
    assert 'href="https://app.bgstatsapp.com/createPlay.html?data=%7B' in visitor.get(table.partie).html
