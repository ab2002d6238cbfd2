from __future__ import annotations

import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask_babel import Babel
from support import source

from scorekeeper.cards.cards import Rank
from scorekeeper.games import contract
from scorekeeper.games.contract import Line, MancheFacts, Moment, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET, counting, coup, options, scoring, settlement
from scorekeeper.games.piquet.counting import steps
from scorekeeper.games.piquet.counting.near_misses import NearMiss, near_misses
from scorekeeper.games.piquet.counting.steps import Step
from scorekeeper.games.piquet.declarations import Category, Declarations, Point, RankSet, Run
from scorekeeper.games.piquet.facts.irregularities import VOID_ARTICLES
from scorekeeper.games.piquet.refutations import Refutation
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core import language
from scorekeeper.web.games.piquet import irregularities, progress
from scorekeeper.web.games.piquet import text as piquet
from scorekeeper.web.games.piquet.announcements import text as announcing
from scorekeeper.web.games.piquet.coup import COUP
from scorekeeper.web.games.piquet.sample import sample_facts
from scorekeeper.web.games.piquet.tricks import text as aloud

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["Anna", "Bruno"]
SOUND = {"elder": 0, "tricks": [7, 5], "last": 0}
ELDER = ["AS", "KS", "QS", "JS", "8S", "AH", "KH", "QH", "9C", "7C", "9D", "8D"]
DEALER = ["10S", "7S", "JH", "10H", "8H", "7H", "JC", "10C", "8C", "AD", "JD", "10D"]
ABOVE = {"low_card_points": "above_nine"}
ALL_TO_ELDER = {"elder": 0, "winners": [0] * 12}


@pytest.fixture(autouse=True)
def _french() -> Iterator[None]:
    """A minimal application in French without catalogue, which shows the sentences of the sources."""
    app = Flask(__name__)
    Babel(app, default_locale="fr")
    with app.test_request_context():
        yield


def refused(manche: Any, chosen: Any = None, seats: int = 2) -> ImpossibleError:  # noqa: ANN401 - any junk
    """Return the error of the engine for these facts under these options."""
    with pytest.raises(ImpossibleError) as caught:
        read_manche(PIQUET, PIQUET.read_options({} if chosen is None else chosen, seats), seats, manche)
    return caught.value


def sound(**changed: Any) -> dict[str, Any]:  # noqa: ANN401 - any junk
    return {**SOUND, **changed}


def declared(elder: Any, dealer: Any = None, **changed: Any) -> dict[str, Any]:  # noqa: ANN401 - any junk
    return sound(declared=[elder, dealer], **changed)


