"""Every article of scoring is cited by a line of some sheet, its ending or its settlement, or is exempt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche

Facts = dict[str, Any]


class Partie(NamedTuple):
    """A partie made for an article: the game, the seats, the house rules and the manches."""

    slug: str
    seats: int
    options: Facts
    manches: list[Facts]


def hearts(*manches: Facts, seats: int = 4, **options: object) -> Partie:
    return Partie("hearts", seats, options, list(manches))


def spades(bids: list[Any], tricks: list[int], *, times: int = 1, nils: Facts | None = None, **options: Any) -> Partie:  # noqa: ANN401 - house rules
    facts = {"bids": bids, "tricks": tricks} | ({"nil_tricks": nils} if nils else {})
    return Partie("spades", 4, options, [facts] * times)


def piquet(*manches: Facts, **options: object) -> Partie:
    return Partie("piquet", 2, options, list(manches))


def halves(elder: int, **more: object) -> Facts:
    """Six tricks each, the last to the dealer: 13 points of the play for elder, 12 for the dealer (PI-17)."""
    return {"elder": elder, "tricks": [6, 6], "last": 1 - elder, **more}


CLASSIC = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}}
VOLTE = {"taken": {"H": [13, 0, 0, 0], "QS": [1, 0, 0, 0]}}
JASS = {"taken": {"H": [5, 2, 1, 1], "QS": [0, 0, 1, 0], "last": [0, 1, 0, 0]}}
BELMONT = {"taken": {key: [total, 0, 0, 0, 0, 0] for key, total in (("H", 26), ("QS", 2), ("KS", 2), ("AS", 2))}}
JACK = {"taken": {**CLASSIC["taken"], "JD": [0, 1, 0, 0]}}
SEVEN = {"taken": {**CLASSIC["taken"], "7C": [0, 1, 0, 0]}}
JACK_VOLTE = {"taken": {**VOLTE["taken"], "JD": [1, 0, 0, 0]}}
ALTERNATE = [halves(coup % 2) for coup in range(6)]
QUATORZE = {"sets": {"winner": 1, "sizes": [4]}}
BOTH_ABOVE = {**QUATORZE, "point": {"winner": 0, "cards": 5}}
CAPOT = {"elder": 0, "tricks": [12, 0]}

CITED: dict[str, Partie] = {
    "DP-3": hearts(JASS, deck="36"),
    "DP-6": hearts(BELMONT, seats=6, deck="belmont"),
    "DP-17": hearts(CLASSIC),
    "DP-18": hearts(CLASSIC, queen_points=12),
    "DP-19": hearts(JACK, jack_of_diamonds=-10),
    "DP-20": hearts(SEVEN, seven_of_clubs=7),
    "DP-21": hearts(VOLTE),
    "DP-22": hearts(VOLTE, moon="self_minus"),
    "DP-23": hearts(JACK_VOLTE, jack_of_diamonds=-10),
    "DP-24": hearts(VOLTE, teams=True),
    "DP-25": hearts(CLASSIC, limit=16),
    "DP-26": hearts({"points": [13, 13, 0, 0]}, limit=13),
    "T-5": hearts({**CLASSIC, "revokes": [0]}, revoke=13),
    "AP-6": spades(["blind_nil", 3, 3, 3], [5, 8], nils={"0": 0}),
    "AP-13": spades([3, 3, 3, 3], [6, 7]),
    "AP-14": spades([1, 3, 2, 3], [10, 3], times=2),
    "AP-15": spades([3, 3, 3, 3], [5, 8]),
    "AP-16": spades(["nil", 3, 3, 3], [5, 8], nils={"0": 0}),
    "AP-17": spades(["nil", 3, 3, 3], [5, 8], nils={"0": 2}),
    "AP-18": spades([7, 3, 6, 3], [13, 0], times=3, target=300),
    "AP-21": spades(["nil", 3, "nil", 3], [5, 8], nils={"0": 2, "2": 3}),
    "AP-22": spades([7, 3, 6, 3], [13, 0], times=2, floor=100),
    "PI-8": piquet(halves(0, carte_blanche=[True, False])),
    "PI-9": piquet(halves(0, point={"winner": 0, "cards": 5})),
    "PI-10": piquet(halves(0, sequences={"winner": 0, "lengths": [4]})),
    "PI-11": piquet(halves(0, **QUATORZE)),
    "PI-17": piquet(halves(0)),
    "PI-18": piquet(halves(0, trick_points=[8, 8]), low_card_points="above_nine"),
    "PI-20": piquet({"elder": 0, "tricks": [7, 5], "last": 0}),
    "PI-21": piquet(CAPOT),
    "PI-22": piquet(halves(0, sets={"winner": 0, "sizes": [4, 4]}, elder_run=1)),
    "PI-23": piquet(halves(0, sets={"winner": 0, "sizes": [4, 4]}, point={"winner": 0, "cards": 4})),
    "PI-25": piquet(*({**coup, **BOTH_ABOVE} for coup in ALTERNATE)),
    "PI-26": piquet(*({**coup, **QUATORZE} for coup in ALTERNATE)),
    "PI-27": piquet(CAPOT, CAPOT, format="target_single", target=100),
    "PI-28": piquet(*[CAPOT] * 4, format="target_linked", target=100),
    "PI-29": piquet(CAPOT, format="rubicon_four"),
    "PI-30": piquet(*ALTERNATE, tie="drawn"),
    "PI-32": piquet({"elder": 0, "fault": {"kind": "void", "article": "PI-32"}}),
    "PI-33": piquet({"elder": 0, "fault": {"kind": "void", "article": "PI-33"}}),
    "PI-35": piquet({"elder": 0, "fault": {"kind": "loses_partie", "seat": 0}}),
    "PI-36": piquet({"elder": 0, "fault": {"kind": "loses_partie", "seat": 1}}),
    "PI-37": piquet(halves(0, fault={"kind": "false_declaration", "seat": 1})),
    "PI-38": piquet({"elder": 0, "fault": {"kind": "void", "article": "PI-38"}}),
}

# These articles give no points themselves.
OF_NO_LINE: dict[str, str] = {
    "DP-2": "a joker is worth nothing",
    "DP-4": "the points of partners are on one side, each by the article that gives them",
    "DP-5": "who plays at Belmont; what the cards are worth there is DP-6",
    "AP-4": "what a contract is: made it is AP-13's, failed AP-15's",
    "AP-5": "what a zero is: made or failed it is AP-16's",
    "AP-19": "where sacs are read from: their points are those of AP-13, AP-17 and AP-21, their cost AP-14",
    "AP-20": "what the tricks add up to: facts that do not are refused",
    "PI-12": "what was not announced gives nothing",
    "PI-13": "whose announcement is good: the points are those of PI-9 to PI-11",
    "PI-15": "an example",
    "PI-19": "the same points as they are called aloud",
    "PI-24": "when a partie of six coups ends: what it is worth is PI-25",
    "PI-31": "the sum of PI-26 whatever the winner has",
    "PI-34": "nothing is put right, and nothing changes hands",
}
SCORING = {
    *("T-5", *(f"DP-{number}" for number in (2, 3, 4, 5, 6, *range(17, 27)))),
    *(f"AP-{number}" for number in (4, 5, 6, *range(13, 23))),
    *(f"PI-{number}" for number in (*range(8, 14), 15, *range(17, 39))),
}


def sheet_of(partie: Partie) -> Sheet:
    game = GAMES[partie.slug]
    options = game.read_options(partie.options, partie.seats)
    read = [read_manche(game, options, partie.seats, facts) for facts in partie.manches]
    return game.score(options, partie.seats, read)


def cited(sheet: Sheet) -> Iterator[str]:
    yield from (line.article for row in sheet.manches for line in row.lines)
    if sheet.ending is not None:
        yield sheet.ending.article
        yield from (line["article"] for line in sheet.ending.result.get("lines", ()))


@pytest.mark.parametrize("article", CITED)
def test_an_article_that_gives_points_is_cited_where_it_gives_them(article: str) -> None:
    assert article in set(cited(sheet_of(CITED[article])))


def test_every_article_of_scoring_is_cited_or_exempt() -> None:
    assert not CITED.keys() & OF_NO_LINE.keys()
    assert CITED.keys() | OF_NO_LINE.keys() == SCORING
    assert all(OF_NO_LINE.values())


def test_no_line_cites_another_article_than_those_of_scoring() -> None:
    assert {article for partie in CITED.values() for article in cited(sheet_of(partie))} <= CITED.keys()
