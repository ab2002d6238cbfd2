"""No header of a request causes an error of the server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import url_for
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.cases import read_cases
from support.selection import examples
from werkzeug.test import EnvironBuilder, run_wsgi_app

if TYPE_CHECKING:
    from flask import Flask
    from web.visitor import Visitor

# Headers with plausible values; each value is tried in each header.
KNOWN = {case["header"]: case["values"] for case in read_cases("headers")}
KNOWN["Accept-Language"] += ["fr-" * 900]
KNOWN["X-CSRFToken"] += ["x" * 5000]
PLACES = (
    *(("GET", path) for path in ("/", "/carnets", "/carnets/", "/nowhere", "/rules/", "/c/nobody/")),
    *(("POST", path) for path in ("/carnets", "/open", "/language/fr", "/nowhere", "/c/nobody/players")),
    *((method, "marque.css") for method in ("GET", "HEAD", "POST")),
)
# A header has no line break; its bytes are read as Latin-1.
written = st.one_of(
    st.sampled_from([value for values in KNOWN.values() for value in values]),
    st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=30),
)


def status(application: Flask, method: str, path: str, headers: dict[str, str]) -> int:
    """Call the application as gunicorn does, because the test client reads some headers itself."""
    if "/" not in path:
        with application.test_request_context():
            path = url_for("static", filename=path)
    form = {"name": "Chez nous", "next": "/"} if method == "POST" else None
    environ = EnvironBuilder(method=method, path=path, data=form).get_environ()
    for name, value in headers.items():
        key = name.upper().replace("-", "_")
        prefix = "" if key.startswith("CONTENT_") else "HTTP_"
        environ[f"{prefix}{key}"] = value.encode().decode("latin-1")
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        environ["wsgi.errors"] = nowhere
        _, answered, _ = run_wsgi_app(application, environ, buffered=True)
    return int(answered.split()[0])


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in KNOWN.items() for value in values])
def test_no_header_causes_a_server_error(application: Flask, name: str, value: str) -> None:
    for method, path in PLACES:
        assert status(application, method, path, {name: value}) < 500, (method, path)


@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PLACES), st.dictionaries(st.sampled_from(list(KNOWN)), written, max_size=5))
def test_no_headers_together_cause_a_server_error(
    application: Flask, place: tuple[str, str], headers: dict[str, str]
) -> None:
    assert status(application, *place, headers) < 500


@pytest.mark.parametrize("host", ["..", "x" * 300])
def test_an_invalid_host_is_refused_with_a_sentence(application: Flask, host: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/carnets")):
        assert status(application, method, path, {"Host": host}) == 400


def test_pages_may_be_cached_by_the_browser_but_not_the_recovery_code(visitor: Visitor) -> None:
    policy = visitor.client.get(f"{visitor.carnet}/").headers["Cache-Control"]
    assert policy == "private, no-cache"
    assert visitor.client.get(f"{visitor.carnet}/code").headers["Cache-Control"] == "no-store"
