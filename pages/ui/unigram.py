"""Unigram trainings as the lesson needs them: how large, over how much of a text, and kept where.

A Unigram training has no worker yet, so it is kept short: of a long text only the beginning is
used, and the page says so. Traces of the sample corpora are everybody's and bounded in number;
that of a learner's own text belongs to the session and goes with it.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from math import exp, floor, log

import numpy as np
import streamlit as st

from bpe_core import Corpus
from bpe_core.reading import looks_like_counts, read_counts
from bpe_core.unigram import Lattice, UnigramTrace, train_unigram
from pages.ui import state
from pages.ui.link import NAME_LIMIT
from pages.ui.state import Settings

#: Characters of a learner's own text that are used: a training takes a few tenths of a second
#: then, even where the text is a single word of random letters.
TEXT_USED = 10_000
MOST_TOKEN_UNITS = 16
#: Without a size asked for, a quarter of the longer tokens of the seed stays.
SHARE_KEPT = 4
MOST_SAMPLES = 64
TIME_LIMIT = 5.0
#: The word whose lattice is shown first is one of so many, and has no more units than this.
FREQUENT, HANDY = 30, 8
_OWN_TRACE = "unigram_trace"

_samples: OrderedDict[tuple[str, int | None], "Training"] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, eq=False)
class Training:
    """A trace, and what it was trained on.

    `least` and `most` are the smallest and largest vocabularies there could be; of the `total`
    characters of the text the first `used` were used.
    """

    trace: UnigramTrace
    least: int
    most: int
    used: int
    total: int


def unigram_settings() -> Settings:
    """The settings of the state with this lesson's own size of the vocabulary."""
    return replace(state.settings(), vocab_size=state.link().unigram_size)


def training_of(asked: Settings) -> Training:
    """The training with these settings, done now if it is not held. Raises a `BpeError`."""
    key = (asked.key, asked.vocab_size)
    if asked.is_own:
        held = st.session_state.get(_OWN_TRACE)
        if held is None or held[0] != key:
            held = st.session_state[_OWN_TRACE] = (key, _train(asked))
        own: Training = held[1]
        return own
    with _lock:
        if key in _samples:
            _samples.move_to_end(key)
            return _samples[key]
    done = _train(asked)
    with _lock:
        _samples[key] = done
        while len(_samples) > MOST_SAMPLES:
            _samples.popitem(last=False)
    return done


def _train(asked: Settings) -> Training:
    job, text = asked.job()
    # In bytes a character has three units or so, if it is not one of English.
    limit = TEXT_USED if job.unit == "char" or text.isascii() else TEXT_USED // 3
    used = text if job.source != "either" else shorten(text, limit)
    corpus = job.build_corpus(used)
    least = len(corpus.base_vocabulary) + len(asked.special_tokens)
    candidates = count_candidates(corpus)
    trace = train_unigram(
        corpus,
        vocab_size=asked.vocab_size or least + usual_tokens(candidates, asked.num_merges),
        max_token_length=MOST_TOKEN_UNITS,
        special_tokens=asked.special_tokens,
        time_limit=TIME_LIMIT,
    )
    return Training(trace, least, least + candidates, len(used), len(text))


def usual_tokens(candidates: int, merges: int | None) -> int:
    """How many longer tokens stay if nobody says: as many as BPE would make, or a quarter.

    >>> usual_tokens(12, 10), usual_tokens(1755, 300), usual_tokens(0, 10)
    (3, 300, 0)
    """
    quarter = -(-candidates // SHARE_KEPT)
    return min(quarter, merges) if merges else quarter


def count_candidates(corpus: Corpus) -> int:
    """How many longer tokens there could be: a training to so large a size drops none.

    >>> count_candidates(Corpus.from_counts({"hug": 2, "hugs": 1}))
    3
    """
    most = len(corpus.units) * MOST_TOKEN_UNITS + len(corpus.base_vocabulary)
    every = train_unigram(
        corpus, vocab_size=most, max_token_length=MOST_TOKEN_UNITS, sub_iterations=1
    )
    return every.sizes[0] - len(corpus.base_vocabulary)


def shorten(text: str, limit: int = TEXT_USED) -> str:
    """The beginning of a text, whole words of it; of a table its first rows.

    >>> shorten("to be or not to be", limit=7), shorten("hug 10\\npug 5", limit=4)
    ('to be', 'hug\\t10')
    """
    head = text if len(text) <= 20 * limit else text[: 20 * limit].rpartition("\n")[0]
    if looks_like_counts(head):
        rows = read_counts(head)
        ends = accumulate(map(len, rows))
        kept = list(takewhile(lambda row: row[1] <= limit, zip(rows, ends, strict=True)))
        if len(kept) == len(rows):
            return head
        return "\n".join(f"{word}\t{rows[word]}" for word, _ in kept) or head[:limit]
    if len(text) <= limit:
        return text
    beginning = text[:limit]
    words = beginning if text[limit].isspace() else beginning.rpartition(" ")[0]
    return words.rstrip() or beginning


def choose_size(size: int) -> None:
    """Train to another size of the vocabulary, from the seed on."""
    state.change(unigram_size=size)
    state.set_step(0)


def choose_word(word: str) -> None:
    """Look at another word's lattice."""
    state.change(word=word[:NAME_LIMIT])


def usual_word(trace: UnigramTrace) -> str:
    """The word whose lattice is shown first: a long one among the most frequent, but not too long.

    >>> usual_word(train_unigram(Corpus.from_counts({"hug": 10, "hugs": 5}), vocab_size=5))
    'hugs'
    """
    corpus = trace.corpus
    frequent = np.argsort(-corpus.counts, kind="stable")[:FREQUENT]
    lengths = np.diff(corpus.starts)[frequent]
    chosen = frequent[np.argmax(np.where(lengths <= HANDY, lengths, -lengths))]
    return corpus.words[int(chosen)][:NAME_LIMIT]


def formulas(trace: UnigramTrace, step: int, lattice: Lattice | None) -> None:
    """The loss of this round and the probability of this word, with their numbers."""
    loss = f"{trace.losses[step]:,.2f}".replace(",", "{,}")
    st.latex(rf"\mathcal{{L}} = -\sum_{{w}} c(w)\,\ln P(w) = {loss}")
    if lattice is None:
        return
    ways = [probability_in_latex(way.log_probability) for way in lattice.n_best(4)]
    if lattice.path_count > len(ways):
        ways.append(r"\dots")
    lines = [
        r"P(w) &= \sum_{s \in S(w)} \prod_{t \in s} p(t)",
        *(f"&{'+' if i else '='} {' + '.join(ways[i : i + 2])}" for i in range(0, len(ways), 2)),
    ]
    if lattice.path_count > 1:
        lines.append(f"&= {probability_in_latex(lattice.log_probability)}")
    st.latex(r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}")


def probability_in_latex(logarithm: float) -> str:
    r"""A probability with four digits, as LaTeX writes it; its logarithm says it however small.

    >>> probability_in_latex(log(0.25)), probability_in_latex(-2000.0)
    ('0.2500', '2.577 \\times 10^{-869}')
    """
    power = floor(logarithm / log(10))
    if power >= -3:
        return f"{exp(logarithm):.{3 - power}f}"
    mantissa = exp(logarithm - power * log(10))
    return rf"{mantissa:.3f} \times 10^{{{power}}}"
