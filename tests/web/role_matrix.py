"""Who gets past the door of every address of the house: each kind of phone asks for each, and the answers are a matrix.

    PYTHONPATH=tests python -m web.role_matrix

prints it into docs/roles.md, which a test compares.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from support.every_page import House
from web.people import come
from web.visitor import Page, Visitor
from web.walk import Full, addresses, furnish

from scorekeeper.record.models import Role

if TYPE_CHECKING:
    from flask import Flask

IN, OUT = "+", "·"
PRINTED = Path(__file__).parents[2] / "docs" / "roles.md"
_HEAD = """# Who may ask what

Every address of the house, asked for by a phone of each kind: `+` gets past the door, `·` reads that there is nothing.
What each view asks for is in `scorekeeper/web/core/roles.py`; this is what the server answered. `make roles` writes it
again, and a test compares.

"""


class Crowd:
    """A carnet with something of everything, and a phone of each kind, of this carnet and of another."""

    def __init__(self, house: Flask) -> None:
        self.owner = Visitor(house).hold_carnet()
        self.full: Full = furnish(self.owner)
        other = Visitor(house).hold_carnet("Ailleurs")
        there = other.set_table()
        elsewhere = come(self.owner, table=self.full.spades)
        self.phones = {
            "stranger": Visitor(house),
            "guest": come(self.owner, table=self.full.table),
            "reader": come(self.owner),
            "scorer": come(self.owner, Role.MARQUEUR),
            "owner": self.owner,
            "guest of another soirée": elsewhere,
            "guest elsewhere": come(other, table=there),
            "reader elsewhere": come(other),
            "scorer elsewhere": come(other, Role.MARQUEUR),
            "owner elsewhere": other,
        }
        self.pages: dict[tuple[str, str], Page] = {}
        self.matrix = {
            (method, rule, address): "".join(self._asks(who, method, address) for who in self.phones)
            for method in ("GET", "POST")
            for rule, address in addresses(house, method, self.full.ids)
        }

    def _asks(self, who: str, method: str, address: str) -> str:
        """Whether somebody gets past the door. A form without its token does nothing, but says that it was read."""
        phone = self.phones[who]
        page = phone.get(address) if method == "GET" else phone.post(address, {"version": "1"})
        self.pages[who, address] = page
        return OUT if page.status == 404 else IN

    def told(self) -> str:
        """The matrix, with a line for each kind of phone before it."""
        kinds = [f"     {' ' * number}{number + 1:<{10 - number}} {who}" for number, who in enumerate(self.phones)]
        rows = [f"{method:4} {row} {rule}" for (method, rule, _), row in self.matrix.items()]
        return "\n".join([f"{_HEAD}```", *kinds, "", *sorted(rows, key=lambda row: row[16:]), "```", ""])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        PRINTED.write_text(Crowd(House(Path(folder)).app).told(), encoding="utf-8")


if __name__ == "__main__":
    main()
