"""A partie whose cards a test enters one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from partie.acts import BY_HAND, CONTEXTS, DEALERS, LEADERS, PLAYS
from record.evening import Evening, Facts, cards, context, lay_out, play_card

from scorekeeper.partie.decide import entry, sheet
from scorekeeper.record.database import db
from scorekeeper.record.partie.scored_partie import score_partie

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from scorekeeper.cards.verdicts import Verdict
    from scorekeeper.games.arbiter import Arbiter
    from scorekeeper.partie.changes import PartieChange
    from scorekeeper.record.models import Manche, Partie
    from scorekeeper.record.partie.open_partie import OpenPartie

EVERY_GAME = ("hearts", "spades", "piquet")


class CardPartie:
    """A partie whose current manche is entered card by card."""

    def __init__(self, evening: Evening, partie: Partie) -> None:
        self.evening, self.partie = evening, partie

    def begin(self, leader: int | None = None) -> None:
        with self.open() as table:
            table.act(entry.begin_cards, leader)

    def act(self, use_case: Callable[..., PartieChange | None], *values: Any) -> None:  # noqa: ANN401
        with self.open() as table:
            table.act(use_case, *values)

    def play(self, *codes: str) -> Verdict:
        """Play these cards one by one, and return the verdict of the last."""
        for code in codes:
            with self.open() as table:
                verdict = play_card(table, code)
        return verdict

    def lay(self, leader: int, plays: Sequence[str]) -> None:
        """Begin with these cards entered at once, which is much faster than one by one."""
        with self.open() as table:
            lay_out(table, leader, plays)

    def record(self, **known: Any) -> Manche:  # noqa: ANN401 - other facts
        """Record the current manche from its cards and its context."""
        with self.open() as table:
            return table.record({**(self.context or {}), **known}, "", sheet.record_cards)

    @property
    def stored_plays(self) -> list[str] | None:
        """The cards played, as stored in the database."""
        db.session.expire_all()
        return None if self.cards is None else self.cards["plays"]

    @property
    def context(self) -> Facts | None:
        return context(self.partie)

    @property
    def cards(self) -> Facts | None:
        return cards(self.partie)

    @property
    def arbiter(self) -> Arbiter:
        """The arbiter after the cards played."""
        scored = score_partie(self.partie)
        assert scored.current.cards is not None
        return scored.current.arbiter(scored.current.cards)

    def open(self) -> AbstractContextManager[OpenPartie]:
        """Open the partie for writing."""
        return self.evening.table(self.partie)


def set_table(evening: Evening, slug: str, *, behind: int = 0, **options: Any) -> CardPartie:  # noqa: ANN401
    """Start a partie with `behind` manches entered by hand, and enter the context of the next one."""
    names = ("Anne", "Luc") if slug == "piquet" else ()
    seats = 2 if slug == "piquet" else 4
    partie = evening.partie(*names, game=slug, dealer=(DEALERS[slug] - behind) % seats, **options)
    for number in range(behind):
        elder = {"elder": (number + behind) % 2} if slug == "piquet" else {}
        evening.record(partie, {**BY_HAND[slug], **elder})
    if CONTEXTS[slug]:
        evening.set_context(partie, CONTEXTS[slug])
    return CardPartie(evening, partie)


def table_with(evening: Evening, slug: str, cards: int | None = None, **more: Any) -> CardPartie:  # noqa: ANN401
    """Set a table, and play the first `cards` of the known manche of its game, by default all of them."""
    table = set_table(evening, slug, **more)
    table.lay(LEADERS[slug], PLAYS[slug][:cards])
    return table
