"""The public format of `lamarque score`: reads and writes one JSON object a line.

A line has the game, the options (house rules), the number of seats and the facts of each manche (deal): what the table
saw, such as bids and tricks. The answer is the sheet: for each manche its lines, its points and the totals after it,
and the ending. A *line* of a manche gives points to one side, for a reason (`why`) by an article (a numbered rule). A
side is a seat, or the seats of a team.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Ending, MancheScore, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json, quotable

_KEYS = {"game", "options", "seats", "manches"}
# The details of an error that show what would be accepted.
EXPECTED = ("expected", "lowest", "highest", "total", "values", "keys", "sizes", "games", "languages")


def score_line(text: str | bytes) -> dict[str, Any]:
    """Return the sheet of a line of the score format, or `{"error": …}` if the line is refused."""
    return answer_line(text, score_object)


def answer_line(text: str | bytes, answer: Callable[[Json], dict[str, Any]]) -> dict[str, Any]:
    """Return the result of `answer` for an object of JSON, or `{"error": …, "refusal": …}` if the line is refused."""
    try:
        return answer(_read_line(text))
    except ImpossibleError as error:
        return {"error": str(error), "refusal": _refusal(error)}


def _read_line(text: str | bytes) -> Json:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        refused = ImpossibleError("not_json")
        if isinstance(error, UnicodeDecodeError):
            refused = ImpossibleError("not_utf8")
        # The error of the JSON module says where the text is wrong; the key of this one does not.
        refused.args = (f"not JSON in UTF-8: {error}",)
        raise refused from error
    if not isinstance(line, dict):
        raise ImpossibleError("not_an_object")
    return line


def _refusal(error: ImpossibleError) -> dict[str, Any]:
    """Return the error for a program: its code, field and article, and what would be accepted."""
    # JSON has lists, not tuples. Without any details, `expected` is null.
    details = {name: error.details[name] for name in EXPECTED if name in error.details}
    expected = {name: list(value) if isinstance(value, (list, tuple)) else value for name, value in details.items()}
    return {"code": error.key, "field": error.field, "article": error.article, "expected": expected or None}


def read_game_seats_options(line: Json) -> tuple[AnyGame, int, Any]:
    """Return the game, the number of seats and the options of a line. Raises `ImpossibleError`."""
    game = read_game(line.get("game"))
    seats = line.get("seats")
    # `type`, because True is an instance of `int`.
    if type(seats) is not int or seats not in game.table_sizes:
        raise ImpossibleError("seats", field="seats", value=quotable(seats), sizes=sorted(game.table_sizes))
    return game, seats, game.read_options(line.get("options", {}), seats)


def read_game(slug: object) -> AnyGame:
    """Return the game of this slug. Raises `ImpossibleError`."""
    if not isinstance(slug, str) or slug not in GAMES:
        raise ImpossibleError("unknown_game", field="game", value=quotable(slug), games=sorted(GAMES))
    return GAMES[slug]


def refuse_unknown_keys(line: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise `ImpossibleError` for a line with a key that the format does not have."""
    unknown = set(line).difference(known)
    if unknown:
        raise ImpossibleError("unknown_key", field=quotable(min(unknown)), keys=sorted(known))


def score_object(line: Json) -> dict[str, Any]:
    """Return the sheet of a line of the score format, read as JSON. Raises `ImpossibleError`."""
    refuse_unknown_keys(line, _KEYS)
    game, seats, options = read_game_seats_options(line)
    manches = line.get("manches")
    if not isinstance(manches, list):
        raise ImpossibleError("not_a_list", field="manches")
    read = []
    for number, facts in enumerate(manches, start=1):
        try:
            # The facts in the game's own type. Raises `ImpossibleFactsError`.
            read.append(read_manche(game, options, seats, facts))
        except ImpossibleError as error:
            # The message names the manche; the error itself has no place for it.
            error.args = (f"manche {number}: {error}",)
            raise
    sheet = game.score(options, seats, read)
    return {"manches": _rows(sheet), "ending": _ending(sheet.ending)}


def _rows(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the rows in order; those of manches played after the end are marked `after_end`."""
    rows = [_row(row) for row in sheet.manches]
    # `after` is the number of manches up to the end: the rows from this index on come after it.
    if sheet.ending is not None:
        for row in rows[sheet.ending.after :]:
            row["after_end"] = True
    return rows


def _row(row: MancheScore) -> dict[str, Any]:
    lines = [{key: getattr(line, key) for key in ("side", "why", "points", "article")} for line in row.lines]
    return {"lines": lines, "points": list(row.points), "totals": list(row.totals)}


def _ending(ending: Ending | None) -> dict[str, Any] | None:
    if ending is None:
        return None
    # The figures of the ending, such as a rubicon at Piquet.
    result = {"after": ending.after, **ending.result}
    return {"why": ending.why, "winners": list(ending.winners), "result": result}
