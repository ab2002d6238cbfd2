from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask_babel import Babel
from support import source

from scorekeeper.games.contract import Line, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import ForbiddenBlindNil, Zero, add_bid, read_bids
from scorekeeper.web.games.spades import errors as spades_faults
from scorekeeper.web.games.spades import text as spades

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["Anna", "Bruno", "Chloé", "David"]
SOUND = {"bids": [3, 1, 4, 4], "tricks": [7, 6]}


@pytest.fixture(autouse=True)
def _french() -> Iterator[None]:
    """A minimal application in French without catalogue, which shows the sentences of the sources."""
    app = Flask(__name__)
    Babel(app, default_locale="fr")
    with app.test_request_context():
        yield


def refused(manche: Any, chosen: Any = None, seats: int = 4) -> ImpossibleError:  # noqa: ANN401 - any junk
    """Return the error of the engine for these facts under these options."""
    with pytest.raises(ImpossibleError) as caught:
        read_manche(SPADES, SPADES.read_options({} if chosen is None else chosen, seats), seats, manche)
    return caught.value


def bid_refused(totals: tuple[int, int], heard: list[Any], bid: tuple[int, Any]) -> ImpossibleError:
    """Return the error of the engine for the next bid of a seat, with seat 0 as dealer."""
    rules = SPADES.read_options({}, 4)
    known = read_bids(rules, Table(4, 0), totals, heard)
    with pytest.raises(ImpossibleError) as caught:
        add_bid(rules, Table(4, 0), totals, known, *bid)
    return caught.value


def sound(**changed: Any) -> dict[str, Any]:  # noqa: ANN401 - any junk
    return {**SOUND, **changed}


ZERO = {"bids": ["nil", 1, 4, 4], "tricks": [7, 6]}
ZEROS = {"bids": ["nil", 1, "nil", 4], "tricks": [7, 6]}
# The key, the facts and the options that raise it, and the sentence.
CASES: list[tuple[str, Any, Any, str]] = [
    ("bid_missing", sound(bids=[3, None, None, 4]), {}, "Il manque une annonce : Bruno n’a pas parlé."),
    ("bid_range", sound(bids=[3, 1, 14, 4]), {}, "On annonce de 0 à 13 plis : 14 pour Chloé."),
    (
        "blind_nil_off",
        sound(bids=[3, 1, 4, "blind_nil"]),
        {"blind_nil": False},
        "À cette table, pas de double zéro : David en annonce un.",
    ),
    ("tricks_short", sound(tricks=[7, 5]), {}, "Il manque 1 pli : une manche en compte 13."),
    (
        "nil_tricks_seat",
        {**ZERO, "nil_tricks": {"Anna": 0}},
        {},
        "Plis des zéros : « Anna » n’est la place de personne.",
    ),
    ("no_nil_bid", {**ZERO, "nil_tricks": {"1": 0}}, {}, "Plis des zéros : pas de zéro annoncé pour Bruno."),
    ("nil_tricks_missing", ZERO, {}, "Zéro chuté : combien de plis pour Anna ?"),
    (
        "nil_over_team",
        {**ZERO, "nil_tricks": {"0": 8}},
        {},
        "Plis des zéros : 8 pour Anna, mais son équipe n’en a fait que 7.",
    ),
    (
        "nils_unshared",
        {**ZEROS, "nil_tricks": {"0": 1, "2": 3}},
        {},
        "Deux zéros pour Anna et Chloé : leurs plis font 4, et leur équipe en a fait 7.",
    ),
    (
        "not_whole",
        {**ZERO, "nil_tricks": {"0": None}},
        {},
        "Plis des zéros : une case est vide, il y faut un nombre entier.",
    ),
]
# The key, the totals, the bids heard after seat 0 dealt, one bid more, and the sentence.
BID_CASES: list[tuple[str, tuple[int, int], list[Any], tuple[int, Any], str]] = [
    ("bid_early", (0, 0), [None, 3, None, None], (3, 2), "C’est à Chloé d’annoncer : David attend son tour."),
    ("bid_twice", (0, 0), [None, 3, None, None], (1, 2), "Chacun n’annonce qu’une fois : Bruno l’a déjà fait."),
    (
        "blind_nil_close",
        (120, 60),
        [None] * 4,
        (1, "blind_nil"),
        "Pas de double zéro pour Bruno et David : 60 points de retard, il en faut 100.",
    ),
    (
        "blind_nil_close",
        (61, 60),
        [None] * 4,
        (1, "blind_nil"),
        "Pas de double zéro pour Bruno et David : 1 point de retard, il en faut 100.",
    ),
    (
        "blind_nil_close",
        (60, 60),
        [None] * 4,
        (1, "blind_nil"),
        "Pas de double zéro pour Bruno et David : à égalité, il faut 100 points de retard.",
    ),
    (
        "blind_nil_close",
        (-30, 210),
        [None] * 4,
        (1, "blind_nil"),
        "Pas de double zéro pour Bruno et David : 240 points d’avance, il en faut 100 de retard.",
    ),
]


