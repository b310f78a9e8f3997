"""Tables drawn: in the terminal, in words, as SVG, as a page that replays a game, and told as Markdown."""
