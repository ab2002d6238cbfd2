import os
from pathlib import Path

import pytest

from scorekeeper.instance_lock import InstanceLockedError, lock_instance


def test_a_second_lock_of_a_folder_is_refused_until_the_first_is_closed(tmp_path: Path) -> None:
    first = lock_instance(tmp_path, wait_seconds=0)
    with pytest.raises(InstanceLockedError):
        lock_instance(tmp_path, wait_seconds=0.2)
    os.close(first)
    os.close(lock_instance(tmp_path, wait_seconds=0))


def test_the_lock_of_a_folder_lasts_as_long_as_a_forked_process(tmp_path: Path) -> None:
    lock = lock_instance(tmp_path, wait_seconds=0)
    ready, go_on = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go_on)
        os.read(ready, 1)
        os._exit(0)
    os.close(lock)
    with pytest.raises(InstanceLockedError):
        lock_instance(tmp_path, wait_seconds=0)
    os.close(go_on)
    os.waitpid(child, 0)
    os.close(lock_instance(tmp_path, wait_seconds=0))
