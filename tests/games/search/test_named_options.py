"""The house rules that a question names, and those that it only asks about, denies or reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search.named_options import entries, named_options
from scorekeeper.record.answers.rulings import options_in_force

DATA = Path(__file__).parents[2] / "data" / "rule_questions"
OWN = ["hearts", "spades", "piquet"]


def named(slug: str, question: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    game = GAMES[slug]
    return dict(named_options(question, game, options_in_force(game, options or {})).values)


@pytest.mark.parametrize(
    ("slug", "question", "expected"),
    [
        ("hearts", "avec le valet de carreau à −10, j’ai 3 cœurs et le valet", {"jack_of_diamonds": -10}),
        ("hearts", "on joue le valet de caro a -10", {"jack_of_diamonds": -10}),
        ("hearts", "j’ai 3 cœurs et le valet avec la règle du moins dix", {"jack_of_diamonds": -10}),
        ("hearts", "Valet de carreau en jeu : qui a la volte ?", {"jack_of_diamonds": -10}),
        ("hearts", "le valet de carreau ne compte pas, je l’ai pris", {"jack_of_diamonds": 0}),
        ("hearts", "we play with the minus ten jack, can I throw it", {"jack_of_diamonds": -10}),
        ("hearts", "We play with the jack of diamonds. I took it.", {"jack_of_diamonds": -10}),
        ("hearts", "on joue la dam a 12, g pris 7 coeur", {"queen_points": 12}),
        ("hearts", "queen worth 12, I took her and four hearts", {"queen_points": 12}),
        ("hearts", "With the queen at twelve, what does a slam cost each?", {"queen_points": 12}),
        ("hearts", "7 de trèfle compte, je l’ai pris avec 2 cœurs", {"seven_of_clubs": 7}),
        ("hearts", "Seven of clubs is 7 at our table. I caught it.", {"seven_of_clubs": 7}),
        ("hearts", "À Belmont, combien vaut le roi de pique ?", {"deck": "belmont"}),
        ("hearts", "à 36 cartes, combien de cartes chacun ?", {"deck": "36"}),
        ("hearts", "36-card deck: what is the moon worth to the others?", {"deck": "36"}),
        ("hearts", "À six avec jokers, combien de cartes chacun ?", {"deck": "54"}),
        ("hearts", "on joue en 150, j’ai 104, c’est fini ?", {"limit": 150}),
        ("hearts", "Game to 50 and I am at 52, is it over?", {"limit": 50}),
        ("hearts", "Nous jouons par équipes : j’ai pris huit points", {"teams": True}),
        ("hearts", "two against two, my partner shot the moon", {"teams": True}),
        ("hearts", "On joue sans volte, j’ai tout pris", {"moon": "off"}),
        ("hearts", "We play that the shooter subtracts. I shoot at 34", {"moon": "self_minus"}),
        ("hearts", "chez nous la dame ouvre les cœurs, elle est tombée", {"queen_breaks_hearts": True}),
        ("hearts", "on joue à 36 cartes la dame vaut combien", {"deck": "36"}),
        ("hearts", "Belmont, et on joue en 200 points, à 180 c’est fini ?", {"deck": "belmont", "limit": 200}),
        ("hearts", "dans notre partie à 200 points, j’en ai 120, on arrête ?", {"limit": 200}),
        ("hearts", "we subtract 26 when you shoot the moon. I'm at 50", {"moon": "self_minus"}),
        ("hearts", "at our table points are allowed on the first trick, I throw it", {"first_trick_points": "any"}),
        ("spades", "on joue qu’on ne coupe pas au premier pli, je peux couper ?", {"first_trick_spades": "none"}),
        ("piquet", "we don't count low cards. I lead a 7, a point?", {"low_card_points": "above_nine"}),
        ("spades", "On joue le zéro à 50, je l’ai réussi", {"nil": 50}),
        ("spades", "nil is worth 50 at our table, I made it", {"nil": 50}),
        ("spades", "on joue en 300, on est à 310", {"target": 300}),
        ("spades", "Bid 4, took 5. Game to 700. Did we win?", {"target": 700}),
        ("spades", "on joue sans double zéro, il l’annonce", {"blind_nil": False}),
        ("spades", "We play with the blind nil exchange, how many cards?", {"blind_nil_exchange": True}),
        ("spades", "Plancher à −200 : on est à −210, perdu ?", {"floor": 200}),
        ("piquet", "au Piquet rubicon en quatre coups, le premier compte double ?", {"format": "rubicon_four"}),
        ("piquet", "Four-hand rubicon game, my first hand was 34", {"format": "rubicon_four"}),
        ("piquet", "on joue en 150, j’ai 152 et lui 148", {"format": "target_single", "target": 150}),
        ("piquet", "sèche en 221, combien pour gagner ?", {"format": "target_single", "target": 221}),
        ("piquet", "Best of three to 150, how many games?", {"format": "target_linked", "target": 150}),
        ("piquet", "J’ai remporté la liée, 172 à 120", {"format": "target_linked"}),
        (
            "piquet",
            "À l’anglaise, un pli gagné sur ma propre entame ?",
            {"won_own_lead": "only_when_captured", "capot_last_trick": "absorbed"},
        ),
    ],
)
def test_a_question_names_house_rules(slug: str, question: str, expected: dict[str, Any]) -> None:
    assert named(slug, question) == expected


@pytest.mark.parametrize(
    ("slug", "question"),
    [
        ("hearts", "joue-t-on avec le valet ?"),
        ("hearts", "est-ce qu’on joue avec le valet de carreau ?"),
        ("hearts", "does the jack count?"),
        ("hearts", "Do we play with the minus ten jack?"),
        ("hearts", "Does the jack of diamonds count if nobody agreed on it?"),
        ("hearts", "we don't play with jokers"),
        ("hearts", "on ne joue pas avec les jokers, combien de cartes ?"),
        ("hearts", "on joue sans jokers"),
        ("hearts", "On joue même pas Belmont et il compte dix pour le roi !"),
        ("hearts", "Peut-on jouer la dame à 12 ?"),
        ("hearts", "Can we play with the queen at 12?"),
        ("hearts", "la dame à 12 ?"),
        ("hearts", "Is the queen worth 12 or 13"),
        ("hearts", "Elle dit que la dame vaut 12, c’est vrai ?"),
        ("hearts", "My brother says the queen is 12. Right?"),
        ("hearts", "Ma belle-fille voudrait compter moins dix pour le valet de carreau."),
        ("hearts", "j’ai pris deux cœurs et le valet de carreau"),
        ("hearts", "j’ai 36 points et lui 12"),
        ("hearts", "he played the 2 of clubs, two of us saw it"),
        ("hearts", "on joue à 5 joueurs"),
        ("hearts", "la partie finit à 104 pour lui et 60 pour moi, qui gagne"),
        ("piquet", "on a fini la partie à 150 contre 125, combien pour le gagnant"),
        ("hearts", "on joue la dame à 12, non, à 13 : la dame à 13, j’en fais quoi ?"),
        ("hearts", "Can we play that points are allowed on the first trick?"),
        ("spades", "le zéro vaut 50 ou 100 ?"),
        ("spades", "is nil 50 or 100?"),
        ("spades", "do you swap cards with your partner on a blind nil?"),
        ("spades", "Do you lose automatically at minus 200?"),
        ("spades", "ils ont annoncé un double zéro"),
        ("piquet", "joue-t-on en 150 ?"),
        ("piquet", "do low cards count?"),
        ("piquet", "les petites cartes ne comptent pas ?"),
        ("piquet", "do we play to 150?"),
        ("piquet", "How many hands is a full game? We've played four."),
        ("piquet", "sous 100, c’est le rubicon ?"),
        ("piquet", "142 à 91 après les 6 coups, il me doit combien"),
    ],
)
def test_a_rule_that_is_asked_about_denied_or_reported_is_not_named(slug: str, question: str) -> None:
    assert named(slug, question) == {}


def test_a_target_keeps_a_linked_game() -> None:
    linked = {"format": "target_linked", "target": 100}
    assert named("piquet", "on joue en 150, j’ai 152", linked) == {"format": "target_linked", "target": 150}


@pytest.mark.parametrize("slug", OWN)
def test_each_entry_sets_options_of_the_game_in_both_languages(slug: str) -> None:
    options = {option.name for option in GAMES[slug].options}
    for entry in entries(GAMES[slug].package):
        assert set(entry) <= {"set", *LANGUAGES}, entry
        assert set(entry.get("set", {})) <= options, entry
        assert all(entry[language] for language in LANGUAGES), entry


# The questions of the data that name a house rule, by game; no other question may switch an option.
NAMING = {
    "hearts": {
        *("h021", "h022", "h024", "h028", "h051", "h069", "h073", "h075", "h076", "h077", "h078", "h079", "h080"),
        *("h081", "h082", "h083", "h084", "h085", "h089", "h096", "h097", "h116", "h127", "h151", "h163"),
    },
    "spades": set[str](),
    "piquet": {"p019", "p057", "p084", "p093", "p124", "p156", "p160", "p187"},
}


@pytest.mark.sweep("asks every question of the data")
@pytest.mark.parametrize("slug", OWN)
def test_no_question_of_the_data_without_a_named_rule_switches_an_option(slug: str) -> None:
    rows = [json.loads(line) for line in (DATA / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["id"] for row in rows if named(slug, row["question"])} == NAMING[slug]
