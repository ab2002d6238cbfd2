"""Code, comments and documents in plain words: the private language that this project once had is not to come back."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_HITS = 60
# A word that needs translating, what to write instead, and where it is in its place.
REPLACED = {
    r"\bhouses?\b(?![ -]rules?)": "the app, the server",
    r"\b(hold|holds|held)\b": "lock, own, store, have, check",
    r"\b(stands|stood)\b": "is, is stored in",
    r"\b(whoever|somebody)\b": "a user, users who",
    r"\bunder way\b": "current, in progress",
    r"\b(put|puts) (away|out)\b|\b(bring|brings) back\b": "delete, revoke, restore",
    r"\b(puts?) down\b": "play (a card)",
    r"\b(what is left|left over|so many)\b": "what remains, at most",
    r"\b(besides|meanwhile|by itself)\b": "also, concurrently, automatically",
    r"\b(shelf|glances?|a look|looks at)\b": "page, summary, request",
    r"\b(doors?|rooms?)\b": "page, layer",
}
# A seat holds cards: a card player's word, in the modules about hands and in the sentences of the arbiter.
HANDS = ("scorekeeper/cards/", "tests/web/sentences/plays.py")
# Of Python and Markdown all is read, of other files the comments only: their sentences and names are public.
ALL = re.compile(r".+", re.DOTALL)
COMMENT = re.compile(r"\{#.*?#\}|/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)
THIS_FILE = Path(__file__).relative_to(ROOT).as_posix()


def tracked(*patterns: str) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", *patterns],  # noqa: S607 - whichever git is installed
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.split() if name != THIS_FILE]


def test_code_and_documents_are_in_plain_words() -> None:
    hits = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]!r} (write: {instead})"
        for name in tracked("*.py", "*.md", "*.js", "*.css", "*.html", "*.svg", ":!*.min.js")
        for text in [(ROOT / name).read_text(encoding="utf-8")]
        for part in (ALL if name.endswith((".py", ".md")) else COMMENT).finditer(text)
        for pattern, instead in REPLACED.items()
        if not ("hold" in pattern and name.startswith(HANDS))
        for match in re.compile(pattern, re.IGNORECASE).finditer(text, part.start(), part.end())
    ]
    assert len(hits) <= MOST_HITS, "\n".join(hits)
