"""The matrix of roles and addresses: a device of each role requests every address.

    PYTHONPATH=tests python -m web.role_matrix

writes it to docs/roles.md, which test_roles compares.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from support.every_page import DemoApplication
from web.full_carnet import Full, addresses, furnish
from web.people import join_carnet
from web.visitor import Page, Visitor

from scorekeeper.record.models import Role

if TYPE_CHECKING:
    from flask import Flask

IN, OUT = "+", "·"
DOCUMENT = Path(__file__).parents[2] / "docs" / "roles.md"
_HEAD = """# Which role may request which address

Every address of the app, requested by a device of each role: `+` is answered, `·` is a 404. The right that each view
requires is in `scorekeeper/web/core/roles.py`; this is what the server answered. `make roles` writes this file, and a
test compares it.

"""


class RoleMatrix:
    """The answers to devices of each role, in a carnet with rows of every kind and in another one."""

    def __init__(self, application: Flask) -> None:
        self.owner = Visitor(application).with_carnet()
        self.full: Full = furnish(self.owner)
        other = Visitor(application).with_carnet("Ailleurs")
        there = other.set_table()
        elsewhere = join_carnet(self.owner, table=self.full.spades)
        self.devices = {
            "stranger": Visitor(application),
            "guest": join_carnet(self.owner, table=self.full.table),
            "reader": join_carnet(self.owner),
            "scorer": join_carnet(self.owner, Role.MARQUEUR),
            "owner": self.owner,
            "guest of another soirée": elsewhere,
            "guest elsewhere": join_carnet(other, table=there),
            "reader elsewhere": join_carnet(other),
            "scorer elsewhere": join_carnet(other, Role.MARQUEUR),
            "owner elsewhere": other,
        }
        self.pages: dict[tuple[str, str], Page] = {}
        application.config["CONTACT"] = "mailto:anne@example.org"  # without one, its address is a 404
        self.matrix = {
            (method, rule, address): "".join(self._request(who, method, address) for who in self.devices)
            for method in ("GET", "POST")
            for rule, address in addresses(application, method, self.full.ids)
        }

    def _request(self, who: str, method: str, address: str) -> str:
        """Return `+` unless the answer is a 404. A POST without a token changes nothing, but is no 404 if allowed."""
        device = self.devices[who]
        page = device.get(address) if method == "GET" else device.post(address, {"version": "1"})
        self.pages[who, address] = page
        return OUT if page.status == 404 else IN

    def document(self) -> str:
        """Return docs/roles.md: a line for each role, then the matrix."""
        roles = [f"     {' ' * number}{number + 1:<{10 - number}} {who}" for number, who in enumerate(self.devices)]
        rows = [f"{method:4} {row} {rule}" for (method, rule, _), row in self.matrix.items()]
        return "\n".join([f"{_HEAD}```", *roles, "", *sorted(rows, key=lambda row: row[16:]), "```", ""])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        DOCUMENT.write_text(RoleMatrix(DemoApplication(Path(folder)).app).document(), encoding="utf-8")


if __name__ == "__main__":
    main()
