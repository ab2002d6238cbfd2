"""The sentences of the errors of each game: of every error that its engine raises, and of the inputs in the data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support import source
from support.cases import read_cases
from support.table import sit_down

from scorekeeper.games import GAMES
from scorekeeper.games.contract import MancheStart, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.games.spades.bids import add_bid, read_bids
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.errors import SHARED_SENTENCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.games.arbiter import Arbiter

NAMES = ["Anna", "Bruno", "Chloé", "David"]
SEATS = {"hearts": 4, "spades": 4, "piquet": 2}
FIELDS = {
    "hearts": ("H", "QS", "JD", "7C", "last", "KS"),
    "spades": ("bids", "tricks"),
    "piquet": ("point", "sequences"),
}
# The values of a detail, one after the other, for singular and plural, each seat and each sign.
DETAILS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("by", "found"), (1, 2)),
    **dict.fromkeys(("seat", "side"), (0, 1)),
    "card": ("QS", "5C"),
    "cards": (5, 8),
    "deck": ("52", "54", "36", "belmont"),
    "deficit": (1, 2, 0, -1, -2),
    "expected": (1, 0),
    "highest": (5, 9),
    "keys": ([],),
    "length": (5, 3),
    "lowest": (5, 3),
    "needed": (100,),
    "pips": (43,),
    "rank": ("K", "10"),
    "seats": (0, 1, 3),
    "sizes": ([4], [3, 4, 6]),
    "top": ("10", "7"),
    # Of each field of Dame de Pique: 13 hearts, one queen …
    "total": (13, 1, 1, 1, 1, 2),
    "trick": (5,),
    "value": (7, "nil"),
    "values": ([],),
}
CARDS = ("card_played", "card_twice", "not_in_hand", "manche_over")
# The values of the errors that need others.
VALUES = {
    **dict.fromkeys(CARDS, ("QS", "X1")),
    **dict.fromkeys(("not_whole", "too_low", "too_high"), (7, -1, "nil", "5", None, 2.5)),
    "not_in_deck": ("QS", "X1", "99"),
    "moon_not_here": ("off", "others_plus", "self_minus", "choice"),
}
ROUNDS = max(map(len, DETAILS.values()))


def sit_down_open(game: str, plays: str, hands: dict[str, str] | None = None, **table: Any) -> Arbiter:  # noqa: ANN401
    """Return the arbiter after these plays; JSON has the seats of the open hands as text."""
    return sit_down(game, plays, hands=hands and {int(seat): hand for seat, hand in hands.items()}, **table)


def read_facts(game: str, facts: Any, options: Any = None, seats: int | None = None) -> None:  # noqa: ANN401 - any junk
    seats = SEATS[game] if seats is None else seats
    read_manche(GAMES[game], GAMES[game].read_options(options or {}, seats), seats, facts)


def read_bid(game: str, bid: tuple[int, Any], heard: list[Any], totals: tuple[int, int]) -> None:
    """Read a bid after those heard, with seat 0 as dealer."""
    rules = GAMES[game].read_options({}, 4)
    context = add_bid(read_bids(rules, Table(4, 0), totals, heard), *bid)
    read_bids(rules, Table(4, 0), totals, context["bids"], heard)


def read_begin(game: str, begin: dict[str, Any]) -> None:
    """Read what is known before the first card, with seat 0 as dealer."""
    known = GAMES[game]
    assert known.check_context is not None
    known.check_context(known.read_options({}, 2), MancheStart(2, 0, (0, 0)), begin)


def play_cards(_game: str, cards: str, seat: int | None = None, table: Any = None) -> None:  # noqa: ANN401
    *plays, code = cards.split()
    sit_down_open("hearts", " ".join(plays), **(table or {})).play(code, seat)


def raise_error(_game: str, error: str, **details: Any) -> None:  # noqa: ANN401
    raise ImpossibleError(error, **details)


# The reader of a case, by the first key of the case.
READERS = {"facts": read_facts, "bid": read_bid, "begin": read_begin, "cards": play_cards, "error": raise_error}


def distinct(pairs: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield each sentence with the first of its keys."""
    first = {sentence: key for key, sentence in reversed(pairs)}
    yield from ((key, sentence) for sentence, key in reversed(first.items()))


def engine_errors(game: str) -> Iterator[ImpossibleError]:
    """Yield every error of the engine of this game, with each of the details above."""
    for key, details in sorted(source.errors_raised(GAMES[game]), key=lambda raised: (raised[0], sorted(raised[1]))):
        values: dict[str, tuple[Any, ...]] = {
            **DETAILS,
            "field": FIELDS[game],
            "value": VALUES.get(key, DETAILS["value"]),
        }
        for number in range(ROUNDS):
            chosen = {name: values[name][number % len(values[name])] for name in sorted(details)}
            yield ImpossibleError(key, **chosen)


def error_sentences() -> Iterator[tuple[str, str]]:
    for game in SEATS:
        error_sentence = PAGES[game].text.error_sentence
        yield from distinct([(f"{game} {error}", error_sentence(error, NAMES)) for error in engine_errors(game)])
        for case in read_cases(f"sentences/{game}_errors") + read_cases("sentences/card_errors"):
            names = case.get("names", NAMES)
            with pytest.raises(ImpossibleError) as caught:
                READERS[next(iter(case))](game, **{name: value for name, value in case.items() if name != "names"})
            text = json.dumps(case, ensure_ascii=False)
            yield f"{game} {text}: {caught.value.key}", error_sentence(caught.value, names)
    yield "no game, short", SHARED_SENTENCES(ImpossibleError("short"), ())
