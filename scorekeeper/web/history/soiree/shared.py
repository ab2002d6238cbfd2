"""The picture and the text to share of a soirée, both in the order of its page."""

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
    """Return the picture of a soirée; its ranking is empty before the end of the first partie."""
    counted = [partie for partie in parties if partie.counts]
    placed = [
        Placed(
            player.place if player.parties else 0,  # no place if all parties count for others
            player.name,
            player.sign,
            ngettext("%(num)d victoire", "%(num)d victoires", player.won),
        )
        for player in ranking
    ]
    if len(counted) == 1:
        placed = _placed_sides(counted[0], {player.name: player.sign for player in ranking})
    curves = [
        Curves(str(PAGES[partie.game].text.NAME), course.series) for partie in counted if (course := courses[partie.id])
    ]
    return Picture(
        date_and_place(soiree.held_on, soiree.place),
        story.headline or _("Soirée"),
        " · ".join(story.figures),
        placed,
        curves,
        sentences=story.sentences(),
    )


def _placed_sides(partie: ListedPartie, signs: Mapping[str, int]) -> list[Placed]:
    return [
        Placed(side.rank, side_name(side), signs.get(side.players[0], 0), format_number(side.total))
        for side in partie.ranking
    ]


def soiree_text(
    soiree: Soiree, parties: Sequence[ListedPartie], picture: Picture, story: Story, debts: SoireeDebts | None
) -> str:
    """Return the lines of a soirée, with blank lines between its parts."""
    blocks = [[picture.when], [line for line in (story.headline, picture.figures) if line]]
    # The ranking of a single partie is that of its sides, below.
    if sum(partie.counts for partie in parties) > 1:
        blocks.append([placed.text for placed in picture.ranking if placed.place])
    blocks.append([*picture.sentences])
    if debts is not None and debts.ended:
        blocks.append([*_debt_lines(debts)])
    blocks += [_partie_lines(partie) for partie in parties if partie.ranking]
    if soiree.notes:
        blocks.append([soiree.notes])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _debt_lines(debts: SoireeDebts) -> Iterator[str]:
    for payment in debts.payments:
        yield _(
            "%(giver)s doit %(amount)s à %(taker)s", giver=payment.giver, amount=payment.amount, taker=payment.taker
        )


def _partie_lines(partie: ListedPartie) -> list[str]:
    game_text = PAGES[partie.game].text
    head = f"{game_text.NAME} · {game_text.MANCHE.count_text(partie.manches or 0)}"
    if partie.abandoned:
        head = f"{head} · {_('abandonnée')}"
    elif not partie.over:
        head = f"{head} · {_('pas finie')}"
    return [head, *(placed.text for placed in _placed_sides(partie, {}))]
