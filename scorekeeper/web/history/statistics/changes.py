"""The changes in the statistics at the end of a partie: a title, a *bête noire*, a *souffre-douleur*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flask import Flask

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.statistics import KnownPlayer, pair_figures_before_and_after, players_of
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.history.statistics.rivals import Rival, rivals_of
from scorekeeper.web.history.statistics.titles import title_change
from scorekeeper.web.text.figures import listed

Players: TypeAlias = Mapping[int, KnownPlayer]


@dataclass(frozen=True, slots=True)
class StatisticsChanges:
    """The sentence about a change of the title, if any, and those about rivals."""

    title: str | None = None
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _RivalChange:
    """The rival of a player before and after a partie."""

    player: str
    before: Rival | None
    after: Rival | None

    @property
    def is_new(self) -> bool:
        return self.after is not None and (self.before is None or self.before.player_id != self.after.player_id)

    @property
    def lost(self) -> bool:
        return self.before is not None and self.after is None


def init_app(app: Flask) -> None:
    """Give templates the changes that a finished partie made to the statistics."""
    app.context_processor(lambda: {"statistics_changes": statistics_changes})


def statistics_changes(scored: ScoredPartie) -> StatisticsChanges:
    """Return the changes of a partie, empty for one that does not count."""
    partie, soiree = scored.partie, scored.partie.soiree
    if scored.ending is None or partie.abandoned_at is not None or partie.deleted_at is not None:
        return StatisticsChanges()
    players = players_of(soiree.carnet_id)
    return StatisticsChanges(title_change(partie, players), tuple(_rival_changes(scored, players)))


def _rival_changes(scored: ScoredPartie, players: Players) -> Iterator[str]:
    """The changes of rivals over all games, as on the page of a player.

    A lost *souffre-douleur* is only reported as the lost *bête noire* of the other player.
    """
    partie, seated = scored.partie, [player.id for player in scored.players]
    before, after = pair_figures_before_and_after(partie.soiree.carnet_id, seated, (partie.soiree.held_on, partie.id))
    rivals = [
        (players[player_id].name, rivals_of(before[player_id], players), rivals_of(after[player_id], players))
        for player_id in after
    ]
    nemeses = [_RivalChange(name, old.nemesis, new.nemesis) for name, old, new in rivals]
    yield from _new_nemeses(_by_rival(nemeses))
    yield from _new_victims(_by_rival([_RivalChange(name, old.victim, new.victim) for name, old, new in rivals]))
    freed = [change.player for change in nemeses if change.lost]
    if freed:
        yield ngettext(
            "%(who)s n’a plus de bête noire.", "%(who)s n’ont plus de bête noire.", len(freed), who=listed(freed)
        )


def _by_rival(changes: Sequence[_RivalChange]) -> dict[str, list[str]]:
    """The players with a new rival, by the name of the rival."""
    found: dict[str, list[str]] = {}
    for change in changes:
        if change.after is not None and change.is_new:
            found.setdefault(change.after.name, []).append(change.player)
    return found


def _new_nemeses(found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if len(found) > 1:
        yield _("Nouvelles bêtes noires : %(pairs)s.", pairs=_pairs(found))
    for who, whom in found.items() if len(found) == 1 else ():
        yield _("Nouvelle bête noire pour %(whom)s : %(who)s.", whom=listed(whom), who=who)


def _new_victims(found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if len(found) > 1:
        yield _("Nouveaux souffre-douleur : %(pairs)s.", pairs=_pairs(found))
    for who, whom in found.items() if len(found) == 1 else ():
        yield _("Nouveau souffre-douleur pour %(whom)s : %(who)s.", whom=listed(whom), who=who)


def _pairs(found: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(_("%(who)s pour %(whom)s", who=who, whom=listed(whom)) for who, whom in found.items())
