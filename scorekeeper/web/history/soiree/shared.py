"""The picture and the text to share of a soirée, both in the order of its page.

A soirée is an evening of parties, games played to their end. A partie counts if it has ended and is neither abandoned
nor deleted. A side is a player or a team; a sign is the mark and colour of a player in charts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.web.core.charts.picture import Curves, Picture, Placed
from scorekeeper.web.core.formatting import date_and_place
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.debts import SoireeDebts
from scorekeeper.web.history.soiree.courses import SmallCourse
from scorekeeper.web.history.soiree.ranking import RankedPlayer
from scorekeeper.web.history.soiree.story import Story
from scorekeeper.web.remarks.played import side_name
from scorekeeper.web.text.values import format_number


def soiree_picture(
    soiree: Soiree,
    parties: Sequence[ListedPartie],
    ranking: Sequence[RankedPlayer],
    story: Story,
    courses: Mapping[int, SmallCourse | None],
) -> Picture:
    """Return the picture of a soirée; its ranking is empty before the end of the first partie.

    `courses` are the small charts of the parties by id, None for a partie without one.
    """
    counted = [partie for partie in parties if partie.counts]
    placed = [
        Placed(player.place, player.name, player.sign, ngettext("%(num)d victoire", "%(num)d victoires", player.won))
        for player in ranking
    ]
    # If a single partie counts, the picture has the ranking of its sides, with their points. The signs are by name.
    if len(counted) == 1:
        placed = _placed_sides(counted[0], {player.name: player.sign for player in ranking})
    # The lines of each chart, with the name of the game; a partie without a chart is left out.
    curves = [
        Curves(str(PAGES[partie.game].text.NAME), course.series) for partie in counted if (course := courses[partie.id])
    ]
    # In the order of the fields: when and where the soirée was, who won, the figures in one line, the ranking, the
    # charts; the sentences say what else happened.
    return Picture(
        date_and_place(soiree.held_on, soiree.place),
        story.headline or _("Soirée"),
        " · ".join(story.figures),
        placed,
        curves,
        sentences=story.sentences(),
    )


def _placed_sides(partie: ListedPartie, signs: Mapping[str, int]) -> list[Placed]:
    """Return the ranking of the sides of a partie, each with the sign of its first player; `signs` are by name."""
    return [
        Placed(side.rank, side_name(side), signs.get(side.players[0], 0), format_number(side.total))
        for side in partie.ranking
    ]


def soiree_text(
    soiree: Soiree, parties: Sequence[ListedPartie], picture: Picture, story: Story, debts: SoireeDebts | None
) -> str:
    """Return the text of a soirée: each part is a block of lines, with a blank line between two blocks."""
    blocks = [[picture.when], [line for line in (story.headline, picture.figures) if line]]
    # If a single partie counts, its ranking is among the lines of the partie, at the end.
    if sum(partie.counts for partie in parties) > 1:
        blocks.append([placed.text for placed in picture.ranking])
    blocks.append([*picture.sentences])
    if debts is not None and debts.ended:
        blocks.append([*_debt_lines(debts)])
    blocks += [_partie_lines(partie) for partie in parties if partie.ranking]
    if soiree.notes:
        blocks.append([soiree.notes])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _debt_lines(debts: SoireeDebts) -> Iterator[str]:
    # The text has the payments that settle all debts together, and not the debts of each partie.
    for payment in debts.payments:
        yield _(
            "%(giver)s doit %(amount)s à %(taker)s", giver=payment.giver, amount=payment.amount, taker=payment.taker
        )


def _partie_lines(partie: ListedPartie) -> list[str]:
    """Return the lines of a partie: « Dame de Pique · 12 manches · pas finie », then the ranking of its sides."""
    game_text = PAGES[partie.game].text
    head = f"{game_text.NAME} · {game_text.MANCHE.count_text(partie.manches or 0)}"
    if partie.abandoned:
        head = f"{head} · {_('abandonnée')}"
    elif not partie.over:
        head = f"{head} · {_('pas finie')}"
    # The text shows no signs, so none are given.
    return [head, *(placed.text for placed in _placed_sides(partie, {}))]
