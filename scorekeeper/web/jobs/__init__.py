"""Long work on the file of a whole carnet, done by a process of its own: no phone waits for another's file."""
