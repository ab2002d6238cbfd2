"""The sentences of the arbiter for played cards: claims, rulings, proofs, irregular plays, in both languages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.table import sit_down

from scorekeeper.cards.cards import Card, Suit, UnknownCardError
from scorekeeper.cards.verdicts import Claim
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.language import use_language
from scorekeeper.web.flow.card_table import interruption_after_latest
from scorekeeper.web.games import PAGES
from scorekeeper.web.text import arbiter as words
from scorekeeper.web.text.arbiter import ArbiterText
from scorekeeper.web.text.cards import card_name, cards_text

DATA = Path(__file__).parents[2] / "data"
NAMES = ["Anne", "Luc", "Zoé", "Paul", "Inès", "Max", "Hugo", "Eva"]
# Four rounds of clubs: Zoé and Paul never have any, Luc has three, and six are left, which must be Anne's.
CLUBS_RUN = "2C AC 2D 3D KC 4D 5D QC 3C 6D 7D 4C 5C 8D 9D 10D"
ALL_BUT = "6D 7D 8D 9D 10D JD QD 2S 3S 4S 5S"
BELMONT: dict[str, Any] = {"seats": 8, "dealer": 7, "leader": 1, "deck": "belmont"}


def plain(text: str) -> str:
    """Return the sentence with ordinary spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def arbiter_text(game: str = "hearts", plays: str = "", **table: Any) -> ArbiterText:  # noqa: ANN401 - as `sit_down` takes them
    if game == "piquet":
        table |= {"seats": 2}
    return ArbiterText(sit_down(game, plays, **table), NAMES, PAGES[game].words.FORBIDDEN)


def cards(codes: str) -> list[Card]:
    return [Card(code) for code in codes.split()]


@pytest.mark.parametrize(
    ("code", "french", "english"),
    [
        ("KC", "roi de trèfle", "king of clubs"),
        ("QS", "dame de pique", "queen of spades"),
        ("JD", "valet de carreau", "jack of diamonds"),
        ("AH", "as de cœur", "ace of hearts"),
        ("10H", "10 de cœur", "10 of hearts"),
        ("X2", "joker", "joker"),
    ],
)
def test_a_card_has_a_full_name(code: str, french: str, english: str) -> None:
    with use_language("fr"):
        assert card_name(code) == french
    with use_language("en"):
        assert card_name(code) == english


def test_an_invalid_code_has_no_name() -> None:
    with use_language("fr"), pytest.raises(UnknownCardError):
        card_name("1C")


@pytest.mark.parametrize(
    ("codes", "french", "english"),
    [
        ("KC", "R♣", "K♣"),
        ("KC 10C", "R♣ et 10♣", "K♣ and 10♣"),
        ("KC 10C 4D", "R♣, 10♣ et 4♦", "K♣, 10♣ and 4♦"),
        ("X1 QS", "joker et D♠", "joker and Q♠"),
        ("2C 3C 4C 5C 6C 7C", "2♣, 3♣, 4♣, 5♣, 6♣ et 7♣", "2♣, 3♣, 4♣, 5♣, 6♣ and 7♣"),
        ("2C 3C 4C 5C 6C 7C 8C", "7 cartes", "7 cards"),
    ],
)
def test_a_few_cards_are_listed_and_many_counted(codes: str, french: str, english: str) -> None:
    with use_language("fr"):
        assert cards_text(cards(codes)) == french
    with use_language("en"):
        assert cards_text(cards(codes)) == english


def test_whose_turn_it_is_and_the_suit_led_t_2() -> None:
    with use_language("fr"):
        assert words.whose_turn(NAMES, 2) == "À Zoé de jouer"
        assert words.whose_turn([], 2) == "À Joueur 3 de jouer"
        assert [words.suit_led(suit) for suit in Suit] == [
            "Trèfle demandé",
            "Carreau demandé",
            "Pique demandé",
            "Cœur demandé",
        ]
    with use_language("en"):
        assert words.whose_turn(NAMES, 2) == "Zoé to play"
        assert words.whose_turn(["", " "], 1) == "Player 2 to play"
        assert words.suit_led(Suit.CLUBS) == "Clubs led"


