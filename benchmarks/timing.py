"""Time interleaved runs, and print their medians as a table with a note on the machine."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

PACKAGES = ("numpy", "regex", "tokenizers", "rustbpe", "sentencepiece")


def seconds(work: Callable[[], object]) -> float:
    """The time of one call, after a garbage collection."""
    gc.collect()
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved(works: Mapping[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """The median time of each piece of work, in seconds. They take turns, so that a slow moment of
    the machine affects all of them."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            times[name].append(seconds(work))
    return {name: median(spent) for name, spent in times.items()}


def runs_wanted(about: str) -> int:
    """How often each piece of work is timed, as the command line says; five times by default."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--runs", type=int, default=5)
    runs: int = parser.parse_args().runs
    return runs


def p95(times: Sequence[float]) -> float:
    """The time that 95 of 100 stay below."""
    return sorted(times)[int(0.95 * len(times))]


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a Markdown table."""
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def print_setting(runs: int) -> None:
    """Print the date, the machine, and the versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(
        f"{date.today()}, {_processor()}, {os.cpu_count()} cores (load {load:.1f} at the start), "
        f"Python {platform.python_version()}, {versions}; medians of {runs} interleaved runs.\n"
    )


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    if sys.platform == "linux" and about.exists():
        for line in about.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(": ")[2]
    return platform.processor() or platform.machine()
