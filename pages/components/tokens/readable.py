"""Tokens and words as a learner reads them: a space is one sign in every lesson."""

from bpe_core import Corpus
from bpe_core.text.corpus import T, read_space
from bpe_core.text.pre_tokenization import find_pre_tokenizer


def readable(token: T, corpus: Corpus) -> T:
    """A token or a word with spaces, where the corpus writes GPT-2's letter for them.

    >>> readable("Ġis", Corpus.from_text("This is", pre_tokenizer="gpt2"))
    ' is'
    """
    return read_space(token, find_pre_tokenizer(corpus.pre_tokenizer), corpus.unit)
