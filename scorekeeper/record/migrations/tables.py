"""Create the tables of migrations; constraints have the names that the convention of the models gives them.

Released migrations use it: change nothing here that would give them another schema.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

INTEGER, JSON = sa.Integer(), sa.JSON()
TIME = sa.DateTime(timezone=True)
Columns: TypeAlias = Mapping[str, sa.types.TypeEngine[Any] | str]


def create_table(
    table: str,
    columns: Columns,
    *,
    key: Sequence[str] = ("id",),
    optional: Collection[str] = (),
    indexed: Sequence[str] = (),
) -> None:
    """Create a table with an index for each `indexed` column; all columns but the `optional` ones are required.

    A column that refers to another one has its name for a type: `"carnet_id": "carnet.id"`.
    """
    op.create_table(
        table,
        *(
            sa.Column(
                name,
                INTEGER if isinstance(kind, str) else kind,
                nullable=name in optional,
                # PostgreSQL numbers only the rows of tables that have a key of their own.
                autoincrement="auto" if name == "id" else False,
            )
            for name, kind in columns.items()
        ),
        *(
            sa.ForeignKeyConstraint([name], [kind], name=f"fk_{table}_{name}_{kind.partition('.')[0]}")
            for name, kind in columns.items()
            if isinstance(kind, str)
        ),
        sa.PrimaryKeyConstraint(*key, name=f"pk_{table}"),
    )
    for name in indexed:
        op.create_index(f"ix_{table}_{name}", table, [name])
