"""Firefox and WebKit over WebDriver, as distributions ship them: Playwright drives only its own builds of these two."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import IO, Any

from support.commands import PATIENCE, free_port

PROFILE = 'user_pref("marionette.port", 0); user_pref("intl.accept_languages", "fr");'  # 0: any free port
# Where the program of WebKit takes each command; Firefox takes it by its name.
PATHS = {
    "NewSession": "",
    "SetWindowRect": "/window/rect",
    "Navigate": "/url",
    "ExecuteScript": "/execute/sync",
    "ElementClick": "/element/{id}/click",
    "ElementSendKeys": "/element/{id}/value",
}
VISIBLE = "const found = [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility());"
# The first that contains a text, once it stands still in the middle, where no bar covers it.
FIND = f"""{VISIBLE}
const one = found.find((one) => one.textContent.includes(arguments[1])), place = () => one?.getBoundingClientRect().top;
one?.scrollIntoView({{ block: "center" }});
sessionStorage.setItem("tapped", "no");
addEventListener("click", ({{ target }}) => one?.contains(target) && sessionStorage.setItem("tapped", "yes"), true);
const before = place();
return new Promise((done) => setTimeout(() => done(place() === before ? one : null), 100));"""
READ = rf"{VISIBLE} return found.map((one) => (one.value || one.textContent).replace(/\s+/g, ' ').trim());"

Call = Callable[..., Any]
"""Sends a command with its parameters to the browser and returns the value of the answer."""


class RefusedError(Exception):
    """A command that the browser refused: often the page has just changed."""


class Phone:
    """A page of one of these browsers; each step waits until its element is on the page."""

    def __init__(self, call: Call, url: str) -> None:
        self._call = call
        self._url = url
        call("SetWindowRect", width=360, height=740)

    def open(self, path: str) -> None:
        self._call("Navigate", url=self._url + path)

    def run(self, script: str, *arguments: str) -> Any:  # noqa: ANN401 (what the script returns)
        return self._call("ExecuteScript", script=script, args=arguments)

    def tap(self, selector: str, text: str = "") -> None:
        """Click the first visible element that contains the text; again if it moved away: WebKit does not tell."""
        tapped = "no"
        while tapped == "no":
            self._act("ElementClick", selector, text)
            tapped = patiently(lambda: self.run("return sessionStorage.getItem('tapped');"))

    def write(self, selector: str, text: str) -> None:
        self._act("ElementSendKeys", selector, text=text)

    def shows(self, selector: str, *texts: str) -> None:
        """Wait until the visible elements have these texts or values; without any, until none is visible."""
        patiently(lambda: self.run(READ, selector), lambda found: found == [*texts])

    def _act(self, command: str, selector: str, inside: str = "", **parameters: str) -> None:
        def act() -> bool:
            element = self.run(FIND, selector, inside)
            if element is None:
                raise RefusedError(selector, inside)
            (identity,) = element.values()
            self._call(command, id=identity, **parameters)
            return True

        patiently(act)


def patiently(act: Callable[[], Any], is_enough: Callable[[Any], bool] = bool) -> Any:  # noqa: ANN401 (what `act` returns)
    """Act until the result is enough, and return it."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            result = act()
            if is_enough(result):
                return result
        except (RefusedError, ConnectionRefusedError) as refusal:
            result = refusal
        assert time.monotonic() < until, result
        time.sleep(0.05)


@contextmanager
def firefox(profile: Path) -> Iterator[Call]:
    """Start Firefox, with this folder as its profile."""
    (profile / "user.js").write_text(PROFILE)
    port = profile / "MarionetteActivePort"
    with _running("firefox", "--headless", "--marionette", "--no-remote", "--profile", str(profile)):
        patiently(port.exists)
        number = patiently(port.read_text)
        with socket.create_connection(("127.0.0.1", int(number))) as connection, connection.makefile("rwb") as stream:
            _read(stream)  # its greeting
            call = partial(_tell, stream)
            call("NewSession")
            yield call


def _tell(stream: IO[bytes], name: str, **parameters: object) -> Any:  # noqa: ANN401 (JSON)
    """Send a command to the port that Firefox calls Marionette."""
    command = json.dumps([0, 1, f"WebDriver:{name}", parameters]).encode()
    stream.write(b"%d:%b" % (len(command), command))
    stream.flush()
    _, _, error, answer = _read(stream)
    if error:
        raise RefusedError(error)
    return answer.get("value")


def _read(stream: IO[bytes]) -> Any:  # noqa: ANN401 (JSON)
    """Read a message, after its length and a colon."""
    length = b"".join(iter(partial(stream.read, 1), b":"))
    return json.loads(stream.read(int(length)))


@contextmanager
def webkit(_: Path) -> Iterator[Call]:
    """Start the browser of WebKitGTK on a screen in memory."""
    port = free_port()
    with _running("Xvfb", "-displayfd", "1") as screen:
        display = f":{screen.readline().strip().decode()}"
        with _running("WebKitWebDriver", f"--port={port}", DISPLAY=display):
            session = patiently(lambda: _post(port, "", "NewSession", capabilities={}))["sessionId"]
            yield partial(_post, port, f"/{session}")


def _post(port: int, session: str, name: str, **parameters: Any) -> Any:  # noqa: ANN401 (JSON)
    """Send a command to the program that drives WebKit."""
    path = f"/session{session}{PATHS[name]}".format(**parameters)
    with closing(HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("POST", path, json.dumps(parameters))
        answer = json.load(connection.getresponse())["value"]
    if isinstance(answer, dict) and "error" in answer:
        raise RefusedError(answer)
    return answer


@contextmanager
def _running(*command: str, **settings: str) -> Iterator[IO[bytes]]:
    """Start a program, yield what it prints, and end it with all that it has started."""
    env = os.environ | settings
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            yield process.stdout
        finally:
            os.killpg(process.pid, signal.SIGTERM)
