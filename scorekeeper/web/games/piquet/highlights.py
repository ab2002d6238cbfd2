"""The highlights and the worth of a finished partie of Piquet, and the feats of a soirée."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.contract import Ending
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games.piquet.coup import COUP
from scorekeeper.web.text.figures import format_figure
from scorekeeper.web.text.highlights import SoireeFeat, feat_sentences

FEATS = {
    "repic": lazy_gettext("Repic pour %(who)s %(when)s."),
    "capot": lazy_gettext("Capot infligé par %(who)s %(when)s."),
    "carte_blanche": lazy_gettext("Carte blanche pour %(who)s %(when)s."),
    "pic": lazy_gettext("Pic pour %(who)s %(when)s."),
}
SOIREE_FEATS = {
    "repic": SoireeFeat(
        lambda times, who: ngettext("Repic pour %(who)s", "%(num)d repics pour %(who)s", times, who=who),
    ),
    "capot": SoireeFeat(
        lambda times, who: ngettext("Capot infligé par %(who)s", "%(num)d capots infligés par %(who)s", times, who=who),
    ),
    "carte_blanche": SoireeFeat(
        lambda times, who: ngettext(
            "Carte blanche pour %(who)s", "%(num)d cartes blanches pour %(who)s", times, who=who
        ),
    ),
    "pic": SoireeFeat(
        lambda times, who: ngettext("Pic pour %(who)s", "%(num)d pics pour %(who)s", times, who=who),
        rare=False,
    ),
}


def highlights(scored: ScoredPartie) -> list[str]:
    """Return the sentences about the feats of the coups, then about the rubicon (PI-26)."""
    return [*feat_sentences(scored, FEATS, COUP), *_rubicon_sentences(scored)]


def worth_sentence(ending: Ending) -> str:
    """Say how many points the partie is worth (PI-27); an empty string for none."""
    points = ending.result["points"]
    return _("La partie vaut %(points)s.", points=format_figure(points)) if points else ""


def _rubicon_sentences(scored: ScoredPartie) -> list[str]:
    ending = scored.ending
    if ending is None or not ending.result["rubicon"]:
        return []
    (loser,) = {0, 1} - set(ending.winners)
    total = format_figure(scored.sheet.totals[loser])
    return [_("Rubicon pour %(who)s, avec %(total)s points.", who=scored.side_name(loser), total=total)]
