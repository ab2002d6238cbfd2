"""The parts that games build their tools from: cards in an address, piles, wizards, compared totals."""
