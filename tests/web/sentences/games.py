"""The sentences of each game other than its errors: lines, endings, cards, bids, steps, declarations."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from support import source
from web.sentences.errors import NAMES, SEATS, distinct

from scorekeeper.cards.cards import Rank
from scorekeeper.games import GAMES
from scorekeeper.games.contract import Line
from scorekeeper.games.hearts import facts as hearts_facts
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET, settlement
from scorekeeper.games.piquet.counting import steps
from scorekeeper.games.piquet.counting.near_misses import NearMiss
from scorekeeper.games.piquet.declarations import NOTHING, Category, Combination, sort_declarations
from scorekeeper.games.piquet.refutations import Refutation
from scorekeeper.games.piquet.step import Step
from scorekeeper.games.spades.bids import ForbiddenBlindNil, Zero
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.hearts import text as hearts
from scorekeeper.web.games.piquet import declarations as declaring
from scorekeeper.web.games.piquet import form, pages
from scorekeeper.web.games.piquet import text as piquet
from scorekeeper.web.games.piquet import tricks as aloud
from scorekeeper.web.games.spades import text as spades

if TYPE_CHECKING:
    from collections.abc import Iterator

# The reasons that the engine computes, which its source does not show.
PIQUET_REASONS = (
    "carte_blanche point sequence quatorze brelan repic pic leads wins last_trick trick_points cards capot doubled"
    " all_trick_points void loses_partie revoke revoke_against"
)
SETS = [f"{kind}_{rank}" for kind in ("quatorze", "brelan") for rank in steps.SETS.values()]
COMPUTED: dict[str, list[str]] = {
    "hearts": [],
    "spades": [],
    "piquet": [*PIQUET_REASONS.split(), *SETS],
}
ENDINGS: dict[str, list[str]] = {
    "hearts": [],
    "spades": [],
    "piquet": [why for why, _article in settlement.ENDINGS.values()],
}
# The lines whose reason depends on more than a count.
LINES = [
    Line(0, "penalty", 5, "T-5", reason="renonce à pique"),
    Line(0, "revoke", 0, "T-5", seat=0),
    Line(0, "revoke", 13, "T-5", seat=0),
]
PIQUET_LINES = [
    *(Line(0, "void", 0, article) for article in ("PI-32", "PI-33", "PI-38")),
    *(Line(0, "loses_partie", 0, article) for article in ("PI-35", "PI-36")),
    *(Line(0, "pic", 30, "PI-22", count, made_by=made) for made in ("lead", "win", "last") for count in (28, 29)),
]
SOUND = {"elder": 0, "tricks": [7, 5], "last": 0}
VOID = {"elder": 0, "fault": {"kind": "void"}}
FORMATS = [{"format": name} for name in ("six_coups", "rubicon_four", "target_single", "target_linked")]
LOW_TARGETS = [{"format": "target_linked", "target": target} for target in (10, 20)]
DECLARED = sort_declarations(
    [Combination(5, 49)],
    [Combination(4, Rank.QUEEN), Combination(3)],
    [Combination(4, Rank.TEN), Combination(3, Rank.JACK)],
)
REFUTATIONS = [
    Refutation(1, "carte_blanche", "PI-8", "shown", courts=1),
    Refutation(1, "carte_blanche", "PI-8", "shown", courts=6),
    *(
        refutation
        for verb in ("declared", "scored")
        for refutation in (
            Refutation(0, "sequences", "PI-10", verb, (Combination(4, Rank.QUEEN),)),
            Refutation(1, "point", "PI-9", verb, (Combination(5, 49),)),
            Refutation(1, "sets", "PI-11", verb, (Combination(4, Rank.ACE), Combination(3, Rank.TEN))),
            Refutation(0, "sets", "PI-11", verb, (Combination(3),)),
        )
    ),
]


def reasons(game: str) -> list[str]:
    """Return the reasons of the lines of a game."""
    return sorted({*source.line_whys(GAMES[game]), *COMPUTED[game]})


def game_sentences() -> Iterator[tuple[str, str]]:
    for game in SEATS:
        game_text = PAGES[game].text
        yield f"{game} name", str(game_text.NAME)
        for why in reasons(game):
            lines = [Line(0, why, 5, "T-5", count) for count in range(1, 6)]
            yield from distinct([(f"{game} {why} {line.count}", game_text.why(line)) for line in lines])
        yield from ((f"{game} {line}", game_text.why(line)) for line in LINES)
        for why, limit in product(sorted({*source.ending_whys(GAMES[game]), *ENDINGS[game]}), (None, 1, 100, -200)):
            yield f"{game} ending {why} {limit}", game_text.ending(why, limit)
    yield from hearts_sentences()
    yield from spades_sentences()
    yield from piquet_sentences()


def hearts_sentences() -> Iterator[tuple[str, str]]:
    for key, count in product(hearts_facts.ARTICLES, (-2, -1, 0, 1, 2, 3)):
        yield f"hearts remaining {key} {count}", hearts.remaining_text(key, count)
    for key, label in hearts.COUNTED_LABELS.items():
        yield f"hearts counted {key}", str(label)
    for key, question in hearts.TAKER_QUESTIONS.items():
        yield f"hearts taker {key}", str(question)


def spades_sentences() -> Iterator[tuple[str, str]]:
    for behind in (60, 1, 0, -1, -2):
        irregular = ForbiddenBlindNil(2, 3, behind)
        yield f"spades blind nil {behind}", spades.irregular_blind_nil(irregular, NAMES)
    for bid in (0, 3, 13, Zero.NIL, Zero.BLIND_NIL):
        yield f"spades bid {bid}", spades.say_bid(bid)


def piquet_sentences() -> Iterator[tuple[str, str]]:
    yield from ((f"piquet {line}", piquet.why(line)) for line in PIQUET_LINES)
    yield from aloud_sentences()
    for why in ("difference", "sum", "partie", "total"):
        yield f"piquet settlement {why}", piquet.settlement(why)
    yield from progress_sentences()
    for number, refutation in enumerate(REFUTATIONS):
        yield f"piquet refuted {number}", declaring.refutation_sentence(refutation, NAMES)
        yield f"piquet refuted {number}, no names", declaring.refutation_sentence(refutation, ["", ""])
        yield f"piquet offer {number}", declaring.offer_sentence(refutation.seat, NAMES)
    for category, declared in product(Category, (DECLARED, NOTHING, {**NOTHING, Category.POINT: (Combination(6),)})):
        yield f"piquet {category} of {declared[category]}", declaring.declaration_name(category, declared)
    for value, label in (declaring.ANSWER_LABELS | declaring.CATEGORY_LABELS).items():
        yield f"piquet {value}", str(label)
    for rank in ("A", "K", "Q", "J", "10", "9", "8", "7"):
        yield f"piquet top {rank}", str(declaring.TOP_NAMES[rank])
    for value, label in form.irregularity_labels([]).items():
        yield f"piquet irregularity {value}", label
    for kind, label in form.PLAYER_IRREGULARITIES.items():
        yield f"piquet irregularity {kind}", str(label)
    for article, sentence in form.CONSEQUENCES.items():
        yield f"piquet consequence {article}", str(sentence)


def aloud_sentences() -> Iterator[tuple[str, str]]:
    """Yield the steps of the running count, and each reason for which a pic or repic was missed."""
    for why in reasons("piquet"):
        for seat, trick in ((0, None), (1, 12)):
            step = Step(seat, why, 5, "PI-9", trick, 5)
            yield f"piquet step {why} {seat} {trick}", aloud.step_sentence(step, 13, NAMES)
            yield f"piquet bonus {why} {seat} {trick}", aloud.bonus_sentence(step, NAMES)
    for names in ([], ["zoé", "Bruno"]):
        for seat in (0, 1):
            step = Step(seat, "wins", 1, "PI-17", 1, 1)
            yield f"piquet step of {names} {seat}", aloud.step_sentence(step, 18, names)
    for kind, missing in product(("pic", "repic"), (1, 2)):
        short = NearMiss(1, kind, "short", 30 - missing, "PI-22", missing=missing)
        yield f"piquet {kind} short by {missing}", aloud.near_miss_sentence(short, NAMES)
    by = [*(category.value for category in Category), steps.CARTE_BLANCHE_STEP, "play"]
    for kind, one in product(("pic", "repic"), by):
        blocked = NearMiss(0, kind, "blocked", 32, "PI-23", one, points=6)
        yield f"piquet {kind} blocked by {one} 6", aloud.near_miss_sentence(blocked, NAMES)


def progress_sentences() -> Iterator[tuple[str, str]]:
    """Yield the progress after some coups, and what a player needs after one: 25 and 10 points."""
    for chosen in FORMATS:
        for count in range(8):
            yield f"piquet {chosen['format']} after {count}", pages.partie_note(partie(chosen, [SOUND] * count))
        void = partie(chosen, [SOUND, VOID, VOID, SOUND])
        yield f"piquet {chosen['format']} after 2 and 2 void", pages.partie_note(void)
    for chosen, total in product([*FORMATS, *LOW_TARGETS], (25, 99, 100)):
        for side in (0, 1):
            needed = pages.side_note(partie(chosen, [SOUND], total), side)
            yield f"piquet {chosen} needs {side} {total}", needed


def partie(chosen: dict[str, Any], played: list[dict[str, Any]], total: int = 0) -> Any:  # noqa: ANN401 - a part
    """Return what the notes read of a partie with these coups, after which each player has this total."""
    options = PIQUET.read_options(chosen, 2)
    coups = [read_manche(PIQUET, options, 2, facts) for facts in played]
    return SimpleNamespace(options=options, played=coups, ending=None, sheet=SimpleNamespace(totals=[total] * 2))
