"""The app behind nginx and Caddy, at the root and below a path, over HTTPS and HTTP/2."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.commands import Server, free_port

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{}}
http {{ access_log off; {paths}
  server {{
    listen 127.0.0.1:{port} ssl http2; ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    location {path}/ {{
      proxy_bind 127.0.0.2; proxy_pass http://127.0.0.1:{upstream};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""
CADDY = """
{{
	admin off
	auto_https disable_redirects
}}
https://localhost:{port} {{
	tls {folder}/cert.pem {folder}/key.pem
	reverse_proxy 127.0.0.1:{upstream}
}}
"""


@contextmanager
def nginx(folder: Path, port: int, upstream: int, path: str) -> Iterator[None]:
    paths = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "conf").write_text(
        NGINX.format(folder=folder, port=port, upstream=upstream, path=path, paths=paths), encoding="utf-8"
    )
    with running(shutil.which("nginx") or "/usr/sbin/nginx", "-c", f"{folder}/conf"):
        yield


@contextmanager
def caddy(folder: Path, port: int, upstream: int, path: str) -> Iterator[None]:
    del path  # it passes on every address
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, port=port, upstream=upstream), encoding="utf-8")
    with running(shutil.which("caddy") or "", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"):
        yield


@contextmanager
def running(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def fetch(address: str, *arguments: str) -> str:
    command = [
        shutil.which("curl") or "",
        "--silent",
        "--show-error",
        "--insecure",
        "--retry",
        "20",
        "--retry-all-errors",
    ]
    return subprocess.run(
        [*command, "--retry-delay", "1", *arguments, address], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("proxy", [nginx, caddy])
@pytest.mark.parametrize("path", ["", "/marque"])
def test_a_first_visit(tmp_path: Path, proxy: Callable[..., object], path: str) -> None:
    """The cookie is for HTTPS, every link is below the path, and a code of the carnet leads to the public address."""
    make = [
        shutil.which("openssl") or "",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
    ]
    subject = ["-subj", "/CN=localhost", "-keyout", f"{tmp_path}/key.pem", "-out", f"{tmp_path}/cert.pem"]
    subprocess.run([*make, *subject], check=True, capture_output=True)
    port = free_port()
    public = f"https://localhost:{port}{path}"
    settings = {"SCOREKEEPER_PUBLIC_URL": public, "SCOREKEEPER_TRUSTED_PROXIES": "127.0.0.2"}
    server = Server(tmp_path / "instance", **settings).start()
    with proxy(tmp_path, port, server.port, path):  # type: ignore[attr-defined]
        head = fetch(f"{public}/carnets", "--http2", "--head")
        assert head.startswith("HTTP/2 200")
        assert "set-cookie: __Host-lamarque-" in head
        assert "strict-transport-security: max-age=" in head
        page = fetch(f"{public}/carnets", "--cookie-jar", f"{tmp_path}/jar")
        assert f'action="{path}/carnets"' in page
        style = page.split('rel="stylesheet" href="')[1].split('"')[0]
        assert fetch(f"https://localhost:{port}{style}").startswith("@")
        token = page.split('name="csrf_token" value="')[1].split('"')[0]
        request = page.split('name="request_id" value="')[1].split('"')[0]
        form = ["--data", f"csrf_token={token}&request_id={request}&name=Chez+nous"]
        jar = ["--cookie", f"{tmp_path}/jar", "--cookie-jar", f"{tmp_path}/jar"]
        code = fetch(f"{public}/carnets", *form, *jar, "--location")
        assert f"{public}/open#" in code
        assert json.loads(fetch(f"{public}/manifest.webmanifest"))["scope"] == f"{path}/"
    assert server.stop() == 0
