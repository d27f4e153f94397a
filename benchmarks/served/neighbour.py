"""How long a click takes one learner while others train 5 MB: none, one, five of them.

    python -m benchmarks.served.neighbour

The click changes the tie rule of a sample corpus: the setting is read, the trace is looked up, and
the whole page is drawn and sent. The others upload 5 MB without spaces, on which training takes
many seconds: one trains, the rest wait, and all check their progress twice a second. Learners talk
to the server without a browser (`benchmarks.served.learner`).
"""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.served.browsing import server
from benchmarks.served.learner import Learner
from benchmarks.timing import print_beside, print_setting

OTHERS = (0, 1, 5)
#: The numbers of learners take turns, so that a slow moment of the machine affects all of them.
ROUNDS = 5
CLICKS = 60
RULES = ("largest text", "first seen")


def clicks(learner: Learner) -> list[float]:
    times = []
    for i in range(CLICKS):
        key = "setting_tie_break"
        times.append(1000 * learner.change(key, string_value=RULES[i % len(RULES)]))
        time.sleep(0.1)
    return times


def clicks_beside(url: str, others: int, learner: Learner) -> list[float]:
    command = [sys.executable, "-m", "benchmarks.served.learner", url, str(others)]
    process = subprocess.Popen(command)
    try:
        time.sleep(5)  # until they have uploaded
        return clicks(learner)
    finally:
        process.kill()
        process.wait()
        time.sleep(3)  # until the server has noticed


def main() -> None:
    found: dict[object, list[list[float]]] = {others: [] for others in OTHERS}
    with server() as url:
        learner = Learner(url, "corpus=low&lang=en")
        clicks(learner)  # warms everything up
        for _ in range(ROUNDS):
            for others in OTHERS:
                found[others].append(clicks_beside(url, others, learner))
        learner.close()
    print_setting(ROUNDS)
    print_beside("others who train 5 MB", found)


if __name__ == "__main__":
    main()
