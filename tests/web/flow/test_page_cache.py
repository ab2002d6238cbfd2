"""A page is rendered once, is never out of date, and is not sent again to a browser that has it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

import pytest
from flask import template_rendered
from web.visitor import Table, Visitor, hearts, plain

from scorekeeper.record.database import writing
from scorekeeper.record.models import Soiree
from scorekeeper.web.flow.page_cache import PageCache

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture
def rendered(application: Flask) -> Iterator[list[str | None]]:
    """Yield the names of the templates rendered during the test."""
    names: list[str | None] = []

    def note(_app: Flask, template: object, **_given: object) -> None:
        names.append(getattr(template, "name", None))

    with template_rendered.connected_to(note, application):
        yield names


def etag(visitor: Visitor, path: str) -> str:
    return visitor.client.get(path, headers=visitor.headers).headers["ETag"]


def status(visitor: Visitor, path: str, known: str) -> int:
    return visitor.client.get(path, headers={**visitor.headers, "If-None-Match": known}).status_code


def tokens(html: str) -> list[str]:
    return re.findall(r'name="(?:request_id|csrf_token)" value="([^"]*)"', html)


def test_a_partie_bears_the_date_and_the_place_of_its_soiree_as_they_are_now(visitor: Visitor) -> None:
    table = visitor.set_table()
    for place, shown in (("chez Zoé", "21 nov. 2026 · chez Zoé"), ("", "21 nov. 2026")):
        with visitor.app.app_context(), writing() as session:
            session.get_one(Soiree, table.soiree_id).place = place
        (when,) = re.findall(r'<span class="when">.*?</span>', visitor.get(table.partie).html, re.DOTALL)
        assert f'href="{table.soiree}"' in when
        assert plain(re.sub("<.*?>", "", when)) == shown


def test_a_page_requested_twice_is_rendered_once_with_new_form_ids(visitor: Visitor, rendered: list[str]) -> None:
    table = visitor.set_table()
    pages = [visitor.get(table.partie).html for _ in range(2)]
    assert rendered == ["table/parties/show.html"]
    first, second = (re.findall(r'name="request_id" value="([^"]*)"', html) for html in pages)
    assert len({*first, *second}) == len(first) + len(second) > 4
    for html in pages:
        assert all(len(token) >= 16 for token in tokens(html))
        assert "<token>" not in html
        assert "<form-id>" not in html


def test_an_unchanged_page_is_answered_304_without_rendering(visitor: Visitor, rendered: list[str]) -> None:
    table = visitor.set_table()
    visitor.get(table.partie)
    known = etag(visitor, table.partie)
    rendered.clear()
    answer = visitor.client.get(table.partie, headers={**visitor.headers, "If-None-Match": known})
    assert (answer.status_code, answer.data, rendered) == (304, b"", [])
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer.headers["Vary"]


def test_a_request_with_the_current_version_is_answered_204(visitor: Visitor, rendered: list[str]) -> None:
    table = visitor.set_table()
    (version,) = visitor.get(table.partie).form("/manches/new").sent({})["version"]
    rendered.clear()
    answer = visitor.client.get(f"{table.partie}?known={version}", headers=visitor.headers)
    assert (answer.status_code, answer.data, rendered) == (204, b"", [])
    visitor.record(table)
    assert visitor.get(f"{table.partie}?known={version}").status == 200
    assert visitor.get(f"{table.partie}?known=later").status == 200
    assert visitor.get(f"{table.partie}?known=").status == 200
    assert visitor.get(f"/c/{'x' * 16}/parties/1?known={version}").status == 404


def test_every_change_of_a_page_changes_its_etag(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.get(table.partie)
    seen = [etag(visitor, table.partie)]

    def changed() -> bool:
        assert status(visitor, table.partie, seen[-1]) == 200
        seen.append(etag(visitor, table.partie))
        return len(set(seen)) == len(seen)

    visitor.record(table)
    assert changed()
    visitor.press(table.partie, "/undo")
    visitor.get(table.partie)  # the notice is shown once
    assert changed()
    player = f"/players/{table.players['Anne']}"
    visitor.press(f"{visitor.carnet}{player}/edit", player, {"name": "Ana"})
    visitor.get(table.partie)
    assert "Ana" in visitor.get(table.partie).text
    assert changed()
    visitor.press(table.partie, "/language/en")
    assert changed()
    visitor.get(f"{table.partie}?order=seats")
    assert changed()


def test_the_pages_of_two_carnets_are_never_mixed(application: Flask, visitor: Visitor) -> None:
    other = Visitor(application).with_carnet("Les lundis")
    mine, theirs = visitor.set_table("Anne", "Luc", "Zoé", "Max"), other.set_table("Ada", "Bob", "Cleo", "Dan")
    for _ in range(2):
        assert "Ada" not in visitor.get(mine.partie).text
        assert "Anne" not in other.get(theirs.partie).text
    assert other.get(mine.partie).status == 404


def test_a_notice_is_shown_once_though_the_page_is_cached(visitor: Visitor) -> None:
    table: Table = visitor.set_table()
    visitor.record(table)
    visitor.press(table.partie, "/undo")
    assert "Annulé : la manche 1 Refaire" in visitor.get(table.partie).text
    assert "Annulé : la manche 1 Refaire" not in visitor.get(table.partie).text


def test_a_carnet_and_a_soiree_are_rendered_again_only_after_a_change_of_their_contents(
    visitor: Visitor, rendered: list[str]
) -> None:
    table = visitor.set_table()
    carnet = f"{visitor.carnet}/"
    pages = (carnet, table.soiree)
    for path in pages * 2:
        visitor.get(path)
    rendered.clear()
    known = {path: etag(visitor, path) for path in pages}
    assert [status(visitor, path, known[path]) for path in pages] == [304, 304]
    assert rendered == []
    visitor.record(table)  # Zoé: 3 hearts and the queen, 16 (DP-17)
    assert [status(visitor, path, known[path]) for path in pages] == [200, 200]
    for path in pages:
        assert "16" in visitor.get(path).text
    visitor.press(f"{visitor.carnet}/settings", "/settings", {"name": "Les lundis"})
    assert "Les lundis" in visitor.get(carnet).text
    assert "Les lundis" in visitor.get(table.soiree).text


def test_the_changes_since_are_filled_into_one_cached_page(visitor: Visitor, rendered: list[str]) -> None:
    """Hearts 5 4 3 1 and the queen, 13, to Zoé; then 1 3 4 5 and the queen to Anne, 14."""
    table = visitor.set_table()
    (first,) = visitor.get(table.partie).form("/manches/new").sent({})["version"]
    visitor.record(table)
    (second,) = visitor.get(table.partie).form("/manches/new").sent({})["version"]
    visitor.record(table, hearts(1, 3, 4, 5, queen=0))
    visitor.get(table.partie)
    rendered.clear()
    pages = [visitor.get(f"{table.partie}?known={known}") for known in (first, second, first)]
    assert rendered.count("table/parties/show.html") == 1
    assert ["Zoé +16" in page.text for page in pages] == [True, False, True]
    assert all("Anne +14" in page.text for page in pages)
    assert all("known=" not in page.form("/language/en").sent({})["next"][0] for page in pages)


@pytest.mark.sweep("requests four hundred pages")
def test_invented_versions_do_not_fill_the_memory(
    visitor: Visitor, application: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty changes are cached and discarded as pages are."""
    table = visitor.set_table()
    cache = application.extensions["page_cache"]
    monkeypatch.setattr(cache, "most", 40_000)
    for known in range(400):
        assert visitor.get(f"{table.partie}?known=none-{known}").status == 200
    assert len(cache) < 200


def test_threads_that_need_the_same_new_page_render_it_once(application: Flask) -> None:
    cache = application.extensions["page_cache"]
    begun, finish, renders = Event(), Event(), []

    def render() -> str:
        renders.append("page")
        begun.set()
        assert finish.wait(10)
        return "page"

    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(cache.get_or_render, "key of this test", render)
        assert begun.wait(10)
        others = [threads.submit(cache.get_or_render, "key of this test", render) for _ in range(3)]
        finish.set()
        assert [one.result(10) for one in (first, *others)] == ["page"] * 4
    assert renders == ["page"]


def test_the_page_that_was_not_used_for_longest_is_dropped() -> None:
    cache = PageCache(5)
    for key in "abc":
        cache.put(key, key.upper(), size=2)
        assert cache.get("a") == "A"
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]


def test_the_sizes_of_former_pages_do_not_count() -> None:
    cache = PageCache(5)
    cache.put("a", "A", size=4)
    cache.put("a", "B", size=2)
    cache.put("b", "C", size=3)
    assert [cache.get(key) for key in "ab"] == ["B", "C"]


def test_a_page_that_is_too_large_is_not_stored() -> None:
    cache = PageCache(5)
    cache.put("a", "A", size=6)
    assert cache.get("a") is None
