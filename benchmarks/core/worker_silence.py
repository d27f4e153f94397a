"""How long a worker computes without a sign of life, on texts of the greatest allowed length.

    python -m benchmarks.core.worker_silence

A worker that computes in silence for more than five seconds counts as spinning, and is ended
(`server/workers/watch.py`). So no legitimate training may come near that; this measures how near
they come.
"""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from typing import Any

from benchmarks import corpora
from benchmarks.timing import print_setting, print_table
from bpe_core.specification import TrainingSpecification
from bpe_core.worker.job import Job, encode_job
from server.workers.ready_worker import worker_environment
from server.workers.watch import look_at

SIZE = 4_999_990
ALGORITHMS = ("bpe", "wordpiece", "unigram", "side-by-side")
LIMITS: dict[str, Any] = {"time_limit": 60.0, "memory_limit": 2_000_000_000}


def texts() -> dict[str, tuple[str, dict[str, Any]]]:
    """Each text with the settings that make it hardest."""
    letters = random.Random(1)
    words = ("".join(letters.choices("abcdefghijklmnop", k=5)) for _ in range(SIZE // 6))
    return {
        "English prose": (corpora.load("English prose", SIZE), {"num_merges": 8000}),
        "different words": (" ".join(words), {"num_merges": 8000}),
        "base64 as one word": (
            corpora.load("base64", SIZE),
            {"pre_tokenizer": "none", "num_merges": 2000},
        ),
        "one character": ("a" * SIZE, {"pre_tokenizer": "none"}),
    }


def longest_silence(job: Job, text: str) -> tuple[float, float, str]:
    """The longest processor time between two records, the total, and how the job ended."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "bpe_core.worker"],
        env=worker_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert worker.stdout is not None
    threading.Thread(target=send, args=(worker, encode_job(job, text))).start()
    heard = longest = 0.0
    kind = b""
    while kind not in (b"T", b"E"):
        head = worker.stdout.read(1)
        if not head:
            break
        look = look_at(worker.pid)
        now = look.computed if look else heard
        longest, heard = max(longest, now - heard), now
        worker.stdout.read(int.from_bytes(worker.stdout.read(8), "little"))
        kind = head
    worker.kill()
    worker.wait()
    return longest, heard, {b"T": "trained", b"E": "an error"}.get(kind, "died")


def send(worker: subprocess.Popen[bytes], job: list[bytes]) -> None:
    assert worker.stdin is not None
    with worker.stdin:
        worker.stdin.writelines(job)


def main() -> None:
    rows = []
    for name, (text, settings) in texts().items():
        for algorithm in ALGORITHMS:
            job = Job(TrainingSpecification(algorithm=algorithm, **settings), **LIMITS)  # type: ignore[arg-type]
            silence, computed, end = longest_silence(job, text)
            rows.append([name, algorithm, f"{computed:.1f} s", f"{silence:.2f} s", end])
    print_setting(1)
    print_table(["5 MB of", "algorithm", "computed", "longest silence", "end"], rows)


if __name__ == "__main__":
    main()
