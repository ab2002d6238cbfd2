"""A carnet with a soirée for tests of the record, and helpers to play parties in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from support import recorded

from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.manche_json import write_cards
from scorekeeper.partie.changes import CardsBegun, PartieChange
from scorekeeper.partie.decide import entry
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Carnet, Change, Manche, Partie, Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import OpenPartie, open_partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie

FOUR = ("Anne", "Luc", "Zoé", "Maxence")
Facts = dict[str, Any]


def taken(*hearts: int, queen: int, **more: Any) -> Facts:  # noqa: ANN401 - other facts
    """Return the facts of a manche: hearts by seat, and the seat that took the queen."""
    queens = [int(seat == queen) for seat in range(len(hearts))]
    return {"taken": {"H": list(hearts), "QS": queens}, "moon": None, **more}


def bid_and_made(bids: list[int | str], north_south: int, **nil_tricks: int) -> Facts:
    """Return the facts of a manche of Atout Pique: bids, tricks of the first team, `seat1=2` for a nil bidder."""
    own = {seat.removeprefix("seat"): count for seat, count in nil_tricks.items()}
    return {"bids": bids, "tricks": [north_south, 13 - north_south], "nil_tricks": own}


def penalty(side: int, points: int, reason: str = "renonce") -> dict[str, Any]:
    return {"penalties": [{"side": side, "points": points, "reason": reason}]}


# The manches of most tests, for four players, with the points that they give by the classic rules.
FIRST = taken(5, 4, 3, 1, queen=2)  # 5 4 16 1
SECOND = taken(0, 0, 13, 0, queen=2)  # 26 26 0 26, a volte (DP-21)
THIRD = taken(10, 1, 1, 1, queen=0)  # 23 1 1 1


class Evening:
    """A carnet with one soirée, created inside an application context."""

    def __init__(self) -> None:
        with writing():
            self.access: Access = carnets.create_carnet("Les jeudis")
            self.carnet: Carnet = self.access.carnet
            self.soiree: Soiree = carnets.open_soiree(self.carnet, dt.date(2026, 11, 21), "")

    def player(self, name: str) -> Player:
        """Return the player of that name, added if new."""
        known = {player.name: player for player in self.carnet.players}
        if name in known:
            return known[name]
        with writing():
            return carnets.add_player(self.carnet, name)

    def partie(
        self,
        *names: str,
        game: str = "hearts",
        dealer: int | None = 0,
        soiree: Soiree | None = None,
        **options: Any,  # noqa: ANN401 - house rules
    ) -> Partie:
        """Start a partie of these players, or of the usual four."""
        players = [self.player(name) for name in names or FOUR]
        with writing():
            return journal.start_partie(soiree or self.soiree, game, players, options, dealer, self.access)

    def recorded(self, name: str) -> Partie:
        """Insert the recorded parties of a file into the soirée, and return the last one."""
        with writing():
            return recorded.insert(name, self.carnet, self.access, self.soiree)[-1]

    def day_before(self) -> Soiree:
        """Begin a second soirée, dated the day before the first one."""
        with writing():
            return carnets.open_soiree(self.carnet, dt.date(2026, 11, 20), "")

    @contextmanager
    def table(
        self, partie: Partie, version: int | None = None, access: Access | str | None = "the owner"
    ) -> Iterator[OpenPartie]:
        """Open the partie for writing in its own transaction, by default at its current version."""
        against = partie.version if version is None else version
        by = self.access if isinstance(access, str) else access
        with writing(), open_partie(partie, against, by) as opened:
            yield opened

    def act(self, partie: Partie, use_case: Callable[..., PartieChange | None], *entered: object) -> None:
        """Make the change of a use case."""
        with self.table(partie) as table:
            table.act(use_case, *entered)

    def make(self, partie: Partie, change: PartieChange) -> None:
        with self.table(partie) as table:
            table.make(change)

    def set_context(self, partie: Partie, facts: Facts) -> None:
        """Enter the context of the current manche."""
        self.act(partie, entry.set_context, facts)

    def replace(self, partie: Partie, seat: int, name: str, *, counts_for_former: bool = False) -> None:
        """Seat the player of that name from the current manche on."""
        with self.table(partie) as table:
            table.replace_player(seat, self.player(name), counts_for_former=counts_for_former)

    def record(self, partie: Partie, *manches: Facts, note: str = "") -> list[Manche]:
        """Record these manches in order."""
        made = []
        for facts in manches:
            with self.table(partie) as table:
                made.append(table.record(facts, note))
        return made

    def correct(self, manche: Manche, facts: Facts, note: str = "", access: Access | None = None) -> None:
        with self.table(manche.partie, access=access or self.access) as table:
            table.correct(manche, facts, note)

    def undo(self, partie: Partie) -> None:
        with self.table(partie) as table:
            table.undo()

    def redo(self, partie: Partie) -> None:
        with self.table(partie) as table:
            table.redo()

    def delete(self, manche: Manche) -> None:
        with self.table(manche.partie) as table:
            table.delete(manche)

    def restore(self, manche: Manche) -> None:
        with self.table(manche.partie) as table:
            table.restore(manche)

    def rules(self, partie: Partie, options: Facts) -> None:
        with self.table(partie) as table:
            table.change_rules(options)


def context(partie: Partie) -> Facts | None:
    """Return the context of the current manche."""
    entered = score_partie(partie).entry.context
    return None if entered is None else dict(entered)


def cards(partie: Partie) -> Facts | None:
    """Return the cards of the current manche as JSON, with the noted revokes."""
    entry = score_partie(partie).entry
    if entry.cards is None:
        return None
    revokes = [{"seat": seat, "after": after} for seat, after in entry.revokes]
    return {**write_cards(entry.cards), **({"revokes": revokes} if revokes else {})}


def lay_out(opened: OpenPartie, leader: int, plays: Sequence[str]) -> None:
    """Enter these cards of the current manche at once, as if each had been played."""
    known = opened.scored.entry.cards or CardByCard(leader, (), order=opened.scored.order)
    opened.make(CardsBegun(cards=replace(known, leader=leader, plays=tuple(plays))))


def play_card(opened: OpenPartie, code: str, revoked: Sequence[int] = ()) -> Verdict:
    """Play the next card, note the seats that it proves to have revoked, and return its verdict."""
    _arbiter, verdict = entry.judge(opened.scored, code)
    opened.make(entry.play(verdict, revoked))
    return verdict


def totals(partie: Partie) -> list[tuple[int, ...]]:
    """Return the running totals after each recorded manche."""
    return [row.totals for row in score_partie(partie).sheet.manches]


def points(partie: Partie) -> list[tuple[int, ...]]:
    """Return the points of each recorded manche."""
    return [row.points for row in score_partie(partie).sheet.manches]


def ended(scored: ScoredPartie) -> tuple[tuple[int, ...], int] | None:
    """Return the winning sides, and the number of manches up to the end."""
    return None if scored.ending is None else (scored.ending.winners, scored.ending.after)


def changes(partie: Partie) -> list[tuple[int, str]]:
    """Return the version and kind of each change of a partie, in order."""
    query = select(Change).where(Change.partie_id == partie.id).order_by(Change.version)
    return [(one.version, one.kind) for one in db.session.scalars(query)]
