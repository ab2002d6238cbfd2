"""The theme chosen in the menu, and the hours in the time zone of the server."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest
from web.visitor import plain

from scorekeeper.web.core.formatting import deadline, short_datetime

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.visitor import Page, Visitor


def pressed(page: Page) -> str:
    """Return the theme whose button is current."""
    (button,) = (given for tag, given in page.tags if tag == "button" and given.get("aria-current"))
    return button["formaction"].removeprefix("/theme/")


def test_the_theme_is_chosen_in_the_menu_and_returns_to_the_page(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(table.partie)
    assert (pressed(page), '<html lang="fr">' in page.html.replace(" >", ">")) == ("auto", True)
    for theme in ("night", "day", "auto"):
        answer = visitor.send(page, "/language/en", to=f"/theme/{theme}")
        assert (answer.status, answer.location) == (303, table.partie)
        page = visitor.get(table.partie)
        assert pressed(page) == theme
        assert (f'class="{theme}"' in page.html.split("<head>")[0]) is (theme != "auto")
        assert page.html.count('name="theme-color"') == (2 if theme == "auto" else 1)


def test_another_theme_or_site_is_refused(visitor: Visitor) -> None:
    page = visitor.get(f"{visitor.carnet}/")
    assert visitor.send(page, "/language/en", to="/theme/noir").status == 404
    answer = visitor.send(page, "/language/en", {"next": "//elsewhere.example"}, to="/theme/day")
    assert (answer.status, answer.location) == (303, "/")


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Pacific/Tahiti", "28/11/2025 20:30"),
        ("Pacific/Noumea", "29/11/2025 17:30"),
        ("Etc/Nowhere", "29/11/2025 06:30 UTC"),
    ],
)
def test_an_hour_of_a_soiree_is_that_of_its_table(
    visitor: Visitor, set_server_zone: Callable[[str], None], zone: str, shown: str
) -> None:
    """Of a zone that is not known, it is that of the server, with its name."""
    set_server_zone("UTC")
    with visitor.app.test_request_context(headers=visitor.headers):
        text = short_datetime(dt.datetime(2025, 11, 29, 6, 30, tzinfo=dt.UTC), zone)
    assert plain(text.striptags()) == shown
    assert (f'data-zone="{zone}"' in text) is ("UTC" not in shown)


def test_an_hour_has_the_zone_of_the_server(visitor: Visitor) -> None:
    now = dt.datetime.now(dt.UTC)
    zone = now.astimezone().tzname()
    with visitor.app.test_request_context(headers=visitor.headers):
        texts = short_datetime(now), short_datetime(now - dt.timedelta(days=3)), deadline(now)
    for text, style in zip(texts, ("short", "short", "medium"), strict=True):
        found = re.fullmatch(r'<time datetime="(.*?)" data-hour="(.*?)">(.*?)</time>', text)
        assert found
        assert dt.datetime.fromisoformat(found[1]).tzinfo is not None
        assert found[2] == style
        assert plain(found[3]).endswith(f" {zone}")
