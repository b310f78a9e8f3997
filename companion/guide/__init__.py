"""Sitting beside the player: a game session line by line, practice deals, setup sheets. All of it is data, none of it words."""
