"""Random requests with accesses of every role to every address and every form.

    make fuzz ARGS='--requests 50000 --seed 1'

`test_fuzz` does the same in the suite with fewer requests. It fails with the request at the first answer that is an
error of the server, or that contains a word of a carnet to which none of the devices has access. At the end it prints
the statuses of the answers, and the memory of the process, which is constant unless there is a leak.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from support.every_page import DemoApplication
from web.full_carnet import Full, addresses, furnish
from web.people import join_carnet
from web.visitor import Form, Table, Typed, Visitor, read

from scorekeeper.games import GAMES
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Partie, Role, Soiree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flask import Flask
    from werkzeug.test import TestResponse

# No request contains these words.
SECRET = ("Philoctète", "Néoptolème", "Lemnosaurienne")
FRESH_AFTER, PRINT_EVERY = 2_500, 10_000  # requests
RIGHT = {200, 204, 302, 303, 304, 308, 400, 404, 405, 409, 411, 413, 422, 429}

# Field names of every form, and values that no form expects or that are those of its buttons, bids and cards.
JUNK = json.loads((Path(__file__).parents[1] / "data" / "junk.json").read_text(encoding="utf-8"))
FIELDS = [*JUNK["fields"], *(f"option-{option.name}" for game in GAMES.values() for option in game.options)]
VALUES = [*JUNK["values"], "9" * 30, "-" + "9" * 30, "x" * 3000]
BODIES = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "text/plain", "")
ENDINGS = ("", "/", "x", "%00", "é", "9" * 12, "%ff")
TOOLS = ("cards", "trick", "card", "pile", "irregularities", "what-if", "x")


class Fuzzed:
    """A carnet with rows of every kind, restored after every request."""

    def __init__(self, app: Flask) -> None:
        self.visitor = Visitor(app).open_carnet()
        self.full: Full = furnish(self.visitor)
        page = self.visitor.get(self.full.table.partie)
        self.token = page.form("/undo").value("csrf_token")
        cookie = self.visitor.client.get_cookie(self.visitor.cookie_name)
        assert cookie is not None
        self.cookie = cookie.value
        with app.app_context():
            self.own = db.session.query(Access.id).filter_by(carnet_id=self.visitor.row().id).order_by(Access.id)[0][0]

    def addresses(self, method: str, table: Table) -> list[str]:
        """Return every address of this method below a partie or its soirée."""
        ids = {**self.full.ids, "partie_id": table.partie_id, "soiree_id": table.soiree_id}
        every = addresses(self.visitor.app, method, ids)
        return [address for rule, address in every if "<partie_id>" in rule or "<soiree_id>" in rule]

    def revive(self, table: Table | None = None) -> int:
        """Restore what was deleted, and return the version of the partie: the first one, or that of `table`."""
        self.visitor.client.set_cookie(self.visitor.cookie_name, self.cookie)
        with self.visitor.writing():
            table = table or self.full.table
            partie = db.session.get_one(Partie, table.partie_id)
            soiree = db.session.get_one(Soiree, table.soiree_id)
            partie.deleted_at = partie.abandoned_at = soiree.deleted_at = None
            own = db.session.get_one(Access, self.own)
            own.role, own.generation, own.gone_at = Role.OWNER, 1, None
            return partie.version

    def post(self, address: str, **request: Any) -> TestResponse:  # noqa: ANN401 - what a client may send
        headers = {**self.visitor.headers, "X-CSRFToken": self.token or ""}
        return self.visitor.client.post(address, headers=headers, **request)


def check_answer(answer: TestResponse, request: str) -> None:
    """Check that the answer is a page of the app or a redirect, not an error of the server or of the framework."""
    assert answer.status_code in RIGHT, (answer.status_code, request)
    if answer.status_code >= 400:
        assert answer.mimetype == "text/html", request
        assert "La Marque" in answer.get_data(as_text=True), request
    if answer.status_code == 303:
        assert answer.headers["Location"].startswith("/"), request


@dataclass
class AnswerCounts:
    """Counts of the answers, the slowest request, and the memory over time."""

    statuses: Counter[int] = field(default_factory=Counter)
    memory: list[tuple[int, float]] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    count: int = 0

    def note(self, request: str, answer: TestResponse, took: float) -> None:
        """Count an answer. Raises AssertionError for an unexpected one."""
        self.count += 1
        self.statuses[answer.status_code] += 1
        self.slowest = max(self.slowest, (took, request))
        content = answer.get_data(as_text=True) + str(answer.headers)
        check_answer(answer, request)
        assert not any(word in content for word in SECRET), request
        if self.count % PRINT_EVERY == 0:
            self.memory.append((self.count, resident()))
            print(f"{self.count} requests, {self.memory[-1][1]:.0f} MiB", flush=True)


class Crowd:
    """Devices of every role in one carnet with rows of every kind, and a second carnet that none of them may read."""

    def __init__(self, app: Flask, chance: random.Random, answered: AnswerCounts) -> None:
        self.chance, self.answered = chance, answered
        self.fuzzed = Fuzzed(app)
        owner, full = self.fuzzed.visitor, self.fuzzed.full
        closed = Visitor(app).with_carnet(SECRET[2])
        there = closed.set_table(*SECRET, "Ajax")
        elsewhere = {**full.ids, "soiree_id": there.soiree_id, "partie_id": there.partie_id}
        elsewhere |= {"player_id": there.players[SECRET[0]], "other_id": there.players[SECRET[1]]}
        self.devices = (
            owner,
            join_carnet(owner, Role.MARQUEUR),
            join_carnet(owner),
            join_carnet(owner, table=full.table),
            Visitor(app),
        )
        tables = (full.table, full.spades, full.piquet, full.cards)
        own = [{"partie_id": table.partie_id, "soiree_id": table.soiree_id} for table in tables]
        every = [{**full.ids, **one, "tool": tool} for one in own for tool in TOOLS]
        every += [{**full.ids, "slug": slug} for slug in GAMES]
        every += [elsewhere, {**elsewhere, "carnet_key": closed.key}]
        self.gets, self.posts = (
            [address for ids in every for _, address in addresses(app, method, ids)] for method in ("GET", "POST")
        )
        self.cookies = [device.client.get_cookie(device.cookie_name) for device in self.devices]
        with app.app_context():
            accesses = db.session.query(Access).filter_by(carnet_id=owner.row().id)
            self.roles = {access.id: access.role for access in accesses}

    def send(self) -> None:
        """Send a random request from a random device."""
        chance = self.chance
        if self.answered.count % 5 == 0:
            self._revive()
        (number,) = chance.choices(range(len(self.devices)), (4, 3, 1, 1, 1))
        device, cookie = self.devices[number], self.cookies[number]
        if cookie is not None:
            device.client.set_cookie(device.cookie_name, cookie.value)
        chance.choices((self._get, self._fill_in, self._post, self._bytes), (4, 4, 3, 1))[0](device)

    def _revive(self) -> None:
        """Restore every access with its role, and a partie."""
        full = self.fuzzed.full
        with self.fuzzed.visitor.app.app_context(), writing():
            for access in db.session.query(Access).where(Access.id.in_(self.roles)):
                access.role, access.generation, access.gone_at = self.roles[access.id], 1, None
        self.fuzzed.revive(self.chance.choice((full.table, full.spades, full.piquet, full.cards)))

    def _get(self, device: Visitor) -> None:
        address = self.chance.choice(self.gets)
        if self.chance.random() < 0.1:
            cut = self.chance.randrange(1, len(address) + 1)
            address = address[:cut] + self.chance.choice(ENDINGS)
        self._ask(device, "GET", address, query_string=list(self._typed()))

    def _fill_in(self, device: Visitor) -> None:
        """Send a form of a page with a few of its fields changed."""
        page = read(self._ask(device, "GET", self.chance.choice(self.gets)))
        forms = [form for form in page.forms if urlsplit(form.action).path.startswith("/")]
        if forms:
            self._send(device, self.chance.choice(forms))

    def _send(self, device: Visitor, form: Form) -> None:
        pressed = self.chance.choice(form.buttons or [("", "", form.action)])
        typed: Typed = {pressed[0]: pressed[1]} if pressed[0] else {}
        for name, _ in self.chance.sample(form.fields, min(len(form.fields), self.chance.randrange(4))):
            if name not in {"csrf_token", "request_id", "version"}:
                typed[name] = self.chance.choice(VALUES)
        self._ask(device, "POST", pressed[2], data=form.sent(typed))

    def _post(self, device: Visitor) -> None:
        address = self.chance.choice(self.posts)
        version = {"version": str(self.chance.randrange(30)), "request_id": str(self.chance.random())}
        self._ask(device, "POST", address, data={**self._more(), **version}, headers=self._token(device))

    def _bytes(self, device: Visitor) -> None:
        address, kind = self.chance.choice(self.posts), self.chance.choice(BODIES)
        body = self.chance.randbytes(self.chance.randrange(120))
        self._ask(device, "POST", address, data=body, content_type=kind, headers=self._token(device))

    def _token(self, device: Visitor) -> dict[str, str]:
        if device is not self.fuzzed.visitor or self.chance.random() < 0.1:
            return {}
        return {"X-CSRFToken": self.fuzzed.token or ""}

    def _typed(self) -> Iterator[tuple[str, str]]:
        for _ in range(self.chance.randrange(6)):
            value = self.chance.choice(VALUES) if self.chance.random() < 0.8 else str(self.chance.randrange(-2, 40))
            yield self.chance.choice(FIELDS), value

    def _more(self) -> dict[str, Sequence[str]]:
        return {name: [value] * self.chance.choice((1, 1, 1, 14)) for name, value in self._typed()}

    def _ask(self, device: Visitor, method: str, address: str, **request: object) -> TestResponse:
        headers = {**device.headers, **dict(request.pop("headers", {}))}  # type: ignore[call-overload]
        if self.chance.random() < 0.2:
            headers |= {"HX-Request": "true", "HX-Boosted": "true"}
        began = time.perf_counter()
        answer = device.client.open(address, method=method, headers=headers, **request)  # type: ignore[arg-type]
        self.answered.note(f"{method} {address} {request!r:.2000}", answer, time.perf_counter() - began)
        return answer


def resident() -> float:
    """Return the resident memory of this process, in MiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def main() -> None:
    """Send the requests to a new application, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chance, answered = random.Random(chosen.seed), AnswerCounts()
    with tempfile.TemporaryDirectory() as folder:
        server = DemoApplication(Path(folder))
        while answered.count < chosen.requests:
            crowd, until = Crowd(server.app, chance, answered), answered.count + FRESH_AFTER
            while answered.count < min(until, chosen.requests):
                crowd.send()
    statuses = ", ".join(f"{count} × {status}" for status, count in sorted(answered.statuses.items()))
    print(
        f"{answered.count} requests: {statuses}",
        f"slowest: {answered.slowest[0]:.2f} s, {answered.slowest[1]:.200}",
        sep="\n",
    )
    print(*(f"after {count}: {memory:.0f} MiB" for count, memory in answered.memory), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
