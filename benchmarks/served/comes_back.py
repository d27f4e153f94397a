"""A class whose server dies: how long until every tab is back, and whether it is at its old step.

    python -m benchmarks.served.comes_back           200 tabs
    python -m benchmarks.served.comes_back 300

Each tab is at its own step when the server is killed (SIGKILL) and restarted. Each tab then checks
whether the server is back, as Streamlit's page does: after 0.1 s, then after twice as long each
time, up to 4 s. When it is, the tab opens its link. Learners talk to the server without a browser
(`benchmarks.served.learner`) on the same machine, so the figures include the load from them.
"""

from __future__ import annotations

import random
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from benchmarks.served.browsing import server, server_process
from benchmarks.served.learner import PATIENCE, Learner
from benchmarks.served.load import SAMPLE, learners
from benchmarks.timing import print_setting, print_table

TABS = 200
STEPS = 200  # of the sample's walk; several tabs may be at the same one
FIRST_DELAY, LONGEST_DELAY = 0.1, 4.0  # seconds


def wait_for_server(url: str) -> None:
    """Ask for the server, like a tab that has lost its connection."""
    delay = FIRST_DELAY
    over = time.monotonic() + PATIENCE
    while time.monotonic() < over:
        time.sleep(random.uniform(delay / 2, delay))
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=15).close()
            return
        except OSError:
            delay = min(LONGEST_DELAY, 2 * delay)
    raise TimeoutError


def come_back(url: str, query: str, step: int) -> float | None:
    """The time at which the tab is at its step again; None if it never is."""
    try:
        wait_for_server(url)
        reached = Learner(url, query).walk["step"]
    except Exception as error:  # a benchmark counts whatever goes wrong
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return None
    return time.monotonic() if reached == step else None


def stand_at(learner: Learner, step: int) -> tuple[str, int]:
    """Go to a step; return the link and the step."""
    learner.go_to_step(step)
    return learner.query, step


def main() -> None:
    count = int(sys.argv[1]) if sys.argv[1:] else TABS
    with ThreadPoolExecutor(count) as threads, server() as url:
        with learners(url, count, SAMPLE) as class_:
            steps = [1 + i % STEPS for i in range(count)]
            links = list(threads.map(stand_at, class_, steps))
            server_process().kill()
        killed = time.monotonic()
        coming = [threads.submit(come_back, url, *link) for link in links]
        with server(port=int(url.rsplit(":", 1)[1])):
            healthy = time.monotonic()
            found = [each.result() for each in coming]
    times = [back - healthy for back in found if back is not None]
    columns = ["tabs", "healthy after", "back, median", "the last one", "not at their step"]
    row = [count, *(f"{s:.1f} s" for s in (healthy - killed, median(times), max(times)))]
    print_setting(1)
    print_table(columns, [[*row, count - len(times)]])


if __name__ == "__main__":
    main()
