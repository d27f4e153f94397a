"""The same text in several languages: a corpus of all of them that also knows each one.

Unlike corpora of their own, they have one base vocabulary, so that a merge can be made in all of
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from bpe_core.text.corpus import Corpus


@dataclass(frozen=True, eq=False)
class ParallelCorpus(Corpus):
    """The words of all texts; `each` is one of the texts. Make it with `parallel_corpora`."""

    each: tuple[Corpus, ...]


def parallel_corpora(texts: Sequence[str], **settings: Any) -> ParallelCorpus:
    """The words of all texts as one corpus, and each text as its own, with one base vocabulary.

    `settings` are the settings of `Corpus.from_text`. Raises its errors, for an empty text as well.

    >>> corpus = parallel_corpora(["a hug", "ein Arm"])
    >>> corpus.words, [each.words for each in corpus.each]
    (['a', 'hug', 'ein', 'Arm'], [['a', 'hug'], ['ein', 'Arm']])
    >>> {each.base_vocabulary for each in corpus.each} == {corpus.base_vocabulary}
    True
    """
    own = [Corpus.from_text(text, **settings) for text in texts]
    counts: Counter[str] = Counter()
    for corpus in own:
        counts.update(dict(zip(corpus.words, corpus.counts.tolist(), strict=True)))
    joint = Corpus.from_counts(counts, **settings)
    place = {token: i for i, token in enumerate(joint.base_vocabulary)}
    each = []
    for corpus in own:
        ids = np.array([place[token] for token in corpus.base_vocabulary], np.int32)
        units = ids[corpus.units]
        each.append(replace(corpus, units=units, base_vocabulary=joint.base_vocabulary))
    shared = {field.name: getattr(joint, field.name) for field in fields(Corpus)}
    return ParallelCorpus(**shared, each=tuple(each))
