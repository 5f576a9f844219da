"""Two small games that are unlike the island and unlike each other: they show that the contract is general."""
