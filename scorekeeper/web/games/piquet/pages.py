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
from functools import cache
from random import Random
from typing import Any

from flask import url_for
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.transport import bits
from scorekeeper.games.board import Board
from scorekeeper.games.contract import MancheFacts, Sheet, Table
from scorekeeper.games.manche_json import board_for, read_manche
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
from scorekeeper.games.piquet.scoring import liee_state
from scorekeeper.games.piquet.settlement import COUPS, DOUBLED_COUPS, RUBICON, TIE_COUPS, is_void
from scorekeeper.games.piquet.step import points_by_seat
from scorekeeper.games.rulebook import Consequence, OptionText, Question, read_wizard
from scorekeeper.games.shape import ImpossibleError, IncompleteFactsError, Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games.contract import Cut, Feat, Remark
from scorekeeper.web.games.piquet.declarations import (
    ANSWER_LABELS,
    CATEGORY_LABELS,
    declaration_name,
    remarks_on_declarations,
)
from scorekeeper.web.games.piquet.fields import DECK_CODES, hands_by_seat
from scorekeeper.web.games.piquet.form import PiquetForm, irregularity_labels
from scorekeeper.web.games.piquet.text import error_sentence
from scorekeeper.web.games.piquet.tricks import BONUSES, CountLine, bonus_sentence, near_miss_sentence
from scorekeeper.web.games.tools.query import ToolQuery
from scorekeeper.web.games.tools.wizard import WizardEffect, WizardLink, wizard_tool
from scorekeeper.web.text.house_rules import house_rules

# The sheet: the progress, a pic narrowly missed, refuted declarations.


def partie_note(scored: ScoredPartie) -> str:
    """Describe the progress of the partie: « Encore 4 coups », « Partie sèche en 150 points »."""
    # `options` are the house rules and `played` the facts of the recorded coups, both in the game's own types.
    return describe_progress(scored.options, scored.played)


def describe_progress(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]]) -> str:
    """Describe the progress of the partie after these coups: « Encore 4 coups », « points doublés », « sèches 1–0 »."""
    # A void coup is not one of those of the partie (PI-32).
    coups_done = sum(not is_void(coup.facts) for coup in played)
    # `COUPS` has the number of coups by format; a format without one is a sèche or a liée, to a target.
    if options.format not in COUPS:
        if options.format is Format.TARGET_SINGLE:
            return _("Partie sèche en %(target)s points", target=options.target)
        # The sèches that each player has won: « 1–0 ».
        wins = "–".join(map(str, liee_state(options, played).wins))
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
    """Say how many points a player needs, an empty string once the partie is over."""
    if scored.ending is not None:
        return ""
    return points_needed(scored.options, scored.played, side, scored.sheet.totals[side])


def points_needed(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]], side: int, total: int) -> str:
    """Say how many points a player needs to avoid the rubicon or to reach the target; empty for none."""
    if options.format in COUPS:
        if total >= RUBICON:
            return ""
        return _("rubicon : il manque %(needed)s", needed=RUBICON - total)
    # The state has the sèches won and the points in the current one: those of an earlier sèche do not count for it.
    state = liee_state(options, played)
    needed = ""
    points = options.target - state.current_points[side]
    if points > 0:
        needed = _("il manque %(needed)s", needed=points)
    if options.format is Format.TARGET_SINGLE:
        return needed
    won = ngettext("%(num)d sèche", "%(num)d sèches", state.wins[side])
    if not needed:
        return won
    return f"{won} · {needed}"


def remarks(scored: ScoredPartie) -> dict[int, list[Remark]]:
    """Return the remarks on coups, by the index of the coup; a remark is a sentence with its article.

    They say why a pic or repic was narrowly missed, and which declarations the cards refute.
    """
    by_coup = {}
    for index in range(len(scored.played)):
        of_coup = _near_miss_remarks(scored, index) + _refutation_remarks(scored, index)
        if of_coup:
            by_coup[index] = of_coup
    return by_coup


def _near_miss_remarks(scored: ScoredPartie, index: int) -> list[Remark]:
    """The reasons why a coup narrowly missed a pic or repic (PI-22, PI-23)."""
    misses = near_misses(scored.options, scored.played[index].facts)
    return [(near_miss_sentence(miss, scored.names), miss.article) for miss in misses]


