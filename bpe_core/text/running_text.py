"""A corpus of whole lines that knows where its words end: the text for merges across words.

BPE counts a bag of words, and what stands beside a word is forgotten. Merges across words need the
words in their order, so here a "word" of the corpus is a whole line, with a *wall* at each border
between two of its words. Unlike a plain `Corpus`, this also keeps the bag of words: merges inside
words are the same in both, and far quicker to find in the bag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from bpe_core.text.corpus import Corpus, Unit, encode_utf8, write_space
from bpe_core.text.normalization import check_normalizers, normalize
from bpe_core.text.pre_tokenization import (
    RUNNING_WORDS,
    PreTokenizer,
    find_pre_tokenizer,
    parts_between,
)


@dataclass(frozen=True, eq=False)
class RunningText(Corpus):
    """Lines with counts, as a corpus whose words are lines. Make one with `read` or `of_lines`.

    `bag` is the corpus of the words, and `order` says which of its words stand in the lines, one
    line after another (int64).

    >>> text = RunningText.read("a hug\\na bug")
    >>> text.words, text.bag.words, text.order.tolist()
    (['aĠhug\\n', 'aĠbug'], ['a', 'Ġhug', '\\n', 'Ġbug'], [0, 1, 2, 0, 3])
    >>> text.walls.tolist()  # after which units a word ends inside a line
    [0, 4, 6]
    """

    bag: Corpus
    order: NDArray[np.int64]

    @classmethod
    def read(
        cls,
        text: str,
        *,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str = "gpt2",
        special_tokens: Sequence[str] = (),
        **settings: Any,
    ) -> Self:
        """The lines of a text, which also ends at special tokens; they are in no line.

        The other settings are those of `Corpus.from_text`, without a marker.
        """
        rule = find_rule(pre_tokenizer)
        normalizer = check_normalizers(normalizer)
        parts = [normalize(part, normalizer) for part in parts_between(text, special_tokens)]
        unit = settings.get("unit", "char")
        lines = [line for part in parts for line in split_lines(part, rule, unit)]
        read = cls.of_lines(
            Counter(lines), normalizer=normalizer, pre_tokenizer=rule.name, **settings
        )
        return read.with_text(lines[:RUNNING_WORDS], sum(len(encode_utf8(part)) for part in parts))

    @classmethod
    def of_lines(
        cls,
        counts: Mapping[str, int],
        *,
        pre_tokenizer: str = "gpt2",
        unit: Unit = "char",
        **settings: Any,
    ) -> Self:
        """Counted lines, written as `split_lines` writes them. Raises what `Corpus` raises."""
        rule = find_rule(pre_tokenizer)
        settings |= {"unit": unit, "pre_tokenizer": rule.name}
        lines = Corpus.from_counts(counts, **settings)
        cuts = [_words_of(line, rule, unit) for line in counts]
        words: Counter[str] = Counter()
        for cut, count in zip(cuts, counts.values(), strict=True):
            for word in cut:
                words[word] += count
        places = {word: i for i, word in enumerate(words)}
        order = np.array([places[word] for word in chain.from_iterable(cuts)], np.int64)
        written = {write_space(word, rule, unit): count for word, count in words.items()}
        shared = {field.name: getattr(lines, field.name) for field in fields(Corpus)}
        return cls(**shared, bag=Corpus.from_counts(written, **settings), order=order)

    @classmethod
    def of_table(
        cls,
        table: Mapping[str, int],
        *,
        pre_tokenizer: str = "gpt2",
        unit: Unit = "char",
        **settings: Any,
    ) -> Self:
        """The words of a table, each as a line of its own, with their counts.

        >>> RunningText.of_table({"ice cream": 2}).words
        ['iceĠcream']
        """
        rule = find_rule(pre_tokenizer)
        lines: Counter[str] = Counter()
        for word, count in table.items():
            for line in split_lines(word, rule, unit):
                lines[line] += count
        return cls.of_lines(lines, pre_tokenizer=rule.name, unit=unit, **settings)

    @classmethod
    def of_corpus(cls, lines: Corpus) -> Self:
        """A corpus whose words are lines, with its walls."""
        settings = lines.settings
        del settings["end_of_word"]
        read = cls.of_lines(dict(zip(lines.words, lines.counts.tolist(), strict=True)), **settings)
        return replace(read, running_words=lines.running_words, text_bytes=lines.text_bytes)

    @cached_property
    def word_ends(self) -> NDArray[np.int64]:
        """For each running word, the unit with which it ends."""
        return np.cumsum(np.diff(self.bag.starts)[self.order]) - 1

    @cached_property
    def walls(self) -> NDArray[np.int64]:
        """The gaps between two words of the same line."""
        return self.word_ends[self.inside[self.word_ends]]

    def spread(self, closed: NDArray[np.int32]) -> NDArray[np.int32]:
        """The gaps closed in the bag, as they are closed wherever its words stand in the lines."""
        lengths = np.diff(self.bag.starts)[self.order]
        shift = self.bag.starts[self.order] - (self.word_ends + 1 - lengths)
        spread: NDArray[np.int32] = closed[np.arange(len(self.units)) + np.repeat(shift, lengths)]
        return spread


def find_rule(pre_tokenizer: str) -> PreTokenizer:
    """The cut into words of that name; GPT-2's if it drops whitespace.

    Without the spaces, it would not be known where a token crosses one.

    >>> find_rule("whitespace").name, find_rule("metaspace").name
    ('gpt2', 'metaspace')
    """
    rule = find_pre_tokenizer(pre_tokenizer)
    return find_pre_tokenizer("gpt2") if rule.joiner else rule


def split_lines(text: str, rule: PreTokenizer, unit: Unit) -> list[str]:
    """The lines of a text with their ends, their spaces written as in the corpus.

    >>> split_lines("a hug\\n\\nb", find_rule("metaspace"), "char")
    ['▁a▁hug\\n', '▁\\n', '▁b']
    """
    lines = text.split("\n")
    ended = [*(f"{line}\n" for line in lines[:-1]), *filter(None, lines[-1:])]
    if rule.leading:
        ended = ["".join(rule.split(line)) for line in ended]
    return [write_space(line, rule, unit) for line in ended]


def cut_line(line: str, rule: PreTokenizer, unit: Unit) -> list[str]:
    """The words of a written line; joined, they are the line again.

    >>> cut_line("aĠhug", find_rule("gpt2"), "char")
    ['a', 'Ġhug']
    """
    return [write_space(word, rule, unit) for word in _words_of(line, rule, unit)]


def _words_of(line: str, rule: PreTokenizer, unit: Unit) -> Sequence[str]:
    """The words of a written line, with plain spaces in them."""
    is_written = unit == "char" and bool(rule.space)
    return rule.split(line.replace(rule.space, " ") if is_written else line)
