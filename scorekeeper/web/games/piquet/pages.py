"""What the pages of Piquet show beside a coup: the sheet, statistics, calculator, cut, wizard and a sample.

A *coup* is one deal, a *partie* a game to its end: a number of coups, or a *sèche*, a game to a target, or a *liée*,
the best of three sèches. *Elder* is the seat that does not deal. Players declare combinations before the play; *pic*
and *repic* are the bonuses at 30 points. The *rubicon* is 100 points: a loser below it pays more. *Facts* are what the
table saw of a coup, as JSON or in the game's own type. A *step* is points that a seat calls aloud. Articles such as
PI-22 are those of the rulebook of Piquet.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import Any

from flask import url_for
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.transport import bits
from scorekeeper.games.board import Board
from scorekeeper.games.contract import Table
from scorekeeper.games.manche_json import board_for
from scorekeeper.games.piquet import PIQUET, declarations
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.counting.near_misses import near_misses
from scorekeeper.games.piquet.counting.steps import category_of, declared_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, Category, answer_to
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.facts.cards import rules, tricks_taken
from scorekeeper.games.piquet.options import SEATS, TRICKS, Format, PiquetOptions, read_options
from scorekeeper.games.piquet.play import elder_of
from scorekeeper.games.piquet.refutations import refutations
from scorekeeper.games.piquet.scoring import liee_state
from scorekeeper.games.piquet.settlement import COUPS, DOUBLED_COUPS, RUBICON, TIE_COUPS, is_void
from scorekeeper.games.piquet.step import points_by_seat
from scorekeeper.games.rulebook import Consequence, OptionText, Question, read_wizard
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games.contract import Cut, Feat, Remark
from scorekeeper.web.games.piquet.declarations import (
    CATEGORY_LABELS,
    declaration_name,
    remarks_on,
)
from scorekeeper.web.games.piquet.fields import DECK_CODES, hands_by_seat
from scorekeeper.web.games.piquet.form import PiquetForm, irregularity_labels
from scorekeeper.web.games.piquet.text import error_sentence
from scorekeeper.web.games.piquet.tricks import BONUSES, CountLine, bonus_sentence, near_miss_sentence
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.games.tools.wizard import WizardLink, wizard_tool
from scorekeeper.web.text.house_rules import house_rules

# The sheet: the progress, a pic narrowly missed, refuted declarations.


def partie_note(scored: ScoredPartie) -> str:
    """Describe the progress of the partie: « Encore 4 coups », « points doublés », « sèches 1–0 »."""
    # `options` are the house rules and `played` the facts of the recorded coups, both in the game's own types.
    options = scored.options
    # A void coup is not one of those of the partie (PI-32).
    coups_done = sum(not is_void(coup.facts) for coup in scored.played)
    if options.format is Format.TARGET_SINGLE:
        return _("Partie sèche en %(target)s points", target=options.target)
    # `COUPS` has the number of coups by format; the only other format without one is a liée, to a target.
    if options.format not in COUPS:
        # The sèches that each player has won: « 1–0 ».
        wins = "–".join(map(str, liee_state(options, scored.played).wins))
        return _("Partie liée en %(target)s points, sèches %(wins)s", target=options.target, wins=wins)
    remaining = COUPS[options.format] - coups_done
    # After equal totals, two more coups decide (`TIE_COUPS`): `remaining` is 0 before the first of them, −1 before the
    # second.
    if remaining <= 0:
        tie_coups = remaining + TIE_COUPS
        return ngettext("Totaux égaux : encore %(num)d coup", "Totaux égaux : encore %(num)d coups", tie_coups)
    sentence = _("Encore %(num)d coups", num=remaining)
    if remaining == 1:
        sentence = _("Dernier coup")
    # In this format, the points of the first and the fourth coup are doubled.
    if options.format is Format.RUBICON_FOUR and coups_done + 1 in DOUBLED_COUPS:
        return _("%(stage)s, points doublés", stage=sentence)
    return sentence


def side_note(scored: ScoredPartie, side: int) -> str:
    """Say how many points a player needs to avoid the rubicon or to reach the target.

    The text is empty if the player needs none, and once the partie is over.
    """
    options = scored.options
    if scored.ending is not None:
        return ""
    if options.format in COUPS:
        missing = RUBICON - scored.sheet.totals[side]
        if missing <= 0:
            return ""
        return _("rubicon : il manque %(needed)s", needed=missing)
    # The state has the sèches won and the points in the current one: those of an earlier sèche do not count for it.
    state = liee_state(options, scored.played)
    notes = []
    if options.format is not Format.TARGET_SINGLE:
        notes.append(ngettext("%(num)d sèche", "%(num)d sèches", state.wins[side]))
    points = options.target - state.current_points[side]
    if points > 0:
        notes.append(_("il manque %(needed)s", needed=points))
    return " · ".join(notes)


def remarks(scored: ScoredPartie) -> dict[int, list[Remark]]:
    """Return the remarks on coups, by the index of the coup; a remark is a sentence with its article.

    They say why a pic or repic was narrowly missed (PI-22, PI-23), and which declarations the cards refute: the table
    has counted them all the same (PI-37).
    """
    by_coup = {}
    for index, coup in enumerate(scored.played):
        misses = near_misses(scored.options, coup.facts)
        of_coup = [(near_miss_sentence(miss, scored.names), miss.article) for miss in misses]
        # A coup that was entered card by card. The cards are played on a board, which finds who took each trick.
        if coup.cards is not None:
            facts = scored.manches[index].facts
            tricks = board_for(scored.game, scored.options, SEATS, coup.cards, facts).tricks
            of_coup += remarks_on(refutations(facts, tricks), scored.names)
        if of_coup:
            by_coup[index] = of_coup
    return by_coup


# The feats that the statistics count: the name of a column, and the key of the lines of the sheet that are counted. Two
# keys are not those of lines: if the result of the ending has `rubicon`, `rubicon_made` counts it for the winner, and
# `rubicon_suffered` for the loser.

FEATS = (
    Feat(lazy_gettext("Pics"), ("pic",)),
    Feat(lazy_gettext("Repics"), ("repic",)),
    Feat(lazy_gettext("Capots"), ("capot",)),
    Feat(lazy_gettext("Cartes blanches"), ("carte_blanche",)),
    Feat(lazy_gettext("Rubicons infligés"), ("rubicon_made",)),
    Feat(lazy_gettext("Rubicons subis"), ("rubicon_suffered",)),
)

# The comparison of both players' declarations, with the points scored before the play.


@dataclass(frozen=True)
class Row:
    """A category (point, sequences, sets): each player's declaration, elder first, and the dealer's answer."""

    # The name of the category, and the article that defines it.
    name: str
    article: str
    # Of elder, then of the dealer: the declaration and its points.
    cells: list[tuple[str, int]]
    # The key of the answer, None without one.
    answer: str | None


@dataclass(frozen=True)
class DeclarationSummary:
    """The declarations of both players, or the error if they are impossible."""

    # One row for each category. With an error, this list and the next two are empty.
    rows: Sequence[Row] = ()
    # The points scored before the play, by seat.
    totals: Sequence[int] = ()
    # A line for each bonus.
    notes: Sequence[CountLine] = ()
    # The error and its sentence. For an `IncompleteFactsError`, the declarations of the category in its `field` cannot
    # be compared until the table enters more: the pips of two points, or the top cards of two sequences.
    error: ImpossibleError | None = None
    sentence: str = ""


def summarise_form(form: PiquetForm) -> DeclarationSummary | None:
    """Return the summary of the declarations entered so far, None if there are none."""
    if not form.has_declarations():
        return None
    scored = form.scored
    facts = {"elder": form.elder, **form.declaration_facts(), **form.short_hand_facts()}
    return summarise(scored.options, facts, scored.names)


def summarise(options: PiquetOptions, json: Json, names: Sequence[str]) -> DeclarationSummary:
    """Compare both players' declarations (PI-9 to PI-13) and score them."""
    try:
        # `read_pending` checks the facts of a coup in progress. `_row` raises the error for declarations that cannot be
        # compared yet.
        facts = read_pending(options, json)
        rows = [_row(facts, category) for category in Category]
    except ImpossibleError as error:
        return DeclarationSummary(error=error, sentence=error_sentence(error, names))
    # The steps of the count, points that a seat calls aloud, with the tricks removed from the facts.
    steps = count_coup(options, replace(facts, winners=None, low=None))
    # Even without tricks, `count_coup` counts the first lead, and a pic if this lead completes one. Neither is a
    # declaration, so that these steps are left out.
    points = points_by_seat(step for step in steps if step.trick is None and step.why != "pic")
    notes = [CountLine(bonus_sentence(step, names), step.points, step.article) for step in steps if step.why in BONUSES]
    return DeclarationSummary(rows, points, notes)