@pytest.mark.parametrize(
    ("key", "manche", "chosen", "sentence"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(CASES)],
)
def test_an_error_has_its_sentence(key: str, manche: Any, chosen: Any, sentence: str) -> None:  # noqa: ANN401
    error = refused(manche, chosen)
    assert error.key == key
    assert spades.fault(error, NAMES) == sentence


@pytest.mark.parametrize(
    ("key", "totals", "heard", "bid", "sentence"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(BID_CASES)],
)
def test_a_refused_bid_has_its_sentence(
    key: str, totals: tuple[int, int], heard: list[Any], bid: tuple[int, Any], sentence: str
) -> None:
    error = bid_refused(totals, heard, bid)
    assert error.key == key
    assert spades.fault(error, NAMES) == sentence


def test_a_wrong_number_of_players_has_its_sentence() -> None:
    error = refused({}, seats=3)
    assert spades.fault(error, []) == "L’Atout Pique se joue à 4, deux contre deux : vous êtes 3."


def test_players_without_names_have_numbers() -> None:
    error = bid_refused((120, 60), [None] * 4, (1, "blind_nil"))
    assert "le joueur 2 et le joueur 4" in spades.fault(error, [])


def test_an_error_without_sentence_names_its_article() -> None:
    error = ImpossibleError("never_seen", article="AP-20")
    assert spades.fault(error, NAMES) == "Cela n’est pas possible : voyez l’article AP-20."


@pytest.mark.parametrize(
    ("behind", "words"),
    [
        (60, "60 points de retard, il en fallait 100."),
        (0, "à égalité, il fallait 100 points de retard."),
        (-1, "1 point d’avance, il en fallait 100 de retard."),
    ],
)
def test_ap_7_the_remark_on_an_irregular_double_zero(behind: int, words: str) -> None:
    sentence = spades_faults.irregular_blind_nil(ForbiddenBlindNil(2, 3, behind), NAMES)
    assert sentence == f"Double zéro irrégulier, David : {words} Il compte tel qu’il a été joué."


@pytest.mark.parametrize(
    ("why", "count", "words"),
    [
        ("contract_made", 7, "contrat de 7 fait"),
        ("contract_failed", 5, "contrat de 5 chuté"),
        ("overtricks", 1, "1 sac"),
        ("overtricks", 2, "2 sacs"),
        ("nil_tricks", 1, "1 sac du zéro chuté"),
    ],
)
def test_a_line_says_why(why: str, count: int | None, words: str) -> None:
    assert spades.why(Line(0, why, 5, "AP-13", count)) == words


def test_a_penalty_says_its_reason() -> None:
    assert spades.why(Line(0, "penalty", 5, "T-5", reason="renonce à pique")) == "renonce à pique"


def test_every_kind_of_line_has_its_own_text() -> None:
    whys = source.line_whys(SPADES)
    assert {"contract_made", "sacs_penalty", "nil_failed", "blind_nil_made", "revoke_against"} <= whys
    assert len({spades.why(Line(0, why, 5, "AP-13", 1)) for why in whys}) == len(whys)


def test_a_line_of_another_game_has_no_text() -> None:
    with pytest.raises(KeyError):
        spades.why(Line(0, "hearts", 5, "DP-17"))


@pytest.mark.parametrize(
    ("why", "limit", "words"),
    [
        ("target", 500, "500 points atteints"),
        ("target", 1, "1 point atteint"),
        ("target", None, "But atteint"),
        ("floor", -200, "Plancher atteint : −200 points"),
        ("floor", None, "Plancher atteint"),
    ],
)
def test_an_ending_has_its_sentence(why: str, limit: int | None, words: str) -> None:
    assert spades.ending(why, limit) == words


def test_an_ending_of_another_game_has_no_words() -> None:
    with pytest.raises(KeyError):
        spades.ending("limit", 100)


def test_a_bid_in_words() -> None:
    assert [spades.say_bid(value) for value in (3, 13, Zero.NIL, Zero.BLIND_NIL)] == ["3", "13", "Zéro", "Double zéro"]


def test_the_game_has_its_name() -> None:
    assert str(spades.NAME) == "Atout Pique"
