"""Lines to commands to replies."""
