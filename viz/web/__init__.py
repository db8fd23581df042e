"""A show as a web page: one file that replays it in any browser, without a network."""
