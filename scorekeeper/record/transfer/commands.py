"""A carnet written out and brought in by whoever keeps the house: no phone asks, every carnet is within reach."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Carnet
from scorekeeper.record.sharing.recovery_code import carnet_of_code, code_of
from scorekeeper.record.transfer.format import FILE_BYTES
from scorekeeper.record.transfer.importing import finish_import, import_carnet, known_import
from scorekeeper.record.transfer.reading import read_carnet
from scorekeeper.record.transfer.writing import one_state, written


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
