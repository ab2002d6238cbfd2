"""The text of values in sentences: players, numbers, lists, quoted input, labels of fields.

A *seat* is the index of a player at the table, from 0; names are given by seat. `isolate` keeps a name that is written
from right to left from turning the order of the words around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from flask_babel import LazyString, get_locale

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.formatting import MINUS
from scorekeeper.web.core.i18n import gettext, isolate, ngettext

MIN_PARTIES = 5  # of statistics: with fewer parties (games played to the end), a share or a mean is not meaningful
_TENTH = Decimal("0.1")
# Such as 12, -3 and 2.5; the group are the decimals with their point. ASCII: no digits of other scripts.
NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)


def player_name(names: Sequence[str], seat: int) -> str:
    """Return the name of the player in this seat for the middle of a sentence, « le joueur 1 » without a name."""
    name = ""
    if 0 <= seat < len(names):
        name = names[seat].strip()
    return name or gettext("le joueur %(num)d", num=seat + 1)


def anonymous_name(number: int) -> str:
    """Return the name of a player without one: « Joueur 3 »."""
    return gettext("Joueur %(num)d", num=number)


def player_name_at_start(names: Sequence[str], seat: int) -> str:
    """Return the name of the player in this seat for the start of a sentence, « Le joueur 1 » without a name."""
    name = player_name(names, seat)
    # A name that the user wrote without a capital stays so; only « le joueur 1 » gets one.
    if any(name == known.strip() for known in names):
        return name
    # Without a label, `with_label` only gives the text a capital at its start.
    return with_label(None, name)


def format_number(value: object) -> str:
    """Format a number for the current language; quote anything else."""
    text = str(value)
    if not NUMBER.fullmatch(text):
        return quote(text)
    # Without quantization, Babel shows all decimals of the number. Then its hyphen becomes a minus sign.
    number = format_decimal(Decimal(text), locale=get_locale(), decimal_quantization=False)
    return number.replace("-", "−")


def points_reached(limit: int | None, unknown: LazyString) -> str:
    """Say that the points that end a partie were reached: « 500 points atteints »; `unknown` if they are not known."""
    if limit is None:
        return str(unknown)
    return ngettext("%(num)d point atteint", "%(num)d points atteints", limit)


def format_duration(seconds: float) -> str:
    """Format a time as one says it: « 2 h 40 », « 6 min »; at least one minute."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if not hours:
        return f"{minutes} min"
    return gettext("%(hours)d h %(minutes)02d", hours=hours, minutes=minutes)


def format_share(part: int, whole: int) -> str:
    """Format a share in percent: « 38 % »; "" for a share of nothing."""
    if not whole:
        return ""
    return str(format_percent(part / whole, locale=get_locale()))


def format_mean(total: int, count: int) -> str:
    """Format a mean to one decimal, halves rounded away from zero: « 2,3 »; a dash for a mean of nothing."""
    if not count:
        return "–"
    return _one_decimal((Decimal(total) / count).quantize(_TENTH, ROUND_HALF_UP), get_locale())


# A page can have two hundred means, of which most are equal: each value is formatted only once.
@lru_cache(maxsize=4096)
def _one_decimal(value: Decimal, locale: Locale) -> str:
    return str(format_decimal(value, format="0.0", locale=locale)).replace("-", MINUS)


def join_words(words: Sequence[str]) -> str:
    """Join words into a list: « Anne, Luc et Zoé »."""
    if not words:
        return ""
    *others, final = map(isolate, words)  # all but the last, and the last
    if not others:
        return final
    return gettext("%(one)s et %(other)s", one=", ".join(others), other=final)


def either_text(numbers: Sequence[int]) -> str:
    """List numbers of which any one is possible: « 3, 4 ou 6 »."""
    return format_list([format_number(number) for number in numbers], style="or", locale=get_locale())


def name_with_times(name: str, times: int) -> str:
    """Return who did something how often: « Anne (2) », « Anne » for once."""
    if times > 1:
        return f"{isolate(name)} ({times})"
    return name


def whole_detail(error: ImpossibleError, name: str) -> int:
    """Return a detail of an error, a value by name, that is an integer.

    Raises `TypeError` for another type, a bug of the game.
    """
    value = error.details[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def quote(text: str) -> str:
    """Quote text that a user entered."""
    return gettext("« %(words)s »", words=text)


def with_capital(text: str) -> str:
    """Return the text with a capital at its start, the rest unchanged."""
    return text[:1].upper() + text[1:]


def with_label(label: str | None, sentence: str) -> str:
    """Put a label before a sentence that begins without a capital: « Pénalité : il faut une liste ».

    Without a label, give the sentence its capital.
    """
    if label is None:
        return with_capital(sentence)
    return gettext("%(label)s : %(fault)s", label=label, fault=sentence)