# The key, the facts and the options that raise it, and the sentence, where it names who, what or how many.
CASES: list[tuple[str, Any, Any, str]] = [
    ("wrong_leader", sound(leader=1, plays=[]), {}, "À Anna d’entamer, pas à Bruno."),
    ("seat_value", sound(elder=2), {}, "Premier en cartes : « 2 » n’est la place de personne."),
    (
        "sequence_top_low",
        declared({"sequences": [{"length": 5, "top": "10"}]}),
        {},
        "Pas de quinte au 10 : de là jusqu’au 7, il n’y a que 4 cartes.",
    ),
    (
        "pips_impossible",
        declared({"point": {"cards": 5, "pips": 43}}),
        {},
        "Un point de 5 vaut de 44 à 51 : aucun ne fait 43.",
    ),
    (
        "set_twice",
        declared({"sets": [{"rank": "K", "size": 4}, {"rank": "K", "size": 3}]}),
        {},
        "Une hauteur ne compte qu’une fois : quatorze de Rois ou brelan de Rois, pas les deux.",
    ),
    (
        "ranks_length",
        sound(sets={"winner": 0, "sizes": [4, 3], "ranks": ["A"]}),
        {},
        "Quatorze et brelans : il faut une hauteur pour chacun, 2 et non 1.",
    ),
    (
        "answer_empty",
        declared({"point": {"cards": 5}}, answers={"point": "not_good"}),
        {},
        "Point : avec cette réponse il faut une annonce pour Bruno, et elle manque.",
    ),
    (
        "short_hand_tricks",
        sound(short_hand=1, short_cards=4),
        {},
        "Une fois ses 4 cartes jouées, plus aucun pli n’est pour Bruno.",
    ),
    (
        "hand_short",
        sound(hands=[ELDER[:11], None]),
        {},
        "Il manque 1 carte pour Anna : une main en compte 12.",
    ),
    (
        "carte_blanche_courts",
        sound(hands=[[*ELDER[:-1], "KD"], DEALER], carte_blanche=[True, False]),
        {},
        "Après sa carte blanche, Anna n’a pu tirer que 5 figures : ce n’est pas assez.",
    ),
    (
        "cannot_both_hold",
        sound(point={"winner": 0, "cards": 8}, sets={"winner": 1, "sizes": [4], "ranks": ["Q"]}),
        {},
        "Quatorze et brelans : les deux mains ne peuvent pas tenir cela ensemble, les 32 cartes n’y suffisent pas.",
    ),
    ("card_not_in_deck", sound(hands=[["6S"], None]), {}, "6♠ n’est pas du jeu : le Piquet se joue du 7 à l’As."),
    (
        "card_in_both",
        sound(hands=[ELDER, ["KS", *DEALER[1:]]]),
        {},
        "R♠ est dans les deux mains : il n’y en a qu’une au jeu.",
    ),
    ("tricks_short", sound(tricks=[7, 4]), {}, "Il manque 1 pli : un coup en compte 12."),
    (
        "winners_short",
        {"elder": 0, "winners": [0] * 11},
        {},
        "Plis un à un : il en manque 1, dites à qui il est.",
    ),
    (
        "winners_short",
        {"elder": 0, "winners": [0] * 10},
        {},
        "Plis un à un : il en manque 2, dites à qui ils sont.",
    ),
    (
        "sequence_missing",
        declared({"sequences": [{"top": "A"}]}),
        {},
        "Séquences : pour Anna, dites de quelle longueur.",
    ),
    (
        "low_disagrees",
        {**ALL_TO_ELDER, "low": [*[[False, False]] * 4, [True, False], *[[False, False]] * 7]},
        ABOVE,
        "Pli 5 : une basse carte n’en prend pas une haute, et une entame qui prend le pli est une seule carte.",
    ),
    (
        "elder_run_needed",
        sound(point={"winner": 0, "cards": 5}, sequences={"winner": 0, "lengths": [5]}),
        {},
        "Pic ou pas ? Combien de plis pour Anna avant le premier de l’autre ?",
    ),
    (
        "offender_scores",
        sound(sets={"winner": 0, "sizes": [4]}, fault={"kind": "false_declaration", "seat": 0}),
        {},
        "Quatorze et brelans : après une fausse annonce, rien ne compte pour Anna dans ce coup.",
    ),
]


@pytest.mark.parametrize(
    ("key", "manche", "chosen", "sentence"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(CASES)],
)
def test_an_error_has_its_sentence(key: str, manche: Any, chosen: Any, sentence: str) -> None:  # noqa: ANN401
    error = refused(manche, chosen)
    assert error.key == key
    assert piquet.fault(error, NAMES) == sentence


def test_a_wrong_number_of_players_has_its_sentence_pi_1() -> None:
    assert piquet.fault(refused({}, seats=4), []) == "Le Piquet se joue à deux : 4 joueurs sont assis."


def test_an_empty_table_has_its_sentence_pi_1() -> None:
    assert piquet.fault(refused({}, seats=0), []) == "Le Piquet se joue à deux : personne n’est encore assis."
    assert piquet.fault(refused({}, seats=1), []) == "Le Piquet se joue à deux : 1 joueur est assis."


def test_a_dealer_does_not_lead_pi_5() -> None:
    assert PIQUET.begin is not None
    with pytest.raises(ImpossibleError) as caught:
        PIQUET.begin(PIQUET.read_options({}, 2), Moment(2, 0, (0, 0)), {"elder": 0})
    assert caught.value.key == "elder_is_not"
    assert piquet.fault(caught.value, NAMES) == "Le premier en cartes n’est pas Anna : qui donne n’entame pas."


def test_players_without_names_have_numbers() -> None:
    error = refused(sound(hands=[None, DEALER[:10]]))
    assert piquet.fault(error, []) == "Il manque 2 cartes pour le joueur 2 : une main en compte 12."


def test_an_error_without_sentence_names_its_article() -> None:
    error = ImpossibleError("never_seen", article="PI-20")
    assert piquet.fault(error, NAMES) == "Cela n’est pas possible : voyez l’article PI-20."


# The lines

