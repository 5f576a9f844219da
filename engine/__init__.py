"""Pure rules: a state and an action go in, a state and events come out."""
