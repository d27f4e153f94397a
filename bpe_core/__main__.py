"""The command line: `python -m bpe_core --help` lists what it can do."""

import os
import sys
from collections.abc import Callable

INTERRUPTED, BROKEN_PIPE = 130, 141


def main() -> int:
    """Run a command and return its exit code; Ctrl-C also ends it while its modules are read."""
    return run(_command)


def run(command: Callable[[], int | None]) -> int:
    """Run a command line and return its exit code.

    Ctrl-C, and a reader that stops early, as `| head` does, end it without a traceback.
    """
    try:
        code = command()
        sys.stdout.flush()
        return code or 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Discard what is still buffered, so that the interpreter does not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def _command() -> int:
    from bpe_core.command_line import main as run_command

    return run_command()


if __name__ == "__main__":
    sys.exit(main())