# What the last card of these plays claims.
CLAIMS: dict[str, tuple[ArbiterText, list[str], list[str]]] = {
    "DP-12 a discard claims a void": (
        arbiter_text("hearts", "2C KD"),
        ["Luc n’a plus de trèfle"],
        ["Luc has no clubs left"],
    ),
    "DP-15 a heart led while they are closed claims that the hand has nothing else": (
        arbiter_text("hearts", "2C 3C 4C AC KH"),
        ["Paul n’a plus que du cœur"],
        ["Paul has only hearts left"],
    ),
    "DP-16 or that the hand also has the Q♠, by house rule": (
        arbiter_text("hearts", "2C 3C 4C AC KH", hearts_instead_of_queen=True),
        ["Paul n’a plus que du cœur, et peut-être D♠"],
        ["Paul has only hearts left, and perhaps Q♠"],
    ),
    "DP-14 points thrown on the first trick": (
        arbiter_text("hearts", "2C KH"),
        ["Luc n’a plus que du cœur, et peut-être D♠"],
        ["Luc has only hearts left, and perhaps Q♠"],
    ),
    "DP-11 at Belmont the lead speaks of the others": (
        arbiter_text("hearts", "2C", **{**BELMONT, "dealer": 6}),
        ["Eva et Anne n’ont pas de 2♣"],
        ["Eva and Anne have no 2♣"],
    ),
    "a card that anyone may play claims nothing": (arbiter_text("hearts", "2C 3C"), [], []),
}


@pytest.mark.parametrize("case", CLAIMS)
def test_the_sentences_of_a_claim_t_3(case: str) -> None:
    text, french, english = CLAIMS[case]
    latest = len(text.arbiter.verdicts) - 1
    with use_language("fr"):
        assert text.claim_sentences(latest) == french
    with use_language("en"):
        assert text.claim_sentences(latest) == english


def test_a_claim_of_another_shape_lists_its_cards() -> None:
    text = arbiter_text("hearts", "2C", **BELMONT)
    (verdict,) = text.arbiter.verdicts
    text.arbiter.verdicts[0] = replace(verdict, claims=(Claim(4, tuple(cards("2C QS KH"))),))
    with use_language("fr"):
        assert plain(text.claim_sentences(0)[0]) == "Inès n’a aucune de ces cartes : 2♣, D♠ et R♥"
    with use_language("en"):
        assert text.claim_sentences(0) == ["Inès has none of these cards: 2♣, Q♠ and K♥"]


