from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask_babel import Babel
from support import source

from scorekeeper.games.contract import Line
from scorekeeper.games.hearts import HEARTS, facts, options
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.games.hearts import text as hearts
from scorekeeper.web.text import errors

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["Anna", "Bruno", "Chloé", "David"]
CLASSIC = {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}
SHOT = {"H": [0, 13, 0, 0], "QS": [0, 1, 0, 0]}
NO_VOLTE = {"points": [5, 4, 16, 1]}


@pytest.fixture(autouse=True)
def _french() -> Iterator[None]:
    """A minimal application in French without catalogue, which shows the sentences of the sources."""
    app = Flask(__name__)
    Babel(app, default_locale="fr")
    with app.test_request_context():
        yield


def refused(manche: Any, seats: int = 4, chosen: Any = None) -> ImpossibleError:  # noqa: ANN401 - any junk
    """Return the error of the engine for these facts under these options."""
    with pytest.raises(ImpossibleError) as caught:
        read_manche(HEARTS, HEARTS.read_options({} if chosen is None else chosen, seats), seats, manche)
    return caught.value


def taken(**counts: Any) -> dict[str, Any]:  # noqa: ANN401 - any junk
    return {"taken": {**CLASSIC, **counts}}


def penalty(**changed: Any) -> dict[str, Any]:  # noqa: ANN401 - any junk
    return {**NO_VOLTE, "penalties": [{"side": 0, "points": 5, "reason": "renonce", **changed}]}


CHOICE = {"moon": "choice"}
JACK = {"jack_of_diamonds": -10}
# The key, the facts, the seats and the options that raise it, and the sentence.
CASES: list[tuple[str, Any, int, Any, str]] = [
    (
        "cards_disagree",
        {**taken(QS=[0, 0, 1, 0]), "leader": 0, "plays": ["2C", "QS", "3C", "4C"]},
        4,
        {},
        "Cartes jouées : elles disent autre chose que ces chiffres : corrigez-les, ou effacez les cartes.",
    ),
    ("points_short", {"points": [5, 4, 3, 1]}, 4, {}, "Il manque 13 points : une manche en compte 26."),
    ("points_over", {"points": [5, 4, 16, 3]}, 4, {}, "2 points de trop : une manche en compte 26."),
    (
        "no_such_share",
        {"points": [7, 7, 6, 6]},
        4,
        {},
        "Le total est bon (26), mais aucun partage des cartes ne donne ces points.",
    ),
    (
        "volte_choice",
        {"taken": SHOT},
        4,
        CHOICE,
        "Volte : tout est chez Bruno. Les autres prennent les points, ou son auteur les retire ?",
    ),
    (
        "volte_unsaid",
        {"points": [0, 26, 0, 0]},
        4,
        {},
        "Tout est chez Bruno : est-ce une volte ?",
    ),
    (
        "moon_not_here",
        {"taken": SHOT, "moon": "self_minus"},
        4,
        {},
        "À cette table, la volte ne se compte pas ainsi : « Son auteur retire les points ».",
    ),
    (
        "no_volte",
        {"taken": CLASSIC, "moon": "others_plus"},
        4,
        {},
        "Pas de volte dans cette manche : il aurait fallu tout ramasser.",
    ),
    ("missing_count", {"taken": {"H": [5, 4, 3, 1]}}, 4, {}, "Dame de pique : le compte manque."),
    (
        "not_counted",
        taken(JD=[0] * 4),
        4,
        {},
        "Valet de carreau : cela ne compte pas à cette table.",
    ),
    ("deck_table", {}, 6, {"deck": "36"}, "Le jeu de 36 cartes se joue à 4 : vous êtes 6."),
    (
        "belmont_queen",
        {},
        6,
        {"deck": "belmont", "queen_points": 12},
        "À Belmont, la dame de pique vaut toujours 13 points.",
    ),
]


@pytest.mark.parametrize(
    ("key", "manche", "seats", "chosen", "sentence"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(CASES)],
)
def test_an_error_has_its_sentence(key: str, manche: Any, seats: int, chosen: Any, sentence: str) -> None:  # noqa: ANN401
    error = refused(manche, seats, chosen)
    assert error.key == key
    assert hearts.fault(error, NAMES) == sentence


@pytest.mark.parametrize(
    ("names", "who"),
    [
        pytest.param([], "le joueur 2", id="no names"),
        pytest.param(["Anna"], "le joueur 2", id="too few"),
        pytest.param(["Anna", "  "], "le joueur 2", id="a blank one"),
        pytest.param(["Anna", "100 %(name)s"], "100 %(name)s", id="a name that looks like a placeholder"),
    ],
)
def test_a_player_without_a_name_has_a_number(names: list[str], who: str) -> None:
    error = refused({"points": [0, 26, 0, 0]})
    assert hearts.fault(error, names) == f"Tout est chez {who} : est-ce une volte ?"


