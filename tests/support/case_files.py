"""Cases in TOML files of `data/`: house rules, the facts of manches, and what a game makes of them.

    [voltes."DP-18 volte at 25"]                                    a section, and the name of the case
    seats = 6                                                       if not four
    options = { queen_points = 12 }                                 if not the default house rules
    facts = { taken = { H = [13, 0, 0, 0], QS = [1, 0, 0, 0] } }    of one manche, or `manches` of several
    points = [0, 25, 25, 25]                                        what is expected

What is expected of manches:

    points               of the last manche
    lines                of the last manche: "2 hearts 3 DP-17 ×3 @2" has the side, reason, points and article, the
                         number of cards, and the seat
    each, running        the points of every manche, and the totals after it
    totals               of the partie
    ending, result       *limit after 4, won by 0 (DP-25)* or *none*, and its figures
    written              the facts of the last manche as they are stored
    refused, incomplete  the error of facts that are impossible, or that lack one

What is expected of options:

    changed              the options that differ from the defaults
    sides                the side of each seat
    refused              the error
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from support.cases import DATA

from scorekeeper.games.contract import AnyGame, Ending, Line, Sheet, plain_value
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError, IncompleteFactsError

Case = dict[str, Any]
Measure = Callable[..., object]


def read_file(file: str) -> dict[str, Case]:
    """Return the cases of `data/<file>.toml` by section and name."""
    sections: dict[str, dict[str, Case]] = tomllib.loads((DATA / f"{file}.toml").read_text(encoding="utf-8"))
    return {f"{section}: {name}": case for section, named in sections.items() for name, case in named.items()}


def each(file: str) -> pytest.MarkDecorator:
    """Run a test for each case of `data/<file>.toml`."""
    cases = read_file(file)
    return pytest.mark.parametrize("case", cases.values(), ids=cases)


def check_manches(game: AnyGame, case: Case, **measures: Measure) -> None:
    """Score the manches and compare; `measures` are what only this game has, computed from options, seats, manches."""
    expected = dict(case)
    seats = expected.pop("seats", 4)
    options = game.read_options(expected.pop("options", {}), seats)
    facts = expected.pop("manches", None) or [expected.pop("facts")]
    try:
        manches = [read_manche(game, options, seats, one) for one in facts]
    except IncompleteFactsError as error:
        found: Case = {"incomplete": str(error)}
    except ImpossibleFactsError as error:
        found = {"refused": str(error)}
    else:
        written = [write_manche(game, manche) for manche in manches]
        assert [read_manche(game, options, seats, one) for one in written] == manches
        sheet = game.score(options, seats, manches)
        found = {"written": written[-1], **describe(sheet)}
        found |= {name: measure(options, seats, manches) for name, measure in measures.items()}
    compare(found, expected)


def check_options(game: AnyGame, case: Case, **measures: Measure) -> None:
    """Read the options and compare; `measures` are computed from options and seats."""
    expected = dict(case)
    seats = expected.pop("seats", 4)
    try:
        options = game.read_options(expected.pop("options", {}), seats)
    except ImpossibleOptionsError as error:
        found: Case = {"refused": str(error)}
    else:
        written = json.loads(json.dumps(game.write_options(options)))
        assert game.read_options(written, seats) == options
        defaults = {option.name: plain_value(option.values[0]) for option in game.options}
        changed = {name: value for name, value in written.items() if value != defaults[name]}
        found = {"changed": changed, "sides": list(game.sides(options, seats))}
        found |= {name: measure(options, seats) for name, measure in measures.items()}
    compare(found, expected)


def compare(found: Case, expected: Case) -> None:
    assert expected, "nothing to check"
    assert {name: found.get(name) for name in expected} == expected


def describe(sheet: Sheet) -> Case:
    last = sheet.manches[-1]
    return {
        "points": list(last.points),
        "lines": [describe_line(line) for line in last.lines],
        "each": [list(row.points) for row in sheet.manches],
        "running": [list(row.totals) for row in sheet.manches],
        "totals": list(sheet.totals),
        "ending": describe_ending(sheet.ending),
        "result": sheet.ending and sheet.ending.result,
    }


def describe_line(line: Line) -> str:
    parts = [f"{line.side} {line.why} {line.points} {line.article}"]
    if line.count is not None:
        parts.append(f"×{line.count}")
    if line.seat is not None:
        parts.append(f"@{line.seat}")
    if line.reason is not None:
        parts.append(line.reason)
    return " ".join(parts)


def describe_ending(ending: Ending | None) -> str:
    if ending is None:
        return "none"
    return f"{ending.why} after {ending.after}, won by {' '.join(map(str, ending.winners))} ({ending.article})"
