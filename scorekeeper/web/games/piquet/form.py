"""The form of a coup (one deal) of Piquet: its declarations, its twelve tricks, and an irregularity.

The table enters the declarations in one of the `DECLARATION_MODES` (`scored`, `declared`, `hands`) and the play in one
of the `PLAY_MODES` (`counts`, `called`). The values of the other modes are sent in hidden inputs, so that switching
between modes loses nothing.

*Elder* is the player who does not deal. *Facts* are what the table saw of a coup, as JSON; the *context* is what was
saved of the current coup before its first card. Articles such as PI-34 are those of the rulebook of Piquet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
from flask_babel import LazyString, lazy_gettext
from wtforms import Field

from scorekeeper.games.piquet.facts import KEYS
from scorekeeper.games.piquet.facts.short_hand import MAX_SHORT_HAND, MIN_SHORT_HAND
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche, Player
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.core.sent_fields import is_sent, sent_fields
from scorekeeper.web.forms import CountField, index_choices
from scorekeeper.web.games.piquet.fields import (
    DECLARATION_MODES,
    EVERY_MODE,
    FIELDS_OF_MODE,
    PLAY_MODES,
    DeclarationForm,
    PlayForm,
    declaration_mode,
    sent_values,
)

# The irregularities as choices (PI-32 to PI-38). The value of the field `fault` is a kind and an article or a seat:
# `void:PI-32`, `short_hand:1`.

# By article: the coup does not count, and is dealt again.
VOID_LABELS: dict[str, LazyString] = {
    "PI-32": lazy_gettext("Carte découverte à la donne : on redonne"),
    "PI-33": lazy_gettext("Mal distribué : on redonne"),
    "PI-38": lazy_gettext("Les deux mains sont fausses : coup annulé"),
}
# By kind, the irregularities of one player.
PLAYER_IRREGULARITIES: dict[str, LazyString] = {
    "false_declaration": lazy_gettext("Fausse annonce"),
    "short_hand": lazy_gettext("Main trop courte"),
    "loses_partie": lazy_gettext("Talon pris à tort, partie perdue"),
}
# The explanations below the choices, by the article that sets the consequence.
CONSEQUENCES: dict[str, LazyString] = {
    "PI-34": lazy_gettext("Écart mal compté, talon trop court : on joue avec une main courte."),
    "PI-35": lazy_gettext("Plus de cinq cartes prises au talon : la partie est perdue."),
    "PI-36": lazy_gettext("Donneur servi avant l’autre : la partie est perdue."),
    "PI-37": lazy_gettext("Fausse annonce vue après la première carte : aucun point, l’autre compte tous les plis."),
    "PI-38": lazy_gettext("Main courte : ses cartes jouées, les derniers plis sont à l’autre."),
}

# The possible sizes of a short hand, one with fewer cards than twelve; the largest first (PI-34).
SHORT_HAND_SIZES = range(MAX_SHORT_HAND, MIN_SHORT_HAND - 1, -1)


def irregularity_labels(players: Sequence[Player]) -> dict[str, str]:
    """Return the label of every irregularity at this table, by the value of the field `fault`.

    Example: `short_hand:1` is « Main trop courte · Luc ».
    """
    labels = {f"void:{article}": str(label) for article, label in VOID_LABELS.items()}
    for kind, label in PLAYER_IRREGULARITIES.items():
        labels |= {f"{kind}:{seat}": f"{label} · {player.name}" for seat, player in enumerate(players)}
    return labels


# The form.

# The possible numbers of cards in a point, the cards of one suit.
POINT_SIZES = range(3, 9)
# The largest number of sequences in twelve cards, by the length of the sequence.
MOST_RUNS_BY_LENGTH = {3: 4, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}


class PiquetForm(DeclarationForm, PlayForm):
    """The form of a coup, with the fields of every mode. Fields of one player are named `<name>-<seat>`.

    `DeclarationForm` and `PlayForm` are in `fields.py`. Through them, the form inherits from `FactsForm`: `scored`, the
    partie with its scores, and the fields of every game, which are the note, the players who revoked (did not follow
    suit although able to), and a penalty with its points.
    """

    # The seat that leads first.
    elder: int
    # The irregularity, and the size of a short hand.
    fault: Field
    short_cards: CountField

    @property
    def order(self) -> tuple[int, int]:
        """The seats, elder first, as they declare (PI-13)."""
        return self.elder, 1 - self.elder

    @property
    def before_cards(self) -> bool:
        """Whether the form shows only the declarations, to correct them before the next card is entered."""
        # A link with `announce` in its address requests the form of a coup that is entered card by card.
        return "announce" in request.args and self.scored.current.cards is not None

    @property
    def irregularity(self) -> tuple[str, str]:
        """The irregularity entered: its kind, and its article or seat as text; both empty without one."""
        kind, _colon, article_or_seat = (self.fault.data or "").partition(":")
        return kind, article_or_seat

    def facts(self) -> dict[str, Any]:
        """Return the facts entered as JSON, unchecked: the game refuses impossible facts."""
        kind, article_or_seat = self.irregularity
        json: dict[str, Any] = {"elder": self.elder}
        # A coup that is not played, because it is void or the partie is lost, has no facts but these two.
        if kind not in {"void", "loses_partie"}:
            json |= self.declaration_facts() | self.play_facts() | self.short_hand_facts()
        # A short hand is in facts of its own.
        if kind == "void":
            json["fault"] = {"kind": kind, "article": article_or_seat}
        elif kind not in {"", "short_hand"}:
            json["fault"] = {"kind": kind, "seat": whole_number(article_or_seat)}
        return json

    def short_hand_facts(self) -> dict[str, Any]:
        """Return the seat and the size of a short hand (PI-34), each None if it was not entered."""
        kind, seat = self.irregularity
        facts = {"short_hand": None, "short_cards": self.short_cards.data}
        if kind == "short_hand":
            facts["short_hand"] = whole_number(seat)
        return facts

    def context_facts(self) -> dict[str, Any]:
        """Return the context of the coup: its declarations and its irregularity.

        Raises `RefusedError` if a note, a revoke or a penalty is entered, which the table records with the result of
        the coup, and for a coup that is not played.
        """
        json = self.facts()
        # If the points of a penalty are invalid, `penalties` may be empty, and their field has an error.
        penalty = self.penalties() or self.penalty_points.errors
        result_entries = penalty or (self.note.data or "").strip() or self.revoked_seats()
        # After « Annuler », the form shows the note, revokes and penalty of the undone coup again: they are no mistake
        # of the table, and allowed.
        if result_entries and self.scored.undone_manche is None:
            raise RefusedError(
                "not_understood", sentence=_("La note, la renonce et la pénalité se notent à la fin du coup.")
            )
        # All facts have `carte_blanche`, except those of a coup that is not played.
        if "carte_blanche" not in json:
            raise RefusedError("not_understood", sentence=_("Ce coup ne se joue pas : touchez « Noter »."))
        return {name: value for name, value in json.items() if name in KEYS}

    def switch_mode(self) -> bool:
        """Switch to the mode of the pressed button; return whether the button only shows the form again.

        The button `check` is one of those: it compares the declarations entered so far.
        """
        pressed = sent_fields().get("switch")
        if pressed in DECLARATION_MODES:
            self.by.data = pressed
        elif pressed in PLAY_MODES:
            self.play.data = pressed
        return pressed in {*DECLARATION_MODES, *PLAY_MODES, "check"}

    def has_entries(self) -> bool:
        """Whether anything about the coup was entered, in any mode."""
        return any(sent_values(self[name]) for fields in FIELDS_OF_MODE.values() for name in fields)

    def hidden_values(self) -> list[tuple[str, str]]:
        """Return the (name, value) pairs of the fields of the modes that are not shown, for hidden inputs."""
        return [
            (name, value)
            for mode, fields in FIELDS_OF_MODE.items()
            if mode not in {EVERY_MODE, self.by.data, self.play.data}
            for name in fields
            for value in sent_values(self[name])
        ]

    def fill(self, json: Json) -> None:
        """Fill the fields with recorded facts, or with those of the current coup."""
        self.elder = json.get("elder", self.elder)
        self.fill_declarations(json)
        self.fill_play(json)
        irregularity = json.get("fault")
        # A void coup has an article, any other irregularity a seat.
        if irregularity:
            self.fault.data = f"{irregularity['kind']}:{irregularity.get('article', irregularity.get('seat'))}"
        if json.get("short_hand") is not None:
            self.fault.data = f"short_hand:{json['short_hand']}"
            self.short_cards.data = json.get("short_cards")

    def fill_irregularity_from_address(self) -> None:
        """Select the irregularity in the query string, as in `fault=void:PI-32`: `IRREGULARITIES` makes such links."""
        irregularity = request.args.get("fault")
        if not self.correcting and irregularity in irregularity_labels(self.scored.players):
            self.fault.data = irregularity


def facts_form(scored: ScoredPartie, manche: Manche | None) -> PiquetForm:
    """Return the form with the values sent; if none were sent, with the facts of `manche` or of the current coup."""
    if manche is None:
        elder = 1 - scored.deal.dealer
        # `facts_so_far` are the facts that follow from the cards of the coup, empty unless these are entered one by
        # one.
        facts = {**(scored.current.context or {}), **scored.current.facts_so_far}
    else:
        elder = manche.facts["elder"]
        facts = manche.facts
    # WTForms makes the fields of a form from the attributes of its class. So this request gets a class of its own, a
    # subclass with the fields of every mode as attributes, and with `scored`, `elder` and `correcting`.
    attributes: dict[str, Any] = {"scored": scored, "elder": elder, "correcting": manche is not None}
    for fields in FIELDS_OF_MODE.values():
        attributes |= fields
    form: PiquetForm = type("PiquetForm", (PiquetForm,), attributes)()
    # The choices are "0" and "1".
    form.penalty_side.choices = index_choices(SEATS)
    # The form does not check the values of the hidden inputs `by` and `play`: an unknown mode becomes the first one.
    for field, modes in ((form.by, DECLARATION_MODES), (form.play, PLAY_MODES)):
        if field.data not in modes:
            field.data = modes[0]
    if not is_sent():
        form.by.data = _latest_mode(scored)
        if facts:
            form.fill(facts)
        form.fill_irregularity_from_address()
        # The note, revokes and penalty of the coup to correct, or of one that was undone.
        form.fill_earlier_extras(manche, scored)
    return form


def _latest_mode(scored: ScoredPartie) -> str:
    """The mode in which the table entered the declarations of its latest played coup; `scored` before the first."""
    # The latest coup first. The facts of a coup that was not played lack `carte_blanche`.
    declarations = (manche.facts for manche in reversed(scored.manches) if "carte_blanche" in manche.facts)
    return declaration_mode(next(declarations, {}))
