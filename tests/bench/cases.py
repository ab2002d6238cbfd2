"""The cases: the most frequent requests, and the lists of a large carnet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from bench.browser import Browser, Request
from bench.filling import Filling
from bench.rounds import NOTHING, ROW, Case, Ready
from web.playing import dealt
from web.visitor import Table, Visitor, hearts

RECORD, CACHED = "record a manche, the 11th", "partie of 10 manches, cached"
_FEW = 30  # parties of a small carnet
_DEAL = dealt(4, 0, 12)
_TAPPED = 48  # cards of a manche, without the last trick, which would end it
_RECORD, _TAP, _FIRST, _CACHED, _SEARCH, _ARTICLE, _LIST = 6, 5, 4, 2, 3, 1.3, 2.5  # aims, as ratios of the CPU
_YEAR, _ALL_YEARS = 10, 20  # aims of the pages that count every partie of a year, or of all years
_TYPED = "?q=dame+au+premier+pli"


def cases(filling: Filling, requests: int, parties: int) -> Iterator[tuple[Visitor, Case]]:
    """Fill carnets for that many requests of each case, one with that many parties, and yield the cases."""
    visitor, tables = filling.parties("À écrire", requests, 10)
    yield visitor, Case(RECORD, recording(tables), ROW, _RECORD)
    visitor, tables = filling.parties("À toucher", requests // _TAPPED + 1, 0)
    yield visitor, Case("tap a card", _tapping(tables), ROW, _TAP)
    visitor, tables = filling.parties("À lire", requests + 1, 10)
    partie = tables.pop().partie
    yield visitor, Case("partie of 10 manches, first seen", lambda _, n: Request(tables[n].partie), aim=_FIRST)
    yield visitor, Case(CACHED, _same(partie), aim=_CACHED)
    yield visitor, Case("partie of 10 manches, unchanged", _unchanged(partie), NOTHING, _CACHED)
    yield visitor, Case("partie of 10 manches, poll", _poll(partie), NOTHING, _CACHED)
    yield (
        visitor,
        Case("search in a partie, as one types", _same(f"{partie}/desk{_TYPED}", HX_Request="true"), aim=_SEARCH),
    )
    yield visitor, Case("article", _same("/rules/DP-14"), aim=_ARTICLE)
    few, many = filling.years(_FEW), filling.years(parties)
    for count, years in ((_FEW, few), (parties, many)):
        carnet, visitor = years.visitor.carnet, years.visitor
        yield visitor, Case(f"carnet of {count:,} parties", _same(f"{carnet}/"), aim=_LIST)
        pages = {
            "year": ("/years", _YEAR),
            "all years": ("/years/all", _ALL_YEARS),
            "figures of a game": ("/years/all?game=hearts", _ALL_YEARS),
            "player": (years.player, _ALL_YEARS),
            "year of a player": (f"{years.player}?year={dt.datetime.now().astimezone().year}", _YEAR),
        }
        for name, (path, aim) in pages.items():
            yield visitor, Case(f"{name} of {count:,} parties, first seen", _uncached(carnet + path), aim=aim)
    yield many.visitor, Case("soirée of 3 parties", _same(carnet + many.soiree), aim=_LIST)


def recording(tables: Sequence[Table]) -> Ready:
    """Return a function that opens the form of the n-th partie and returns its request."""

    def ready(browser: Browser, number: int) -> Request:
        form = browser.send(Request(tables[number].new)).page.form("/manches/new")
        return Request(form.action, form.sent(hearts(5, 4, 3, 1, queen=2)), status=303)

    return ready


def _tapping(tables: Sequence[Table]) -> Ready:
    """Return a function that opens the page of the cards and returns the request of the next tap."""

    def ready(browser: Browser, number: int) -> Request:
        partie, card = tables[number // _TAPPED].partie, number % _TAPPED
        form = browser.send(Request(f"{partie}/cards")).page.form("/cards")
        first = {"leader": str(_DEAL.leader)} if card == 0 else {}
        return Request(form.action, form.sent({"card": _DEAL.plays[card], **first}), status=303)

    return ready


def _same(path: str, **headers: str) -> Ready:
    request = Request(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    return lambda _browser, _number: request


def _uncached(path: str) -> Ready:
    """Return a function that makes a new address for each request, so that no cached page answers."""
    separator = "&" if "?" in path else "?"
    return lambda _browser, number: Request(f"{path}{separator}n={number}")


def _unchanged(path: str) -> Ready:
    tags: dict[Browser, str] = {}

    def ready(browser: Browser, _number: int) -> Request:
        if browser not in tags:
            browser.send(Request(path))  # creates the session's CSRF token, on which the ETag depends
            tags[browser] = browser.send(Request(path)).headers["etag"]
        return Request(path, headers={"If-None-Match": tags[browser]}, status=304)

    return ready


def _poll(path: str) -> Ready:
    def ready(browser: Browser, _number: int) -> Request:
        (version,) = browser.send(Request(path)).page.form("/manches/new").sent({})["version"]
        return Request(f"{path}?known={version}", status=204)

    return ready
