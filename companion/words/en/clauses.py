"""The rules clause by clause, as `rules ID` prints them."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
