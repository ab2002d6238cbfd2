"""The `lamarque` command: start the server, maintain its database, score and judge JSON lines.

Each subcommand has a function that carries it out and returns its exit status. It imports only what it needs, because
the imports of the server take longer than most commands. A *carnet* (for users, a notebook) is the record of a group of
players; a *partie* is a game in it. The *instance folder* has the database, the secret key and the daily copies.
"""

import argparse
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from scorekeeper.command_error import CommandError

_HIGHEST_PORT = 65535
_MOST_WORKERS = 256  # a number typed by mistake must not use up the memory of the computer
_LANGUAGES = ("fr", "en")
_INTERRUPTED = 130  # the exit status after Ctrl-C, as in a shell
_UMASK = 0o077  # only the owner may read the database and the secret key


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status: 0 on success, 1 on failure, 2 for wrong arguments or settings."""
    previous_umask = os.umask(_UMASK)  # the permissions that new files do not get
    # A variable of gunicorn, which cannot be imported if the variable is no number.
    os.environ.pop("WEB_CONCURRENCY", None)
    # A stream is None if the caller has closed it.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    try:
        arguments = _parser().parse_args(argv)
        # `run` is the function of the subcommand.
        status: int = arguments.run(arguments)
        # Write the rest of the output here, so that an error of the output is caught below.
        sys.stdout.flush()
    except CommandError as error:
        print(error, file=sys.stderr)
        return error.status
    except OSError as error:
        # The error names no file: perhaps the output cannot be written.
        if error.filename is None:
            # Discard the rest of the output, or Python prints an error at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # the program that reads the output, such as `head`, has ended
            name = error.filename or "A file or the output"
            print(f"{name} cannot be used: {error.strerror or error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        os.umask(previous_umask)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lamarque", description="La Marque keeps the score of card games.")
    parser.add_argument("--version", action="version", version=f"lamarque {version('lamarque')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", description="Without a command: serve.")
    add = partial(_add_command, commands)
    serve = add("serve", "start the server for this computer and the local network", _serve)
    _add_host_and_port(serve)
    workers = partial(_number, "--workers", 1, _MOST_WORKERS)
    serve.add_argument("--workers", type=workers, help="processes (default: one per core)")
    # Without a command: with the defaults of `serve`, which the main parser does not know.
    parser.set_defaults(run=lambda _: _serve(serve.parse_args([])))
    # These three read one JSON object in each line: a partie to score, a manche (one deal of a partie) to judge card by
    # card, or a question about the rules.
    _add_json_lines_arguments(add("score", "score parties: JSON lines in, JSON lines out", _score))
    _add_json_lines_arguments(add("judge", "judge manches card by card: JSON lines in, JSON lines out", _judge))
    rules = add("rules", "answer questions about the rules: JSON lines in, JSON lines out", _rules)
    _add_json_lines_arguments(rules)
    rules.add_argument(
        "--language", choices=_LANGUAGES, help="language of lines that name none (default: detected from the question)"
    )
    demo = add("demo", "create a notebook with two years of examples", _add_demo)
    # `--serve` replaces the function that carries out the subcommand.
    demo.add_argument(
        "--serve",
        dest="run",
        action="store_const",
        const=_serve_demo,
        help="serve it from a temporary folder, deleted at the end",
    )
    _add_host_and_port(demo)
    export = add("export", "write a notebook to standard output as one JSON file", _export)
    export.add_argument("notebook", metavar="CODE", help="its recovery code, or its key as in addresses")
    import_ = add("import", "create a notebook from an exported file", _import)
    import_.add_argument("file", metavar="FILE", help="the file ('-': standard input)")
    _add_port(import_)
    add("migrate", "create the database, or update it to this version", _migrate)
    backup = add("backup", "copy the database to a file, even while the server runs", _backup)
    backup.add_argument(
        "file", nargs="?", metavar="FILE", help="file to write, replaced if it exists (default: the copy of today)"
    )
    restore = add("restore", "replace the database with a copy; the server must be stopped", _restore)
    restore.add_argument("file", metavar="FILE", help="a copy that `backup` made")
    restore.add_argument("--check", action="store_true", help="only say whether the file can be restored")
    add("rebuild", "recompute the summaries from the facts, and print the differences", _rebuild)
    add("healthcheck", "ask the running server whether it and its database answer", _healthcheck)
    doctor = add("doctor", "say what is wrong here and what to do, and change nothing", _doctor)
    _add_host_and_port(doctor)
    return parser


def _add_command(
    commands: Any,  # noqa: ANN401 - a private type
    name: str,
    purpose: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """Add a subcommand that `run` carries out, with its purpose as its description."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}."
    )
    parser.set_defaults(run=run)
    return parser


def _add_host_and_port(parser: argparse.ArgumentParser) -> None:
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104 (other devices must reach it)
    parser.add_argument("--host", default=host, help="address to listen on (default: $HOST or 0.0.0.0)")
    _add_port(parser)


