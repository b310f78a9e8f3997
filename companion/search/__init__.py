"""Verdicts, odds and hints: what the search can say about a table, one module a game family for its kernel."""
