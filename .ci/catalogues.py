"""Extract the sentences of the code and the templates into the catalogues.

The sources are in French: the French catalogue is generated at build time and only adds the no-break spaces of French
punctuation. The English one keeps its translations, and gets an empty entry for each new sentence.

    python .ci/catalogues.py              extract the sentences into the English catalogue, and compile both
    python .ci/catalogues.py --compile    compile both as they are
    python .ci/catalogues.py --check      exit 1 and print why when a translation is missing or out of date
"""

from __future__ import annotations

import io
import re
import sys
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "scorekeeper" / "web" / "translations"
ENGLISH = TRANSLATIONS / "en" / "LC_MESSAGES" / "messages.po"
METHODS = [("scorekeeper/**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"_": None, "_l": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2), "Plural": (1, 2)}
OPTIONS = {"templates/**.html": {"trimmed": "true", "silent": "false"}}
NO_BREAK, NARROW = "\u00a0", "\u202f"


def typography(text: str) -> str:
    """Add French no-break spaces: before :, inside guillemets and after n°, narrow before ; ! and ?."""
    text = re.sub(r" (?=[:»])|(?<=«) |(?<=n°) ", NO_BREAK, text)
    return re.sub(r" (?=[;!?])", NARROW, text)


@cache
def extracted() -> Catalog:
    """Return every sentence of the code and the templates."""
    catalogue = Catalog()
    for folder in ("scorekeeper", "templates"):
        methods = [
            (pattern.removeprefix(f"{folder}/"), method) for pattern, method in METHODS if pattern.startswith(folder)
        ]
        options = {pattern.removeprefix(f"{folder}/"): value for pattern, value in OPTIONS.items()}
        found = extract_from_dir(ROOT / folder, methods, options, keywords=KEYWORDS)
        for filename, _line, message, _comments, _context in found:
            catalogue.add(message, locations=[(f"{folder}/{filename}", 0)])
    return catalogue


def french(sentences: Catalog) -> Catalog:
    """Return the French catalogue: each sentence with its no-break spaces."""
    catalogue = Catalog(locale="fr", charset="utf-8", fuzzy=False)
    # Babel 2.19 adds a third form, for millions; no sentence here needs it.
    catalogue.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n > 1);")]
    for message in sentences:
        if message.id:
            ids = message.id
            catalogue.add(ids, typography(ids) if isinstance(ids, str) else tuple(map(typography, ids)))
    return catalogue


def english(sentences: Catalog) -> Catalog:
    """Return the English catalogue, with its existing translations."""
    known = _translated() if ENGLISH.exists() else Catalog(locale="en")
    fresh = Catalog(locale="en", project="scorekeeper", version="", charset="utf-8", fuzzy=False)
    for message in sorted(sentences, key=lambda message: str(message.id)):
        if message.id:
            files = sorted({name for name, _ in message.locations})
            fresh.add(message.id, _translation(message, known), locations=[(name, 0) for name in files])
    return fresh


def _translated() -> Catalog:
    return read_po(io.BytesIO(ENGLISH.read_bytes()), locale="en")


def _translation(message: Message, known: Catalog) -> str | tuple[str, ...]:
    plural = not isinstance(message.id, str)
    before = known.get(message.id[0] if plural else message.id)
    if before is not None and isinstance(before.string, tuple if plural else str):
        return before.string
    return ("", "") if plural else ""


def text_of(catalogue: Catalog) -> bytes:
    """Return the text of the English catalogue, without a date, so that it changes only with its sentences."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, omit_header=True, include_lineno=False, sort_output=False)
    head = (
        '# English: see .ci/catalogues.py\nmsgid ""\nmsgstr ""\n"Language: en\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    return head.encode() + buffer.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Return the sentences without a translation."""
    messages = [message for message in catalogue if message.id]
    return [str(m.id) for m in messages if not all([m.string] if isinstance(m.string, str) else m.string)]


def compile_catalogues() -> None:
    """Write the compiled catalogues: French from the sources, English from its translations."""
    for language, catalogue in (("fr", french(extracted())), ("en", _translated())):
        path = TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as binary:
            write_mo(binary, catalogue)


def check() -> list[str]:
    """Return a sentence for each missing translation, and one if the catalogue is out of date."""
    catalogue = english(extracted())
    errors = [f"no translation of {sentence!r}" for sentence in missing(catalogue)]
    stale = not ENGLISH.exists() or ENGLISH.read_bytes() != text_of(catalogue)
    return [*errors, *(["the English catalogue is out of date, run make catalogues"] if stale else [])]


def main(arguments: list[str]) -> int:
    """Update the English catalogue and compile both; or only compile them, or check them."""
    if "--check" in arguments:
        errors = check()
        print("\n".join(errors), end="\n" if errors else "")
        return 1 if errors else 0
    if "--compile" not in arguments:
        catalogue = english(extracted())
        ENGLISH.write_bytes(text_of(catalogue))
        print(f"{len(catalogue)} sentences, {len(missing(catalogue))} without a translation")
    compile_catalogues()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