def _add_port(parser: argparse.ArgumentParser) -> None:
    port, number = os.environ.get("PORT") or "8000", partial(_number, "PORT or --port", 0, _HIGHEST_PORT)
    parser.add_argument("--port", default=port, type=number, help="port of the server (default: $PORT or 8000)")


def _add_json_lines_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="files to read (default, and '-': standard input)")
    # `prog` is "lamarque score", and the command its last word.
    command = parser.prog.rpartition(" ")[2]
    parser.add_argument(
        "--schema",
        dest="run",
        action="store_const",
        const=lambda _: _print_schema(command),
        help="print the JSON Schema",
    )


def _number(name: str, least: int, most: int, text: str) -> int:
    """Return the number in this text. Raises `SettingsError` if it is none from `least` to `most`.

    `argparse` calls this, and would replace a `ValueError` by a message of its own; it lets `SettingsError` pass.
    """
    from scorekeeper.settings import SettingsError  # noqa: PLC0415 (likewise)

    if not (text.isdecimal() and least <= int(text) <= most):
        message = f"{text!r} cannot be used: {name} must be a number from {least} to {most}."
        raise SettingsError(message)
    return int(text)


def _serve(arguments: argparse.Namespace) -> int:
    # Without the garbage collector, the imports take a fifth less time. It would find nothing to free in modules.
    gc.disable()
    from scorekeeper.serve import serve  # noqa: PLC0415 (a subcommand imports only what it needs)

    # From here on, the garbage collector never examines the objects that were imported.
    gc.freeze()
    gc.enable()
    serve(arguments.host, arguments.port, arguments.workers)
    return 0


def _score(arguments: argparse.Namespace) -> int:
    from scorekeeper.record.formats.score import score_line  # noqa: PLC0415 (likewise)

    return _answer_lines(score_line, arguments.files)


def _judge(arguments: argparse.Namespace) -> int:
    from scorekeeper.record.formats.judge import judge_line  # noqa: PLC0415 (likewise)

    return _answer_lines(judge_line, arguments.files)


def _rules(arguments: argparse.Namespace) -> int:
    from scorekeeper.record.formats.rules import rules_line  # noqa: PLC0415 (likewise)

    return _answer_lines(lambda text: rules_line(text, arguments.language), arguments.files)


def _print_schema(command: str) -> int:
    from scorekeeper.record.formats.schema import json_schema  # noqa: PLC0415 (likewise)

    print(json.dumps(json_schema(command), indent=1, ensure_ascii=False))
    return 0


def _serve_demo(arguments: argparse.Namespace) -> int:
    from scorekeeper.serve import serve  # noqa: PLC0415 (likewise)
    from scorekeeper.web.demo import create_demo_carnet  # noqa: PLC0415 (likewise)
    from scorekeeper.web.games import load_pages  # noqa: PLC0415 (likewise)

    # A signal raises SystemExit, so that the folder is deleted; one that is ignored, as with `nohup`, stays so.
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda *_: sys.exit(0))  # until the server sets its own
    # `load_pages` registers the pages of each game, which also draw the example manches.
    load_pages()
    # The database is in the temporary folder, whatever the settings say.
    os.environ.pop("SCOREKEEPER_DATABASE_URL", None)
    folder, process = tempfile.mkdtemp(prefix="lamarque-demo-"), os.getpid()
    try:
        os.environ["SCOREKEEPER_INSTANCE"] = folder
        _migrate(arguments)
        # One worker; the printed addresses open the carnet.
        serve(arguments.host, arguments.port, 1, opens=create_demo_carnet())
    finally:
        # A worker, which is a fork of this process, also comes here when it ends, and must not delete the folder.
        if os.getpid() == process:
            shutil.rmtree(folder)
    return 0


def _add_demo(arguments: argparse.Namespace) -> int:
    from scorekeeper.web.demo import create_demo_carnet  # noqa: PLC0415 (likewise)
    from scorekeeper.web.games import load_pages  # noqa: PLC0415 (likewise)

    load_pages()
    _migrate(arguments)
    print(f"{_server_address(arguments)}{create_demo_carnet()}")
    return 0


def _server_address(arguments: argparse.Namespace) -> str:
    """Return the public address, else that of the running server, or the one it will have on this port."""
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.instance_lock import running_address  # noqa: PLC0415 (likewise)

    running = settings.public_url() or running_address(settings.instance_folder())
    return running or f"http://localhost:{arguments.port}"


