"""Dame de Pique card by card: the pass and the opening, the cards taken so far, a pile counted.

A *manche* is one deal. Before it, players pass cards to each other. A *volte* is all counting cards taken by one player
(`moon` in keys). The *key* of a card is the one under which it is counted: `H` for a heart, else its code, such as
`QS`; `last` is the last trick. Articles such as DP-9 are those of the rulebook of Dame de Pique.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Any

from flask import request
from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import MancheFacts, Order, Table
from scorekeeper.games.hearts.facts import TakenCards, facts_of_tricks, find_shooter
from scorekeeper.games.hearts.options import Deck, HeartsOptions, Moon, cards_by_key, sides
from scorekeeper.games.hearts.points import VOLTE_KINDS, volte_worth
from scorekeeper.games.hearts.scoring import PassingDeal, direction_of, manche_lines
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import short_card_name
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.hearts.text import why
from scorekeeper.web.games.tools.pile import PileCheckBox, PileCount, PileLine, pile_tool
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.text.values import with_capital

# Before the first card: the pass and the card that leads. A `PassingDeal` has the direction of the pass (`left`,
# `right`, `across` or `none`), the number of `cards` passed, and the code of the card that leads, `opening`. The player
# who has this card leads: the page asks who it is.


def pass_sentence(deal: PassingDeal) -> str:
    """Return the sentence about the pass, « Trois cartes à gauche », or about a deal without one (DP-9, DP-27)."""
    cards = {
        1: _("Une carte"),
        2: _("Deux cartes"),
        3: _("Trois cartes"),
        4: _("Quatre cartes"),
    }[deal.cards]
    return {
        "left": _("%(cards)s à gauche", cards=cards),
        "right": _("%(cards)s à droite", cards=cards),
        "across": _("%(cards)s en face", cards=cards),
        "none": _("Pas d’échange : chacun garde ses cartes."),
    }[deal.direction]


def opening_sentence(options: HeartsOptions, deal: PassingDeal) -> str:
    """Return the sentence about the card that must lead to the first trick (DP-11)."""
    card = short_card_name(deal.opening)
    # This deck has each card twice.
    if options.deck is Deck.BELMONT:
        return _("Entame : le premier après le donneur qui a un %(card)s", card=card)
    return _("Entame : le %(card)s", card=card)


def leader_question(deal: PassingDeal) -> str:
    """Return the question about the player who leads with the opening card (DP-11)."""
    return _("Qui entame du %(card)s ?", card=short_card_name(deal.opening))


def pass_label(options: HeartsOptions, seats: int, index: int) -> str:
    """Return the direction of the pass in the manche of this index, in two words (DP-9, DP-27)."""
    return {
        "left": _("à gauche"),
        "right": _("à droite"),
        "across": _("en face"),
        "none": _("on garde"),
    }[direction_of(options, seats, index)]


# The drawing of the pass: the seats round the table, and an arrow from each player to the one who gets the cards. Seats
# go clockwise from the bottom, as on the page where cards are entered. Coordinates are units of a square of 200 by 200:
# x grows to the right, y downwards.

CENTRE = 100
NAME_DISTANCE, ARROW_DISTANCE = 83, 52  # from the centre
HEAD_LENGTH = 9

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """The position of a seat, and the letters for its player."""

    x: int
    y: int
    letters: str


@dataclass(frozen=True, slots=True)
class PassDrawing:
    """The seats, and all arrows as the attribute `d` of one SVG path."""

    seats: tuple[DrawnSeat, ...]
    arrows: str


def draw_pass(names: Sequence[str], receivers: Sequence[int], order: Order | None = None) -> PassDrawing:
    """Draw an arrow from each seat to its receiver; two players who give to each other share one with two heads.

    `receivers` has, by seat, the seat that gets its cards: `[1, 2, 3, 0]` at a table of four is a pass to the left. The
    seats are drawn in the order of play.
    """
    seats = len(names)
    # The seats in the order of play, which is that of their numbers unless the table has named another.
    in_turn = order or range(seats)
    labels = distinct_labels(names)
    drawn_seats = []
    for place, seat in enumerate(in_turn):
        x, y = _point_at(place / seats, NAME_DISTANCE)
        drawn_seats.append(DrawnSeat(round(x), round(y), labels[seat]))
    # From each giver to its receiver; `index` is the place in the drawing. For two players who give to each other, only
    # the one with the lower seat has an arrow.
    arrows = [
        _arrow(seats, in_turn.index(giver), in_turn.index(receiver), mutual=receivers[receiver] == giver)
        for giver, receiver in enumerate(receivers)
        if receivers[receiver] != giver or giver < receiver
    ]
    return PassDrawing(tuple(drawn_seats), "".join(arrows))


def distinct_labels(names: Sequence[str]) -> list[str]:
    """Return short labels, all different: the first letter, two or three letters, else the first one and a number.

    All labels are of the same kind. Example: Anne, Alice and Luc are An, Al and Lu, because two begin with A.
    """
    # In NFC, a letter and its accent are one character.
    composed = [with_capital(unicodedata.normalize("NFC", name).strip()) or "·" for name in names]
    label_lists = [[name[:length] for name in composed] for length in (1, 2, 3)]
    label_lists.append([f"{name[0]}{number}" for number, name in enumerate(composed, start=1)])
    # The first list without two equal labels; in the last list, the numbers make them different.
    return next((labels for labels in label_lists if len(set(labels)) == len(names)), label_lists[-1])


def _point_at(turn: float, distance: float) -> Point:
    """Return the point at this distance from the centre, after this part of a clockwise turn from the bottom.

    Example: a `turn` of 0.25 is on the left.
    """
    return CENTRE - distance * sin(2 * pi * turn), CENTRE + distance * cos(2 * pi * turn)


def _arrow(seats: int, giver: int, receiver: int, *, mutual: bool) -> str:
    """Return the path data of an arrow, bent towards the centre, with a second head at the giver if `mutual`.

    `giver` and `receiver` are places in the drawing. The arrow begins and ends a little beside its seats, so that it
    does not meet the arrow that arrives at the giver.
    """
    direction = 1 if (receiver - giver) % seats == 1 else -1  # 1 is clockwise
    aside = direction * min(0.045, 0.2 / seats)
    # The bend is halfway between two neighbours, and nearer to the centre the fewer the seats.
    bend = _point_at((giver + direction / 2) / seats, ARROW_DISTANCE * cos(pi / seats) * (1 - 1.6 / seats))
    # Two players across the table give to each other: their only arrow is straight, through the centre.
    if 2 * abs(giver - receiver) == seats:
        aside, bend = 0, (CENTRE, CENTRE)
    start = _point_at(giver / seats + aside, ARROW_DISTANCE)
    end = _point_at(receiver / seats - aside, ARROW_DISTANCE)
    heads = _head(bend, end)
    if mutual:
        heads += _head(bend, start)
    # In path data, M moves the pen, Q draws a curve by way of a point, L a line.
    return f"M{_coordinates(start)}Q{_coordinates(bend)} {_coordinates(end)}{heads}"


def _head(start: Point, tip: Point) -> str:
    """Return the path data of the head of an arrow, two strokes that meet at `tip`; the arrow comes from `start`."""
    # The vector from the tip back to the start, which is then scaled to the length of the head.
    dx, dy = start[0] - tip[0], start[1] - tip[1]
    scale = HEAD_LENGTH / hypot(dx, dy)
    dx, dy = dx * scale, dy * scale
    # The ends of the strokes are on both sides of this vector, at 0.7 of its length from it.
    wings = [(tip[0] + dx - side * dy * 0.7, tip[1] + dy + side * dx * 0.7) for side in (1, -1)]
    return f"M{_coordinates(wings[0])}L{_coordinates(tip)} {_coordinates(wings[1])}"


def _coordinates(point: Point) -> str:
    """Return a point as path data: « 100 17 »."""
    return f"{round(point[0])} {round(point[1])}"


# The counting cards taken so far, and the choice of how a volte scores.


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return the counting cards taken, by seat: « 3♥ D♠ »."""
    taken = _taken_so_far(scored, arbiter)
    return [_taken_text(taken, seat) for seat in range(scored.seats)]


