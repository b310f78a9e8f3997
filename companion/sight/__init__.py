"""Reading real playing cards from photographs. Nothing heavy is imported until a photograph is read."""
