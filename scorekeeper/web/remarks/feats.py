"""Remarks on the feats of parties, which each game declares: voltes, nils, capots.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. A feat has the key (`why`) of
the line of the score that records it, such as `nil_made`. A deed is what one player or side did in one partie: a feat,
how often, and in which manches. These are all known for a single partie; in a list, only the first one is.
"""

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
    # Each game once, in the order of play.
    for game in dict.fromkeys(partie.game for partie in parties):
        of_game = [partie for partie in parties if partie.game == game]
        for why, feat in of_game[0].pages.soiree_feats.items():
            done = [(partie, deed) for partie in of_game for deed in partie.deeds if deed.why == why]
            if done:
                yield from _feat_remark(game, why, feat, done)


def _feat_remark(game: str, why: str, feat: SoireeFeat, done: Sequence[tuple[PlayedPartie, Deed]]) -> Iterator[Remark]:
    """Yield the remark on a feat, or nothing.

    For a feat whose `least` is over 1, the remark names only the player who did it most often. There is none unless
    this player did it `least` times, and more often than any other.
    """
    counts: Counter[str] = Counter()
    for _partie, deed in done:
        counts[deed.who] += deed.times
    # (name, number of times), most first.
    ranked = counts.most_common()
    if feat.least > 1:
        is_tie = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
        if is_tie or ranked[0][1] < feat.least:
            return
        del ranked[1:]
        # The sentence of such a feat has the number of times.
        who, when = ranked[0][0], ""
    else:
        who, when = _doers(ranked, done)
    # The first partie in which the one who did it most often did it: the remark has a link to it.
    partie = next(partie for partie, deed in done if deed.who == ranked[0][0])
    details = {"sentence": feat.sentence, "times": sum(times for _who, times in ranked), "who": who, "when": when}
    # Only the remark on a rare feat says how often it is done: for this, it has the key `feat`.
    if not feat.rare:
        yield Remark("feat", details, partie_id=partie.id)
        return
    manches = frozenset((partie.id, manche) for partie, deed in done for manche in deed.manches)
    # If not all manches of a deed are known, the remark is about no certain ones.
    if any(len(deed.manches) != deed.times for _partie, deed in done):
        manches = frozenset()
    yield Remark("feat", details, manches, partie_id=partie.id, feat=(game, why))


def _doers(ranked: Sequence[tuple[str, int]], done: Sequence[tuple[PlayedPartie, Deed]]) -> tuple[str, str]:
    """Return two texts: who did a feat, and in which manches. The second is empty unless it was one player or side.

    `ranked` are the names with the number of times. Three examples, the last of several parties:
    « Anne » and « aux manches 2 et 4 »; « Anne aux manches 2 et 4, Luc à la manche 1 »; « Anne (2) et Luc ».
    """
    manches: defaultdict[str, list[int]] = defaultdict(list)
    for _partie, deed in done:
        manches[deed.who] += deed.manches
    first = done[0][0]
    # Among several parties, which have a `place` each, the number of a manche says nothing.
    if first.place or any(len(manches[who]) != times for who, times in ranked):
        return join_words([name_with_times(*one) for one in ranked]), ""
    # Returns « aux manches 2 et 4 », with the word that the game has for a deal.
    in_manches = first.pages.text.MANCHE.in_manches
    if len(ranked) == 1:
        return ranked[0][0], in_manches(manches[ranked[0][0]])
    # `isolate` marks a name in another direction of writing.
    return ", ".join(f"{isolate(who)} {in_manches(manches[who])}" for who, _times in ranked), ""
