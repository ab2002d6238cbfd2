"""Accessibility, as axe-core sees it."""

import importlib.util
from functools import cache
from pathlib import Path

from playwright.sync_api import Page
from support import glass

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# What sticks to the screen's edge is looked at on a screen as high as the page, where it hides nothing that scrolling
# would show.
_HEIGHT = """() => document.getElementById("offline").offsetHeight
  + Math.max(...[...document.querySelectorAll("html, .entry[open]")].map((one) => one.scrollHeight))"""


# What is not broken is counted, not told: to tell of it takes a fifth of the time.
_RUN = """rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})
  .then(({violations, passes}) => ({violations, passes: passes.length}))"""


@cache
def source() -> str:
    """Give axe-core's own source, a file of the package that carries it."""
    spec = importlib.util.find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Give a line for each rule the page breaks: the rule, what it asks for, and where."""
    screen = page.viewport_size
    assert screen is not None
    page.wait_for_load_state()
    page.set_viewport_size({**screen, "height": max(screen["height"], page.evaluate(_HEIGHT))})
    glass.settle(page)
    if not page.evaluate("typeof axe === 'object'"):  # a page that came by a swap has it already
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
