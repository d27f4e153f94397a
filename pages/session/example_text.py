"""The text or word to start with, for a learner who has not typed or chosen one.

Some of the text is new to the tokenizer.
"""

import numpy as np

from bpe_core import Corpus
from pages.session.link import NAME_LIMIT
from sample_corpora import CATALOGUE

_MOST_WORDS, _MOST_CHARACTERS = 24, 120
#: The word to start with is one of this many frequent words, and has at most this many units.
_FREQUENT, _HANDY = 30, 8


def usual_text(corpus_id: str, corpus: Corpus) -> str:
    """The text that suits a corpus: one written for it, or the beginning of the corpus.

    >>> usual_text("own", Corpus.from_text("to be or not to be"))
    'to be or not to be'
    >>> usual_text("own", Corpus.from_counts({"hug": 10, "pug": 5}))
    'hug pug'
    """
    if corpus_id in CATALOGUE and (example := CATALOGUE[corpus_id].example):
        return example
    running = list(corpus.running_words[:_MOST_WORDS])
    words = [corpus.words[i] for i in running] or list(corpus.words[:_MOST_WORDS])
    text = (corpus.joiner if running else " ").join(words)
    if corpus.unit == "char" and corpus.pre_tokenizer == "gpt2":
        text = text.replace("Ġ", " ")
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS]


def usual_word(corpus: Corpus) -> str:
    """The word that is looked at first: a long one among the most frequent, but not too long.

    >>> usual_word(Corpus.from_counts({"hug": 10, "hugs": 5}))
    'hugs'
    """
    frequent = np.argsort(-corpus.counts, kind="stable")[:_FREQUENT]
    lengths = np.diff(corpus.starts)[frequent]
    chosen = frequent[np.argmax(np.where(lengths <= _HANDY, lengths, -lengths))]
    return corpus.words[int(chosen)][:NAME_LIMIT]
