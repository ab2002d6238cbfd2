"""Junk in every form and every address: the answer is never an error of the server, and always a page."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import read_cases
from support.selection import examples
from web.fuzz import AnswerCounts, Crowd, Fuzzed, check_answer
from web.visitor import Visitor

from scorekeeper.record.database import db
from scorekeeper.record.models import Access

if TYPE_CHECKING:
    from flask import Flask

pytestmark = pytest.mark.sweep("sends junk to every address")

# What once caused an error, or is likely to, and the partie of the full carnet that it is sent to.
KNOWN: list[dict[str, Any]] = [
    *read_cases("junk_forms"),
    {"partie": "piquet", "form": {"by": "hands", "card-AS": ["0"] * 300, "card-KS": "²", "switch": "check"}},
    {"partie": "cards", "form": {"since": "²", "card": "\u202e", "hand": ["\x00"] * 13, "seat": "0"}},
    {"partie": "cards", "form": {"hand": ["AC"] * 300, "seat": "3"}},
    {"partie": "cards", "form": {"card": "A" * 3000, "seats": "8", "deck": "belmont", "teams": "true", "said": "yny"}},
]


@pytest.fixture(scope="module")
def fuzzed(application: Flask) -> Fuzzed:
    return Fuzzed(application)


@pytest.fixture(scope="module")
def crowd(application: Flask) -> Crowd:
    return Crowd(application, random.Random(), AnswerCounts())


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: f"{case['partie']} {[*case['form']]}")
def test_no_known_junk_causes_a_server_error(fuzzed: Fuzzed, case: dict[str, Any]) -> None:
    """Sent to every address of the partie and its soirée; the partie can be read after each that is carried out."""
    table, typed = getattr(fuzzed.full, case["partie"]), case["form"]
    for address in fuzzed.addresses("GET", table):
        answer = fuzzed.visitor.client.get(address, query_string=typed, headers=fuzzed.visitor.headers)
        check_answer(answer, address)
    for address in fuzzed.addresses("POST", table):
        version = str(fuzzed.revive(table))
        answer = fuzzed.post(address, data={**typed, "version": version, "request_id": version})
        check_answer(answer, address)
        if answer.status_code == 303:
            fuzzed.revive(table)
            assert fuzzed.visitor.get(table.partie).status == 200, address


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAnne', "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data\r\n\r\nAnne\r\n--x--\r\n", "multipart/form-data; boundary=x"),
        (b"name=%00&name=%ff%fe&%=%&H-0=%ED%A0%80", "application/x-www-form-urlencoded"),
        (b"name=Anne", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"name=Anne", "multipart/form-data; boundary=" + "x" * 300),
        (b"name=Anne", "é/\x7f"),
    ],
)
def test_no_known_bytes_cause_a_server_error(fuzzed: Fuzzed, body: bytes, kind: str) -> None:
    fuzzed.revive()
    for address in (fuzzed.full.table.new, f"{fuzzed.visitor.carnet}/players", "/open", "/language/fr"):
        check_answer(fuzzed.post(address, data=body, content_type=kind), address)


@settings(max_examples=examples(12))
@given(seed=st.integers(0, 10_000))
def test_no_random_request_causes_a_server_error(crowd: Crowd, seed: int) -> None:
    """By devices of every role."""
    crowd.chance = random.Random(seed)
    for _ in range(60):
        crowd.send()


def test_the_carnet_is_intact_after_the_fuzzing(fuzzed: Fuzzed) -> None:
    """The carnet exists, is closed to strangers, and every page of it can be read."""
    fuzzed.revive()
    for address in fuzzed.addresses("GET", fuzzed.full.table):
        # A manche whose cards were removed or corrected has no replay.
        allowed = {200, 404} if address.endswith(("/tricks", "/judge.jsonl")) else {200, 302, 303}
        assert fuzzed.visitor.get(address).status in allowed, address
    with fuzzed.visitor.app.app_context():
        assert db.session.query(Access).filter_by(carnet_id=fuzzed.visitor.row().id).count() >= 1
    assert Visitor(fuzzed.visitor.app).get(fuzzed.full.table.partie).status == 404
