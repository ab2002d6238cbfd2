"""The public format of the command `lamarque judge`: read one manche a line, write its verdicts as one line.

A verdict is the ruling on one card, with what it claims of the player's hand, and the indices of the plays that it
proves or shows to be irregular. The context is what is known before the first card: bids, trump, hands laid open.
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

_KEYS = ("game", "options", "seats", "dealer", "leader", "hands", "laid_open", "order", "plays")
_VERDICT_KEYS = ("seat", "card", "ruling", "articles", "claims", "exposes", "suspects", "proves")


def judge_line(text: str) -> dict[str, Any]:
    """Return the verdicts of a line of the judge format, or `{"error": …, "refusal": …}` if the line is refused."""
    return answer_line(text, judge_object)


def judge_object(line: Json) -> dict[str, Any]:
    """Return the verdicts of a line of the judge format, read as JSON. Raises `ImpossibleError`."""
    game, seats, options = read_game_seats_options(line)
    if game.play is None:
        raise ImpossibleError("no_cards", field="game", value=game.slug)
    refuse_unknown_keys(line, {*_KEYS, *game.play.context})
    context = game.play.read_context(options, line)
    order = None
    if line.get("order") is not None:
        order = read_order(line["order"], seats)
    table = Table(seats, _read_seat(line.get("dealer"), "dealer", seats), order)
    rules = game.play.rules(options, table, context or {})
    leader = _read_leader(game.play, line, table, context or {})
    arbiter = Arbiter(rules, leader, _read_hands(line), order)
    irregular = _play_all(arbiter, read_list(line.get("plays", []), "plays"))
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
    facts = without_cards(scored.manches[index].facts)
    table = replace(scored.table_of(index), order=cards.order)
    dealer = table.dealer
    # `judge` refuses a dealer and a leader who do not agree.
    if play.leader is not None and play.leader(table) != cards.leader:
        dealer = None
    line = {
        "game": game.slug,
        "options": scored.state.options,
        "seats": scored.seats,
        "dealer": dealer,
        "leader": cards.leader,
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
            error.args = (f"play {number}: {error}",)
            raise
        irregular.append(arbiter.irregular)
    return irregular


def _known_cards(arbiter: Arbiter) -> list[tuple[Card, ...]]:
    """Return by seat the cards of the hand laid open, else the cards played."""
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
    return agreed_leader(*seats)


def _read_hands(line: Mapping[Any, Any]) -> list[Sequence[str] | None] | None:
    """Return the hands laid open, from `hands` or `laid_open` (the same); a missing or null hand is unknown."""
    hands = line.get("hands")
    laid_open = line.get("laid_open")
    if hands is None:
        hands = laid_open
    elif laid_open not in (None, hands):
        raise ImpossibleFactsError("hands_disagree", field="laid_open")
    if hands is None:
        return None
    return [None if hand is None else read_list(hand, "hands") for hand in read_list(hands, "hands")]


def _verdict(verdict: Verdict, irregular: frozenset[int]) -> dict[str, Any]:
    return {**{key: _plain(getattr(verdict, key)) for key in _VERDICT_KEYS}, "exposed_now": sorted(irregular)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - a value of a verdict, a trick or choices
    """Return a value as JSON: a card as its code, and what has fields with these."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, (list, tuple)):
        return [*map(_plain, value)]
    if isinstance(value, (Choices, Claim, Trick)):
        return {name: _plain(getattr(value, name)) for name in value.__slots__}
    return value
