"""The recorded parties of `data/recorded`, imported: each has the manches, dealers, totals and end of its sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from support import recorded

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.transfer.importing import import_carnet

if TYPE_CHECKING:
    from flask import Flask


@pytest.mark.game("every")
@pytest.mark.parametrize("name", sorted(file.stem for file in recorded.FOLDER.glob("*.json")))
@pytest.mark.parametrize("application", ["sqlite"], indirect=True)
def test_a_recorded_carnet_has_the_sheets_beside_it(
    application: Flask, name: str, request: pytest.FixtureRequest
) -> None:
    with application.app_context():
        carnet = import_carnet(recorded.read(name)).carnet
        parties = db.session.scalars(select(Partie).join(Soiree).filter_by(carnet_id=carnet.id).order_by(Partie.id))
        sheets = [line for partie in parties for line in recorded.sheet(partie)]
    file = recorded.FOLDER / f"{name}.sheet.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    if request.config.getoption("--approve"):
        # The sums stay, above the sheets.
        lines = [*(line for line in lines if line.startswith("#")), *sheets]
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert sheets == [line for line in lines if not line.startswith("#")]
