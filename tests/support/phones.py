"""A phone: a page in Chromium that fails its test on any error of its scripts or console."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect, sync_playwright

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
    # One process draws and fetches for all pages: with three, their messages take a twentieth of the time.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    # The first page of a phone reuses the renderer of the blank page, instead of a second one.
    "--renderer-process-limit=1",
    # A host name as on a home network, without a certificate: no secure context, unlike 127.0.0.1.
    "--host-resolver-rules=MAP lamarque.test 127.0.0.1",
    # Without RenderDocument a page takes a fifth less time; a spare renderer would be started for each page. This list
    # replaces Playwright's.
    "--disable-features=RenderDocument,SpareRendererForSitePerProcess,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding",
)
# With these the headless shell draws only on request, which never comes; a Chromium with windows still draws.
_UNDRAWN = ("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw")
FROM_APP = {"La-Marque": "1"}  # in each answer of the app
PATIENCE = 30_000  # milliseconds: long enough for a busy machine
QUIET = 500  # milliseconds without a request, after which none is expected
# A script that takes away what the oldest supported browsers lack: iOS 15.4, Chromium 99 and Firefox 98, of March 2022.
AS_IN_2022 = """for (const [owner, ...names] of [
  [AbortSignal, "any", "timeout"],
  [Array, "fromAsync"],
  [Array.prototype, "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"],
  [Document.prototype, "startViewTransition"],
  [HTMLElement.prototype, "hidePopover", "showPopover", "togglePopover"],
  [Map, "groupBy"],
  [Object, "groupBy"],
  [Promise, "try", "withResolvers"],
  [RegExp, "escape"],
  [Set.prototype, "difference", "intersection", "isSubsetOf", "union"],
  [String.prototype, "isWellFormed", "toWellFormed"],
  [URL, "canParse", "parse"],
  [globalThis, "Iterator", "structuredClone"],
]) for (const name of names) delete owner[name];"""
OpenPhone = Callable[..., Page]
"""A function that opens phones on the server: see `Phones.open`."""
_addresses: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()
_seen_as: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()
# Chromium reports this for each page over plain HTTP, where the header has no effect.
NO_OPENER_POLICY = ("Cross-Origin-Opener-Policy header has been ignored",)
# Chromium reports a refused form as an error, and Playwright the blocked service worker.
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")  # without a network
REFUSALS = ("status of 409", "status of 422", "Service Worker registration blocked")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the Chromium of this computer."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_path(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def undrawn(running: Browser) -> Iterator[Browser]:
    """Start a second Chromium that lays out its pages, which can be measured, and never draws them.

    Actions that wait for a frame, such as a tap, do not work in it.
    """
    browser = running.browser_type.launch(executable_path=_path(), args=(*FLAGS, *_UNDRAWN))
    yield browser
    browser.close()


@cache
def _path() -> str:
    return subprocess.run([sys.executable, FINDER], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


class Phones:
    """Opens phones on one server, and collects their errors."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.errors: list[str] = []
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []

    def open(  # noqa: PLR0913 - the properties of a phone
        self,
        locale: str = "fr-FR",
        *,
        javascript: bool = True,
        dark: bool = False,
        url: str = "",
        tolerate: tuple[str, ...] = (),
        installed: bool = False,
        plain: bool = False,
        zone: str | None = None,
    ) -> Page:
        """Return a new page on a phone of its own, with its own cookies.

        `url` replaces the usual server; errors that contain one of `tolerate` are ignored. Only an `installed` phone
        runs the service worker. A `plain` phone uses a host name and plain HTTP, which is no secure context.
        `zone` is its time zone, by default that of this computer.
        """
        url = url or self._url
        seen_as = url.replace("127.0.0.1", "lamarque.test") if plain else url
        context = self._browser.new_context(
            base_url=seen_as,
            locale=locale,
            timezone_id=zone,
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
        """Close the phones; raise AssertionError if one of them had an error."""
        for context in self._contexts:
            context.close()
        assert not self.errors, "\n".join(self.errors)

    def _listen(self, context: BrowserContext, tolerated: tuple[str, ...]) -> None:
        """Collect the errors of scripts and the console, which also reports violations of the content policy."""

        def note(error: str) -> None:
            if not any(text in error for text in tolerated):
                self.errors.append(error)

        context.on("console", console_listener(note, "error", "warning"))
        context.on("weberror", lambda error: note(f"script: {error.error}"))


def server_of(page: Page) -> str:
    """Return the URL of the server that this phone uses."""
    return _addresses[page.context]


def copy_access(page: Page, url: str, visitor: "Visitor") -> None:
    """Copy the session cookie of a visitor to this browser, for the server at this URL."""
    cookie = visitor.client.get_cookie(visitor.cookie_name)
    assert cookie is not None
    address = _seen_as[page.context] if url == server_of(page) else url
    page.context.add_cookies([{"name": visitor.cookie_name, "value": cookie.value, "url": address}])


def double_tap(target: Locator) -> None:
    """Tap the place of an element twice, without waiting for what the first tap does; then wait for all answers."""
    page, pending = target.page, set[Request]()
    page.on("request", lambda request: pending.add(request))  # noqa: PLW0108 — a bound method is no listener
    for event in ("requestfinished", "requestfailed"):
        page.on(event, lambda request: pending.discard(request))  # noqa: PLW0108 — likewise
    box = target.bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    quiet = 0
    while quiet < QUIET:
        page.wait_for_timeout(100)
        quiet = 0 if pending else quiet + 100


def slow_down(page: Page, latency: int = 400) -> None:
    """Delay each answer by `latency` milliseconds, as with a weak signal."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def console_listener(note: Callable[[str], None], *kinds: str) -> Callable[[Any], None]:
    """Return a listener that notes the console messages of these kinds."""

    def listen(message: Any) -> None:  # noqa: ANN401 (Playwright's message)
        if message.type in kinds:
            note(f"console: {message.text} ({message.location.get('url')})")

    return listen