def _row(facts: PiquetFacts, category: Category) -> Row:
    """The row of a category: the declarations and points, and the answer if either player declared anything.

    After a false declaration it has only an answer that the table entered: nothing is compared then (PI-37).
    """
    order = (facts.elder, 1 - facts.elder)
    # `declared_steps` returns the steps of all declarations, `category_of` the category of one.
    points = points_by_seat(step for step in declared_steps(facts) if category_of(step) == category)
    cells = [(declaration_name(category, facts.declarations[seat]), points[seat]) for seat in order]
    answer = facts.answers.get(category)
    # If no answer was entered, compare the declarations. `answer_to` takes those of elder, then those of the dealer.
    if answer is None and facts.offender is None:
        answer = answer_to(category, *(facts.declarations[seat] for seat in order))
    return Row(str(CATEGORY_LABELS[category]), ARTICLES[category], cells, answer)


# The calculator: the points of two hands before the play, without a partie.


@dataclass(frozen=True)
class Calculation:
    """The one or two hands in the query string, elder first, and what their declarations score."""

    # The codes of the cards, by hand.
    hands: list[list[str]]
    # Whether each hand is entered as a carte blanche (PI-8).
    carte_blanche: list[bool]
    # The house rule that a repic needs an opponent without points (PI-23).
    needs_zero: bool
    # None without a card.
    summary: DeclarationSummary | None


