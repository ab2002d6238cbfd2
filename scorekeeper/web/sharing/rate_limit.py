"""Rate limit for wrong codes and tokens. Clients are counted in a fixed number of buckets, by their address."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import current_app, request
from werkzeug.wrappers import Response

from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.failed_attempts import BUCKETS, count_wrong_code, refuse_if_many
from scorekeeper.web.flow.posting import Answer, Refusal, View

_TOO_MANY_REQUESTS = 429
_SUBSCRIBER_BITS = 64  # the prefix of an IPv6 address that belongs to one subscriber


def rate_limit_refusal() -> Refusal | None:
    """Return the refusal if too many wrong codes came from the client's bucket, else None."""
    try:
        refuse_if_many(client_bucket())
    except RefusedError as error:
        refusal = Refusal(error, None)
        refusal.status = _TOO_MANY_REQUESTS
        return refusal
    return None


def rate_limited(render_refusal: Callable[..., str]) -> Callable[[View], View]:
    """Decorate a view that opens a carnet by a code: answer 429 if the client's bucket sent too many wrong codes."""

    def decorate(view: View) -> View:
        @wraps(view)
        def limited(**values: Any) -> Response | Answer:  # noqa: ANN401 - the parameters of the address
            refusal = rate_limit_refusal()
            if refusal is not None:
                return render_refusal(refusal=refusal, **values), refusal.status
            answer = view(**values)
            if isinstance(answer, tuple):  # the code was refused
                count_wrong_code(client_bucket())
            return answer

        return limited

    return decorate


def client_bucket() -> int:
    """Return the bucket of the client's address. The hash has a secret key, so that clients cannot compute it."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    digest = hmac.digest(secret, _client_network().encode("utf-8", "replace"), hashlib.sha256)
    return int.from_bytes(digest[:4]) % BUCKETS


def _client_network() -> str:
    """Return the client's IPv4 address or IPv6 network. Only a proxy on this computer may forward an address."""
    client = _parse_address(request.remote_addr or "")
    if client is not None and client.is_loopback and request.access_route:
        client = _parse_address(request.access_route[-1]) or client
    if isinstance(client, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((client, _SUBSCRIBER_BITS), strict=False))
    return str(client)


def _parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text.strip())
    except ValueError:
        return None
