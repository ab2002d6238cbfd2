"""Every address asked of a notebook as full as one can be, and what can be changed of it at once: what each costs."""

from __future__ import annotations

import datetime as dt
import gc
import time
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from bench.filling import Filling, Shelf
from sqlalchemy import insert, select, update
from web.visitor import Table, Typed, Visitor, hearts
from web.walk import addresses, furnish

from scorekeeper.record import carnets
from scorekeeper.record.carnets import MOST_PARTIES, MOST_PLAYERS, MOST_PRESETS
from scorekeeper.record.database import writing
from scorekeeper.record.models import Access, Base, Decision, Partie, Player, Role, SavedPreset, Soiree, utc_now
from scorekeeper.record.names import fold
from scorekeeper.record.summaries.cells import recounted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sqlalchemy.orm import Session
    from werkzeug.test import TestResponse

NAME = "as full as can be"
MANCHES, PHONES, DECISIONS = 1_000, 2_000, 2_000
_SHEET = hearts(5, 4, 3, 1, queen=2)


@dataclass(frozen=True)
class Asked:
    """A request, what the process used for it in seconds of CPU, and the length of the answer in bytes."""

    name: str
    seconds: float
    size: int


def measure(filling: Filling, parties: int) -> Iterator[Asked]:
    """Look at every page of such a notebook for the first time, then change what can be changed of it."""
    shelf = filling.years(NAME, parties)
    visitor, warm = shelf.visitor, Visitor(filling.app).hold_carnet()
    for _, address in addresses(filling.app, "GET", furnish(warm).ids):
        warm.get(address)
    with filling.app.app_context(), writing() as session:
        session.execute(update(Player).where(Player.name == "Inès").values(name="Agnès", folded=fold("Agnès")))
    full = furnish(visitor)
    with filling.app.app_context(), writing() as session:
        _fill(session, visitor, full.table)
        for soiree, count in zip(shelf.soirees[:2], (MOST_PARTIES, MOST_PARTIES // 2), strict=True):
            _crowd(session, soiree, count)
        other = carnets.add_player(visitor.row(), "Kepler").id
    long = Shelf(visitor, shelf.players[:4], shelf.soirees[2:3])
    filling.write(long, MANCHES)
    partie = Table(visitor.carnet, long.soirees[0], long.parties[0], {})
    first = visitor.manche_ids(partie)[0]
    gc.collect()
    gc.freeze()  # as a worker does with what it was filled with before
    lengths = {"partie_id": partie.partie_id, "manche_id": first, "soiree_id": shelf.soirees[0]}
    for ids in (full.ids, {**full.ids, **lengths}):
        for rule, address in addresses(filling.app, "GET", ids):
            yield _timed(f"GET {rule}", partial(visitor.client.get, address, headers=visitor.headers))
    for name, page, ending, typed in _changes(visitor.carnet, partie, first, shelf, other):
        yield _pressed(visitor, name, page, ending, typed)


def _changes(carnet: str, partie: Table, first: int, shelf: Shelf, other: int) -> Iterator[tuple[str, str, str, Typed]]:
    """What can be changed at once: its name, the page of its form, the end of the form's address, what is typed."""
    crowded, half, _, free = (f"{carnet}/soirees/{number}" for number in shelf.soirees[:4])
    long, manche = f"a partie of {MANCHES:,} manches", f"{partie.partie}/manches/{first}"
    yield f"{long}: one more", partie.new, "/manches/new", _SHEET
    yield f"{long}: one more, by a stale form", partie.new, "/manches/new", {**_SHEET, "version": "2"}
    yield f"{long}: its first corrected", manche, f"/{first}", hearts(1, 4, 7, 1, queen=2)
    yield f"{long}: other rules", f"{partie.partie}/rules", "/rules", {"option-limit": "9999"}
    yield f"{long}: the last one undone", partie.partie, "/undo", {}
    many = f"a soirée of {MOST_PARTIES} parties"
    yield f"{many}: another date", f"{crowded}/edit", "/edit", {"held_on": "1999-12-31"}
    yield f"{many}: put away", f"{crowded}/edit", "/delete", {}
    yield f"{MOST_PARTIES // 2} parties to another soirée", f"{free}/join", "/join", {"soiree": half.rsplit("/", 1)[1]}
    yield f"{PHONES:,} phones put out", f"{carnet}/people", "/people/close", {}
    merged = {"other": "Luc"}
    yield "two players made one", f"{carnet}/players/{other}/edit", "/merge", merged
    forgotten = f"{carnet}/players/{shelf.players[0]}/edit"
    yield "a name forgotten", forgotten, "/anonymise", {"typed_name": "Anne"}
    yield "all erased", f"{carnet}/settings", "/erase", {"typed_name": NAME}


def _fill(session: Session, visitor: Visitor, table: Table) -> None:
    """As many players, house rules, phones and decisions as there may be, or as nobody has."""
    now, about = utc_now(), {"carnet_id": visitor.row().id}
    players = len(visitor.row().players)
    named = ((f"Nom {number}", now if number % 2 else None) for number in range(players, MOST_PLAYERS - 1))
    rows: dict[type[Base], list[dict[str, Any]]] = {
        Player: [{"name": name, "folded": fold(name), "created_at": now, "retired_at": at} for name, at in named],
        SavedPreset: [
            {"game": "hearts", "name": f"Règle {number}", "seats": 4, "options": {"limit": 50}}
            for number in range(MOST_PRESETS - 1)
        ],
        Access: [
            {"role": Role.SPECTATEUR, "generation": 1, "created_at": now, "name": f"Mamie {number}"}
            for number in range(PHONES)
        ],
        Decision: [
            {"partie_id": table.partie_id, "article": "DP-12", "quarrel": "revoke", "words": f"{number}", "at": now}
            for number in range(DECISIONS)
        ],
    }
    for kind, of_kind in rows.items():
        session.execute(insert(Base.metadata.tables[kind.__tablename__]), [{**row, **about} for row in of_kind])


def _crowd(session: Session, soiree: int, count: int) -> None:
    """So many parties of the notebook in one soirée; every other one is of the same year."""
    carnet_id = session.get_one(Soiree, soiree).carnet_id
    there = select(Partie.id).join(Partie.soiree).where(Soiree.carnet_id == carnet_id, ~Partie.paper)
    own = session.scalars(select(Partie.id).where(Partie.soiree_id == soiree)).all()
    later = Soiree.held_on > dt.date(2000, 1, 1)
    chosen = session.scalars(there.where(later, Partie.soiree_id != soiree).order_by(Partie.id).limit(count - len(own)))
    ids = chosen.all()
    with recounted(session, ids):
        session.execute(update(Partie).where(Partie.id.in_(ids)).values(soiree_id=soiree))


def _pressed(visitor: Visitor, name: str, page: str, ending: str, typed: Typed) -> Asked:
    form = visitor.get(page).form(ending)
    send = partial(visitor.client.post, form.action, data=form.sent(typed), headers=visitor.headers)
    return _timed(name, send, {HTTPStatus.SEE_OTHER, HTTPStatus.CONFLICT})


def _timed(name: str, ask: Callable[[], TestResponse], statuses: Collection[int] = range(500)) -> Asked:
    began = time.process_time()
    answer = ask()
    size, took = len(answer.get_data()), time.process_time() - began
    assert answer.status_code in statuses, (name, answer.status_code)
    return Asked(name, took, size)
