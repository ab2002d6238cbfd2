"""`scorekeeper judge --explain`: a manche told to people, and what is wrong with a line said in a sentence."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from support.piquet import random_coup

from scorekeeper.record.judge_format import JudgeLine, judge_line
from scorekeeper.web import judge_text
from scorekeeper.web.judge_text import explain_line, speaking, unreadable

LINE: dict[str, Any] = {"game": "hearts", "seats": 4, "leader": 0}


def explained(language: str, cards: str = "", /, **line: Any) -> tuple[bool, str]:  # noqa: ANN401 - any JSON
    given = json.dumps({**LINE, "plays": cards.split(), **line}).encode()
    with speaking(language):
        accepted, told = explain_line(given, "7")
    return accepted, "\n".join(told).replace("\u00a0", " ").replace("\u202f", " ")


def test_a_manche_under_way_is_told_trick_by_trick() -> None:
    accepted, told = explained("fr", "2C KD 3C AC 5C 4C 6C", options={"deck": "52"})
    assert accepted
    assert told.splitlines()[:-2] == [
        "Ligne 7 : Dame de Pique, 4 joueurs.",
        "Pli 1, entame : Joueur 1",
        "  Joueur 1 : 2♣",
        "  Joueur 2 : R♦ (DP-12), permis si Joueur 2 n’a plus de trèfle",
        "  Joueur 3 : 3♣",
        "  Joueur 4 : A♣",
        "  Le pli est à Joueur 4.",
        "Pli 2, entame : Joueur 4",
        "  Joueur 4 : 5♣",
        "  Joueur 1 : 4♣",
        "  Joueur 2 : 6♣",
        (
            "    Pli 1 : Joueur 2 a défaussé R♦ sur trèfle, autrement dit « plus de trèfle ». "
            "Au pli 2, Joueur 2 joue 6♣. C’est prouvé."
        ),
        "Irrégularités relevées :",
        (
            "  Pli 1 : Joueur 2 a défaussé R♦ sur trèfle, autrement dit « plus de trèfle ». "
            "Au pli 2, Joueur 2 joue 6♣. C’est prouvé. (DP-12, T-4, T-5)"
        ),
        "À Joueur 3 de jouer.",
    ]


def test_likewise_in_english() -> None:
    accepted, told = explained("en", "KC 2C")
    assert accepted
    assert told.splitlines()[:8] == [
        "Line 7: Hearts, 4 players.",
        "Trick 1, led by Player 1",
        "  Player 1: K♣ (DP-11), forbidden: the 2♣ leads",
        "  Player 2: 2♣",
        "Irregularities on record:",
        "  K♣ by Player 1 in trick 1, forbidden: the 2♣ leads. (DP-11, T-4, T-5)",
        "Player 3 to play.",
        "  allowed: 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ A♣",
    ]


def test_what_each_card_would_be_is_listed() -> None:
    """On a diamond, the one diamond of a hand laid open; what it does not hold is not spoken of."""
    hand = "5D QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H 10H"
    _, told = explained("fr", "2D", game="spades", hands=[None, hand.split(), None, None])
    assert told.splitlines()[-3:] == [
        "À Joueur 2 de jouer.",
        "  permis : 5♦",
        "  interdit : D♠ R♠ A♠ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥",
    ]
    _, told = explained("fr", "2D", game="spades")
    assert "  permis sous condition : 2♣ 3♣" in told


def test_suspects_are_told_once_at_the_end() -> None:
    _, told = explained("fr", "2C 2D 3D 4D KS")
    assert told.count("sans qu’on sache laquelle : 2♦ de Joueur 2 au pli 1") == 1
    assert "Irrégularités relevées" not in told
    assert "prouverait" not in told.split("À Joueur 2 de jouer.")[0]


def test_a_manche_played_out_says_who_took_how_many_tricks() -> None:
    """Spade after spade, each trick to its leader: thirteen tricks to the holder of them all."""
    suits = {suit: ["A", "K", "Q", "J", *map(str, range(10, 1, -1))] for suit in "SCDH"}
    plays = " ".join(rank + suit for rank in suits["S"] for suit in "SCDH")
    accepted, told = explained("en", plays, game="spades")
    assert accepted
    assert told.splitlines()[-1] == (
        "Every card has been played. Tricks: Player 1: 13, Player 2: 0, Player 3: 0, Player 4: 0."
    )
    assert "to play" not in told


def test_piquet_is_told_too() -> None:
    accepted, told = explained("fr", "7C 7H", game="piquet", seats=2)
    assert accepted
    assert told.splitlines()[:4] == [
        "Ligne 7 : Piquet, 2 joueurs.",
        "Pli 1, entame : Joueur 1",
        "  Joueur 1 : 7♣",
        "  Joueur 2 : 7♥ (PI-16), permis si Joueur 2 n’a plus de trèfle",
    ]


GAMES = "hearts, spades, piquet, belote"  # the last is the game of the tests
BROKEN: list[tuple[dict[str, Any], str, str]] = [
    (
        {"game": "bridge"},
        f"Ligne 7 : « bridge » n’est pas un jeu de la maison : il y a {GAMES}.",
        f"Line 7: There is no game called “bridge” here, only {GAMES}.",
    ),
    (
        {"seats": 2},
        "Ligne 7 : On n’y joue pas à « 2 » : nombre de joueurs possible, 3, 4, 5, 6, 8.",
        "Line 7: It cannot be played by “2”: the number of players may be 3, 4, 5, 6, 8.",
    ),
    (
        {"options": {"limite": 50}},
        "Ligne 7 : La table ne connaît pas la règle « limite ».",
        "Line 7: There is no house rule called “limite”.",
    ),
    (
        {"plays": ["2C", "2C"]},
        "Ligne 7, carte 2 : La carte 2♣ est déjà jouée.",
        "Line 7, card 2: 2♣ has been played already.",
    ),
    (
        {"plays": ["2C", ["2C"]]},
        "Ligne 7, carte 2 : « list » n’est pas une carte.",
        "Line 7, card 2: “list” is not a card.",
    ),
    (
        {"leader": 4},
        "Ligne 7 : Entame : 4 est trop grand, le maximum est 3.",
        "Line 7: Lead: 4 is too large, the maximum is 3.",
    ),
    (
        {"bids": [1, 2, 3, 4]},
        "Ligne 7 : Le format n’a pas de clé « bids » pour ce jeu.",
        "Line 7: The format has no key “bids” for this game.",
    ),
    (
        {"hands": [None] * 4, "laid_open": [None] * 3},
        "Ligne 7 : Les mains ouvertes sont données deux fois, et elles diffèrent.",
        "Line 7: The open hands are given twice, and they differ.",
    ),
]


@pytest.mark.parametrize(("line", "french", "english"), BROKEN, ids=[str(line) for line, *_ in BROKEN])
def test_a_broken_line_is_refused_in_a_sentence(line: dict[str, Any], french: str, english: str) -> None:
    assert explained("fr", **line) == (False, french)
    assert explained("en", **line) == (False, english)
    assert list(judge_line(json.dumps({**LINE, **line}))) == ["error"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "Ligne 7 : Ce n’est pas du JSON."),
        (b"\xff\xfe", "Ligne 7 : Ce n’est pas du texte en UTF-8."),
        (b"null", "Ligne 7 : Ces données ne se lisent pas, il faut un objet JSON."),
        (b'{"game": ["hearts"]}', f"Ligne 7 : « list » n’est pas un jeu de la maison : il y a {GAMES}."),
        (
            b'{"game": "hearts"}',
            "Ligne 7 : Dites à combien on joue : nombre de joueurs possible, 3, 4, 5, 6, 8.",
        ),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_line_at_all_is_said_to_be_none(content: bytes, sentence: str) -> None:
    with speaking("fr"):
        accepted, told = explain_line(content, "7")
    assert not accepted
    assert [one.replace("\u00a0", " ").replace("\u202f", " ") for one in told] == [sentence]


def test_a_mistake_of_the_house_is_not_put_down_to_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(_line: object) -> JudgeLine:
        raise ValueError("ours")

    monkeypatch.setattr(judge_text, "read_judge_line", mistaken)
    with speaking("fr"), pytest.raises(ValueError, match="ours"):
        explain_line(b"{}", "7")


def test_what_goes_not_with_the_cards_refuses_the_line_once_they_are_played_t_7() -> None:
    coup = random_coup(random.Random(2))
    plays = [card for _, led, reply, _ in coup.tricks for card in (led, reply)]
    line = {"game": "piquet", "seats": 2, "leader": coup.elder, "dealer": 1 - coup.elder, "plays": plays}
    assert explained("fr", **line)[0]
    accepted, told = explained("fr", **line, declarations={"point": {"winner": 0}})
    assert (accepted, told) == (False, "Ligne 7 : Point : pour Joueur 1, dites de combien de cartes.")


def test_a_file_that_cannot_be_read_is_named() -> None:
    with speaking("fr"):
        assert unreadable("soir.jsonl") == ["Impossible de lire soir.jsonl."]
    with speaking("en"):
        assert unreadable("soir.jsonl") == ["soir.jsonl cannot be read."]
