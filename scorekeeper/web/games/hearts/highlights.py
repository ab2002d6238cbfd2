"""The feats of a partie of Dame de Pique: its voltes, and who took the queen most often."""

from __future__ import annotations

from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.text.highlights import SoireeFeat

_OFTEN = 3
FEATS = {
    "moon": SoireeFeat(
        lambda times, who: ngettext("Volte %(of_name)s", "Voltes : %(who)s", times, who=who, of_name=name_with_de(who)),
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
        least=_OFTEN,
    ),
}
