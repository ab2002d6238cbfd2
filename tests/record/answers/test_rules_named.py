"""A question that names a house rule is answered under it; the answers are worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.record.answers.rules_named import rules_asked
from scorekeeper.record.formats.rules import rules_line


def reply_to(game: str, question: str, options: dict[str, Any] | None = None) -> Reply:
    return answer_question(question, [GAMES[game]], options or {}, None)


@pytest.mark.parametrize(
    ("game", "question", "named", "head"),
    [
        # 7 hearts and the queen at 12.
        ("hearts", "on joue la dam a 12, g pris 7 coeur plus elle, sa fait cb", {"queen_points": 12}, "19"),
        # 3 hearts less 10, 2 hearts less 10.
        ("hearts", "j’ai 3 cœurs et le valet avec la règle du moins 10, combien", {"jack_of_diamonds": -10}, "−7"),
        ("hearts", "We play with the jack of diamonds. I took two hearts and it", {"jack_of_diamonds": -10}, "−8"),
        # 5 + 13 − 10.
        (
            "hearts",
            "avec le valet de carreau à −10, j’ai 5 cœurs, la dame et le valet : combien ?",
            {"jack_of_diamonds": -10},
            "8",
        ),
        # 2 hearts, the queen at 12, the seven at 7.
        (
            "hearts",
            "We play the queen is worth 12 and 7 of clubs is 7: I took both and 2 hearts",
            {"queen_points": 12, "seven_of_clubs": 7},
            "21",
        ),
        # Thirteen hearts and the queen at 12.
        ("hearts", "ici la dame vaut 12, la volte fait combien aux autres ?", {"queen_points": 12}, "25"),
        # 40 − 26.
        (
            "hearts",
            "nous jouons que la volte retire 26. Je fais la volte à 40, je suis à combien ?",
            {"moon": "self_minus"},
            "14",
        ),
        ("hearts", "on joue en 150, j’ai 104, c’est fini ?", {"limit": 150}, "Non"),
        ("hearts", "we're playing to fifty and someone has 51, done?", {"limit": 50}, "Yes"),
        ("hearts", "j’étais à 97 et je prends 13, on joue en 150. fini ?", {"limit": 150}, "On continue"),
        ("hearts", "À Belmont, la volte existe ?", {"deck": "belmont"}, "Pas de volte"),
        # 26 for two queens and 6 hearts.
        (
            "hearts",
            "Belmont. our team took two queens and 6 hearts. score?",
            {"deck": "belmont", "teams": True},
            "32",
        ),
        ("hearts", "On joue à 36 cartes, la dame vaut combien ?", {"deck": "36"}, "5"),
        # Without the jack there is no moon.
        (
            "hearts",
            "on joue le valet de caro a -10, jai tout les coeur et la dame mais pas lui, c la volte kan meme ?",
            {"jack_of_diamonds": -10},
            "Pas une volte",
        ),
        # A contract of 4, and a nil at 50.
        ("spades", "nil is worth 50 at our table. I made nil and partner bid 4 made 4", {"nil": 50}, "90"),
        ("spades", "nil at 50, how much is a blind nil worth", {"nil": 50}, "100"),
        (
            "spades",
            "on joue sans double zéro. puis-je annoncer à l’aveugle ?",
            {"blind_nil": False},
            "Pas de double zéro",
        ),
        ("piquet", "sèche en 221, combien pour gagner ?", {"format": "target_single", "target": 221}, "221"),
        # The loser is under 100: 180 + 90 + 100, 140 + 98 + 100.
        ("piquet", "rubicon piquet final 180 to 90, what do I score?", {"format": "rubicon_four"}, "370"),
        ("piquet", "perdu 98 à 140 en quatre coups", {"format": "rubicon_four"}, "338"),
        (
            "piquet",
            "Piquet rubicon en quatre coups : le premier compte-t-il double ?",
            {"format": "rubicon_four"},
            "Quatre coups, deux comptés double",
        ),
        ("piquet", "Best of three to 150, how many games must I win?", {"format": "target_linked"}, "Two games"),
    ],
)
def test_the_answer_is_that_of_the_named_rules(game: str, question: str, named: dict[str, Any], head: str) -> None:
    reply = reply_to(game, question)
    assert reply.answer is not None, question
    assert (dict(reply.named), reply.answer.head.split(" points")[0]) == (named, head)
    assert set(named) <= set(reply.answer.options)


@pytest.mark.parametrize(
    ("game", "question", "head"),
    [
        ("hearts", "Elle dit que la dame vaut 12. C’est vrai ?", "La dame vaut 13"),
        ("hearts", "does the jack count?", "0"),
        ("hearts", "est-ce qu’on joue avec le valet de carreau ?", "0"),
        ("spades", "is nil 50 or 100?", "100"),
        ("piquet", "joue-t-on en 150 ?", "6 coups"),
    ],
)
def test_an_asked_rule_is_answered_for_the_table(game: str, question: str, head: str) -> None:
    reply = reply_to(game, question)
    assert reply.answer is not None
    assert (dict(reply.named), reply.answer.head) == ({}, head)


def test_a_rule_that_the_table_plays_is_not_named_to_it() -> None:
    reply = reply_to("hearts", "on joue en 150, j’ai 104, c’est fini ?", {"limit": 150})
    assert reply.answer is not None
    assert (dict(reply.named), reply.answer.head) == ({}, "Non")


@pytest.mark.parametrize(
    ("options", "question", "expected"),
    [
        # What only the deck of the table requires goes with that deck.
        ({"deck": "36"}, "à Belmont, combien vaut le roi de pique ?", {"deck": "belmont"}),
        ({"deck": "36", "limit": 50}, "à Belmont, combien vaut le roi ?", {"deck": "belmont", "limit": 50}),
        ({"deck": "belmont"}, "à 36 cartes, combien de cartes chacun ?", {"deck": "36"}),
        # The queen is worth 5 with 36 cards and 13 at Belmont, whatever is named.
        ({"deck": "36"}, "on joue la dame à 12, j’ai la dame", {"deck": "36"}),
        ({}, "à Belmont on joue la dame à 12, elle tombe", {}),
    ],
)
def test_rules_that_exclude_each_other_are_ignored(
    options: dict[str, Any], question: str, expected: dict[str, Any]
) -> None:
    assert dict(rules_asked(question, GAMES["hearts"], options).options) == expected


def test_without_a_game_the_named_rule_counts_too() -> None:
    reply = answer_question("avec le valet de carreau à −10, 3 cœurs et le valet, ça fait combien", None, {}, None)
    assert reply.answer is not None
    assert (reply.answer.head, dict(reply.named)) == ("−7", {"jack_of_diamonds": -10})


def test_the_command_lists_the_named_options() -> None:
    line = {"game": "hearts", "question": "We play to 150. I'm at 110, is it over?", "language": "en"}
    result = rules_line(json.dumps(line))
    assert (result["answer"]["head"], result["options"]) == ("No", ["limit"])
