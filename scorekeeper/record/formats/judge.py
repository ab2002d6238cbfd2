"""The public format of the command `lamarque judge`: read one manche a line, write its verdicts as one line.

A manche is one deal of a game. A *verdict* is the ruling on one card (allowed, for instance), with what the card claims
of the player's hand ("no heart"), and the indices of the plays that it proves or shows to be irregular. The *arbiter*
gives the verdicts. The *context* is what is known before the first card: bids, trump, hands laid open. The *facts* of a
manche are what the table saw, as JSON. A card is written as its code, such as "QS" for the queen of spades.

`game.play` has the functions of a game that can be judged card by card. T-7 is a numbered rule: the facts follow from
the cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Choices, Claim, Trick, Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import CardPlay, Table
from scorekeeper.games.manche_json import read_order
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json, read_list, read_whole
from scorekeeper.partie.decide.entry import agreed_leader
from scorekeeper.partie.decide.sheet import without_cards
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.formats.score import answer_line, read_game_seats_options, refuse_unknown_keys

# The keys of a line, to which those of the context of the game are added, and the keys of each verdict.
_KEYS = ("game", "options", "seats", "dealer", "leader", "hands", "laid_open", "order", "plays")
_VERDICT_KEYS = ("seat", "card", "ruling", "articles", "claims", "exposes", "suspects", "proves")


def judge_line(text: str | bytes) -> dict[str, Any]:
    """Return the verdicts of a line of the judge format, or `{"error": …, "refusal": …}` if the line is refused."""
    return answer_line(text, judge_object)


def judge_object(line: Json) -> dict[str, Any]:
    """Return the verdicts of a line of the judge format, read as JSON. Raises `ImpossibleError`."""
    # The game, the number of seats and the house rules in the game's own type.
    game, seats, options = read_game_seats_options(line)
    if game.play is None:
        raise ImpossibleError("no_cards", field="game", value=game.slug)
    refuse_unknown_keys(line, {*_KEYS, *game.play.context})
    # None if the line has no context.
    context = game.play.read_context(options, line)
    order = None
    if line.get("order") is not None:
        order = read_order(line["order"], seats)
    table = Table(seats, _read_seat(line.get("dealer"), "dealer", seats), order)
    # How cards are ranked, who must follow suit, and so on, in this manche.
    rules = game.play.rules(options, table, context or {})
    leader = _read_leader(game.play, line, table, context or {})
    # The arbiter judges each card as it is played. `read_list` returns a value that is a list, else raises
    # `ImpossibleFactsError`.
    arbiter = Arbiter(rules, leader, _read_hands(line), order)
    irregular = _play_all(arbiter, read_list(line.get("plays", []), "plays"))
    # Declarations (at Piquet, such as a quint) that the cards contradict.
    refuted = game.play.refuted(context or {}, leader, _known_cards(arbiter))
    # The manche is over when no seat is to play; its facts then follow from its cards (T-7).
    facts = None
    if arbiter.seat is None and context is not None:
        try:
            facts = game.play.facts(options, table, arbiter.tricks, context)
        except ImpossibleFactsError:
            # Both players may have declared the same cards, and the cards refute one.
            if not refuted:
                raise
    return {
        "verdicts": [_verdict(verdict, exposed) for verdict, exposed in zip(arbiter.verdicts, irregular, strict=True)],
        "tricks": _plain(arbiter.tricks),
        # The possible next cards by ruling, None at the end.
        "next": _plain(arbiter.choices),
        "facts": facts,
        "refuted": refuted,
    }


def judge_input(scored: ScoredState, index: int) -> dict[str, Any]:
    """Return a recorded manche, by its index, as a line of the judge format.

    `dealer` is None if an earlier manche was removed and the dealer no longer agrees with the player who led. Raises
    `ImpossibleFactsError` for a manche whose cards were not entered.
    """
    game = scored.game
    play = game.play
    cards = scored.played[index].cards
    if play is None or cards is None:
        raise ImpossibleFactsError("no_cards", field="plays")
    # The cards have keys of their own in the line.
    facts = without_cards(scored.manches[index].facts)
    table = replace(scored.table_of(index), order=cards.order)
    dealer = table.dealer
    # `judge` refuses a dealer and a leader who do not agree: the one who led is certain. `play.leader` returns the seat
    # that leads first at a table with this dealer; in some games a card decides, not the dealer.
    if play.leader is not None and play.leader(table) != cards.leader:
        dealer = None
    line = {
        "game": game.slug,
        "options": scored.state.options,
        "seats": scored.seats,
        "dealer": dealer,
        "leader": cards.leader,
        # The hands that were laid open during the play, else those that the facts name.
        "hands": cards.laid_open or play.hands(facts),
        "plays": list(cards.plays),
    }
    if cards.order is not None:
        line["order"] = list(cards.order)
    return {**line, **play.write_context(facts)}


def _play_all(arbiter: Arbiter, codes: Sequence[Any]) -> list[frozenset[int]]:
    """Play the cards, and return, for each card, the plays known to be irregular once it is played."""
    irregular = []
    for number, code in enumerate(codes, start=1):
        try:
            arbiter.play(code)
        except ImpossibleError as error:
            # The message names the play, counted from 1.
            error.args = (f"play {number}: {error}",)
            raise
        irregular.append(arbiter.irregular)
    return irregular


def _known_cards(arbiter: Arbiter) -> list[tuple[Card, ...]]:
    """Return the known cards of each seat: its hand if the hand was laid open, else the cards that it played."""
    known = []
    for seat, hand in enumerate(arbiter.hands):
        if hand is None:
            known.append(tuple(verdict.card for verdict in arbiter.verdicts if verdict.seat == seat))
        else:
            known.append(tuple(map(Card, hand)))
    return known


def _read_seat(value: object, name: str, seats: int) -> int | None:
    if value is None:
        return None
    return read_whole(value, 0, seats - 1, name)


def _read_leader(play: CardPlay[Any, Any], line: Mapping[Any, Any], table: Table, context: Json) -> int:
    """Return the seat that leads first, from `leader`, the context or the dealer; those given must agree."""
    seats = [_read_seat(value, "leader", table.seats) for value in (line.get("leader"), play.leader_in(context))]
    if play.leader is not None and table.dealer is not None:
        seats.append(play.leader(table))
    # Return the seat that the values name, without those that are None. Raises `ImpossibleFactsError` if they differ,
    # or if all are None.
    return agreed_leader(*seats)


def _read_hands(line: Mapping[Any, Any]) -> list[Sequence[str] | None] | None:
    """Return the hands laid open, from `hands` or `laid_open` (the same); a missing or null hand is unknown."""
    hands = line.get("hands")
    laid_open = line.get("laid_open")
    if hands is None:
        hands = laid_open
    # A line may have both keys if they are equal.
    elif laid_open not in (None, hands):
        raise ImpossibleFactsError("hands_disagree", field="laid_open")
    if hands is None:
        return None
    return [None if hand is None else read_list(hand, "hands") for hand in read_list(hands, "hands")]


# `exposed_now` are the plays that are known to be irregular once this card is played.
def _verdict(verdict: Verdict, irregular: frozenset[int]) -> dict[str, Any]:
    return {**{key: _plain(getattr(verdict, key)) for key in _VERDICT_KEYS}, "exposed_now": sorted(irregular)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - a value of a verdict, a trick or choices
    """Return a value as JSON: a card as its code, choices, a claim or a trick as an object of its fields."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, (list, tuple)):
        return [*map(_plain, value)]
    if isinstance(value, (Choices, Claim, Trick)):
        return {name: _plain(getattr(value, name)) for name in value.__slots__}
    return value
