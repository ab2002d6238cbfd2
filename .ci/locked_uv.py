"""Print the uv of uv.lock as a requirement with its digests: pip installs it without trusting the registry.

pip install --require-hashes --requirement <(python3 .ci/locked_uv.py)
"""

import tomllib
from pathlib import Path


def main() -> None:
    """Read uv.lock beside this folder."""
    lock = tomllib.loads((Path(__file__).resolve().parents[1] / "uv.lock").read_text(encoding="utf-8"))
    (uv,) = (package for package in lock["package"] if package["name"] == "uv")
    print(f"uv=={uv['version']}", *(f"--hash={wheel['hash']}" for wheel in uv["wheels"]))


if __name__ == "__main__":
    main()
