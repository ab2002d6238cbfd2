"""Convert the facts of a coup of Piquet from and to JSON: declarations, scores, tricks and irregularities.

A *coup* is one deal of Piquet; its *play* are the twelve tricks. *Elder* is the seat that does not deal, and an
*offender* a seat that made a false declaration. `declarations.py` explains the combinations; a *carte blanche* is a
hand dealt without a king, queen or jack, a *short hand* one of fewer than twelve cards. A *partie* is a game from its
first deal to its end. A coup is *cancelled* if it is dealt again, or if a seat lost the partie in it. PI-5 and the like
are numbered rules of Piquet.

Declarations are entered in one of two forms: as *declared* (combinations, answers, or the hands that have them), or as
*scored* (for each category, the seat that scored it and its combinations). Examples are in `facts/declared.py` and
`facts/result.py`.

Facts that `read_facts` returns can always be scored: it raises an error when a needed fact is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.contract import MancheStart
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.declarations import Category, Declarations, declarations_of, find_scorers
from scorekeeper.games.piquet.facts.amounts import read_seat
from scorekeeper.games.piquet.facts.declared import read_answers, read_declarations, read_declared
from scorekeeper.games.piquet.facts.hands import read_hands
from scorekeeper.games.piquet.facts.irregularities import read_irregularity
from scorekeeper.games.piquet.facts.play import KEYS as PLAY_KEYS
from scorekeeper.games.piquet.facts.play import read_play, read_winners
from scorekeeper.games.piquet.facts.result import result_as_declared
from scorekeeper.games.piquet.facts.short_hand import read_short_hand
from scorekeeper.games.piquet.options import PiquetOptions
from scorekeeper.games.piquet.play import elder_of
from scorekeeper.games.piquet.requirements import refuse_impossible
from scorekeeper.games.shape import ImpossibleFactsError, Json, is_list, read_object

# The keys of the two forms: as scored, and as declared.
_CATEGORIES = tuple(category.value for category in Category)
_DECLARATIONS = ("declared", "answers", "hands")
# The keys of all facts before the play.
KEYS = ("elder", "carte_blanche", *_CATEGORIES, *_DECLARATIONS, "fault", "short_hand", "short_cards")


def read_facts(options: PiquetOptions, _seats: int, json: Json) -> PiquetFacts:
    """Read and check the facts of one coup from JSON.

    Raises `ImpossibleFactsError` for impossible facts, `IncompleteFactsError` when points depend on missing ones.
    """
    facts = read_before_play(json, (*KEYS, *PLAY_KEYS))
    # The play of a cancelled coup is not read.
    if facts.cancelled:
        return facts
    # Adds the facts of the play.
    return read_play(options, facts, json)


def read_pending(options: PiquetOptions, json: Json) -> PiquetFacts:
    """Read the facts of a coup in progress, in which `winners` may have fewer than twelve seats.

    Raises like `read_facts`.
    """
    facts = read_before_play(json, (*KEYS, "winners", "low"))
    if facts.cancelled:
        return facts
    return read_winners(options, facts, json)


def check_context(options: PiquetOptions, start: MancheStart, json: Json) -> dict[str, Any]:
    """Check the facts of a coup in progress, and return them as the context to store.

    `start` is the state of the partie when the coup begins; it has the dealer of the coup. Elder must be the other seat
    (PI-5). Raises `ImpossibleFactsError`.
    """
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object")
    elder = elder_of(start.dealer)
    # If the JSON has an elder, it replaces this one and is compared with it below.
    facts = read_pending(options, {"elder": elder, **json})
    if facts.elder != elder:
        raise ImpossibleFactsError("elder_is_not", field="elder", article="PI-5", seat=facts.elder)
    return write_facts(facts)


def read_before_play(json: Json, known: Collection[str]) -> PiquetFacts:
    """Read all facts before the play, and find the seat that scores each category.

    Raises `ImpossibleFactsError` for impossible facts and for a key that is not `known`, `IncompleteFactsError` when a
    comparison needs more than was declared.
    """
    facts = read_unscored(json, known)
    if facts.cancelled:
        return facts
    # Raises the error if a count of the cards shows that no two hands have these combinations.
    refuse_impossible(facts)
    # `find_scorers` compares the declarations, or takes the answers: it returns the seat that scores each category.
    return replace(facts, scorers=find_scorers(facts.elder, facts.declarations, facts.answers, facts.offender))


def read_unscored(json: Json, known: Collection[str]) -> PiquetFacts:
    """Read all facts before the play, without comparing the declarations of the two seats.

    Raises `ImpossibleFactsError` for impossible facts and for a key that is not `known`.
    """
    # Called for its error only: it refuses unknown keys.
    read_object(json, known)
    if json.get("elder") is None:
        raise ImpossibleFactsError("no_elder", field="elder", article="PI-5")
    facts = PiquetFacts(
        read_seat(json["elder"], "elder", "PI-5"),
        irregularity=read_irregularity(json.get("fault")),
        json={name: value for name, value in json.items() if value is not None},
    )
    if facts.cancelled:
        return facts
    by_declarations = _has_declarations(json)
    short_hand, short_cards = read_short_hand(json)
    carte_blanche = _read_carte_blanche(json.get("carte_blanche"))
    # What each seat scored, converted to the JSON of declarations.
    result = [read_declarations(seat, item, ranks_needed=False) for seat, item in enumerate(result_as_declared(json))]
    hands = read_hands(json.get("hands"), short_hand)
    # None for a seat without declarations.
    declared: Sequence[Declarations | None] = result
    if by_declarations:
        declared = read_declared(json.get("declared"))
    # A seat may declare less than it has (PI-12); without declarations, all combinations of its hand count.
    first, second = (
        declarations_of(hand or ()) if own is None else own for own, hand in zip(declared, hands, strict=True)
    )
    facts = replace(
        facts,
        carte_blanche=carte_blanche,
        declarations=(first, second),
        by_declarations=by_declarations,
        hands=hands,
        answers=read_answers(json.get("answers")),
        short_hand=short_hand,
        short_cards=short_cards,
    )
    _refuse_size_of_open_hand(facts)
    _refuse_offender(facts)
    return facts


def write_facts(facts: PiquetFacts) -> dict[str, Any]:
    """Return a coup as JSON, as it was entered; `read_facts` or `read_pending` can read it again."""
    # The rest of a cancelled coup is not read.
    if facts.cancelled:
        return {name: facts.json[name] for name in ("elder", "fault")}
    written = {"carte_blanche": list(facts.carte_blanche), **facts.json}
    # The numbers of tricks and the winner of the last trick follow from the winners: they are not written.
    if facts.winners is not None:
        written = {name: value for name, value in written.items() if name not in {"tricks", "last"}}
    return written


def _has_declarations(json: Json) -> bool:
    """Return whether the facts are entered as declared. Refuse facts that are entered as scored too."""
    declared = any(json.get(name) is not None for name in _DECLARATIONS)
    for name in _CATEGORIES:
        if declared and json.get(name) is not None:
            raise ImpossibleFactsError("declared_and_scored", field=name, article="PI-13")
    return declared


def _refuse_size_of_open_hand(facts: PiquetFacts) -> None:
    """Refuse a short hand laid open with another number of cards than entered (PI-34)."""
    if facts.short_hand is None:
        return
    hand = facts.hands[facts.short_hand]
    # `short_cards` is the entered number, or None.
    if hand is not None and facts.short_cards not in {None, len(hand)}:
        found, expected = len(hand), facts.short_cards
        raise ImpossibleFactsError(
            "short_cards_disagree", field="short_cards", article="PI-34", found=found, expected=expected
        )


def _refuse_offender(facts: PiquetFacts) -> None:
    """Refuse a category that was entered as scored by the offender after a false declaration (PI-37)."""
    # If the facts were entered as declared, the offender may have declarations: one of them is the false one.
    if facts.offender is None or facts.by_declarations:
        return
    for category in Category:
        if facts.declarations[facts.offender][category]:
            raise ImpossibleFactsError("offender_scores", field=category.value, article="PI-37", seat=facts.offender)


def _read_carte_blanche(json: object) -> tuple[bool, bool]:
    """Read which seats showed a carte blanche (PI-8); both cannot, as that needs 24 cards that are not court cards."""
    if json is None:
        return False, False
    # Exactly two booleans.
    if not is_list(json) or [type(value) for value in json] != [bool, bool]:
        raise ImpossibleFactsError("carte_blanche_shape", field="carte_blanche", article="PI-8")
    if all(json):
        raise ImpossibleFactsError("both_cartes_blanches", field="carte_blanche", article="PI-8")
    return json[0], json[1]
