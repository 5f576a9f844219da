"""The pages of a tournament: its report as one file, and the same pages served while games run."""
