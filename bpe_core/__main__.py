"""The command line: `python -m bpe_core --help` lists what it can do."""

import sys

from bpe_core.command_line import main

if __name__ == "__main__":
    sys.exit(main())
