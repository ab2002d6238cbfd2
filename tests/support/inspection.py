"""All the layout and accessibility checks of a page."""

from playwright.sync_api import Page
from support import axe, page_checks


def problems(page: Page) -> list[str]:
    """Return a line for each problem of the page, as it is shown."""
    return [*axe.violations(page), *page_checks.overflows(page), *page_checks.too_small(page)]
