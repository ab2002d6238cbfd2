"""The pages of what a carnet has recorded: soirées, players, statistics, debts."""
