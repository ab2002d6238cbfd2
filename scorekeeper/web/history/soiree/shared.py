"""The text to share of a soirée: its date, its story, and the ranking of each partie."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.web.core.formatting import date_and_place
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.figures import format_figure


def shared_text(soiree: Soiree, parties: Sequence[ListedPartie], story: Sequence[str]) -> str:
    """Return the lines of a soirée in the order of its page: its story, then its parties, with blank lines between."""
    head = date_and_place(soiree.held_on, soiree.place)
    blocks = [_partie_lines(partie) for partie in parties if partie.ranking]
    return "\n\n".join("\n".join(block) for block in ([head], story, *blocks) if block)


def _partie_lines(partie: ListedPartie) -> list[str]:
    words = PAGES[partie.game].words
    head = f"{words.NAME} · {words.MANCHE.count_text(partie.manches or 0)}"
    if partie.abandoned:
        head = f"{head} · {_('abandonnée')}"
    elif not partie.over:
        head = f"{head} · {_('pas finie')}"
    ranking = [
        _(
            "%(rank)s. %(who)s : %(total)s",
            rank=side.rank,
            who=side.name or " & ".join(side.players),
            total=format_figure(side.total),
        )
        for side in partie.ranking
    ]
    return [head, *ranking]
