"""Questions with figures: the numbers that words give, and the answers that `score` computes from them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

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
        ("98, 101, 60 et 60 : qui gagne ?", {"tie": "play_on"}, "Non"),
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
        ("piquet", "brelan de rois contre brelan de dames"),
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
        ("piquet", "Mes trois as valent-ils mieux que ses quatre dix ?"),
        ("hearts", "He took 13 hearts but I have the queen, is it a moon?"),
        ("hearts", "Faut-il 13 cœurs et la dame pour la volte ?"),
        ("hearts", "ma pote a fait 25 pts sur la manche, c’est la lune ou pas ?"),
    ],
)
def test_a_rule_asked_with_numbers_is_not_computed(game: str, question: str) -> None:
    assert not is_computed(game, question)


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


def test_a_chosen_suggestion_stays_with_its_case() -> None:
    for game in GAMES.values():
        for entry in library.book(game).entries.values():
            for language in LANGUAGES:
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
