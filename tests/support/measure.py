"""What a page looks like at every size of screen and of text: what sticks out, breaks, hides or is too small."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import CDPSession

# The phone of most comes last: on it the next page opens.
SIZES = ((320, 640), (390, 844), (412, 915), (768, 1024), (1280, 800), (740, 360), (360, 740))
_USUAL = 16  # pixels
LARGE = 2  # times the usual size of text
NARROWEST = SIZES[0]
# What fits a phone of 320 px in large text fits the wider ones, whose layout is the same.
EVERY_SIZE_IN = {LARGE: (NARROWEST, (740, 360)), 1: SIZES}
# No rule of the styles sets in between the phones of 360 and of 412 px: what fits the narrower fits the wider ones.
SIZES_IN = {**EVERY_SIZE_IN, 1: tuple(size for size in SIZES if size[0] not in {390, 412})}
# For a language whose words are hardly longer: what is tightest.
TIGHTEST_IN = {LARGE: (NARROWEST,), 1: (NARROWEST,)}

# A word is broken when its letters stand on two lines; a name may end in an ellipsis and may part at its hyphen.
# A field is covered when another thing lies over it once it has been brought into sight, as the focus brings it.
# The width is given: a phone shows a page that is too wide from farther away, and its innerWidth grows with it.
_FAULTS = """([screen, letters]) => {
  const found = [];
  const asked = `(width: ${screen / letters}rem)`;
  if (!matchMedia(asked).matches) found.push(`it is not laid out for ${asked}`);
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".visually-hidden, .skip");
  const said = (one) => (one.innerText || one.name || "").trim().slice(0, 40);
  const named = (one) => `${one.localName}#${one.id}.${one.className} « ${said(one)} »`;
  const scroller = document.scrollingElement;
  if (scroller.scrollWidth > screen) found.push(`the page is ${scroller.scrollWidth} px wide`);

  // What is cut short by an ellipsis sticks out of nothing.
  const cut = (one) => one && (getComputedStyle(one).textOverflow === "ellipsis" || cut(one.parentElement));
  for (const one of document.body.querySelectorAll("*")) {
    const { left, right, width } = one.getBoundingClientRect();
    if (!width || (left > -0.5 && right < screen + 0.5)) continue;
    if (!shown(one) || one.closest("[aria-hidden=true] *") || cut(one)) continue;
    found.push(`${named(one)} sticks out, from ${left.toFixed(0)} to ${right.toFixed(0)} px`);
  }

  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (!/\\p{L}{5}/u.test(text.data)) continue;
    range.selectNodeContents(text);
    if (range.getClientRects().length < 2) continue; // it is not shown, or all on one line
    if (!shown(holder) || getComputedStyle(holder).writingMode !== "horizontal-tb") continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{M}]{5,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((box) => box.width > 1);
      const broken = lines.some((line) => line.top > lines[0].bottom - 4);
      if (broken) found.push(`« ${word[0]} » is broken in ${named(holder)}`);
    }
  }
  for (const name of letters > 16 ? [] : document.querySelectorAll("bdi")) {
    const short = name.innerText.trim().length < 7 && name.scrollWidth > name.clientWidth + 1;
    if (short && name.clientWidth && shown(name)) found.push(`${named(name)} is cut short`);
  }

  const small = (one) => {
    const { width, height } = one.getBoundingClientRect();
    if (Math.min(width, height) >= 43.5) return;
    found.push(`${named(one)} is ${width.toFixed(0)} px by ${height.toFixed(0)}`);
  };
  for (const one of document.querySelectorAll("button, .button, summary")) if (shown(one)) small(one);
  document.querySelectorAll(".menu").forEach((menu) => { menu.open = false; });
  const fields = "input:not([type=hidden]), select, textarea, .chip, .key, label.card";
  for (const field of document.querySelectorAll(fields)) {
    if (!shown(field) || field.disabled || (field.closest(".chip, .card") ?? field) !== field) continue;
    small(field);
    field.scrollIntoView({block: "nearest"});
    const { left, top, width, height } = field.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (over?.name && over.name === field.name) continue; // the same question
    if (over === field || field.contains(over) || over?.contains(field)) continue;
    found.push(`${named(field)} lies under ${over ? named(over) : "nothing"}`);
  }
  scrollTo(0, 0);
  return found;
}"""

# An article that opens over a page to play by brings the style of what is read along.
_MOVED = """async () => {
  const usual = document.querySelector("link[href$='/marque.css']");
  if (!usual || document.querySelector("link[href$='/reading.css']")) return [];
  const all = [...document.body.querySelectorAll("*")];
  const place = (one) => Object.values(one.getBoundingClientRect().toJSON()).join(" ");
  const before = all.map(place);
  const reading = usual.cloneNode();
  await new Promise((done) => {
    reading.onload = done;
    reading.href = usual.href.replace("/marque.css", "/reading.css");
    document.head.append(reading);
  });
  return all.filter((one, n) => place(one) !== before[n]).map((one) => `${one.localName}#${one.id}.${one.className}`);
}"""


def text_size(browser: CDPSession, times: float) -> None:
    """Have text as large as its reader asked the browser for."""
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": round(_USUAL * times), "fixed": round(13 * times)}})


def screen_size(browser: CDPSession, width: int, height: int) -> None:
    """Have the page on such a screen: Playwright would have its window move as well, and wait for it to be drawn."""
    screen = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
    browser.send("Emulation.setDeviceMetricsOverride", {**screen, "deviceScaleFactor": 2, "mobile": True})


def faults(browser: CDPSession, sizes_in: Mapping[int, Sequence[tuple[int, int]]]) -> list[str]:
    """What is wrong with the page at these sizes of screen, by times the usual size of text, a line each.

    The screen and the text stay as they were measured last: a phone in its usual text, on which the next page opens.
    """
    found = []
    for times, sizes in sizes_in.items():
        text_size(browser, times)
        for width, height in sizes:
            screen_size(browser, width, height)
            wrong = _evaluate(browser, f"({_FAULTS})([{width}, {_USUAL * times}])")
            found += [f"{width} × {height}, text × {times}: {fault}" for fault in dict.fromkeys(wrong)]
    return found


def moved_by_reading(browser: CDPSession) -> list[str]:
    """What the style of what is read would move on a page to play by, a line each."""
    return [f"{one} is moved by the style of what is read" for one in _evaluate(browser, f"({_MOVED})()")]


def _evaluate(browser: CDPSession, script: str) -> list[str]:
    """Ask the browser itself: by way of Playwright the question would take half as long again."""
    answer = browser.send("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
    assert "exceptionDetails" not in answer, answer
    found: list[str] = answer["result"]["value"]
    return found
