"""Random histories: *Annuler* and *Refaire* lead only to states that there were, whatever was done."""

import random

import pytest
from partie.acts import ACTS, DEALERS, WEIGHTS
from partie.journal import Journal, begun
from support.selection import examples

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.log import Again
from scorekeeper.partie.refusals import RefusedError

STARTS = {game: begun(game, 2 if game == "piquet" else 4, dealer) for game, dealer in DEALERS.items()}
STEPS = 40


class History:
    """A partie, and the state that followed each change of its stack when it was made."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance, self.journal = random.Random(seed), Journal(STARTS[game])
        self.states = {self.journal.bottom.version: self.journal.state}

    def act(self) -> None:
        """Do something at random; it may be refused."""
        names = [*ACTS, "undo", "redo", "mark"]
        name = self.chance.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]
        if name == "undo":
            self.journal.undo()
        elif name == "redo":
            self.journal.redo()
        elif name == "mark":
            self.journal.rows.append(Again())
        else:
            try:
                self.journal.make(ACTS[name](self.journal, self.chance))
            except (RefusedError, ImpossibleError):
                return
        self.check()

    def check(self) -> None:
        """Compare the state with that after the change on top of the stack, when that change was made."""
        assert self.journal.state == self.states.setdefault(self.journal.stack.top, self.journal.state)

    def undo_and_redo(self) -> None:
        """Take back some changes one by one, and make them again."""
        undone = 0
        while undone < self.chance.choice((1, 1, 2, 5, 40)) and self.journal.undo():
            undone += 1
            self.check()
        for _ in range(undone):
            assert self.journal.redo()
            self.check()


@pytest.mark.parametrize("game", STARTS)
def test_undoing_and_redoing_any_history(game: str) -> None:
    for seed in range(examples(20)):
        history = History(game, seed)
        for _ in range(STEPS):
            history.act()
            history.undo_and_redo()
            assert history.journal.read_again() == (history.journal.state, history.journal.stack)