def calculate(args: MultiDict[str, str]) -> Calculation:
    """Score the declarations of the one or two hands in the query string, elder's first, before the play."""
    hands = _sent_hands(args)
    carte_blanche = [str(seat) in args.getlist("carte_blanche") for seat in range(SEATS)]
    needs_zero = args.get("repic") != "no"
    summary = None
    # If a card is chosen.
    if any(hands):
        # The other house rules have their default values.
        options = read_options({"repic_needs_zero_opponent": needs_zero}, SEATS)
        # In facts, None is a hand that is not known.
        json = {"elder": 0, "carte_blanche": carte_blanche, "hands": [hand or None for hand in hands]}
        summary = summarise(options, json, [_("le premier"), _("le donneur")])
    return Calculation(hands, carte_blanche, needs_zero, summary)


def repic_rule() -> OptionText:
    """Return the text of the house rule of the repic (PI-23), the only rule that changes the points of two hands."""
    return house_rules(PIQUET).options["repic_needs_zero_opponent"]


def repic_query(options: Json) -> dict[str, str]:
    """Return the arguments of the query string for the house rule of the repic, none for its default."""
    if options["repic_needs_zero_opponent"]:
        return {}
    return {"repic": "no"}


def _sent_hands(args: MultiDict[str, str]) -> list[list[str]]:
    """The hands, from one field per card (sent by the page) or one list per hand (in a short address)."""
    tapped = hands_by_seat({code: args.get(f"card-{code}") for code in DECK_CODES})
    return [args.getlist(f"hand-{seat}") + tapped[seat] for seat in range(SEATS)]


# The cut for the deal: the player of the lower card deals first and chooses a seat (PI-3).

# The ranks of the deck, the highest first; suits do not matter.
RANKS = [rank.code for rank in reversed(declarations.RANKS)]


def cut_for_deal(form: MultiDict[str, str], names: Sequence[str]) -> Cut:
    """Draw the cards of the cut or read them from the form; the lower card deals, a tie cuts again (PI-3)."""
    drawn = []
    if form.get("cut") == "draw":
        drawn = secrets.SystemRandom().sample(DECK_CODES, SEATS)
    # The code of a card is that of its rank, then one letter for the suit: `10H`. Without drawn cards, the form has one
    # field for each seat.
    ranks = [code[:-1] for code in drawn] or [form.get(f"cut-{seat}", "") for seat in range(SEATS)]
    ranks = [rank if rank in RANKS else "" for rank in ranks]
    # `Cut` takes the ranks, the dealer (None: not decided), the sentence, and the cards that the app drew.
    if "" in ranks:
        return Cut(ranks, None, _("Choisissez la carte de chacun."), drawn)
    if ranks[0] == ranks[1]:
        return Cut(ranks, None, _("Deux cartes de même hauteur : coupez de nouveau."), drawn)
    # The lower card is later in `RANKS`.
    dealer = max(range(SEATS), key=lambda seat: RANKS.index(ranks[seat]))
    sentence = _("La plus basse est à %(name)s, qui donne et choisit sa place.", name=names[dealer])
    return Cut(ranks, dealer, sentence, drawn)


