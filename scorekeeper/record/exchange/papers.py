"""Old scores as somebody typed them into a spreadsheet: a row for each player of a partie, the points of each manche.

The first line names the columns: date, game and player, perhaps a place; what stands behind are manches. A partie goes
on for as long as its date and game stay and no player comes twice. Nothing is written here.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.games import GAMES, game_of
from scorekeeper.games.contract import POINTS_LIMIT, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.paper import WHY
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.exchange.faults import MOST_SHOWN, FileFault, UnreadableFileError
from scorekeeper.record.names import TITLE_LENGTH, clean_name, fold
from scorekeeper.record.refusals import RefusedError

# So much at a time is noted as quickly as a page; whoever has more comes again.
MOST_CHARACTERS = 12_000
MOST_PARTIES = 80
_NAMES = {
    "date": "date",
    "jeu": "game",
    "game": "game",
    "joueur": "player",
    "player": "player",
    "lieu": "place",
    "place": "place",
}
_NEEDED = ("date", "game", "player")
# The table of points that `scores` writes: its columns in their order.
_OWN_COLUMNS = ("date", "place", "game", "partie", "ended", "manche", "player", "side", "points")
_OWN_WIDTH = 13
_NUMBERED_DAY = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})")
_POINTS = re.compile(r"[+-]?\d{1,5}")
_MINUSES = str.maketrans(dict.fromkeys("\u2212\u2013", "-"))
_MONTHS = 12
_FIRST_YEAR, _LAST_YEAR = 1900, 2200


@dataclass
class PaperPartie:
    """A partie as the rows tell it: its first line, when, where, what, and the points of each player in order."""

    line: int
    held_on: dt.date
    place: str
    game: str
    players: list[str] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)

    @property
    def options(self) -> dict[str, object]:
        """The house rules that stand for those nobody knows any more: the usual ones of such a table."""
        seats, game = len(self.players), GAMES[self.game]
        usual = next((preset.options for preset in game.presets if seats in preset.seats), {})
        return game.write_options(game.read_options(usual, seats))

    @property
    def facts(self) -> list[dict[str, list[int]]]:
        """The facts of each manche: the points by side, those of a team being those of its first player."""
        game, seats = GAMES[self.game], len(self.players)
        side_of = game.sides(game.read_options(self.options, seats), seats)
        first = [side_of.index(side) for side in range(1 + max(side_of))]
        return [{WHY: [self.points[seat][manche] for seat in first]} for manche in range(len(self.points[0]))]

    @property
    def sheet(self) -> Sheet:
        """The partie, scored."""
        game, seats = game_of(self.game, paper=True), len(self.players)
        rules = game.read_options(self.options, seats)
        return game.score(rules, seats, [read_manche(game, rules, seats, facts) for facts in self.facts])

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each player."""
        game, seats = GAMES[self.game], len(self.players)
        return game.sides(game.read_options(self.options, seats), seats)


@dataclass(frozen=True)
class _Row:
    """A row that was understood."""

    line: int
    held_on: dt.date
    game: str
    place: str
    player: str
    points: tuple[int, ...]


def read_papers(text: str, games: Mapping[str, str], *, day_first: bool = True) -> list[PaperPartie]:
    """Return the parties of such a table; `games` are the slugs of the games by what people call them.

    05/11/2026 is 5 November if `day_first`, else refused, since it may as well be 11 May.
    Raises `UnreadableFileError` with the first complaints, each with its line.
    """
    if len(text) > MOST_CHARACTERS:
        raise UnreadableFileError([FileFault("", "many_characters", {"longest": MOST_CHARACTERS})])
    complaints: list[FileFault] = []
    slugs = {**_slugs(), **{_plain(name): slug for name, slug in games.items()}}
    parties = _gathered(_rows(text, slugs, complaints, day_first=day_first))
    if not complaints:
        complaints += [fault for partie in parties for fault in _wrong(partie)]
    if not complaints and not parties:
        complaints.append(FileFault("1", "no_rows"))
    if not complaints and len(parties) > MOST_PARTIES:
        complaints.append(FileFault("", "many_parties", {"longest": MOST_PARTIES}))
    if complaints:
        complaints.sort(key=lambda fault: int(fault.place or 0))
        raise UnreadableFileError(complaints[:MOST_SHOWN], more=len(complaints) > MOST_SHOWN)
    return parties


def _slugs() -> dict[str, str]:
    return {slug: slug for slug in GAMES}


def _rows(text: str, games: Mapping[str, str], complaints: list[FileFault], *, day_first: bool) -> Iterator[_Row]:
    lines = _lines(text.removeprefix("\ufeff"))
    line, head = next(lines, (1, []))
    if head and _is_own_table(head):
        head, lines = [head[0], head[1], head[2], head[6]], _one_line_a_player(lines)
    columns = _columns(head, line) if head else []
    for line, cells in lines:
        try:
            yield _row(dict(zip(columns, cells, strict=False)), cells[len(columns) :], games, line, day_first=day_first)
        except UnreadableFileError as error:
            complaints += error.faults


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each line that is not empty."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    read = csv.reader(io.StringIO(text, newline=""), delimiter=max(";,\t", key=head.count), strict=False)
    try:
        for cells in read:
            if any(cell.strip() for cell in cells):
                yield read.line_num, cells
    except csv.Error:
        raise _complaint(read.line_num, "no_row") from None


