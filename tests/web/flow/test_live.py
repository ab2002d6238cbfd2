"""Polling: 204 with two queries while the version is unchanged, else the changes since with their figures."""

from __future__ import annotations

import html as html_text
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update
from web.people import join_carnet
from web.playing import lead, play_quickly
from web.test_lists import MOST_QUERIES, queries
from web.visitor import Visitor, hearts, plain

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Change, Role

if TYPE_CHECKING:
    from web.visitor import Table

POLL_QUERIES = 2


def live(visitor: Visitor, path: str) -> str:
    """Return the address that this page polls."""
    page = visitor.get(path)
    assert page.status == 200
    (address,) = re.findall(r'<div id="page"[^>]* data-live="([^"]+)"', page.html)
    return html_text.unescape(address)


def changes(visitor: Visitor, address: str) -> str:
    found = re.findall(r"data-news hidden>(.*?)</div>", visitor.get(address).html)
    return plain(re.sub(r"<[^>]+>", "", html_text.unescape(found[0]))) if found else ""


@pytest.mark.parametrize("of", ["partie", "cards", "soirée", "screen"])
def test_a_poll_is_answered_204_until_something_changes(visitor: Visitor, of: str) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0)
    paths = {
        "partie": table.partie,
        "cards": f"{table.partie}/cards",
        "soirée": table.soiree,
        "screen": f"{table.soiree}/screen",
    }
    address = live(visitor, paths[of])
    with queries(visitor) as made:
        answer = visitor.client.get(address, headers=visitor.headers)
    assert (answer.status_code, answer.data) == (204, b"")
    assert len(made) <= POLL_QUERIES
    play_quickly(visitor, table, ["KC"])
    with queries(visitor) as made:
        assert visitor.get(address).status == 200
    assert len(made) <= MOST_QUERIES
    assert live(visitor, paths[of]) != address


def test_the_version_of_a_soiree_changes_with_its_parties(visitor: Visitor) -> None:
    table = visitor.set_table()
    known = [live(visitor, table.soiree)]
    visitor.record(table)
    known.append(live(visitor, table.soiree))
    visitor.press(f"{table.soiree}/edit", "/edit", {"place": "chez Luc"})
    known.append(live(visitor, table.soiree))
    visitor.press(table.partie, "/delete")
    known.append(live(visitor, table.soiree))
    visitor.press(table.soiree, "/restore")
    known.append(live(visitor, table.soiree))
    assert len({*known}) == len(known)


def test_the_changes_since_are_shown_with_their_points(visitor: Visitor) -> None:
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    address = live(visitor, table.partie)
    visitor.record(table)
    # Hearts 5 4 3 1, the queen, 13, to Zoé.
    first = "Manche 1 : Anne +5, Luc +4, Zoé +16, Maxence +1"
    assert changes(other, address) == f"Un autre téléphone : {first}"
    visitor.record(table, hearts(0, 0, 3, 10, queen=3))
    assert changes(other, address) == f"Un autre téléphone : {first} · Manche 2 : Anne 0, Luc 0, Zoé +3, Maxence +23"
    address = live(visitor, table.partie)
    visitor.press(table.partie, "/undo")
    assert changes(other, address) == "Un autre téléphone : annulé : la manche"
    for nonsense in ("", "-1", "1e3", "9" * 30, "٣", "x"):
        assert changes(other, f"{table.partie}?known={nonsense}") == ""


def test_the_changes_of_the_same_device_are_from_another_tab(visitor: Visitor) -> None:
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    address = live(visitor, table.partie)
    visitor.record(table)
    done = "Manche 1 : Anne +5, Luc +4, Zoé +16, Maxence +1"
    assert changes(visitor, address) == f"Un autre onglet : {done}"
    other.record(table, hearts(0, 0, 3, 10, queen=3))
    assert changes(visitor, address).startswith(f"Un autre téléphone : {done}")


def test_the_changes_are_signed_if_their_author_has_a_name(visitor: Visitor) -> None:
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    address = live(visitor, table.partie)
    with visitor.client.application.app_context(), writing():
        db.session.execute(update(Access).values(name="La <i>grand-mère</i>"))
    visitor.record(table)
    # Hearts 5 4 3 1, the queen, 13, to Zoé.
    done = "Manche 1 : Anne +5, Luc +4, Zoé +16, Maxence +1"
    assert "La &lt;i&gt;grand-mère&lt;/i&gt;" in other.get(address).html
    assert changes(other, address) == f"La grand-mère : {done}"
    with visitor.client.application.app_context(), writing():
        db.session.execute(update(Change).where(Change.kind == "recorded").values(access_id=None))
    visitor.record(table, hearts(0, 0, 3, 10, queen=3))
    assert changes(other, address).startswith(f"Un autre téléphone : {done}")


def test_a_poll_is_a_404_for_a_stranger_and_for_a_deleted_partie(visitor: Visitor, stranger: Visitor) -> None:
    table = visitor.set_table()
    addresses = [live(visitor, path) for path in (table.partie, table.soiree, f"{table.soiree}/screen")]
    assert [stranger.get(address).status for address in addresses] == [404] * 3
    visitor.press(table.partie, "/delete")
    assert visitor.get(addresses[0]).status == 404
    assert visitor.get(addresses[1]).status == 200
    visitor.press(f"{table.soiree}/edit", "/delete")
    assert [visitor.get(address).status for address in addresses] == [404] * 3


