"""Make each partie the list of its changes: participants, a base, and manches named by the version that recorded them.

The base is the state at the present version of a partie, so that a form opened before the upgrade is still accepted.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

from scorekeeper.partie.payloads import write_progress, write_value
from scorekeeper.record.earlier_parties import ConvertedPartie, convert_partie, version_at
from scorekeeper.record.migrations.tables import INTEGER, JSON, create_table

revision = "0021"
down_revision = "0020"

Row: TypeAlias = Mapping[str, Any]
SeatPlayers: TypeAlias = dict[tuple[int, int], dict[int, int]]
"""The players of seats, as (partie id, number), by their number as a participant."""

_BATCH = 200  # parties
_JSON_COLUMNS = ("options", "side_names", "facts", "context", "cards", "order", "seats")

# The keys and values of the payload, as text: the facts of a manche keep their form.
_PAYLOAD = """UPDATE change SET payload = {cast}('{{' || substr(
    CASE WHEN facts IS NULL OR {text}(facts) = 'null' THEN '' ELSE ', "facts": ' || {text}(facts) END ||
    CASE WHEN note IS NULL THEN '' ELSE ', "note": ' || {quote}(note) END ||
    CASE WHEN options IS NULL OR {text}(options) = 'null' THEN '' ELSE ', "options": ' || {text}(options) END, 3
) || '}}')"""
_FUNCTIONS = {
    "sqlite": {"cast": "", "text": "", "quote": "json_quote"},
    "postgresql": {"cast": "json", "text": "text", "quote": "to_json"},
}

# JSON is read as text: a damaged database may have other text there.
_READ_PARTIES = """SELECT version, id, game, CAST(options AS TEXT) AS options, paper, first_dealer,
    CAST(side_names AS TEXT) AS side_names, abandoned_at, deleted_at
    FROM partie WHERE id BETWEEN :first AND :last ORDER BY id"""
_READ_ROWS = {
    "seat": "SELECT * FROM seat WHERE partie_id BETWEEN :first AND :last ORDER BY number",
    "replacement": """SELECT partie_id, version, position, number AS seat, former_id AS former, player_id AS player
        FROM replacement WHERE partie_id BETWEEN :first AND :last ORDER BY version""",
    "manche": """SELECT partie_id, position, id, state, CAST(facts AS TEXT) AS facts, CAST(context AS TEXT) AS context,
        CAST(cards AS TEXT) AS cards, note, dealer, CAST("order" AS TEXT) AS "order"
        FROM manche WHERE partie_id BETWEEN :first AND :last ORDER BY position""",
    "change": """SELECT partie_id, version, manche_id
        FROM change WHERE partie_id BETWEEN :first AND :last ORDER BY version""",
}


def _with_json(statement: str, name: str) -> sa.TextClause:
    """Return the statement with the parameter of this name as JSON."""
    return sa.text(statement).bindparams(sa.bindparam(name, type_=sa.JSON()))


# The columns that replace others, by table.
_ADDED: dict[str, dict[str, sa.types.TypeEngine[Any]]] = {
    "partie": {"progress": sa.JSON()},
    "seat": {"seated": sa.Integer(), "counts_for": sa.Integer()},
    "manche": {"version": sa.Integer(), "kept": sa.Boolean(), "taken_back": sa.Boolean()},
    "change": {"payload": sa.JSON()},
    "merge": {"participants": sa.JSON()},
}
_DROPPED = {
    "seat": ["player_id"],
    "manche": ["position", "state", "context", "cards"],
    "change": ["facts", "note", "options"],
    "merge": ["seats"],
}
_WRITES: dict[str, sa.TextClause] = {
    "participant": sa.text("INSERT INTO participant VALUES (:partie_id, :number, :player_id)"),
    "base": _with_json("INSERT INTO base VALUES (:partie_id, :version, :state)", "state"),
    "partie": _with_json("UPDATE partie SET progress = :progress WHERE id = :id", "progress"),
    "seat": sa.text(
        "UPDATE seat SET seated = :seated, counts_for = :counts_for WHERE partie_id = :partie_id AND number = :number"
    ),
    "manche": sa.text("UPDATE manche SET version = :version, kept = :kept, taken_back = :taken_back WHERE id = :id"),
    "turn": sa.text('UPDATE manche SET dealer = NULL, "order" = NULL WHERE id = :id'),
    "merge": _with_json("UPDATE merge SET participants = :participants WHERE id = :id", "participants"),
}


def upgrade() -> None:
    """Change the tables, and convert each partie."""
    connection = op.get_bind()
    _add_columns()
    connection.exec_driver_sql(_PAYLOAD.format(**_FUNCTIONS[connection.dialect.name]))
    players: SeatPlayers = {}
    ids = [row["id"] for row in _read(connection, "SELECT id FROM partie ORDER BY id")]
    for start in range(0, len(ids), _BATCH):
        players |= _convert_parties(connection, ids[start], ids[start:][:_BATCH][-1])
    _convert_merges(connection, players)
    # What was entered of a manche that was never recorded is in the progress.
    op.execute("UPDATE change SET manche_id = NULL WHERE manche_id IN (SELECT id FROM manche WHERE version IS NULL)")
    op.execute("DELETE FROM manche WHERE version IS NULL")
    # Only parties that have ended have tallies now.
    op.execute("DELETE FROM tally WHERE partie_id IN (SELECT partie_id FROM summary WHERE ending_why IS NULL)")
    _drop_columns()


def _add_columns() -> None:
    create_table(
        "participant",
        {
            "partie_id": "partie.id",
            "number": INTEGER,
            "player_id": "player.id",
        },
        key=["partie_id", "number"],
        indexed=["player_id"],
    )
    create_table(
        "base",
        {
            "partie_id": "partie.id",
            "version": INTEGER,
            "state": JSON,
        },
        key=["partie_id"],
    )
    # They are required once every partie is converted.
    for table, columns in _ADDED.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind, nullable=True))
    op.add_column("change", sa.Column("below", sa.Integer(), nullable=True))


def _drop_columns() -> None:
    """Drop what is replaced, and require what replaces it."""
    op.drop_table("replacement")
    op.drop_index("uq_manche_under_way", "manche")
    op.drop_index("ix_seat_player_id", "seat")
    for table, columns in _ADDED.items():
        # SQLite copies a table to alter it: once for all of its columns.
        with op.batch_alter_table(table) as changed:
            if table == "seat":
                changed.drop_constraint("fk_seat_player_id_player", type_="foreignkey")
            if table == "manche":
                changed.drop_constraint("uq_manche_partie_id_position", type_="unique")
                changed.create_unique_constraint("uq_manche_partie_id_version", ["partie_id", "version"])
            for name in _DROPPED.get(table, ()):
                changed.drop_column(name)
            for name, kind in columns.items():
                changed.alter_column(name, existing_type=kind, nullable=False)


def _read(connection: sa.Connection, query: str, **values: int) -> list[Row]:
    return [dict(row) for row in connection.execute(sa.text(query), values).mappings()]


def _from_json(row: Row) -> dict[str, Any]:
    """Return the row with its JSON read. Raises `ValueError`."""
    texts = {name: row[name] for name in _JSON_COLUMNS if row.get(name) is not None}
    return {**row, **{name: json.loads(text) for name, text in texts.items()}}


def _convert_parties(connection: sa.Connection, first_id: int, last_id: int) -> SeatPlayers:
    """Write the new values of a batch of parties, and return the players of their seats."""
    players: SeatPlayers = {}
    writes: dict[str, list[Row]] = {name: [] for name in _WRITES}
    parties = _read(connection, _READ_PARTIES, first=first_id, last=last_id)
    rows = _rows_of(connection, first_id, last_id)
    for partie in parties:
        partie_id, own = partie["id"], rows[partie["id"]]
        progress: dict[str, Any] = {}
        try:
            converted = _convert(partie, own)
            state, versions = converted.state, converted.versions
            progress = write_progress(state)
            writes["base"].append({"partie_id": partie_id, "version": state.version, "state": write_value(state)})
        except (AttributeError, LookupError, TypeError, ValueError):
            # Its rows stay. The pages show its totals, as it has no progress that can be read.
            converted = _convert({**partie, "options": "{}", "side_names": None}, {"seat": own["seat"]})
            last = max((manche["position"] for manche in own["manche"]), default=0)
            versions = {manche["position"]: version_at(manche["position"], last) for manche in own["manche"]}
        writes["partie"].append({"id": partie_id, "progress": progress})
        participants = converted.participants
        for number, player in enumerate(participants):
            writes["participant"].append({"partie_id": partie_id, "number": number, "player_id": player})
        for number, seating in enumerate(converted.state.seats):
            seat = {"seated": seating.latest, "counts_for": seating.counts_for}
            writes["seat"].append({"partie_id": partie_id, "number": number, **seat})
            players[partie_id, number] = {stay.who: participants[stay.who] for stay in seating.stays}
        without_turn = {one.version for one in converted.state.manches if one.dealer is None and one.order is None}
        for manche in own["manche"]:
            version = versions.get(manche["position"])
            is_current = manche["state"] in {"begun", "played"}
            values = {"version": version, "kept": manche["state"] == "recorded", "taken_back": is_current}
            writes["manche"].append({"id": manche["id"], **values})
            if version in without_turn:
                writes["turn"].append({"id": manche["id"]})
    for name, rows_to_write in writes.items():
        if rows_to_write:
            connection.execute(_WRITES[name], rows_to_write)
    return players


def _rows_of(connection: sa.Connection, first_id: int, last_id: int) -> Mapping[int, Mapping[str, list[Row]]]:
    """Return the rows of each partie of a batch, by table."""
    rows: dict[int, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for table, query in _READ_ROWS.items():
        for row in _read(connection, query, first=first_id, last=last_id):
            rows[row["partie_id"]][table].append(row)
    return rows


def _convert(partie: Row, rows: Mapping[str, Sequence[Row]]) -> ConvertedPartie:
    """Convert a partie from its rows. Raises as `convert_partie` does."""
    positions = {manche["id"]: manche["position"] for manche in rows.get("manche", ())}
    return convert_partie(
        {
            **_from_json(partie),
            "paper": bool(partie["paper"]),
            "seats": [seat["player_id"] for seat in rows["seat"]],
            "replacements": rows.get("replacement", ()),
            "manches": [_from_json(manche) for manche in rows.get("manche", ())],
            # They tell when a manche changed last; what was changed is not needed.
            "changes": [
                {"manche": positions[change["manche_id"]], "version": change["version"]}
                for change in rows.get("change", ())
                if change["manche_id"] is not None
            ],
        }
    )


def _convert_merges(connection: sa.Connection, players: SeatPlayers) -> None:
    """Name the participants that were the merged player's, instead of the seats."""
    for merge in _read(connection, "SELECT id, player_id, CAST(seats AS TEXT) AS seats FROM merge ORDER BY id"):
        participants = [
            [partie_id, number]
            for partie_id, seat in json.loads(merge["seats"])
            for number, player in players.get((partie_id, seat), {}).items()
            if player == merge["player_id"]
        ]
        connection.execute(_WRITES["merge"], {"id": merge["id"], "participants": participants})
