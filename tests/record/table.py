"""A table of the record at which a test lays cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from support.deals import COUP, SAID, recorded

from scorekeeper.record import playing
from scorekeeper.record.database import db, writing
from scorekeeper.record.standings import standing_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from record.evening import Evening, Facts

    from scorekeeper.cards.verdicts import Verdict
    from scorekeeper.games.arbiter import Arbiter
    from scorekeeper.record.models import Manche, Partie

HEARTS, SPADES = recorded("hearts")[0], recorded("spades")[0]
PLAYS: dict[str, list[str]] = {"hearts": HEARTS["plays"], "spades": SPADES["plays"], "piquet": COUP}
DEALERS = {"hearts": HEARTS["dealer"], "spades": SPADES["dealer"], "piquet": 1}
LEADERS = {"hearts": HEARTS["leader"], "spades": SPADES["leader"], "piquet": 0}
TOLD: dict[str, Facts] = {"hearts": {}, "spades": {"bids": SPADES["bids"]}, "piquet": SAID}
# What a table might note without cards.
BY_HAND: dict[str, Facts] = {
    "hearts": {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None},
    "spades": {**TOLD["spades"], "tricks": [6, 7], "nil_tricks": {}},
    "piquet": {**SAID, "tricks": [7, 5], "last": 0},
}
# Seat 0 leads the clubs, on which the others throw the same rank: it takes every trick (DP-21).
SWEEP = [f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in "CDSH"]
EVERY_GAME = ("hearts", "spades", "piquet")


class CardTable:
    """A partie under way, whose manche is entered card by card."""

    def __init__(self, evening: Evening, partie: Partie) -> None:
        self.evening, self.partie = evening, partie

    def begin(self, leader: int | None = None) -> None:
        self._write(playing.begin_cards, leader)

    def play(self, *codes: str) -> Verdict:
        """Put these cards down one by one, and give the verdict of the last."""
        for code in codes:
            verdict: Verdict = self._write(playing.play_card, code)
        return verdict

    def lay(self, leader: int, plays: Sequence[str]) -> None:
        """Begin, with these cards down at once: much quicker than one by one."""
        self.begin(leader)
        with writing():
            self.partie.cards = {"leader": leader, "plays": list(plays)}

    def take_back(self, down_to: int | None = None) -> None:
        with writing():
            playing.take_back(self.partie, self.partie.version, self.evening.access, down_to)

    def put_away(self) -> None:
        self._write(playing.put_cards_away)

    def lay_open(self, seat: int, left: Sequence[str]) -> None:
        self._write(playing.lay_open, seat, left)

    def record(self, **told: Any) -> Manche:  # noqa: ANN401 - other facts
        """Record the manche its cards tell, with what it began with."""
        manche: Manche = self._write(playing.record_cards, {**(self.partie.begun or {}), **told}, "")
        return manche

    @property
    def kept(self) -> list[str] | None:
        """The cards down, as the database keeps them."""
        db.session.expire_all()
        return None if self.partie.cards is None else self.partie.cards["plays"]

    @property
    def arbiter(self) -> Arbiter:
        """The arbiter after the cards down."""
        standing = standing_of(self.partie)
        assert standing.cards is not None
        return standing.arbiter(standing.cards)

    def _write(self, use: Callable[..., Any], *said: object) -> Any:  # noqa: ANN401 - what the use case gives
        with writing():
            return use(self.partie, self.partie.version, *said, self.evening.access)


def set_table(evening: Evening, slug: str, *, behind: int = 0, **options: Any) -> CardTable:  # noqa: ANN401
    """A partie of this game with some manches noted by hand behind it, what the next one begins with told."""
    names = ("Anne", "Luc") if slug == "piquet" else ()
    seats = 2 if slug == "piquet" else 4
    partie = evening.partie(*names, game=slug, dealer=(DEALERS[slug] - behind) % seats, **options)
    for number in range(behind):
        elder = {"elder": (number + behind) % 2} if slug == "piquet" else {}
        evening.record(partie, {**BY_HAND[slug], **elder})
    if TOLD[slug]:
        evening.begin(partie, TOLD[slug])
    return CardTable(evening, partie)


def table_with(evening: Evening, slug: str, cards: int | None = None, **more: Any) -> CardTable:  # noqa: ANN401
    """A table with the first cards of the known manche of its game down; all of them when none is said."""
    table = set_table(evening, slug, **more)
    table.lay(LEADERS[slug], PLAYS[slug][:cards])
    return table
