"""The title of a game: who won most of its last parties in a carnet, and who takes it from whom.

Of those who won as many, whoever won last holds it: so it never changes hands but by a victory, or because an old one
no longer counts. Two partners hold it together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.record.standings import Standing
from scorekeeper.record.summaries.statistics import LAST, WonPartie, roster, won_parties
from scorekeeper.web.i18n import ngettext
from scorekeeper.web.statistics.figures import ENOUGH
from scorekeeper.web.words.figures import listed


@dataclass(frozen=True, slots=True)
class Title:
    """Who holds the title, with how many victories in how many parties."""

    holders: tuple[int, ...]
    won: int
    parties: int


def title_of(parties: Sequence[WonPartie]) -> Title | None:
    """The title after these parties, oldest first, of which the last few count; None after too few."""
    counting = parties[-LAST:]
    wins = Counter(winner for partie in counting for winner in partie.winners)
    if len(counting) < ENOUGH or not wins:
        return None
    most = max(wins.values())
    first = {player_id for player_id, count in wins.items() if count == most}
    latest = next(partie for partie in reversed(counting) if first.intersection(partie.winners))
    return Title(tuple(sorted(first.intersection(latest.winners))), most, len(counting))


def title_news(standing: Standing) -> str | None:
    """What the end of a partie changed: « Zoé prend le titre à Luc ».

    None where it changed nothing, and where the partie does not count.
    """
    partie = standing.partie
    if standing.ending is None:
        return None
    carnet_id, upto = partie.soiree.carnet_id, (partie.soiree.held_on, partie.id)
    parties = won_parties(carnet_id, partie.game, LAST + 1, upto)
    if not parties or parties[-1].partie_id != partie.id:
        return None
    before, now = (title.holders if title else () for title in (title_of(parties[:-1]), title_of(parties)))
    if set(now) <= set(before):
        return None
    players = roster(carnet_id).players
    return _news([players[one].name for one in now if one not in before], [players[one].name for one in before])


def _news(new: Sequence[str], before: Sequence[str]) -> str:
    if not before:
        return ngettext("%(who)s prend le titre.", "%(who)s prennent le titre.", len(new), who=listed(new))
    return ngettext(
        "%(who)s prend le titre à %(whom)s.",
        "%(who)s prennent le titre à %(whom)s.",
        len(new),
        who=listed(new),
        whom=listed(before),
    )