# How the last card of these plays is ruled.
RULINGS: dict[str, tuple[ArbiterText, str, str]] = {
    "a card that is allowed": (arbiter_text("hearts", "2C"), "permis", "legal"),
    "DP-12 a discard": (
        arbiter_text("hearts", "2C KD"),
        "permis si Luc n’a plus de trèfle",
        "legal if Luc has no clubs left",
    ),
    "DP-11 two claims at Belmont": (
        arbiter_text("hearts", "2C", **{**BELMONT, "dealer": 6}),
        "permis si Eva et Anne n’ont pas de 2♣",
        "legal if Eva and Anne have no 2♣",
    ),
    "DP-11 a wrong lead": (arbiter_text("hearts", "KC"), "interdit : le 2♣ entame", "illegal: 2♣ leads"),
    "DP-11 at Belmont, when an open hand before the leader's has a 2♣": (
        arbiter_text("hearts", "2C", hands={0: "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"}, **BELMONT),
        (
            "interdit : l’entame revient au premier, après le donneur, qui a un 2♣. La main d’Anne, ouverte, "
            "contient 2♣. C’est prouvé."
        ),
        (
            "illegal: the lead belongs to the first player after the dealer who has a 2♣. "
            "Anne’s open hand has 2♣. That is proven."
        ),
    ),
    "DP-12 from an open hand": (
        arbiter_text("hearts", "2C KD", hands={1: f"KD 5C {ALL_BUT}"}),
        "interdit : il fallait fournir trèfle. La main de Luc, ouverte, contient 5♣. C’est prouvé.",
        "illegal: clubs had to be followed. Luc’s open hand has 5♣. That is proven.",
    ),
    "DP-14 from an open hand, with too much to list": (
        arbiter_text("hearts", "2C KH", hands={1: f"KH 5C {ALL_BUT}"}),
        (
            "interdit : au premier pli, on ne défausse pas R♥, qui compte. "
            "La main de Luc, ouverte, contient de quoi jouer autrement. C’est prouvé."
        ),
        (
            "illegal: K♥ is worth points and may not be thrown on the first trick. "
            "Luc’s open hand has something else to play. That is proven."
        ),
    ),
    "DP-15 when a count proves that the hand has clubs": (
        arbiter_text("hearts", f"{CLUBS_RUN} KH"),
        (
            "interdit : le cœur n’est pas encore ouvert. "
            "Il reste 6 trèfles à voir et, si tout le reste est vrai, personne sauf Anne ne peut les avoir."
        ),
        ("illegal: hearts are not broken yet. 6 clubs still out: if all else is true, only Anne can have them."),
    ),
    "DP-16 with the Q♠ in an open hand": (
        arbiter_text("hearts", "2C 3C 4C AC KH", hands={3: "AC QS KH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH"}),
        (
            "interdit : le cœur n’est pas encore ouvert, et il reste D♠ à entamer. La main de Paul, ouverte, "
            "contient D♠. C’est prouvé."
        ),
        ("illegal: hearts are not broken yet, and there is Q♠ to lead. Paul’s open hand has Q♠. That is proven."),
    ),
    "AP-9 a spade led first from an open hand": (
        arbiter_text("spades", "2S", hands={0: "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS 3D"}),
        "interdit : au premier pli, on n’entame pas à pique. La main d’Anne, ouverte, contient 3♦. C’est prouvé.",
        "illegal: a spade may not be led to the first trick. Anne’s open hand has 3♦. That is proven.",
    ),
    "AP-9 a ruff on the first trick": (
        arbiter_text(
            "spades", "2D 2S", first_trick_spades="none", hands={1: "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS 3C"}
        ),
        "interdit : au premier pli, on ne coupe pas. La main de Luc, ouverte, contient 3♣. C’est prouvé.",
        "illegal: no ruffing on the first trick. Luc’s open hand has 3♣. That is proven.",
    ),
    "AP-12 a spade led while they are closed": (
        arbiter_text("spades", "2D 3D 4D AD 2S", hands={3: "AD 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS 3C"}),
        "interdit : le pique n’est pas encore ouvert. La main de Paul, ouverte, contient 3♣. C’est prouvé.",
        "illegal: spades are not broken yet. Paul’s open hand has 3♣. That is proven.",
    ),
    # Void in clubs, diamonds and spades, Luc would have nine more hearts; five are left.
    "PI-16 a count in which the cards out of play have their share": (
        arbiter_text("piquet", "7C 7H 7D 8H 7S 9H"),
        (
            "interdit : il fallait fournir pique. Il reste 21 trèfles, carreaux et piques à voir et, si tout "
            "le reste est vrai, ailleurs que chez Luc il n’y a place que pour 17 : chez Anne et hors jeu."
        ),
        (
            "illegal: spades had to be followed. 21 clubs, diamonds and spades still out: if all else is "
            "true, there is room for only 17 outside Luc’s hand: with Anne and among the cards out of play."
        ),
    ),
}


@pytest.mark.parametrize("case", RULINGS)
def test_a_ruling_has_its_proof(case: str) -> None:
    text, french, english = RULINGS[case]
    latest = len(text.arbiter.verdicts) - 1
    with use_language("fr"):
        assert plain(text.ruling_text(latest)) == french
    with use_language("en"):
        assert text.ruling_text(latest) == english