def _taken_so_far(scored: ScoredPartie, arbiter: Arbiter) -> Any:  # noqa: ANN401 - as JSON
    """Return the number of cards taken, by key and by seat: `{"H": [3, 0, 0, 0], "QS": [0, 1, 0, 0]}`."""
    return facts_of_tricks(scored.options, scored.table, arbiter.tricks, {})["taken"]


def decided(scored: ScoredPartie, arbiter: Arbiter) -> bool:
    """Return whether every card that counts, and the last trick if it counts, has been taken."""
    taken = _taken_so_far(scored, arbiter)
    # `cards_by_key` gives the number of cards of each key in the deck.
    return all(sum(taken[key]) == total for key, total in cards_by_key(scored.options, scored.seats).items())


def add_answers(_scored: ScoredPartie, context: Json) -> Json:
    """Return the context with the kind of volte, if the table chose one after the last card (DP-22).

    The context of a manche is the facts that do not follow from its cards, as JSON.
    """
    chosen = request.form.get("moon")
    if chosen not in VOLTE_KINDS:
        return context
    return {**context, "moon": chosen}


def volte_kinds(scored: ScoredPartie) -> list[tuple[Moon, str]]:
    """Return the ways to score a volte, as (value sent, label)."""
    # The labels are in the order of `VOLTE_KINDS`: first, the others take the points; second, the player subtracts
    # them.
    worth = volte_worth(scored.options, scored.seats)
    labels = _("Volte : les autres prennent %(worth)s", worth=worth), _("Volte : retrancher %(worth)s", worth=worth)
    return list(zip(VOLTE_KINDS, labels, strict=True))


