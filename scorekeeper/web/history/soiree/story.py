"""The story of a soirée: sentences about feats, their frequency in the carnet, and the course of the parties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.soiree_summaries import LineCount, LineFrequencies, line_counts, line_frequencies
from scorekeeper.record.readers import AnyCarnet
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.soiree.courses import side_name, sides_by_number
from scorekeeper.web.history.soiree.turning_points import turning_point_sentences
from scorekeeper.web.text.highlights import MOST_FEATS, SoireeFeat

_MIN_MANCHES = 5  # if the carnet has fewer manches for each feat, the sentence does not add the frequency


@dataclass(frozen=True)
class StoryData:
    """The data of a story: the parties that count, their feats, and the frequencies of rare feats in the carnet."""

    parties: tuple[ListedPartie, ...]
    line_counts: tuple[LineCount, ...]
    line_frequencies: LineFrequencies


def query_story_data(carnet: AnyCarnet, parties: Sequence[ListedPartie]) -> StoryData:
    """Query the data for the story of these parties."""
    counted_parties = tuple(partie for partie in parties if partie.counts)
    games = {partie.game for partie in counted_parties}
    feats = {why: feat for game in games for why, feat in PAGES[game].soiree_feats.items()}
    counts = line_counts([partie.id for partie in counted_parties], feats)
    rare_whys = {row.why for row in counts if feats[row.why].rare}
    shared_whys = {why for why in rare_whys if feats[why].shared}
    frequencies = line_frequencies(carnet, games, rare_whys, shared_whys)
    return StoryData(counted_parties, counts, tuple(sorted(frequencies)))


def story_sentences(data: StoryData) -> list[str]:
    """Return sentences about at most `MOST_FEATS` feats, then about the course of the parties."""
    frequencies = dict(data.line_frequencies)
    sentences: list[str] = []
    for game in dict.fromkeys(partie.game for partie in data.parties):
        for why, feat in PAGES[game].soiree_feats.items():
            counts = _count_feat(data, game, why, feat)
            sentences += _feat_sentences(game, feat, counts, frequencies.get((game, why)))
    return [*sentences[:MOST_FEATS], *turning_point_sentences(data.parties)]


def _feat_sentences(
    game: str, feat: SoireeFeat, counts: Mapping[str, int], frequency: tuple[int, int] | None
) -> Iterator[str]:
    """Yield a sentence for each player or side that did the feat; the first adds the frequency in the carnet."""
    manches = "" if frequency is None else _manches_for_each(game, *frequency)
    for who, times in counts.items():
        sentence = feat.sentence(times, who)
        if manches:
            yield _("%(feat)s : une fois en %(manches)s chez vous.", feat=sentence, manches=manches)
        else:
            yield f"{sentence}."
        manches = ""


def _manches_for_each(game: str, feats: int, manches: int) -> str:
    """Return the mean number of manches for each feat: « 12 manches »; empty below `_MIN_MANCHES`."""
    mean = round(manches / feats)
    return PAGES[game].words.MANCHE.count_text(mean) if mean >= _MIN_MANCHES else ""


def _count_feat(data: StoryData, game: str, why: str, feat: SoireeFeat) -> dict[str, int]:
    """Return the counts of a feat by name, the highest first; if `least` is over 1, only a single highest count."""
    counts: Counter[str] = Counter()
    for partie in data.parties:
        if partie.game == game:
            rows = [row for row in data.line_counts if row.partie_id == partie.id and row.why == why]
            counts.update(_count_by_name(partie, rows, shared=feat.shared))
    ranked = counts.most_common()
    if feat.least == 1:
        return dict(ranked)
    is_tie = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
    return {} if is_tie else {who: times for who, times in ranked[:1] if times >= feat.least}


def _count_by_name(partie: ListedPartie, rows: Sequence[LineCount], *, shared: bool) -> dict[str, int]:
    """Return the counts by player; if all players of a side did a shared feat equally often, by side."""
    counts: dict[str, int] = {}
    for side in sides_by_number(partie):
        side_rows = [row for row in rows if row.side == side.number]
        are_equal = len(side_rows) == len(side.players) and len({row.times for row in side_rows}) == 1
        if shared and are_equal:
            counts[side_name(side)] = side_rows[0].times
        else:
            counts |= {row.player: row.times for row in side_rows}
    return counts
