"""The parts that games build their tools from: a query, cards in an address, piles of cards, wizards of questions."""
