"""What it costs when there is more of everything: carnets of many parties, parties of many manches."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from bench.browser import Request
from bench.filling import Filling, Shelf
from bench.pages import files, fresh, long_files
from bench.rounds import ROW, Aim, Case
from bench.writes import recording

_HELD = 1, 30  # carnets on one phone
_SHORT = 100  # parties of a carnet whose file comes at once
_FEW = Aim(queries=8)


def cases(
    filling: Filling, parties: Sequence[int], manches: Sequence[int], most: int, largest_file: int
) -> Iterator[Case]:
    """Fill what they need, and give them; files of carnets of at most so many parties, for they take seconds."""
    yield from _first_page(filling)
    for count in parties:
        shelf = filling.years(f"{count} parties", count)
        latest, player = f"{shelf.path}/soirees/{shelf.soirees[-1]}", f"{shelf.path}/players/{shelf.players[0]}"
        yield _page(f"carnet of {count:,} parties", shelf, f"{shelf.path}/")
        yield _page(f"soirée, of {count:,} parties", shelf, latest)
        today = dt.datetime.now().astimezone().date()
        yield _page(f"month, of {count:,} parties", shelf, f"{shelf.path}/months/{today:%Y-%m}")
        yield _page(f"table to be, of {count:,} parties", shelf, f"{latest}/table")
        yield _page(f"all months of {count:,} parties", shelf, f"{shelf.path}/months")
        yield _page(f"export and import, the page, of {count:,} parties", shelf, f"{shelf.path}/exchange")
        for name, path in (("player", player), ("statistics", f"{shelf.path}/statistics")):
            yield _page(f"{name} of {count:,} parties", shelf, path)
            yield _never_seen(f"{name} of {count:,} parties, nothing kept", shelf, path)
        if count <= largest_file:
            yield from (long_files if count > _SHORT else files)(f"{count:,} parties", shelf)
    for count in manches:
        shelf = filling.shelf(f"{count} manches")
        filling.soirees(shelf, 1)
        filling.write(shelf, count)
        filling.copy(shelf, shelf.soirees * most)
        name = f"partie of {count:,} manches"
        yield Case(f"{name}, nothing kept", shelf.cookie, fresh(shelf))
        yield _page(name, shelf, shelf.partie(0))
        yield Case(f"record a manche after {count:,}", shelf.cookie, recording(shelf), status=303, floor=ROW)


def _first_page(filling: Filling) -> Iterator[Case]:
    """Where one begins, without a carnet and with some."""
    yield Case("first page, of no carnet", "", lambda _asker, _number: Request("/"), aim=_FEW)
    for count in _HELD:
        cookie = filling.carnets(count).cookie
        yield Case(f"carnets of a phone, {count}", cookie, lambda _asker, _number: Request("/carnets"), aim=_FEW)


def _never_seen(name: str, shelf: Shelf, path: str) -> Case:
    """The page made anew each time: an address that nobody asked for yet is none that is kept."""
    return Case(name, shelf.cookie, lambda _asker, number: Request(f"{path}?asked={number}"))


def _page(name: str, shelf: Shelf, path: str) -> Case:
    return Case(name, shelf.cookie, lambda _asker, _number: Request(path))
