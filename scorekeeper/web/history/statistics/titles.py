"""The title of a game: who won most of its last parties in a carnet, and who takes it from whom.

Of those who won as many, whoever won last holds it: so it never changes hands but by a victory, or because an old one
no longer counts. Two partners hold it together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.models import Partie
from scorekeeper.record.read_models.statistics import LAST, KnownPlayer, WonPartie, won_parties
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.history.statistics.figures import ENOUGH
from scorekeeper.web.text.figures import listed

# Who held the title longer ago than so many parties takes it, and does not take it back: to know would cost more.
_REMEMBERED = 100


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


def title_news(partie: Partie, players: Mapping[int, KnownPlayer]) -> str | None:
    """What a partie changed: « Zoé prend le titre à Luc. », « Zoé reprend » where she held it before.

    None where it changed nothing, and where the partie does not count.
    """
    soiree = partie.soiree
    parties = won_parties(soiree.carnet_id, partie.game, _REMEMBERED, (soiree.held_on, partie.id))
    if not parties or parties[-1].partie_id != partie.id:
        return None
    before, now = (title.holders if title else () for title in (title_of(parties[:-1]), title_of(parties)))
    if set(now) <= set(before):
        return None
    new = [one for one in now if one not in before]
    says = _takes_back if held_before(new, parties) else _takes
    return says([players[one].name for one in new], [players[one].name for one in before])


def held_before(holders: Collection[int], parties: Sequence[WonPartie]) -> bool:
    """Whether these held the title, each of them, after one of these parties, oldest first, but the last."""
    titles = (title_of(parties[max(0, upto - LAST) : upto]) for upto in range(ENOUGH, len(parties)))
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
