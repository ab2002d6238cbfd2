"""The tool that scores the tricks of a team of Atout Pique against its bids (AP-13 to AP-17, AP-21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort
from flask_babel import lazy_gettext

from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.games.spades.bids import TRICKS, Zero
from scorekeeper.games.spades.facts import read_facts
from scorekeeper.games.spades.options import SEATS, TEAMS
from scorekeeper.games.spades.scoring import side_lines
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.spades.begin import bid_choices
from scorekeeper.web.games.spades.text import why
from scorekeeper.web.games.tools.pile import PileLine
from scorekeeper.web.games.tools.table import ToolError, ToolTable

_PARTNERS = ("0", "2")
_TEAM = "team"
_ZEROS = {zero.value for zero in Zero}


@dataclass(frozen=True)
class TricksCounted:
    """The bids and tricks of a team as sent, with the lines they score or the error.

    `zeros` are the partners who bid a zero and whose own tricks are needed. `team` is the team whose players are named.
    """

    state: Mapping[str, Any]
    team: int
    partners: Sequence[str]
    sent: Mapping[str, str]
    zeros: Sequence[str]
    bids: Sequence[tuple[str, str]]
    lines: Sequence[PileLine] | None
    total: int
    fault: ToolError | None


def count_tricks(table: ToolTable) -> TricksCounted:
    """Score the tricks of the team under its bids, without sacs carried over."""
    names = ["tricks", *(f"{kind}-{seat}" for kind in ("bid", "nil") for seat in _PARTNERS)]
    sent = {name: table.arguments[name] for name in names if table.arguments.get(name)}
    zeros = [seat for seat in _PARTNERS if sent.get(f"bid-{seat}") in _ZEROS]
    lines, fault = None, None
    if "tricks" in sent:
        try:
            lines = _lines(table, sent, zeros)
        except ImpossibleFactsError as error:
            fault = table.fault(error, first_seat=_team(table))
    team = _team(table)
    partners = [table.names[int(seat) + team] for seat in _PARTNERS]
    total = sum(line.points or 0 for line in lines or ())
    state = {**sent, _TEAM: team or None}
    return TricksCounted(state, team, partners, sent, zeros, bid_choices(), lines, total, fault)


def _team(table: ToolTable) -> int:
    """The team in the query string, 0 by default."""
    sent = table.arguments.get(_TEAM, "0")
    return int(sent) if sent in {str(team) for team in range(TEAMS)} else abort(404)


def _lines(table: ToolTable, sent: Mapping[str, str], zeros: Sequence[str]) -> list[PileLine]:
    """The lines of the team, when the other team bids the least possible and takes the other tricks."""
    tricks = _number(sent["tricks"])
    bids = [_number(sent.get(f"bid-{seat}", "1")) if str(seat) in _PARTNERS else 1 for seat in range(SEATS)]
    own = {seat: _number(sent[f"nil-{seat}"]) for seat in zeros if f"nil-{seat}" in sent}
    rest = TRICKS - tricks if isinstance(tricks, int) and 0 <= tricks <= TRICKS else 0
    facts = read_facts(table.options, SEATS, {"bids": bids, "tricks": [tricks, rest], "nil_tricks": own})
    return [PileLine(why(line), line.points, line.article) for line in side_lines(table.options, facts, 0)]


def _number(text: str) -> int | str:
    """The number, or the text unchanged when it is none: the engine then refuses it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(TRICKS)) else text


PILE = Tool(
    "pile",
    lazy_gettext("Compter ces plis"),
    "games/spades/_pile.html",
    count_tricks,
    lazy_gettext("Les annonces des deux partenaires, puis leurs plis : le contrat, les sacs et les zéros se comptent."),
)
