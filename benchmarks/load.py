"""A class on one server: how long a click takes, and how soon many tabs are drawn.

    python -m benchmarks.load

A click is a step in the lesson "Merge by merge": the browser advances the walk and then informs the
server, and the address is updated. Learners speak the server's protocol without a browser
(`benchmarks.learner`) on the same machine, so the figures include the load from them.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median

from benchmarks.learner import Learner
from benchmarks.measuring import bare_page, p95, print_setting, print_table, server
from bpe_core.__main__ import run

CLASSES = (30, 100, 300)
#: Tabs, and the seconds within which they are opened.
OPENED = ((60, 0.0), (40, 2.0))
THINKING = 5.0  # seconds between two clicks of a learner, from 0 to twice that
MEASURED = 40.0  # seconds
STARTED = 20.0  # seconds in which a new server visits its own pages first
SAMPLE = "corpus=english&lang=en"
#: Asks again and again, in a process of its own, until its input ends; prints the longest wait.
HEALTH = """
import select, sys, time, urllib.request
longest = 0.0
while not select.select([sys.stdin], [], [], 0.01)[0]:
    start = time.perf_counter()
    urllib.request.urlopen(sys.argv[1]).close()
    longest = max(longest, time.perf_counter() - start)
print(longest)
"""


class Class:
    """Learners who think and click, each in a separate thread, and the times of their clicks."""

    def __init__(self, learners: list[Learner]) -> None:
        self.times: list[float] = []
        self.errors = 0
        self._learners = learners

    def click_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        with ThreadPoolExecutor(len(self._learners)) as threads:
            list(threads.map(lambda learner: self._click_until(learner, end), self._learners))

    def _click_until(self, learner: Learner, end: float) -> None:
        step = 0
        while (pause := random.uniform(0, 2 * THINKING)) + time.monotonic() < end:
            time.sleep(pause)
            step = step % 100 + 1
            try:
                self.times.append(1000 * learner.go_to_step(step))
            except Exception:  # a benchmark counts whatever goes wrong
                self.errors += 1
                return


@contextmanager
def learners(url: str, count: int) -> Iterator[list[Learner]]:
    """Open `count` tabs."""
    with ThreadPoolExecutor(16) as threads:
        opened = list(threads.map(lambda _: Learner(url, SAMPLE), range(count)))
    yield opened
    for learner in opened:
        learner.close()


def clicks() -> None:
    """Classes of several sizes, with pauses for thinking."""
    rows = []
    with server() as url:
        for count in CLASSES:
            with learners(url, count) as class_:
                measured = Class(class_)
                measured.click_for(MEASURED)
            times = measured.times
            figures = [len(times), f"{median(times):.0f} ms", f"{p95(times):.0f} ms"]
            rows.append([count, *figures, measured.errors])
    print_table(["sessions", "clicks", "median", "p95", "errors"], rows)


def tabs() -> None:
    """A class that opens the page at once or within two seconds, and a bare page opened so."""
    rows = []
    with server() as url, bare_page() as bare:
        time.sleep(STARTED)
        for name, address, query in (("the app", url, SAMPLE), ("a bare page", bare, "")):
            Learner(address, query).close()  # the corpus is trained once for everybody
            for count, within in OPENED:
                each, drawn, longest = opened_within(within, address, query, count)
                times = [f"{median(each):.2f} s", f"{drawn:.2f} s", f"{longest:.2f} s"]
                rows.append([name, f"{count} within {within:g} s", *times])
    head = ["page", "tabs", "a tab, median", "the first came → all drawn"]
    print_table([*head, "longest wait for health"], rows)


def opened_within(
    within: float, url: str, query: str, count: int
) -> tuple[list[float], float, float]:
    """The seconds until each of so many tabs, which open evenly within a time, is drawn, until all
    are, and the longest that a request for the server's health waited meanwhile."""
    command = [sys.executable, "-c", HEALTH, f"{url}/_stcore/health"]
    asking = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    time.sleep(0.5)  # until it asks
    begun = time.perf_counter()

    def come(number: int) -> float:
        time.sleep(number * within / count)
        came = time.perf_counter()
        opened.append(Learner(url, query))
        return time.perf_counter() - came

    opened: list[Learner] = []
    with ThreadPoolExecutor(count) as threads:
        times = list(threads.map(come, range(count)))
    drawn = time.perf_counter() - begun
    longest, _ = asking.communicate()
    for learner in opened:
        learner.close()
    return times, drawn, float(longest)


def main() -> None:
    print_setting(1)
    for table in (clicks, tabs):
        print(f"\n{table.__doc__}\n")
        table()


if __name__ == "__main__":
    sys.exit(run(main))
