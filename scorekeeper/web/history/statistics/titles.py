"""The title of a game in a carnet: the player with most wins in its last `PARTIES_COUNTED` parties.

Among equals, the latest winner has the title, so it changes only with a victory or when an old victory no longer
counts. Two partners share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.models import Partie
from scorekeeper.record.read_models.statistics import PARTIES_COUNTED, KnownPlayer, PartieWinners, parties_with_winners
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.history.statistics.figures import ENOUGH
from scorekeeper.web.text.figures import listed

# « reprend » looks for an earlier title in this number of parties only, to bound the query.
_REMEMBERED = 100


@dataclass(frozen=True, slots=True)
class Title:
    """The players with the title, and their victories in the number of parties that count."""

    holders: tuple[int, ...]
    won: int
    parties: int


def title_of(parties: Sequence[PartieWinners]) -> Title | None:
    """Return the title after these parties, oldest first; None after too few. The last `PARTIES_COUNTED` count."""
    counting = parties[-PARTIES_COUNTED:]
    wins = Counter(winner for partie in counting for winner in partie.winners)
    if len(counting) < ENOUGH or not wins:
        return None
    most = max(wins.values())
    leaders = {player_id for player_id, count in wins.items() if count == most}
    latest = next(partie for partie in reversed(counting) if leaders.intersection(partie.winners))
    return Title(tuple(sorted(leaders.intersection(latest.winners))), most, len(counting))


def title_change(partie: Partie, players: Mapping[int, KnownPlayer]) -> str | None:
    """Return the change of the title by a partie: « Zoé prend le titre à Luc. », « reprend » if she had it before.

    None without a change, or for a partie that does not count.
    """
    soiree = partie.soiree
    parties = parties_with_winners(soiree.carnet_id, partie.game, _REMEMBERED, (soiree.held_on, partie.id))
    if not parties or parties[-1].partie_id != partie.id:
        return None
    before, after = (title.holders if title else () for title in (title_of(parties[:-1]), title_of(parties)))
    if set(after) <= set(before):
        return None
    new = [holder for holder in after if holder not in before]
    sentence = _takes_back if had_title_before(new, parties) else _takes
    return sentence([players[holder].name for holder in new], [players[holder].name for holder in before])


def had_title_before(holders: Collection[int], parties: Sequence[PartieWinners]) -> bool:
    """Whether each of these players had the title after some of these parties (oldest first) except the last."""
    titles = (title_of(parties[max(0, upto - PARTIES_COUNTED) : upto]) for upto in range(ENOUGH, len(parties)))
    known = {player_id for title in titles if title for player_id in title.holders}
    return known.issuperset(holders)


def _takes(new: Sequence[str], before: Sequence[str]) -> str:
    if not before:
        return ngettext("%(who)s prend le titre.", "%(who)s prennent le titre.", len(new), who=listed(new))
    return ngettext(
        "%(who)s prend le titre à %(whom)s.",
        "%(who)s prennent le titre à %(whom)s.",
        len(new),
        who=listed(new),
        whom=listed(before),
    )


def _takes_back(new: Sequence[str], before: Sequence[str]) -> str:
    return ngettext(
        "%(who)s reprend le titre à %(whom)s.",
        "%(who)s reprennent le titre à %(whom)s.",
        len(new),
        who=listed(new),
        whom=listed(before),
    )
