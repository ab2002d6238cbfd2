"""Facts entered with some of the cards are checked against those cards by counting (T-7).

No seat ends with less than it took, and the rest fits into the remaining tricks; there is no further search.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.case_files import Case, each
from support.deals import facts_of, recorded, tricks_of

from scorekeeper.games import GAMES
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleFactsError

DISAGREE = "cards_disagree in plays (T-7)"
# Twelve tricks of Dame de Pique and seven of the jass deck, which many cases begin with.
TWELVE = (
    "2C 3C 4C AC KC 5C 6C 7C QC 8C 9C 10C AD 2D 3D 4D KD 5D 6D 7D QD 8D 9D 10D AS 2S 3S 4S KS 5S 6S 7S JS 8S "
    "9S 10S JC JD 5H 6H AH 7H 8H 9H KH 10H JH QH"
)
SEVEN = "6C 7C 8C AC KC 9C 10C JC AD 6D 7D 8D KD 9D 10D JD AS 6S 7S 8S KS 9S 10S JS AH 6H 7H 8H"
PLAYS = {"TWELVE": TWELVE, "SEVEN": SEVEN}


def refusal(game: str, facts: dict[str, Any], seats: int = 4, **options: Any) -> str | None:  # noqa: ANN401 - house rules
    """Return the error of these facts, None if they are accepted."""
    try:
        read_manche(GAMES[game], GAMES[game].read_options(options, seats), seats, facts)
    except ImpossibleFactsError as error:
        return str(error)
    return None


@each("facts_beside_cards")
def test_facts_agree_with_the_cards_or_are_refused_t_7(case: Case) -> None:
    facts = {**case["facts"], "plays": PLAYS.get(case["plays"], case["plays"]).split()}
    if "hand" in case:
        facts["laid_open"] = [case["hand"].split(), None]
    found = refusal(case["game"], facts, case.get("seats", 4), **case.get("options", {}))
    assert found == case.get("refused")


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_true_facts_are_accepted_with_any_number_of_cards_t_7(game: str) -> None:
    asked = 0
    for deal in recorded(game)[:40]:
        facts = {**facts_of(deal), "leader": deal["leader"]}
        if max(map(sum, zip(*facts.get("taken", {"": [0]}).values(), strict=True))) == 14:
            continue  # a volte, of which the table must choose the kind (DP-21)
        for down in range(1, 52, 5):
            assert refusal(game, {**facts, "plays": deal["plays"][:down]}) is None, (deal["plays"], down)
            asked += 1
    assert asked > 300


def test_no_seat_ends_with_fewer_hearts_than_it_took_t_7() -> None:
    """Before the last trick, the facts give a heart of an earlier trick to another player."""
    reassigned = 0
    for deal in recorded("hearts")[:40]:
        facts, last = {**facts_of(deal), "leader": deal["leader"]}, tricks_of(deal)[-1]
        hearts = facts["taken"]["H"]
        before = [number - (seat == last[0]) * sum(c[-1] == "H" for c in last[1]) for seat, number in enumerate(hearts)]
        loser = next((seat for seat in range(4) if before[seat] and seat != last[0]), None)
        if loser is not None and max(hearts) < 13:
            moved = [number - (seat == loser) + (seat == (loser + 1) % 4) for seat, number in enumerate(hearts)]
            lie = {**facts, "taken": {**facts["taken"], "H": moved}, "plays": deal["plays"][:48]}
            assert refusal("hearts", lie) == DISAGREE, deal["plays"]
            reassigned += 1
    assert reassigned > 20


def test_no_team_ends_with_fewer_tricks_than_it_took_t_7() -> None:
    for deal in recorded("spades")[:40]:
        facts, last = {**facts_of(deal), "leader": deal["leader"]}, tricks_of(deal)[-1]
        other = 1 - last[0] % 2  # all its tricks are played but the last, which it does not take
        tricks = [number + (1 if side != other else -1) for side, number in enumerate(deal["tricks"])]
        if min(tricks) >= 0 and not facts["nil_tricks"]:
            lie = {**facts, "tricks": tricks, "plays": deal["plays"][:48]}
            assert refusal("spades", lie) == DISAGREE, deal["plays"]
