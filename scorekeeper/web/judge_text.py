"""A manche of the judge format in sentences, trick by trick, for a terminal: no page is needed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from flask import Flask
from flask_babel import Babel

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.judge_format import JudgeLine, read_judge_line
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.language import LOCALES, TRANSLATIONS
from scorekeeper.web.words.arbiter import ArbiterText, named, turn
from scorekeeper.web.words.cards import card_said
from scorekeeper.web.words.faults import AT_ANY_TABLE
from scorekeeper.web.words.figures import quoted


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say every sentence in this language, `fr` or `en`, without pages or database."""
    app = Flask(__name__, static_folder=None)
    Babel(app, default_locale=LOCALES[language], default_translation_directories=str(TRANSLATIONS))
    with app.app_context():
        yield


def unreadable(where: str) -> list[str]:
    """Say that a file cannot be read."""
    return [gettext("Impossible de lire %(file)s.", file=where)]


def read_json(content: bytes) -> object:
    """What a line of a public format says. Raises `UnreadableLineError`, told in the reader's language."""
    try:
        return json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UnreadableLineError(gettext("Ce n’est pas du texte en UTF-8.")) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableLineError(gettext("Ce n’est pas du JSON.")) from error


def explain_line(content: bytes, where: str) -> tuple[bool, list[str]]:
    """Whether a line of the judge format was accepted, and what to print of it; `where` is its number."""
    try:
        line = read_json(content)
    except UnreadableLineError as error:
        return False, [refusal(where, str(error))]
    try:
        return True, _manche(read_judge_line(line), where)
    except ImpossibleError as error:
        return False, [refusal(where, fault_said(error, line))]
    except _MisplayedError as error:
        place = gettext("%(where)s, carte %(number)d", where=where, number=error.number)
        return False, [refusal(place, fault_said(error.fault, line))]


class UnreadableLineError(Exception):
    """A line that is no JSON, and how that is said."""


class _MisplayedError(Exception):
    """A card that cannot be played: its number from 1, and what is wrong."""

    def __init__(self, number: int, fault: ImpossibleError) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


def refusal(where: str, why: str) -> str:
    """A line that is refused, and why."""
    return gettext("Ligne %(where)s : %(why)s", where=where, why=why)


def fault_said(error: ImpossibleError, line: object) -> str:
    """What the game says of a fault, if the line got as far as naming one."""
    if error.key in _LINE_FAULTS:
        return _LINE_FAULTS[error.key](error)
    slug = line.get("game") if isinstance(line, dict) else None
    seats = line.get("seats") if isinstance(line, dict) else None
    names = named([], seats) if isinstance(seats, int) and 0 < seats <= _MOST_SEATS else []
    if isinstance(slug, str) and slug in PAGES:
        return PAGES[slug].words.fault(error, names)
    return AT_ANY_TABLE(error, ())


_MOST_SEATS = max(size for game in GAMES.values() for size in game.table_sizes)
_LINE_FAULTS: dict[str, Callable[[ImpossibleError], str]] = {
    "unknown_game": lambda error: gettext(
        "%(value)s n’est pas un jeu de la maison : il y a %(games)s.",
        value=quoted(str(error.figures["value"])),
        games=", ".join(GAMES),
    ),
    "seats": lambda error: _seats(str(error.figures["value"]), _sizes(error.figures["sizes"])),
    "unknown_key": lambda error: gettext("Le format n’a pas de clé %(key)s pour ce jeu.", key=quoted(str(error.field))),
    "no_cards": lambda _: gettext("Ce jeu ne se juge pas carte par carte."),
    "not_text": lambda _: gettext("Il faut une question, entre guillemets, sous la clé « question »."),
    "unknown_language": lambda error: gettext(
        "%(value)s n’est pas une langue de la maison : il y a %(languages)s.",
        value=quoted(str(error.figures["value"])),
        languages=", ".join(LOCALES),
    ),
}


def _seats(value: str, sizes: str) -> str:
    if value == str(None):
        return gettext("Dites à combien on joue : nombre de joueurs possible, %(sizes)s.", sizes=sizes)
    return gettext(
        "On n’y joue pas à %(value)s : nombre de joueurs possible, %(sizes)s.", value=quoted(value), sizes=sizes
    )


def _sizes(sizes: Any) -> str:  # noqa: ANN401 - the figure of a fault
    return ", ".join(map(str, sizes))


