"""The text of numbers and dates in the reader's language, and the base template of a page."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from babel import Locale
from babel.dates import format_date
from flask import request
from flask_babel import format_datetime as babel_datetime
from flask_babel import format_time as babel_time
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.record.read_models.evenings import find_zone

# The typographic minus sign, and a space at which no line breaks.
MINUS, NO_BREAK = "\u2212", "\xa0"


def layout() -> str:
    """Return the base template of a page.

    `page.html` is a whole page; `boosted.html` a page without its `<html>` and head, for a link that htmx follows
    ("boosted"); `fragment.html` only the fragment that htmx asks for otherwise.
    """
    headers = request.headers
    # A request of the browser itself, or of htmx for a page of its history, which it restores as a whole.
    if "HX-Request" not in headers or "HX-History-Restore-Request" in headers:
        return "page.html"
    if "HX-Boosted" in headers:
        return "boosted.html"
    return "fragment.html"


def signed(points: int) -> str:
    """Return points with their sign: `+5`, `−10`, `0`."""
    if points > 0:
        return f"+{points}"
    return plain(points)


def plain(points: int) -> str:
    """Return a number with the typographic minus sign instead of a hyphen: `−10`, `5`."""
    return str(points).replace("-", MINUS)


def long_date(day: dt.date) -> str:
    """Return a date in full: « samedi 21 novembre 2026 », « dimanche 1er novembre 2026 »."""
    return _formatted(day, "full", get_locale())


def date_and_place(day: dt.date, place: str) -> str:
    """Return when and where a soirée is: « samedi 21 novembre 2026 · chez Zoé »."""
    if not place:
        return long_date(day)
    return f"{long_date(day)} · {place}"


def short_date(day: dt.date) -> str:
    """Return a short date, with its month in letters: « 21 nov. 2026 »."""
    return _formatted(day, "medium", get_locale())


def month_name(day: dt.date, *, year: bool = True) -> str:
    """Return the month of a day: « novembre 2026 », or « novembre » alone."""
    # The formats are those of Babel: LLLL is the month in letters, y the year.
    return _formatted(day, "LLLL y" if year else "LLLL", get_locale())


def weekday(day: dt.date) -> str:
    """Return the abbreviated day of the week: « sam. »."""
    return _formatted(day, "EEE", get_locale())


# Results are cached, because a page can have a hundred dates, mostly the same ones each time.
@lru_cache(maxsize=4096)
def _formatted(day: dt.date, style: str, locale: Locale) -> str:
    text = format_date(day, style, locale)
    # The first day of a month is « 1er » in French.
    if day.day == 1 and locale.language == "fr":
        return re.sub(r"\b1 ", "1er ", text, count=1)
    return text


def short_datetime(time: dt.datetime, zone: str | None = None) -> Markup:
    """Return a moment as a `<time>` element: if it is today, only the time of day, else the date and the time.

    `zone` is the time zone of a soirée (an evening), such as `Europe/Paris`: the time is that of its table. Without a
    zone, the text has the time of the server, and a script replaces it by that of the device.
    """
    # `find_zone` returns None without a known zone; `astimezone` then takes the zone of the server.
    local = time.astimezone(find_zone(zone))
    show = babel_time if local.date() == today(zone) else babel_datetime
    # `rebase=False`: the time is local already.
    return _time_element(local, show(local, "short", rebase=False), "short", zone)


def deadline(time: dt.datetime) -> Markup:
    """Return a moment as a `<time>` element: the date with its month in letters, and the time of day."""
    local = time.astimezone()
    return _time_element(local, f"{short_date(local.date())}, {babel_time(local, 'short', rebase=False)}", "medium")


def _time_element(local: dt.datetime, text: str, style: str, zone: str | None = None) -> Markup:
    """Return a `<time>` element with this text, which a script replaces by one in this style ("short" or "medium").

    The script shows the time in `zone`, that of the table, or without a known zone in that of the device. In this case
    the text, which is the time of the server, ends with the name of the server's zone.
    """
    utc = local.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if find_zone(zone) is None:
        text += f"{NO_BREAK}{local.tzname()}"
        return Markup('<time datetime="{}" data-hour="{}">{}</time>').format(utc, style, text)
    return Markup('<time datetime="{}" data-hour="{}" data-zone="{}">{}</time>').format(utc, style, zone, text)


def today(zone: str | None = None) -> dt.date:
    """Return the date in this time zone, by default in the server's."""
    return dt.datetime.now(dt.UTC).astimezone(find_zone(zone)).date()


def device_zone() -> str | None:
    """Return the time zone of the device, which a script puts into a cookie; None without a known one."""
    name = request.cookies.get("zone")
    if find_zone(name) is None:
        return None
    return name
