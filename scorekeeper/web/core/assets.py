"""Static files, compressed once and served by WhiteNoise at an address that changes with their content.

The files are minified copies: style sheets and scripts without comments and superfluous space.
"""

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

# The imports of marque.css and marque.js: `@import "style/base.css" layer(base);` and `import "./script/menu.js";`.
# They are valid CSS and JavaScript, so a browser could also load the files unmerged. In the merged file, each style
# sheet is in its layer, and each script in a block of its own, so that its names are not mixed up with those of others.
_IMPORT = re.compile(r'^@import "([^"]+)" layer\((\w+)\);$|^import "\./([^"]+)";$', re.MULTILINE)
# White space and comments, which are removed from style sheets. rcssmin is not used, because inside a layer it removes
# the space of `p :is(a)`.
_SPACE = r"(?:\s|/\*(?s:.*?)\*/)"
# It matches one of five: a string (group 1), which does not change; a closing brace (2), an opening brace, semicolon or
# comma (3), or a colon (4), each with the superfluous space beside it; or other space (no group).
_PARTS_TO_MINIFY = re.compile(
    rf"""("[^"]*"|'[^']*')|{_SPACE}*+;?{_SPACE}*+(\}}){_SPACE}*+|{_SPACE}*+([{{;,]){_SPACE}*+|(:){_SPACE}++|{_SPACE}++"""
)
_UNUSED_AFTER = 30 * 24 * 3600  # seconds after which the folder of an old version is removed


def mount(app: Flask, folder: Path, cache: Path) -> None:
    """Serve the files of `folder` at `/static/<hash>/` with the endpoint `static`; browsers cache them without limit.

    `url_for("static", filename=…)` gives the addresses. The hash is that of the whole folder; the files are
    copied and compressed under `cache/<hash>/` unless an earlier start or another worker has done it.
    Raises `OSError` when `cache` cannot be written.
    """
    digest = _digest(folder)
    prefix = f"/static/{digest}"
    app.add_url_rule(f"{prefix}/<path:filename>", endpoint="static", view_func=_not_found)
    # WhiteNoise answers the requests for these files before Flask sees them.
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=prepare_files(folder, cache),
        prefix=prefix,
        allow_all_origins=False,
        # True for every file: its content at this address never changes, because the address has the hash.
        immutable_file_test=lambda _path, _url: True,
        add_headers_function=_add_headers,
    )


def _not_found(filename: str) -> str:
    """Answer 404: a request that reaches this view is for a file that WhiteNoise does not have."""
    abort(404, description=filename)


def _add_headers(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def _digest(folder: Path) -> str:
    """Return twelve hexadecimal digits that change when a file is added, removed, renamed or edited."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            # A zero byte ends the name, so that no other name and content give the same bytes.
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def prepare_files(folder: Path, cache: Path) -> Path:
    """Copy and compress the files of `folder` unless it was done before, and return their new folder, `cache/<hash>/`.

    Raises `OSError` when `cache` cannot be written.
    """
    target = cache / _digest(folder)
    if target.is_dir():
        target.touch()  # its age counts from the latest start that used it
    else:
        cache.mkdir(parents=True, exist_ok=True)
        _copy_compressed(folder, target)
    remove_old_folders(cache)
    return target


def _copy_compressed(folder: Path, target: Path) -> None:
    """Copy and compress into a draft folder, then rename it to `target`.

    Several workers may do so at the same time: each has a draft of its own, and the first to finish gives `target`.
    """
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=target.parent))
    files = shutil.copytree(folder, draft / "files")
    for file in (*files.glob("*.css"), *files.glob("*.js")):
        minify = jsmin if file.suffix == ".js" else _minify_style
        file.write_text(minify(_with_imports(file)), encoding="utf-8")
    compressor = Compressor(quiet=True)
    for path in [path for path in files.rglob("*") if path.is_file()]:
        if compressor.should_compress(path.name):
            compressor.compress(str(path))
    try:
        files.rename(target)
        target.touch()
    except OSError:
        # If `target` exists, another worker was faster, and this draft is not needed.
        if not target.is_dir():
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _with_imports(file: Path) -> str:
    """Return the text of a style sheet or script with its imports merged into it, to save requests."""

    def imported_text(match: re.Match[str]) -> str:
        # An import of a style sheet has a layer; one of a script has only its name.
        style, layer, script = match.groups()
        text = (file.parent / (style or script)).read_text(encoding="utf-8")
        if style:
            return f"@layer {layer} {{\n{text}}}"
        return f"{{\n{text}}}"

    return _IMPORT.sub(imported_text, file.read_text(encoding="utf-8"))


def _minify_style(text: str) -> str:
    """Return the text of a style sheet without comments and superfluous space."""

    def minified(match: re.Match[str]) -> str:
        # No group has matched: it is space that is not beside a sign, and separates two words.
        if match.lastindex is None:
            return " "
        # The string or the sign: the only group that has matched.
        return match[match.lastindex]

    return _PARTS_TO_MINIFY.sub(minified, text).strip()


def remove_old_folders(cache: Path) -> None:
    """Remove the folders that no start of a server has used for a month.

    A folder used within the last month may be one that a server of another version, still running, needs.
    """
    for old in cache.iterdir():
        try:
            unused = time.time() - old.stat().st_mtime > _UNUSED_AFTER
        except FileNotFoundError:  # another worker has removed it
            continue
        if unused:
            shutil.rmtree(old, ignore_errors=True)