RANKS = ("aces", "kings", "queens", "jacks", "tens")
WHYS = {
    *("carte_blanche", "point", "sequence", "quatorze", "brelan", "repic", "pic", "leads", "wins", "last_trick"),
    *("trick_points", "cards", "capot", "doubled", "all_trick_points", "void", "loses_partie"),
    *("revoke", "revoke_against"),
    *(f"{kind}_{rank}" for kind in ("quatorze", "brelan") for rank in RANKS),
}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (Line(0, "carte_blanche", 10, "PI-8"), "carte blanche"),
        (Line(0, "point", 5, "PI-9", 5), "point de 5"),
        (Line(0, "sequence", 3, "PI-10", 3), "tierce"),
        (Line(0, "sequence", 4, "PI-10", 4), "quatrième"),
        (Line(0, "sequence", 15, "PI-10", 5), "quinte"),
    ],
)
def test_a_line_says_why(line: Line, sentence: str) -> None:
    assert piquet.why(line) == sentence


def test_every_kind_of_line_has_its_own_text() -> None:
    sets = {f"{kind}_{rank}" for kind in ("quatorze", "brelan") for rank in steps.SETS.values()}
    assert set(steps.WHYS.values()) | sets <= WHYS
    assert len({piquet.why(Line(0, why, 5, "PI-9", 5)) for why in WHYS}) == len(WHYS)


def samples() -> Iterator[tuple[Any, MancheFacts[Any]]]:
    chance = random.Random(5)
    for preset in (*options.PRESETS, contract.Preset("low", options.TABLE_SIZES, ABOVE)):
        rules = PIQUET.read_options(preset.options, 2)
        scored: Any = SimpleNamespace(options=rules, deal=PIQUET.deal(rules, Table(2, 0), ()))
        for _ in range(10):
            yield rules, read_manche(PIQUET, rules, 2, sample_facts(scored, chance))


def test_every_line_and_step_of_a_coup_has_a_text() -> None:
    for rules, manche in samples():
        for line in scoring.manche_lines(rules, manche.facts, doubled=True):
            assert line.why in WHYS
            assert piquet.why(line)
        for step in counting.count_coup(rules, manche.facts):
            assert str(step.total) in aloud.step_sentence(step, NAMES)
            assert NAMES[step.seat] in aloud.step_sentence(step, NAMES)
        for miss in near_misses(rules, manche.facts):
            assert aloud.near_miss_sentence(miss, NAMES).startswith("Pas de ")


def test_a_line_of_another_game_has_no_text() -> None:
    with pytest.raises(KeyError):
        piquet.why(Line(0, "hearts", 5, "DP-17"))


# Aloud


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (Step(0, "leads", 1, 13, "PI-17", 1, 1), "Anna entame : 13"),
        (Step(1, "wins", 1, 18, "PI-17", 1, 1), "Bruno prend : 18"),
        (Step(1, "last_trick", 2, 20, "PI-17", 12, 1), "Bruno prend le dernier pli : 20"),
        (Step(0, "point", 5, 5, "PI-9", count=5), "Anna, point de 5 : 5"),
        (Step(0, "sequence", 4, 9, "PI-10", count=4), "Anna, quatrième : 9"),
    ],
)
def test_a_step_has_the_words_of_the_table_pi_19(step: Step, sentence: str) -> None:
    assert aloud.step_sentence(step, NAMES) == sentence


def test_a_step_of_a_player_without_a_name_has_its_capital() -> None:
    assert aloud.step_sentence(Step(1, "wins", 1, 18, "PI-17", 1, 1), []) == "Le joueur 2 prend : 18"
    assert aloud.step_sentence(Step(0, "wins", 1, 18, "PI-17", 1, 1), ["zoé", "Bruno"]) == "zoé prend : 18"


@pytest.mark.parametrize(
    ("miss", "sentence"),
    [
        (
            NearMiss(0, "pic", "short", 29, "PI-22", missing=1),
            "Pas de pic pour Anna : 29 sur 30, il manquait 1 point.",
        ),
        (
            NearMiss(1, "repic", "short", 29, "PI-23", missing=1),
            "Pas de repic pour Bruno : 29 en annonces, il manquait 1 point.",
        ),
        (
            NearMiss(0, "repic", "blocked", 32, "PI-23", "point", 6),
            "Pas de repic pour Anna : 32 en annonces, mais Bruno avait marqué d’abord au point, 6 en tout.",
        ),
    ],
)
def test_a_near_miss_is_explained(miss: NearMiss, sentence: str) -> None:
    assert aloud.near_miss_sentence(miss, NAMES) == sentence


