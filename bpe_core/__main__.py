"""The command line: `python -m bpe_core train|encode|decode|trace|convert|inspect`."""

import sys

from bpe_core.command_line import main

if __name__ == "__main__":
    sys.exit(main())
