"""The highlights of a partie of Dame de Pique: its voltes, and who took the queen most often."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.highlights import SoireeFeat, feat_sentences, manches_by_owner
from scorekeeper.web.text.manche import MANCHE

FEATS = {"moon": lazy_gettext("Volte réussie par %(who)s %(when)s.")}
OFTEN = 3
SOIREE_FEATS = {
    "moon": SoireeFeat(
        lambda times, who: ngettext("Volte réussie par %(who)s", "%(num)d voltes réussies par %(who)s", times, who=who),
        shared=True,
    ),
    "queen": SoireeFeat(
        lambda times, who: ngettext(
            "La dame de pique, %(num)d fois pour %(who)s",
            "La dame de pique, %(num)d fois pour %(who)s",
            times,
            who=who,
        ),
        rare=False,
        least=OFTEN,
    ),
}


def highlights(scored: ScoredPartie) -> list[str]:
    """Return the sentences about the voltes, then about the queen."""
    return [*feat_sentences(scored, FEATS, MANCHE), *_queen_sentence(scored)]


def _queen_sentence(scored: ScoredPartie) -> list[str]:
    """The sentence about the player who took the queen most often, at least `OFTEN` times; none for a tie."""
    taken = {who: len(numbers) for who, numbers in manches_by_owner(scored, "queen").items()}
    most = max(taken.values(), default=0)
    takers = [who for who, count in taken.items() if count == most]
    if most < OFTEN or len(takers) > 1:
        return []
    return [_("La dame de pique, %(count)s fois pour %(who)s.", count=most, who=takers[0])]
