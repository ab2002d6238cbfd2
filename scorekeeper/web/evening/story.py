"""A soirée told in a few sentences: what was done in it, how rare that is here, and how its parties went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.models import Carnet
from scorekeeper.record.summaries.evenings import EveningDeed, Rarities, deeds, rarities
from scorekeeper.record.summaries.lists import ListedPartie
from scorekeeper.web.evening.courses import in_order, side_name
from scorekeeper.web.evening.turns import turns
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.words.feats import MOST, EveningFeat

RARE = 5  # manches for one time, at the least


@dataclass(frozen=True)
class StoryFacts:
    """What a story is told from, all of it read: the parties that count, what was done in them, how often elsewhere."""

    parties: tuple[ListedPartie, ...]
    deeds: tuple[EveningDeed, ...]
    rarities: Rarities


def story_facts(carnet: Carnet, parties: Sequence[ListedPartie]) -> StoryFacts:
    """Read what the story of these parties takes."""
    counting = tuple(partie for partie in parties if partie.counts)
    games = {partie.game for partie in counting}
    feats = {why: feat for game in games for why, feat in PAGES[game].evening.items()}
    done = deeds([partie.id for partie in counting], feats)
    rare = {deed.why for deed in done if feats[deed.why].rare}
    found = rarities(carnet, games, rare, {why for why in rare if feats[why].shared})
    return StoryFacts(counting, done, tuple(sorted(found)))


def story(facts: StoryFacts) -> list[str]:
    """The sentences: the feats, a few of them, then the turns that the parties took."""
    return [*_feats(facts), *turns(facts.parties)]


def _feats(facts: StoryFacts) -> list[str]:
    games = dict.fromkeys(partie.game for partie in facts.parties)
    rare = dict(facts.rarities)
    said = [
        sentence
        for game in games
        for why, feat in PAGES[game].evening.items()
        for sentence in _of_feat(game, feat, _done(facts, game, why, feat), rare.get((game, why)))
    ]
    return said[:MOST]


def _of_feat(game: str, feat: EveningFeat, done: Mapping[str, int], rarity: tuple[int, int] | None) -> Iterator[str]:
    """A sentence for each who did it; how rare it is stands with the first."""
    seldom = _seldom(game, rarity)
    for who, times in done.items():
        said = feat.said(times, who)
        yield _("%(feat)s : une fois en %(manches)s chez vous.", feat=said, manches=seldom) if seldom else f"{said}."
        seldom = ""


def _seldom(game: str, rarity: tuple[int, int] | None) -> str:
    """In how many manches something is done once, where these are many; empty otherwise."""
    times, manches = rarity or (1, 0)
    once = round(manches / times)
    return PAGES[game].words.MANCHE.played(once) if once >= RARE else ""


def _done(facts: StoryFacts, game: str, why: str, feat: EveningFeat) -> dict[str, int]:
    """Who did it, and how often over the soirée, most first; of what many do, only who did it most, if one did."""
    counted: Counter[str] = Counter()
    for partie in facts.parties:
        if partie.game == game:
            own = [deed for deed in facts.deeds if deed.partie_id == partie.id and deed.why == why]
            counted.update(_by_whom(partie, own, shared=feat.shared))
    ranked = counted.most_common()
    if feat.least == 1:
        return dict(ranked)
    alone = ranked[:1] if len(ranked) < 2 or ranked[0][1] > ranked[1][1] else []  # noqa: PLR2004 - two who did it
    return {who: times for who, times in alone if times >= feat.least}


def _by_whom(partie: ListedPartie, own: Sequence[EveningDeed], *, shared: bool) -> dict[str, int]:
    """How often each did it in a partie: a side as one where it may do it as one, and all of it did it as often."""
    done: dict[str, int] = {}
    for side in in_order(partie):
        mine = [deed for deed in own if deed.side == side.number]
        together = shared and len(mine) == len(side.players) and len({deed.times for deed in mine}) == 1
        if together:
            done[side_name(side)] = mine[0].times
        else:
            done |= {partie.names[deed.seat]: deed.times for deed in mine}
    return done
