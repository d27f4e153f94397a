"""The app with a watchdog inside, to see how long one call keeps the interpreter from everybody.

    python -m benchmarks.served.watched_server LOG run app.py ...

A thread asks for the interpreter every millisecond. If it gets it late, and the process was working
meanwhile (rather than the machine being busy with others), another thread held it. Such gaps are
written to LOG, one per line: when, how long the watchdog waited, how much processor time the
process used (all in milliseconds), and what the other threads were doing when the wait ended.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from pathlib import Path

TICK = 0.001
#: A thread that only runs Python yields after 5 ms; a few of them in a row are not a long call.
GAP = 0.02


def watch(log: Path) -> None:
    with log.open("w", buffering=1) as out:
        clock, used = time.perf_counter(), time.process_time()
        while True:
            time.sleep(TICK)
            now, cpu = time.perf_counter(), time.process_time()
            held = min(now - clock - TICK, cpu - used)
            if held > GAP:
                waited = now - clock - TICK
                out.write(f"{time.time():.3f}\t{1000 * waited:.0f}\t{1000 * held:.0f}\t{where()}\n")
            # Take new times: writing the log takes a while itself.
            clock, used = time.perf_counter(), time.process_time()


def where() -> str:
    """The innermost call in our code or Streamlit's, in each thread that is working."""
    me = threading.get_ident()
    found = []
    for thread, frame in sys._current_frames().items():
        stack = traceback.extract_stack(frame)
        last = stack[-1]
        if thread != me and last.name not in ("wait", "select", "_worker", "_wait_for_tstate_lock"):
            calls = [f"{Path(call.filename).name}:{call.lineno}:{call.name}" for call in stack[-4:]]
            found.append(" < ".join(reversed(calls)))
    return " | ".join(found)


def main() -> None:
    log = Path(sys.argv[1])
    threading.Thread(target=watch, args=(log,), daemon=True).start()
    from streamlit.web.cli import main as streamlit

    sys.argv = ["streamlit", *sys.argv[2:]]
    streamlit()


if __name__ == "__main__":
    main()