def test_a_team_without_names_has_a_number() -> None:
    error = refused({"points": [0, 26]}, 4, {**JACK, "teams": True})
    assert hearts.fault(error, []) == "Tout est chez l’équipe 2 : est-ce une volte ?"


def test_an_error_without_sentence_names_its_article() -> None:
    article = "Cela n’est pas possible : voyez l’article DP-17."
    assert hearts.fault(ImpossibleError("never_seen", article="DP-17"), NAMES) == article
    assert hearts.fault(ImpossibleError("never_seen"), NAMES) == "Cela n’est pas possible."
    unknown_card = ImpossibleError("short", article="DP-17", field="XX", by=1, total=2)
    assert hearts.fault(unknown_card, NAMES) == article
    assert errors.SHARED_SENTENCES(ImpossibleError("short"), ()) == "Cela n’est pas possible."


@pytest.mark.parametrize(
    ("why", "count", "words"),
    [
        ("hearts", 1, "1 cœur"),
        ("hearts", 5, "5 cœurs"),
        ("queen", 1, "dame de pique"),
        ("queen", 2, "2 dames de pique"),
        ("jack_of_diamonds", 1, "valet de carreau"),
    ],
)
def test_a_line_says_why(why: str, count: int | None, words: str) -> None:
    assert hearts.why(Line(0, why, 5, "DP-17", count)) == words


def test_a_penalty_says_its_reason() -> None:
    assert hearts.why(Line(0, "penalty", 5, "T-5", reason="renonce à pique")) == "renonce à pique"
    assert hearts.why(Line(0, "penalty", 5, "T-5")) == "pénalité convenue"


def test_a_revoke_says_whether_it_had_a_price() -> None:
    assert hearts.why(Line(0, "revoke", 0, "T-5", seat=0)) == "renonce"
    assert hearts.why(Line(0, "revoke", 13, "T-5", seat=0)) == "renonce, pénalité convenue"


def test_every_kind_of_line_has_its_own_text() -> None:
    whys = source.line_whys(HEARTS)
    assert {"hearts", "moon", "moon_against", "penalty", "points", "last_trick"} <= whys
    sentences = [hearts.why(Line(0, why, 5, "DP-17", 1)) for why in whys]
    assert all(sentences)
    assert len(set(sentences)) == len(whys)


def test_a_line_of_another_game_has_no_text() -> None:
    with pytest.raises(KeyError):
        hearts.why(Line(0, "capot", 40, "PI-1"))


def test_an_ending_has_its_sentence() -> None:
    assert source.ending_whys(HEARTS) == {"limit"}
    assert hearts.ending("limit", 100) == "100 points atteints"
    assert hearts.ending("limit", 1) == "1 point atteint"
    assert hearts.ending("limit", None) == "Limite atteinte"
    with pytest.raises(KeyError):
        hearts.ending("capot", 100)


def test_every_single_card_has_a_question() -> None:
    assert list(hearts.COUNTED_LABELS) == list(facts.ARTICLES)
    singles = set()
    for preset in options.PRESETS:
        seats = min(preset.seats)
        chosen = HEARTS.read_options({**preset.options}, seats)
        singles |= {key for key, total in options.cards_by_key(chosen, seats).items() if total == 1}
    assert set(hearts.TAKER_QUESTIONS) == singles
    assert all(str(question).endswith(" ?") for question in hearts.TAKER_QUESTIONS.values())


@pytest.mark.parametrize(
    ("key", "count", "words"),
    [
        ("H", 3, "Il reste 3 cœurs à placer"),
        ("H", 1, "Il reste 1 cœur à placer"),
        ("H", 0, "Tous les cœurs sont placés"),
        ("H", -2, "2 cœurs de trop"),
        ("QS", 2, "Il reste 2 dames de pique à placer"),
    ],
)
def test_the_remaining_count(key: str, count: int, words: str) -> None:
    assert hearts.remaining_text(key, count) == words


@pytest.mark.parametrize("key", facts.ARTICLES)
def test_every_counted_card_has_its_remaining_count(key: str) -> None:
    assert len({hearts.remaining_text(key, count) for count in (-1, 0, 1, 2)}) == 4


def test_the_game_has_its_name() -> None:
    assert str(hearts.NAME) == "Dame de Pique"