def _taken_text(taken: dict[str, list[int]], seat: int) -> str:
    """Return the counting cards of a seat, without the last trick: « 3♥ D♠ ». `taken` is as in `_taken_so_far`."""
    parts = []
    if taken["H"][seat]:
        parts.append(f"{taken['H'][seat]}♥")
    for key, counts in taken.items():
        if key in {"H", "last"} or not counts[seat]:
            continue
        # Some decks have a card twice.
        if counts[seat] > 1:
            parts.append(str(counts[seat]))
        parts.append(short_card_name(key))
    return " ".join(parts)


# The tool that counts the points of the cards that a player took (DP-17 to DP-24).

_LAST = "last"


def count_pile(query: ToolQuery, cards: Sequence[Card]) -> PileCount:
    """Count the points of these cards for the player who took them; all counting cards make a volte."""
    options, seats = query.options, query.seats
    # `facts_of_tricks` counts the cards of tricks. All cards are given to it as one trick, led and taken by seat 0.
    taken = facts_of_tricks(options, Table(seats), [Trick(0, 0, tuple(cards))], {})["taken"]
    # Where the last trick counts, a check box says whether the player took it.
    if _LAST in taken:
        taken[_LAST][0] = int(_LAST in query.arguments)
    facts = TakenCards({key: tuple(counts) for key, counts in taken.items()})
    # If the seat took all, and the shooter of a volte may choose between two scores, there is no total.
    if options.moon is Moon.CHOICE and find_shooter(options, seats, facts.counts) is not None:
        remark = _(
            "Au choix de son auteur : %(worth)s de moins pour lui, ou %(worth)s à chacun des autres.",
            worth=volte_worth(options, seats),
        )
        return PileCount([PileLine(_("volte"), None, "DP-22")], remark=remark)
    # The lines (points with their reason) of all sides. Only those of the side of seat 0 are shown.
    lines = manche_lines(options, seats, MancheFacts(facts))
    side = sides(options, seats)[0]
    remark = ""
    if not cards:
        remark = _("Aucune carte : aucun point.")
    # If a volte gives points to the others, each of them has a line `moon_against`.
    for line in lines:
        if line.why == "moon_against":
            remark = _("Chacun des autres prend %(points)s points.", points=line.points)
    pile_lines = [PileLine(why(line), line.points, line.article) for line in lines if line.side == side]
    return PileCount(pile_lines, sum(line.points or 0 for line in pile_lines), remark)


def _check_boxes(query: ToolQuery) -> list[PileCheckBox]:
    """Return the check box of the last trick, if it counts (DP-3)."""
    if _LAST not in cards_by_key(query.options, query.seats):
        return []
    return [PileCheckBox(_LAST, _("Le dernier pli y est"), _LAST in query.arguments)]


# A page with a button for each card, and the count of those chosen.
PILE: Tool = pile_tool(
    title=lazy_gettext("Compter ce tas"),
    hint=lazy_gettext("Touchez les cartes ramassées qui comptent ; les autres ne changent rien."),
    count=count_pile,
    check_boxes=_check_boxes,
)
