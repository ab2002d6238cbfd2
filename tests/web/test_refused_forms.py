"""Forms that are refused: with a sentence, what was typed stays in the form, and nothing is written."""

from __future__ import annotations

from typing import Any

import pytest
from support.cases import read_cases
from web.visitor import Visitor, refused

from scorekeeper.record.database import db
from scorekeeper.record.transfer.writing import write_carnet


def exported(visitor: Visitor) -> str:
    """Return all that is stored of the carnet."""
    with visitor.app.app_context():
        return "".join(write_carnet(db.session(), visitor.row()))


@pytest.mark.parametrize("case", read_cases("refused_forms"), ids=lambda case: f"{case['page']} {case['typed']!a}")
def test_a_refused_form_says_why_and_keeps_what_was_typed(visitor: Visitor, case: dict[str, Any]) -> None:
    options = case.get("table", {})
    table = visitor.set_table(*options.pop("names", ()), **options)
    places = {"carnet": visitor.carnet, "soiree": table.soiree, "partie": table.partie, "seats": table.seats}
    before = exported(visitor)
    page = visitor.get(case["page"].format(**places))
    to = case["to"].format(**places) if "to" in case else None
    answer = visitor.send(page, case["form"], case["typed"], to=to)
    refused(answer, case["says"])
    assert "Not a valid" not in answer.refusal()
    assert {name: answer.form(case["form"]).value(name) for name in case["kept"]} == case["kept"]
    assert exported(visitor) == before
