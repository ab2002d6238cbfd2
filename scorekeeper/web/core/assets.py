"""Static files: served by WhiteNoise, compressed once, under an address that changes with their content."""

import hashlib
import re
import shutil
import tempfile
import time
from pathlib import Path
from wsgiref.headers import Headers

from flask import Flask, abort
from rjsmin import jsmin
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

# Both lines are those of their languages, and mean the same to a browser: each style in its layer, each script apart.
_IMPORT = re.compile(r'^@import "([^"]+)" layer\((\w+)\);$|^import "\./([^"]+)";$', re.MULTILINE)
# White space and comments of a style sheet. Strings are kept, and so is the space of `p :is(a)`, which rcssmin removes
# inside a layer.
_GAP = r"(?:\s|/\*(?s:.*?)\*/)"
_SHORTENED = re.compile(
    rf"""("[^"]*"|'[^']*')|{_GAP}*+;?{_GAP}*+(\}}){_GAP}*+|{_GAP}*+([{{;,]){_GAP}*+|(:){_GAP}++|{_GAP}++"""
)
_FORGOTTEN_AFTER = 30 * 24 * 3600  # seconds


def mount(app: Flask, folder: Path, cache: Path) -> None:
    """Serve the files of `folder` at `/static/<hash>/`, kept for ever by browsers, and name them `static`.

    `url_for("static", filename=…)` gives the addresses. The hash is that of the whole folder; the files are
    copied and compressed under `cache/<hash>/` unless an earlier start, or another worker, has done so.
    Raises `OSError` when `cache` cannot be written.
    """
    digest = _digest(folder)
    prefix = f"/static/{digest}"
    app.add_url_rule(f"{prefix}/<path:filename>", endpoint="static", view_func=_unknown)
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=prepare(folder, cache),
        prefix=prefix,
        allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True,
        add_headers_function=_add_headers,
    )


def _unknown(filename: str) -> str:
    """Refuse what WhiteNoise did not know."""
    abort(404, description=filename)


def _add_headers(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def _digest(folder: Path) -> str:
    """Give twelve hexadecimal digits that change when a file is added, removed, renamed or edited."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            total.update(path.relative_to(folder).as_posix().encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:12]


def prepare(folder: Path, cache: Path) -> Path:
    """Give `cache/<hash>/`, filled with the files of `folder` and their compressed forms.

    Raises `OSError` when `cache` cannot be written.
    """
    ready = cache / _digest(folder)
    if ready.is_dir():
        ready.touch()
    else:
        cache.mkdir(parents=True, exist_ok=True)
        _fill(folder, ready)
    remove_old_folders(cache)
    return ready


def _fill(folder: Path, ready: Path) -> None:
    """Copy and compress aside, then rename: several workers may do so at once, the first to finish wins."""
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=ready.parent))
    files = shutil.copytree(folder, draft / "files")
    for file in (*files.glob("*.css"), *files.glob("*.js")):
        minify = jsmin if file.suffix == ".js" else _minify_style
        file.write_text(minify(_in_one(file)), encoding="utf-8")
    compressor = Compressor(quiet=True)
    for path in [path for path in files.rglob("*") if path.is_file()]:
        if compressor.should_compress(path.name):
            compressor.compress(str(path))
    try:
        files.rename(ready)
        ready.touch()
    except OSError:
        if not ready.is_dir():
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _in_one(file: Path) -> str:
    """Give the style sheet or the script with all that it imports, which a browser would ask for one by one."""

    def imported(found: re.Match[str]) -> str:
        style, layer, script = found.groups()
        text = (file.parent / (style or script)).read_text(encoding="utf-8")
        return f"@layer {layer} {{\n{text}}}" if style else f"{{\n{text}}}"

    return _IMPORT.sub(imported, file.read_text(encoding="utf-8"))


def _minify_style(text: str) -> str:
    return _SHORTENED.sub(lambda found: found[found.lastindex] if found.lastindex else " ", text).strip()


def remove_old_folders(cache: Path) -> None:
    """Remove what no start has touched in a month: not sooner, another version may still be serving it."""
    for old in cache.iterdir():
        try:
            forgotten = time.time() - old.stat().st_mtime > _FORGOTTEN_AFTER
        except FileNotFoundError:  # another worker was quicker
            continue
        if forgotten:
            shutil.rmtree(old, ignore_errors=True)
