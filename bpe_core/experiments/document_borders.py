"""Train with and without cutting at document borders, to see what goes wrong without.

A corpus is many documents, with a special token between them. It is cut out before the text is cut
into words. If it is left in, training takes it for words of the text and merges its parts. And a
large file that is counted in chunks has to be cut at these borders: a cut elsewhere counts the
pieces of a word, and of a border, as words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.text.corpus import Corpus
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS

BORDER = "<|endoftext|>"


@dataclass(frozen=True)
class Trained:
    """A training on words, of which `foreign` many (counted with repetition) no document has.

    `tokens` is how many tokens the documents' own words take.
    """

    trace: Trace
    foreign: int
    tokens: int


def words_of(texts: Sequence[str]) -> Counter[str]:
    """The words of several texts, each cut by itself, as GPT-2 cuts them.

    >>> words_of(["a hug", "a bug"])
    Counter({'a': 2, ' hug': 1, ' bug': 1})
    """
    split = PRE_TOKENIZERS["gpt2"].split
    return Counter(word for text in texts for word in split(text))


def chunks_of(text: str, size: int) -> list[str]:
    """A text in chunks of so many characters.

    >>> chunks_of("a hug", 3)
    ['a h', 'ug']
    """
    return [text[start : start + size] for start in range(0, len(text), size)]


def trained_with(documents: Sequence[str], size: int, num_merges: int) -> dict[str, Trained]:
    """Three trainings: borders cut out, borders left in, and chunks of `size` characters.

    >>> found = trained_with(["a hug", "a hug"], 4, 3)
    >>> {name: each.foreign for name, each in found.items()}
    {'cut out': 0, 'left in': 3, 'chunks': 9}
    """
    own, file = words_of(documents), BORDER.join(documents)
    counted = {
        "cut out": own,
        "left in": words_of([file]),
        "chunks": words_of([part for each in chunks_of(file, size) for part in each.split(BORDER)]),
    }
    return {name: _trained(words, own, num_merges) for name, words in counted.items()}


def _trained(words: Counter[str], own: Counter[str], num_merges: int) -> Trained:
    trace = train_bpe(Corpus.from_counts(words), num_merges=num_merges)
    tokenizer = trace.tokenizer()
    tokens = sum(len(tokenizer.encode_word(word)) * count for word, count in own.items())
    return Trained(trace, (words - own).total(), tokens)


def foreign_tokens(trained: Trained, documents: Sequence[str]) -> list[int]:
    """The steps whose token no document's words contain.

    >>> documents = ["a hug"] * 5
    >>> left_in = trained_with(documents, 9, 7)["left in"]
    >>> [left_in.trace.merges[step - 1].token for step in foreign_tokens(left_in, documents)]
    ['<|', 'en', 'end', 'endo']
    """
    own = "\n".join(words_of(documents))
    return [merge.step for merge in trained.trace.merges if str(merge.token) not in own]
