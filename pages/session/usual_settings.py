"""The settings that suit a corpus, and the text and the word to start with.

A link leaves them out, and the page takes them. A text that was written to start with holds
something that is new to the tokenizer.
"""

import hashlib
import re
from dataclasses import dataclass

import numpy as np

from bpe_core import Corpus, TrainingSpecification
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.reading import looks_like_counts
from pages.session.link import NAME_LIMIT, OWN
from pages.session.session_state import SessionValue
from sample_corpora import CATALOGUE

#: What most lessons begin with, and by language.
FIRST_CORPUS = next(iter(CATALOGUE))
FIRST_CORPORA = {"en": FIRST_CORPUS, "zh": "tea"}
MERGES_OF_OWN_TEXT = 200
_UNSPACED = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
#: How many characters of a text are searched, so that no click reads a long text to its end.
_LOOKED_AT = 20_000


@dataclass(frozen=True, eq=False)
class TextFacts:
    """Facts that every click needs, worked out once because a text can have 5 MB."""

    text: str | None
    digest: str
    is_unspaced: bool
    is_table: bool


_last_facts = SessionValue[TextFacts]("text_facts")


def text_facts(text: str | None) -> TextFacts:
    """The facts about the learner's own text."""
    facts = _last_facts.get()
    if facts is None or facts.text is not text:
        digest = hashlib.blake2b(encode_utf8(text or ""), digest_size=16).hexdigest()
        is_unspaced = _UNSPACED.search(text or "", 0, _LOOKED_AT) is not None
        is_table = looks_like_counts((text or "")[:_LOOKED_AT])
        facts = _last_facts.put(TextFacts(text, digest, is_unspaced, is_table))
    return facts


def usual_specification(corpus: str, text: str | None) -> TrainingSpecification:
    """The training that suits a corpus, or the learner's own text."""
    if corpus == OWN:
        # Chinese and Japanese have no whitespace to cut at; GPT-2's pattern cuts at punctuation.
        cut = "gpt2" if text_facts(text).is_unspaced else "whitespace"
        return TrainingSpecification(pre_tokenizer=cut, num_merges=MERGES_OF_OWN_TEXT)
    entry = CATALOGUE[corpus]
    return TrainingSpecification(
        unit=entry.unit,
        end_of_word=entry.end_of_word,
        pre_tokenizer=entry.pre_tokenizer,
        num_merges=entry.num_merges,
        special_tokens=entry.special_tokens,
    )


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
    return text[:_MOST_CHARACTERS]


def usual_word(corpus: Corpus) -> str:
    """The word that is looked at first: a long one among the most frequent, but not too long.

    >>> usual_word(Corpus.from_counts({"hug": 10, "unhugged": 5, "hugginger": 3}))
    'unhugged'
    """
    frequent = np.argsort(-corpus.counts, kind="stable")[:_FREQUENT]
    lengths = np.diff(corpus.starts)[frequent]
    chosen = frequent[np.argmax(np.where(lengths <= _HANDY, lengths, -lengths))]
    return corpus.words[int(chosen)][:NAME_LIMIT]
