"""The use cases of the current manche: enter its context, its cards, and the hands laid open.

Each use case records one `Change`, so that cards taken back are still in the journal (T-6).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.manche_json import write_cards
from scorekeeper.games.shape import Json
from scorekeeper.partie.changes import CardPlayed, CardReplaced, CardsTakenBack, ContextEntered, PartieChange, evolve
from scorekeeper.partie.decide import entry
from scorekeeper.partie.state import Entry, State
from scorekeeper.record.models import ChangeKind, Manche, Partie
from scorekeeper.record.partie.journal import record_change
from scorekeeper.record.partie.manche_states import current_or_new, enter_cards, enter_context, remove_cards
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.readers import Author


class MancheEntry:
    """The use cases that enter the current manche of a partie; `table.open_table` creates its subclass `OpenTable`.

    The functions of the same names in `partie.decide.entry` say when they refuse.
    """

    def __init__(self, partie: Partie, scored: ScoredPartie, author: Author | None) -> None:
        """Store the partie, whose row is locked, its replay, and the access that makes the changes."""
        self.partie, self.scored, self.author = partie, scored, author

    def set_context(self, facts: Json) -> None:
        """Store the context of the current manche, such as bids; empty facts remove the context."""
        self._enter(entry.set_context(self.scored, facts))

    def begin_cards(self, leader: int | None = None) -> None:
        """Start to enter the current manche card by card."""
        self._enter(entry.begin_cards(self.scored, leader))

    def play(self, code: str, seat: int | None = None) -> Verdict:
        """Play the next card, even if it breaks a rule (T-5). `seat` is that of the player if the table named one."""
        _arbiter, verdict = self.judge(code, seat)
        self.play_judged(verdict)
        return verdict

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """Return the arbiter after the next card, and its verdict on this card, without storing the card."""
        return entry.judge(self.scored, code, seat)

    def play_judged(self, verdict: Verdict, revoked: Collection[int] = ()) -> None:
        """Store the next card with its verdict, and note the seats that it proves to have `revoked` (T-5)."""
        self._enter(entry.play(verdict, revoked))

    def take_back(self, down_to: int | None = None) -> None:
        """Take back the latest card, or every card from the index `down_to` on; without a card, end card entry."""
        self._enter(entry.take_back(self.scored, down_to))

    def replace_card(self, index: int, code: str) -> None:
        """Replace the card played at this index, which was entered wrongly; all others stay."""
        self._enter(entry.replace_card(self.scored, index, code))

    def clear_cards(self) -> None:
        """Remove the cards of the current manche."""
        self._enter(entry.clear_cards(self.scored))

    def lay_open(self, seat: int, remaining: Sequence[str]) -> None:
        """Enter the remaining cards of a seat, laid open."""
        self._enter(entry.lay_open(self.scored, seat, remaining))

    def close_hand(self, seat: int) -> None:
        """Undo `lay_open` for a seat."""
        self._enter(entry.close_hand(self.scored, seat))

    def _enter(self, change: PartieChange | None) -> None:
        """Make a change of the current manche, unless it is None."""
        if change is None:
            return
        partie, before = self.partie, self.scored.entry
        state = State(partie.version, partie.game, partie.options, (), partie.first_dealer, entry=before)
        after = evolve(state, partie.version + 1, change).entry
        manche = current_or_new(partie)
        if after.context != before.context:
            enter_context(manche, None if after.context is None else dict(after.context))
        if after.cards is not None:
            enter_cards(manche, write_cards(after.cards), dict(after.revokes))
        elif before.cards is not None:
            remove_cards(manche)
        # The journal calls a replaced card taken back.
        kind = "taken_back" if isinstance(change, CardReplaced) else change.kind
        self._record_change(ChangeKind(kind), facts=_journal_facts(change, after))

    def _record_change(self, kind: ChangeKind, manche: Manche | None = None, **details: dict[str, Any] | None) -> None:
        record_change(self.partie, self.author, kind, manche, **details)

    def _refuse_if_over(self, key: str = "partie_over") -> None:
        entry.refuse_if_over(self.scored, key)

    def _refuse_unknown_seat(self, seat: int) -> None:
        entry.refuse_unknown_seat(self.scored, seat)


def _journal_facts(change: PartieChange, after: Entry) -> dict[str, Any] | None:
    """Return what the journal says of a change of the current manche."""
    match change:
        case ContextEntered(context=context):
            return None if context is None else dict(context)
        case CardPlayed(seat=seat, card=card, ruling=ruling, revokes=revokes):
            return {"seat": seat, "card": card, "ruling": ruling, **({"revokes": [*revokes]} if revokes else {})}
        case CardsTakenBack(cards=cards):
            return {"cards": [*cards]}
        case CardReplaced(former=former, card=card):
            return {"cards": [former], "instead": card}
    return None if after.cards is None else write_cards(after.cards)
