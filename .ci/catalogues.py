"""Gather the sentences of the code and the templates into the catalogues.

French is the language of the sources: its catalogue is filled in by machine, with the spaces that French puts before
its punctuation. English keeps its translations and gets an empty entry for each new sentence.

    python .ci/catalogues.py            update and compile
    python .ci/catalogues.py --check    exit 1, and say why, when something is missing or out of date
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "scorekeeper" / "web" / "translations"
METHODS = [("scorekeeper/**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"_": None, "_l": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2), "lazy_ngettext": (1, 2)}
OPTIONS = {"templates/**.html": {"trimmed": "true", "silent": "false"}}
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "en": "nplurals=2; plural=(n != 1);"}
NO_BREAK, NARROW = "\u00a0", "\u202f"


def typography(text: str) -> str:
    """The sentence with French no-break spaces: before :, inside guillemets and after n°, narrow before ; ! and ?."""
    text = re.sub(r" (?=[:»])|(?<=«) |(?<=n°) ", NO_BREAK, text)
    return re.sub(r" (?=[;!?])", NARROW, text)


def gathered() -> Catalog:
    """Every sentence that the code and the templates hold."""
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


def updated(language: str) -> Catalog:
    """The catalogue of a language, as it should be on disk."""
    path = _path(language)
    known = read_po(io.BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(locale=language)
    fresh = Catalog(locale=language, project="scorekeeper", version="", charset="utf-8", fuzzy=False)
    for message in sorted(gathered(), key=lambda one: str(one.id)):
        if not message.id:
            continue
        before = known.get(message.id if isinstance(message.id, str) else message.id[0])
        files = sorted({name for name, _ in message.locations})
        fresh.add(message.id, _string(language, message, before), locations=[(name, 0) for name in files])
    return fresh


def _string(language: str, message: Message, before: Message | None) -> str | tuple[str, ...]:
    if language == "fr":
        return typography(message.id) if isinstance(message.id, str) else tuple(map(typography, message.id))
    plural = not isinstance(message.id, str)
    if before is not None and isinstance(before.string, tuple if plural else str):
        return before.string
    return ("", "") if plural else ""


def text_of(language: str, catalogue: Catalog) -> bytes:
    """The catalogue as it is written, without a date, so that nothing changes by itself."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, omit_header=True, include_lineno=False, sort_output=False)
    head = (
        f'# {language}: see .ci/catalogues.py\nmsgid ""\nmsgstr ""\n"Language: {language}\\n"\n'
        f'"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {PLURALS[language]}\\n"\n\n'
    )
    return head.encode() + buffer.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """The sentences that have no translation."""
    return [
        str(one.id)
        for one in catalogue
        if one.id and not all([one.string] if isinstance(one.string, str) else one.string)
    ]


def _path(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def main(arguments: list[str]) -> int:
    """Update the catalogues, or check them."""
    faults: list[str] = []
    for language in PLURALS:
        catalogue = updated(language)
        text = text_of(language, catalogue)
        path = _path(language)
        if "--check" in arguments:
            faults += [f"{language}: no translation of {sentence!r}" for sentence in missing(catalogue)]
            if not path.exists() or path.read_bytes() != text:
                faults.append(f"{language}: the catalogue is out of date, run make catalogues")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        with path.with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(io.BytesIO(text), locale=language))
        print(f"{language}: {len(catalogue)} sentences, {len(missing(catalogue))} without a translation")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