# The wizard of irregularities: questions, then a link to the entry form (PI-32 to PI-38).

# The facts that a consequence, the end of the questions, may record. `fault` is an irregularity, such as
# `{"kind": "void", "article": "PI-33"}`; `short_hand` is who has fewer cards than twelve, such as `elder`.
_FACT_KEYS = ("fault", "short_hand")


@cache
def read_questions() -> Question:
    """Read the questions; return the first one, which leads to the others."""
    # The last argument is the package of the rulebook that all games share: its articles may be cited too.
    return read_wizard(PIQUET.package, "irregularities.toml", _FACT_KEYS, "scorekeeper.cards")


def links_to_entry(query: ToolQuery, consequence: Consequence) -> list[WizardLink]:
    """Return links to the entry form with the irregularity selected, one for each seat that may have committed it.

    `consequence` is the end of the questions; its `facts` record the irregularity. If the tool is used without a
    partie, or the partie is over, there is no link.
    """
    scored = query.scored
    if scored is None or scored.over:
        return []
    labels = irregularity_labels(scored.players)
    # `announce` shows the form even while the tricks of the coup are called, or its cards entered, one by one.
    address = partial(url_for, "parties.show", partie_id=scored.partie.id, entry="open", announce="1")
    return [
        WizardLink(labels[value], address(fault=value))
        for value in _irregularity_values(consequence.facts, scored.deal.dealer)
    ]


def _irregularity_values(facts: Mapping[str, Any], dealer: int) -> list[str]:
    """The values of the field `fault` for an irregularity: `["void:PI-33"]`, `["short_hand:0", "short_hand:1"]`."""
    irregularity = facts.get("fault", {})
    if "short_hand" in facts:
        irregularity = {"kind": "short_hand", "seat": facts["short_hand"]}
    # In a consequence the seat is a role. The role "offender" is one that either player may have.
    seats = {"elder": [elder_of(dealer)], "dealer": [dealer]}.get(irregularity.get("seat"), range(SEATS))
    if "article" in irregularity:
        seats = [irregularity["article"]]
    return [f"{irregularity['kind']}:{seat}" for seat in seats if irregularity]


# A page of yes/no questions, one after the other.
IRREGULARITIES = wizard_tool(
    "irregularities",
    (
        lazy_gettext("Une irrégularité ?"),
        lazy_gettext("Répondez par oui ou par non : la règle dit ce qui suit."),
    ),
    read_questions,
    links_to_entry,
)

# The sample.


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Deal two random hands, play them at random, and return the facts of the coup."""
    cards = list(DECK_CODES)
    generator.shuffle(cards)
    elder = elder_of(scored.deal.dealer)
    # `TRICKS` is twelve, also the number of cards in a hand; the other eight cards are out of play.
    hands = [cards[:TRICKS], cards[TRICKS : 2 * TRICKS]]
    # The board knows whose turn it is, None after the last card, the hands, and the cards played.
    board = Board(rules(scored.options, Table(SEATS), {}), elder, hands)
    # Sets of cards are integers with a bit for each card: `a & b` has the cards of both, `a & ~b` those of `a` alone.
    while board.seat is not None:
        hand = (board.open_hands[board.seat] or 0) & ~board.played
        # A rule allows the cards `rule.cards` only from a hand that is within the set `rule.only`, or from any hand if
        # this is None. `hand & ~rule.only` are the cards of the hand outside this set: if there are any, these cards
        # would be a revoke.
        allowed = [rule.cards & hand for rule in board.rules.at(board.turn) if not hand & ~(rule.only or hand)]
        # `bits` splits a set into its single cards.
        board.play_card(generator.choice([bit for cards in allowed for bit in bits(cards)]))
    return {"elder": elder, "hands": hands, **tricks_taken(scored.options, board.tricks)}
