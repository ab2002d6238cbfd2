"""Replay a partie whose game is not installed, from the totals in its summary."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import sub

from sqlalchemy import select

from scorekeeper.games.by_totals import by_totals
from scorekeeper.games.contract import MancheFacts, Table
from scorekeeper.partie.scored import ScoredState
from scorekeeper.partie.state import State
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.read_models.tables import SeatSummary, Summary


def score_stored(partie: Partie, state: State) -> ScoredState:
    """Return a partie scored by a game by totals; without a summary it has no manches."""
    summary = db.session.get(Summary, partie.id)
    query = select(SeatSummary).where(SeatSummary.partie_id == partie.id).order_by(SeatSummary.number)
    seats = db.session.scalars(query).all()
    sides = tuple(seat.side for seat in seats) or tuple(range(len(state.seats)))
    # Who leads, the highest or the lowest total, shows in the ranks.
    lowest_leads = any(seat.rank < other.rank and seat.total < other.total for seat in seats for other in seats)
    game = by_totals(partie.game, frozenset({len(sides)}), lambda _options, _seats: sides, lowest_leads=lowest_leads)
    course = [[0] * len(sides)]
    if summary is not None:
        course += summary.course
    played = tuple(MancheFacts(tuple(map(sub, after, before))) for before, after in pairwise(course))
    sheet = game.score(None, len(sides), played)
    if summary is None or summary.ending_why is None:
        sheet = replace(sheet, ending=None)
    table = Table(len(sides), partie.first_dealer)
    return ScoredState(
        played=played,
        sheet=sheet,
        deal=game.deal(None, table, played),
        order=None,
        game=game,
        options=None,
        side_of=sides,
        turns=(),
        key=partie.id,
        state=state,
        manches=(),
    )
