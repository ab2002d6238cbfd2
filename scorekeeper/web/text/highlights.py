"""The feats of players in a partie, derived from the lines of its sheet.

A *partie* is a game played to its end, a *manche* one deal of it, a *soirée* an evening of parties, a *carnet* the
notebook of a group of players. A *line* of the sheet is points with their reason, whose key is `why`. A *feat* is what
such a line records, such as a zero that was bid and made. A *side* is a player or a team.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import Line
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.text.sentences import Plural

MOST_FEATS = 6  # told of one partie or soirée


@dataclass(frozen=True)
class SoireeFeat:
    """A feat told of a partie or a soirée, for one key of lines."""

    # A sentence without its full stop: « Zéros tenus : %(who)s ». `of_name` are the names after « de ».
    text: Plural

    # Whether it is said how often the feat happens in the carnet.
    rare: bool = True

    # Whether a whole side may do it, not only a player.
    shared: bool = False

    # If this is above 1, only the player who did it most often is named, if it was done at least this number of times.
    least: int = 1

    def sentence(self, times: int, who: str) -> str:
        """Return the sentence for a number of times and the names: « Zéros tenus : Anne et Luc »."""
        return self.text.for_number(times, who=who, of_name=name_with_de(who))


def manches_by_owner(scored: ScoredPartie, why: str) -> dict[str, list[int]]:
    """Return the numbers of the manches with a line of this key, by the name of its player or side.

    Manches played after the end of the partie do not count.
    """
    numbers: dict[str, list[int]] = {}
    rows = scored.sheet.manches
    # `after` is the number of the manche that ended the partie.
    if scored.ending is not None:
        rows = rows[: scored.ending.after]
    for number, row in enumerate(rows, start=1):
        # With the names of the players of this manche: a player may have been replaced since.
        owners = [_owner_name(scored.as_played(number - 1), line) for line in row.lines if line.why == why]
        # A manche may have several such lines of one player.
        for owner in dict.fromkeys(owners):
            numbers.setdefault(owner, []).append(number)
    return numbers


def _owner_name(scored: ScoredPartie, line: Line) -> str:
    """Return the name of the player or, for a line without a seat, of the side."""
    if line.seat is None:
        return scored.side_name(line.side)
    return scored.names[line.seat]
