"""Limits on the wrong codes from a client's network, and on the carnets made from it.

A *code* opens a carnet (the notebook of a group of players) in a new browser.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from functools import wraps
from ipaddress import IPv4Address, ip_network
from math import ceil

from flask import Response as FlaskResponse
from flask import after_this_request, current_app, request
from werkzeug.wrappers import Response

from scorekeeper.record.database import writing
from scorekeeper.record.sharing.attempts import Counted, ManyAttemptsError, count_attempt
from scorekeeper.web.core.phone_address import is_loopback
from scorekeeper.web.core.proxies import parse_address
from scorekeeper.web.flow.posting import Answer, Refusal, View


def limits_wrong_codes(render_refusal: Callable[[Refusal], str]) -> Callable[[View], View]:
    """Decorate a view that opens something by a code: answer 429 once too many wrong ones came from its network.

    A right code is never refused, even after too many wrong ones, because other users of the same network may have sent
    these. This is safe: a code has 80 bits, so that nobody guesses one.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def limited() -> Response | Answer:
            answer = view()
            if not isinstance(answer, tuple):  # a tuple is a refusal and its status
                return answer
            try:
                with writing():
                    _count(Counted.WRONG_CODE)
            except ManyAttemptsError as error:
                refusal = Refusal(error)
                return render_refusal(refusal), refusal.status
            return answer

        return limited

    return decorate


def count_new_carnet() -> None:
    """Count a carnet that is about to be made. Raises `ManyAttemptsError` after too many of its network.

    Carnets made from this computer are not counted: a proxy on it may not report the addresses of its clients, which
    would then all count as one.
    """
    if not is_loopback(request.remote_addr or ""):
        _count(Counted.NEW_CARNET)


def _count(counted: Counted) -> None:
    """Count an attempt of the client. Raises `ManyAttemptsError` after too many; the answer has `Retry-After`."""
    try:
        # Raises the error once one of the networks has reached its limit.
        count_attempt(counted, [_digest(network) for network in _client_networks()])
    except ManyAttemptsError as error:
        seconds = ceil(error.wait.total_seconds())

        # There is no answer yet: the view makes a refusal from the error.
        @after_this_request
        def add_header(response: FlaskResponse) -> FlaskResponse:
            response.headers["Retry-After"] = str(seconds)
            return response

        raise


def _client_networks() -> list[str]:
    """Return the network of the client's subscriber and the larger one around it."""
    address = parse_address(request.remote_addr or "")
    if address is None:
        return [str(request.remote_addr)]
    # The lengths of the prefixes: with IPv6, a subscriber has a network of /64 or a larger one, such as /48.
    lengths = 64, 48
    if isinstance(address, IPv4Address):
        lengths = 32, 24
    # `strict=False`: the network that contains the address, as 192.0.2.0/24 contains 192.0.2.7.
    return [str(ip_network((address, length), strict=False)) for length in lengths]


def _digest(network: str) -> str:
    """Return a digest with a secret key, so that the database stores no address."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(secret, network.encode("utf-8", "replace"), hashlib.sha256)[:12].hex()
