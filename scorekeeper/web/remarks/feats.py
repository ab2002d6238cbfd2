"""Remarks on the feats of parties, which each game declares: voltes, nils, capots."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from scorekeeper.web.core.i18n import isolate
from scorekeeper.web.remarks.played import Deed, PlayedPartie
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.values import join_words, name_with_times


def find_feats(parties: Sequence[PlayedPartie]) -> Iterator[Remark]:
    """Find each feat that was done, in the order in which its game declares them: one remark for all who did it."""
    for game in dict.fromkeys(partie.game for partie in parties):
        of_game = [partie for partie in parties if partie.game == game]
        for why, feat in of_game[0].pages.soiree_feats.items():
            done = [(partie, deed) for partie in of_game for deed in partie.deeds if deed.why == why]
            if done:
                yield from _feat_remark(game, why, feat, done)


def _feat_remark(game: str, why: str, feat: SoireeFeat, done: Sequence[tuple[PlayedPartie, Deed]]) -> Iterator[Remark]:
    """Yield the remark on a feat; if `least` is over 1, only on the one player who did it most often."""
    counts: Counter[str] = Counter()
    for _partie, deed in done:
        counts[deed.who] += deed.times
    ranked = counts.most_common()
    if feat.least > 1:
        is_tie = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
        if is_tie or ranked[0][1] < feat.least:
            return
        del ranked[1:]
        # Such a feat says itself how often.
        who, when = ranked[0][0], ""
    else:
        who, when = _doers(ranked, done)
    partie = next(partie for partie, deed in done if deed.who == ranked[0][0])
    details = {"sentence": feat.sentence, "times": sum(times for _who, times in ranked), "who": who, "when": when}
    # A frequency is interesting only for a rare feat.
    if not feat.rare:
        yield Remark("feat", details, partie_id=partie.id)
        return
    manches = frozenset((partie.id, manche) for partie, deed in done for manche in deed.manches)
    # Of a list only the first manche of each deed is known: the remark may be about others too.
    if any(len(deed.manches) != deed.times for _partie, deed in done):
        manches = frozenset()
    yield Remark("feat", details, manches, partie_id=partie.id, feat=(game, why))


def _doers(ranked: Sequence[tuple[str, int]], done: Sequence[tuple[PlayedPartie, Deed]]) -> tuple[str, str]:
    """Return who did a feat, and in which manches if it was one player or side in a single partie.

    « Anne » « aux manches 2 et 4 »; « Anne aux manches 2 et 4, Luc à la manche 1 »; « Anne (2) et Luc ».
    """
    manches: defaultdict[str, list[int]] = defaultdict(list)
    for _partie, deed in done:
        manches[deed.who] += deed.manches
    first = done[0][0]
    # Among several parties, the number of a manche says nothing.
    if first.place or any(len(manches[who]) != times for who, times in ranked):
        return join_words([name_with_times(*one) for one in ranked]), ""
    in_manches = first.pages.text.MANCHE.in_manches
    if len(ranked) == 1:
        return ranked[0][0], in_manches(manches[ranked[0][0]])
    return ", ".join(f"{isolate(who)} {in_manches(manches[who])}" for who, _times in ranked), ""
