"""Tokenizers from the command line, for scripts: `python -m bpe_core --help`.

Results go to standard output or a file; progress and errors go to standard error. The exit
code says how the command ended:

- 0: done
- 1: the input cannot be used, and the message says why and what to do
- 2: the command line is wrong, or `inspect` was given a file that is not a tokenizer
- 3: a file or a cluster cannot be reached
- for `check` and `check-encoding`, the exit code is the answer: 0 if everything is right, 1 if
  something differs, 2 if something cannot be read
- 130: stopped by Ctrl-C; 141: the output was closed early, as by `| head`

Unlike `bpe_core.worker.job`, whose output is for a program, this writes for people.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from bpe_core.command_line.arguments import parse
from bpe_core.command_line.inspection import inspect
from bpe_core.errors import BpeError
from bpe_core.files.errors import ModelFileError
from bpe_core.text.counting import ClusterError, FileError, NoClusterLibraryError

INPUT_ERROR, BAD_FILE, UNREACHABLE = 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    chosen = parse(arguments)
    try:
        code: int | None = chosen.run(chosen)
    except BrokenPipeError:  # no file of the user's: see `bpe_core.__main__.run`
        raise
    except FileError as error:
        return _say(error.__cause__ or error, f"{error.name}: ")
    except ModelFileError as error:
        code = _say(error)
        return BAD_FILE if chosen.run is inspect else code
    except (BpeError, OSError, BrokenProcessPool) as error:
        return _say(error)
    return code or 0


def _say(error: BaseException, where: str = "") -> int:
    """Print an error and return the exit code for it."""
    text = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    if isinstance(error, OSError) and error.filename and not where:
        where = f"{error.filename}: "
    print(f"{where}{text}", file=sys.stderr)
    reachable = isinstance(error, BpeError) and not isinstance(
        error, (ClusterError, NoClusterLibraryError)
    )
    return INPUT_ERROR if reachable else UNREACHABLE
