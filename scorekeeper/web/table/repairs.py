"""Repair the table of a partie: change the dealer or the order of play, or exchange two names in wrong columns.

A *partie* is a game played to its end, a *manche* one deal of it. A *seat* is the index of a player at the table, a
*side* a player or a team. An *order* of play lists every seat once, seat 0 first; it is also the order of deal. The
dealer changes by turns, unless the table *names* another one. Of a partie *by totals* only the points are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.contract import Order
from scorekeeper.partie.changes import NamesExchanged
from scorekeeper.partie.decide import players, turn
from scorekeeper.partie.decide.dropping import cards_decide_dealer
from scorekeeper.partie.decide.turn import dealers_by_first, fixed_dealers, next_dealer, parts_partners
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import partie_or_404
from scorekeeper.web.flow.notices import flash_unchanged
from scorekeeper.web.flow.posting import Answer, Refusal, explain_end, writes_partie
from scorekeeper.web.table.parties import partie_context

bp = Blueprint("repairs", __name__, url_prefix="/parties/<id:partie_id>")
_MOST_LISTED = 4  # players; for more of them, the possible orders are too many to list
_PAIR = 2  # names to exchange
# The form field with the seat that is to deal next, if the dealers of the earlier manches are to change too.
_BY_FIRST = "dealer_by_first"


@bp.get("/dealer", endpoint="dealer")
def show_dealer(partie_id: int) -> Response | str:
    """Ask who deals the next manche; a partie that is over has none."""
    partie = partie_or_404(partie_id)
    scored = score_partie(partie)
    if scored.over or scored.by_totals:
        return redirect(url_for("parties.show", partie_id=partie_id), 303)
    return _dealer_page(partie, None)


def _dealer_page(partie: Partie, refusal: Refusal | None) -> str:
    scored = score_partie(partie)
    # If the partie has ended since, the refusal says this, not that another device has changed it.
    explain_end(refusal, scored)
    chosen = None
    if refusal is not None:
        chosen = _seat_now(_submitted_dealer(), refusal, scored.seats)
    # The seat that dealt each recorded manche.
    dealers = [scored.deal_of(index).dealer for index in range(len(scored.manches))]
    # Whether the current manche has cards, which show who dealt it if the dealer decides who leads.
    is_decided = cards_decide_dealer(scored)
    # The numbers, from 1, of the recorded manches that show who dealt them, because their first leader is recorded;
    # none if the current manche forbids any change anyway.
    fixed = [index + 1 for index in fixed_dealers(scored) if not is_decided]
    # For each possible first dealer, the dealers of all manches and, at the end, of the next one. With two players and
    # two recorded manches: [[0, 1, 0], [1, 0, 1]].
    turns = dealers_by_first(scored)
    # No other first dealer is offered if the cards or a recorded manche show who dealt. If no manche is recorded, the
    # dealer of the next one is the first dealer.
    if is_decided or fixed or not dealers:
        turns = []
    # The first dealer, if the dealers have changed by turns since; None if the table has named another dealer. The
    # index of a list in `turns` is the seat of its first dealer.
    first_dealer = None
    dealers_today = [*dealers, scored.deal.dealer]
    if dealers_today in turns:
        first_dealer = turns.index(dealers_today)
    return render_template(
        "table/repairs/dealer.html",
        refusal=refusal,
        dealers=dealers,
        fixed=fixed,
        is_decided=is_decided,
        choices=[(name, seat) for seat, name in enumerate(scored.names)],
        # Each first dealer, and who deals next then; none if `turns` is empty.
        firsts=[(name, by_turn[-1]) for name, by_turn in zip(scored.names, turns, strict=False)],
        first=first_dealer,
        chosen=chosen,
        **partie_context(scored),
    )


# `writes_partie` opens the partie of the address for writing, calls the function, and redirects to the page of the
# partie. If the function raises `RefusedError`, nothing is stored, and `_dealer_page` shows why.
@bp.post("/dealer")
@writes_partie(_dealer_page)
def change_dealer(opened: OpenPartie) -> None:
    """Change the dealer of the next manche; with the field of `_BY_FIRST`, change the dealers of all manches."""
    seat = _submitted_dealer()
    if seat is None:
        raise RefusedError("dealer_missing", field="dealer")
    from_first = _BY_FIRST in request.form and bool(opened.scored.manches)
    # `act` stores the change that a function of `partie.decide` returns, and returns whether there was one.
    if not opened.act(turn.change_dealer, seat, from_first=from_first):
        name = opened.scored.names[opened.scored.deal.dealer]
        flash_unchanged(opened.partie, _("C’était déjà à %(name)s de donner", name=name))


@bp.get("/players", endpoint="players")
def show_players(partie_id: int) -> str:
    """Show the players, to choose two whose names change places, or another order of play."""
    return _players_page(partie_or_404(partie_id), None)


@bp.post("/players")
def repair_players(partie_id: int) -> Response | Answer | str:
    """Change the order of play, or exchange two names; without `agreed` in the form, show a preview of the exchange.

    `_change_order` and `_exchange` are decorated functions of this module: `writes_partie` makes them take the id.
    """
    if _sends_order():
        return _change_order(partie_id=partie_id)
    if "agreed" not in request.form:
        partie = partie_or_404(partie_id)
        seats = _submitted_seats()
        if len(seats) == _PAIR and all(seat < len(partie.seats) for seat in seats):
            return _exchange_preview(partie, seats)
    return _exchange(partie_id=partie_id)


def _players_page(partie: Partie, refusal: Refusal | None) -> str:
    scored = score_partie(partie)
    seats = _submitted_seats()
    chosen_order = None
    # Two players need not choose which two exchange their names.
    if refusal is None and scored.seats <= _PAIR:
        seats = [0, 1]
    # The page has two forms, of names and of the order: only what was entered in the refused one is shown again.
    if _sends_order():
        explain_end(refusal, scored)
        seats = []
        if refusal is not None:
            chosen_order = _submitted_order(scored)
    # Where the chosen players sit now: another device may have exchanged names since.
    chosen = sorted(_seats_now(seats, refusal, scored.seats))
    # The seats as they would be after the exchange.
    exchanged = [*range(scored.seats)]
    if len(chosen) == _PAIR:
        exchanged = _with_exchanges(exchanged, [chosen])
    may_change_order = not scored.over and not scored.by_totals and scored.seats > _PAIR
    return render_template(
        "table/repairs/players.html",
        refusal=refusal,
        refuses_order=refusal is not None and _sends_order() and may_change_order,
        chosen=chosen,
        order=scored.order or tuple(range(scored.seats)),
        chosen_order=_seats_now(chosen_order or (), refusal, scored.seats),
        orders=_other_orders(scored),
        may_change_order=may_change_order,
        # Whether several players share a side.
        partners=len({*scored.side_of}) < scored.seats,
        exchanged=exchanged,
        # The first of two players who change places.
        one=_seat_now(_submitted_seat("one"), refusal, scored.seats),
        **partie_context(scored),
    )


@writes_partie(_players_page)
def _exchange(opened: OpenPartie) -> None:
    seats = _submitted_seats()
    if len(seats) != _PAIR:
        raise RefusedError("two_names", field="seat")
    opened.act(players.exchange_names, *seats)


@writes_partie(_players_page)
def _change_order(opened: OpenPartie) -> None:
    order = _submitted_order(opened.scored)
    if order is None:
        raise RefusedError("two_places", field="order")
    if not opened.act(turn.change_order, order):
        flash_unchanged(opened.partie, _("C’était déjà l’ordre du jeu"))


def _sends_order() -> bool:
    """Whether the form is that of the order, not of the names: as a whole, or as two players who change places."""
    # The form has one of these fields: `order` is the whole order, `other` the second of the two players.
    return not {"order", "other"}.isdisjoint(request.form)


def _submitted_dealer() -> int | None:
    return whole_number(request.form.get(_BY_FIRST, request.form.get("dealer")))


def _submitted_seat(name: str) -> int | None:
    return whole_number(request.form.get(name))


def _submitted_seats() -> list[int]:
    """Return the distinct seats in the form: those ticked, or those in the hidden field `seats`."""
    texts = request.form.getlist("seat") or request.form.get("seats", "").split()
    seats = (whole_number(text) for text in texts)
    # None is a text that is no number.
    return sorted({seat for seat in seats if seat is not None})


def _submitted_order(scored: ScoredPartie) -> Sequence[int] | None:
    """Return the order in the form: in full, or as two players who change places; None if it is incomplete."""
    if "order" in request.form:
        # One seat too many is read, so that an order that is too long is refused. −1 is no seat, and is refused too.
        seats = [whole_number(text) for text in request.form["order"].split()[: scored.seats + 1]]
        return [-1 if seat is None else seat for seat in seats]
    one = _submitted_seat("one")
    other = _submitted_seat("other")
    # Both must be seats of this table, and different ones.
    if one is None or other is None or one == other or not {one, other} <= {*range(scored.seats)}:
        return None
    return _exchanged(scored, one, other)


def _exchanged(scored: ScoredPartie, one: int, other: int) -> list[int]:
    """Return the order in which two players change places, with their partners if they play against each other.

    Example: in teams, 0 1 2 3 becomes 1 0 3 2 when 0 and 1 change places.
    """
    order = [*(scored.order or range(scored.seats))]
    places = [(order.index(one), order.index(other))]
    # Partners sit opposite each other. If they no longer would, the places opposite these two, half the table further,
    # are exchanged too.
    if parts_partners(scored, _with_exchanges(order, places)):
        half = scored.seats // 2
        places.append(((places[0][0] + half) % scored.seats, (places[0][1] + half) % scored.seats))
    return _with_exchanges(order, places)


def _with_exchanges(order: Sequence[int], places: Sequence[Sequence[int]]) -> list[int]:
    """Return the order after the seats at each of these pairs of places were exchanged."""
    changed = [*order]
    for first, second in places:
        changed[first], changed[second] = changed[second], changed[first]
    return changed


def _seat_now(seat: int | None, refusal: Refusal | None, count: int) -> int | None:
    """Return where the player sits now who had this seat when the form was shown; None if there is no such seat.

    Example: another device has exchanged the names of the seats 0 and 2 since. The player of seat 0 has seat 2 now.
    """
    if seat not in range(count):
        return None
    if refusal is None:
        return seat
    # The changes since the form was shown.
    for change in refusal.changes:
        if change.kind != NamesExchanged.kind:
            continue
        # The two seats; a row written by an early version of the app has them in its facts.
        exchanged = (change.facts or change.payload)["seats"]
        if seat in exchanged:
            seat = next(other for other in exchanged if other != seat)
    return seat


def _seats_now(seats: Sequence[int], refusal: Refusal | None, count: int) -> list[int]:
    """Return the seats at the table, each as `_seat_now` does."""
    found = (_seat_now(seat, refusal, count) for seat in seats)
    return [seat for seat in found if seat is not None]


def _other_orders(scored: ScoredPartie) -> list[tuple[Order, int]]:
    """Return every other order that does not part partners, with who would deal next; [] for more than four players."""
    if scored.seats > _MOST_LISTED:
        return []
    # Seat 0 comes first in every order: (0, 1, 2), (0, 2, 1).
    orders = ((0, *others) for others in permutations(range(1, scored.seats)))
    now = scored.order or tuple(range(scored.seats))
    others = [order for order in orders if order != now and not parts_partners(scored, order)]
    # `entry.dealer` is the dealer whom the table has named for the current manche, None if it has named no one.
    return [(order, next_dealer(scored, scored.entry.dealer, order)) for order in others]


def _exchange_preview(partie: Partie, seats: list[int]) -> str:
    """Render the names as they would be; its form has the version of the form that was sent."""
    context = partie_context(score_partie(partie))
    return render_template(
        "table/repairs/exchange.html", chosen=seats, version=request.form.get("version", ""), **context
    )