def _manche(line: JudgeLine, where: str) -> list[str]:
    """Play the cards of a line and say the whole."""
    arbiter = line.arbiter
    for number, code in enumerate(line.plays, start=1):
        try:
            arbiter.play(code)
        except ImpossibleError as error:
            raise _MisplayedError(number, error) from error
    _ = line.facts  # the context of the line may not go with the cards
    text = ArbiterText(arbiter, [], PAGES[line.game.slug].words.FORBIDDEN)
    refuted = _refuted(line, text)
    return [_head(line, where), *_tricks(text), *_on_record(text), *refuted, *_to_come(text)]


def _head(line: JudgeLine, where: str) -> str:
    return gettext(
        "Ligne %(where)s : %(game)s, %(players)s.",
        where=where,
        game=PAGES[line.game.slug].words.NAME,
        players=ngettext("%(num)d joueur", "%(num)d joueurs", line.table.seats),
    )


def _tricks(text: ArbiterText) -> Iterator[str]:
    """Each trick: who leads, each card with whose it is and what there is to say of it, who takes it."""
    tricks = text.arbiter.tricks
    for index, verdict in enumerate(text.arbiter.verdicts):
        number, place = verdict.turn.number, len(verdict.turn.trick)
        if place == 0:
            name = text.names[verdict.seat]
            yield gettext("Pli %(number)d, entame : %(name)s", number=number + 1, name=name)
        yield from _card(text, index)
        if number < len(tricks) and place == len(tricks[number].cards) - 1:
            name = text.names[tricks[number].winner]
            yield "  " + gettext("Le pli est à %(name)s.", name=name)


def _card(text: ArbiterText, index: int) -> Iterator[str]:
    verdict = text.arbiter.verdicts[index]
    name, card = text.names[verdict.seat], card_said(verdict.card)
    if verdict.ruling is Ruling.ALLOWED:
        yield "  " + gettext("%(name)s : %(card)s", name=name, card=card)
    else:
        articles = ", ".join(verdict.articles)
        ruling = text.ruling(index)
        yield "  " + gettext(
            "%(name)s : %(card)s (%(articles)s), %(ruling)s", name=name, card=card, articles=articles, ruling=ruling
        )
    yield from (f"    {sentence}" for sentence in text.exposures(index))


def _on_record(text: ArbiterText) -> Iterator[str]:
    """The irregularities, once more, with their articles; then what remains in doubt."""
    irregular, suspects = text.irregular(), text.suspects()
    if irregular:
        yield gettext("Irrégularités relevées :")
    for one in irregular:
        yield f"  {one.sentence} ({', '.join(one.articles)})"
    if suspects is not None:
        yield suspects


def _refuted(line: JudgeLine, text: ArbiterText) -> list[str]:
    """What the cards refute of what was announced, with the article."""
    cards = PAGES[line.game.slug].cards
    if cards is None or cards.refutations is None or line.context is None:
        return []
    remarks = cards.refutations.on_record(line.context, line.arbiter.tricks, text.names)
    return [f"{sentence} ({article})" for sentence, article in remarks]


def _to_come(text: ArbiterText) -> Iterator[str]:
    """Who is to play and what each card would be, or that all is over."""
    choices = text.arbiter.choices
    if choices is None:
        yield gettext("Tout est joué. Plis : %(tricks)s.", tricks=_shares(text))
        return
    yield f"{turn(text.names, choices.seat)}."
    hidden = text.arbiter.hands[choices.seat] is None
    lists = (
        (gettext("permis"), choices.allowed),
        (gettext("permis sous condition"), choices.conditional),
        (gettext("interdit"), choices.forbidden),
        (gettext("prouverait une irrégularité"), choices.exposing if hidden else ()),
        (gettext("non tranché"), choices.undecided),
    )
    for what, cards in lists:
        if cards:
            yield "  " + gettext("%(what)s : %(cards)s", what=what, cards=_all(cards))


def _shares(text: ArbiterText) -> str:
    taken = Counter(trick.winner for trick in text.arbiter.tricks)
    return ", ".join(
        gettext("%(name)s : %(count)d", name=name, count=taken[seat]) for seat, name in enumerate(text.names)
    )


def _all(cards: Sequence[Card]) -> str:
    return " ".join(map(card_said, cards))
