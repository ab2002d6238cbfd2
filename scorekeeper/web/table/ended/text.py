"""The text to share when a partie is over: game, winner, totals and highlights."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import Ending
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.text.figures import format_figure, join_words


def victory(ending: Ending) -> str:
    """Return the words before the names of the winners."""
    if len(ending.winners) == 1:
        return _("Victoire :")
    return _("Partie nulle :") if ending.why == "drawn" else _("Victoire partagée :")


def shared_text(scored: ScoredPartie, pages: GamePages, highlights: Sequence[str]) -> str:
    """Return the text to share, with a blank line before the highlights."""
    ending, names = scored.ending, scored.names_of_sides
    if ending is None:
        return ""
    lines = [
        f"{pages.words.NAME} · {pages.words.MANCHE.count_text(ending.after)}",
        f"{victory(ending)} {join_words([names[side] for side in ending.winners])}",
    ]
    if pages.worth is not None and (worth := pages.worth(ending)):
        lines.append(worth)
    lines += [
        _("%(rank)s. %(who)s : %(total)s", rank=rank, who=names[side], total=format_figure(scored.sheet.totals[side]))
        for rank, side in scored.ranking()
    ]
    return "\n".join([*lines, "", *highlights] if highlights else lines)
