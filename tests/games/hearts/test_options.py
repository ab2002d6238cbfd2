"""The house rules and tables of Dame de Pique: each case of data/hearts/options.toml."""

from __future__ import annotations

from collections import Counter

from support.case_files import Case, check_options, each

from scorekeeper.games.contract import MancheFacts, Table
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.facts import TakenCards
from scorekeeper.games.hearts.options import HeartsOptions, cards_by_key, cards_dealt
from scorekeeper.games.hearts.scoring import PassingDeal

FULL = {f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in "CDHS"}


def copies(options: HeartsOptions, seats: int) -> Counter[str]:
    return Counter(card.code for card in cards_dealt(options, seats))


def doubled(options: HeartsOptions, seats: int) -> str:
    """The suits of which there are two of each card."""
    dealt = copies(options, seats)
    assert max(dealt.values()) <= 2
    suits = sorted({code[-1] for code in dealt if dealt[code] == 2})
    assert [code for code in FULL if code[-1] in suits and dealt[code] == 1] == []
    return "".join(suits)


def deals(options: HeartsOptions, seats: int, first_dealer: int) -> list[PassingDeal]:
    """The deals of twelve manches."""
    played = [MancheFacts(TakenCards({}, None))] * 12
    return [HEARTS.deal(options, Table(seats, first_dealer), played[:count]) for count in range(12)]


def passes(options: HeartsOptions, seats: int) -> list[str]:
    """The passes until they begin again, whoever deals first: the direction, and to whom each seat gives."""
    shown, other = (
        [" ".join([deal.direction, *map(str, deal.passes or ())]) for deal in deals(options, seats, first)]
        for first in (0, 2)
    )
    assert shown == other
    return next(shown[:turns] for turns in (1, 2, 3, 4) if shown == shown[:turns] * (12 // turns))


def given(options: HeartsOptions, seats: int) -> str:
    """The number of cards that each passes, and the article."""
    deal = HEARTS.deal(options, Table(seats, 0), ())
    return f"{deal.cards} {deal.article}"


@each("hearts/options")
def test_what_follows_from_the_house_rules_and_the_table(case: Case) -> None:
    first_dealer = int(case.get("dealers", "0")[0])
    check_options(
        HEARTS,
        case,
        cards=lambda options, seats: copies(options, seats).total(),
        hand=lambda options, seats: copies(options, seats).total() / seats,
        dropped=lambda options, seats: " ".join(sorted(FULL - set(copies(options, seats)))),
        jokers=lambda options, seats: " ".join(sorted(set(copies(options, seats)) - FULL)),
        doubled=doubled,
        counted=cards_by_key,
        dealers=lambda options, seats: " ".join(str(deal.dealer) for deal in deals(options, seats, first_dealer)[:6]),
        passes=passes,
        given=given,
        opening=lambda options, seats: HEARTS.deal(options, Table(seats, 0), ()).opening,
    )


def test_the_defaults_are_those_of_the_classic_game() -> None:
    assert HEARTS.write_options(HEARTS.read_options({}, 4)) == {
        "deck": "52",
        "teams": False,
        "pass": "left_right_across_none",
        "pass_cards": 3,
        "queen_points": 13,
        "jack_of_diamonds": 0,
        "seven_of_clubs": 0,
        "moon": "others_plus",
        "first_trick_points": "only_if_forced",
        "hearts_lead": "after_discard",
        "queen_breaks_hearts": False,
        "hearts_instead_of_queen": False,
        "joker_tie": "first",
        "limit": 100,
        "tie": "shared",
        "revoke": 0,
    }


def test_the_first_preset_of_each_table_has_the_usual_rules() -> None:
    first = {seats: preset.options for preset in reversed(HEARTS.presets) for seats in preset.seats}
    assert first == {3: {}, 4: {}, 5: {}, 6: {"deck": "54"}, 8: {"deck": "belmont"}}
