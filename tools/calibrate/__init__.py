"""Compare the island's evaluation with the results of battles."""
