"""The textbook's functions as a notebook of one training, and as one file in the form of minbpe.

The notebook (Jupyter, nbformat 4.5) runs the functions one by one on the learner's words, and needs
nothing but the standard library. Unlike the program of `bpe_core.files.program`, which is one page
of code, it explains each function. The file in the form of minbpe has a class below the functions.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from inspect import getsource
from typing import Any

from bpe_core import textbook
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.errors import FormatError
from bpe_core.files.exchange import AnyTrace
from bpe_core.files.program import (
    check_program,
    data_source,
    preference_source,
    spelling_source,
)
from bpe_core.teaching_materials import tokenizer_class
from bpe_core.textbook import choose_pair, count_pairs, decode, encode, merge_pair, train

NAME = "Jupyter"
#: What is said above each cell of code, by the names that `write_notebook` takes.
PARTS = ("data", "spell", "count", "choose", "merge", "train", "run", "encode", "decode", "own")

_RUN = """CORPUS = [(spell(word), count) for word, count in WORDS.items()]
MERGES = train(CORPUS, TOKENS, NUM_MERGES{prefer})
words = CORPUS
for step, (pair, new) in enumerate(MERGES.items(), 1):
    left, right = TOKENS[pair[0]], TOKENS[pair[1]]
    print(f"{{step}}. {{left!r}} + {{right!r}} -> {{TOKENS[new]!r}}: {{count_pairs(words)[pair]}}")
    words = [(merge_pair(word, pair, new), count) for word, count in words]
"""
_OWN = """word = {word!r}
ids = encode(spell(word), MERGES)
print([TOKENS[token] for token in ids], ids, repr(decode(ids, TOKENS)))
"""


def write_notebook(trace: AnyTrace, says: Mapping[str, str]) -> bytes:
    """The notebook as JSON in UTF-8; `says` has Markdown for "title" and for each of `PARTS`.

    Raises `FormatError` for a corpus that is too large, and for anything but BPE.

    >>> from bpe_core import Corpus, train_bpe
    >>> says = dict.fromkeys(("title", *PARTS), "# Hello")
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10}))
    >>> cells = json.loads(write_notebook(trace, says))["cells"]
    >>> [cell["cell_type"] for cell in cells[:3]]
    ['markdown', 'markdown', 'code']
    """
    trace = check_notebook(trace)
    prefer = preference_source(trace)
    run = _RUN.format(prefer=", prefer" if prefer else "")
    code = {
        "data": data_source(trace),
        "spell": spelling_source(trace),
        "count": getsource(count_pairs),
        "choose": getsource(choose_pair) + prefer,
        "merge": getsource(merge_pair),
        "train": getsource(train),
        "run": run,
        "encode": getsource(encode),
        "decode": getsource(decode),
        "own": _OWN.format(word=max(trace.corpus.words, key=len)),
    }
    cells = [_markdown("title", says["title"])]
    for part in PARTS:
        cells += [_markdown(f"{part}-text", says[part]), _code(part, code[part].strip("\n"))]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    book = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, ensure_ascii=True, indent=1).encode()


def check_notebook(trace: AnyTrace) -> Trace:
    """The trace if a notebook can be written of it. Raises as `write_notebook`."""
    trace = check_program(trace)
    if isinstance(trace, WordPieceTrace):
        raise FormatError("only-merges", format=NAME)
    return trace


def _markdown(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def _code(name: str, source: str) -> dict[str, Any]:
    cell = _markdown(name, source) | {"cell_type": "code"}
    return cell | {"execution_count": None, "outputs": []}


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
