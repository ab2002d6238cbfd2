"""List the licence of every installed package; exit with status 1 for one that is unknown or not accepted.

It is a part of `make lint`, so that nobody adds a dependency without having read its licence.
"""

import re
import sys
from importlib.metadata import Distribution, distributions

# Licences that ask for no more than their text in a copy, by what packages write. LGPL, MPL and GPL are not here.
PERMISSIVE = {"MIT", "BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Apache", "PSF-2.0", "ISC", "Unlicense"}
# Packages that were looked at one by one, with the reason.
ACCEPTED = {
    "axe-playwright-python": "MIT in its repository, not in its metadata; only for tests",
    "hypothesis": "MPL-2.0: unchanged; only for tests",
    "pathspec": "MPL-2.0: unchanged; only builds the package",
    "psycopg": "LGPL-3.0: unchanged and replaceable; only for PostgreSQL",
    "psycopg-binary": "LGPL-3.0: as psycopg",
}


def main() -> int:
    """Print a line for each package."""
    unknown = []
    for package in sorted(distributions(), key=lambda package: package.name.lower()):
        licence, name = licence_of(package), package.name.lower()
        print(f"{package.name:28} {licence:28} {ACCEPTED.get(name, '')}".rstrip())
        if name not in ACCEPTED and not is_permissive(licence):
            unknown.append(package.name)
    for name in unknown:
        print(f"Read the licence of {name}, and add it to ACCEPTED in .ci/licences.py or remove it.", file=sys.stderr)
    return min(len(unknown), 1)


def licence_of(package: Distribution) -> str:
    """Return an SPDX expression, or what else the metadata has in one line, or `?`."""
    metadata = package.metadata
    classifiers = metadata.get_all("Classifier") or []
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    text = metadata.get("License") or ""
    written = text if len(text.splitlines()) == 1 else ""  # some packages write the whole text
    return metadata.get("License-Expression") or written or ", ".join(named) or "?"


def is_permissive(licence: str) -> bool:
    """Return whether every licence of an expression is permissive; `A OR B` leaves the choice to us."""
    choices = (re.split(r" AND |, ", choice) for choice in licence.split(" OR "))
    return any(all(plain_name(name) in PERMISSIVE for name in names) for names in choices)


def plain_name(name: str) -> str:
    """Return `Apache` for "Apache Software License", `Apache-2.0` for "Apache 2.0"."""
    return re.sub(r" (Software )?License$", "", name).replace("Apache 2.0", "Apache-2.0")


if __name__ == "__main__":
    sys.exit(main())
