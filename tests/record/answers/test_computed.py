"""Questions with numbers: the numbers that words give, and the answers that `score` computes from them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import pytest
from support.cases import name_question, read_cases
from support.selection import thorough

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search import frames, library
from scorekeeper.games.search.words import with_digits
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.record.answers.computed import ComputedAnswer, compute_answer
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.formats.score import score_object

HEAD_WORDS, SENTENCE_WORDS = 6, 25


def frames_of(game: AnyGame) -> Mapping[str, Any]:
    return frames.frames(game.package)


def reply_to(game: str, question: str, options: dict[str, object] | None = None, language: str | None = None) -> Reply:
    return answer_question(question, [GAMES[game]], options or {}, language)


def head_of(game: str, question: str, options: dict[str, object] | None = None) -> str:
    """The head of the computed answer, which fits the place that it has on a page.

    It says what is so: a frame does not read whether the question asks that a sum is right or that it is wrong.
    """
    answer = reply_to(game, question, options).answer
    assert answer is not None, question
    assert answer.numbers is not None, answer.text
    assert answer.head not in {"Oui", "Non", "Yes", "No"}
    assert len(answer.head.split()) <= HEAD_WORDS, answer.head
    assert len(answer.sentence.split()) <= SENTENCE_WORDS, answer.sentence
    return answer.head


def is_computed(game: str, question: str, options: dict[str, object] | None = None) -> bool:
    return isinstance(compute_answer(question, [GAMES[game]], options or {}, None), ComputedAnswer)


@pytest.mark.parametrize("case", read_cases("numbers/number_words"), ids=lambda case: str(case["words"]))
def test_number_words_are_read_as_digits(case: dict[str, str]) -> None:
    assert " ".join(with_digits(case["words"].split(), case["language"])) == case["digits"]


def test_every_number_word_below_a_thousand_is_read() -> None:
    for number in range(2, 1000):
        assert with_digits(in_french(number).split(), "fr") == [str(number)]
        assert with_digits(in_english(number).split(), "en") == [str(number)]


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


@pytest.mark.parametrize("case", read_cases("numbers/computed"), ids=name_question)
def test_the_head_is_computed_from_possible_numbers_alone(case: dict[str, Any]) -> None:
    """A case without a head has impossible numbers, those of another thing, or a rule that the table does not play."""
    game, question, options = case["game"], case["question"], case.get("options")
    if "head" in case:
        assert head_of(game, question, options) == case["head"]
    else:
        assert not is_computed(game, question, options)


@pytest.mark.parametrize("case", read_cases("numbers/uncertain"), ids=name_question)
def test_an_exception_that_is_not_read_leaves_no_certain_answer(case: dict[str, Any]) -> None:
    """A case with a head is answered by an entry that has the exception."""
    answer = reply_to(case["game"], case["question"], case.get("options")).answer
    assert (answer and answer.head) == case.get("head")


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
            assert answer.numbers == {"bid": 6, "made": int(choice.label)}


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
                assert answer is None or answer.numbers is None, entry.wordings[language][0]


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
def test_no_numbers_under_any_house_rules_are_an_error(seed: int) -> None:
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
