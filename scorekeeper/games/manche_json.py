"""Convert a manche from and to JSON: the facts of its game, penalties, revokes and cards.

A *manche* is one deal of a partie. A *seat* is a place at the table, from 0 on, a *side* a seat or a team that scores
together. The JSON of a manche is one flat object: the facts of the game (what the table saw, such as the tricks of each
seat), which only the game can read, and the keys that every game has (`_SHARED_KEYS`). A *penalty* is points that the
table agreed to give; a *revoke* is a card that did not follow suit although the hand could. Articles such as T-7 are
those of the rulebook that all games share.

Once all cards are played, the facts that they decide replace those entered (T-7). The *context* of a manche is what is
known before its first card, such as bids; here it is read from the same facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, TypeVar

from scorekeeper.games.board import Board, board_of
from scorekeeper.games.contract import (
    POINTS_LIMIT,
    REASON_LENGTH,
    AnyGame,
    CardByCard,
    Game,
    Goal,
    MancheFacts,
    Order,
    Penalty,
    Table,
)
from scorekeeper.games.revokes import price_option
from scorekeeper.games.shape import ImpossibleFactsError, Json, read_list, read_whole

OptionsT = TypeVar("OptionsT")
FactsT = TypeVar("FactsT")

# The keys of a manche entered card by card: the first leader, the codes of the cards in order, the hands laid open by
# seat, and the order of play.
CARD_KEYS = ("leader", "plays", "laid_open", "order")
_PENALTY_KEYS = {"side", "points", "reason"}
_SHARED_KEYS = frozenset({"penalties", "revokes", *CARD_KEYS})


def read_manche(
    game: Game[OptionsT, FactsT], options: OptionsT, seats: int, facts: Json, *, stored: bool = False
) -> MancheFacts[FactsT]:
    """Read a manche from its JSON facts. Raises `ImpossibleFactsError`.

    `options` are the house rules in the game's own type. If the cards are not all played, the facts must agree with the
    cards so far. This is not checked for `stored` facts, which are recorded already, in the database or in a file.
    """
    if not isinstance(facts, Mapping):
        raise ImpossibleFactsError("not_an_object")
    # `game.sides` returns the side of each seat; sides are numbered from 0.
    sides = max(game.sides(options, seats)) + 1
    cards = read_cards(game, seats, facts)
    game_facts: Json = {name: value for name, value in facts.items() if name not in _SHARED_KEYS}
    penalties = _read_penalties(facts.get("penalties"), sides)
    revokes = _read_revokes(game, seats, facts)
    # `read_cards` finds no cards where `play` is None.
    play = game.play
    if cards is None or play is None:
        return MancheFacts(game.read_facts(options, seats, game_facts), penalties, revokes=revokes)
    # Plays the cards one by one, and raises an error for a card that cannot be played.
    board = board_for(game, options, seats, cards, game_facts)
    # The board has no seat to play: all cards are played, and the facts that they decide replace those entered.
    if board.seat is None:
        decided = play.facts(options, Table(seats), board.tricks, game_facts)
        # None if the game needs more context to find the facts, such as the bids.
        if decided is not None:
            game_facts = {**{name: value for name, value in game_facts.items() if name not in play.decided}, **decided}
    manche_facts = game.read_facts(options, seats, game_facts)
    if board.seat is not None and not stored:
        if cards.laid_open is not None:
            play.check_laid_open(manche_facts, cards.laid_open)
        # The seat that leads first according to the facts, None if they do not say.
        expected = play.leader_in(game.write_facts(manche_facts))
        if expected not in {None, cards.leader}:
            details = {"seat": cards.leader, "expected": expected}
            raise ImpossibleFactsError("wrong_leader", field="leader", article="T-2", **details)
        _refuse_conflict(play.goal(options, seats, manche_facts), board)
    return MancheFacts(manche_facts, penalties, cards, revokes)


def write_manche(game: Game[OptionsT, FactsT], manche: MancheFacts[FactsT]) -> dict[str, Any]:
    """Return a manche as JSON, which `read_manche` reads back as an equal value."""
    facts = game.write_facts(manche.facts)
    if manche.penalties:
        facts["penalties"] = [asdict(penalty) for penalty in manche.penalties]
    if manche.revokes:
        facts["revokes"] = list(manche.revokes)
    if manche.cards is not None:
        facts |= write_cards(manche.cards)
    return facts


def read_cards(game: AnyGame, seats: int, facts: Json) -> CardByCard | None:
    """Read the cards of a manche from its JSON facts, None when it has no cards. Raises `ImpossibleFactsError`.

    The codes of the cards are not checked here: the board that plays them refuses those that cannot be.
    """
    # Without the cards, no other key about them is allowed.
    if facts.get("plays") is None:
        for name in CARD_KEYS:
            if facts.get(name) is not None:
                raise ImpossibleFactsError("unknown_fact", field=name)
        return None
    if game.play is None:
        raise ImpossibleFactsError("unknown_fact", field="plays")
    first_seat = facts.get("leader")
    if first_seat is None:
        # Other facts may name the leader, as elder at Piquet.
        first_seat = game.play.leader_in(facts)
    if first_seat is None:
        raise ImpossibleFactsError("no_leader", field="leader")
    # `read_whole` returns an integer between the two bounds, and `read_list` a list; others are errors of this field.
    leader = read_whole(first_seat, 0, seats - 1, "leader", "T-2")
    hands = None
    if facts.get("laid_open") is not None:
        laid_open = read_list(facts["laid_open"], "laid_open")
        hands = tuple(None if hand is None else tuple(read_list(hand, "hands")) for hand in laid_open)
    order = None
    if facts.get("order") is not None:
        order = read_order(facts["order"], seats)
    # In the order of the fields: `leader`, `plays`, `laid_open`, `order`.
    return CardByCard(leader, tuple(read_list(facts["plays"], "plays")), hands, order)


def write_cards(cards: CardByCard) -> dict[str, Any]:
    """Return the JSON of the cards of a manche, which `read_cards` reads back."""
    json: dict[str, Any] = {"leader": cards.leader, "plays": list(cards.plays)}
    if cards.laid_open is not None:
        json["laid_open"] = [None if hand is None else list(hand) for hand in cards.laid_open]
    if cards.order is not None:
        json["order"] = list(cards.order)
    return json


def read_order(json: object, seats: int) -> Order | None:
    """Read an order of play: every seat once. Raises `ImpossibleFactsError`.

    The order goes round the table, so it is returned from seat 0 on: `[1, 0, 2, 3]` is `(0, 2, 3, 1)`. None if it is
    the order of the seats, such as `[2, 3, 0, 1]`.
    """
    order = [read_whole(seat, 0, seats - 1, "order", "T-2") for seat in read_list(json, "order", "T-2")]
    if sorted(order) != [*range(seats)]:
        raise ImpossibleFactsError("order_seats", field="order", article="T-2", expected=seats)
    # The part from seat 0 on, and then the part before it.
    first = order.index(0)
    from_first_seat = (*order[first:], *order[:first])
    if from_first_seat == (*range(seats),):
        return None
    return from_first_seat


def board_for(game: AnyGame, options: Any, seats: int, cards: CardByCard, context: Json) -> Board:  # noqa: ANN401 - each game has its own options type
    """Return the board after these cards of a manche with this context: its tricks, and the seat to play.

    Raises `ImpossibleFactsError`.
    """
    if game.play is None:
        raise ImpossibleFactsError("unknown_fact", field="plays")
    # The facts do not name the dealer, but the rules may ask for one: the dealer affects which cards are legal, and not
    # who takes a trick, so that a board may have any. The seat before the leader is taken: with it, the first lead
    # claims nothing about other hands (DP-11, an article of Hearts).
    table = Table(seats, order=cards.order)
    rules = game.play.rules(options, replace(table, dealer=table.after(cards.leader, -1)), context)
    return board_of(rules, cards, game.play.hands(context))


def _refuse_conflict(goal: Goal | None, board: Board) -> None:
    """Refuse facts that contradict the tricks already taken (T-7); without a goal they do not depend on the tricks."""
    for trick in board.tricks:
        if goal is not None:
            goal = goal.after(trick)
            # None: whatever the remaining tricks are, they cannot agree any more.
            if goal is None:
                raise ImpossibleFactsError("cards_disagree", field="plays", article="T-7")


def _read_revokes(game: AnyGame, seats: int, facts: Json) -> tuple[int, ...]:
    """The seats that revoked, sorted; a seat that revoked several times is entered once (T-5)."""
    if facts.get("revokes") is None:
        return ()
    items = read_list(facts["revokes"], "revokes", "T-5")
    # A game whose house rules have no price of a revoke cannot record one.
    if items and price_option(game) is None:
        raise ImpossibleFactsError("unknown_fact", field="revokes")
    revokes = sorted(read_whole(item, 0, seats - 1, "revokes", "T-5") for item in items)
    for seat in revokes:
        if revokes.count(seat) > 1:
            raise ImpossibleFactsError("revoke_twice", field="revokes", article="T-5", seat=seat)
    return tuple(revokes)


def _read_penalties(value: object, sides: int) -> tuple[Penalty, ...]:
    if value is None:
        return ()
    return tuple(_read_penalty(item, sides) for item in read_list(value, "penalties", "T-5"))


def _read_penalty(item: object, sides: int) -> Penalty:
    if not isinstance(item, Mapping) or set(item) != _PENALTY_KEYS:
        raise ImpossibleFactsError("penalty_shape", field="penalties", article="T-5", keys=sorted(_PENALTY_KEYS))
    reason = item["reason"]
    if not isinstance(reason, str) or not 0 < len(reason.strip()) <= REASON_LENGTH:
        raise ImpossibleFactsError("penalty_reason", field="penalties", article="T-5", highest=REASON_LENGTH)
    side = read_whole(item["side"], 0, sides - 1, "penalties", "T-5")
    points = read_whole(item["points"], -POINTS_LIMIT, POINTS_LIMIT, "penalties", "T-5")
    return Penalty(side, points, reason.strip())
