"""What pages need and no game or carnet decides: language, assets, security, charts."""