def _refutation_remarks(scored: ScoredPartie, index: int) -> list[Remark]:
    """The declarations of a recorded coup that its cards refute: the table has counted them all the same (PI-37)."""
    cards = scored.played[index].cards
    facts = scored.manches[index].facts
    # A coup that was not entered card by card has no cards.
    if cards is None:
        return []
    # The cards are played on a board, which finds who took each trick.
    tricks = board_for(scored.game, scored.options, SEATS, cards, facts).tricks
    return remarks_on_declarations(facts, tricks, scored.names)


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
class Cell:
    """The declaration of one player in a category, and its points."""

    declaration: str
    points: int


@dataclass(frozen=True)
class Row:
    """A category (point, sequences, sets): each player's declaration, elder first, and the dealer's answer."""

    # The name of the category, and the article that defines it.
    name: str
    article: str
    # Of elder, then of the dealer.
    cells: list[Cell]
    # A sentence, empty without an answer.
    answer: str = ""


@dataclass(frozen=True)
class DeclarationSummary:
    """The declarations of both players, elder first, or the error if they are impossible."""

    names: list[str]
    # One row for each category. With an error, this list and the next two are empty.
    rows: list[Row]
    # The points scored before the play.
    totals: list[int]
    # A line for each bonus.
    notes: list[CountLine]
    # The sentence of the error, and its article.
    error: str = ""
    article: str | None = None
    # The category in which the declarations cannot be compared until the table enters more: the pips of two points, or
    # the top cards of two sequences. None without such an error.
    needs_height: str | None = None


def summarise_form(form: PiquetForm) -> DeclarationSummary | None:
    """Return the summary of the declarations entered so far, None if there are none."""
    if not form.has_declarations():
        return None
    scored = form.scored
    facts = {"elder": form.elder, **form.declaration_facts(), **form.short_hand_facts()}
    return summarise(scored.options, facts, scored.names)


def summarise(options: PiquetOptions, json: Json, names: Sequence[str]) -> DeclarationSummary:
    """Compare both players' declarations (PI-9 to PI-13) and score them."""
    elder = json["elder"]
    order = (elder, 1 - elder)
    ordered_names = [names[seat] for seat in order]
    try:
        # `read_pending` checks the facts of a coup in progress. `_row` raises the error for declarations that cannot be
        # compared yet.
        facts = read_pending(options, json)
        rows = [_row(facts, category, order) for category in Category]
    except ImpossibleError as error:
        needs_height = None
        if isinstance(error, IncompleteFactsError):
            needs_height = error.field
        # Without rows, totals and notes.
        return DeclarationSummary(ordered_names, [], [], [], error_sentence(error, names), error.article, needs_height)
    # The steps of the count, points that a seat calls aloud, with the tricks removed from the facts.
    steps = count_coup(options, replace(facts, winners=None, low=None))
    # Even without tricks, `count_coup` counts the first lead, and a pic if this lead completes one. Neither is a
    # declaration, so that these steps are left out.
    points = points_by_seat(step for step in steps if step.trick is None and step.why != "pic")
    notes = [CountLine(bonus_sentence(step, names), step.points, step.article) for step in steps if step.why in BONUSES]
    return DeclarationSummary(ordered_names, rows, [points[seat] for seat in order], notes)


def _row(facts: PiquetFacts, category: Category, order: tuple[int, int]) -> Row:
    """The row of a category: the declaration and the points of each seat, in this order."""
    # `declared_steps` returns the steps of all declarations, `category_of` the category of one.
    points = points_by_seat(step for step in declared_steps(facts) if category_of(step) == category)
    cells = [Cell(declaration_name(category, facts.declarations[seat]), points[seat]) for seat in order]
    return Row(str(CATEGORY_LABELS[category]), ARTICLES[category], cells, _answer_sentence(facts, category, order))


def _answer_sentence(facts: PiquetFacts, category: Category, order: tuple[int, int]) -> str:
    """The sentence with the dealer's answer, empty if neither player declared anything in the category.

    After a false declaration it has only an answer that the table entered: nothing is compared then (PI-37).
    """
    answer = facts.answers.get(category)
    # If no answer was entered, compare the declarations. `answer_to` takes those of elder, then those of the dealer;
    # `order` has elder first.
    if answer is None and facts.offender is None:
        answer = answer_to(category, *(facts.declarations[seat] for seat in order))
    if answer is None:
        return ""
    return _("Réponse : %(answer)s", answer=ANSWER_LABELS[answer])


# The calculator: the points of two hands before the play, without a partie.


