"""The tests of Petite Belote, a game in a distribution of its own that the tests build and install."""
