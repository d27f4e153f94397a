"""minbpe's form of the program as one file that needs nothing but the standard library."""

from __future__ import annotations

import inspect

from bpe_core import textbook
from bpe_core.teaching_materials import tokenizer_class

_IMPORT = "from bpe_core import textbook\n"
#: How the class calls the textbook's functions where they are in a file of their own.
_CALLS = ("train", "encode")


def write_class() -> bytes:
    """The textbook's functions and, below them, the class, as UTF-8.

    >>> b"class Tokenizer" in write_class(), b"bpe_core" in write_class()
    (True, False)
    """
    functions = inspect.getsource(textbook).split("\n\n\n", 1)[1]
    source = inspect.getsource(tokenizer_class).replace(f"\n{_IMPORT}", "")
    head, the_class = source.split("\n\n\n", 1)
    for name in _CALLS:
        functions = functions.replace(f"def {name}(", f"def {name}_words(")
        the_class = the_class.replace(f"textbook.{name}(", f"{name}_words(")
    functions = functions.replace(">>> train(", ">>> train_words(")
    functions = functions.replace(">>> encode(", ">>> encode_words(")
    return f"{head}\n\n\n{functions}\n\n{the_class}".encode()
