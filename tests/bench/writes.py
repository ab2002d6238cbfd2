"""What is written: a manche recorded, a card tapped, each beside one row inserted and committed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.browser import Asker, Request
from bench.filling import Filling, Shelf
from bench.rounds import ROW, Aim, Case
from web.playing import dealt
from web.visitor import hearts

Recording = Callable[[Asker, int], Request]
_DEAL = dealt(4, 0, 12)
_TAPPED = 48  # cards of a manche: the last trick is left, for the page that follows it counts the manche
_WRITTEN = Aim(ratio=4)


def cases(filling: Filling, most: int) -> Iterator[Case]:
    """Fill what they need, and give them."""
    shelf, tapped = shelves(filling, most)
    yield _case("record a manche, the 11th", shelf, recording(shelf), (36.3, 23))
    yield _case("tap a card", tapped, tapping(tapped), None)


def shelves(filling: Filling, most: int) -> tuple[Shelf, Shelf]:
    """So many parties of ten manches; parties to tap so many cards in."""
    found = []
    for manches, count in ((10, most), (0, most // _TAPPED + 1)):
        shelf = filling.shelf(f"Écritures après {manches} manches")
        filling.soirees(shelf, 1)
        filling.write(shelf, manches)
        filling.copy(shelf, shelf.soirees * count)
        found.append(shelf)
    return found[0], found[1]


def recording(shelf: Shelf) -> Recording:
    """Open the form of the n-th partie, and give what it sends."""

    def ready(asker: Asker, number: int) -> Request:
        page = asker.ask(Request(f"{shelf.partie(number)}/manches/new")).page
        form = page.form("/manches/new")
        return Request(form.action, form.sent(hearts(5, 4, 3, 1, queen=2)))

    return ready


def tapping(shelf: Shelf) -> Recording:
    """Open the page of the cards, and give what the next tap sends: one manche after the other, from its first card."""

    def ready(asker: Asker, number: int) -> Request:
        partie, card = shelf.partie(number // _TAPPED), number % _TAPPED
        form = asker.ask(Request(f"{partie}/cards")).page.form("/cards")
        first = {"leader": str(_DEAL.leader)} if card == 0 else {}
        return Request(form.action, form.sent({"card": _DEAL.plays[card], **first}))

    return ready


def _case(name: str, shelf: Shelf, ready: Recording, before: tuple[float, float] | None) -> Case:
    return Case(name, shelf.cookie, ready, status=303, floor=ROW, aim=_WRITTEN, before=before)
