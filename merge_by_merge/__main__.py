"""Open the app: `merge-by-merge`, or `python -m merge_by_merge`."""

import sys

from bpe_core.__main__ import run


def main() -> int:
    """Serve the app and return the exit code; Ctrl-C also ends it while its modules are read."""
    return run(_command)


def _command() -> None:
    from merge_by_merge.command import main as serve_app

    serve_app()


if __name__ == "__main__":
    sys.exit(main())