# What the last card of these plays proves of those before it.
EXPOSURES: dict[str, tuple[ArbiterText, str, str]] = {
    "a card shown after a discard": (
        arbiter_text("hearts", "2C KD 4C AC 5C 6C 8C"),
        "Au pli 1, Luc a jeté le R♦ : plus de trèfle. Et au pli 2, Luc joue le 8♣. C’est prouvé.",
        "In trick 1, Luc threw the K♦: no clubs left. Yet in trick 2, Luc plays the 8♣. That is proven.",
    ),
    "a card shown after a ruff": (
        arbiter_text("spades", "2D 2S 4D 5D 8D"),
        "Au pli 1, Luc a coupé carreau avec le 2♠ : plus de carreau. Et au pli 2, Luc joue le 8♦. C’est prouvé.",
        (
            "In trick 1, Luc ruffed diamonds with the 2♠: no diamonds left. "
            "Yet in trick 2, Luc plays the 8♦. That is proven."
        ),
    ),
    "a card shown after a heart was led": (
        arbiter_text("hearts", "2C 3C 4C AC KH AH 2D 3D 5C 6C 7C 8C"),
        "Au pli 2, Paul a entamé le R♥ : rien que du cœur. Et au pli 3, Paul joue le 8♣. C’est prouvé.",
        "In trick 2, Paul led the K♥: nothing but hearts. Yet in trick 3, Paul plays the 8♣. That is proven.",
    ),
    "a 2♣ shown at Belmont by who was not to have one": (
        arbiter_text("hearts", "2C 3C 4C 5C 6C 7C 8C 2C", **BELMONT),
        "Au pli 1, Luc a entamé le 2♣ : pas de 2♣ chez Anne. Et au pli 1, Anne joue le 2♣. C’est prouvé.",
        "In trick 1, Luc led the 2♣: Anne has no 2♣. Yet in trick 1, Anne plays the 2♣. That is proven.",
    ),
    # Anne must have six clubs and plays four other cards.
    "a count that one play alone explains": (
        arbiter_text("hearts", f"{CLUBS_RUN} KD AD JD QD KS 2S 3S 4S QS 5S 6S 7S JS 8S 9S 10S"),
        (
            "Au pli 4, Luc a jeté le 8♦ : plus de trèfle. Il reste 6 trèfles à voir et, "
            "si tout le reste est vrai, ailleurs que chez Luc il n’y a place que pour 5 : chez Anne."
        ),
        (
            "In trick 4, Luc threw the 8♦: no clubs left. 6 clubs still out: "
            "if all else is true, there is room for only 5 outside Luc’s hand: with Anne."
        ),
    ),
    # The twelve clubs left must all be Anne's, and a spade of hers leaves room for eleven.
    "a count that any of three plays explains": (
        arbiter_text("hearts", "2C 2D 3D 4D KS"),
        (
            "Il reste 12 trèfles à voir et, à en croire chacun, il n’y a place que pour 11 : chez Anne. Si tout le "
            "reste est vrai, au moins une de ces cartes était interdite : 2♦ de Luc au pli 1, 3♦ de Zoé au pli "
            "1, 4♦ de Paul au pli 1."
        ),
        (
            "12 clubs still out: if everyone is right, there is room for only 11: with Anne. "
            "If all else is true, at least one of these cards was illegal: 2♦ by Luc in trick 1, 3♦ by Zoé in "
            "trick 1, "
            "4♦ by Paul in trick 1."
        ),
    ),
}


@pytest.mark.parametrize("case", EXPOSURES)
def test_the_sentences_of_exposures_t_4(case: str) -> None:
    text, french, english = EXPOSURES[case]
    latest = len(text.arbiter.verdicts) - 1
    with use_language("fr"):
        assert [plain(one) for one in text.exposure_sentences(latest)] == [french]
    with use_language("en"):
        assert text.exposure_sentences(latest) == [english]
        assert [text.proof_text(proof) for proof in text.arbiter.verdicts[latest].proofs] == [english]


def test_the_proof_of_a_forbidden_card_is_no_exposure() -> None:
    text, *_ = RULINGS["DP-12 from an open hand"]
    with use_language("fr"):
        assert text.exposure_sentences(1) == []


def test_irregularities_are_in_order_of_play_t_4() -> None:
    """A forbidden lead, then a revoke that the next trick proves."""
    text = arbiter_text("hearts", "KC KD 2C AC 6C 7C 8C")
    with use_language("fr"):
        lead, revoke = text.irregularities()
        assert text.suspects_sentence() is None
    assert (lead.index, lead.seat, lead.trick_number, lead.card.code, lead.proven_by) == (0, 0, 1, "KC", None)
    assert lead.articles == ("DP-11", "T-4", "T-5")
    assert plain(lead.sentence) == "R♣ d’Anne au pli 1, interdit : le 2♣ entame."
    assert (revoke.index, revoke.seat, revoke.trick_number, revoke.card.code, revoke.proven_by) == (1, 1, 1, "KD", 6)
    assert revoke.articles == ("DP-12", "T-4", "T-5")
    assert plain(revoke.sentence) == (
        "Au pli 1, Luc a jeté le R♦ : plus de trèfle. Et au pli 2, Luc joue le 8♣. C’est prouvé."
    )


def test_suspects_are_named_and_not_irregular() -> None:
    text, *_ = EXPOSURES["a count that any of three plays explains"]
    with use_language("fr"):
        assert text.irregularities() == []
        assert plain(text.suspects_sentence() or "") == (
            "Si tout le reste est vrai, au moins une de ces cartes était interdite, sans qu’on sache laquelle : "
            "2♦ de Luc au pli 1, 3♦ de Zoé au pli 1, 4♦ de Paul au pli 1."
        )
    with use_language("en"):
        assert text.suspects_sentence() == (
            "If all else is true, at least one of these cards was illegal, but nobody knows which: "
            "2♦ by Luc in trick 1, 3♦ by Zoé in trick 1, 4♦ by Paul in trick 1."
        )


