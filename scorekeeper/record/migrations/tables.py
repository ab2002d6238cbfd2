"""Create the tables of migrations; constraints have the names that the convention of the models gives them.

Released migrations use it: change nothing here that would give them another schema.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

INTEGER, BOOLEAN, TEXT, DATE, JSON = sa.Integer(), sa.Boolean(), sa.Text(), sa.Date(), sa.JSON()
JSON_OR_NULL = sa.JSON(none_as_null=True)
TIME = sa.DateTime(timezone=True)
# The values of an enumeration are text of at most this length.
ENUM = sa.String(20)
Columns: TypeAlias = Mapping[str, sa.types.TypeEngine[Any] | str]


def create_table(  # noqa: PLR0913 - a table has all of these
    table: str,
    columns: Columns,
    *,
    key: Sequence[str] = ("id",),
    optional: Collection[str] = (),
    unique: Sequence[Sequence[str]] = (),
    indexed: Sequence[str] = (),
    defaults: Mapping[str, Any] | None = None,
) -> None:
    """Create a table with an index for each `indexed` column; all columns but the `optional` ones are required.

    A column that refers to another one has its name for a type: `"carnet_id": "carnet.id"`.
    """
    server_defaults = defaults or {}
    op.create_table(
        table,
        *(
            sa.Column(
                name,
                INTEGER if isinstance(kind, str) else kind,
                nullable=name in optional,
                # PostgreSQL numbers only the rows of tables that have a key of their own.
                autoincrement="auto" if name == "id" else False,
                server_default=server_defaults.get(name),
            )
            for name, kind in columns.items()
        ),
        *(
            sa.ForeignKeyConstraint([name], [kind], name=f"fk_{table}_{name}_{kind.partition('.')[0]}")
            for name, kind in columns.items()
            if isinstance(kind, str)
        ),
        sa.PrimaryKeyConstraint(*key, name=f"pk_{table}"),
        *(sa.UniqueConstraint(*names, name=f"uq_{table}_{'_'.join(names)}") for names in unique),
    )
    for name in indexed:
        op.create_index(f"ix_{table}_{name}", table, [name])
