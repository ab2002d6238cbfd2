"""One evening of Dame de Pique in Firefox and in WebKit, the engine of every iPhone; only `make thorough` runs it.

Each heart counts 1 and the queen of spades 13. Zoé deals first.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import webdriver
from support.commands import Server
from support.evening import NAMES
from support.webdriver import Phone

POINTS = "#log .log-rows > li .cell b"
FIRST = ("0", "0", "25", "1")  # hearts 0 0 12 1, the queen to Zoé
SECOND = ("1", "0", "25", "0")  # hearts 1 0 12 0, the queen to Zoé
MISTAKEN = ("0", "13", "12", "1")  # hearts 0 0 12 1, the queen entered for Luc; it was Zoé's, as in the first
NO_QUEEN = "Interdit : au premier pli, la dame ne tombe pas tant qu’on a autre chose à jeter."
# The partie can be read again without a network.
IS_CACHED = "return navigator.serviceWorker.controller && caches.match(location.pathname).then(Boolean);"


@pytest.fixture(params=[webdriver.firefox, webdriver.webkit])
def phone(request: pytest.FixtureRequest, own_server: Server, tmp_path: Path) -> Iterator[Phone]:
    with request.param(tmp_path) as call:
        yield Phone(call, own_server.url)


def test_an_evening(phone: Phone, own_server: Server) -> None:
    begin(phone)
    record(phone, "0", "0", "12")
    phone.shows(POINTS, *FIRST)
    record(phone, "1", "0", "12")
    phone.shows(POINTS, *FIRST, *SECOND)
    webdriver.patiently(lambda: phone.run(IS_CACHED))

    own_server.stop()
    record(phone, "0", "0", "12", queen="Luc")
    phone.shows(".queued .sentence", "Gardé sur ce téléphone.")
    phone.run("location.reload();")
    phone.shows("#waits > li .n", "3")
    own_server.start()
    phone.shows(POINTS, *FIRST, *SECOND, *MISTAKEN)
    phone.shows("#offline")

    phone.tap("#log .log-rows > li:nth-child(3) summary")
    phone.tap(".buttons a", "Corriger")
    phone.tap("fieldset:has([name='QS']) .chip", "Zoé")
    phone.tap("#record", "Enregistrer la correction")
    phone.shows(POINTS, *FIRST, *SECOND, *FIRST)
    record(phone, "0", "0", "12")
    phone.shows(".winner", "Victoire : Luc")  # Zoé has 100
    phone.tap("form[action$='/undo'] button")
    phone.shows(POINTS, *FIRST, *SECOND, *FIRST)
    phone.tap("form[action$='/redo'] button")

    phone.tap(".share > summary")
    phone.shows(".picture", "")
    phone.tap("[data-copy='told']")
    phone.shows("[data-copy='told']", "Texte copié")
    phone.tap("button", "Revanche")

    play_cards(phone)
    phone.tap("a.rules-link")
    phone.write("#question", "dame 1er pli")
    phone.tap("#found summary")
    phone.shows(".ruling .table-answer", f"Chez vous : {NO_QUEEN} Article DP-14")
    phone.tap("header .back")

    phone.tap("a", "Inviter")
    phone.tap("button", "Regarder cette soirée")
    phone.tap("[data-copy='link-told']")
    phone.shows("[data-copy='link-told']", "Copié")


def begin(phone: Phone) -> None:
    """Begin a carnet, a soirée and a partie."""
    phone.open("/carnets")
    phone.write("#name", "Les jeudis")
    phone.tap("form[action$='/carnets'] button")
    phone.tap(".dock a", "au carnet")
    phone.tap(".dock a[href$='/soirees/new']")
    phone.write("#place", "chez Zoé")
    phone.tap("form[action$='/soirees/new'] button")
    for count, name in enumerate(NAMES, start=1):
        phone.write("#name", name)
        phone.tap("form.inline button")
        phone.shows(".seats > li bdi", *NAMES[:count])
    phone.tap("[form='add'][name='rules']")
    phone.tap("fieldset:has([name='dealer']) .chip", "Zoé")
    phone.tap(".dock button.primary")


def record(phone: Phone, *keys: str, queen: str = "Zoé") -> None:
    """Enter the hearts of all players but the last, and who took the queen."""
    phone.tap("#entry:not([open]) > summary")
    for key in keys:
        phone.tap(f"#entry [data-key='{key}']")
    phone.tap("fieldset:has([name='QS']) .chip", queen)
    phone.tap("#record")


def play_cards(phone: Phone) -> None:
    """Enter the first trick card by card, and take its last card back."""
    phone.tap("#entry:not([open]) > summary")
    phone.tap("#entry .cards-link a")
    phone.tap("form:has([name='card']) [name='leader'][value='0']")
    for card in ("KC", "QC", "JC"):
        phone.tap(f".key[value='{card}']")
    phone.tap(".undo", "V♣")
    phone.shows(".place > .card-slot .index", "2♣", "R♣", "D♣")
    # Beside an index of 17 pixels, in a card of 42 between its edges.
    assert phone.run("return document.querySelector('.card-slot .court').getBoundingClientRect().width;") > 24
    phone.tap("header .back")
    phone.shows(".standings .total", "0", "0", "0", "0")
