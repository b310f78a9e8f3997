"""Words: what a player types, read; what the program has to say, said in English, Finnish, Lithuanian or Polish."""
