"""The calculator of Piquet: the points of two hands before the play, without a partie."""

from __future__ import annotations

from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.options import SEATS, read_options
from scorekeeper.games.rulebook import OptionText
from scorekeeper.games.shape import Json
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.piquet.declarations.fields import hands_by_seat
from scorekeeper.web.games.piquet.declarations.summary import DeclarationSummary, summarise
from scorekeeper.web.games.piquet.form import deck_codes
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True)
class Calculation:
    """The hands in the query string and their declarations, elder first.

    `needs_zero`: the house rule that a repic needs an opponent without points (PI-23).
    """

    headings: list[str]
    hands: list[list[str]]
    carte_blanche: list[bool]
    needs_zero: bool
    summary: DeclarationSummary | None


def calculate(args: MultiDict[str, str]) -> Calculation:
    """Score the declarations of the one or two hands in the query string, elder's first, before the play."""
    hands = _sent_hands(args)
    carte_blanche = [str(seat) in args.getlist("carte_blanche") for seat in range(SEATS)]
    needs_zero = args.get("repic") != "no"
    headings = [_("Le premier"), _("Le donneur")]
    calculation = Calculation(headings, hands, carte_blanche, needs_zero, None)
    if not any(hands):
        return calculation
    options = read_options({"repic_needs_zero_opponent": needs_zero}, SEATS)
    json = {"elder": 0, "carte_blanche": carte_blanche, "hands": [hand or None for hand in hands]}
    # Inside a sentence, these names have no capital.
    summary = summarise(options, json, [_("le premier"), _("le donneur")])
    return replace(calculation, summary=_with_headings(summary, headings))


def repic_rule() -> OptionText:
    """Return the text of the house rule of the repic (PI-23), the only one that matters for two hands."""
    return house_rules(PIQUET).options["repic_needs_zero_opponent"]


def repic_query(options: Json) -> dict[str, str]:
    """Return the arguments of the query string for the house rule of the repic, none for its default."""
    if options["repic_needs_zero_opponent"]:
        return {}
    return {"repic": "no"}


def _sent_hands(args: MultiDict[str, str]) -> list[list[str]]:
    """The hands, from one field per card (sent by the page) or one list per hand (in a short address)."""
    tapped = hands_by_seat({code: args.get(f"card-{code}") for code in deck_codes()})
    return [args.getlist(f"hand-{seat}") + tapped[seat] for seat in range(SEATS)]


def _with_headings(summary: DeclarationSummary, headings: list[str]) -> DeclarationSummary:
    """The summary with these headings, and with a capital at the start of each note."""
    notes = [replace(line, sentence=line.sentence[:1].upper() + line.sentence[1:]) for line in summary.notes]
    return replace(summary, names=headings, notes=notes)
