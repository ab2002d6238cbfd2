"""Layout checks of a page at every size of screen and text: overflow, broken words, covered or small elements."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import CDPSession

# The most common phone comes last: the next page opens at this size.
SIZES = ((320, 640), (390, 844), (412, 915), (768, 1024), (1280, 800), (740, 360), (360, 740))
_USUAL = 16  # pixels
LARGE = 2  # times the usual size of text
NARROWEST = SIZES[0]
# In large text the layout of 320 px is also that of wider phones.
EVERY_SIZE_IN = {LARGE: (NARROWEST, (740, 360)), 1: SIZES}
# No media query begins between 360 and 412 px: what fits the narrower screen fits the wider ones.
SIZES_IN = {**EVERY_SIZE_IN, 1: tuple(size for size in SIZES if size[0] not in {390, 412})}
# For a language whose words are hardly longer: the smallest screen only.
TIGHTEST_IN = {LARGE: (NARROWEST,), 1: (NARROWEST,)}

# A word is broken when its letters are on two lines; a name may end in an ellipsis and may break at its hyphen.
# A field is covered when another element is over it once it is scrolled into view, as the focus does.
# The width is a parameter: a phone zooms out of a page that is too wide, which increases its innerWidth.
_DEFECTS = """([screen, letters]) => {
  const found = [];
  const query = `(width: ${screen / letters}rem)`;
  if (!matchMedia(query).matches) found.push(`it is not laid out for ${query}`);
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".visually-hidden, .skip");
  const textOf = (one) => (one.innerText || one.name || "").trim().slice(0, 40);
  const named = (one) => `${one.localName}#${one.id}.${one.className} « ${textOf(one)} »`;
  const scroller = document.scrollingElement;
  if (scroller.scrollWidth > screen) found.push(`the page is ${scroller.scrollWidth} px wide`);

  // Text cut with an ellipsis does not overflow.
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
    const parent = text.parentElement;
    if (!/\\p{L}{5}/u.test(text.data)) continue;
    range.selectNodeContents(text);
    if (range.getClientRects().length < 2) continue; // it is not shown, or all on one line
    if (!shown(parent) || getComputedStyle(parent).writingMode !== "horizontal-tb") continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{M}]{5,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((box) => box.width > 1);
      const broken = lines.some((line) => line.top > lines[0].bottom - 4);
      if (broken) found.push(`« ${word[0]} » is broken in ${named(parent)}`);
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
    if (over?.name && over.name === field.name) continue; // another choice of the same field
    if (over === field || field.contains(over) || over?.contains(field)) continue;
    found.push(`${named(field)} lies under ${over ? named(over) : "nothing"}`);
  }
  scrollTo(0, 0);
  return found;
}"""

# An article that opens over a page of a partie loads reading.css.
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
    """Set the browser's text size, in times the usual one."""
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": round(_USUAL * times), "fixed": round(13 * times)}})


def screen_size(browser: CDPSession, width: int, height: int) -> None:
    """Set the screen size directly: Playwright also resizes its window, and waits until it is drawn."""
    screen = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
    browser.send("Emulation.setDeviceMetricsOverride", {**screen, "deviceScaleFactor": 2, "mobile": True})


def problems(browser: CDPSession, sizes_in: Mapping[int, Sequence[tuple[int, int]]]) -> list[str]:
    """Return a line for each problem of the page at these screen sizes, by factor of text size.

    The screen and the text stay at the last size, the most common phone with its usual text, for the next page.
    """
    found = []
    for times, sizes in sizes_in.items():
        text_size(browser, times)
        for width, height in sizes:
            screen_size(browser, width, height)
            wrong = _evaluate(browser, f"({_DEFECTS})([{width}, {_USUAL * times}])")
            found += [f"{width} × {height}, text × {times}: {problem}" for problem in dict.fromkeys(wrong)]
    return found


def moved_by_reading(browser: CDPSession) -> list[str]:
    """Return a line for each element of a page that reading.css moves."""
    return [f"{one} is moved by reading.css" for one in _evaluate(browser, f"({_MOVED})()")]


def _evaluate(browser: CDPSession, script: str) -> list[str]:
    """Evaluate a script by the DevTools protocol: through Playwright it takes half as long again."""
    answer = browser.send("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
    assert "exceptionDetails" not in answer, answer
    found: list[str] = answer["result"]["value"]
    return found
