"""Self-contained pages for a browser: one file each, without external resources and without a build step."""
