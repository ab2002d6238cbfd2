"""The theme of the pages: that of the device, or day or night as chosen in the menu and stored in the session."""

from __future__ import annotations

from flask import Flask, session

_AUTO = "auto"
# "auto": the theme of the device.
THEMES = (_AUTO, "day", "night")
_KEY = "theme"  # in the session


def init_app(app: Flask) -> None:
    """Add `theme` to the templates."""
    app.context_processor(lambda: {"theme": chosen_theme()})


def chosen_theme() -> str:
    """Return the chosen theme, empty for that of the device."""
    return str(session.get(_KEY, ""))


def choose_theme(theme: str) -> None:
    """Store one of `THEMES`."""
    session[_KEY] = "" if theme == _AUTO else theme
    session.permanent = True
