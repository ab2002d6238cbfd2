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
from scorekeeper.web.games.tools.table import ToolTable

# The seats in the names of the fields, which are the same for both teams.
_PARTNERS = ("0", "2")
_TEAM = "team"
_ZEROS = {zero.value for zero in Zero}


@dataclass(frozen=True)
class TrickCount:
    """The bids and tricks of a team as sent, with the lines that they score, or the error.

    `state` has the arguments of the address. `partners` are the names of the players of `team`; `zeros` are the seats
    that bid a zero, whose own tricks are needed.
    """

    state: Mapping[str, Any]
    team: int
    partners: Sequence[str]
    sent: Mapping[str, str]
    zeros: Sequence[str]
    bid_choices: Sequence[tuple[str, str]]
    lines: Sequence[PileLine] | None
    total: int
    error: ImpossibleFactsError | None


def count_tricks(table: ToolTable) -> TrickCount:
    """Score the tricks of the team in the query string by its bids, without sacs of earlier manches."""
    names = ["tricks", *(f"{kind}-{seat}" for kind in ("bid", "nil") for seat in _PARTNERS)]
    sent = {name: table.arguments[name] for name in names if table.arguments.get(name)}
    zeros = [seat for seat in _PARTNERS if sent.get(f"bid-{seat}") in _ZEROS]
    team = _sent_team(table)
    lines, failure = None, None
    if "tricks" in sent:
        try:
            lines = _lines(table, sent, zeros)
        except ImpossibleFactsError as error:
            failure = error
    partners = [table.names[int(seat) + team] for seat in _PARTNERS]
    total = sum(line.points or 0 for line in lines or ())
    state = {**sent, _TEAM: team or None}
    return TrickCount(state, team, partners, sent, zeros, bid_choices(), lines, total, failure)


def _sent_team(table: ToolTable) -> int:
    """The team in the query string, 0 by default; aborts with 404 for another value."""
    sent = table.arguments.get(_TEAM, "0")
    return int(sent) if sent in {str(team) for team in range(TEAMS)} else abort(404)


def _lines(table: ToolTable, sent: Mapping[str, str], zeros: Sequence[str]) -> list[PileLine]:
    """The lines of the team, as if each opponent bid 1 and won the other tricks. Raises `ImpossibleFactsError`."""
    tricks = _int_or_text(sent["tricks"])
    bids = [_int_or_text(sent.get(f"bid-{seat}", "1")) if str(seat) in _PARTNERS else 1 for seat in range(SEATS)]
    nil_tricks = {seat: _int_or_text(sent[f"nil-{seat}"]) for seat in zeros if f"nil-{seat}" in sent}
    other_tricks = TRICKS - tricks if isinstance(tricks, int) and 0 <= tricks <= TRICKS else 0
    facts = read_facts(table.options, SEATS, {"bids": bids, "tricks": [tricks, other_tricks], "nil_tricks": nil_tricks})
    return [PileLine(why(line), line.points, line.article) for line in side_lines(table.options, facts, 0)]


def _int_or_text(text: str) -> int | str:
    """The number, or the text unchanged if it is not one: the game then refuses it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(TRICKS)) else text


PILE = Tool(
    "pile",
    lazy_gettext("Compter ces plis"),
    "games/spades/_pile.html",
    count_tricks,
    lazy_gettext("Les annonces des deux partenaires, puis leurs plis : le contrat, les sacs et les zéros se comptent."),
)
