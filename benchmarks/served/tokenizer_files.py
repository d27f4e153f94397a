"""Tokenizer files of 20 MB: how they slow other learners, and what memory remains after fifty.

    python -m benchmarks.served.tokenizer_files             all tables, about ten minutes
    python -m benchmarks.served.tokenizer_files neighbours  only this one
    python -m benchmarks.served.tokenizer_files work        only this one
    python -m benchmarks.served.tokenizer_files memory      only this one

Neighbours: thirty learners think and step, as in `benchmarks.served.load`. In every other run,
somebody uploads one file of 20 MB after another, has each opened, and has a text encoded. Work: the
processor time that the server itself takes for one such file, which other programs on the machine
hardly change. Memory: fifty people upload a file each, all different, and leave; the memory of the
server and its worker processes is measured along the way. Needs the packages of
requirements-wild.txt.
"""

from __future__ import annotations

import json
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.served.browsing import server, server_process
from benchmarks.served.learner import PATIENCE, Learner
from benchmarks.served.load import STARTED, beside, learners
from benchmarks.timing import print_setting, print_table
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.vocabularies.answers import SECONDS_PER_LOOK

LEARNERS, ROUNDS, MEASURED, THINKING = 30, 3, 20.0, 1.0
FILES, LOOKED_AT = 50, (0, 1, 10, 25, 50)
#: Spaces of indentation that make DeepSeek's file of 6.4 MB grow to 20 MB.
INDENTED = 19
MB = 1_000_000
FIELD = "model_file_part"


def large_file() -> bytes:
    """A real file, indented until it has 20 MB."""
    return json.dumps(json.loads(file_of("DeepSeek")), indent=INDENTED, ensure_ascii=False).encode()


def file_of(name: str) -> bytes:
    """The file of a published vocabulary."""
    path = PUBLISHED[name].path
    if path is None:
        raise SystemExit(f"{name} is not installed: see requirements-wild.txt")
    return path.read_bytes()


def upload_file(url: str, file: bytes, packed: bytes) -> bool:
    """Upload a file and leave again; return whether it was opened."""
    learner = Learner(url, "corpus=low&with=here&lang=en", "wild")
    metadata = {"name": "tokenizer", "packed": True, "whole": len(file), "first": len(file)}
    learner.send_in_parts(FIELD, packed, metadata)
    end = time.monotonic() + PATIENCE
    while "file." not in learner.query and time.monotonic() < end:
        time.sleep(SECONDS_PER_LOOK)
        learner.tell(WidgetState(id=learner.ids[FIELD], json_value="{}"), learner.fragments[FIELD])
    learner.close()
    return "file." in learner.query


def bring_for_good(url: str) -> None:
    """Upload one file of 20 MB after another, all different."""
    file = large_file()
    for number in range(1_000):
        changed = file + b" " * number
        outcome = "opened" if upload_file(url, changed, zlib.compress(changed, 1)) else "not opened"
        print(outcome, flush=True)


def neighbours() -> None:
    """Steps of thirty learners, with and without somebody who uploads files."""
    # With low priority: in reality a separate machine does the compressing.
    brings = ["nice", "-n", "19", sys.executable, "-m", "benchmarks.served.tokenizer_files"]
    with server() as url:
        time.sleep(STARTED)
        with learners(url, LEARNERS) as class_:
            printed = beside(class_, "one who brings files", [*brings, "upload", url], THINKING)
    opened = printed.count("opened")
    print(f"Files of {len(large_file()) / MB:.1f} MB that were opened meanwhile: {opened}.\n")


def work() -> None:
    """The processor time that the server takes for a file, besides what it takes anyway."""
    file = large_file()
    packed, spent = b"", []
    with server() as url:
        time.sleep(STARTED)
        upload_file(url, file, zlib.compress(file, 1))  # so that all imports are done
        idle = spent_in(lambda: time.sleep(MEASURED)) / MEASURED
        for number in range(1, 1 + ROUNDS):
            changed = file + b" " * number
            packed = zlib.compress(changed, 1)
            start = time.monotonic()
            taken = spent_in(partial(upload_file, url, changed, packed))
            spent.append(taken - idle * (time.monotonic() - start))
    print(f"Files of {len(file) / MB:.1f} MB, sent as {len(packed) / MB:.1f} MB.\n")
    print_table(
        ["processor time of the server for a file (median)", "most"],
        [[f"{median(spent):.2f} s", f"{max(spent):.2f} s"]],
    )


def spent_in(work: Callable[[], object]) -> float:
    """The seconds of processor time that the server took meanwhile; its workers are not counted."""
    before = server_process().cpu_times()
    work()
    after = server_process().cpu_times()
    return float(after.user + after.system - before.user - before.system)


def memory() -> None:
    """The memory of the server and its workers after several numbers of files."""
    rows = []
    with server() as url:
        time.sleep(STARTED)
        sizes: list[int] = []
        for number, file in enumerate(different_files()):
            if number in LOOKED_AT:
                rows.append([number, f"{sum(sizes) / MB:.0f}", *resident()])
            sizes.append(len(file))
            if not upload_file(url, file, zlib.compress(file, 1)):
                print(f"file {number + 1} was not opened", flush=True)
        rows.append([FILES, f"{sum(sizes) / MB:.0f}", *resident()])
        time.sleep(150)  # files are dropped with their owners, idle processes end
        rows.append(["150 s later", "", *resident()])
    print_table(["files", "MB of them", "server, MB", "workers, MB", "workers"], rows)


def different_files() -> Iterator[bytes]:
    """Fifty files of 2.5 to 6.4 MB, no two alike."""
    text, ranks = file_of("DeepSeek"), file_of("Qwen").splitlines(keepends=True)
    for number in range(FILES):
        yield b"".join(ranks[: -1 - number]) if number % 5 else text + b" " * number


def resident() -> list[str]:
    """Resident megabytes of the server and of its child processes, and how many of these exist."""
    process = server_process()
    workers = process.children()
    megabytes = [sum(each.memory_info().rss for each in g) / MB for g in ([process], workers)]
    return [f"{megabytes[0]:.0f}", f"{megabytes[1]:.0f}", str(len(workers))]


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] == ["upload"]:
        bring_for_good(arguments[1])
        return
    print_setting(ROUNDS)
    for name, table in (("neighbours", neighbours), ("work", work), ("memory", memory)):
        if not arguments or name in arguments:
            print(f"### {name.capitalize()}\n")
            table()


if __name__ == "__main__":
    main()
