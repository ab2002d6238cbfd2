"""Add up the cells of every carnet anew, and say what was found to be otherwise than the summaries have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.record.database import writing
from scorekeeper.record.models import Carnet
from scorekeeper.record.summaries.cell_tables import CellPair, CellParties, CellPlayer, CellTally, SeatOutcome
from scorekeeper.record.summaries.cells import hold_cells, plain_rows, sums_of, write_anew

_Figures = dict[str, object]


@dataclass(frozen=True)
class CellDifference:
    """What was found of a carnet: which figure of which cell, as it was kept and as it is; None stands for no row."""

    carnet_id: int
    figure: str
    kept: object
    right: object

    def __str__(self) -> str:
        return f"carnet {self.carnet_id}: {self.figure} was {self.kept}, is {self.right}"


def recount() -> Iterator[CellDifference]:
    """Give what was found, each carnet's once it is mended."""
    with writing() as session:
        numbers = session.scalars(select(Carnet.id).order_by(Carnet.id)).all()
    for number in numbers:
        with writing() as session:
            found = _mend(session, number)
        yield from found


def kept_figures(session: Session, carnet_id: int) -> _Figures:
    """Every figure of the cells of a carnet as it is kept, by its name: `cell_player hearts - 3-5 2026 3 won`."""
    cells = {
        row["key"]: row
        for row in _dicts(session, select(*_columns(CellParties)).where(CellParties.carnet_id == carnet_id))
    }
    named = {key: _name(row) for key, row in cells.items()}
    figures = _named({CellParties: list(cells.values())}, named)
    own = select(CellParties.key).where(CellParties.carnet_id == carnet_id)
    for table in (CellPlayer, CellTally, CellPair):
        figures |= _named({table: _dicts(session, select(*_columns(table)).where(table.cell.in_(own)))}, named)
    outcomes = _dicts(session, select(*_columns(SeatOutcome)).where(SeatOutcome.carnet_id == carnet_id))
    return figures | _of_outcomes(outcomes)


def right_figures(session: Session, carnet_id: int) -> _Figures:
    """The same as the summaries of the parties add up."""
    sums, outcomes = sums_of(session, carnet_id)
    rows = plain_rows(sums)
    named = {row["key"]: _name(row) for row in rows[CellParties]}
    return _named(rows, named) | _of_outcomes(outcomes)


def _mend(session: Session, carnet_id: int) -> list[CellDifference]:
    hold_cells(session, carnet_id)
    kept, right = kept_figures(session, carnet_id), right_figures(session, carnet_id)
    if kept == right:
        return []
    write_anew(session, carnet_id)
    names = sorted({*kept, *right})
    return [
        CellDifference(carnet_id, name, kept.get(name), right.get(name))
        for name in names
        if kept.get(name) != right.get(name)
    ]


def _named(rows: Any, named: dict[str, str]) -> _Figures:  # noqa: ANN401 - rows by their table
    figures: _Figures = {}
    for table, own in rows.items():
        keys = [column.name for column in table.__mapper__.primary_key]
        for row in own:
            cell, *rest = (row[key] for key in keys)
            name = " ".join(map(str, (table.__tablename__, named.get(cell, cell), *rest)))
            figures |= {f"{name} {column}": value for column, value in row.items() if column not in keys}
    return figures


def _of_outcomes(rows: list[dict[str, Any]]) -> _Figures:
    return {
        f"outcome {row['partie_id']} {row['number']} {column}": value
        for row in rows
        for column, value in row.items()
        if column not in {"partie_id", "number"}
    }


def _name(cell: dict[str, Any]) -> str:
    return " ".join(str(cell[name] or "-") for name in ("game", "rules", "people", "year"))


def _dicts(session: Session, query: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any select
    return [dict(row) for row in session.execute(query).mappings()]


def _columns(table: Any) -> Any:  # noqa: ANN401 - a mapped class
    return table.__mapper__.columns
