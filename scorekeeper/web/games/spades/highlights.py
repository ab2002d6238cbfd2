"""The feats of a partie of Atout Pique, the most important first: zeros and penalties for sacs."""

from __future__ import annotations

from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.highlights import SoireeFeat

FEATS = {
    "blind_nil_made": SoireeFeat(
        lambda times, who: ngettext("Double zéro tenu par %(who)s", "Doubles zéros tenus : %(who)s", times, who=who)
    ),
    "blind_nil_failed": SoireeFeat(
        lambda times, who: ngettext("Double zéro chuté par %(who)s", "Doubles zéros chutés : %(who)s", times, who=who)
    ),
    "nil_made": SoireeFeat(
        lambda times, who: ngettext("Zéro tenu par %(who)s", "Zéros tenus : %(who)s", times, who=who)
    ),
    "nil_failed": SoireeFeat(
        lambda times, who: ngettext("Zéro chuté par %(who)s", "Zéros chutés : %(who)s", times, who=who), rare=False
    ),
    "sacs_penalty": SoireeFeat(
        lambda times, who: ngettext("Sacs payés par %(who)s", "Sacs payés : %(who)s", times, who=who),
        rare=False,
        shared=True,
    ),
}
