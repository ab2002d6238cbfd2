"""The values of placeholders in sentences: players, numbers, quoted input, labels of fields."""

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
    """Return the name of the player in this seat, or « le joueur 1 », for the middle of a sentence."""
    name = names[seat].strip() if 0 <= seat < len(names) else ""
    return name or gettext("le joueur %(num)d", num=seat + 1)


def anonymous_name(number: int) -> str:
    """Return the name of an anonymised player of a carnet: « Joueur 3 »."""
    return gettext("Joueur %(num)d", num=number)


def player_at_start(names: Sequence[str], seat: int) -> str:
    """Return a player for the start of a sentence: a name unchanged, « Le joueur 1 » with its capital."""
    name = player(names, seat)
    return name if any(name == known.strip() for known in names) else name[:1].upper() + name[1:]


def figure(value: object) -> str:
    """Format a number for the current language; quote anything else."""
    text = str(value)
    if not NUMBER.fullmatch(text):
        return quoted(text)
    written = format_decimal(Decimal(text), locale=get_locale(), decimal_quantization=False)
    return written.replace("-", "−")


def listed(words: Sequence[str]) -> str:
    """Join words as a list: « Anne, Luc et Zoé »."""
    return format_list(list(words), locale=get_locale())


def whole_figure(error: ImpossibleError, name: str) -> int:
    """Return an integer figure of an error. Raises `TypeError` for another type, which is a bug of the game."""
    value = error.figures[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def quoted(text: str) -> str:
    """Quote text that a user entered."""
    return gettext("« %(words)s »", words=text)


def labelled(label: str | None, fault: str) -> str:
    """Put the label of its field before an error written without a capital; without a label, add the capital."""
    if label is None:
        return fault[:1].upper() + fault[1:]
    return gettext("%(label)s : %(fault)s", label=label, fault=fault)
