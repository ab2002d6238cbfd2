"""Accessibility, checked with axe-core."""

import importlib.util
from functools import cache
from pathlib import Path

from playwright.sync_api import Page
from support import page_checks

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# Check elements fixed to the screen's edge on a screen as high as the page, where they cover nothing.
_HEIGHT = """() => document.getElementById("offline").offsetHeight
  + Math.max(...[...document.querySelectorAll("html, .entry[open]")].map((one) => one.scrollHeight))"""


# Count the rules that pass instead of listing them, which would take a fifth of the time.
_RUN = """rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})
  .then(({violations, passes}) => ({violations, passes: passes.length}))"""


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
    page.set_viewport_size({**screen, "height": max(screen["height"], page.evaluate(_HEIGHT))})
    page_checks.settle(page)
    if not page.evaluate("typeof axe === 'object'"):  # a page swapped in by htmx has it already
        page.evaluate(source())
    found = _broken(page)
    page.set_viewport_size(screen)
    return found


def _broken(page: Page) -> list[str]:
    found = page.evaluate(_RUN, TAGS)
    assert found["passes"], "axe found nothing it could check"
    return [
        f"{broken['id']}: {broken['help']}: {', '.join(str(node['target']) for node in broken['nodes'])}"
        for broken in found["violations"]
    ]
