"""The highlights of a partie of Atout Pique, and the feats of a soirée: zeros, penalties for sacs."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.highlights import SoireeFeat, feat_sentences
from scorekeeper.web.text.manche import MANCHE

FEATS = {
    "blind_nil_made": lazy_gettext("Double zéro tenu par %(who)s %(when)s."),
    "blind_nil_failed": lazy_gettext("Double zéro chuté par %(who)s %(when)s."),
    "nil_made": lazy_gettext("Zéro tenu par %(who)s %(when)s."),
    "nil_failed": lazy_gettext("Zéro chuté par %(who)s %(when)s."),
    "sacs_penalty": lazy_gettext("Dix sacs payés par %(who)s %(when)s."),
}
SOIREE_FEATS = {
    "blind_nil_made": SoireeFeat(
        lambda times, who: ngettext(
            "Double zéro tenu par %(who)s", "%(num)d doubles zéros tenus par %(who)s", times, who=who
        ),
    ),
    "blind_nil_failed": SoireeFeat(
        lambda times, who: ngettext(
            "Double zéro chuté par %(who)s", "%(num)d doubles zéros chutés par %(who)s", times, who=who
        ),
    ),
    "nil_made": SoireeFeat(
        lambda times, who: ngettext("Zéro tenu par %(who)s", "%(num)d zéros tenus par %(who)s", times, who=who),
    ),
    "nil_failed": SoireeFeat(
        lambda times, who: ngettext("Zéro chuté par %(who)s", "%(num)d zéros chutés par %(who)s", times, who=who),
        rare=False,
    ),
    "sacs_penalty": SoireeFeat(
        lambda times, who: ngettext(
            "Dix sacs payés par %(who)s", "%(num)d fois dix sacs payés par %(who)s", times, who=who
        ),
        rare=False,
        shared=True,
    ),
}


def highlights(scored: ScoredPartie) -> list[str]:
    """Return the sentences about zeros, double zeros first, then about sacs."""
    return feat_sentences(scored, FEATS, MANCHE)
