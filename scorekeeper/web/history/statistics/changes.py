"""The sentences about the changes that a partie makes to the title, the *bêtes noires* and the *souffre-douleur*."""

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
from scorekeeper.web.history.statistics.titles import title_change_sentence
from scorekeeper.web.text.figures import join_words

Players: TypeAlias = Mapping[int, KnownPlayer]


@dataclass(frozen=True, slots=True)
class StatisticsChanges:
    """The sentence about a change of the title, if any, and the sentences about changes of rivals."""

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
    def is_lost(self) -> bool:
        return self.before is not None and self.after is None


def init_app(app: Flask) -> None:
    """Add `statistics_changes` to the templates."""
    app.context_processor(lambda: {"statistics_changes": statistics_changes})


def statistics_changes(scored: ScoredPartie) -> StatisticsChanges:
    """Return the changes of a partie, empty for one that does not count."""
    partie, soiree = scored.partie, scored.partie.soiree
    if scored.ending is None or partie.abandoned_at is not None or partie.deleted_at is not None:
        return StatisticsChanges()
    players = players_of(soiree.carnet_id)
    return StatisticsChanges(title_change_sentence(partie, players), tuple(_rival_changes(scored, players)))


def _rival_changes(scored: ScoredPartie, players: Players) -> Iterator[str]:
    """Yield sentences about the changes of rivals over all games, as on the page of a player.

    A lost *souffre-douleur* has no sentence, because that player has one about a lost *bête noire*.
    """
    partie, seated = scored.partie, [player.id for player in scored.players]
    before, after = pair_figures_before_and_after(partie.soiree.carnet_id, seated, (partie.soiree.held_on, partie.id))
    rivals = [
        (players[player_id].name, rivals_of(before[player_id], players), rivals_of(after[player_id], players))
        for player_id in after
    ]
    nemeses = [_RivalChange(name, old.nemesis, new.nemesis) for name, old, new in rivals]
    victims = [_RivalChange(name, old.victim, new.victim) for name, old, new in rivals]
    yield from _new_nemeses(_players_by_new_rival(nemeses))
    yield from _new_victims(_players_by_new_rival(victims))
    freed = [change.player for change in nemeses if change.is_lost]
    if freed:
        yield ngettext(
            "%(who)s n’a plus de bête noire.", "%(who)s n’ont plus de bête noire.", len(freed), who=join_words(freed)
        )


def _players_by_new_rival(changes: Sequence[_RivalChange]) -> dict[str, list[str]]:
    players: dict[str, list[str]] = {}
    for change in changes:
        if change.is_new and change.after is not None:
            players.setdefault(change.after.name, []).append(change.player)
    return players


def _new_nemeses(players_by_rival: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if len(players_by_rival) > 1:
        yield _("Nouvelles bêtes noires : %(pairs)s.", pairs=_list_pairs(players_by_rival))
        return
    for rival, names in players_by_rival.items():
        yield _("Nouvelle bête noire pour %(whom)s : %(who)s.", whom=join_words(names), who=rival)


def _new_victims(players_by_rival: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if len(players_by_rival) > 1:
        yield _("Nouveaux souffre-douleur : %(pairs)s.", pairs=_list_pairs(players_by_rival))
        return
    for rival, names in players_by_rival.items():
        yield _("Nouveau souffre-douleur pour %(whom)s : %(who)s.", whom=join_words(names), who=rival)


def _list_pairs(players_by_rival: Mapping[str, Sequence[str]]) -> str:
    pairs = [_("%(who)s pour %(whom)s", who=rival, whom=join_words(names)) for rival, names in players_by_rival.items()]
    return ", ".join(pairs)
