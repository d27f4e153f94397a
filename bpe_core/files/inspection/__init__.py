"""Open a tokenizer file of any format in a separate process, and answer questions about it.

A file is opened by the library that made its format (`tokenizers`, `sentencepiece`, `tiktoken`), so
that ids are exactly its. These libraries are imported nowhere but in that process, and the process
may be killed at any time. Unlike `bpe_core.files.exchange`, which turns a file into a tokenizer of
ours that every lesson can use, this only looks into it, but into files of up to 40 MB and 300,000
tokens.

>>> from bpe_core.files.inspection import OpenFile
>>> with OpenFile([b"minbpe v1\\n\\n0\\n104 117\\n256 103\\n"]) as file:
...     summary, ids = file.summary, file.ask({"ask": "ids", "texts": ["hug hu"]})
>>> summary["kind"], summary["size"], ids
('minbpe', 258, [[257, 32, 256]])
"""

from bpe_core.files.inspection.process import OpenFile

__all__ = ["OpenFile"]
