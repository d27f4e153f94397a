"""How fast any step of a trace is reached, and how much memory a trace takes.

    python -m benchmarks.core.seek

A seek fetches what the stepper's page needs for a step: the top 20 pairs, 200 words and the first
300 words of the running text, as token ids. The first seek makes the table of all pairs at all
steps; its cost is given separately. Each seek is done three times, and the median time counts. The
ratio is that to training to the step again, the median of three of the steps.
"""

from __future__ import annotations

import random
from functools import partial
from statistics import median, quantiles
from time import perf_counter

import numpy as np

from benchmarks.corpora import MB, load
from benchmarks.timing import print_setting, print_table, seconds
from bpe_core import Corpus, Trace, train_bpe

SEEKS = 1_000


def seek(trace: Trace, step: int) -> None:
    state = trace.state_at(step)
    state.pairs(top=20)
    state.word_ids(range(min(200, len(trace.corpus.words))), max_units=2_000)
    state.word_ids(trace.corpus.running_words, max_units=2_000)


def bytes_of(thing: object) -> int:
    """The bytes of all arrays that an object holds."""
    return sum(value.nbytes for value in vars(thing).values() if isinstance(value, np.ndarray))


def room(trace: Trace) -> int:
    """The bytes of a trace with its table and the spelled corpus."""
    return bytes_of(trace) + bytes_of(trace.history) + bytes_of(trace.corpus)


def measure(name: str, corpus: Corpus, merges: int | None) -> list[object]:
    trace = train_bpe(corpus, num_merges=merges)
    bare = bytes_of(trace)
    table = seconds(lambda: trace.history)
    draw = random.Random(5)
    steps = [draw.randint(0, len(trace)) for _ in range(SEEKS)]
    seek(trace, 0)
    took = [seconds_of_seek(trace, step) * 1e3 for step in steps]
    blocks = [seconds_of_views(trace, step) for step in steps[:50]]
    again = median(seconds(partial(train_bpe, corpus, num_merges=step)) for step in steps[:3]) * 1e3
    return [
        name,
        f"{len(trace):,}",
        f"{median(took):.2f}",
        f"{quantiles(took, n=100)[98]:.2f}",
        f"{max(took):.2f}",
        f"{again:.1f}",
        f"1 : {again / median(took):,.0f}",
        f"{median(blocks) * 1e3:.0f}",
        f"{max(blocks) * 1e3:.0f}",
        f"{table * 1e3:.0f}",
        f"{bare / MB:.2f}",
        f"{room(trace) / MB:.1f}",
    ]


def seconds_of_views(trace: Trace, step: int) -> float:
    return seconds(lambda: trace.views(step, min(step + 64, len(trace) + 1)))


def seconds_of_seek(trace: Trace, step: int) -> float:
    """The median of three times, to leave out delays from the machine's other work."""
    times = []
    for _ in range(3):
        start = perf_counter()
        seek(trace, step)
        times.append(perf_counter() - start)
    return median(times)


def main() -> None:
    print_setting(1)
    english = load("English prose", MB)
    mixed = load("mixed English", 5 * MB)
    rows = [
        measure("hug", Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4}), None),
        measure("1 MB English", Corpus.from_text(english, unit="byte", pre_tokenizer="gpt2"), None),
        measure("1 MB Chinese", Corpus.from_text(load("Chinese prose", MB)), 32_000),
        measure("5 MB mixed", Corpus.from_text(mixed, unit="byte", pre_tokenizer="gpt2"), 32_000),
        measure(
            "1 MB base64, one word",
            Corpus.from_text(load("base64", MB), pre_tokenizer="none"),
            2_000,
        ),
    ]
    print(f"### Seeking: {SEEKS:,} random steps\n")
    head = [
        "text",
        "merges",
        "seek, median (ms)",
        "p99",
        "worst",
        "training to the step (ms)",
        "ratio",
    ]
    head += ["64 views, median (ms)", "worst", "table made once (ms)", "bare trace (MB)"]
    print_table([*head, "with corpus and table (MB)"], rows)


if __name__ == "__main__":
    main()
