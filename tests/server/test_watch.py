"""How long a worker has been silent, by its own computing time."""

import os
from dataclasses import dataclass

import pytest

from server.workers.watch import Look, Silence, look_at


@dataclass
class Worker:
    """A worker as the system reports it, checked once a second."""

    silence: Silence
    computed: float = 0.0

    def goes_on(self, state: str, computes: float, seconds: int) -> bool:
        """Whether it is left alone after some seconds in a state, computing for a share of them."""
        for _ in range(seconds):
            self.computed += computes
            if self.silence.is_too_long(Look(state, self.computed), 1.0):
                return False
        return True


@pytest.mark.parametrize("state", ["S", "T", "t"])
def test_a_worker_that_waits_hangs(state: str) -> None:
    assert not Worker(Silence()).goes_on(state, 0.0, 4)


def test_a_worker_that_gets_no_turn_is_left_alone() -> None:
    """On a busy machine, it wants to run, and cannot for a minute."""
    worker = Worker(Silence())
    assert worker.goes_on("R", 0.0, 60)
    assert worker.goes_on("R", 0.02, 60)


def test_a_worker_that_waits_for_the_disk_is_left_alone() -> None:
    assert Worker(Silence()).goes_on("D", 0.0, 60)


def test_a_worker_that_computes_in_silence_spins() -> None:
    assert not Worker(Silence()).goes_on("R", 1.0, 7)


def test_a_machine_may_be_three_times_as_slow() -> None:
    """The longest honest call, on 5 MB of one character, took one and a half seconds here."""
    assert Worker(Silence()).goes_on("R", 0.9, 5)


def test_what_it_tells_ends_the_silence() -> None:
    worker = Worker(Silence())
    for _ in range(10):
        assert worker.goes_on("R", 1.0, 2)
        worker.silence.end()


def test_a_pause_between_two_computations_is_no_hanging() -> None:
    worker = Worker(Silence())
    for _ in range(5):
        assert worker.goes_on("S", 0.0, 1)
        assert worker.goes_on("S", 0.1, 1)


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="reads /proc")
def test_the_system_tells_how_this_process_is() -> None:
    look = look_at(os.getpid())
    assert look is not None
    assert look.state == "R"
    assert abs(look.computed - sum(os.times()[:2])) < 0.1


def test_nothing_is_known_of_a_process_that_is_gone() -> None:
    assert look_at(99_999_999) is None
