"""Programs that play, and what their authors need."""
