"""Search for the bots of all games: budgets of time and nodes, tables, expectimax over turns."""