def big_screen(visitor: Visitor, table: Table) -> str:
    return visitor.get(f"{table.soiree}/screen").text


def test_the_big_screen_shows_the_current_partie(visitor: Visitor) -> None:
    table = visitor.set_table()
    assert "Manche 1 · À" in big_screen(visitor, table)
    visitor.record(table)
    # A second partie of the same soirée was started without a manche; the first one goes on.
    other = start_beside(visitor, table).partie
    assert "Atout Pique · 0 manche" in big_screen(visitor, table)
    visitor.press(other, "/abandon")
    assert "Dame de Pique · 1 manche" in big_screen(visitor, table)
    visitor.press(table.partie, "/abandon")
    assert "Partie abandonnée" in big_screen(visitor, table)
    for partie in (other, table.partie):
        visitor.press(partie, "/delete")
    assert "La partie paraîtra ici" in big_screen(visitor, table)


def start_beside(visitor: Visitor, table: Table, game: str = "spades") -> Table:
    """Start another partie of the same players in the same soirée."""
    seats = "&".join(f"seat={player}" for player in table.players.values())
    address = visitor.press(f"{table.soiree}/rules?{seats}&game={game}", "/rules", {"dealer": "0"}).location
    assert address is not None
    return replace(table, partie_id=int(address.rsplit("/", 1)[1]))


def test_the_big_screen_follows_the_partie_recorded_last(visitor: Visitor) -> None:
    """Two tables in one evening; a correction of the other does not count, its end does."""
    first = visitor.set_table(limit=50)
    second = start_beside(visitor, first, "hearts")
    assert "0 manche" in big_screen(visitor, first)
    for _ in range(3):
        visitor.record(first)
    assert "3 manches" in big_screen(visitor, first)
    visitor.record(second, hearts(0, 4, 3, 6, queen=1))
    assert "1 manche" in big_screen(visitor, first)
    (corrected, *_) = visitor.manche_ids(first)
    visitor.press(f"{first.partie}/manches/{corrected}", f"/manches/{corrected}", hearts(4, 5, 3, 1, queen=2))
    assert "1 manche" in big_screen(visitor, first)
    visitor.record(first)
    assert "Victoire : Maxence" in big_screen(visitor, first)
    visitor.record(second, hearts(0, 4, 3, 6, queen=1))
    assert "2 manches" in big_screen(visitor, first)


def test_the_big_screen_links_to_the_other_parties_until_one_is_recorded(visitor: Visitor) -> None:
    table = visitor.set_table()
    others = [start_beside(visitor, table) for _ in range(2)]
    visitor.record(table)
    screen = f"{table.soiree}/screen"
    ids = [table.partie_id, *(other.partie_id for other in others)]

    def links(address: str) -> dict[str, str]:
        return dict(re.findall(r'<a rel="(prev|next)" href="([^"]+)"', visitor.get(address).html))

    assert links(screen) == {"next": f"{screen}?partie={ids[1]}"}
    assert links(f"{screen}?partie={ids[1]}") == {"prev": screen, "next": f"{screen}?partie={ids[2]}"}
    assert links(f"{screen}?partie={ids[2]}") == {"prev": f"{screen}?partie={ids[1]}"}
    assert links(f"{screen}?partie=999999") == links(f"{screen}?partie=Zoé") == links(screen)
    # The next change shows the partie that is played.
    assert "partie=" not in live(visitor, f"{screen}?partie={ids[2]}")


def test_the_big_screen_has_the_trick_and_the_ruling_of_the_arbiter(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0)
    # Anne leads the two of clubs, Luc plays the king; Zoé plays a diamond, which claims that she has no club.
    play_quickly(visitor, table, ["KC", "6D"])
    page = visitor.get(f"{table.soiree}/screen")
    assert "À Maxence de jouer" in page.text
    assert "Zoé n’a plus de trèfle" in page.text
    assert [form for form in page.forms if form.action] == []


# Installed


def test_the_icons_of_the_manifest_exist(visitor: Visitor) -> None:
    answer = visitor.client.get("/manifest.webmanifest")
    manifest = answer.json
    assert answer.mimetype == "application/manifest+json"
    assert manifest is not None
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/", "standalone", "fr")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        with visitor.client.get(icon["src"]) as drawn:
            assert (drawn.status_code, drawn.mimetype) == (200, icon["type"])


def test_the_worker_lists_the_current_files_and_is_short(visitor: Visitor) -> None:
    answer = visitor.client.get("/worker.js")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "private, no-cache")
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    needed = re.findall(r'"(/[^"]+)"', answer.text.partition("NEEDED = ")[2].partition("]")[0])
    assert "/offline" in needed
    for address in needed:
        with visitor.client.get(address) as there:
            assert there.status_code == 200, address
    assert len(answer.text.splitlines()) <= 80


def test_the_offline_page_has_no_personal_data(visitor: Visitor) -> None:
    visitor.set_table()
    page = visitor.get("/offline")
    assert "Pas de réseau" in page.text
    assert visitor.key not in page.html
    assert "csrf_token" not in page.html
