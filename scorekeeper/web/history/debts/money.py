"""Amounts of money, formatted for the current language and parsed."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from babel.numbers import format_decimal
from flask_babel import get_locale

from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current_language

# The groups: a currency before the number, the whole part, the decimals, a currency after the number. A currency is two
# or three letters ("CHF"), or one character ("€") that is no letter, digit, point, comma, plus or minus.
_AMOUNT = re.compile(r"([^\W\d_]{2,3}|[^\w.,+-])?([0-9]{1,7})(?:[.,]([0-9]{1,2}))?([^\W\d_]{2,3}|[^\w.,+-])?")
_NO_BREAK = "\u00a0"


def format_amount(cents: int, sign: str) -> str:
    """Format an amount: « 3,20 € », « 1 € » in French; `€3.20`, `1 CHF` in English."""
    # A whole amount has no decimals.
    pattern = "#,##0.00" if cents % 100 else "#,##0"
    figure = str(format_decimal(Decimal(cents) / 100, pattern, locale=get_locale()))
    if _is_symbol(sign) and current_language() == "en":
        return f"{sign}{figure}"
    return f"{figure}{_NO_BREAK}{sign}"


def _is_symbol(sign: str) -> bool:
    # Every character is of the category Sc of Unicode, currency symbols: true for € and $, false for CHF.
    return all(unicodedata.category(letter) == "Sc" for letter in sign)


def format_field_value(cents: int) -> str:
    """Format an amount as the value of a form field: `0,10` in French, `0.10` in other languages."""
    figure = f"{cents // 100}.{cents % 100:02}"
    if current_language() == "fr":
        return figure.replace(".", ",")
    return figure


def parse_amount(text: str) -> tuple[int, str]:
    """Parse a typed amount, with a comma or a point, to cents and its currency: `£0.10`, « 0,10 € », 1 CHF.

    The currency is empty if it was not typed. Raises `RefusedError` for anything else.
    """
    if not text.strip():
        raise RefusedError("not_understood", field="amount", sentence=_("Dites combien : tapez par exemple 0,10."))
    before, whole, decimals, after = "", "", "", ""
    # Spaces are ignored. A group that does not match is None.
    if match := _AMOUNT.fullmatch("".join(text.split())):
        before, whole, decimals, after = match.groups()
    # A sign before or after the number, not both: « €5 », « 5 € ».
    signs = [sign for sign in (before, after) if sign]
    if not whole or len(signs) > 1 or not all(sign.isalpha() or _is_symbol(sign) for sign in signs):
        sentence = _("« %(typed)s » n’est pas un montant : tapez par exemple 0,10.", typed=text.strip()[:20])
        raise RefusedError("not_understood", field="amount", sentence=sentence)
    # "5" is 500 cents, "0,5" is 50, "0,05" is 5.
    return int(whole) * 100 + int((decimals or "").ljust(2, "0")), "".join(signs)
