"""The pictures to send: made by every phone, shown where nothing can be shared, with every text inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from support import evening, inspection
from support.phones import AS_IN_2022

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from support.phones import OpenPhone

LONG = evening.NAMES[3]
NAMES = (LONG, "Bartholomäus-Maximilian W", "יונתן בן־דוד", "Zoé", 24 * "W", "عبد الرحمن بن خالد")
MARGIN, WIDTH, FOOT = 64, 1080, 1350
# The size of a picture and the number of its colours.
_LOOK = """async (image) => {
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: 1350 });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const pixels = new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  return [image.naturalWidth, image.naturalHeight, new Set(pixels).size];
}"""
# The texts of a picture as (text, left, right, baseline).
_DRAW = """async (data) => {
  const { draw } = await import(new URL("picture.js", document.querySelector("script[src]").src));
  const texts = [], { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most = Infinity) {
    const width = Math.min(most, this.measureText(text).width), left = this.textAlign === "center" ? x - width / 2 : x;
    texts.push([text, left, left + width, y]);
  };
  await draw(data);
  CanvasRenderingContext2D.prototype.fillText = fillText;
  return texts;
}"""
_REFUSES_PICTURES = "HTMLCanvasElement.prototype.toBlob = (done) => done(null);"
_SENDS = "navigator.share = async (shared) => { window.sent = Object.keys(shared); };"


def check_picture(image: Locator) -> None:
    """Check that a picture is shown, is a portrait, and has the colours of signs and of the edges of letters."""
    expect(image).to_be_visible()
    assert (image.get_attribute("src") or "").startswith("data:image/png;")
    width, height, colours = image.evaluate(_LOOK)
    assert (width, height) == (1080, 1350)
    assert colours > 100


@pytest.mark.parametrize("plain", [False, True])
def test_a_soiree_and_a_partie_have_a_picture(open_phone: OpenPhone, *, plain: bool) -> None:
    page = open_phone(plain=plain)
    if plain:
        page.add_init_script(AS_IN_2022)
    evening.sit_down(page)
    evening.record_directly(page, (1, 0, 2, 10), LONG, times=5)
    page.reload()
    # Only over plain HTTP there is no clipboard.
    page.locator(".share > summary").tap()
    check_picture(page.locator(".picture"))
    expect(page.locator(".by-hand")).to_be_visible(visible=plain)
    assert page.evaluate("String(getSelection()).startsWith('Dame de Pique · 5 manches')") is plain
    page.goto(f"{page.locator('.when a').get_attribute('href')}/print")
    check_picture(page.locator(".picture"))
    expect(page.locator(".by-hand")).to_be_visible(visible=plain)
    assert page.evaluate("String(getSelection()).includes('Luc mène.')") is plain
    assert inspection.problems(page) == []
    with page.expect_download() as download:
        page.locator("[download]").tap()
    assert download.value.suggested_filename == "la-marque.png"


def test_where_the_browser_refuses_the_picture_the_text_is_sent(phone: Page) -> None:
    phone.add_init_script(_REFUSES_PICTURES + _SENDS)
    evening.sit_down(phone)
    evening.record_directly(phone, (1, 0, 2, 10), LONG, times=5)
    phone.goto(f"{phone.locator('.when a').get_attribute('href')}/print")
    phone.locator("button[data-send]").tap()
    evening.wait_for(phone, lambda page: page.evaluate("window.sent"), wanted=["text"])
    expect(phone.locator(".picture")).to_be_hidden()


def picture(count: int, **parts: object) -> dict[str, Any]:
    """Return the data of a picture of so many players, with a curve and two sentences."""
    names = NAMES[:count]
    lines = [{"values": [0, 5 * sign, 7], "sign": sign, "strong": not sign} for sign in range(count)]
    return {
        "when": "samedi 21 novembre 2026 · chez la grand-mère de Maximilienne-Alexandrine et de Bartholomäus",
        "title": f"{LONG} l’emporte.",
        "figures": "2 parties sur 3 · 2 h 40 · 34 manches",
        "ranking": [
            {"place": place, "name": name, "sign": place - 1, "figure": "10 victoires"}
            for place, name in enumerate(names, start=1)
        ],
        "curves": [{"caption": "Dame de Pique", "lines": lines}],
        "months": [],
        "sentences": [f"Volte de {LONG} : 0 pour {LONG}, 26 pour Camille, Margaux et Zoé, à la manche 3."] * 2,
        **parts,
    }


MONTHS = [{"name": f"mois {month}", "signs": [0, 1, None] * 4} for month in range(12)]
PARTNERS = [{"place": 1, "name": f"{LONG} & {NAMES[1]}", "sign": 0, "figure": "1234"}]


@pytest.mark.parametrize(
    ("drawn", "wanted"),
    [
        (picture(2), NAMES[:2]),
        (picture(4), NAMES[:4]),
        (picture(6), NAMES),
        (picture(6, curves=picture(6)["curves"] * 9), NAMES),
        (picture(2, ranking=PARTNERS), (f"{LONG} &", NAMES[1])),
        (picture(6, curves=[], months=MONTHS), ("mois 0", "mois 11")),
    ],
    ids=["2", "4", "6", "6 with 9 parties", "partners", "year"],
)
def test_every_text_is_inside_the_picture(phone: Page, drawn: dict[str, Any], wanted: tuple[str, ...]) -> None:
    phone.goto("/")
    texts = phone.evaluate(_DRAW, drawn)
    assert set(wanted) <= {text for text, *_ in texts}
    outside = [text for text in texts if text[1] < MARGIN or text[2] > WIDTH - MARGIN + 1 or not 0 < text[3] < FOOT]
    assert outside == []
