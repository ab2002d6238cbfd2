"""The use cases of the current manche: enter its context, its cards, and the hands laid open.

Each use case records one `Change`, so that cards taken back are still in the journal (T-6).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.manche_json import write_cards
from scorekeeper.games.shape import ImpossibleFactsError, Json
from scorekeeper.record.models import ChangeKind, Manche, Partie
from scorekeeper.record.partie.journal import record_change
from scorekeeper.record.partie.manche_states import current_or_new, enter_cards, enter_context, remove_cards
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.readers import Author
from scorekeeper.record.refusals import RefusedError


class MancheEntry:
    """The use cases that enter the current manche of a partie; `table.open_table` creates its subclass `OpenTable`."""

    def __init__(self, partie: Partie, scored: ScoredPartie, author: Author | None) -> None:
        """Store the partie, whose row is locked, its replay, and the access that makes the changes."""
        self.partie, self.scored, self.author = partie, scored, author

    def set_context(self, facts: Json) -> None:
        """Store the context of the current manche, such as bids; empty facts remove the context.

        Raises `RefusedError` when the partie is over or its game has no context, `ImpossibleFactsError` for facts that
        are impossible by themselves or with the cards already entered.
        """
        self._refuse_if_over()
        scored = self.scored
        if scored.game.begin is None:
            raise RefusedError("nothing_to_begin")
        context = scored.game.begin(scored.options, scored.moment, facts) if facts else None
        if context == scored.current.context:
            return
        enter_context(current_or_new(self.partie), context)
        if scored.current.cards is not None:
            scored.current.check_cards(scored.current.cards)
        self._record_change(ChangeKind.BEGUN, facts=context)

    def begin_cards(self, leader: int | None = None) -> None:
        """Start to enter the current manche card by card.

        `leader` is the seat that leads first, None if the dealer decides who leads. Raises `RefusedError` when the
        partie is over or its cards are already entered, `ImpossibleFactsError` for an impossible leader.
        """
        self._refuse_if_over()
        if self.scored.current.cards is not None:
            raise RefusedError("cards_begun", game=self.partie.game)
        cards = CardByCard(self._leader(leader), order=self.scored.order)
        self.scored.current.check_cards(cards)
        self._store_cards(cards, ChangeKind.CARDS)

    def play(self, code: str, seat: int | None = None) -> Verdict:
        """Play the next card, even if it breaks a rule (T-5). `seat` is that of the player if the table named one."""
        _arbiter, verdict = self.judge(code, seat)
        self.play_judged(verdict)
        return verdict

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """Return the arbiter after the next card, and its verdict on this card, without storing the card.

        Raises as `CurrentManche.judge` does, and `RefusedError` for a seat that is not at the table.
        """
        self._refuse_if_over()
        if seat is not None:
            self._refuse_unknown_seat(seat)
        return self.scored.current.judge(code, seat)

    def play_judged(self, verdict: Verdict, revoked: Collection[int] = ()) -> None:
        """Store the next card with its verdict, and note the seats that it proves to have `revoked` (T-5)."""
        cards, code = self.scored.current.require_cards(), verdict.card.code
        facts: dict[str, Any] = {"seat": verdict.seat, "card": code, "ruling": verdict.ruling.value}
        if revoked:
            facts["revokes"] = sorted(revoked)
        self._store_cards(replace(cards, plays=(*cards.plays, code)), ChangeKind.PLAYED, facts, revoked)

    def take_back(self, down_to: int | None = None) -> None:
        """Take back the latest card, or every card from the index `down_to` on. If no card is played, end card entry.

        Raises `RefusedError` when there is nothing to take back.
        """
        self._refuse_if_over()
        self._take_back(down_to)

    def replace_card(self, index: int, code: str) -> None:
        """Replace the card played at this index, which was entered wrongly; all others stay.

        Raises `RefusedError` when there is no such card or when another seat would then take a trick, so that the later
        cards would be those of other seats; `ImpossibleFactsError` for a card that cannot be there.
        """
        self._refuse_if_over()
        current, cards = self.scored.current, self.scored.current.require_cards()
        if not 0 <= index < len(cards.plays):
            raise RefusedError("no_such_card")
        mended = replace(cards, plays=(*cards.plays[:index], code, *cards.plays[index + 1 :]))
        seats = [verdict.seat for verdict in current.arbiter(cards).verdicts]
        if [verdict.seat for verdict in current.arbiter(mended).verdicts] != seats:
            raise RefusedError("other_turns", field="card")
        taken_back = {"cards": [cards.plays[index]], "instead": code}
        self._store_cards(mended, ChangeKind.TAKEN_BACK, taken_back)

    def clear_cards(self) -> None:
        """Remove the cards of the current manche."""
        self._refuse_if_over()
        self._clear_cards()

    def lay_open(self, seat: int, remaining: Sequence[str]) -> None:
        """Enter the remaining cards of a seat, laid open; with the cards it has played, they are its whole hand.

        Raises `ImpossibleFactsError` when these cards cannot be its hand.
        """
        self._refuse_if_over()
        scored, cards = self.scored, self.scored.current.require_cards()
        self._refuse_unknown_seat(seat)
        arbiter = scored.current.arbiter(cards)
        hands = [None if hand is None else tuple(hand) for hand in arbiter.hands]
        played = [verdict.card.code for verdict in arbiter.verdicts if verdict.seat == seat]
        expected = arbiter.rules.hand_sizes[seat] - len(played)
        if len(remaining) != expected:
            raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=expected, found=len(remaining))
        hands[seat] = (*played, *remaining)
        cards_and_hand = replace(cards, laid_open=tuple(hands))
        scored.current.check_cards(cards_and_hand)
        self._store_cards(cards_and_hand, ChangeKind.HANDS)

    def close_hand(self, seat: int) -> None:
        """Undo `lay_open` for a seat. A hand that is in the context stays known."""
        self._refuse_if_over()
        cards = self.scored.current.require_cards()
        self._refuse_unknown_seat(seat)
        if cards.laid_open is None:
            return
        hands = tuple(None if other == seat else hand for other, hand in enumerate(cards.laid_open))
        self._store_cards(replace(cards, laid_open=hands if any(hands) else None), ChangeKind.HANDS)

    def _take_back(self, down_to: int | None = None) -> None:
        cards = self.scored.current.require_cards()
        if not cards.plays:
            self._clear_cards()
            return
        remaining = len(cards.plays) - 1 if down_to is None else down_to
        if not 0 <= remaining < len(cards.plays):
            raise RefusedError("no_such_card")
        taken_back = {"cards": list(cards.plays[remaining:])}
        self._store_cards(replace(cards, plays=cards.plays[:remaining]), ChangeKind.TAKEN_BACK, taken_back)

    def _clear_cards(self) -> None:
        self.scored.current.require_cards()  # raises without cards
        remove_cards(current_or_new(self.partie))
        self._record_change(ChangeKind.CLEARED)

    def _store_cards(
        self, cards: CardByCard, kind: ChangeKind, facts: dict[str, Any] | None = None, revoked: Collection[int] = ()
    ) -> None:
        cards_json = write_cards(cards)
        revokes = dict.fromkeys(revoked, len(cards.plays)) | self.scored.current.noted_revokes
        enter_cards(current_or_new(self.partie), cards_json, revokes)
        self._record_change(kind, facts=cards_json if facts is None else facts)

    def _record_change(self, kind: ChangeKind, manche: Manche | None = None, **details: dict[str, Any] | None) -> None:
        record_change(self.partie, self.author, kind, manche, **details)

    def _leader(self, entered: int | None) -> int:
        """Return the seat that leads first, by the dealer or as entered. If both give a seat, it must be the same."""
        play = self.scored.game.play
        if play is None:
            raise RefusedError("no_cards", game=self.partie.game)
        expected = None if play.leader is None else play.leader(self.scored.table)
        leader = expected if entered is None else entered
        if leader is None or not 0 <= leader < self.scored.seats:
            raise ImpossibleFactsError("no_leader", field="leader")
        if expected not in {None, leader}:
            raise ImpossibleFactsError("wrong_leader", field="leader", article="T-2", seat=leader, expected=expected)
        return leader

    def _refuse_if_over(self) -> None:
        if self.scored.over:
            raise RefusedError("partie_over", game=self.partie.game)

    def _refuse_unknown_seat(self, seat: int) -> None:
        if not 0 <= seat < self.scored.seats:
            raise RefusedError("not_at_table", field="seat")
