"""The line that a list has of a soirée (an evening of card games): its rarest feat, else its comeback.

A feat is an event that a game declares as worth telling, such as a nil made. It has the key (`why`) of the line of the
score that records it. A comeback is the largest deficit that a winner made up.
"""

from __future__ import annotations

from scorekeeper.record.read_models.soiree_summaries import Feats, SoireeSummary
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.values import join_words, name_with_times


def rare_whys() -> set[str]:
    """Return the keys of the lines of the rare feats of all games."""
    return {why for pages in PAGES.values() for why, feat in pages.soiree_feats.items() if feat.rare}


def line_of(summary: SoireeSummary, feats: Feats) -> str:
    """Return a text about the rarest feat, « Volte de Marc », else « Remontée de 168 points », else an empty text.

    `feats` are those of the soirée, each as (slug of the game, key, name of the player, number of times).
    """
    # The first rare feat that was done is returned. The games are in the order of their registration; the feats of a
    # game are in the order in which it declares them, the most important one first.
    for game, pages in PAGES.items():
        for why, feat in pages.soiree_feats.items():
            # How often each player did this feat, by name: {"Marc": 2}.
            doers = {who: times for own_game, own_why, who, times in feats if (own_game, own_why) == (game, why)}
            if doers and feat.rare:
                names = [name_with_times(*done) for done in doers.items()]
                times = sum(doers.values())
                # A feat of a side has a line for each of its players, who did it together: it is not summed over them.
                if feat.shared:
                    times = max(doers.values())
                return feat.sentence(times, join_words(names))
    if not summary.comeback:
        return ""
    return ngettext("Remontée de %(num)d point", "Remontée de %(num)d points", summary.comeback)
