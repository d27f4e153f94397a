"""Tokens and words as a learner reads them: a space is one sign in every lesson."""

from bpe_core import Corpus
from bpe_core.text.corpus import T, read_space
from bpe_core.text.pre_tokenization import find_pre_tokenizer
from pages.session.language import _


def readable(token: T, corpus: Corpus) -> T:
    """A token or a word with spaces, where the corpus writes GPT-2's letter for them.

    >>> readable("Ġis", Corpus.from_text("This is", pre_tokenizer="gpt2"))
    ' is'
    """
    return read_space(token, find_pre_tokenizer(corpus.pre_tokenizer), corpus.unit)


def space_text() -> dict[str, str]:
    """What explains the sign for a space, wherever tokens are drawn that have one."""
    return {"space_legend": _("{space} is a space.")}