def test_every_near_miss_of_the_engine_has_words_of_its_own() -> None:
    by = [category.value for category in Category] + [steps.CARTE_BLANCHE_STEP, "play"]
    misses = [NearMiss(0, kind, "blocked", 30, "PI-22", one, 4) for kind in ("pic", "repic") for one in by]
    sentences = {aloud.near_miss_sentence(miss, NAMES) for miss in misses}
    assert len(sentences) == len(misses)
    assert not [one for one in sentences if "4 en tout" not in one]


# The partie


@pytest.mark.parametrize(
    ("why", "limit", "sentence"),
    [
        ("six_coups", None, "Fin de la partie en six coups"),
        ("rubicon_four", None, "Fin de la partie en quatre coups"),
        ("target", 150, "150 points atteints"),
        ("target", 1, "1 point atteint"),
        ("target", None, "But atteint"),
    ],
)
def test_an_ending_has_its_sentence(why: str, limit: int | None, sentence: str) -> None:
    assert piquet.ending(why, limit) == sentence


def test_every_ending_of_the_engine_has_words_of_its_own() -> None:
    whys = source.ending_whys(PIQUET) | {why for why, _article in settlement.ENDINGS.values()}
    assert whys == {"six_coups", "rubicon_four", "target", "linked", "loses_partie", "drawn"}
    assert len({piquet.ending(why, None) for why in whys}) == len(whys)
    with pytest.raises(KeyError):
        piquet.ending("floor", -200)


def test_every_line_of_the_settlement_has_words_of_its_own_pi_25() -> None:
    assert {why: piquet.settlement(why) for why in ("difference", "sum", "partie", "total")} == {
        "difference": "écart des totaux",
        "sum": "rubicon : somme des deux totaux",
        "partie": "la partie",
        "total": "total du gagnant",
    }
    with pytest.raises(KeyError):
        piquet.settlement("sacs")


def coups(*many: dict[str, Any]) -> list[MancheFacts[Any]]:
    rules = PIQUET.read_options({}, 2)
    return [read_manche(PIQUET, rules, 2, facts) for facts in many]


VOID = {"elder": 0, "fault": {"kind": "void"}}


@pytest.mark.parametrize(
    ("chosen", "played", "sentence"),
    [
        ({}, [], "Encore 6 coups"),
        ({}, [SOUND, VOID, VOID, SOUND], "Encore 4 coups"),
        ({}, [SOUND] * 5, "Dernier coup"),
        ({}, [SOUND] * 6, "Totaux égaux : encore 2 coups"),
        ({}, [SOUND] * 7, "Totaux égaux : encore 1 coup"),
    ],
)
def test_the_progress_of_a_partie(chosen: dict[str, Any], played: list[dict[str, Any]], sentence: str) -> None:
    assert progress.describe_progress(PIQUET.read_options(chosen, 2), coups(*played)) == sentence


@pytest.mark.parametrize(
    ("chosen", "side", "total", "sentence"),
    [
        ({}, 0, 99, "rubicon : il manque 1"),
        ({}, 0, 100, ""),
        ({"format": "target_single"}, 0, 25, "il manque 125"),
        ({"format": "target_linked", "target": 20}, 0, 25, "1 sèche · il manque 20"),
        ({"format": "target_linked", "target": 10}, 0, 25, "1 sèche · il manque 10"),
    ],
)
def test_the_points_that_a_player_needs(chosen: dict[str, Any], side: int, total: int, sentence: str) -> None:
    """One coup was played: 25 and 10."""
    assert progress.points_needed(PIQUET.read_options(chosen, 2), coups(SOUND), side, total) == sentence


# The audit

