"""The texts of a year: the line of its figures, the lines of its best moments, and the picture and the text to send.

A soirée is an evening of parties, games played to their end; a manche is one deal of a partie. A `story` is the dict
that `year_story.story_of_year` returns, where the comments say what each key has; it has the key `facts` only for a
year of several soirées. A sign is the number of a player's mark and colour.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.record.read_models.lists import parties_with_ids
from scorekeeper.record.read_models.moments import best_of_games
from scorekeeper.record.read_models.statistics import KnownPlayer
from scorekeeper.web.core.charts.picture import Month, Picture, Placed
from scorekeeper.web.core.formatting import month_name, short_date
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import isolate, ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.course import find_close_finish, find_comeback, find_swing
from scorekeeper.web.remarks.played import played_from_list
from scorekeeper.web.remarks.remark import Fact
from scorekeeper.web.text.values import with_label

_MOST_PLACED = 4  # players in the ranking of the picture, which has to leave place for the best moments

# For each kind of moment: the function that yields the remark about the best moment of this kind in some parties.
_FINDERS = {"swing": find_swing, "comeback": find_comeback, "close_finish": find_close_finish}


def figures_of_year(story: Mapping[str, Any]) -> str:
    """Return « 24 soirées, 43 parties, 61 heures ».

    The hours are left out if they are 0: the time of a partie is not known if its manches were typed in afterwards.
    """
    counted = [
        ngettext("%(num)d soirée", "%(num)d soirées", story["soirees"]),
        ngettext("%(num)d partie", "%(num)d parties", sum(story["games"].values())),
    ]
    if story["hours"]:
        counted.append(ngettext("%(num)d heure", "%(num)d heures", story["hours"]))
    return ", ".join(counted)


def moment_facts(by_game: Mapping[str, Sequence[Any]], *, is_year: bool) -> Iterator[Fact]:
    """Yield the best manche, the closest finish and the best comeback of the parties of a year, if there are any.

    `by_game` has the parties of each installed game, oldest first, as rows with the columns `statistics.SIZES`.
    """
    labels = {
        "swing": _("La plus belle manche"),
        "close_finish": _("La plus serrée"),
        "comeback": _("La plus belle remontée"),
    }
    if is_year:
        labels["swing"] = _("La manche de l’année")
    # For each kind: the row of the partie with the best moment.
    best = best_of_games(by_game)
    # These parties by id, with their totals after each manche and their feats.
    parties = parties_with_ids({row.partie_id for row in best.values()})
    played = {partie.id: partie for partie in played_from_list(parties)}
    for kind, label in labels.items():
        if kind not in best:
            continue
        row = best[kind]
        for remark in _FINDERS[kind]([played[row.partie_id]]):
            # The values in the sentence of the remark, by name: `points` and `who` are used here.
            details = remark.details
            if kind == "swing":
                # « Dame de Pique, Volte de Zoé : … »: the sentence of the remark after the name of the game.
                sentence = replace(remark, key="best_manche").text
                text = f"{PAGES[row.game].text.NAME}, {sentence.removesuffix('.')}"
            else:
                # `isolate` encloses a name that is written from right to left in marks of its direction.
                text = f"{ngettext('%(num)d point', '%(num)d points', details['points'])}, {isolate(details['who'])}"
            yield Fact(f"{text}, {short_date(row.held_on)}", remark.address, label)


def picture_of_year(title: str, carnet: str, story: Mapping[str, Any], *, is_year: bool) -> Picture:
    """Return the picture of a year, or of all years if `is_year` is false. The `story` must have facts.

    The picture of all years has no months. `title` is « L’année 2026 », and `carnet` the name of the notebook of the
    group.
    """
    facts, months = story["facts"], []
    if is_year:
        # Every dot is a soirée of this year, so the first one gives the year.
        first = story["dots"][0].soiree.held_on
        months = [_month(first.replace(day=1, month=number), story) for number in range(1, 13)]
    # « La plus serrée : 2 points, Anne et Luc, 3 mars 2026 »
    sentences = [with_label(fact.label, fact.text) for fact in facts["moments"]]
    # In the order of the fields: when, title, figures, ranking. The first is the date and place in the picture of a
    # soirée; here, it is the name of the carnet.
    return Picture(
        carnet,
        title,
        figures_of_year(story),
        [*_placed(story["soirees_won"][:_MOST_PLACED], story["signs"])],
        months=months,
        sentences=[*sentences, *(fact.text for fact in facts["feats"])],
    )


def text_of_year(picture: Picture) -> str:
    """Return the text of a picture: its lines, with a blank line between two parts."""
    blocks = [
        [picture.title, picture.when, picture.figures],
        [placed.text for placed in picture.ranking],
        picture.sentences,
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _placed(winners: Sequence[tuple[KnownPlayer, int]], signs: Mapping[int, int]) -> Iterator[Placed]:
    """Yield the ranking by soirées won.

    `winners` are (player, number of soirées won), the largest number first; `signs` are by player id.
    """
    counts = [count for _player, count in winners]
    for player, count in winners:
        figure = ngettext("%(num)d soirée", "%(num)d soirées", count)
        # The arguments are the place, the name, the sign and the figure. `index` finds the first of equal numbers, so
        # players with equal numbers share a place.
        yield Placed(1 + counts.index(count), player.name, signs[player.id], figure)


def _month(first: dt.date, story: Mapping[str, Any]) -> Month:
    """Return the month that begins on this day, with the signs of the players who won its soirées."""
    signs: list[int | None] = []
    for dot in story["periods"].get(first.month, []):
        # A soirée with two winners adds the sign of each, a soirée without a winner adds None.
        signs += [story["signs"][player.id] for player in dot.winners] or [None]
    return Month(month_name(first, year=False), signs)
