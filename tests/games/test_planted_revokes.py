"""A revoke added to a recorded deal is exposed by the first card that proves it, and not before."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from games.matching import Matcher
from support.deals import for_every, recorded
from support.referee import Scene, Small, legal_cards, suit, taker
from support.selection import thorough

from scorekeeper.cards.verdicts import CardProof, CountProof, Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table

DEALS = [*recorded("hearts"), *recorded("spades")]
DECK = tuple(rank + suit for suit in "CDSH" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"])
COUNTS: Counter[str] = Counter()


def planted(deal: dict[str, Any], chance: random.Random) -> tuple[int, list[tuple[int, str, Scene]]]:
    """Add a revoke to the deal and continue with random legal cards; return its index, and each play with its scene."""
    table = Small("full", deal["game"], 4, 13, DECK)
    hands, seat, scene = [[*hand] for hand in deal["hands"]], deal["leader"], Scene(0, (), ())
    leader, plays = seat, []
    wrong = chance.choice(revokes(deal))
    for index in range(52):
        card = deal["plays"][index]
        legal = legal_cards(table, scene, tuple(hands[seat]))
        if index == wrong:
            card = chance.choice([own for own in hands[seat] if suit(own) != suit(scene.trick[0])])
        elif index > wrong:
            card = chance.choice(sorted(legal))
        plays.append((seat, card, scene))
        hands[seat].remove(card)
        trick, seat = (*scene.trick, card), (seat + 1) % 4
        scene = Scene(scene.tricks, trick, scene.earlier)
        if len(trick) == 4:
            leader = seat = (leader + taker(table, trick)) % 4
            scene = Scene(scene.tricks + 1, (), scene.earlier + trick)
    return wrong, plays


def revokes(deal: dict[str, Any]) -> list[int]:
    """The plays that followed suit from a hand with other suits too."""
    found, left = [], [[*hand] for hand in deal["hands"]]
    for index, card in enumerate(deal["plays"]):
        hand = next(hand for hand in left if card in hand)
        led = deal["plays"][index - index % 4]
        if index % 4 and suit(card) == suit(led) and any(suit(own) != suit(led) for own in hand):
            found.append(index)
        hand.remove(card)
    return found


@pytest.mark.sweep("a hundred and fifty manches, each card of which is matched with every hand that may hold it")
def test_a_planted_revoke_is_exposed_at_the_first_card_that_proves_it() -> None:
    """The revokes include every ruling and every kind of proof."""
    COUNTS.clear()
    chosen = [*enumerate(DEALS)][:: 1 if thorough() else 2]

    @for_every({f"{deal['game']}, deal {number % 150 + 1}": (number, deal) for number, deal in chosen})
    def play(one: tuple[int, dict[str, Any]]) -> None:
        number, deal = one
        compare_with_matcher(deal, random.Random(number))

    play()
    check_that_every_kind_occurred()


def compare_with_matcher(deal: dict[str, Any], chance: random.Random) -> None:
    wrong, plays = planted(deal, chance)
    game = GAMES[deal["game"]]
    assert game.play is not None
    arbiter = Arbiter(game.play.rules(game.read_options({}, 4), Table(4, deal["dealer"]), {}), deal["leader"])
    matcher = Matcher(Small("full", deal["game"], 4, 13, DECK))
    exposed_before: frozenset[int] = frozenset()
    for index, (seat, card, scene) in enumerate(plays):
        verdict = arbiter.play(card)
        exposing, forbidden = matcher.play(seat, card, scene)
        assert (verdict.exposing, verdict.ruling is Ruling.FORBIDDEN) == (exposing, forbidden)
        if index >= wrong:
            least = matcher.least()
            exposed, suspects = frozenset.intersection(*least), frozenset[int]().union(*least)
            assert (arbiter.exposed, arbiter.suspects) == (exposed, suspects - exposed)
            assert set(verdict.exposes) == exposed - exposed_before
            count_ruling(wrong, index, verdict.ruling, exposed - exposed_before)
            check_proofs(arbiter, index)
            exposed_before = exposed


def count_ruling(wrong: int, index: int, ruling: Ruling, exposes: frozenset[int]) -> None:
    if index == wrong:
        COUNTS[ruling.value] += 1
    if wrong in exposes:
        COUNTS["exposed"] += 1


def check_proofs(arbiter: Arbiter, index: int) -> None:
    """Each exposed play has a proof, which matches the cards seen."""
    verdict = arbiter.verdicts[index]
    by_card = {proof.play for proof in verdict.proofs if isinstance(proof, CardProof)}
    assert by_card <= {*verdict.exposes, *verdict.proves}
    for proof in verdict.proofs:
        if isinstance(proof, CardProof):
            assert arbiter.verdicts[proof.play].seat == arbiter.verdicts[proof.contradicted_by].seat
            assert proof.play < proof.contradicted_by <= index
            COUNTS["shown"] += 1
        if isinstance(proof, CountProof):
            assert proof.count > proof.capacity
            COUNTS["counted"] += 1
    blamed = {play for proof in verdict.proofs if isinstance(proof, CountProof) for play in proof.plays}
    blamed |= {proof.play for proof in verdict.proofs if isinstance(proof, CardProof)}
    assert blamed >= {*verdict.exposes, *verdict.suspects}


def check_that_every_kind_occurred() -> None:
    assert COUNTS["conditional"] + COUNTS["forbidden"] + COUNTS["allowed"] == len(DEALS) // (1 if thorough() else 2)
    assert COUNTS["exposed"] > 100, COUNTS
    assert min(COUNTS[key] for key in ("forbidden", "shown", "counted")) > 2, COUNTS