TRANSLATIONS = language.TRANSLATIONS
BLANK = Refutation(1, "carte_blanche", "PI-8", "shown", courts=6)
REFUTED = [
    (
        Refutation(0, "sequences", "PI-10", "announced", runs=(Run(4, Rank.QUEEN),)),
        "Anna a annoncé une quatrième à la Dame : elle n’est pas dans ses cartes.",
        "Anna declared a quart to the queen: the cards played say otherwise.",
    ),
    (
        Refutation(1, "point", "PI-9", "announced", point=Point(5, 49)),
        "Bruno a annoncé un point de 5, 49 : il n’est pas dans ses cartes.",
        "Bruno declared a point of 5, making 49: the cards played say otherwise.",
    ),
    (
        Refutation(1, "sets", "PI-11", "announced", sets=(RankSet(Rank.ACE, 4), RankSet(Rank.TEN, 3))),
        "Bruno a annoncé quatorze d’As, brelan de 10 : tout n’est pas dans ses cartes.",
        "Bruno declared quatorze of aces, trio of tens: the cards played say otherwise.",
    ),
    (
        Refutation(0, "sets", "PI-11", "scored", sizes=(3,)),
        "Anna a marqué un brelan : il n’est pas dans ses cartes.",
        "Anna scored a trio: the cards played say otherwise.",
    ),
]


@pytest.fixture
def english() -> Iterator[None]:
    """A minimal application in English with its catalogue."""
    app = Flask(__name__)
    Babel(app, default_locale="en", default_translation_directories=str(TRANSLATIONS))
    with app.test_request_context():
        yield


@pytest.mark.parametrize(("one", "sentence", "_in_english"), REFUTED)
def test_a_refuted_announcement_in_french_pi_37(one: Refutation, sentence: str, _in_english: str) -> None:
    assert announcing.refutation_sentence(one, NAMES) == sentence


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(("one", "_in_french", "sentence"), REFUTED)
def test_a_refuted_announcement_in_english_pi_37(one: Refutation, _in_french: str, sentence: str) -> None:
    assert announcing.refutation_sentence(one, NAMES) == sentence


def test_the_offer_about_a_refuted_declaration_pi_37() -> None:
    assert announcing.offer_sentence(BLANK, NAMES) == (
        "Fausse annonce : Bruno ne marque rien de ce coup, "
        "l’autre compte toutes ses combinaisons et les points des plis (PI-37)"
    )


@pytest.mark.usefixtures("english")
def test_the_offer_in_english_pi_37() -> None:
    assert announcing.offer_sentence(BLANK, NAMES) == (
        "False declaration: Bruno scores nothing this deal; "
        "the other scores every combination held and the trick points (PI-37)"
    )


def test_a_player_without_a_name_is_refuted_by_number() -> None:
    one, sentence, _ = REFUTED[0]
    assert announcing.refutation_sentence(one, ["", ""]) == sentence.replace("Anna", "Le joueur 1")


# Names


def test_what_is_announced_has_its_name() -> None:
    declared = Declarations(Point(5, 49), (Run(4, Rank.QUEEN), Run(3)), (RankSet(Rank.TEN, 4), RankSet(Rank.JACK, 3)))
    assert [announcing.announcement_name(one, declared) for one in Category] == [
        "point de 5, 49",
        "quatrième à la Dame, tierce",
        "quatorze de 10, brelan de Valets",
    ]
    assert {announcing.announcement_name(one, Declarations()) for one in Category} == {"–"}
    assert announcing.announcement_name(Category.POINT, Declarations(Point(6))) == "point de 6"


def test_categories_answers_and_heights_have_their_names() -> None:
    assert announcing.answer_choices() == [("good", "Bon"), ("not_good", "Pas bon"), ("equal", "Égal")]
    labels = [label for _category, label in announcing.category_choices()]
    assert labels == ["Point", "Séquences", "Quatorze et brelans"]
    assert [announcing.top_name(rank) for rank in ("A", "K", "Q", "J", "10", "9")] == [
        *("à l’As", "au Roi", "à la Dame", "au Valet", "au 10", "au 9")
    ]


def test_every_irregularity_has_its_choice() -> None:
    assert set(irregularities.VOID_LABELS) == set(VOID_ARTICLES)
    kinds = {kind.value for kind in coup.FaultKind} - {"void"} | {"short_hand"}
    assert set(irregularities.PLAYER_IRREGULARITIES) == kinds
    assert list(irregularities.CONSEQUENCES) == ["PI-34", "PI-35", "PI-36", "PI-37", "PI-38"]


def test_a_coup_is_called_a_coup() -> None:
    names = [words(3) for words in (COUP.name, COUP.record_label, COUP.noun, COUP.correct_label)]
    assert names == ["Coup 3", "Noter le coup 3", "le coup 3", "Corriger le coup 3"]


def test_the_game_has_its_name() -> None:
    assert str(piquet.NAME) == "Piquet"