def _is_own_table(head: Sequence[str]) -> bool:
    named = {at: name for at, name in enumerate(_OWN_COLUMNS) if name in _NAMES.values()}
    return len(head) == _OWN_WIDTH and all(_NAMES.get(_plain(head[at])) == name for at, name in named.items())


def _one_line_a_player(lines: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Turn the table of points, a line for each player and manche, into a line for each player of each partie."""
    players: dict[tuple[str, ...], tuple[int, list[str]]] = {}
    for number, cells in lines:
        named = dict(zip(_OWN_COLUMNS, cells, strict=False))
        about = [named.get(name, "").removeprefix("'") for name in ("date", "place", "game", "player")]
        key = named.get("partie", ""), *about
        players.setdefault(key, (number, about))[1].append(named.get("points", ""))
    yield from players.values()


def _columns(cells: Sequence[str], line: int) -> list[str]:
    """What each column holds; the points stand behind all that is named."""
    named = [_NAMES.get(_plain(cell), "") for cell in cells]
    for name in _NEEDED:
        if named.count(name) != 1:
            raise _complaint(line, "column_missing", name=name)
    return named[: 1 + max(index for index, name in enumerate(named) if name)]


def _row(
    named: Mapping[str, str], points: Sequence[str], games: Mapping[str, str], line: int, *, day_first: bool
) -> _Row:
    try:
        player = clean_name(named.get("player", ""))
        place = clean_name(named.get("place", ""), longest=TITLE_LENGTH, required=False)
    except RefusedError as error:
        raise _complaint(line, error.key, **error.figures) from error
    game = games.get(_plain(named.get("game", "")))
    if game is None:
        raise _complaint(line, "no_game", value=named.get("game", "")[:20])
    day = _day(named.get("date", ""), line, day_first=day_first)
    return _Row(line, day, game, place, player, _points(points, line))


def _points(cells: Sequence[str], line: int) -> tuple[int, ...]:
    typed = [cell.strip().translate(_MINUSES) for cell in cells]
    while typed and not typed[-1]:
        typed.pop()
    if not typed:
        raise _complaint(line, "no_points")
    for cell in typed:
        if not _POINTS.fullmatch(cell) or abs(int(cell)) > POINTS_LIMIT:
            raise _complaint(line, "bad_points", value=cell[:20])
    return tuple(map(int, typed))


def _day(typed: str, line: int, *, day_first: bool) -> dt.date:
    plain = typed.strip()
    numbered = _NUMBERED_DAY.fullmatch(plain)
    first, second, year = map(int, numbered.groups()) if numbered else (0, 0, 0)
    if not day_first and first != second and max(first, second) <= _MONTHS:
        raise _complaint(line, "two_days", value=plain)
    if not day_first and second > _MONTHS:
        first, second = second, first
    try:
        day = dt.date(year, second, first) if numbered else dt.date.fromisoformat(plain)
    except ValueError:
        raise _complaint(line, "no_day", value=plain[:20]) from None
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        raise _complaint(line, "date_far", first=_FIRST_YEAR, last=_LAST_YEAR)
    return day


def _gathered(rows: Iterator[_Row]) -> list[PaperPartie]:
    parties: list[PaperPartie] = []
    for row in rows:
        last = parties[-1] if parties else None
        if (
            last is None
            or (last.held_on, last.game, last.place) != (row.held_on, row.game, row.place)
            or fold(row.player) in map(fold, last.players)
        ):
            last = PaperPartie(row.line, row.held_on, row.place, row.game)
            parties.append(last)
        last.players.append(row.player)
        last.points.append(list(row.points))
    return parties


def _wrong(partie: PaperPartie) -> Iterator[FileFault]:
    """What is wrong with a partie whose rows can each be read."""
    place, game = str(partie.line), GAMES[partie.game]
    if len(partie.players) not in game.table_sizes:
        yield FileFault(place, "seats", {"found": len(partie.players)})
        return
    counts = {len(points) for points in partie.points}
    if len(counts) > 1:
        yield FileFault(place, "manches_differ", {"least": min(counts), "most": max(counts)})
        return
    try:
        side_of = partie.side_of
    except ImpossibleError as error:
        yield FileFault(place, "game", {}, error, partie.game)
        return
    for seat, side in enumerate(side_of):
        first = side_of.index(side)
        if partie.points[seat] != partie.points[first]:
            names = {"name": partie.players[first], "other": partie.players[seat]}
            yield FileFault(place, "partners_differ", names)


def _complaint(line: int, key: str, **figures: object) -> UnreadableFileError:
    return UnreadableFileError([FileFault(str(line), key, figures)])


def _plain(text: str) -> str:
    """A word as people may write it: without case, accents and spaces around."""
    letters = unicodedata.normalize("NFD", text.strip().casefold())
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())
