"""The use cases of the manche under way: what is known before its first card, its cards, and the hands laid open.

Each leaves one `Change` behind; what is taken back stays in the changes (T-6).
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
from scorekeeper.record.models import Access, ChangeKind, Manche, Partie
from scorekeeper.record.partie.journal import note_change
from scorekeeper.record.partie.manche_states import clear_cards, current_or_new, enter_cards, enter_context
from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.refusals import RefusedError


class MancheEntry:
    """What may be done with the manche under way of a partie open for writing; `table.open_table` opens it."""

    def __init__(self, partie: Partie, standing: Standing, author: Access | None) -> None:
        """Take a partie that is locked, as it stands."""
        self.partie, self.standing, self.author = partie, standing, author

    def begin(self, facts: Json) -> None:
        """Keep what is known of the manche under way; nothing known, an empty object, takes it back.

        Raises `RefusedError` when the partie is over or its game has nothing to begin with, `ImpossibleFactsError`
        for what cannot be, under the cards already entered too.
        """
        self._refuse_over()
        standing = self.standing
        if standing.game.begin is None:
            raise RefusedError("nothing_to_begin")
        context = standing.game.begin(standing.options, standing.moment, facts) if facts else None
        if context == standing.current.context:
            return
        enter_context(current_or_new(self.partie), context)
        if standing.current.cards is not None:
            standing.current.board(standing.current.cards)
        self._note(ChangeKind.BEGUN, facts=context)

    def begin_cards(self, leader: int | None = None) -> None:
        """Enter the manche under way card by card; `leader` is the seat that leads first, None where the dealer says.

        Raises `RefusedError` when the partie is over or its cards are already entered, `ImpossibleFactsError` for a
        leader who cannot be.
        """
        self._refuse_over()
        if self.standing.current.cards is not None:
            raise RefusedError("cards_begun", game=self.partie.game)
        cards = CardByCard(self._leader(leader))
        self.standing.current.board(cards)
        self._keep(cards, ChangeKind.CARDS)

    def play(self, code: str, seat: int | None = None) -> Verdict:
        """Put the next card down, of `seat` if it is said whose it is; a card that breaks a rule stands (T-5)."""
        _arbiter, verdict = self.judge(code, seat)
        self.put_down(verdict)
        return verdict

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """The arbiter with the next card, before it is put down, and its verdict.

        Raises as `Standing.judge` does, and for no seat.
        """
        self._refuse_over()
        if seat is not None:
            self._refuse_nobody(seat)
        return self.standing.current.judge(code, seat)

    def put_down(self, verdict: Verdict, revoked: Collection[int] = ()) -> None:
        """Put down the next card, which was judged, and note the seats that it shows to have `revoked` (T-5)."""
        cards, code = self.standing.current.cards_entered(), verdict.card.code
        said: dict[str, Any] = {"seat": verdict.seat, "card": code, "ruling": verdict.ruling.value}
        if revoked:
            said["revokes"] = sorted(revoked)
        self._keep(replace(cards, plays=(*cards.plays, code)), ChangeKind.PLAYED, said, revoked)

    def take_back(self, down_to: int | None = None) -> None:
        """Take back the latest card, or all those from the index `down_to` on; without any left, the cards altogether.

        Raises `RefusedError` when there is nothing to take back.
        """
        self._refuse_over()
        self._take_back(down_to)

    def put_cards_away(self) -> None:
        """Forget the cards of the manche under way."""
        self._refuse_over()
        self._clear()

    def lay_open(self, seat: int, left: Sequence[str]) -> None:
        """Lay the cards left in a hand open: with those it has played, they are its whole hand.

        Raises `ImpossibleFactsError` when that cannot be its hand.
        """
        self._refuse_over()
        standing, cards = self.standing, self.standing.current.cards_entered()
        self._refuse_nobody(seat)
        arbiter = standing.current.arbiter(cards)
        hands = [None if hand is None else tuple(hand) for hand in arbiter.hands]
        played = [verdict.card.code for verdict in arbiter.verdicts if verdict.seat == seat]
        missing = arbiter.rules.hand_sizes[seat] - len(played)
        if len(left) != missing:
            raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=missing, found=len(left))
        hands[seat] = (*played, *left)
        opened = replace(cards, laid_open=tuple(hands))
        standing.current.board(opened)
        self._keep(opened, ChangeKind.HANDS)

    def close_hand(self, seat: int) -> None:
        """Take a hand that was laid open for unseen again; what was entered before the play stays known."""
        self._refuse_over()
        cards = self.standing.current.cards_entered()
        self._refuse_nobody(seat)
        if cards.laid_open is None:
            return
        hands = tuple(None if other == seat else hand for other, hand in enumerate(cards.laid_open))
        self._keep(replace(cards, laid_open=hands if any(hands) else None), ChangeKind.HANDS)

    def _take_back(self, down_to: int | None = None) -> None:
        cards = self.standing.current.cards_entered()
        if not cards.plays:
            self._clear()
            return
        left = len(cards.plays) - 1 if down_to is None else down_to
        if not 0 <= left < len(cards.plays):
            raise RefusedError("no_such_card")
        taken = {"cards": list(cards.plays[left:])}
        self._keep(replace(cards, plays=cards.plays[:left]), ChangeKind.TAKEN_BACK, taken)

    def _clear(self) -> None:
        self.standing.current.cards_entered()
        clear_cards(current_or_new(self.partie))
        self._note(ChangeKind.CLEARED)

    def _keep(
        self, cards: CardByCard, kind: ChangeKind, said: dict[str, Any] | None = None, revoked: Collection[int] = ()
    ) -> None:
        written = write_cards(cards)
        revokes = dict.fromkeys(revoked, len(cards.plays)) | self.standing.current.revokes
        enter_cards(current_or_new(self.partie), written, revokes)
        self._note(kind, facts=written if said is None else said)

    def _note(self, kind: ChangeKind, manche: Manche | None = None, **stated: dict[str, Any] | None) -> None:
        note_change(self.partie, self.author, kind, manche, **stated)

    def _leader(self, said: int | None) -> int:
        """The seat that leads first: the one the dealer makes lead, else the one that was said."""
        play = self.standing.game.play
        if play is None:
            raise RefusedError("no_cards", game=self.partie.game)
        made = None if play.leader is None else play.leader(self.standing.deal.dealer)
        leader = made if said is None else said
        if leader is None or not 0 <= leader < self.standing.seats:
            raise ImpossibleFactsError("no_leader", field="leader")
        if made not in {None, leader}:
            raise ImpossibleFactsError("wrong_leader", field="leader", article="T-2", seat=leader, expected=made)
        return leader

    def _refuse_over(self) -> None:
        if self.standing.over:
            raise RefusedError("partie_over", game=self.partie.game)

    def _refuse_nobody(self, seat: int) -> None:
        if not 0 <= seat < self.standing.seats:
            raise RefusedError("not_at_table", field="seat")
