"""A carnet written out and brought in by whoever keeps the house: no phone asks, every carnet is within reach."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from scorekeeper.record.database import db, writing
from scorekeeper.record.exchange.format import FILE_BYTES
from scorekeeper.record.exchange.importing import finish_import, import_carnet, known_import
from scorekeeper.record.exchange.reading import read_carnet
from scorekeeper.record.exchange.writing import one_state, written
from scorekeeper.record.models import Carnet
from scorekeeper.record.recovery import carnet_of_code, code_of


def exported(named: str) -> Iterator[str] | None:
    """The text of the file of the carnet of this code or key, piece by piece; None where there is none."""
    carnet = db.session.scalar(select(Carnet).where(Carnet.key == named)) or carnet_of_code(named)
    return None if carnet is None else _pieces(carnet)


def brought_in(content: bytes) -> tuple[str | None, bool]:
    """The code of the carnet made from a file, and whether it was there already: then nothing is written.

    The code is None where the carnet was there and its code cannot be shown.

    Raises `UnreadableFileError`.
    """
    file = read_carnet(content, FILE_BYTES)
    before = known_import(db.session(), file.digest)
    if before is not None:
        return code_of(before), True
    carnet = import_carnet(file).carnet
    with writing() as session:
        finish_import(session, carnet, file.digest)
    return code_of(carnet), False


def _pieces(carnet: Carnet) -> Iterator[str]:
    with one_state(db.engine) as session:
        yield from written(session, carnet)
