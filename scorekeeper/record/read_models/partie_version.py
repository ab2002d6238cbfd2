"""The version of a partie (a game played to its end) and the names on its page.

Each change of a partie makes its next version, a number. Every device that shows the partie asks for it again and
again, so the statements are built once. A soirée is an evening of parties in a carnet, the notebook of a group. A guest
is a reader who was invited to one soirée (`only_soiree`). A participant is a player who has or had a seat in a partie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, or_, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Base, Participant, Partie, Player, Soiree

# The tables, not their classes: a statement built from tables is executed in less time.
_parties, _soirees, _participants = (
    Base.metadata.tables[table.__tablename__] for table in (Partie, Soiree, Participant)
)
_PARTIE_ID = bindparam("partie_id", type_=Integer)


def in_visible_soiree(**reader: int | None) -> ColumnElement[bool]:
    """Return the condition, for a query of soirées, that selects those that a reader may see.

    A reader sees all soirées of the carnet, a guest only one. `reader` has two values: `carnet_id`, and `only_soiree`,
    the id of the guest's soirée, None for other readers. Without them, both are parameters whose values are given when
    the statement is executed.
    """
    # `required`: to execute the statement without a value for this parameter raises an error.
    carnet_id, only_soiree = (
        bindparam(name, reader.get(name), type_=Integer, required=not reader) for name in ("carnet_id", "only_soiree")
    )
    return and_(_soirees.c.carnet_id == carnet_id, or_(only_soiree.is_(None), _soirees.c.id == only_soiree))


IN_VISIBLE_SOIREE = in_visible_soiree()


def _of_visible_partie(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """Return the query restricted to one partie that the reader may see.

    Neither the partie nor its soirée may be deleted.
    """
    query = query.where(_parties.c.id == _PARTIE_ID, IN_VISIBLE_SOIREE)
    return query.where(_parties.c.deleted_at.is_(None), _soirees.c.deleted_at.is_(None))


def _names() -> Select[*tuple[Any, ...]]:
    """Return the query of the names on a page: a row for each player who has or had a seat in the partie."""
    # `c["version", "soiree_id"]` are these two columns of a table.
    of_partie = select(
        *_parties.c["version", "soiree_id"],
        *_soirees.c["held_on", "zone", "place"],
        Player.id,
        Player.name,
        Player.number,
    ).select_from(_parties.join(_soirees).join(_participants).join(Player, Player.id == _participants.c.player_id))
    return _of_visible_partie(of_partie).order_by(_participants.c.number)


_VERSION = _of_visible_partie(select(_parties.c.version).select_from(_parties.join(_soirees)))
_VERSION_AND_NAMES = _names()


def partie_version(values: Mapping[str, int | None]) -> int | None:
    """Return the version of a partie, None if the reader may not see it.

    `values` are the `partie_id`, the `carnet_id` and, for a guest, `only_soiree`, else None.
    """
    version: int | None = db.session.connection().execute(_VERSION, values).scalar()
    return version


def version_and_names(values: Mapping[str, int | None]) -> tuple[tuple[Any, ...], ...]:
    """Return rows from which a page knows whether the sheet of a partie has changed: if it has, the rows differ.

    `values` are those of `partie_version`. There are no rows if the reader may not see the partie. Each row has the
    version of the partie, the id, day, zone and place of its soirée, and the id, name and number of one of its players.
    """
    return tuple(tuple(row) for row in db.session.connection().execute(_VERSION_AND_NAMES, values))