# Zoé (seat 2) leads first. Anne's 8♣ in the eighth trick, thrown on a heart, is the one irregular card: her 7♥ and
# J♥ come out later. In the eleventh Zoé throws the 4♣ on a heart and has in truth none left, yet with Anne believed
# seven hearts are unseen and only Zoé could have the seventh.
LIAR = (
    "2C AC 6C JC QD JD 3D AD AS 3S 10S 4S 6D KD 10D 9D JS 9S 5S 8S 5D 4D 6H 8D 2D 7D KC QC 8H 8C 5H AH 10C 10H 7C 9C "
    "6S 2S 7S KS KH"
)


def test_a_play_accused_by_a_false_claim_is_cleared_once_the_claim_is_refuted_t_4() -> None:
    """Until then the page names the other plays that may be irregular."""
    with use_language("fr"):
        accused = arbiter_text("hearts", f"{LIAR} 4C 4H", leader=2)
        assert [one.card.code for one in accused.irregularities()] == ["4C"]
        (doubted,) = [plain(one.sentence) for one in accused.irregularities()]
        assert doubted.startswith("4♣ de Zoé au pli 11, interdit : il fallait fournir cœur.")
        assert doubted.endswith("À moins que la faute soit ailleurs : 8♣ d’Anne au pli 8.")
        caught = arbiter_text("hearts", f"{LIAR} 4C 4H 7H", leader=2)
        assert [one.card.code for one in caught.irregularities()] == ["8C"]
        assert plain(caught.reservation_sentence(41)) == "Plus rien ne prouve que cette carte était interdite."
        assert caught.reservation_sentence(29) == ""
    with use_language("en"):
        assert (
            arbiter_text("hearts", f"{LIAR} 4C 4H 7H", leader=2)
            .reservation_sentence(41)
            .startswith("Nothing proves any longer")
        )


# Luc (seat 1) and Paul (seat 3) throw hearts on spades that they have. Zoé, who throws the J♥ (42), has none.
TWO_LIARS = (
    "7D 5D 3D 6D 6C 3C QC 9C KC 10C 4C 8C 5C JC 7C AC 10H AH QH 7H 10D 2S 4D 9D JD 2D "
    "QD KD 2C 8D 6S 4S KH 6H 8S 8H 7S 3S 5S 2H KS 5H JH 4H"
)


def test_proven_is_only_a_play_irregular_in_every_explanation_t_4() -> None:
    """The 4♥ at 43 makes Zoé's J♥ irregular if all else is true; the spades shown later take that back."""
    with use_language("fr"):
        text = arbiter_text("spades", TWO_LIARS, dealer=1, leader=2)
        assert (
            plain(interruption_after_latest(text, text.arbiter.verdicts[43]).title)
            == "Cartes interdites, si tout le reste est vrai : Luc et Zoé"
        )
        accused = {one.index: plain(one.sentence) for one in text.irregularities()}
        assert (accused.keys(), text.arbiter.proven) == ({21, 41, 42}, {21})
        assert accused[21].endswith("C’est prouvé.")
        for index in (41, 42):
            assert "si tout le reste est vrai" in accused[index]
            assert "prouvé" not in accused[index]
        for code in ["9S", "QS", "3H", "AS"]:
            text.arbiter.play(code)
        assert plain(interruption_after_latest(text, text.arbiter.verdicts[47]).title) == "Paul avait du pique"
        withdrawn = {one.index: plain(one.sentence) for one in text.irregularities()}
        assert withdrawn.keys() == {21, 39, 41, 43}
        assert all(sentence.endswith("C’est prouvé.") for sentence in withdrawn.values())
    with use_language("en"):
        assert [one.sentence.endswith("That is proven.") for one in text.irregularities()] == [True] * 4
        assert "if all else is true" in text.exposure_sentences(43)[1]


def test_players_without_names_have_numbers() -> None:
    arbiter = sit_down("hearts", "2C KD 4C AC 5C 6C 8C")
    with use_language("fr"):
        assert (
            ArbiterText(arbiter, ["Anne", " "], PAGES["hearts"].words.FORBIDDEN).ruling_text(1)
            == "permis si Joueur 2 n’a plus de trèfle"
        )
    with use_language("en"):
        assert (
            ArbiterText(arbiter, [], PAGES["hearts"].words.FORBIDDEN).ruling_text(1)
            == "legal if Player 2 has no clubs left"
        )


