"""The highlights of a soirée: its feats, their frequency in the carnet, and the course of its parties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.models import Carnet
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.soiree_summaries import LineCount, LineFrequencies, line_counts, line_frequencies
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.soiree.courses import in_order, side_name
from scorekeeper.web.history.soiree.turns import turns
from scorekeeper.web.text.highlights import MOST, EveningFeat

RARE = 5  # a feat is rare from one in this number of manches


@dataclass(frozen=True)
class StoryFacts:
    """The data of the highlights: the parties that count, the feats in them, and their frequency in the carnet."""

    parties: tuple[ListedPartie, ...]
    line_counts: tuple[LineCount, ...]
    line_frequencies: LineFrequencies


def story_facts(carnet: Carnet, parties: Sequence[ListedPartie]) -> StoryFacts:
    """Query the data for the highlights of these parties."""
    counting = tuple(partie for partie in parties if partie.counts)
    games = {partie.game for partie in counting}
    feats = {why: feat for game in games for why, feat in PAGES[game].evening.items()}
    done = line_counts([partie.id for partie in counting], feats)
    rare = {row.why for row in done if feats[row.why].rare}
    found = line_frequencies(carnet, games, rare, {why for why in rare if feats[why].shared})
    return StoryFacts(counting, done, tuple(sorted(found)))


def story(facts: StoryFacts) -> list[str]:
    """Return the sentences: at most `MOST` feats, then the course of the parties."""
    return [*_feats(facts), *turns(facts.parties)]


def _feats(facts: StoryFacts) -> list[str]:
    games = dict.fromkeys(partie.game for partie in facts.parties)
    rare = dict(facts.line_frequencies)
    sentences = [
        sentence
        for game in games
        for why, feat in PAGES[game].evening.items()
        for sentence in _of_feat(game, feat, _done(facts, game, why, feat), rare.get((game, why)))
    ]
    return sentences[:MOST]


def _of_feat(game: str, feat: EveningFeat, done: Mapping[str, int], rarity: tuple[int, int] | None) -> Iterator[str]:
    """A sentence for each player who did it; the first includes the frequency."""
    seldom = _seldom(game, rarity)
    for who, times in done.items():
        sentence = feat.sentence(times, who)
        yield (
            _("%(feat)s : une fois en %(manches)s chez vous.", feat=sentence, manches=seldom)
            if seldom
            else f"{sentence}."
        )
        seldom = ""


def _seldom(game: str, rarity: tuple[int, int] | None) -> str:
    """The mean number of manches between two, in words, an empty string when it is below `RARE`."""
    times, manches = rarity or (1, 0)
    once = round(manches / times)
    return PAGES[game].words.MANCHE.played(once) if once >= RARE else ""


def _done(facts: StoryFacts, game: str, why: str, feat: EveningFeat) -> dict[str, int]:
    """The counts of the soirée by player or side, most first; only the highest for a feat with `least` over 1."""
    counted: Counter[str] = Counter()
    for partie in facts.parties:
        if partie.game == game:
            own = [row for row in facts.line_counts if row.partie_id == partie.id and row.why == why]
            counted.update(_by_whom(partie, own, shared=feat.shared))
    ranked = counted.most_common()
    if feat.least == 1:
        return dict(ranked)
    alone = ranked[:1] if len(ranked) < 2 or ranked[0][1] > ranked[1][1] else []  # noqa: PLR2004 - the first two
    return {who: times for who, times in alone if times >= feat.least}


def _by_whom(partie: ListedPartie, own: Sequence[LineCount], *, shared: bool) -> dict[str, int]:
    """The counts of a partie by player, or by side for a shared feat that all its players did equally often."""
    done: dict[str, int] = {}
    for side in in_order(partie):
        mine = [row for row in own if row.side == side.number]
        together = shared and len(mine) == len(side.players) and len({row.times for row in mine}) == 1
        if together:
            done[side_name(side)] = mine[0].times
        else:
            done |= {partie.names[row.seat]: row.times for row in mine}
    return done
