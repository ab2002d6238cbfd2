"""Enter the current manche (deal): its context, its cards, and the hands laid open.

Each function returns the change to store. The *context* is what is known before
the first card, such as bids.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleFactsError, Json
from scorekeeper.partie.changes import (
    CardPlayed,
    CardReplaced,
    CardsBegun,
    CardsCleared,
    CardsTakenBack,
    ContextEntered,
    HandsLaidOpen,
)
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState
from scorekeeper.partie.state import Seating

MOST_MANCHES = 200  # of a partie, which usually has twenty: it limits the time of a replay


def refuse_if_over(scored: ScoredState, key: str = "partie_over") -> None:
    """Raise `RefusedError` when no further manche can be recorded."""
    if scored.over:
        raise RefusedError(key)
    if scored.recorded_count >= MOST_MANCHES:
        raise RefusedError("partie_full", most=MOST_MANCHES)


def require_seat(scored: ScoredState, seat: int) -> Seating:
    """Return the players of a seat. Raises `RefusedError` for a seat that is not at the table."""
    if not 0 <= seat < scored.seats:
        raise RefusedError("not_at_table", field="seat")
    return scored.state.seats[seat]


def set_context(scored: ScoredState, facts: Json) -> ContextEntered:
    """Enter what is known before the first card, such as bids; empty facts remove the context.

    Raises `RefusedError` when the partie is over or its game has no context, `ImpossibleFactsError` for facts that are
    impossible by themselves or with the cards already entered.
    """
    refuse_if_over(scored)
    if scored.game.check_context is None:
        raise RefusedError("nothing_to_begin")
    context = None
    if facts:
        context = scored.game.check_context(scored.options, scored.manche_start, facts)
    if scored.entry.cards is not None:
        # The cards were entered under another context, or before it. `board` plays them again, and is called for the
        # error that it raises if they are impossible under the new context.
        replace(scored.current, entry=replace(scored.entry, context=context)).board(scored.entry.cards)
    return ContextEntered(context=context)


def begin_cards(scored: ScoredState, leader: int | None = None) -> CardsBegun:
    """Start to enter the current manche card by card.

    `leader` is the seat that leads first, None if the dealer decides who leads. Raises `RefusedError` when the partie
    is over or its cards are already entered, `ImpossibleFactsError` for an impossible leader.
    """
    refuse_if_over(scored)
    if scored.entry.cards is not None:
        raise RefusedError("cards_begun")
    cards = CardByCard(_first_leader(scored, leader), order=scored.order)
    # A game may need a context before the first card, such as the trump. `board` raises an error without it.
    scored.current.board(cards)  # called to raise
    return CardsBegun(cards=cards)


def _first_leader(scored: ScoredState, entered: int | None) -> int:
    """Return the seat that leads first, by the dealer or as entered. If both give a seat, it must be the same."""
    play = scored.game.play
    if play is None:
        raise RefusedError("no_cards")
    # None if the cards decide who leads: the table then enters the leader.
    expected = None
    if play.leader is not None:
        expected = play.leader(scored.table)
    if entered is not None and not 0 <= entered < scored.seats:
        raise ImpossibleFactsError("no_leader", field="leader")
    return agreed_leader(entered, expected)


def agreed_leader(*seats: int | None) -> int:
    """Return the seat that leads first, which may be known from several places, such as the dealer and a form.

    Each argument is the seat according to one of them, or None. Raises `ImpossibleFactsError` if they do not agree
    (T-2), and if all are None.
    """
    known = [seat for seat in seats if seat is not None]
    if not known:
        raise ImpossibleFactsError("no_leader", field="leader")
    for expected in known:
        if expected != known[0]:
            raise ImpossibleFactsError("wrong_leader", field="leader", article="T-2", seat=known[0], expected=expected)
    return known[0]


def judge(scored: ScoredState, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
    """Return the arbiter after the next card, and its verdict on it. `seat` is that of the player, if it is known.

    Raises as `CurrentManche.judge` does, and `RefusedError` when the partie is over.
    """
    refuse_if_over(scored)
    if seat is not None:
        require_seat(scored, seat)
    return scored.current.judge(code, seat)


def play(verdict: Verdict, revoked: Collection[int] = ()) -> CardPlayed:
    """Play a judged card, even if it breaks a rule, and note the seats that it proves to have revoked (T-5)."""
    return CardPlayed(
        seat=verdict.seat, card=verdict.card.code, ruling=verdict.ruling.value, revokes=tuple(sorted(revoked))
    )


def take_back(scored: ScoredState, down_to: int | None = None) -> CardsTakenBack | CardsCleared:
    """Take back the latest card, or every card from the index `down_to` on. If no card is played, end card entry."""
    refuse_if_over(scored)
    plays = scored.current.require_cards().plays
    if not plays:
        return CardsCleared()
    if down_to is None:
        down_to = len(plays) - 1
    if down_to not in range(len(plays)):
        raise RefusedError("no_such_card")
    return CardsTakenBack(down_to=down_to, cards=plays[down_to:])


def replace_card(scored: ScoredState, index: int, code: str) -> CardReplaced:
    """Replace the card played at this index, which was entered wrongly; all others stay.

    Raises `RefusedError` when there is no such card or when another seat would then take a trick, so that the later
    cards would be those of other seats; `ImpossibleFactsError` for a card that cannot be there.
    """
    refuse_if_over(scored)
    current = scored.current
    cards = current.require_cards()
    if not 0 <= index < len(cards.plays):
        raise RefusedError("no_such_card")
    mended = replace(cards, plays=(*cards.plays[:index], code, *cards.plays[index + 1 :]))
    # The seat of each card, as it was entered.
    seats = [verdict.seat for verdict in current.arbiter(cards).verdicts]
    # If another seat took a trick, the later cards would be those of other seats.
    if [verdict.seat for verdict in current.arbiter(mended).verdicts] != seats:
        raise RefusedError("other_turns", field="card")
    return CardReplaced(index=index, card=code, former=cards.plays[index])


def clear_cards(scored: ScoredState) -> CardsCleared:
    """Remove the cards of the current manche."""
    refuse_if_over(scored)
    scored.current.require_cards()
    return CardsCleared()


def lay_open(scored: ScoredState, seat: int, remaining: Sequence[str]) -> HandsLaidOpen:
    """Enter the remaining cards of a seat, laid open; with the cards it has played, they are its whole hand.

    Raises `ImpossibleFactsError` when these cards cannot be its hand.
    """
    refuse_if_over(scored)
    require_seat(scored, seat)
    current = scored.current
    cards = current.require_cards()
    arbiter = current.arbiter(cards)
    hands = [None if hand is None else tuple(hand) for hand in arbiter.hands]
    played = [verdict.card.code for verdict in arbiter.verdicts if verdict.seat == seat]
    expected = arbiter.rules.hand_sizes[seat] - len(played)
    if len(remaining) != expected:
        raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=expected, found=len(remaining))
    # A hand is stored whole, with the cards that its player has played of it.
    hands[seat] = (*played, *remaining)
    current.board(replace(cards, laid_open=tuple(hands)))  # called to raise
    return HandsLaidOpen(hands=tuple(hands))
