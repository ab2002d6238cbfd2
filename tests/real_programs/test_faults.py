"""The n-th write, sync or rename fails: afterwards the data is the old or the new, and one sentence says what happened.

    PYTHONPATH=tests .venv/bin/python tests/real_programs/test_faults.py [COMMAND …]

prints for each command, call and fault: the steps, and how often the data was old, new, or what else was wrong.
strace makes the calls fail, in a process that has imported everything and begins its work when strace is attached.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

from support import earlier
from web.visitor import Visitor

from scorekeeper import cli
from scorekeeper.record.database import db, open_database
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.transfer.importing import remove_unfinished_imports
from scorekeeper.web import create_app

# The words of each command, and the database whose rows are compared. Each works in a folder with all of these files.
DATABASE, COPY = "instance/scorekeeper.sqlite3", "copy.sqlite3"
COMMANDS = {
    "record": ((), DATABASE),
    "backup": (("backup", COPY), COPY),
    "restore": (("restore", COPY), DATABASE),
    "import": (("import", str(earlier.DATA / "recorded" / "version_1.json")), DATABASE),
    "migrate": (("migrate",), DATABASE),
}
CALLS = ("pwrite64", "write", "sendfile", "fsync", "fdatasync", "ftruncate", "rename", "unlink")
# A disk that fails once, one that is full from then on, and a process that is killed.
FAULTS = {"error=EIO": "", "error=ENOSPC": "+", "signal=KILL": ""}
MOST_STEPS = 300
ANY_TRACER = 0x59616D61  # PR_SET_PTRACER: strace is not the parent of the process

Rows = dict[str, list[Any]]


def make_template(folder: Path, command: str) -> None:
    (folder / "instance").mkdir(parents=True)
    earlier.prepare_at(f"sqlite:///{folder / DATABASE}", earlier.NEWEST, filled=True)
    prepare(f"sqlite:///{folder / COPY}")
    # As backup writes it: one file, without a log.
    sqlite3.connect(folder / COPY).execute("PRAGMA journal_mode=DELETE")
    if command != "migrate":
        prepare(f"sqlite:///{folder / DATABASE}")
    if command == "record":
        recorder(folder)()  # compiles the templates
    # As a server that was killed leaves it: the last row is only in the log.
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE carnet SET name = 'logged'")
        shutil.copytree(folder, folder.with_name("template"))


def recorder(folder: Path) -> Callable[[], int]:
    """Return what records a manche by its form: 0 if the answer says so, 1 if it says that the database failed."""
    app = create_app({"DATABASE_URL": f"sqlite:///{folder / DATABASE}", "SECRET_KEY": "x", "INSTANCE": folder})
    visitor = Visitor(app).with_carnet()
    table = visitor.set_table()

    def record() -> int:
        status = visitor.record(table).status
        with app.app_context():
            db.engine.dispose()
        return {303: 0, 503: 1}.get(status, status)

    return record


def read(path: Path, mode: str = "rw") -> Rows:
    """Return the rows of a database, which must be undamaged. With `ro`, its log is not merged."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid').fetchall() for name in tables}  # noqa: S608


def work(folder: Path, command: str) -> None:
    """Do the work of a command in this process, once strace is attached, and end the process."""
    ctypes.CDLL(None).prctl(ANY_TRACER, ctypes.c_ulong(-1))
    os.chdir(folder)
    for name, target in (("output", 1), ("errors", 2)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), target)
    os.environ["SCOREKEEPER_INSTANCE"] = f"{folder}/instance"
    begin = recorder(folder) if command == "record" else partial(cli.main, COMMANDS[command][0])
    os.kill(os.getpid(), SIGSTOP)
    try:
        os._exit(begin())
    finally:
        os._exit(70)


def run(template: Path, command: str, *strace: str) -> tuple[str, Rows, Rows, str]:
    """Run a command in a copy of the template; return what is wrong, the rows before and after, and its calls."""
    folder, file = template.with_name("work"), COMMANDS[command][1]
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(template, folder)
    process = os.fork()
    if not process:
        work(folder, command)
    os.waitpid(process, os.WUNTRACED)
    before = read(folder / file, "ro")
    words = ["strace", "-o", folder / "calls", *strace, "-p", str(process)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as tracer:
        assert "attached" in tracer.stderr.readline()
        os.kill(process, SIGCONT)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    errors = (folder / "errors").read_text()
    if command == "import" and status:
        remove_interrupted_import(folder / DATABASE)
    after = read(folder / file)
    # Status 1, or 2 if the instance folder cannot be made.
    right = status < 3 and errors.count("\n") == bool(status) and (status or after != before)
    wrong = "" if right or status == -SIGKILL else f"status {status}: {errors}"
    return wrong, before, after, (folder / "calls").read_text()


def remove_interrupted_import(file: Path) -> None:
    """Remove it as a server that starts an hour later does."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE imported_file SET at = '2026-01-01 00:00:00' WHERE digest = ''")
    with open_database(f"sqlite:///{file}"):
        remove_unfinished_imports()


def outcome(before: Rows, after: Rows, new: Rows) -> str:
    if after == before:
        return "old"
    # Keys and times of a manche and of an import are others in each run.
    return "new" if [*map(len, after.values())] == [*map(len, new.values())] else "neither old nor new"


def outcomes(template: Path, command: str, call: str, fault: str) -> Counter[str]:
    """Let each call fail in a run of its own."""
    _, before, new, calls = run(template, command, "-e", f"trace={call}")
    assert new != before
    count = calls.count(f"{call}(")
    lasting = "" if call == "write" else FAULTS[fault]  # the sentence must be written, too
    found = Counter[str]()
    for step in range(1, count + 1, 1 + count // MOST_STEPS):
        inject = f"inject={call}:{fault}:when={step}{lasting}"
        wrong, before, after, _ = run(template, command, "-e", f"trace={call}", "-e", inject)
        found[wrong or outcome(before, after, new)] += 1
    return found


def main() -> int:
    others = 0
    for command in sys.argv[1:] or COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            make_template(Path(folder) / "made", command)
            for call, fault in product(CALLS, FAULTS):
                found = outcomes(Path(folder) / "template", command, call, fault)
                print(command, call, fault, found)
                others += found.total() - found["old"] - found["new"]
    return min(others, 1)


def test_a_fault_at_each_step() -> None:
    """In a process of one thread, which forks."""
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
