"""Random acts at a table: any use case, with sensible and with senseless values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from support.deals import COUP, DECLARATIONS, recorded

from scorekeeper.games.contract import plain_value
from scorekeeper.partie.changes import Abandoned, BroughtBack, Recorded, Removed, Reopened
from scorekeeper.partie.decide import entry, partie, players, sheet, turn
from scorekeeper.partie.refusals import RefusedError

if TYPE_CHECKING:
    from random import Random

    from partie.journal import Journal

    from scorekeeper.partie.changes import PartieChange
    from scorekeeper.partie.scored import ScoredState

HEARTS, SPADES = recorded("hearts")[0], recorded("spades")[0]
DEALERS = {"hearts": HEARTS["dealer"], "spades": SPADES["dealer"], "piquet": 1}
LEADERS = {"hearts": HEARTS["leader"], "spades": SPADES["leader"], "piquet": 0}
PLAYS = {"hearts": HEARTS["plays"], "spades": SPADES["plays"], "piquet": COUP}
CONTEXTS: dict[str, dict[str, Any]] = {"hearts": {}, "spades": {"bids": SPADES["bids"]}, "piquet": DECLARATIONS}
BY_HAND: dict[str, dict[str, Any]] = {
    "hearts": {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None},
    "spades": {**CONTEXTS["spades"], "tricks": [6, 7], "nil_tricks": {}},
    "piquet": {**DECLARATIONS, "tricks": [7, 5], "last": 0},
}
# Seat 0 leads the clubs, and the others discard cards of the same rank: it takes every trick (DP-21).
SWEEP = [f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in "CDSH"]
ARRIVALS = 8  # participants, those of the seats included


def _facts(scored: ScoredState) -> dict[str, Any]:
    facts = BY_HAND[scored.game.slug]
    return facts if scored.game.slug != "piquet" else {**facts, "elder": 1 - scored.deal.dealer}


def _record(journal: Journal, chance: Random) -> PartieChange:
    return sheet.record(journal.scored, _facts(journal.scored), chance.choice(("", "note")))


def _context(journal: Journal, chance: Random) -> PartieChange | None:
    context = CONTEXTS[journal.state.game]
    return entry.set_context(journal.scored, chance.choice((context, context, {})))


def _play(journal: Journal, chance: Random) -> PartieChange:
    cards = journal.state.entry.cards
    played = () if cards is None else cards.plays
    code = next((code for code in PLAYS[journal.state.game] if code not in played), "2C")
    _arbiter, verdict = entry.judge(journal.scored, code)
    return entry.play(verdict, [_seat(journal, chance)] if chance.random() < 0.2 else ())


def _lay_open(journal: Journal, chance: Random) -> PartieChange:
    scored, seat = journal.scored, _seat(journal, chance)
    arbiter = scored.current.arbiter(scored.current.require_cards())
    played = [verdict.card.code for verdict in arbiter.verdicts]
    count = arbiter.rules.hand_sizes[seat] - sum(verdict.seat == seat for verdict in arbiter.verdicts)
    return entry.lay_open(scored, seat, [code for code in PLAYS[scored.game.slug] if code not in played][:count])


def _restore(journal: Journal, chance: Random) -> PartieChange | None:
    """Restore a deleted manche, or one whose recording was taken back."""
    version = _manche(journal, chance, taken_back=True)
    if any(manche.version == version for manche in journal.state.manches):
        return sheet.restore(journal.scored, version)
    recording = journal.rows[version - journal.bottom.version - 1]
    assert isinstance(recording, Recorded)
    return sheet.restore(journal.scored, version, recording)


def _rules(journal: Journal, chance: Random) -> PartieChange | None:
    option = chance.choice(journal.scored.game.options)
    options = {**journal.state.options, option.name: plain_value(chance.choice(option.values))}
    return partie.change_rules(journal.scored, options, chance.choice((None, ("Eux", ""))))


def _order(journal: Journal, chance: Random) -> PartieChange | None:
    seats = len(journal.state.seats)
    return turn.change_order(journal.scored, [0, *chance.sample(range(1, seats), seats - 1)])


def _replace(journal: Journal, chance: Random) -> PartieChange:
    who, former = chance.randrange(ARRIVALS), chance.random() < 0.3
    return players.replace_player(
        journal.scored, _seat(journal, chance), who, range(ARRIVALS), counts_for_former=former
    )


def _seat(journal: Journal, chance: Random) -> int:
    return chance.randrange(len(journal.state.seats))


def _manche(journal: Journal, chance: Random, *, taken_back: bool = False) -> int:
    first = journal.bottom.version + 1
    recorded_at = [version for version, row in enumerate(journal.rows, start=first) if isinstance(row, Recorded)]
    known = {manche.version for manche in journal.state.manches}
    found = [version for version in recorded_at if taken_back or version in known]
    if not found:
        raise RefusedError("no_such_manche")
    return chance.choice(found)


ACTS: dict[str, Any] = {
    "record": _record,
    "record cards": lambda journal, _: sheet.record_cards(journal.scored, CONTEXTS[journal.state.game], ""),
    "correct": lambda journal, chance: sheet.correct(
        journal.scored, _manche(journal, chance), _facts(journal.scored), chance.choice(("", "note"))
    ),
    "delete": lambda journal, chance: sheet.delete(journal.scored, _manche(journal, chance)),
    "restore": _restore,
    "context": _context,
    "begin cards": lambda journal, chance: entry.begin_cards(
        journal.scored, chance.choice((None, _seat(journal, chance)))
    ),
    "play": _play,
    "take back": lambda journal, _: entry.take_back(journal.scored),
    "take all back": lambda journal, _: entry.take_back(journal.scored, 0),
    "replace card": lambda journal, chance: entry.replace_card(
        journal.scored, 0, chance.choice(PLAYS[journal.state.game])
    ),
    "clear cards": lambda journal, _: entry.clear_cards(journal.scored),
    "lay open": _lay_open,
    "rules": _rules,
    "dealer": lambda journal, chance: turn.change_dealer(journal.scored, _seat(journal, chance)),
    "first dealer": lambda journal, chance: turn.change_dealer(journal.scored, _seat(journal, chance), from_first=True),
    "order": _order,
    "exchange": lambda journal, chance: players.exchange_names(journal.scored, 0, _seat(journal, chance)),
    "replace": _replace,
    "give back": lambda journal, chance: players.give_back(journal.scored, _seat(journal, chance)),
    "credit": lambda journal, chance: players.credit(
        journal.scored, _seat(journal, chance), chance.randrange(ARRIVALS)
    ),
    "abandon": lambda *_: Abandoned(),
    "reopen": lambda *_: Reopened(),
    "remove": lambda *_: Removed(),
    "bring back": lambda *_: BroughtBack(),
}

WEIGHTS = {"record": 8, "record cards": 3, "play": 12, "begin cards": 4, "context": 4, "reopen": 6, "bring back": 6}
"""How often an act is tried, if not once: those that are rarely possible more often."""
