"""Questions with figures: the numbers that words give, and the answers that `score` computes from them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import pytest
from support.selection import thorough

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search import frames, library
from scorekeeper.games.search.amounts import with_figures
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.record.answers.figures import ComputedAnswer, compute_answer
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.formats.score import score_object

HEAD_WORDS, SENTENCE_WORDS = 6, 25


def frames_of(game: AnyGame) -> Mapping[str, Any]:
    return frames.frames(game.package)


def reply_to(game: str, question: str, options: dict[str, object] | None = None, language: str | None = None) -> Reply:
    return answer_question(question, [GAMES[game]], options or {}, language)


def head_of(game: str, question: str, options: dict[str, object] | None = None) -> str:
    """The head of the computed answer, which fits the place that it has on a page."""
    answer = reply_to(game, question, options).answer
    assert answer is not None, question
    assert answer.figures is not None, answer.text
    assert len(answer.head.split()) <= HEAD_WORDS, answer.head
    assert len(answer.sentence.split()) <= SENTENCE_WORDS, answer.sentence
    return answer.head


def is_computed(game: str, question: str, options: dict[str, object] | None = None) -> bool:
    return isinstance(compute_answer(question, [GAMES[game]], options or {}, None), ComputedAnswer)


@pytest.mark.parametrize(
    ("words", "language", "figures"),
    [
        ("quatre vingt dix huit", "fr", "98"),
        ("cent quarante", "fr", "140"),
        ("soixante et onze", "fr", "71"),
        ("vingt et un", "fr", "21"),
        ("deux cents", "fr", "200"),
        ("cent quatre vingt trois", "fr", "183"),
        ("nonante cinq", "fr", "95"),
        ("un pli et deux autres", "fr", "un pli et 2 autres"),
        ("les deux ont dit six", "fr", "les deux ont dit 6"),
        ("sept contre cinq", "fr", "7 contre 5"),
        ("ninety eight", "en", "98"),
        ("one hundred and forty", "en", "140"),
        ("six and nine", "en", "6 and 9"),
        ("two hundred", "en", "200"),
        ("one trick", "en", "one trick"),
    ],
)
def test_number_words_are_read_as_figures(words: str, language: str, figures: str) -> None:
    assert " ".join(with_figures(words.split(), language)) == figures


def test_every_number_word_below_a_thousand_is_read() -> None:
    for number in range(2, 1000):
        assert with_figures(in_french(number).split(), "fr") == [str(number)]
        assert with_figures(in_english(number).split(), "en") == [str(number)]


FRENCH = "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
FRENCH_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre vingt"}
ENGLISH_TENS = "ten twenty thirty forty fifty sixty seventy eighty ninety"


def in_french(number: int) -> str:
    if number >= 100:
        many, rest = divmod(number, 100)
        return " ".join([*([in_french(many)] if many > 1 else []), "cent", *([in_french(rest)] if rest else [])])
    if number < 20:
        return FRENCH.split()[number] if number < 17 else f"dix {in_french(number - 10)}"
    base = max(one for one in FRENCH_TENS if one <= number)
    joint = " et " if number - base in {1, 11} and base < 80 else " "
    return FRENCH_TENS[base] + (joint + in_french(number - base) if number > base else "")


def in_english(number: int) -> str:
    if number >= 100:
        many, rest = divmod(number, 100)
        return f"{in_english(many)} hundred" + (f" and {in_english(rest)}" if rest else "")
    if number < 20:
        return ENGLISH.split()[number]
    return ENGLISH_TENS.split()[number // 10 - 1] + (f" {in_english(number % 10)}" if number % 10 else "")


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("on a dit 6 et fait 9", "63"),
        ("we bid 6 and took 9", "63"),
        ("on a annoncé six et ramassé neuf plis", "63"),
        ("on a anoncé 6 et fé 9", "63"),
        ("bid 5 made 4", "−50"),
        ("contrat 6, cinq levées", "−60"),
        ("337 points et 7 sacs, contrat 5, 7 plis", "389"),
        ("337 points et 7 sacs, contrat 5, 8 plis", "290"),
        ("337 points and 7 bags, bid 5, took 9", "291"),
        ("9 sacs ; contrat 4, 6 plis", "−58"),
        ("9 bags, bid 6, took 8 tricks", "−38"),
        ("7 sacs et 4 de plus", "−100"),
        ("7 bags and 4 more", "−100"),
        ("5 sacs et 4 de plus", "Rien à payer"),
        ("we had 8 bags and picked up 3 more, do we go back to zero?", "No"),
        ("nous 500, eux 410 : gagné, oui ou non ?", "Oui"),
        ("12 sacs", "−100"),
        ("zéro et un pli", "−100"),
        ("nil and one trick", "−100"),
        ("blind nil made", "200"),
        ("blind nil failed", "−200"),
        ("double zéro et 3 plis", "−200"),
        ("j’ai dit 4 et lui 3, on a fait 8", "71"),
        ("I said 4 and my partner 3, we took 6", "−70"),
        ("je dis 3 et mon partenaire 4, on doit faire combien de plis", "7"),
        ("zéro chuté (2 plis), mon partenaire a dit 4 et fait 4", "−58"),
        ("nil failed with one trick, my partner bid 4 and made 3", "−139"),
        ("mon zéro est passé mais mon partenaire a raté ses 4", "60"),
        ("à 480 et 510, c’est fini ?", "Oui"),
        ("at 480 and 490, is it over?", "No"),
        ("512 contre 530, qui gagne ?", "530"),
        ("520 à 520, c’est gagné ?", "Non"),
        ("Eux 505, nous 510, même manche : qui gagne ?", "510"),
        ("on a dit 6 et fait 9, combien de sacs", "3 sacs"),
        ("7 plis contre 5, correct ?", "Non"),
        ("7 tricks to 6, right?", "Yes"),
        ("6 annoncés 9 faits", "63"),
        ("412 pts 6 bags, bid 4 made 7, total?", "455"),
        ("on était à 412 avec 6 sacs, 4 demandés et 7 faits", "455"),
        ("contrat 9, chuté d’un, on avait 150", "60"),
        ("one short on 8", "−80"),
        ("3 et 4 annoncés, 6 faits", "−70"),
        ("9 bags plus 1", "−100"),
        ("zéro réussi, 5 annoncés, 6 faits", "151"),
        ("nil missed by two, partner bid 6 made 7", "−37"),
        ("blind nil good, partner set on 4 with 3", "160"),
        ("on est à 290, il en faut 500, reste combien", "210"),
        ("ils ont fait 9 plis, nous combien ?", "4"),
        ("menés 310 à 190, peut-on dire double zéro ?", "Permis"),
        ("on perd de 80, double zéro possible ?", "Interdit"),
        ("on mène de 80, double zéro permis ?", "Interdit"),
        ("down exactly 100, may we go blind?", "Allowed"),
        ("they are ahead by 200 and went blind, is that right?", "Not allowed"),
    ],
)
def test_atout_pique_by_its_articles_ap_4_to_ap_18(question: str, head: str) -> None:
    assert head_of("spades", question) == head


@pytest.mark.parametrize(
    ("question", "options", "head"),
    [
        ("zéro et un pli", {"nil": 50}, "−50"),
        ("zéro et un pli", {"failed_nil_tricks": "ignored"}, "−100"),
        ("blind nil made", {"nil": 50}, "100"),
        ("zéro chuté (2 plis), mon partenaire a dit 4 et fait 4", {"failed_nil_tricks": "ignored"}, "−60"),
        ("zéro chuté d’un pli, mon partenaire a dit 4 et fait 3", {"failed_nil_tricks": "help_contract"}, "−60"),
        ("à 480 et 510, c’est fini ?", {"target": 700}, "Non"),
        ("à 310 et 280, c’est fini ?", {"target": 300}, "Oui"),
        ("à −210 et 150, c’est fini ?", {"floor": 200}, "Oui"),
        ("à −210 et 150, c’est fini ?", {}, "Non"),
        ("on est à −210, on a perdu ?", {"floor": 200}, "Oui"),
        ("on est à −210, on a perdu ?", {}, "Non"),
    ],
)
def test_atout_pique_under_house_rules(question: str, options: dict[str, object], head: str) -> None:
    assert head_of("spades", question, options) == head


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("neuf cœurs et la dame", "22"),
        ("nine hearts and the queen", "22"),
        ("la dame de pique et quatre cœurs, combien", "17"),
        ("un cœur et la dame", "14"),
        ("7 coeurs et la vieille", "20"),
        ("5 hearts + Q of spades", "18"),
        ("12♥ et la dame", "25"),
        ("cinq cœurs combien", "5"),
        ("treize cœurs sans la dame", "13"),
        ("treize cœurs mais pas la dame, c’est une volte ?", "Non"),
        ("thirteen hearts and the queen", "26 to the others"),
        ("13 coeurs et la dame, les autres prennent combien", "26 aux autres"),
        ("5, 4, 15 et 1 : le compte est bon ?", "Non"),
        ("5, 4, 16 et 1 : le compte est bon ?", "Oui"),
        ("101, 99, 80 et 40 : c’est fini ?", "Oui"),
        ("98, 99, 80 and 40, is it over?", "No"),
        ("98, 101, 60 et 60 : qui gagne ?", "60"),
        ("98, 99, 80 and 40, who wins?", "Nobody"),
        ("elle arrive à 53, c’est fini ?", "Non"),
    ],
)
def test_dame_de_pique_by_its_articles_dp_17_to_dp_26(question: str, head: str) -> None:
    assert head_of("hearts", question) == head


@pytest.mark.parametrize(
    ("question", "options", "head"),
    [
        ("neuf cœurs et la dame", {"queen_points": 12}, "21"),
        ("neuf cœurs et la dame", {"deck": "36"}, "14 aux autres"),
        ("quatre cœurs et la dame", {"deck": "36"}, "9"),
        ("quatre cœurs et deux dames", {"deck": "belmont"}, "30"),
        ("treize cœurs et la dame", {"moon": "self_minus"}, "−26"),
        ("treize cœurs et la dame", {"moon": "off"}, "26"),
        ("treize cœurs et la dame", {"moon": "choice"}, "Au choix"),
        ("treize cœurs et la dame", {"queen_points": 12}, "25 aux autres"),
        ("quatre cœurs et le valet, combien", {"jack_of_diamonds": -10}, "−6"),
        ("volte avec le valet de carreau", {"jack_of_diamonds": -10}, "26 aux autres"),
        ("volte sans le valet de carreau", {"jack_of_diamonds": -10}, "26"),
        ("treize cœurs, la dame mais pas le valet", {"jack_of_diamonds": -10}, "26"),
        ("deux cœurs et le 7 de trèfle, combien", {"seven_of_clubs": 7}, "9"),
        ("98, 101, 60 et 60 : qui gagne ?", {"tie": "play_on"}, "Personne"),
        ("ma partenaire a 7 cœurs et moi 6 cœurs et la dame", {"teams": True}, "26"),
        ("ma partenaire a 7 cœurs et moi 6 cœurs et la dame : volte ?", {"teams": True}, "Non"),
        ("ma partenaire a 7 cœurs et moi 6 cœurs et la dame", {"teams": True, "queen_points": 12}, "25"),
        ("elle arrive à 53, c’est fini ?", {"limit": 50}, "Oui"),
        ("5, 4, 15 et 1 : le compte est bon ?", {"queen_points": 12}, "Oui"),
    ],
)
def test_dame_de_pique_under_house_rules(question: str, options: dict[str, object], head: str) -> None:
    assert head_of("hearts", question, options) == head


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("perdu 98 à 140 en six coups", "338"),
        ("lost 98 to 140 in six deals", "338"),
        ("150 à 125, combien", "125"),
        ("150 à 80, combien gagne-t-il", "330"),
        ("quatre-vingt-dix à soixante-dix, combien", "260"),
        ("150 à 150, combien", "Rien encore"),
        ("je finis à 100 pile, rubicon ?", "Non"),
        ("je finis à 99, rubicon ?", "Oui"),
        ("douze plis", "40"),
        ("seven tricks to five", "10"),
        ("six plis partout", "0"),
        ("quatorze de rois et tierce", "17"),
        ("quatorze of kings and a tierce", "17"),
        ("quatorze d’as et quatorze de dames", "28"),
        ("quinte + tierce", "18"),
        ("point de 5 cartes et carte blanche", "15"),
        ("point of 6 and three aces", "9"),
        ("7 + 16 + 3 + 3 et j’entame, le donneur n’a rien, combien", "60"),
        ("7 + 17 + 3 + 3 aux annonces, l’adversaire zéro", "90"),
        ("30 aux annonces, l’adversaire zéro, combien", "90"),
        ("29 declared and I lead, opponent nothing, how much", "60"),
        ("27 aux annonces et l’entame : pic ?", "Non"),
        ("six plis partout et il se met 10, il y a droit ?", "Non"),
        ("6 hearts against 5, who gets the point", "6 cards"),
    ],
)
def test_piquet_by_its_articles_pi_8_to_pi_31(question: str, head: str) -> None:
    assert head_of("piquet", question) == head


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("point de 6 bon et seizième bonne, ça fait combien", "22"),
        ("g point 5 et une quatrieme c bon, combien", "9"),
        ("j’ai fait tous les plis et j’ai entamé, je marque combien pour le jeu", "65"),
        ("quatorze d’as et quatrième, tout est bon : mon compte ?", "18"),
        ("Mémé a un point de 5, une quinte et un brelan de rois, tout bon. Combien ?", "23"),
        ("seven card point good, a tierce good and a quatorze of jacks good plus a trio of tens: how much?", "27"),
        ("four aces and four jacks all good", "28"),
        ("Point 6, sixieme, four kings, all good before a card is played, dealer zip. Total?", "96"),
        ("Elder has 29 in declarations, leads a card, dealer has nothing. total?", "60"),
        ("j’ai 28 en annonces, il n’a rien, je joue et je gagne le premier pli. combien", "60"),
        ("j’avais 27, lui 0, j’entame et je prends les deux premiers plis. mon total ?", "61"),
        ("27 en annonces et je gagne un pli, pic ou pas?", "Non"),
        ("j’ai pris 8 plis et elle 4, combien pour les cartes", "10"),
        ("6 plis chacun combien pour les cartes", "0"),
        ("I led and took all 12 tricks, what do I score for the play", "65"),
        ("Won the best of three, 172 to 120 overall. What do I score?", "224"),
        ("178 à 112 au bout des six coups, j’inscris combien", "166"),
        ("95 à 88, j’ai gagné la partie. combien je marque", "283"),
        ("partie finie 142 91, combien", "333"),
        ("we finished six deals, 178 for me and 112 for her. what do i write", "166"),
        ("rubicon piquet four deals: I had 20, 31, 15, 40; he had 25, 10, 30, 12. Result?", "152"),
        ("piquet rubicon, j’ai fait 20 31 15 40 et lui 25 10 30 12, on écrit quoi", "152"),
        ("as valet 10 8 7 ça fait combien au point", "46"),
        ("j’ai roi dame 9 8 7 de pique il a as valet 10 8 7 de coeur qui a le point", "Lui, 5"),
        ("I have ace king 9 8 7 of hearts, he has queen jack 10 9 8 of spades, who gets the point?", "The other, 5"),
        ("j’ai 4 valets et lui 3 as, qui marque et combien", "Le quatorze de valets, 14"),
        ("j’ai une tierce à l’as lui une tierce au roi, qui marque", "La tierce à l’as, 3"),
        ("moi une tierce à l’as, lui une quatrième au valet. qui marque?", "La quatrième, 4"),
        ("I have a tierce to the ace and he has a quart to the jack. Who scores?", "The quart, 4"),
        ("j’étais à 9, j’entame et je gagne le pli, je suis à combien", "11"),
        ("il était à 20, il prend mon entame : il est à combien", "21"),
        ("I’m at 12, I lead and win the first trick, what do I say", "14"),
        ("suite de 3 et carte blanche, ça fait combien", "13"),
        ("on me dit carte blanche + deux brelans, ça fait combien", "16"),
        ("sequence of six clubs and another of three hearts, how many for my sequences", "19"),
        ("J’annonce 5 de point, une quinte, c’est bon pour les deux. J’en suis à combien ?", "20"),
        ("point 5 + quinte + 14 d’as tt bon lui zero, total?", "94"),
        ("quint good, and a tierce in another suit. Total for sequences?", "18"),
        ("my point of 6 was good and my four jacks were good. how many points is that", "20"),
        ("J’ai trois cartes qui se suivent et cinq cartes au point, il me dit bon, combien de points ?", "8"),
        ("J’avais 25 après mes annonces, lui rien du tout. J’ai fait les trois premiers plis. Mon total ?", "61"),
        ("I had 28 from declarations, he had zero. I led and won the first trick. What’s my score now?", "60"),
        ("I counted 25 in declarations, opponent counted 0, I led and took the first five tricks. My score?", "65"),
        ("j’ai un brelan de rois et un de valets, tout est bon, combien ca fait", "6"),
        ("Score for four queens and three aces please, opponent has none", "17"),
        ("mon frere a fait 7 plis et moi 5, il a combien pour les cartes", "10"),
        ("I’m the dealer and I won all twelve tricks. How much for the play?", "64"),
        ("elder wins every trick, how many points from the play including capot?", "65"),
        ("21 points d’annonces, 14 au jeu et j’ai 8 plis. Total du coup ?", "45"),
        ("j’ai 12 en annonces, 11 points de jeu plus les 10 des cartes, je marque combien en tout", "33"),
        ("15 from declarations, 12 from the play and the ten for cards. What’s my total for the hand?", "37"),
        ("as roi valet 10 8 de trèfle, combien de points pour comparer", "49"),
        ("pip count of ace king nine eight seven?", "45"),
        ("My point is A K J 10 8, hers is K Q 9 8 7, who scores?", "You, 5"),
        ("j’ai as roi dame 9 8 en coeur, il a valet 10 9 8 7 et roi de pique, qui marque le point", "Lui, 6"),
        ("roi dame 9 8 7 contre roi valet 9 8 7 au point", "Personne"),
        ("elle a trois as et moi trois dames qui marque", "Le brelan d’as, 3"),
        ("He has a quint to the ten, I have a quart to the ace. Who scores and how much?", "The quint, 15"),
        ("on a fini la partie à 150 contre 125, combien pour le gagnant", "125"),
        ("fin des six coups : papi 150, moi 80. Il gagne combien ?", "330"),
        ("Six deals over. She’s got 87, I’ve got 56. How much do I owe?", "243"),
        ("95 pour Jean, 88 pour moi, six donnes jouées. Qu’est-ce qu’il inscrit ?", "283"),
        ("On jouait la liée, j’ai 158 au total et lui 132, ma marque finale ?", "184"),
        ("linked match over, 180 to 149 on total. winner writes?", "211"),
        ("piquet rubicon : 30 à 20, 25 à 40, 18 à 22, 50 à 12. résultat", "177"),
        ("au rubicon 4 coups, j’ai fait 30 au dernier, ça compte combien", "60"),
        ("j’étais à 8, j’entame, je gagne, j’entame encore et je gagne encore", "12"),
        ("g 7 de point une 16eme et un brelan de dame et il dit bon à tt", "26"),
        ("trois dix et trois valets bons tous les deux, ça me fait ?", "6"),
        ("5 pour le point, une quatrième et un brelan de dix, tout est accepté : je commence à combien ?", "12"),
        ("Point 7, quint. Both good. How many have I got?", "22"),
        ("quatorze de dames, un point de 7. bon. cb?", "21"),
        ("elder 26 declared, dealer nil. elder cashes the first two tricks. total?", "60"),
        ("15 d’annonces, j’entame et je gagne les deux premiers plis. J’annonce combien ?", "19"),
        ("30 in declarations exactly before the first card, he’s got nothing. What’s my score?", "90"),
        ("22 en annonces, le pic me donne 30, j’ai fait 20 en jouant et 10 de cartes. Total ?", "82"),
        ("Declared 30, repique 60, played 10, plus ten for the cards. total", "110"),
        ("neuf plis contre trois, ça me fait combien en prime", "10"),
        ("we split the tricks 6-6, what does each of us get for cards", "0"),
        ("il finit à 143 et moi à 107, six coups. Je perds de combien ?", "136"),
        ("on a joué les 6 coups, j’ai 112 et Monique 89, qu’est-ce que je note ?", "301"),
        ("final after six deals: 112 to 89. Settlement?", "301"),
        ("Game over 200 to 123, what does the winner get?", "177"),
        ("201 pts pour moi 99 pour elle fin de partie je marque cb", "400"),
        ("partie liée gagnée 165 à 125, combien", "205"),
        ("three-game match (best of three), totals 160 and 130. winner’s figure?", "190"),
        ("au piquet rubicon j’ai fait 44 au premier coup. ça compte combien", "88"),
        ("rubicon piquet, 35 in the last deal, counts as how much", "70"),
        ("rubicon : 31 au deuxième coup, ça double ?", "31"),
        ("j’ai 5 carreaux as roi 9 8 7, lui 5 trefles roi dame valet 9 8, le point est à qui ?", "Lui, 5"),
        ("K Q 9 8 7 against K J 9 8 7, who wins the point", "Nobody"),
        ("what are ace king jack ten eight worth for the point", "49"),
        ("elle a une quatrième au roi, moi aussi une quatrième au roi, qui marque", "Personne"),
        ("brelan de rois chez moi, brelan de valets chez lui : qui marque", "Le brelan de rois, 3"),
        ("I’m on 9 and he’s on 4. I lead, he wins it, he leads. Where are we?", "You 10, the other 6"),
        ("je suis à 12, je joue mon as et je fais le pli, j’annonce combien", "14"),
        ("le donneur est à 20, il prend mon entame et rejoue. il en est à combien", "22"),
        ("four kings plus three tens, nobody can beat it. what do I write down", "17"),
        ("suite de 6 en trèfle et une autre de 3 en cœur, rien de mieux en face, combien", "19"),
        ("Nous avons fini nos six donnes, 178 pour moi et 112 pour Lucienne. Que dois-je inscrire ?", "166"),
        ("moi roi dame 9 8 7 de coeur lui as valet 10 8 7 de pique, ki gagne le point", "Lui, 5"),
        ("Mes trois as valent-ils mieux que ses quatre dix ?", "Le quatorze de dix, 14"),
        ("brelan de rois chez moi, brelan de dames chez lui : qui marque", "Le brelan de rois, 3"),
    ],
)
def test_a_whole_telling_of_piquet_is_computed(question: str, head: str) -> None:
    assert head_of("piquet", question) == head


def test_the_value_of_one_thing_does_not_answer_a_question_about_a_sum() -> None:
    for game, question in (
        ("hearts", "3 cœurs et le valet de carreau avec la règle du moins 10, ça fait combien"),
        ("piquet", "j’avais 1 au départ et il a fait capot en 12, combien en tout pour lui"),
    ):
        answer = reply_to(game, question).answer
        assert answer is None or not answer.head[:1].isdecimal(), answer


def test_the_play_of_piquet_counts_as_the_table_has_chosen() -> None:
    told = "point 6, quint, trio, all good, dealer nothing, elder leads and wins the first three tricks, score?"
    assert is_computed("piquet", told)
    assert not is_computed("piquet", told, {"won_own_lead": "only_when_captured"})
    assert (
        head_of("piquet", "I led and took all 12 tricks, how much for the play", {"capot_last_trick": "absorbed"})
        == "64"
    )


@pytest.mark.parametrize(
    ("question", "options", "head"),
    [
        ("perdu 98 à 140 en quatre coups", {"format": "rubicon_four"}, "338"),
        ("150 à 150, combien", {"tie": "drawn"}, "Partie nulle"),
        ("douze plis", {"capot_last_trick": "absorbed", "low_card_points": "above_nine"}, "40"),
        ("quatorze de rois et tierce", {"won_own_lead": "only_when_captured"}, "17"),
    ],
)
def test_piquet_under_house_rules(question: str, options: dict[str, object], head: str) -> None:
    assert head_of("piquet", question, options) == head


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("spades", "bid 15 took 3"),
        ("spades", "bid 6 took 99999999999999999999"),
        ("spades", "on a dit 6 et fait 14"),
        ("spades", "on a dit 6, fait 9 et perdu 200"),
        ("spades", "neuf cœurs et la dame"),
        ("spades", "treize plis, j’en compte douze"),
        ("spades", "zéro et partenaire 6 fait 7"),  # was the nil made?
        ("spades", "le 2 de pique bat-il l’as de cœur"),
        ("spades", "zéro chuté : les plis comptent-ils pour le partenaire"),
        ("spades", "on a dit 6 et ils ont fait 9"),
        ("spades", "we bid 6 and they took 9"),
        ("spades", "on a 480 et on fait 30, gagné ?"),
        ("spades", "500 pour gagner, on a 480, c’est fini ?"),
        ("spades", "j’ai dit zéro et mon partenaire a pris 3 plis"),
        ("spades", "j’ai dit zéro et on a fait 5 plis"),
        ("spades", "Luc bid zero and took no trick; Max took the 4 tricks he had bid"),
        ("spades", "he has 8 spades and I have 5 hearts, who gets points"),
        ("hearts", "neuf cœurs et la dame de carreau"),
        ("hearts", "il me manque 2 cœurs, je marque combien"),
        ("hearts", "la partie est en 50, j’ai 40 et elle 20, c’est fini ?"),
        ("hearts", "on est 3 : 99, 100 et 45, fini ?"),
        ("spades", "les deux zéros chutés, 2 et 3 plis"),
        ("piquet", "je mène 80 à 60, combien encore"),
        ("piquet", "après trois coups il gagne 80 à 60"),
        ("piquet", "le rubicon, c’est à 100 ?"),
        ("piquet", "il a 30 aux annonces mais j’ai marqué le point : repic ?"),
        ("piquet", "he reneged and we saw it two tricks later, what is the penalty"),
        ("hearts", "bid 6 took 9"),
        ("hearts", "14 cœurs et la dame"),
        ("hearts", "3 cœurs et la dame en main, je peux jeter la dame ?"),
        ("hearts", "9 cœurs et Luc a la dame"),
        ("hearts", "il manque un cœur dans le compte"),
        ("piquet", "13 plis"),
        ("piquet", "quatorze de neuf et tierce"),
        ("piquet", "quintes pareilles et une tierce encore à moi"),
        ("piquet", "Deux quintes majeures, plus une tierce de mon côté : je marque la tierce ?"),
        ("piquet", "mes trois as et mes quatre dix sont battus"),
        ("piquet", "tierce à l’as ou tierce au roi"),
        ("piquet", "Que vaut le capot ?"),
        ("hearts", "10000 cœurs et la dame"),
        ("hearts", ""),
        ("hearts", "🃏 9 9 9"),
    ],
)
def test_nothing_is_computed_from_impossible_or_other_figures(game: str, question: str) -> None:
    assert not is_computed(game, question)


@pytest.mark.parametrize(
    ("game", "options", "question"),
    [
        ("spades", {"blind_nil": False}, "blind nil made"),
        ("spades", {"blind_nil": False}, "on perd de 80, double zéro possible ?"),
        ("hearts", {"jack_of_diamonds": -10}, "treize cœurs et la dame"),  # with the jack or without it?
        ("hearts", {}, "volte avec le valet de carreau"),
        ("piquet", {"format": "target_single"}, "150 à 125, combien"),
        ("piquet", {"format": "rubicon_four"}, "perdu 98 à 140 en six coups"),
    ],
)
def test_nothing_is_computed_that_the_house_rules_do_not_have(
    game: str, options: dict[str, object], question: str
) -> None:
    assert not is_computed(game, question, options)


@pytest.mark.parametrize(
    ("game", "question", "head"),
    [
        ("hearts", "J’étais à 44, je ramasse la dame et un cœur. Mon nouveau total ?", "58"),
        ("hearts", "I was on 58 and took the queen plus 3 hearts, what’s my total now?", "74"),
        ("hearts", "I was sitting at 71 and Mike shot the moon. Where am I at?", "97"),
        ("hearts", "I had 22, then I shot the moon. What’s my score now?", "22"),
        ("hearts", "On joue par équipes : moi 8 points, mon partenaire 11, combien ?", "19"),
        ("hearts", "A 36 cartes, la dame et le dernier pli font combien ?", "6"),
        ("hearts", "Belmont : deux dames de pique et trois cœurs, combien ?", "29"),
        ("hearts", "Avec la dame à 12, je prends la dame et 5 cœurs, combien ?", "17"),
        ("hearts", "jsuis a 91 il me reste cb avant 100", "9"),
        ("hearts", "j’ai les 13 cœurs et la dame, je marque combien moi ?", "0"),
        ("hearts", "à 98 je prends 5, c’est fini ?", "Fini après la manche"),
        ("hearts", "il était à 80, il prend la dame et 2 cœurs, c’est fini ?", "On continue"),
        ("hearts", "I was at 84 and took the queen and three hearts, is it over?", "Over after this deal"),
        ("hearts", "les scores de la manche font 24, il en manque ?", "2 de moins"),
        ("hearts", "our four scores add up to 27, is that right?", "1 too many"),
        ("hearts", "manche 7, on passe à qui ?", "En face"),
        ("hearts", "on est cinq, troisième manche, à qui donne-t-on ses cartes ?", "Sans échange"),
        ("hearts", "10th hand, which way do we pass?", "To the right"),
        ("hearts", "tous les cœurs et la dame, elle a 26 points de punition ?", "26 aux autres"),
        ("hearts", "j’étais à 90 et il fait la volte, je suis mort ?", "116"),
        ("hearts", "4 cartes avec des cœurs et pas la dame, combien ?", "4"),
        ("spades", "On était à 245 avec 3 sacs, contrat 6, on fait 7 plis. Nouveau total ?", "306"),
        ("spades", "We had 260 and 8 bags, bid 5, took 7. New score?", "212"),
        ("spades", "Double zéro raté d’un pli, contrat de 5 réussi juste, ça donne quoi ?", "−149"),
        ("spades", "J’ai dit 0, elle 4. J’ai pris aucun pli et elle 5. Combien ?", "141"),
        ("spades", "My nil got busted by 2 tricks, partner bid 5 made 5. What’s our score?", "−48"),
        ("spades", "Sud 3, Nord 4, Est 2, Ouest 4 : quel est le contrat de Nord-Sud ?", "7"),
        ("spades", "we hit 500 exactly, they got 430, did we win?", "Yes"),
        ("spades", "On est à 430, combien nous manque-t-il pour gagner ?", "70"),
        ("spades", "On est à 410 et eux à 300, peut-on faire un double zéro ?", "Interdit"),
        ("piquet", "six deals done, me 140 him 90, how much do I score", "330"),
        ("piquet", "Two tierces and a quart, all good. What do I count?", "10"),
        ("piquet", "Point 5, quinte, quatorze d’as, tout bon et l’autre n’a rien : combien ?", "94"),
        ("piquet", "J’ai 6 points, je pose un as, je ramasse, je pose une dame : j’annonce combien ?", "9"),
        ("piquet", "I’m at 14. I lead and win three in a row, none of them the last. Where am I?", "20"),
        ("piquet", "As, dame, dix, huit et sept de trèfle : combien pour départager le point ?", "46"),
        ("piquet", "En partie liée, 150 à 125 : combien gagne-t-il ?", "175"),
        ("piquet", "j’ai 92 il me manque combien pour sortir du rubicon", "8"),
    ],
)
def test_figures_as_players_ask_for_them(game: str, question: str, head: str) -> None:
    assert head_of(game, question) == head


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("piquet", "my four kings are good. do i also get my three tens?"),
        ("hearts", "He took 13 hearts but I have the queen, is it a moon?"),
        ("hearts", "Faut-il 13 cœurs et la dame pour la volte ?"),
        ("hearts", "ma pote a fait 25 pts sur la manche, c’est la lune ou pas ?"),
    ],
)
def test_a_rule_asked_with_numbers_is_not_computed(game: str, question: str) -> None:
    assert not is_computed(game, question)


@pytest.mark.parametrize(
    ("game", "question", "options"),
    [
        ("hearts", "tous les cœurs sauf un et la dame", {}),
        ("hearts", "tous les cœurs moins un et la dame, ça fait combien ?", {}),
        ("hearts", "all the hearts except one and the queen, how many points", {}),
        ("hearts", "all hearts but one plus the queen, how much?", {}),
        ("hearts", "treize cœurs et la dame, mais moi j’ai pris le valet, volte ?", {"jack_of_diamonds": -10}),
        ("hearts", "My cousin ate all 13 hearts but Grandpa got stuck with the queen. Is it a moon?", {}),
        ("piquet", "j’ai fait tous les plis sauf un, combien pour les cartes ?", {}),
        ("piquet", "all the tricks but one, how much for the cards?", {}),
        ("piquet", "capot avec 20 d’annonces, combien", {}),
        ("piquet", "quatorze de rois sans la tierce", {}),
        ("piquet", "le donneur à 17 prend mon entame, combien", {}),
        ("piquet", "le donneur est à 17, il prend un pli, il annonce combien", {}),
        ("spades", "bid 6 and took all but 4", {}),
        ("spades", "zéro réussi sauf un pli", {}),
        ("hearts", "everything but the jack, what do I score", {"jack_of_diamonds": -10}),
        ("hearts", "everything but the queen, how many points", {}),
        ("piquet", "mon point de 6 n’est pas bon, combien je marque", {}),
        ("piquet", "ma tierce n’est pas bonne combien", {}),
        ("piquet", "my point of 6 is not good, how much", {}),
        ("piquet", "elder won 11 tricks but the last", {}),
    ],
)
def test_an_exception_that_is_not_read_leaves_no_certain_answer(
    game: str, question: str, options: dict[str, object]
) -> None:
    """DP-17, DP-21, PI-19 to PI-21, AP-5: 25, no moon, 10, 115, 14, 18, 18, contract made, nil failed,
    then 26, 13, nothing three times, 10.
    """
    reply = reply_to(game, question, options)
    assert reply.answer is None
    assert not (reply.is_likely and reply.shown[0].head[0].isdecimal())


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("l’adversaire du donneur fait tous les plis, combien", "65"),
        ("the non-dealer takes all the tricks, how much", "65"),
        ("le donneur fait tous les plis, combien", "64"),
    ],
)
def test_elder_is_named_by_the_dealer_pi_21(question: str, head: str) -> None:
    assert head_of("piquet", question) == head


@pytest.mark.sweep("asks two hundred questions")
def test_every_contract_and_its_tricks_are_scored_as_score_does() -> None:
    for bid in range(2, 14):
        for made in range(14):
            line = {"bids": [bid - 1, 1, 1, 1], "tricks": [made, 13 - made]}
            points = score_object({"game": "spades", "seats": 4, "manches": [line]})["manches"][0]["points"][0]
            assert head_of("spades", f"on a dit {bid} et fait {made}") == str(points).replace("-", "−")


def test_one_missing_number_is_asked_for_and_each_choice_is_computed() -> None:
    for question in ("on a dit 6", "we bid 6"):
        reply = reply_to("spades", question)
        assert reply.answer is None
        assert reply.missing is not None
        assert 0 < len(reply.missing.choices) <= 8
        for choice in reply.missing.choices:
            answer = reply_to("spades", choice.question).answer
            assert answer is not None
            assert answer.figures == {"bid": 6, "made": int(choice.label)}


def test_the_language_is_that_of_the_page_else_of_the_words() -> None:
    for language, text in (("fr", "contrat réussi"), ("en", "contract made")):
        answer = reply_to("spades", "we bid 6 and took 9", language=language).answer
        assert answer is not None
        assert text in answer.sentence.lower()
    assert reply_to("spades", "we bid 6 and took 9").language == "en"


def test_the_game_is_recognised_by_the_frame_that_fits() -> None:
    reply = answer_question("nine hearts and the queen", None, {}, None)
    assert reply.game is GAMES["hearts"]
    assert reply.answer is not None
    assert reply.answer.head == "22"


@pytest.mark.sweep("searches for every case")
def test_a_chosen_suggestion_stays_with_its_case() -> None:
    for game in GAMES.values():
        for number, entry in enumerate(library.book(game).entries.values()):
            # Each case in one language, in turns: both take twelve seconds.
            for language in LANGUAGES if thorough() else LANGUAGES[number % 2 :][:1]:
                answer = answer_question(entry.wordings[language][0], [game], {}, language).answer
                assert answer is None or answer.figures is None, entry.wordings[language][0]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_the_frames_of_a_game_are_complete(game: AnyGame) -> None:
    articles = library.book(game).articles
    for key, frame in frames_of(game).items():
        if key == "why":
            assert all(set(text) == set(LANGUAGES) for text in frame.values())
            continue
        texts = str(frame.get("article", ""))
        for answer in frame["answers"]:
            texts += str(answer.get("article", ""))
            assert all(re.search(r"\s?: ", answer[language]) for language in LANGUAGES), key
        named = re.findall(r"[A-Z]+-\d+", texts)
        assert named, key
        assert all(number in articles for number in named), key
        for part in frame["parts"].values():
            assert all(part.get(language) for language in LANGUAGES), key


@pytest.mark.sweep("asks hundreds of random questions")
@pytest.mark.parametrize("seed", range(4))
def test_no_figures_under_any_house_rules_are_an_error(seed: int) -> None:
    chance = random.Random(seed)
    answered = 0
    for game in filter(frames_of, GAMES.values()):
        for _ in range(150):
            options = {
                option.name: plain_value(chance.choice(option.values))
                for option in game.options
                if chance.random() < 0.3
            }
            try:
                options_in_force(game, options)
            except ImpossibleError:
                continue
            answered += compute_answer(random_question(chance, game), [game], options, None) is not None
    assert answered > 50


def random_question(chance: random.Random, game: AnyGame) -> str:
    """The words of a frame with any numbers in their places."""
    frame = chance.choice([one for key, one in frames_of(game).items() if key != "why"])
    language = chance.choice(LANGUAGES)
    texts = [chance.choice(frame["calls"][language])] if "calls" in frame else []
    texts += [
        chance.choice(part[language]).partition(" = ")[0]
        for part in frame["parts"].values()
        if part.get("required", True) or chance.random() < 0.5
    ]
    numbers = (0, 1, 2, 5, 6, 9, 11, 12, 13, 14, 26, 98, 100, 101, 150, 500, 510, -210, 9999, 10001, 999999)
    words = [word.strip("[],") for text in texts for word in text.split() if word != "…"]
    read = (str(chance.choice(numbers)) if word[0] in "#@" else chance.choice(word.split("/")) for word in words)
    return " ".join(read)
