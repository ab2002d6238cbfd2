"""Layout checks of a page: elements that are too small to touch, overflow the screen or need a script."""

from playwright.sync_api import Page

# Finish the animations instead of waiting for them: those in a closed fold never end.
_SETTLE = "() => document.getAnimations().forEach((one) => one.finish())"

# Ignores elements that only screen readers see, because they are moved off the screen, and the inside of decorations.
_OVERFLOWS = """width => {
  const scroller = document.scrollingElement;
  const found = scroller.scrollWidth > width ? [`the page is ${scroller.scrollWidth} px wide`] : [];
  const named = (one) => `${one.localName}#${one.id}.${one.className} « ${(one.innerText ?? "").trim().slice(0, 30)} »`;
  // Text cut with an ellipsis does not overflow.
  const cut = (one) => one && (getComputedStyle(one).textOverflow === "ellipsis" || cut(one.parentElement));
  for (const one of document.body.querySelectorAll("*")) {
    if (!one.checkVisibility({visibilityProperty: true}) || cut(one.parentElement)) continue;
    if (one.closest(".visually-hidden, .skip, [aria-hidden=true] *")) continue;
    const box = one.getBoundingClientRect();
    if (box.width && (box.right > width + 0.5 || box.left < -0.5)) {
      found.push(`${named(one)}: from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
    }
    const style = getComputedStyle(one);
    if (["auto", "scroll"].includes(style.overflowX) && one.scrollWidth > one.clientWidth) {
      found.push(`${named(one)} scrolls sideways: ${one.scrollWidth} px in ${one.clientWidth}`);
    }
  }
  return found;
}"""

_TOO_SMALL = """() => {
  const minimums = [
    ["button, .button", 48],
    [".chip, .tool, summary, select, textarea, input:not([type=hidden], .chip *)", 44],
    ["p > a:not(.skip, .button), li > a", 44],
    ["nav a, header a, a.row, a.preset, .standings-head a, .alternative a, .cards-link a", 44],
  ];
  const found = [];
  // A link within a sentence is as high as its line; only one that is alone must have the size of a button.
  const within = (link) => link.innerText.trim() !== link.parentElement.innerText.trim();
  for (const [selector, least] of minimums) {
    for (const one of document.querySelectorAll(selector)) {
      if (!one.checkVisibility({visibilityProperty: true}) || (selector.startsWith("p > a") && within(one))) continue;
      const box = one.getBoundingClientRect();
      if (box.height < least - 0.5) {
        const words = (one.innerText || one.name || "").trim().slice(0, 30);
        const named = `${one.localName}#${one.id}.${one.className} « ${words} »`;
        found.push(`${named}: ${box.height.toFixed(1)} px, not ${least}`);
      }
    }
  }
  return found;
}"""

_NEEDS_SCRIPT = """() => {
  const found = [];
  for (const one of document.querySelectorAll("a, button, [hx-get], [hx-post]")) {
    if (!one.checkVisibility({visibilityProperty: true})) continue;
    const words = (one.innerText || one.id).trim().slice(0, 30);
    const address = one.getAttribute("href") ?? "";
    if (one.localName === "button" && (one.type === "button" || !one.form)) found.push(`button « ${words} »`);
    if (one.localName === "a" && (address === "" || address.startsWith("javascript:"))) found.push(`link « ${words} »`);
    // A fold that loads its content must also have a link to it.
    const own = one.localName === "details" && one.querySelector(`a[href="${one.getAttribute("hx-get")}"]`);
    if (!own && !["a", "button", "form"].includes(one.localName)) found.push(`${one.localName} « ${words} »`);
    if (address.startsWith("#") && !document.querySelector(address)) found.push(`link to nowhere « ${words} »`);
  }
  return found;
}"""


# With scripts the lines of each manche load when its row opens.
_UNFOLD = """async () => {
  for (const one of document.querySelectorAll("details:not(.entry, .menu)")) one.open = true;
  // Scripts load the lines of a row, and draw the picture to send.
  const awaited = () => document.querySelector(
    "html.js #log .lines > a[href$='/lines'], html.js .sharing template ~ .picture[hidden]");
  while (awaited()) await new Promise((done) => { setTimeout(done, 10); });
}"""


def settle(page: Page) -> None:
    """Wait until the page is loaded, and finish its animations."""
    page.wait_for_load_state()
    page.evaluate(_SETTLE)


def unfold(page: Page) -> None:
    """Open every fold except the entry and the menu, which cover the page; wait for the picture to send."""
    page.wait_for_load_state()
    page.evaluate(_UNFOLD)


def overflows(page: Page, width: int = 360) -> list[str]:
    """Return a line if the page scrolls sideways, and one for each element that overflows the screen."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(_OVERFLOWS, width)
    return found


def too_small(page: Page) -> list[str]:
    """Return a line for each control that is too low to touch: below 48 px for buttons, 44 for the others."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(_TOO_SMALL)
    return found


def needs_script(page: Page) -> list[str]:
    """Return a line for each control that does nothing without a script."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(_NEEDS_SCRIPT)
    return found
