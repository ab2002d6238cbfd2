"""Remarks on the feats of parties, which each game declares: voltes, nils, capots.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. A feat has the key (`why`) of
the line of the score that records it, such as `nil_made`. A deed is a feat that one player or side did in one partie,
with the number of times and the numbers of the manches. All these manches are known for a single partie; for a partie
of a list, only the first one is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from scorekeeper.record.read_models.feats import Feats
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.played import Deed, PlayedPartie
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.values import join_words, name_with_times

_MOST_NAMED = 3  # players named as those who did a feat


def find_feats(parties: Sequence[PlayedPartie]) -> Iterator[Remark]:
    """Find the feats that were done, in the order in which their game declares them; each has at most one remark."""
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
    # The players or sides as (name, number of times), the largest number first.
    ranked = counts.most_common()
    if feat.least > 1:
        is_tie = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
        if is_tie or ranked[0][1] < feat.least:
            return
        del ranked[1:]
    first, deed = done[0]
    who, when = join_words([name_with_times(*one) for one in ranked]), ""
    if feat.least > 1:
        # The sentence of such a feat says how often it was done.
        who = ranked[0][0]
    # The manches are told if one player or side did it in a single partie (of several, each has a `place`), and if all
    # of them are known: « Anne aux manches 2 et 4 ».
    elif len(ranked) == 1 and not first.place and len(deed.manches) == deed.times:
        who, when = ranked[0][0], first.pages.text.MANCHE.in_manches(deed.manches)
    # The remark has a link to a partie: the first one in which the player or side that did the feat most often did it.
    partie = next(partie for partie, deed in done if deed.who == ranked[0][0])
    details = {"sentence": feat.sentence, "times": sum(times for _who, times in ranked), "who": who, "when": when}
    # Only the remark on a rare feat says how often the feat is done in the carnet. This is computed for remarks with a
    # `feat`, so the others have none.
    if not feat.rare:
        yield Remark("feat", details, partie_id=partie.id)
        return
    manches = frozenset((partie.id, manche) for partie, deed in done for manche in deed.manches)
    # If some manches of a deed are not known, the remark is given none at all.
    if any(len(deed.manches) != deed.times for _partie, deed in done):
        manches = frozenset()
    yield Remark("feat", details, manches, partie_id=partie.id, feat=(game, why))


def rare_whys() -> set[str]:
    """Return the keys of the lines of the rare feats of all games."""
    return {why for pages in PAGES.values() for why, feat in pages.soiree_feats.items() if feat.rare}


def feat_names() -> dict[str, str]:
    """Return the names of the feats of all games, such as « Voltes », by the key of the line that records them."""
    return {why: str(feat.name) for pages in PAGES.values() for feat in pages.feats for why in feat.whys}


def feat_text(feat: SoireeFeat, rows: Feats) -> str:
    """Return the sentence of a feat that was done as these rows say: « Voltes : Anne (2) et Luc »."""
    # How often each player did it, by name.
    doers = Counter[str]()
    for row in rows:
        doers[row.player] += row.times
    times, who = times_done(rows, shared=feat.shared), join_words([name_with_times(*doer) for doer in doers.items()])
    # A long list of names would hide the feat.
    if len(doers) > _MOST_NAMED:
        who = _("%(times)s fois, par %(players)s joueurs", times=times, players=len(doers))
    return feat.sentence(times, who)


def times_done(rows: Feats, *, shared: bool) -> int:
    """Return how often a feat was done.

    `rows` are sorted by partie and side. A `shared` feat is done by a whole side: each partner has a row for the same
    feat, so it is counted once.
    """
    times = 0
    for _side, own in groupby(rows, key=lambda row: (row.partie_id, row.side)):
        # The number of times in each seat, by its number: a seat has two rows if a player was replaced in it.
        of_seats = Counter[int]()
        for row in own:
            of_seats[row.number] += row.times
        if shared:
            times += max(of_seats.values())
        else:
            times += of_seats.total()
    return times
