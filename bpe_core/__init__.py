"""Byte pair encoding with its whole history: train, visit any step, encode and decode.

Data flows one way: text, normalization, pre-tokenization, `Corpus`, `train_bpe`, `Trace`,
`Tokenizer`, ids and back. Unlike trainers made for speed alone, this one keeps every step; unlike
teaching code, it does so for megabytes. It has no user interface: no Streamlit, no pandas.

>>> from bpe_core import Corpus, train_bpe
>>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> trace = train_bpe(corpus, num_merges=3)
>>> trace.state_at(2).pairs(top=3)
[(('h', 'ug'), 15), (('p', 'un'), 12), (('p', 'ug'), 5)]
>>> trace.tokenizer().tokens("hugs")
['hug', 's']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bpe_core.api import *  # noqa: F403

__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Return a public name; NumPy is imported by then, and not before `--help` or Ctrl-C."""
    api = import_module("bpe_core.api")  # binds its parents here, such as `bpe_core.text`
    return globals().get(name) or getattr(api, name)


def __dir__() -> list[str]:
    return [*(globals() | vars(import_module("bpe_core.api")))]
