"""Many thousands of requests at random, by phones of every kind, to every address and every form of the house.

    PYTHONPATH=tests python -m web.fuzz [--requests 50000] [--seed 1]

Beside `test_fuzz`, which goes over the same in the suite with few examples. Fails at the first answer that is a fault
of the house, or that says a word of a carnet which none of these phones holds, and names the request. At the end it
says what was answered, and the memory that the house took, which is flat if nothing is kept that need not be.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from support.every_page import House
from web.people import come
from web.test_fuzz import ASKED, CODES, COUP, FIELDS, NASTY, SAID, TAPPED, Fuzzed
from web.visitor import Form, Typed, Visitor, read
from web.walk import addresses

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flask import Flask
    from werkzeug.test import TestResponse

# Nothing that is sent has these words in it.
SECRET = ("Philoctète", "Néoptolème", "Lemnosaurienne")
FRESH_AFTER, TOLD_EVERY = 2_500, 10_000  # requests
NAMES = [*FIELDS, *COUP, *TAPPED, *ASKED, "entry", "order", "known", "page", "announce", "q", "around", "tool"]
VALUES = [*NASTY, *SAID, *CODES]
BODIES = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "text/plain", "")
RIGHT = {200, 204, 302, 303, 304, 308, 400, 404, 405, 409, 411, 413, 422, 429}


@dataclass
class Answered:
    """What was sent, and what came back."""

    statuses: Counter[int] = field(default_factory=Counter)
    memory: list[tuple[int, float]] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    count: int = 0

    def note(self, asked: str, answer: TestResponse, took: float) -> None:
        """Count an answer. Raises AssertionError for one that the house should not have given."""
        self.count += 1
        self.statuses[answer.status_code] += 1
        self.slowest = max(self.slowest, (took, asked))
        said = answer.get_data(as_text=True) + str(answer.headers)
        assert answer.status_code in RIGHT, (answer.status_code, asked)
        assert not any(word in said for word in SECRET), asked
        if answer.status_code >= 400:
            assert answer.mimetype == "text/html", asked
            assert "La Marque" in said, asked
        if self.count % TOLD_EVERY == 0:
            self.memory.append((self.count, resident()))
            print(f"{self.count} requests, {self.memory[-1][1]:.0f} MiB", flush=True)


class Crowd:
    """Phones of every kind before one furnished carnet, and another carnet that none of them holds."""

    def __init__(self, app: Flask, chance: random.Random, answered: Answered) -> None:
        self.chance, self.answered = chance, answered
        self.fuzzed = Fuzzed(app)
        owner, full = self.fuzzed.visitor, self.fuzzed.full
        closed = Visitor(app).hold_carnet(SECRET[2])
        there = closed.set_table(*SECRET, "Ajax")
        elsewhere = {**full.ids, "soiree_id": there.soiree_id, "partie_id": there.partie_id}
        elsewhere |= {"player_id": there.players[SECRET[0]], "other_id": there.players[SECRET[1]]}
        self.phones = (owner, come(owner, Role.MARQUEUR), come(owner), come(owner, table=full.table), Visitor(app))
        every = (*[full.ids] * 8, elsewhere, {**elsewhere, "carnet_key": closed.key})
        self.gets, self.posts = (
            [address for ids in every for _, address in addresses(app, method, ids)] for method in ("GET", "POST")
        )
        self.cookies = [phone.client.get_cookie("lamarque") for phone in self.phones]
        with app.app_context():
            held = db.session.query(Access).filter_by(carnet_id=owner.row().id)
            self.roles = {access.id: access.role for access in held}

    def send(self) -> None:
        """A request of some kind by some phone."""
        chance = self.chance
        if self.answered.count % 5 == 0:
            self._revive()
        (number,) = chance.choices(range(len(self.phones)), (4, 3, 1, 1, 1))
        phone, cookie = self.phones[number], self.cookies[number]
        if cookie is not None:
            phone.client.set_cookie("lamarque", cookie.value)
        chance.choices((self._look, self._fill_in, self._post, self._bytes), (4, 4, 3, 1))[0](phone)

    def _revive(self) -> None:
        """Let everybody in again, as what they were, and bring a partie back."""
        full = self.fuzzed.full
        with self.fuzzed.visitor.app.app_context(), writing():
            for access in db.session.query(Access).where(Access.id.in_(self.roles)):
                access.role, access.generation, access.gone_at = self.roles[access.id], 1, None
        self.fuzzed.revive(self.chance.choice((full.table, full.spades, full.piquet)))

    def _look(self, phone: Visitor) -> None:
        address = self.chance.choice(self.gets)
        if self.chance.random() < 0.1:
            cut = self.chance.randrange(1, len(address) + 1)
            address = address[:cut] + self.chance.choice(("", "/", "x", "%00", "é", "9" * 12, "%ff"))
        self._ask(phone, "GET", address, query_string=list(self._typed()))

    def _fill_in(self, phone: Visitor) -> None:
        """Every field as a page has it, but for a few."""
        page = read(self._ask(phone, "GET", self.chance.choice(self.gets)))
        forms = [form for form in page.forms if urlsplit(form.action).path.startswith("/")]
        if forms:
            self._send(phone, self.chance.choice(forms))

    def _send(self, phone: Visitor, form: Form) -> None:
        pressed = self.chance.choice(form.buttons or [("", "", form.action)])
        typed: Typed = {pressed[0]: pressed[1]} if pressed[0] else {}
        for name, _ in self.chance.sample(form.fields, min(len(form.fields), self.chance.randrange(4))):
            if name not in {"csrf_token", "request_id", "version"}:
                typed[name] = self.chance.choice(VALUES)
        self._ask(phone, "POST", pressed[2], data=form.sent(typed))

    def _post(self, phone: Visitor) -> None:
        address = self.chance.choice(self.posts)
        version = {"version": str(self.chance.randrange(30)), "request_id": str(self.chance.random())}
        self._ask(phone, "POST", address, data={**self._more(), **version}, headers=self._token(phone))

    def _bytes(self, phone: Visitor) -> None:
        address, kind = self.chance.choice(self.posts), self.chance.choice(BODIES)
        body = self.chance.randbytes(self.chance.randrange(120))
        self._ask(phone, "POST", address, data=body, content_type=kind, headers=self._token(phone))

    def _token(self, phone: Visitor) -> dict[str, str]:
        if phone is not self.fuzzed.visitor or self.chance.random() < 0.1:
            return {}
        return {"X-CSRFToken": self.fuzzed.token or ""}

    def _typed(self) -> Iterator[tuple[str, str]]:
        for _ in range(self.chance.randrange(6)):
            value = self.chance.choice(VALUES) if self.chance.random() < 0.8 else str(self.chance.randrange(-2, 40))
            yield self.chance.choice(NAMES), value

    def _more(self) -> dict[str, Sequence[str]]:
        return {name: [value] * self.chance.choice((1, 1, 1, 14)) for name, value in self._typed()}

    def _ask(self, phone: Visitor, method: str, address: str, **request: object) -> TestResponse:
        headers = {**phone.headers, **dict(request.pop("headers", {}))}  # type: ignore[call-overload]
        if self.chance.random() < 0.2:
            headers |= {"HX-Request": "true", "HX-Boosted": "true"}
        began = time.perf_counter()
        answer = phone.client.open(address, method=method, headers=headers, **request)  # type: ignore[arg-type]
        self.answered.note(f"{method} {address} {request!r:.2000}", answer, time.perf_counter() - began)
        return answer


def resident() -> float:
    """The memory that this process holds, in MiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def main() -> None:
    """Send them all, to a house of their own."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--requests", type=int, default=50_000)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args()
    chance, answered = random.Random(chosen.seed), Answered()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        while answered.count < chosen.requests:
            crowd, until = Crowd(house.app, chance, answered), answered.count + FRESH_AFTER
            while answered.count < min(until, chosen.requests):
                crowd.send()
    told = ", ".join(f"{count} × {status}" for status, count in sorted(answered.statuses.items()))
    print(
        f"{answered.count} requests: {told}",
        f"slowest: {answered.slowest[0]:.2f} s, {answered.slowest[1]:.200}",
        sep="\n",
    )
    print(*(f"after {count}: {memory:.0f} MiB" for count, memory in answered.memory), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
