"""Statistics as the pages show them: the filters of an address, figures in words, rivals, titles."""
