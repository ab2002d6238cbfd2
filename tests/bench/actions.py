"""What a phone sends for and gets: the first load of a page with its files, and each thing done on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.browser import Asker, Browser, Inside, Reply, Request, loaded
from bench.filling import Shelf
from bench.rounds import Pair
from bench.writes import Recording, recording, tapping

_SWAPPED = {"HX-Request": "true", "HX-Boosted": "true"}
_SEE_OTHER = 303


@dataclass(frozen=True)
class Done:
    """What something done on a phone took."""

    name: str
    requests: int
    wire: int
    size: int
    queries: int | None
    most_wire: int | None = None
    most_requests: int | None = None


def measure(pair: Pair, written: Shelf, tapped: Shelf) -> Iterator[Done]:
    """The first load, and each action, in carnets where nothing was done yet."""
    port, app = pair.marque.port, pair.app
    assert app is not None
    yield _first_load(Browser(port, written.cookie), written.partie())
    for name, shelf, ready in (
        ("record a manche, and see the partie", written, recording(written)),
        ("tap a card, and see the table", tapped, tapping(tapped)),
    ):
        yield _action(name, Browser(port, shelf.cookie), Inside(app, shelf.cookie), ready)


def _first_load(browser: Browser, path: str) -> Done:
    page = browser.ask(Request(path))
    replies = [page, *(browser.ask(Request(address)) for address in loaded(page))]
    assert all(reply.status == 200 for reply in replies), [reply.status for reply in replies]
    return _done("first load of a partie, with its files", replies, None, 60_000, 6)


def _action(name: str, browser: Browser, inside: Inside, ready: Recording) -> Done:
    replies = _followed(browser, ready(browser, 0))
    request = ready(inside, 1)
    with inside.queries() as sent:
        _followed(inside, request)
    return _done(name, replies, len(sent))


def _followed(asker: Asker, request: Request) -> list[Reply]:
    """Send a form as htmx does, and go where the answer says."""
    replies = [asker.ask(Request(request.path, request.form, _SWAPPED))]
    while replies[-1].status == _SEE_OTHER:
        replies.append(asker.ask(Request(replies[-1].headers["location"], headers=_SWAPPED)))
    return replies


def _done(
    name: str, replies: list[Reply], queries: int | None, most_wire: int | None = None, most_requests: int | None = None
) -> Done:
    wire, size = sum(reply.wire for reply in replies), sum(len(reply.body) for reply in replies)
    return Done(name, len(replies), wire, size, queries, most_wire, most_requests)