@dataclass(frozen=True)
class Calculation:
    """The one or two hands in the query string, elder first, and what their declarations score."""

    headings: list[str]
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
    headings = [_("Le premier"), _("Le donneur")]
    # Without a summary, the last argument.
    calculation = Calculation(headings, hands, carte_blanche, needs_zero, None)
    # No card is chosen yet.
    if not any(hands):
        return calculation
    # The other house rules have their default values.
    options = read_options({"repic_needs_zero_opponent": needs_zero}, SEATS)
    # In facts, None is a hand that is not known.
    json = {"elder": 0, "carte_blanche": carte_blanche, "hands": [hand or None for hand in hands]}
    # Inside a sentence, these names have no capital.
    summary = summarise(options, json, [_("le premier"), _("le donneur")])
    return replace(calculation, summary=_with_headings(summary, headings))


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


def _with_headings(summary: DeclarationSummary, headings: list[str]) -> DeclarationSummary:
    """The summary with these headings, and with a capital at the start of each note."""
    notes = [replace(line, sentence=line.sentence[:1].upper() + line.sentence[1:]) for line in summary.notes]
    return replace(summary, names=headings, notes=notes)


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
# The kinds of irregularities after which the coup is not played: it is dealt again, or a player loses the partie.
_KINDS_WITHOUT_PLAY = {"void", "loses_partie"}


@cache
def read_questions() -> Question:
    """Read the questions; return the first one, which leads to the others."""
    # The last argument is the package of the rulebook that all games share: its articles may be cited too.
    return read_wizard(PIQUET.package, "irregularities.toml", _FACT_KEYS, "scorekeeper.cards")


def wizard_outcome(query: ToolQuery, consequence: Consequence) -> WizardEffect:
    """Return links to the entry form with the irregularity selected, and the new sheet if the coup is not played.

    `consequence` is the end of the questions; its `facts` record the irregularity. If the tool is used without a
    partie, or the partie is over, the result has neither links nor a sheet.
    """
    scored = query.scored
    if scored is None or scored.over:
        return WizardEffect()
    labels = irregularity_labels(scored.players)
    values = _irregularity_values(consequence.facts, scored)
    links = [WizardLink(labels[value], _entry_address(scored, value)) for value in values]
    return WizardEffect(links, _sheet_with(scored, consequence.facts))


def _entry_address(scored: ScoredPartie, irregularity: str) -> str:
    """The address of the partie with its form open and this irregularity selected.

    `announce` shows the form even while the tricks of the coup are called, or its cards entered, one by one.
    """
    return url_for("parties.show", partie_id=scored.partie.id, entry="open", announce="1", fault=irregularity)


def _irregularity_values(facts: Mapping[str, Any], scored: ScoredPartie) -> list[str]:
    """The values of the field `fault` for an irregularity, one for each seat that may have committed it.

    Examples: `["void:PI-33"]`, which has no seat, and `["short_hand:0", "short_hand:1"]`.
    """
    if "short_hand" in facts:
        return [f"short_hand:{seat}" for seat in _seats_of_role(facts["short_hand"], scored)]
    irregularity = facts.get("fault")
    if irregularity is None:
        return []
    if "article" in irregularity:
        return [f"{irregularity['kind']}:{irregularity['article']}"]
    return [f"{irregularity['kind']}:{seat}" for seat in _seats_of_role(irregularity["seat"], scored)]


def _seats_of_role(role: str, scored: ScoredPartie) -> tuple[int, ...]:
    """The seat of "elder" or "dealer"; both seats for the role "offender", which either player may have."""
    dealer = scored.deal.dealer
    return {"elder": (1 - dealer,), "dealer": (dealer,)}.get(role, tuple(range(SEATS)))


def _sheet_with(scored: ScoredPartie, facts: Mapping[str, Any]) -> Sheet | None:
    """The sheet after a coup that ends with the irregularity, None if the coup is played."""
    irregularity = facts.get("fault")
    if irregularity is None or irregularity["kind"] not in _KINDS_WITHOUT_PLAY:
        return None
    # In a consequence the seat is a role, as "elder"; in the facts of a coup, a number.
    if "seat" in irregularity:
        irregularity = {**irregularity, "seat": _seats_of_role(irregularity["seat"], scored)[0]}
    json = {"elder": 1 - scored.deal.dealer, "fault": irregularity}
    # `read_manche` reads the coup from JSON; the game then scores all recorded coups and this one.
    coup = read_manche(scored.game, scored.options, scored.seats, json)
    return scored.game.score(scored.options, scored.seats, [*scored.played, coup])


# A page of yes/no questions, one after the other.
IRREGULARITIES = wizard_tool(
    "irregularities",
    (
        lazy_gettext("Une irrégularité ?"),
        lazy_gettext("Répondez par oui ou par non : la règle dit ce qui suit."),
    ),
    read_questions,
    wizard_outcome,
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
