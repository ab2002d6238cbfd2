"""Modules that are independent of any game: language, assets, security, rights, dates."""
