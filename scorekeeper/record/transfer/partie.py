"""Validate a partie of a file: fold its log, compare the result with the state in the file, and compute its summary.

A partie is a game, and its manches are the deals. The log begins at a *base*, the whole state at one version, and each
later row makes the next version; a row up to the base is *old*, and is only shown. To *fold* the log is to apply its
changes to the base. The changes that *Annuler* (undo) did not take back form a *stack*; a change has the version of the
one `below` it, and *Refaire* makes one again. Undoing can lead back to each earlier state, so the facts and cards of
each are read under the house rules of that state.

The *facts* of a manche are what the table saw, and the *entry* is what is entered of the manche being played: its
*context* (bids, for instance) and its cards. A *participant* is a player of the partie, numbered from 0 by arrival, and
a *stay* a participant in a seat since a version. `paper` marks a partie by totals: only its points are known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import AnyGame, Order
from scorekeeper.games.manche_json import read_cards, read_manche, write_cards
from scorekeeper.games.shape import ImpossibleError, Json, quotable
from scorekeeper.partie.changes import CardPlayed, PartieChange, Recorded, Restored, RulesChanged
from scorekeeper.partie.decide.partie import check_current
from scorekeeper.partie.log import LAID_OUT, STARTED, LogRow, Stack, StackStep, follow_log
from scorekeeper.partie.payloads import read_row, read_value, write_row, write_value
from scorekeeper.partie.scored import score_state
from scorekeeper.partie.state import RecordedManche, State, participants_with_stays
from scorekeeper.record.names import change_texts, clean_name, clean_note
from scorekeeper.record.partie.storing import partie_values, seat_rows
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer.errors import errors_at, require
from scorekeeper.record.transfer.rows import OldPayload

Row = dict[str, Any]
_MOST_POINTS = 1_000_000_000  # slightly less than the largest total that the database can store
# Only rows up to the base of a partie have these kinds: the start, and what an earlier version of the app wrote.
_OLD_KINDS = {STARTED, LAID_OUT}
# Reads the payload (the values) of an old row: at most facts, a note and options.
_OLD_PAYLOAD = TypeAdapter[Any](OldPayload)


def game_of(row: Row, seats: int) -> AnyGame:
    """Return the game of a partie or preset. Raises `RefusedError` if it is unknown or not for this number of seats."""
    require_known_game(row)
    game = GAMES[row["game"]]
    if row.get("paper"):
        game = game_by_totals(row["game"])
    # `require` raises `RefusedError` unless the condition is true; "seats" is the path of the error in the file.
    require(seats in game.table_sizes, "seats")
    return game


def require_known_game(row: Row) -> Row:
    """Return the row. Raises `RefusedError` if its game is unknown."""
    if row["game"] not in GAMES:
        raise RefusedError("not_known", field="game", value=quotable(row["game"]))
    return row


def read_partie(row: Row) -> Row:
    """Validate and replay a partie of the file; return it with the rows of its `seats`. Raises `RefusedError`."""
    log = _PartieLog(row)
    state, stack = log.follow()
    # With the default of each house rule that is missing.
    row["options"] = log.complete(row["options"], "options")
    folded = {**partie_values(state, stack), "manches": log.manches_after(state)}
    # The values that this state has in the database must be those of the file.
    for name, value in folded.items():
        require(row[name] == value, name, "other_state")
    # The file has the time if the partie is abandoned or removed in the state after its last change, and only then.
    for name, is_set in (("abandoned_at", state.abandoned), ("deleted_at", state.removed)):
        require((row[name] is not None) == is_set, name, "other_state")
    # Equal values may have another form, such as true for 1: those of the app are stored.
    row |= folded
    # After a merge of two players, two participants can be one player, but only one of them has stays.
    stayed = [row["participants"][number] for number in participants_with_stays(state)]
    # No player twice.
    require(len({*stayed}) == len(stayed), "participants")
    with log.errors_at("manches"):
        scored = score_state(state)
    require(all(abs(total) <= _MOST_POINTS for total in scored.sheet.totals), "manches")
    return {**row, "seats": seat_rows(state)}


def manche_row(manche: Any, *, taken_back: bool) -> Row:  # noqa: ANN401 - of a state, or a row of the database
    """Return the object of a manche in a file; `taken_back` if its recording was undone."""
    values = {name: getattr(manche, name) for name in RecordedManche.__slots__}
    # JSON has lists for tuples. Few manches have an order or are taken back: None is left out below.
    values |= {"order": manche.order and [*manche.order], "taken_back": taken_back or None}
    values["kept"] = manche.kept and not taken_back
    return {name: value for name, value in values.items() if value is not None}


class _PartieLog:
    """The base and the log of a partie of the file, and the manches that they recorded."""

    def __init__(self, row: Row) -> None:
        """Read the base and the changes, and replace their JSON by that of their values."""
        self.row = require_known_game(row)
        self.changes = row["changes"]
        base = row["base"]
        with self.errors_at("base.state"):
            # Read the JSON as a `State`; pydantic refuses another shape.
            bottom = read_value(State, _clean_texts(base["state"]))
            self.seats = len(bottom.seats)
            self.game = game_of(row, self.seats)
        # The house rules that the partie has or had, in the game's own type. The key is their JSON as text; `complete`
        # adds to them.
        self.rules: dict[str, Any] = {}
        self.bottom = replace(bottom, options=self.complete(bottom.options, "base.state.options"))
        base["state"] = write_value(self.bottom)
        # Each manche as it was recorded, by version. At first they are those of the file up to the base, and those of
        # the base.
        old_manches = [_manche(manche) for manche in row["manches"] if manche["version"] <= base["version"]]
        self.recorded = {manche.version: manche for manche in (*old_manches, *bottom.manches)}
        # The number of changes up to the base. After it, each version has exactly one: of 9 changes of a partie of
        # version 9 with a base of version 4, the last 5 come after the base.
        self.old_count = len(self.changes) - row["version"] + base["version"]
        require(0 < self.old_count <= len(self.changes), "changes")
        versions = [change["version"] for change in self.changes]
        # From the change that made the base on, no version is missing.
        require(versions[self.old_count - 1 :] == [*range(base["version"], row["version"] + 1)], "changes")
        require(_is_increasing(versions), "changes")
        for index in range(self.old_count):
            self._check_old_change(index)
        self.log = [self._read_change(index) for index in range(self.old_count, len(self.changes))]
        self._check_base()

    def errors_at(self, path: str) -> AbstractContextManager[None]:
        """Turn the errors raised in the body into a `RefusedError` with this path."""
        return errors_at(path, self.row["game"])

    def complete(self, options: Json, path: str) -> dict[str, Any]:
        """Return these house rules as JSON with every option, and add them to the rules of the partie."""
        with self.errors_at(path):
            rules = self.game.read_options(options, self.seats)
        completed = self.game.write_options(rules)
        self.rules[json.dumps(completed)] = rules
        return completed

    def _check_old_change(self, index: int) -> None:
        change = self.changes[index]
        with self.errors_at(f"changes[{index}]"):
            # An old row is not in the stack.
            require("below" not in change, "below")
            # A row that names a manche names a known one, and the row of a recording always names one.
            require("manche" not in change or change["manche"] in self.recorded, "manche")
            require("manche" in change or change["kind"] != Recorded.kind, "manche", "other_state")
            with self.errors_at("payload"):
                change["payload"] = _OLD_PAYLOAD.validate_python(change["payload"])
            # Rules that cannot be read any more are left out; facts are then read under the others.
            if "options" in change["payload"]:
                with suppress(RefusedError):
                    self.complete(change["payload"]["options"], "")

    def _read_change(self, index: int) -> LogRow:
        change = self.changes[index]
        require(change["kind"] not in _OLD_KINDS, f"changes[{index}].kind")
        with self.errors_at(f"changes[{index}].payload"):
            # The change, step or mark of this kind; a payload of another shape is refused.
            read = read_row(change["kind"], _clean_texts(change["payload"]))
            if isinstance(read, RulesChanged):
                read = replace(read, options=self.complete(read.options, "options"))
        # `write_row` returns the kind and the payload of a row.
        change["payload"] = write_row(read)[1]
        return read

    def _check_base(self) -> None:
        """Refuse a base that the app would not have written."""
        bottom = self.bottom
        base = self.row["base"]
        about = bottom.version, bottom.game, bottom.paper
        require(about == (base["version"], self.row["game"], self.row["paper"]), "base.state")
        with self.errors_at("base.state"):
            require(bottom.first_dealer in range(self.seats), "first_dealer")
            # No state came before, so each manche is checked.
            self._check_state(bottom, replace(bottom, manches=()), "manches[{}]")
            # The first player of each seat has it before the first manche.
            for seating in bottom.seats:
                require(seating.stays[0].since < min(self.recorded, default=bottom.version), "seats")
            versions = [manche.version for manche in bottom.manches]
            # In order, and none after the base: the version after the base is the end of an increasing list.
            require(_is_increasing([*versions, bottom.version + 1]), "manches")
            self._check_entry(bottom)

    def follow(self) -> tuple[State, Stack]:
        """Return the state and the stack after all changes. Raises `RefusedError` for one that cannot follow."""
        state = self.bottom
        stack = Stack(self.bottom.version)
        # Yields each row with its version, and the state and stack after it.
        steps = follow_log(self.bottom, self.log)
        # `manche_of[version]` is the version of the manche that the row of this version is about, None if it is about
        # none.
        manche_of: dict[int, int | None] = {}
        # Each change with the one that follows it, None after the last.
        for index, (_change, following) in enumerate(pairwise([*self.log, None]), start=self.old_count):
            # The same change as JSON of the file.
            item = self.changes[index]
            before = state
            below: int | None = stack.top
            with self.errors_at(f"changes[{index}]"):
                version, change, state, stack = next(steps)
                # Other rows, such as *Annuler*, are not in the stack.
                if not isinstance(change, PartieChange):
                    below = None
                require(item.get("below") == below, "below")
                manche_of[version] = self._manche_of(change, version, manche_of)
                require(item.get("manche") == manche_of[version], "manche")
                if isinstance(change, PartieChange):
                    self._check_change(change, before, state)
                    # If another card follows, the entry is checked with that card.
                    if not isinstance(following, CardPlayed):
                        self._check_entry(state)
                # It is the last one of the sheet.
                if isinstance(change, Recorded):
                    self.recorded[version] = state.manches[-1]
        return state, stack

    def _manche_of(self, change: LogRow, version: int, manche_of: Mapping[int, int | None]) -> int | None:
        """Return the version of the manche that a change is about, None if it is about none."""
        # *Annuler* and *Refaire* are about the manche of the change that they take back or make again: `of` is the kind
        # of this change, and `step` its version.
        if isinstance(change, StackStep):
            # The first row after the base makes the next version.
            require(change.of == self.log[change.step - self.bottom.version - 1].kind, "payload.of")
            return manche_of[change.step]
        if isinstance(change, Recorded):
            return version
        # Only changes such as a correction have this field.
        return getattr(change, "manche", None)

    def _check_change(self, change: PartieChange, before: State, state: State) -> None:
        """Refuse a change that can be applied to the state before it, but that the app would not have made."""
        if isinstance(change, CardPlayed):
            require(change.seat in range(self.seats), "payload.seat")
        # A change of what is entered of the current manche; `_check_entry` checks the entry after it.
        if change.of_entry:
            return
        entry = before.entry
        # The app records a manche with the dealer and the order that were entered, and with all cards that were played.
        if isinstance(change, Recorded):
            require((change.dealer, change.order) == (entry.dealer, entry.order), "payload")
            if entry.cards is not None and entry.cards.plays:
                require(change.facts.get("plays") == [*entry.cards.plays], "payload.facts")
        if isinstance(change, Restored) and change.recording is not None:
            require(change.manche in self.recorded, "payload.manche")
        self._check_state(state, before, "payload")

    def _check_state(self, state: State, before: State, path: str) -> None:
        """Refuse impossible seats and manches; `path` is that of a manche, with {} for its index."""
        participants = {*range(len(self.row["participants"]))}
        # Without names of teams, the app has None.
        require(state.side_names != (), "side_names")
        for seating in state.seats:
            # The partie counts for a participant who has or had the seat, and all of them exist.
            stayed = {stay.who for stay in seating.stays}
            require(seating.counts_for in stayed and stayed <= participants, "seats")
        former = {manche.version: manche for manche in before.manches}
        for index, manche in enumerate(state.manches):
            # Manches and rules are immutable: the same object as before was checked before.
            if manche is former.get(manche.version) and state.options is before.options:
                continue
            with self.errors_at(path.format(index)):
                self._check_turn(manche.dealer, manche.order)
                # A deleted manche may have been recorded under other rules.
                self._read_facts(manche.facts, state.options if manche.kept else None)

    def _check_turn(self, dealer: int | None, order: Order | None) -> None:
        require(dealer is None or dealer in range(self.seats), "dealer")
        require(order is None or sorted(order) == [*range(self.seats)], "order")

    def _check_entry(self, state: State) -> None:
        """Refuse an impossible dealer, order, revokes, context or cards of the current manche."""
        entry = state.entry
        self._check_turn(entry.dealer, entry.order)
        require(all(seat in range(self.seats) for seat, _played in entry.revokes))
        # Only games with bids, trump or declarations have a function to check a context.
        require(entry.context is None or self.game.check_context is not None)
        if entry.cards is not None:
            # `read_cards` refuses impossible cards; cards in another form than the app's do not come back the same.
            require(read_cards(self.game, self.seats, write_cards(entry.cards)) == entry.cards)
        # Raises `RefusedError` if the context or the cards do not fit the rules.
        if entry.context is not None or entry.cards is not None:
            check_current(score_state(state))

    def _read_facts(self, facts: Json, options: Json | None) -> None:
        """Read facts under these house rules. Raises `ImpossibleError` if the game refuses them.

        Without rules, they are read under all that the partie has or had: one of these must allow them.
        """
        possible = [*self.rules.values()]
        if options is not None:
            possible = [self.rules[json.dumps(options)]]
        # If the facts fit none of these rules, the error is that of the last ones, which is not suppressed.
        *others, last = possible
        for rules in others:
            with suppress(ImpossibleError):
                read_manche(self.game, rules, self.seats, facts, stored=True)
                return
        read_manche(self.game, last, self.seats, facts, stored=True)

    def manches_after(self, state: State) -> list[Row]:
        """Return the manches that the file must have if this is its state. Raises `RefusedError` if one differs."""
        in_state = {manche.version: manche for manche in state.manches}
        # A manche whose recording was taken back is as it was recorded: what was done since was taken back before.
        rows = [
            manche_row(in_state.get(version, recorded), taken_back=version not in in_state)
            for version, recorded in sorted(self.recorded.items())
        ]
        # The first manche that differs is refused with its path; `read_partie` refuses a list of another length.
        for index, (manche, in_file) in enumerate(zip(rows, self.row["manches"], strict=False)):
            with self.errors_at(f"manches[{index}]"):
                require(in_file == manche, "", "other_state")
                # It is in no state that `follow` leads to in the end, so its facts are checked here.
                if "taken_back" in manche:
                    self._check_turn(manche.get("dealer"), manche.get("order"))
                    self._read_facts(manche["facts"], None)
        return rows


# A manche of the file as an object. A key that the file leaves out is None; an order, which is a list in JSON, becomes
# a tuple.
def _manche(row: Row) -> RecordedManche:
    values: Row = {name: row.get(name) for name in ("version", "facts", "note", "dealer", "kept")}
    return RecordedManche(**values, order=row.get("order") and (*row["order"],))


# Texts that the table typed are trimmed, and refused with control characters, as in forms. Only those of the keys
# `note`, `reason` and `side_names` are texts; a reason is stored as the table typed it.
def _clean_texts(value: Any) -> Any:  # noqa: ANN401 - any JSON
    return change_texts(value, _clean_text)


def _clean_text(text: str, key: str) -> str:
    if key == "note":
        return clean_note(text, field="")
    if key == "reason":
        return text
    return clean_name(text, field="", required=False)


def _is_increasing(numbers: Sequence[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))
