"""Modules that know neither games nor carnets: language, assets, security, charts."""
