"""What is read: the pages of a carnet, each beside a bare page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

from bench.browser import Asker, Request
from bench.filling import Filling, Shelf
from bench.rounds import NOTHING, Aim, Case

_MANY_SOIREES, _MANY_PARTIES = 500, 400
_LISTS = Aim(ratio=3, queries=8)
_ZIPPED = {"Accept-Encoding": "gzip, br"}
_BETWEEN_LOOKS = 1.0  # seconds


def cases(filling: Filling, most: int) -> Iterator[Case]:
    """Fill what they need, and give them."""
    evening = filling.shelf("Une soirée")
    filling.soirees(evening, 1)
    filling.write(evening, 10)
    filling.copy(evening, evening.soirees * 2)
    yield from _partie(filling, most)
    yield _page("soirée of 3 parties", evening, f"/soirees/{evening.soirees[0]}", _LISTS, (27.7, 11))
    yield _page("player", evening, f"/players/{evening.players[0]}", Aim(ratio=2, queries=8), (8.3, 3.3))
    yield _page("export and import of a carnet, the page", evening, "/exchange", _LISTS)
    yield from files("3 parties", evening)
    yield Case("article", "", lambda _asker, _number: Request("/rules/DP-14"), aim=Aim(ratio=1.2), before=(3.5, 1.4))
    yield from _rules(evening)
    yield _page(f"carnet of {_MANY_SOIREES} soirées", _carnet(filling, _MANY_SOIREES, 1), "/", _LISTS)
    crowded = _carnet(filling, 1, _MANY_PARTIES)
    yield _page(f"carnet, a soirée of {_MANY_PARTIES} parties", crowded, "/", _LISTS, (736, 289))
    yield _page(f"soirée of {_MANY_PARTIES} parties", crowded, f"/soirees/{crowded.soirees[0]}", _LISTS)


def _rules(shelf: Shelf) -> Iterator[Case]:
    """The desk of a partie, as one types and as it opens; a quarrel's ruling; the book of a game."""
    desk = f"{shelf.partie()}/desk"
    typed = {"HX-Request": "true"}
    yield Case(
        "a question at the desk, as one types",
        shelf.cookie,
        lambda _asker, _number: Request(f"{desk}?q=dame+au+premier+pli", headers=typed),
        aim=Aim(queries=8),
    )
    yield Case("the desk of a partie", shelf.cookie, lambda _asker, _number: Request(desk), aim=Aim(queries=8))
    yield Case("a ruling", "", lambda _asker, _number: Request("/rules/hearts/quarrels/volte"), aim=Aim(queries=8))
    yield Case("the book of a game", "", lambda _asker, _number: Request("/rules/hearts/book"), aim=Aim(ratio=3))


def _partie(filling: Filling, most: int) -> Iterator[Case]:
    """The page of a partie: never seen, seen before, unchanged for whoever has it; and one manche opened."""
    for manches, before in ((10, (46.6, 18)), (12, None)):
        shelf = filling.shelf(f"Parties de {manches} manches")
        filling.soirees(shelf, 1)
        filling.write(shelf, manches)
        filling.copy(shelf, shelf.soirees * most)
        name = f"partie of {manches} manches"
        yield Case(f"{name}, nothing kept", shelf.cookie, fresh(shelf), aim=_LISTS, before=before)
        partie = shelf.partie().removeprefix(shelf.path)
        yield _page(name, shelf, partie, Aim(ratio=3, queries=8, size=20_000, wire=6_000), before)
        yield _unchanged(f"{name}, unchanged", shelf)
        yield _poll(f"{name}, poll with the known version", shelf)
        yield _lines(f"{name}, one manche opened", shelf)


def files(name: str, shelf: Shelf) -> Iterator[Case]:
    """What a carnet gives away, whole: itself, and its points; zipped on the way, as a browser asks for them."""
    for kind, file in (("carnet, as a file", "carnet.json"), ("points, for a spreadsheet", "scores.csv")):
        path = f"{shelf.path}/exchange/{file}"
        yield Case(f"{kind}, {name}", shelf.cookie, lambda _asker, _number, path=path: Request(path, headers=_ZIPPED))


def long_files(name: str, shelf: Shelf) -> Iterator[Case]:
    """The same of a long carnet, which a process of its own writes: how far it is, then the file."""
    for kind, file in (("carnet", "carnet, as a file"), ("scores", "points, for a spreadsheet")):
        written: dict[Asker, str] = {}
        for ending, what in (("", "how far it is"), ("/file", "taken")):
            ready = partial(_written, written, f"{shelf.path}/exchange", kind, ending)
            yield Case(f"{file}, {name}, {what}", shelf.cookie, ready)


def _written(written: dict[Asker, str], exchange: str, kind: str, ending: str, asker: Asker, _number: int) -> Request:
    """Ask for a file that was written before; the first asker of all has it written."""
    if asker not in written:
        typed = asker.ask(Request(exchange)).page.form("/exchange/files").sent({"kind": kind})
        written[asker] = asker.ask(Request(f"{exchange}/files", typed)).headers["location"]
        while "data-live" in asker.ask(Request(written[asker])).page.html:
            time.sleep(_BETWEEN_LOOKS)
    return Request(f"{written[asker]}{ending}", headers=_ZIPPED)


def fresh(shelf: Shelf) -> Callable[[Asker, int], Request]:
    """Ask for another partie each time."""
    return lambda _asker, number: Request(shelf.partie(number))


def _unchanged(name: str, shelf: Shelf) -> Case:
    known: dict[Asker, str] = {}

    def ready(asker: Asker, _number: int) -> Request:
        path = shelf.partie()
        if asker not in known:
            asker.ask(Request(path))  # makes the session's token, which an answer depends on
            known[asker] = asker.ask(Request(path)).headers["etag"]
        return Request(path, headers={"If-None-Match": known[asker]})

    return Case(name, shelf.cookie, ready, status=304, floor=NOTHING)


def _poll(name: str, shelf: Shelf) -> Case:
    def ready(asker: Asker, _number: int) -> Request:
        path = shelf.partie()
        (version,) = asker.ask(Request(path)).page.form("/manches/new").sent({})["version"]
        return Request(f"{path}?known={version}")

    return Case(name, shelf.cookie, ready, status=204, floor=NOTHING)


def _lines(name: str, shelf: Shelf) -> Case:
    def ready(asker: Asker, _number: int) -> Request:
        page = asker.ask(Request(shelf.partie())).page
        opened = next(given["href"] for _, given in page.tags if given.get("href", "").endswith("/lines"))
        return Request(opened, headers={"HX-Request": "true"})

    return Case(name, shelf.cookie, ready, aim=_LISTS)


def _page(name: str, shelf: Shelf, path: str, aim: Aim, before: tuple[float, float] | None = None) -> Case:
    return Case(name, shelf.cookie, lambda _asker, _number: Request(shelf.path + path), aim=aim, before=before)


def _carnet(filling: Filling, soirees: int, parties: int) -> Shelf:
    """A carnet of so many soirées, with so many parties each, of three manches."""
    shelf = filling.shelf(f"{soirees} soirées")
    filling.soirees(shelf, soirees)
    filling.write(shelf, 3)
    filling.copy(shelf, (shelf.soirees * parties)[1:])
    return shelf
