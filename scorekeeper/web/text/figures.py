"""What sentences are filled with: players, numbers, words that are not ours, the name of a field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from babel.lists import format_list
from babel.numbers import format_decimal
from flask_babel import get_locale

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import gettext

NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)


def player(names: Sequence[str], seat: int) -> str:
    """Name the player in this seat, or give their number; meant for the middle of a sentence."""
    name = names[seat].strip() if 0 <= seat < len(names) else ""
    return name or gettext("le joueur %(num)d", num=seat + 1)


def nobody(number: int) -> str:
    """A name that says nothing, for the player of this number in a carnet: « Joueur 3 »."""
    return gettext("Joueur %(num)d", num=number)


def opening(names: Sequence[str], seat: int) -> str:
    """Name a player at the head of a sentence: a name stays as it is written, « Le joueur 1 » gets its capital."""
    name = player(names, seat)
    return name if any(name == known.strip() for known in names) else name[:1].upper() + name[1:]


def figure(value: object) -> str:
    """Write a number as this language does, and anything else between quotes."""
    text = str(value)
    if not NUMBER.fullmatch(text):
        return quoted(text)
    written = format_decimal(Decimal(text), locale=get_locale(), decimal_quantization=False)
    return written.replace("-", "−")


def listed(words: Sequence[str]) -> str:
    """Several words one after the other: « Anne, Luc et Zoé »."""
    return format_list(list(words), locale=get_locale())


def whole_figure(error: ImpossibleError, name: str) -> int:
    """A whole number among the figures of a fault. Raises `TypeError` for anything else: the engine gave it."""
    value = error.figures[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def quoted(text: str) -> str:
    """Put words that are not ours between quotes."""
    return gettext("« %(words)s »", words=text)


def labelled(label: str | None, fault: str) -> str:
    """Put the name of its field before a fault written without its capital; alone, it gets its capital."""
    if label is None:
        return fault[:1].upper() + fault[1:]
    return gettext("%(label)s : %(fault)s", label=label, fault=fault)
