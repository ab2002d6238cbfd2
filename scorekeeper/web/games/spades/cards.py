"""Atout Pique card by card: the tricks of each player so far, and the tricks of a side counted.

A zero is a bid of no trick (nil); a sac is a trick more than the contract, the sum of the bids of a side. A *side* is
a team of two, or a player where each plays alone. Articles such as AP-4 are those of the rulebook of Atout Pique.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort
from flask_babel import lazy_gettext

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.games.spades.bids import Zero
from scorekeeper.games.spades.facts import read_facts, tricks_by_seat
from scorekeeper.games.spades.options import hand_tricks, side_count, side_of
from scorekeeper.games.spades.scoring import side_lines
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.spades.form import ZERO_VALUES, bid_choices, number_or_text, saved_bids
from scorekeeper.web.games.spades.text import why
from scorekeeper.web.games.tools.pile import PileLine
from scorekeeper.web.games.tools.query import ToolQuery


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return by seat the tricks taken and those bid: « 2/4 », « 0/0 » for a zero (AP-4, AP-5)."""
    # A zero is a contract of 0 tricks. No bid is None: the first card is entered after the last bid.
    bids = [0 if isinstance(bid, Zero) else bid for bid in saved_bids(scored)]
    return [f"{taken}/{bid}" for taken, bid in zip(tricks_by_seat(arbiter.tricks, scored.seats), bids, strict=True)]


# The tool that computes the points of a side from its bids and its tricks (AP-13 to AP-17, AP-21, AP-24).

_TEAM = "team"  # the query argument that names the side


@dataclass(frozen=True)
class TrickCount:
    """The bids and tricks of a side as sent, with the lines (points and reason) that they score, or the error."""

    # The arguments of the address.
    state: Mapping[str, Any]
    # The number of the side.
    team: int
    # The names of its players, by the number in the names of their fields. The numbers are the seats of side 0
    # whichever the side: the bids of both partners are `bid-0` and `bid-2`.
    players: Mapping[str, str]
    # The values sent, by the name of the field.
    sent: Mapping[str, str]
    # The numbers of the partners that bid a zero, for whom the form also asks how many tricks they took.
    zeros: Sequence[str]
    # Every bid, as (value sent, label).
    bid_choices: Sequence[tuple[str, str]]
    # None before the tricks are entered, or with an error.
    lines: Sequence[PileLine] | None
    # The points of the lines.
    total: int
    error: ImpossibleFactsError | None


def count_tricks(query: ToolQuery) -> TrickCount:
    """Score the tricks of the side in the query string by its bids, without sacs of earlier manches."""
    # `seat` reads any number of a seat; sides are numbered from 0 too, so that the number of a side is one of those.
    team = query.seat(_TEAM) or 0
    if team >= side_count(query.options, query.seats):
        abort(404)
    # By seat of side 0 (0 and 2 with teams, else 0), the name of the player of this side: those of team 1 are one seat
    # further, in the seats 1 and 3; where each plays alone, the seat is the number of the side.
    players = {str(seat): query.names[seat + team] for seat in range(query.seats) if side_of(query.options, seat) == 0}
    # Of each player the form has a bid and, after a zero, the tricks: `bid-0`, `nil-2`.
    names = ["tricks", *(f"{kind}-{seat}" for kind in ("bid", "nil") for seat in players)]
    sent = {name: query.arguments[name] for name in names if query.arguments.get(name)}
    # Where each plays alone, the tricks of the side are those of the zero (AP-24): they are not asked for.
    zeros = [seat for seat in players if sent.get(f"bid-{seat}") in ZERO_VALUES and not query.options.alone]
    lines = None
    failure = None  # Python deletes the name `error` at the end of its `except`
    if "tricks" in sent:
        try:
            lines = _lines(query, sent, zeros)
        except ImpossibleFactsError as error:
            failure = error
    return TrickCount(
        state={**sent, _TEAM: team or None},
        team=team,
        players=players,
        sent=sent,
        zeros=zeros,
        bid_choices=bid_choices(hand_tricks(query.seats)),
        lines=lines,
        total=sum(line.points or 0 for line in lines or ()),
        error=failure,
    )


def _lines(query: ToolQuery, sent: Mapping[str, str], zeros: Sequence[str]) -> list[PileLine]:
    """Return the lines (points and reason) of the side. Raises `ImpossibleFactsError` for impossible bids or tricks.

    The game scores whole manches, so that the opponents need bids and tricks: each bids 1, and the next side takes the
    tricks that this side leaves.
    """
    # `number_or_text` leaves a text that is no number unchanged: `read_facts` refuses it.
    options = query.options
    seats = query.seats
    tricks = number_or_text(sent["tricks"])
    total = hand_tricks(seats)
    bids = [number_or_text(sent.get(f"bid-{seat}", "1")) for seat in range(seats)]
    nil_tricks = {seat: number_or_text(sent[f"nil-{seat}"]) for seat in zeros if f"nil-{seat}" in sent}
    # If the tricks of this side are no possible number, `read_facts` refuses them whatever the others take.
    other_tricks = 0
    if isinstance(tricks, int) and 0 <= tricks <= total:
        other_tricks = total - tricks
    # The tricks of this side, of the next side, and, where each plays alone, 0 for each other player.
    by_side = [tricks, other_tricks, *(0 for _ in range(2, side_count(options, seats)))]
    facts = read_facts(options, seats, {"bids": bids, "tricks": by_side, "nil_tricks": nil_tricks})
    return [PileLine(why(line), line.points, line.article) for line in side_lines(options, facts, 0)]


# Its name in addresses, its title, its template, its function, and the sentence below its title.
PILE = Tool(
    "pile",
    lazy_gettext("Compter ces plis"),
    "games/spades/_pile.html",
    count_tricks,
    lazy_gettext("Les annonces, puis les plis : le contrat, les sacs et les zéros se comptent."),
)
