"""The command line: `python -m bpe_core --help` lists what it can do."""

import sys

INTERRUPTED = 130


def main() -> int:
    """Run a command and return its exit code; Ctrl-C also ends it while its modules are read."""
    try:
        from bpe_core.command_line import main as run_command

        return run_command()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
