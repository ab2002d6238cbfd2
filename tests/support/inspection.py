"""All that is wrong with a page for an eye, a thumb or a screen reader."""

from collections.abc import Iterable

from playwright.sync_api import Page
from support import axe, glass


def faults(page: Page) -> list[str]:
    """Give a line for each fault of the page, as it is shown."""
    return [*axe.violations(page), *glass.sideways(page), *glass.small(page)]


def faults_on(page: Page, tour: Iterable[str]) -> str:
    """What is wrong on a tour that names each page while it is open, one line a fault."""
    return "\n".join(f"{name}: {fault}" for name in tour for fault in faults(page))