@pytest.mark.sweep("goes over every recorded deal")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_a_recorded_deal_with_a_wrong_card_has_all_its_sentences(slug: str, language: str) -> None:
    """The second card of every deal is replaced by one that its player may not have: every result has a sentence."""
    for line in (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()[:25]:
        deal = json.loads(line)
        game = GAMES[slug]
        assert game.play is not None
        rules = game.play.rules(game.read_options(deal["options"], 4), Table(4, deal["dealer"]), {})
        plays = deal["plays"]
        plays[1], plays[20] = plays[20], plays[1]
        arbiter = Arbiter(rules, deal["leader"])
        text = ArbiterText(arbiter, NAMES, PAGES[slug].words.FORBIDDEN)
        with use_language(language):
            for index, code in enumerate(plays):
                verdict = arbiter.play(code)
                sentences = [text.ruling_text(index), *text.exposure_sentences(index), text.suspects_sentence() or "—"]
                sentences += [one.sentence for one in text.irregularities()]
                assert all(sentences)
                assert not any("%(" in one for one in sentences)
                assert len(text.claim_sentences(index)) == len(verdict.claims)
            accused = {one.index for one in text.irregularities()}
            assert accused >= arbiter.exposed


def refused(line: str, game: str = "hearts", seat: int | None = None, **table: Any) -> ImpossibleError:  # noqa: ANN401
    """Return the error of the arbiter for the last of these cards, or for the open hands."""
    *plays, code = line.split()
    with pytest.raises(ImpossibleError) as caught:
        sit_down(game, " ".join(plays), **table).play(code, seat)
    return caught.value


HAND = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
FAULTS: dict[str, tuple[ImpossibleError, str, str]] = {
    "card_played": (
        refused("2C QS QS"),
        "La carte D♠ est déjà jouée.",
        "Q♠ has been played already.",
    ),
    "out_of_turn": (
        refused("2C 3C 4C", seat=1),
        "À Zoé de jouer, pas à Luc.",
        "Zoé plays now, not Luc.",
    ),
    "not_in_hand": (
        refused("2D", hands={0: HAND}),
        "Anne n’a pas 2♦ en main : les mains ouvertes le montrent.",
        "Anne does not have 2♦: the open hands show it.",
    ),
    "not_in_deck": (refused("5C", deck="36"), "Ce jeu n’a pas de 5♣.", "This deck has no 5♣."),
    "not_in_deck, a joker": (refused("X1"), "Ce jeu n’a pas de joker.", "This deck has no joker."),
    "no_dealer": (
        refused("2C", seats=8, deck="belmont", dealer=None),
        "Dites qui donne : l’entame en dépend.",
        "Say who deals: the lead depends on it.",
    ),
    "hand_size": (
        refused("2C", hands={1: f"{HAND} 2D"}),
        "La main ouverte pour Luc compte 14 cartes, il en faut 13.",
        "Luc’s open hand has 14 cards; it should have 13.",
    ),
    "card_twice": (
        refused("2C", hands={1: HAND.replace("AC", "2C")}),
        "La carte 2♣ revient trop souvent dans les mains ouvertes.",
        "2♣ appears too often in the open hands.",
    ),
    "manche_over": (
        ImpossibleError("manche_over", field="plays", article="T-1", value="2C"),
        "La dernière carte est tombée : il n’y a plus rien à jouer.",
        "The last card has been played.",
    ),
    "no_leader": (
        ImpossibleError("no_leader", field="leader"),
        "Dites qui entame le premier pli.",
        "Say who leads to the first trick.",
    ),
    "wrong_leader": (
        ImpossibleError("wrong_leader", field="leader", article="T-2", seat=0, expected=2),
        "À Zoé d’entamer, pas à Anne.",
        "Zoé leads, not Anne.",
    ),
    "wrong_length, of the hands": (
        ImpossibleError("wrong_length", field="hands", expected=2, found=1),
        "ains ouvertes : 1 main au lieu de 2.",
        "pen hands: 1 hand instead of 2.",
    ),
}


@pytest.mark.parametrize("game", ["hearts", "spades", "piquet"])
@pytest.mark.parametrize("case", FAULTS)
def test_every_game_has_the_errors_of_impossible_cards_t_1(case: str, game: str) -> None:
    error, french, english = FAULTS[case]
    if case.startswith("wrong_length") and game == "piquet":
        french, english = "Mains : 1 main au lieu de 2.", "Hands: 1 hand instead of 2."
    with use_language("fr"):
        assert plain(PAGES[game].words.fault(error, NAMES)).endswith(french)
    with use_language("en"):
        assert PAGES[game].words.fault(error, NAMES).endswith(english)
