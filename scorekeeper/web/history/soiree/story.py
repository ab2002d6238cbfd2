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
from scorekeeper.web.history.soiree.courses import side_name, sides_by_number
from scorekeeper.web.history.soiree.turning_points import turning_points
from scorekeeper.web.text.highlights import MOST_FEATS, SoireeFeat

RARE = 5  # a feat is rare if at least this number of manches are played for each


@dataclass(frozen=True)
class StoryFacts:
    """The data of the highlights: the parties that count, the feats in them, and their frequency in the carnet."""

    parties: tuple[ListedPartie, ...]
    line_counts: tuple[LineCount, ...]
    line_frequencies: LineFrequencies


def story_facts(carnet: Carnet, parties: Sequence[ListedPartie]) -> StoryFacts:
    """Query the data for the highlights of these parties."""
    counted_parties = tuple(partie for partie in parties if partie.counts)
    games = {partie.game for partie in counted_parties}
    feats = {why: feat for game in games for why, feat in PAGES[game].evening.items()}
    done = line_counts([partie.id for partie in counted_parties], feats)
    rare = {row.why for row in done if feats[row.why].rare}
    found = line_frequencies(carnet, games, rare, {why for why in rare if feats[why].shared})
    return StoryFacts(counted_parties, done, tuple(sorted(found)))


def story(facts: StoryFacts) -> list[str]:
    """Return the sentences: at most `MOST_FEATS` feats, then the course of the parties."""
    return [*_feats(facts), *turning_points(facts.parties)]


def _feats(facts: StoryFacts) -> list[str]:
    games = dict.fromkeys(partie.game for partie in facts.parties)
    rare = dict(facts.line_frequencies)
    sentences = [
        sentence
        for game in games
        for why, feat in PAGES[game].evening.items()
        for sentence in _feat_sentences(game, feat, _feat_counts(facts, game, why, feat), rare.get((game, why)))
    ]
    return sentences[:MOST_FEATS]


def _feat_sentences(
    game: str, feat: SoireeFeat, counts: Mapping[str, int], rarity: tuple[int, int] | None
) -> Iterator[str]:
    """A sentence for each player or side that did it; the first adds the frequency in the carnet."""
    frequency = _frequency(game, rarity)
    for who, times in counts.items():
        sentence = feat.sentence(times, who)
        yield (
            _("%(feat)s : une fois en %(manches)s chez vous.", feat=sentence, manches=frequency)
            if frequency
            else f"{sentence}."
        )
        frequency = ""


def _frequency(game: str, rarity: tuple[int, int] | None) -> str:
    """The mean number of manches for one such feat: « 12 manches »; empty below `RARE`."""
    times, manches = rarity or (1, 0)
    once = round(manches / times)
    return PAGES[game].words.MANCHE.count_text(once) if once >= RARE else ""


def _feat_counts(facts: StoryFacts, game: str, why: str, feat: SoireeFeat) -> dict[str, int]:
    """The counts of a feat by name, the highest first; only the highest for a feat with `least` over 1."""
    counts: Counter[str] = Counter()
    for partie in facts.parties:
        if partie.game == game:
            own = [row for row in facts.line_counts if row.partie_id == partie.id and row.why == why]
            counts.update(_count_by_name(partie, own, shared=feat.shared))
    ranked = counts.most_common()
    if feat.least == 1:
        return dict(ranked)
    alone = ranked[:1] if len(ranked) < 2 or ranked[0][1] > ranked[1][1] else []  # noqa: PLR2004 - the first two
    return {who: times for who, times in alone if times >= feat.least}


def _count_by_name(partie: ListedPartie, own: Sequence[LineCount], *, shared: bool) -> dict[str, int]:
    """The counts of a partie by player, or by side for a shared feat that all its players did equally often."""
    done: dict[str, int] = {}
    for side in sides_by_number(partie):
        mine = [row for row in own if row.side == side.number]
        together = shared and len(mine) == len(side.players) and len({row.times for row in mine}) == 1
        if together:
            done[side_name(side)] = mine[0].times
        else:
            done |= {partie.names[row.seat]: row.times for row in mine}
    return done
