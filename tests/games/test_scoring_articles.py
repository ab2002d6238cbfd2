"""Every article of scoring is cited by a line of some sheet, its ending or its settlement, or is exempt."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from support.case_files import read_file

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET

Facts = dict[str, Any]


class Partie(NamedTuple):
    """A partie of Piquet: the house rules and the manches."""

    options: Facts
    manches: list[Facts]


def piquet(*manches: Facts, **options: object) -> Partie:
    return Partie(options, list(manches))


def halves(elder: int, **more: object) -> Facts:
    """Six tricks each, the last to the dealer: 13 points of the play for elder, 12 for the dealer (PI-17)."""
    return {"elder": elder, "tricks": [6, 6], "last": 1 - elder, **more}


ALTERNATE = [halves(coup % 2) for coup in range(6)]
QUATORZE = {"sets": {"winner": 1, "sizes": [4]}}
BOTH_ABOVE = {**QUATORZE, "point": {"winner": 0, "cards": 5}}
CAPOT = {"elder": 0, "tricks": [12, 0]}

# Parties of Piquet, by the article that they cite.
CITED = {
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
    "AP-24": "whose contract, zero and sacs they are where each plays alone: their points are those of AP-13 to AP-17",
    "PI-12": "what was not declared gives nothing",
    "PI-13": "whose declaration is good: the points are those of PI-9 to PI-11",
    "PI-15": "an example",
    "PI-19": "the same points as they are called aloud",
    "PI-24": "when a partie of six coups ends: what it is worth is PI-25",
    "PI-31": "the sum of PI-26 whatever the winner has",
    "PI-34": "nothing is put right, and nothing changes hands",
}
SCORING = {
    *("T-5", *(f"DP-{number}" for number in (2, 3, 4, 5, 6, *range(17, 27), 29))),
    *(f"AP-{number}" for number in (4, 5, 6, *range(13, 25))),
    *(f"PI-{number}" for number in (*range(8, 14), 15, *range(17, 39))),
}


def articles_of(partie: Partie) -> set[str]:
    options = PIQUET.read_options(partie.options, 2)
    sheet = PIQUET.score(options, 2, [read_manche(PIQUET, options, 2, facts) for facts in partie.manches])
    ending = sheet.ending
    found = {line.article for row in sheet.manches for line in row.lines}
    if ending is None:
        return found
    return found | {ending.article} | {line["article"] for line in ending.result.get("lines", ())}


@pytest.mark.parametrize("article", CITED)
def test_an_article_that_gives_points_is_cited_where_it_gives_them(article: str) -> None:
    assert article in articles_of(CITED[article])


def articles_of_cases(slug: str) -> set[str]:
    """The articles that the lines and endings of a game's cases cite."""
    cases = [*read_file(f"{slug}/scoring").values(), *read_file(f"{slug}/ending").values()]
    cited = [text for case in cases for text in (*case.get("lines", ()), case.get("ending", ""))]
    return set(re.findall(r"\b(?:DP|AP|T)-\d+", " ".join(cited)))


def test_every_article_of_scoring_is_cited_or_exempt() -> None:
    cited = CITED.keys() | articles_of_cases("hearts") | articles_of_cases("spades")
    assert not cited & OF_NO_LINE.keys()
    assert cited | OF_NO_LINE.keys() == SCORING
    assert all(OF_NO_LINE.values())


def test_no_line_cites_another_article_than_those_of_scoring() -> None:
    assert {article for partie in CITED.values() for article in articles_of(partie)} <= CITED.keys()
