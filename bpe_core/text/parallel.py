"""The same text in several languages: read side by side, and as a corpus that knows each one.

It is read as a table with a column for each language, or a file for each. Files are put side by
side as the columns of such a table, which is the one form that is kept. In it, the first row names
the languages, and cells are separated by tabs. Unlike a table of words and counts, it may hold any
text, so a quotation mark means nothing.

Unlike corpora of their own, the texts of a `ParallelCorpus` have one base vocabulary, so that a
merge can be made in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from bpe_core.errors import BpeError
from bpe_core.text.corpus import Corpus


class NotParallelError(BpeError):
    """A text with a single column."""


class TooManyCellsError(BpeError):
    """A row with more cells than there are languages."""


class EmptyLanguageError(BpeError):
    """A language without any text."""


class UnequalLinesError(BpeError):
    """Two texts that cannot say the same line by line."""


@dataclass(frozen=True, eq=False)
class ParallelTexts:
    """The `names` of the languages, their `texts`, and how many `lines` of each say something."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    lines: tuple[int, ...]

    def check_lines(self) -> None:
        """Raise `UnequalLinesError` for the first text with more or fewer lines than the first."""
        for name, lines in zip(self.names, self.lines, strict=True):
            if lines != self.lines[0]:
                raise UnequalLinesError(
                    language=self.names[0], lines=self.lines[0], other=name, others=lines
                )


def put_side_by_side(files: Sequence[tuple[str, str]]) -> str:
    r"""Files, by their names, as the columns of a table. A language is what its file is called.

    >>> put_side_by_side([("en.txt", "A hug.\nTwo.\n"), ("de.txt", "Ein Arm.")])
    'en\tde\nA hug.\tEin Arm.\nTwo.\t'
    """
    names = [name.removesuffix(".txt") for name, _ in files]
    columns = [[name, *_lines(text)] for name, (_, text) in zip(names, files, strict=True)]
    rows = zip_longest(*columns, fillvalue="")
    return "\n".join("\t".join(cell.replace("\t", " ") for cell in row) for row in rows)


def read_parallel(table: str) -> ParallelTexts:
    r"""The texts in the columns of a table. An empty cell is an empty line.

    Raises `NotParallelError`, `TooManyCellsError`, `EmptyLanguageError`.

    >>> read = read_parallel("en\tde\nA hug.\tEin Arm.\nTwo.\t")
    >>> read.names, read.texts, read.lines
    (('en', 'de'), ('A hug.\nTwo.', 'Ein Arm.'), (2, 1))
    """
    header, *rows = [line.split("\t") for line in _lines(table)]
    names = [name.strip() or str(number) for number, name in enumerate(header, 1)]
    if len(names) < 2:
        raise NotParallelError()
    for number, row in enumerate(rows, 2):
        if len(row) > len(names):
            raise TooManyCellsError(line=number, cells=len(row), languages=len(names))
    columns = [[row[i] if i < len(row) else "" for row in rows] for i in range(len(names))]
    lines = [sum(not cell.isspace() for cell in column if cell) for column in columns]
    for name, count in zip(names, lines, strict=True):
        if not count:
            raise EmptyLanguageError(language=name)
    texts = ["\n".join(column).rstrip("\n") for column in columns]
    return ParallelTexts(tuple(names), tuple(texts), tuple(lines))


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").rstrip("\n").split("\n")


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
