"""Every piece that the pages are made of, on one page, for who works on the house: there in development only."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle
from typing import Any

from flask import Blueprint, g, render_template

from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games import GAMES
from scorekeeper.record import carnets, journal
from scorekeeper.record.database import begin_writing, db
from scorekeeper.record.models import Partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import Standing, standing_of
from scorekeeper.record.table import OpenTable, open_table
from scorekeeper.web.access import writer
from scorekeeper.web.card_table import GONE, CardKey, card_table, interruption
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.notices import Notice
from scorekeeper.web.pages.parties import facts_form, shared
from scorekeeper.web.pages.soirees import today
from scorekeeper.web.posting import Refusal
from scorekeeper.web.words.cards import suit_name

bp = Blueprint("style", __name__)
COLOURS = ("paper", "sheet", "wrong", "rule", "strong-rule", "faded", "ink", "red", "red-on-ink", "felt", "on-felt")
_GAME = next(iter(GAMES.values()))
_NAMES = ("Anne", "Luc", "Zoé", "Maximilienne-Alexandrine")
_MANCHES = 3
# The third card is a discard where it may be one, so that a later card of that hand would prove something.
_DISCARD, _MOST_CARDS = 2, 12


@bp.get("/style")
def show() -> str:
    """The pieces, filled from a carnet that is made for this page and never kept."""
    begin_writing()
    try:
        g.access = carnets.create_carnet("")
        g.carnet = g.access.carnet
        return render_template("style/show.html", **_samples())
    finally:
        db.session.rollback()


def _samples() -> dict[str, Any]:
    """A partie that begins, one with a few manches, and one with cards on the table."""
    players = [carnets.add_player(g.carnet, name) for name in _NAMES]
    soiree = carnets.open_soiree(g.carnet, today(), "")
    fresh, played, dealt = (
        journal.start_partie(soiree, _GAME.slug, players, _GAME.presets[0].options, 0, writer()) for _number in range(3)
    )
    _record(played)
    _deal(dealt)
    standing = standing_of(played)
    return {
        "colours": COLOURS,
        "fresh": standing_of(fresh),
        "refused": Refusal(RefusedError("name_taken", field="name", name=_NAMES[0]), None),
        "done": Notice(_("Manche notée"), _("Annuler"), "/style"),
        "form": facts_form(standing, None),
        "laying": None,
        "keys": {"rows": [(suit_name(suit), _keys(suit)) for suit in (Suit.SPADES, Suit.HEARTS)]},
        **_on_the_table(standing_of(dealt)),
        **shared(standing),
    }


def _on_the_table(dealt: Standing) -> dict[str, Any]:
    arbiter = dealt.arbiter(dealt.cards_entered())
    choices = arbiter.choices
    breaking = (*choices.exposing, *choices.forbidden)[:1] if choices is not None else ()
    return {
        "dealt": dealt,
        "arbiter": arbiter,
        "table": card_table(dealt, arbiter),
        "breaches": [interruption(dealt, card.code) for card in breaking],
    }


def _keys(suit: Suit) -> list[CardKey]:
    """The keys of a suit under every ruling in turn; there are two of the lowest card."""
    rulings = (Ruling.ALLOWED, Ruling.CONDITIONAL, Ruling.FORBIDDEN, "exposing", GONE)
    cards = [Card(f"{rank.code}{suit.value}") for rank in sorted(Rank, reverse=True)]
    return [
        CardKey(card.code, str(ruling), 0 if ruling == GONE else 1 + card.code.startswith("2"))
        for card, ruling in zip(cards, cycle(rulings), strict=False)
    ]


def _record(partie: Partie) -> None:
    """A few manches, the same every time."""
    chance = random.Random(26)  # noqa: S311 - nothing secret
    for _number in range(_MANCHES):
        with open_table(partie, None, writer()) as table:
            table.record(PAGES[partie.game].sample(table.standing, chance), "")


def _deal(partie: Partie) -> None:
    """Cards until one of those left would prove an irregularity."""
    with open_table(partie, None, writer()) as table:
        table.begin_cards(0)
    for number in range(_MOST_CARDS):
        with open_table(partie, None, writer()) as table:
            _put_down(table, number)


def _put_down(table: OpenTable, number: int) -> None:
    choices = table.standing.arbiter(table.standing.cards_entered()).choices
    if choices is None or choices.exposing:
        return
    first: Sequence[Card] = choices.conditional if number == _DISCARD else ()
    _, verdict = table.judge((*first, *choices.allowed, *choices.conditional)[0].code)
    table.put_down(verdict)
