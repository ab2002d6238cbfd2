"""Load the templates of the package and of games outside it, minify them, and cache them compiled.

To minify a template is to remove the white space that a browser does not show. A *part* is what the pattern below finds
in a template: a tag, white space, or Jinja code, which stays as it is. A *game outside the package* is one of another
distribution; its pages name the folder with its templates. `PAGES` has the pages of each game by its slug.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import jinja2
from flask import Flask
from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, PrefixLoader
from jinja2.bccache import Bucket

from scorekeeper import settings
from scorekeeper.web.core import assets
from scorekeeper.web.games import PAGES

# Elements that are not inline. A browser shows no white space next to their tags, nor at the edges of a button.
_BLOCK_NAMES = (
    "html|head|body|meta|title|link|script|header|main|nav|section|article|figure|figcaption|div|p|h[1-6]|ul|ol|li|dl|dt|dd"
    "|table|caption|thead|tbody|tfoot|tr|th|td|form|fieldset|legend|select|option|optgroup|details|summary|dialog"
)
# The start of a tag before which space is not shown.
_TAG_WITHOUT_SPACE = rf"</?(?:{_BLOCK_NAMES})\b|</button\b"
# An expression, a statement or a comment of Jinja.
_JINJA = r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}"
# A whole tag. Jinja code and quoted values in it may contain a ">", which does not end the tag.
_TAG = rf"""</?(?P<name>[a-zA-Z][\w-]*)(?:{_JINJA}|"(?:{_JINJA}|[^"])*+"|'(?:{_JINJA}|[^'])*+'|[^>"'])*+>"""
# A part is: an element whose white space is shown, a tag with the line break after it (`gap`), Jinja code, a line break
# before a tag that is not inline, one after Jinja code, or another line break with the indentation after it.
_MINIFIED_PARTS = re.compile(
    rf"<(?P<verbatim>pre|textarea)\b.*?</(?P=verbatim)>|(?P<tag>{_TAG})(?P<gap>\s*\n\s*+(?!{_TAG_WITHOUT_SPACE}))?|{_JINJA}"
    rf"|(?P<before_block>\s*\n\s*+)(?={_TAG_WITHOUT_SPACE})|(?<=[%#]\}})(?P<after_jinja>\n[ \t]+)|\n[ \t]+",
    re.DOTALL,
)
# The patterns below are searched for in a tag that the pattern above has found.
_BLOCK_NAME = re.compile(_BLOCK_NAMES)
# A comment of Jinja with a line of its own.
_COMMENT_LINES = re.compile(r"^[ \t]*\{#(?!-)(?:(?!#\}).)*(?<!-)#\}\n", re.DOTALL | re.MULTILINE)
_LINE_BREAK = re.compile(r"\s*\n\s*")
_SPACE_BEFORE_TAG_END = re.compile(r"\s+(?=/?>$)")
_SPACE_BEFORE_SPACED_VALUE = re.compile(r"""\s+(?=\{\{-? ["'] )""")  # {{ " checked" if … }}
# The space before an `if` without `else`, which is moved into it: it is only needed if the condition is true.
_SPACE_BEFORE_IF = re.compile(r"\s+(\{% if (?:(?!%\}).)*%\})(?=(?:(?!\{% e).)*\{% endif %\})", re.DOTALL)


def create_loader() -> ChoiceLoader:
    """Return a loader of the templates of the package, and of those of games outside it.

    The latter are found as `games/<slug>/_xxx.html`.
    """
    game_loaders: dict[str, BaseLoader] = {
        slug: FileSystemLoader(pages.templates) for slug, pages in PAGES.items() if pages.templates is not None
    }
    return _MinifyingLoader(
        [FileSystemLoader(settings.folder("templates")), PrefixLoader({"games": PrefixLoader(game_loaders)})]
    )


def minify(source: str) -> str:
    """Remove the indentation of a template and the line breaks in its tags, which a browser does not show."""
    # First remove the comments on lines of their own, with their lines: the pattern would leave a space in their place.
    return _MINIFIED_PARTS.sub(_minify_part, _COMMENT_LINES.sub("", source))


def keep_names(source: str) -> str:
    """Let no translator of a browser change the names in a template, each of which is in a `<bdi>`."""
    return source.replace("<bdi", '<bdi translate="no"')


def _minify_part(match: re.Match[str]) -> str:
    """Return the text that replaces a part."""
    if match["tag"]:
        # Line breaks in a tag become spaces, and space before its end is removed.
        tag = _LINE_BREAK.sub(" ", _SPACE_BEFORE_TAG_END.sub("", match["tag"]))
        tag = _SPACE_BEFORE_IF.sub(r"\1 ", _SPACE_BEFORE_SPACED_VALUE.sub("", tag))
        # The line break after the tag stays, unless a browser shows no white space there.
        gap_is_hidden = _BLOCK_NAME.fullmatch(match["name"]) or tag.startswith("<button")
        if match["gap"] and not gap_is_hidden:
            tag += "\n"
        return tag
    if match["before_block"]:
        return ""
    if match["after_jinja"]:  # `trim_blocks` removes the line break, and the space remains
        return "\n "
    # A line break stays without the indentation after it. Jinja code and elements such as <pre> stay as they are.
    return "\n" if match[0].startswith("\n") else match[0]


class _MinifyingLoader(ChoiceLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return the minified source. Raises `TemplateNotFound`."""
        # `uptodate` says whether the file is unchanged.
        source, filename, uptodate = super().get_source(environment, template)
        return minify(keep_names(source)), filename, uptodate


class _OptionalCache(FileSystemBytecodeCache):
    """A cache that may lack templates because the disk is full: these are compiled at each start."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def cache_compiled_templates(app: Flask, cache_folder: Path) -> None:
    """Cache the compiled templates under `cache_folder`, so that a worker starts in half the time.

    They are in a subfolder named by a digest of everything else that they depend on: Jinja, and the code of `web` with
    its settings. Raises `OSError` when `cache_folder` cannot be written.
    """
    # The templates are compiled from the minified source, so that a change of the code may change them.
    code = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py")))
    digest = hashlib.sha256(jinja2.__version__.encode() + code).hexdigest()[:12]
    folder = cache_folder / digest
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()  # its age counts from the latest start that used it
    assets.remove_old_folders(cache_folder)
    app.jinja_env.bytecode_cache = _OptionalCache(str(folder))
