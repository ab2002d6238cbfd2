"""The feats of a partie of Piquet, the most important first, its rubicon and its worth."""

from __future__ import annotations

from scorekeeper.games.contract import Ending
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.values import format_number

FEATS = {
    "repic": SoireeFeat(lambda times, who: ngettext("Repic pour %(who)s", "Repics : %(who)s", times, who=who)),
    "capot": SoireeFeat(
        lambda times, who: ngettext("Capot infligé par %(who)s", "Capots infligés : %(who)s", times, who=who)
    ),
    "carte_blanche": SoireeFeat(
        lambda times, who: ngettext("Carte blanche pour %(who)s", "Cartes blanches : %(who)s", times, who=who)
    ),
    "pic": SoireeFeat(lambda times, who: ngettext("Pic pour %(who)s", "Pics : %(who)s", times, who=who), rare=False),
}


def worth_sentence(ending: Ending) -> str:
    """Say how many points the partie is worth (PI-27); an empty string for none."""
    points = ending.result["points"]
    if not points:
        return ""
    return _("La partie vaut %(points)s.", points=format_number(points))


def rubicon_sentences(scored: ScoredPartie) -> list[str]:
    """Return the sentence about the rubicon (PI-26), if there is one."""
    ending = scored.ending
    if ending is None or not ending.result["rubicon"]:
        return []
    (loser,) = {0, 1} - set(ending.winners)
    total = format_number(scored.sheet.totals[loser])
    return [_("Rubicon pour %(who)s, avec %(total)s points.", who=scored.side_name(loser), total=total)]
