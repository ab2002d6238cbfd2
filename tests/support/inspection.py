"""All the layout and accessibility checks of a page."""

from collections.abc import Iterable

from playwright.sync_api import Page
from support import axe, page_checks


def problems(page: Page) -> list[str]:
    """Return a line for each problem of the page, as it is shown."""
    return [*axe.violations(page), *page_checks.overflows(page), *page_checks.too_small(page)]


def problems_on(page: Page, tour: Iterable[str]) -> str:
    """Return a line for each problem of the pages of a tour, which yields the name of each page while it is open."""
    return "\n".join(f"{name}: {problem}" for name in tour for problem in problems(page))
