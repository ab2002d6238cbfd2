"""Export and import a carnet, the notebook of a group of players, from the command line, which can access every carnet.

The key of a carnet is a part of its addresses; its recovery code opens it on another device.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from scorekeeper.command_error import CommandError
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Carnet
from scorekeeper.record.sharing.recovery_code import carnet_of_code, code_of
from scorekeeper.record.transfer.format import FILE_BYTES
from scorekeeper.record.transfer.importing import find_import, finish_import, import_carnet
from scorekeeper.record.transfer.reading import read_carnet
from scorekeeper.record.transfer.writing import carnet_file


def export_carnet(code_or_key: str) -> Iterator[str]:
    """Return the file of the carnet with this code or key, in chunks. Raises `CommandError` without such a carnet."""
    carnet = db.session.scalar(select(Carnet).where(Carnet.key == code_or_key)) or carnet_of_code(code_or_key)
    if carnet is None:
        message = "No notebook has this code or key."
        raise CommandError(message)
    return carnet_file(db.engine, carnet)


def import_file(content: bytes) -> tuple[str | None, bool]:
    """Import a file; return the code of its carnet, and whether the file had been imported before.

    A file imported before is not imported again; the code is then None if it cannot be shown. Raises
    `UnreadableFileError`.
    """
    # The validated content of the file; the digest of the content recognises a file that was imported before.
    file = read_carnet(content, FILE_BYTES)
    existing = find_import(db.session(), file.digest)
    if existing is not None:
        return code_of(existing), True
    carnet = import_carnet(file).carnet
    # Mark the carnet as complete: the import took several transactions.
    with writing() as session:
        finish_import(session, carnet, file.digest)
    return code_of(carnet), False
