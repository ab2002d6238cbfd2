"""Paths and settings from the environment."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import environment

from scorekeeper import settings

ROOT = Path(__file__).parents[1]


def test_the_instance_folder_is_the_one_named_in_the_environment_and_its_owner_s_only(tmp_path: Path) -> None:
    assert settings.instance_folder() == tmp_path / "instance"
    assert stat.S_IMODE((tmp_path / "instance").stat().st_mode) == 0o700


def test_the_instance_folder_of_a_checkout_is_next_to_the_package(tmp_path: Path) -> None:
    checkout = copied_package(tmp_path / "checkout")
    (checkout / "pyproject.toml").touch()
    (checkout / "templates").mkdir()
    assert evaluated(checkout, tmp_path, "instance_folder()") == str(checkout / "instance")
    assert evaluated(checkout, tmp_path, "folder('templates')") == str(checkout / "templates")


def test_the_instance_folder_of_an_installed_package_is_among_the_user_s_data(tmp_path: Path) -> None:
    site = copied_package(tmp_path / "site")
    (site / "scorekeeper" / "templates").mkdir()
    assert evaluated(site, tmp_path, "instance_folder()") == str(tmp_path / "data" / "scorekeeper")
    assert evaluated(site, tmp_path, "folder('templates')") == str(site / "scorekeeper" / "templates")


def test_the_database_is_sqlite_in_the_instance_folder(tmp_path: Path) -> None:
    assert settings.database_url() == f"sqlite:///{tmp_path}/instance/scorekeeper.sqlite3"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("postgres://anne@db/marque", "postgresql+psycopg://anne@db/marque"),
        (
            "postgresql://anne@db/marque?sslmode=require",
            "postgresql+psycopg://anne@db/marque?sslmode=require",
        ),
        ("postgresql+psycopg://anne@db/marque", "postgresql+psycopg://anne@db/marque"),
        ("sqlite:////srv/marque.sqlite3", "sqlite:////srv/marque.sqlite3"),
    ],
)
def test_the_database_of_the_environment_is_used(given: str, read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", given)
    assert settings.database_url() == read


@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+pysqlite"])
def test_a_relative_path_of_the_database_is_made_absolute(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my table").mkdir()
    monkeypatch.chdir(tmp_path / "my table")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"{scheme}:///marque.sqlite3")
    assert settings.database_url() == f"{scheme}:///{tmp_path}/my%20table/marque.sqlite3"


@pytest.mark.parametrize(
    "given",
    [
        "sqlite://",
        "sqlite://marque.sqlite3",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:marque.sqlite3",
        "sqlite:///file:/srv/marque.sqlite3?uri=true",
    ],
)
def test_a_database_without_a_file_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", given)
    with pytest.raises(settings.SettingsError, match=r"^SCOREKEEPER_DATABASE_URL names no SQLite file; "):
        settings.database_url()


WRONG = {
    "DATABASE_URL": (
        "nonsense",
        "mysql://u:s3cret@h/d",
        "klingon://h/d",
        "sqlite+klingon:///a",
        "sqlite://u:s3cret@h:///d",
        "sqlite:///a?timeout=s3cret",
        "sqlite:///a%00b",
        "postgres//user:s3cret@",
        "postgresql://u:pa s3cret@h:port/d",
        "postgresql://u:p@s3cret@h/d",
        "postgresql://us/er:s3cret@h/d",
        "postgresql://u:s3cret@h:65536/d",
    ),
    "PUBLIC_URL": ("cards.example.org", "https://u:s3cret@example.org"),
    "HOSTS": ("cards.local https://cards.local", "cards.local:8000"),
    "TRUSTED_PROXIES": ("172.18.0.0/33",),
    "CONTACT": ("anne@example.org", "mailto:"),
    "INSTANCE": ("~nobody-of-this-name/cards", __file__, f"{__file__}/cards"),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_setting_is_named_without_a_password(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    read = {"INSTANCE": settings.instance_folder}.get(name) or getattr(settings, name.lower())
    with pytest.raises(settings.SettingsError, match=rf"\bSCOREKEEPER_{name}\b") as caught:
        read()
    assert "s3cret" not in str(caught.value)


def test_a_misspelt_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PORT_80_TCP", "tcp://10.0.0.1:80")  # as Kubernetes sets it
    settings.instance_path()
    monkeypatch.setenv("SCOREKEEPER_PUBLC_URL", "https://example.org")
    for read in (settings.instance_path, settings.database_url):
        with pytest.raises(settings.SettingsError, match=r"^SCOREKEEPER_PUBLC_URL .* SCOREKEEPER_PUBLIC_URL, "):
            read()


def test_a_zone_has_a_file_or_names_its_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Europe/Paris", ":Europe/Paris", "CET-1CEST", "<+03>-3", "UTC", ""):
        monkeypatch.setenv("TZ", name)
        settings.check_zone()
    for name in ("../../../etc/passwd", "Europe/Pari"):
        monkeypatch.setenv("TZ", name)
        with pytest.raises(settings.SettingsError, match=rf"^TZ is {name}, no time zone"):
            settings.check_zone()


def test_the_secret_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    key = settings.secret_key()
    assert len(key) == 64
    assert settings.secret_key() == key
    assert stat.S_IMODE((tmp_path / "instance" / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "instance").iterdir()] == ["secret_key"]


def test_the_secret_key_of_the_environment_is_used_and_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "given" * 4)
    assert settings.secret_key() == "given" * 4
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize("function", [settings.secret_key, settings.check_secret_key])
def test_a_short_secret_key_is_refused_and_not_printed(
    monkeypatch: pytest.MonkeyPatch, function: Callable[[], object]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "fifteen-letters")
    with pytest.raises(settings.SettingsError, match="fewer than 16 characters") as caught:
        function()
    assert "fifteen" not in str(caught.value)


@pytest.mark.parametrize("key", ["", "fifteen-letters"])
def test_an_empty_or_short_key_file_is_refused(tmp_path: Path, key: str) -> None:
    (settings.instance_folder() / "secret_key").write_text(key)
    with pytest.raises(settings.SettingsError, match="contains no key"):
        settings.secret_key()
    assert (tmp_path / "instance" / "secret_key").read_text() == key


@pytest.mark.sweep("starts real processes")
def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    script = "from scorekeeper.settings import secret_key; input(); print(secret_key())"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script],
            env=environment(tmp_path / "instance"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=30)[0].strip() for process in started}
    assert keys == {settings.secret_key()}


def copied_package(folder: Path) -> Path:
    """Create a package in `folder` that contains only the settings and their error."""
    (folder / "scorekeeper").mkdir(parents=True)
    (folder / "scorekeeper" / "__init__.py").touch()
    for name in ("settings.py", "command_error.py"):
        shutil.copy(ROOT / "scorekeeper" / name, folder / "scorekeeper")
    return folder


def evaluated(folder: Path, home: Path, call: str) -> str:
    """Return the printed result of a call of the settings of the package in `folder`."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    done = subprocess.run(
        [sys.executable, "-c", f"from scorekeeper import settings; print(settings.{call})"],
        env=others | {"XDG_DATA_HOME": str(home / "data")},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
