"""Accessibility, checked with axe-core."""

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from support import page_checks

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# Check elements fixed to the screen's edge on a screen as high as the page, where they cover nothing.
_HEIGHT = """() => document.getElementById("offline").offsetHeight
  + Math.max(...[...document.querySelectorAll("html, .entry[open]")].map((one) => one.scrollHeight))"""


# Count the rules that pass instead of listing them, which would take a fifth of the time.
_RUN = """rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})
  .then(({violations, passes}) => ({violations, passes: passes.length}))"""

# On a usual screen the foot lies over links, wherever the page is scrolled to: what it leaves of them is large enough.
_SCROLLED_BY = range(0, 45, 15)  # pixels, up to the height of a link
_RUN_AT = """top => {
  scrollTo(0, top);
  return axe.run(document, {runOnly: {type: 'rule', values: ['target-size']}, resultTypes: ['violations']})
    .then(({violations}) => violations);
}"""


@cache
def source() -> str:
    """Return axe-core's source, a file of the package that contains it."""
    spec = importlib.util.find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Return a line for each rule that the page breaks: the rule, its help and the elements."""
    screen = page.viewport_size
    assert screen is not None
    page.wait_for_load_state()
    page_checks.settle(page)
    if not page.evaluate("typeof axe === 'object'"):  # a page swapped in by htmx has it already
        page.evaluate(source())
    covered = [broken for top in _SCROLLED_BY for broken in page.evaluate(_RUN_AT, top)]
    page.evaluate("scrollTo(0, 0)")
    page.set_viewport_size({**screen, "height": max(screen["height"], page.evaluate(_HEIGHT))})
    page_checks.settle(page)
    found = page.evaluate(_RUN, TAGS)
    assert found["passes"], "axe found nothing it could check"
    page.set_viewport_size(screen)
    return sorted({_line(broken) for broken in (*found["violations"], *covered)})


def _line(broken: dict[str, Any]) -> str:
    return f"{broken['id']}: {broken['help']}: {', '.join(str(node['target']) for node in broken['nodes'])}"