def _migrate(_arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.schema import prepare  # noqa: PLC0415 (likewise)

    settings.instance_folder()  # creates it
    # Creates the tables, or changes them to those of this version.
    prepare(settings.database_url())
    return 0


def _backup(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.backup import back_up, database_file  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.daily_copies import make_daily_copy  # noqa: PLC0415 (likewise)

    if arguments.file is None:
        # `make_daily_copy` does nothing if today has a copy already.
        make_daily_copy(settings.database_url(), settings.instance_path() / "backups")
    else:
        back_up(database_file(settings.database_url()), Path(arguments.file))
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.instance_lock import lock_instance  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.backup import check, database_file, restore  # noqa: PLC0415 (likewise)

    if arguments.check:
        # Raises a `CommandError` that says why a file cannot be restored.
        check(Path(arguments.file))
        print(f"{arguments.file} can be restored.")
        return 0
    database = database_file(settings.database_url())
    # Raises a `CommandError` while a server runs; the lock is released by closing its descriptor.
    lock = lock_instance(settings.instance_folder(), wait_seconds=0)
    try:
        # The file in which the former database is saved, None without one.
        replaced = restore(Path(arguments.file), database)
    finally:
        os.close(lock)
    if replaced:
        print(f"The database that was replaced is saved in {replaced}.")
    else:
        print(f"{arguments.file} is now the database.")
    return 0


def _rebuild(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database import open_database  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.schema import refuse_damaged, refuse_missing  # noqa: PLC0415 (likewise)
    from scorekeeper.record.read_models.rebuild import RebuiltPartie, rebuild  # noqa: PLC0415 (likewise)

    status, url = 0, settings.database_url()
    # These two raise a `CommandError` if the database is missing or damaged: a missing one must not be created here.
    refuse_missing(url)
    refuse_damaged(url)
    _migrate(arguments)
    with open_database(url):
        # A finding is a summary that was wrong and is corrected, or a partie that cannot be read.
        for finding in rebuild():
            print(finding, flush=True)
            if not isinstance(finding, RebuiltPartie):
                status = 1
    return status


def _healthcheck(_arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.instance_lock import answering_server  # noqa: PLC0415 (likewise)

    folder = settings.instance_path()
    # The address of the server, None if no server runs. Raises a `CommandError` if the server does not answer.
    if answering_server(folder) is None:
        message = f"No server is running on {folder}."
        raise CommandError(message)
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from scorekeeper.doctor import examine  # noqa: PLC0415 (likewise)

    status = 0
    # `examine` yields for each check its name, a line that says what it found, and whether all is right.
    for name, line, is_sound in examine(arguments.host, arguments.port):
        mark = "ok   "
        if not is_sound:
            mark, status = "WRONG", 1
        print(f"{mark}  {name:10}  {line}", flush=True)
    return status


def _export(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database import open_database  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database.schema import refuse_missing  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.commands import export_carnet  # noqa: PLC0415 (likewise)

    url = settings.database_url()
    refuse_missing(url)
    _migrate(arguments)
    with open_database(url):
        # The file in parts, so that a long one needs little memory.
        for chunk in export_carnet(arguments.notebook):
            sys.stdout.buffer.write(chunk.encode())
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from scorekeeper import settings  # noqa: PLC0415 (likewise)
    from scorekeeper.record.database import open_database  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.commands import import_file  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.errors import UnreadableFileError  # noqa: PLC0415 (likewise)
    from scorekeeper.record.transfer.format import FILE_BYTES  # noqa: PLC0415 (likewise)
    from scorekeeper.web.core.language import use_language  # noqa: PLC0415 (likewise)
    from scorekeeper.web.transfer.text import file_error_sentence  # noqa: PLC0415 (likewise)

    gc.disable()  # nearly every object is needed until the process ends
    with _open_file(arguments.file) as file:
        # One byte more than allowed, so that a longer file is refused.
        content = file.read(FILE_BYTES + 1)
    _migrate(arguments)
    with open_database(settings.database_url(), settings.secret_key()):
        try:
            # The recovery code, None if it cannot be shown, and whether the file was imported before.
            code, already_imported = import_file(content)
        except UnreadableFileError as error:
            # The commands print English. The message has the name of the file, the path of the wrong value in it if
            # there is one, and the reason.
            with use_language("en"):
                message = ": ".join(filter(None, (arguments.file, error.field, file_error_sentence(error))))
            nothing = f"{message}\nnothing was imported"
            raise CommandError(nothing) from error
    if already_imported:
        print("this file was imported before; nothing was written", file=sys.stderr)
    if code is None:
        print("its recovery code cannot be shown; its settings page makes a new one", file=sys.stderr)
        return 0
    print(f"{_server_address(arguments)}/open#{code}")
    return 0


def _answer_lines(answer_of: Callable[[bytes], dict[str, object]], files: Sequence[str]) -> int:
    """Print the answer to each line of the files; return 1 if any answer is an error, else 0."""
    status = 0
    for answer in _answers(answer_of, files or ["-"]):
        if "error" in answer:
            status = 1
        print(json.dumps(answer), flush=True)
    return status


def _open_file(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    return Path(name).open("rb")


def _answers(answer_of: Callable[[bytes], dict[str, object]], files: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield the answer to each line that is not empty, and an error for each file that cannot be read."""
    for name in files:
        try:
            with _open_file(name) as file:
                yield from (answer_of(line) for line in file if line.strip())
        except OSError as error:
            yield {"error": f"cannot read {name}: {error.strerror}"}


if __name__ == "__main__":
    sys.exit(main())
