"""The longest time that one call kept everybody else in the server from using the interpreter.

    python -m benchmarks.served.interpreter_held

A learner uploads 5 MB of each kind, trains, and fetches pieces from all over the walk. Meanwhile a
watchdog in the server asks for the interpreter every millisecond
(`benchmarks.served.watched_server`). Beside it stands one call of `str.split` on the same text,
which holds the interpreter from its start to its end.
"""

from __future__ import annotations

import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks import corpora
from benchmarks.served.browsing import server
from benchmarks.served.learner import Learner, own_text_query
from benchmarks.timing import print_setting, print_table, seconds

SIZE = 5_000_000
PIECES = 40
RUNS = 3
FLOOR = 20  # milliseconds; the watchdog does not write down less
#: A label, the corpus, its settings. Half a million distinct words are the worst for a dictionary.
KINDS = (
    ("English prose, 8,000 merges", "English prose", "pre=gpt2&merges=8000"),
    ("Python source in bytes, 32,000 merges", "Python source", "pre=gpt2&merges=32000&unit=byte"),
    ("base64 as one word, 2,000 merges", "base64", "pre=none&merges=2000"),
    ("800,000 different words, 8,000 merges", "numbers", "pre=whitespace&merges=8000"),
)


def text_of(corpus: str) -> str:
    if corpus == "numbers":
        return " ".join(f"{i:x}" for i in range(SIZE))[:SIZE]
    return corpora.load(corpus, SIZE - 1_000)


def train_and_look_around(url: str, text: str, settings: str) -> None:
    learner = Learner(url, own_text_query(settings))
    learner.upload(text)
    learner.wait_for_training()
    learner.change("setting_unit", string_value="characters")  # draws the page once more
    learner.wait_for_training()
    walk = learner.walk
    last = len(walk["left"]) // walk["piece_size"]
    for i in range(PIECES):
        urllib.request.urlopen(f"{url}/trace/{walk['key']}/{i * last // PIECES}").read()
    learner.close()


def gaps_since(log: Path, start: float) -> list[tuple[float, str]]:
    """How long the interpreter was held, in milliseconds, and where; the longest first."""
    gaps = []
    for line in log.read_text("utf-8").splitlines():
        when, _waited, held, where = line.split("\t")
        if float(when) >= start:
            gaps.append((float(held), where))
    return sorted(gaps, reverse=True)


def longest(log: Path, url: str, text: str, settings: str) -> tuple[float, str]:
    start = time.time()
    train_and_look_around(url, text, settings)
    time.sleep(0.5)
    gaps = gaps_since(log, start)
    return gaps[0] if gaps else (0.0, "")


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "gaps"
        with server("-m", "benchmarks.served.watched_server", str(log)) as url:
            train_and_look_around(url, "hug pug " * 20_000, "")  # so that all imports are done
            for what, corpus, settings in KINDS:
                text = text_of(corpus)
                holds = [longest(log, url, f"{i} {text}"[:SIZE], settings) for i in range(RUNS)]
                held, where = sorted(holds)[RUNS // 2]
                split = 1000 * seconds(text.split)
                row = [what, _shown(held), _shown(max(holds)[0]), f"{split:.0f} ms"]
                rows.append(
                    [*row, f"{max(max(holds)[0], FLOOR) / split:.2f}", where.split(" < ")[0]]
                )
    print_setting(RUNS)
    head = ["5 MB of", "longest (median run)", "longest of all", "`text.split()`", "ratio at most"]
    print_table([*head, "running at that moment"], rows)


def _shown(milliseconds: float) -> str:
    return f"{milliseconds:.0f} ms" if milliseconds else f"under {FLOOR} ms"


if __name__ == "__main__":
    main()
