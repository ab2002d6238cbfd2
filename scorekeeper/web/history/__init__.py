"""What a carnet keeps: soirées, players, statistics, debts."""
