"""A phone at the table: a page in Chromium that fails its test when anything goes wrong behind it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

if TYPE_CHECKING:
    from web.visitor import Visitor

FINDER = Path(__file__).parents[2] / ".ci" / "find_browser.py"
FLAGS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process draws and fetches for all pages: what three say to each other costs a twentieth of the time.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    # The first page of a phone takes the renderer of the empty one before it, in place of a second.
    "--renderer-process-limit=1",
    # A host name as on a home network, without a certificate: no secure context, unlike 127.0.0.1.
    "--host-resolver-rules=MAP lamarque.test 127.0.0.1",
    # Without its own frame a page costs a fifth less, as it did until lately; a renderer that waits for the next phone
    # would be started for each page. This list replaces Playwright's.
    "--disable-features=RenderDocument,SpareRendererForSitePerProcess,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding",
)
# The headless shell draws when it is told to, and nobody tells it; a Chromium with windows draws all the same.
_UNDRAWN = ("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw")
PATIENCE = 30_000  # milliseconds: a busy machine is slow, and what never comes is a fault all the same
# Chromium reports an answer that is no success as an error, though a refused form is all in order, and Playwright that
# there is no worker.
_COOKIE = "lamarque"
_addresses: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()
_seen_as: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()
# Said of each page over plain HTTP, where the header has no effect.
NO_OPENER_POLICY = ("Cross-Origin-Opener-Policy header has been ignored",)
REFUSALS = ("status of 409", "status of 422", "Service Worker registration blocked")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the Chromium of this computer."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_path(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def undrawn(beside: Browser) -> Iterator[Browser]:
    """Run another Chromium beside one that runs: it lays its pages out, which can be measured, and draws none.

    What waits for a frame, as a tap does, waits in vain there.
    """
    browser = beside.browser_type.launch(executable_path=_path(), args=(*FLAGS, *_UNDRAWN))
    yield browser
    browser.close()


@cache
def _path() -> str:
    return subprocess.run([sys.executable, FINDER], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


class Phones:
    """Opens phones on one server, and remembers what they had to complain about."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.complaints: list[str] = []
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []

    def open(  # noqa: PLR0913 - a phone is all of these
        self,
        locale: str = "fr-FR",
        *,
        javascript: bool = True,
        dark: bool = False,
        url: str = "",
        tolerate: tuple[str, ...] = (),
        installed: bool = False,
        plain: bool = False,
    ) -> Page:
        """Give a new page on a phone of its own, with its own cookies.

        `url` is that of another server than the usual one; a complaint with one of `tolerate` in it is none.
        Only where it may be `installed` does the worker stand between its pages and the network.
        A `plain` one reaches the server by a host name over plain HTTP, in no secure context.
        """
        url = url or self._url
        seen_as = url.replace("127.0.0.1", "lamarque.test") if plain else url
        context = self._browser.new_context(
            base_url=seen_as,
            locale=locale,
            java_script_enabled=javascript,
            color_scheme="dark" if dark else "light",
            viewport={"width": 360, "height": 740},
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            service_workers="allow" if installed else "block",
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        _addresses[context] = url
        _seen_as[context] = seen_as
        self._listen(context, REFUSALS + tolerate + (NO_OPENER_POLICY if plain else ()))
        return context.new_page()

    def close(self) -> None:
        """Put the phones away; raise AssertionError if one of them complained."""
        for context in self._contexts:
            context.close()
        assert not self.complaints, "\n".join(self.complaints)

    def _listen(self, context: BrowserContext, tolerated: tuple[str, ...]) -> None:
        """Note what scripts and the console complain of; the console says as well what the content policy forbids."""

        def note(complaint: str) -> None:
            if not any(text in complaint for text in tolerated):
                self.complaints.append(complaint)

        context.on("console", told(note, "error", "warning"))
        context.on("weberror", lambda error: note(f"script: {error.error}"))


def server_of(page: Page) -> str:
    """The address of the server that this phone was opened on."""
    return _addresses[page.context]


def let_in(page: Page, url: str, holder: "Visitor") -> None:
    """Give this browser the keys that somebody holds in the house at this address."""
    held = holder.client.get_cookie(_COOKIE)
    assert held is not None
    address = _seen_as[page.context] if url == server_of(page) else url
    page.context.add_cookies([{"name": _COOKIE, "value": held.value, "url": address}])


def slow_down(page: Page, latency: int = 400) -> None:
    """Let each answer take so many milliseconds, as at the far end of a garden."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def told(note: Callable[[str], None], *kinds: str) -> Callable[[Any], None]:
    """Note what the console says of these kinds."""

    def listen(message: Any) -> None:  # noqa: ANN401 (Playwright's message)
        if message.type in kinds:
            note(f"console: {message.text} ({message.location.get('url')})")

    return listen
