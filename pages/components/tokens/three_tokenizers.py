"""One corpus and one text, in three ways: by words, by characters, and by BPE at any step.

Whatever follows from the corpus alone is worked out once per training and kept with it. Unlike
`corpus_figures.py`, which counts the corpus itself, this module encodes another text.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from bpe_core import CharacterTokenizer, Corpus, Trace, WordTokenizer
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.text.corpus import encode_utf8, read_space, write_space
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import Word, find_pre_tokenizer, locate_words
from bpe_core.text.sentences import split_sentences
from pages.components.charts.corpus_figures import Figures
from pages.components.tokens.token_rows import Chip

#: How many characters of the corpus's text are read for the growth of the vocabularies.
READ = 20_000
#: The most points of the growth curve, and of a curve of ranks.
MOST_POINTS = 60
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")


@dataclass(frozen=True, eq=False)
class Plain:
    """The two tokenizers of a corpus that learn nothing."""

    words: WordTokenizer
    characters: CharacterTokenizer


_plain: WeakKeyDictionary[Trace, dict[Corpus, Plain]] = WeakKeyDictionary()


def plain_of(trace: Trace, words: Corpus) -> Plain:
    """The word-based tokenizer of `words` and the character-based one of the trace's corpus."""
    known = _plain.setdefault(trace, {})
    if words not in known:
        known[words] = Plain(WordTokenizer(words), CharacterTokenizer(trace.corpus))
    return known[words]


@dataclass(frozen=True)
class Encoded:
    """A text as one tokenizer encodes it: its figures, and its chips word by word."""

    figures: Figures
    words: list[list[Chip]]

    @property
    def unknown(self) -> int:
        """How many of the tokens are unknown, so that some of the text is lost."""
        return sum(chip.is_unknown for word in self.words for chip in word)


def encode_by_words(tokenizer: WordTokenizer, text: str) -> Encoded:
    """Encode some text with each word as one chip, an unknown word as the unknown token.

    >>> tokenizer = WordTokenizer(Corpus.from_text("a dog"))
    >>> [[chip.token for chip in word] for word in encode_by_words(tokenizer, "a cat").words]
    [['a'], ['<unk>']]
    """
    ids = tokenizer.encode(text)
    chips = [[Chip(tokenizer.token(i), i == tokenizer.unknown_id)] for i in ids]
    size = len(tokenizer.vocabulary)
    return Encoded(Figures(size, len(ids), len(ids), len(encode_utf8(text))), chips)


def encode_by_units(tokenizer: BaseTokenizer, text: str, word_count: int) -> Encoded:
    """Encode some text by BPE or by characters. `word_count` is the number of words in the text."""
    words = [encoded.ids for encoded in tokenizer.encoded_words(text)]
    chips = [[chip_of(tokenizer, i) for i in ids] for ids in words]
    count = sum(map(len, words))
    figures = Figures(len(tokenizer.vocabulary), count, word_count, len(encode_utf8(text)))
    return Encoded(figures, chips)


def chip_of(tokenizer: BaseTokenizer, token_id: int) -> Chip:
    """A token as it is shown; without bytes to fall back on it may be unknown."""
    is_unknown = token_id == tokenizer.unknown_id and tokenizer.unit == "char"
    token = read_space(tokenizer.token(token_id), tokenizer.pre_tokenizer, tokenizer.unit)
    return Chip(token, is_unknown)


def unknown_words(tokenizer: WordTokenizer, text: str) -> dict[str, int]:
    """The words of a text that the vocabulary lacks, and how often each occurs in the text.

    >>> unknown_words(WordTokenizer(Corpus.from_text("a dog")), "a cat, a cat")
    {'cat,': 1, 'cat': 1}
    """
    found: dict[str, int] = {}
    for word, token_id in zip(tokenizer.words(text), tokenizer.encode(text), strict=True):
        if token_id == tokenizer.unknown_id:
            found[word] = found.get(word, 0) + 1
    return found


def inside_a_text(tokenizer: BaseTokenizer, word: str) -> str:
    """The word as it occurs inside a text: after a space, where spaces are part of words."""
    keeps_spaces = tokenizer.pre_tokenizer.joiner == "" and not _HAN.match(word)
    return f" {word}" if keeps_spaces and not word.startswith("Ġ") else word


# The corpus


def ranked(frequencies: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Rank and frequency of tokens, the most frequent first.

    Out of many tokens only some are taken, evenly spaced on a log scale.

    >>> ranked(np.array([3, 0, 7]))
    [(1, 7), (2, 3)]
    """
    falling = -np.sort(-frequencies[frequencies > 0])
    wanted = np.unique(np.geomspace(1, max(len(falling), 1), MOST_POINTS).round().astype(int))
    return [(rank, int(falling[rank - 1])) for rank in wanted.tolist() if rank <= len(falling)]


#: How many words had been read, and how many different tokens occurred in them.
Growth = list[tuple[int, int]]


def growth_of(text: str, words: WordTokenizer, trace: Trace, step: int) -> list[Growth]:
    """Read the corpus's text sentence by sentence, and count the different tokens so far.

    They are words, characters, and tokens of BPE; nothing is said of these where the words of the
    text are not those that BPE was trained on.

    >>> from bpe_core import train_bpe
    >>> corpus = Corpus.from_text("ab ba.\\nab ab.")
    >>> trace = train_bpe(corpus, num_merges=1)
    >>> growth_of("ab ba.\\nab ab.", WordTokenizer(Corpus.from_text("a")), trace, step=1)
    [[(0, 0), (2, 2), (4, 3)], [(0, 0), (2, 3), (4, 3)], [(0, 0), (2, 4), (4, 4)]]
    """
    text = normalize(text, trace.corpus.normalizer)
    rule = find_pre_tokenizer(trace.corpus.pre_tokenizer)
    ends = list(accumulate(map(len, _parts(split_sentences(text))), initial=0))
    read, by_words, _words = _met(locate_words(text, words.pre_tokenizer), ends)
    _read, met, different = _met(locate_words(text, rule), ends)
    trained = [write_space(word, rule, trace.corpus.unit) for word in different]
    characters = _characters(trained)
    same = trained == list(trace.corpus.words[: len(trained)])
    by_characters = [characters[size] for size in met]
    by_bpe = _different(trace, step, met) if same else []
    counted = by_words, by_characters, by_bpe
    return [list(zip(read, sizes, strict=False)) for sizes in counted]


def _met(words: Sequence[Word], ends: Sequence[int]) -> tuple[list[int], list[int], list[str]]:
    """How many words, and how many different ones, have ended at each place; the different ones."""
    read, sizes, different = list[int](), list[int](), dict[str, None]()
    count = 0
    for end in ends:
        while count < len(words) and words[count].end <= end:
            different[words[count].text] = None
            count += 1
        read.append(count)
        sizes.append(len(different))
    return read, sizes, [*different]


def _characters(words: Sequence[str]) -> list[int]:
    """The number of different characters in the first n words, for each n from 0."""
    seen: set[str] = set()
    sizes = [0]
    for word in words:
        seen.update(word)
        sizes.append(len(seen))
    return sizes


def _different(trace: Trace, step: int, met: Sequence[int]) -> list[int]:
    """The number of different tokens in the first `met[i]` words of the corpus, for each i.

    The corpus lists its words in the order in which they first occur.
    """
    words = trace.state_at(step).word_ids(range(met[-1]))
    ids = np.fromiter(chain.from_iterable(words), np.int64)
    ends = np.cumsum([0, *map(len, words)])
    first = np.sort(np.unique(ids, return_index=True)[1])
    sizes: list[int] = np.searchsorted(first, ends[list(met)]).tolist()
    return sizes


def _parts(sentences: Sequence[str]) -> Iterable[str]:
    """The sentences in at most `MOST_POINTS` parts."""
    size = -(-len(sentences) // MOST_POINTS)
    return ("".join(sentences[i : i + size]) for i in range(0, len(sentences), max(size, 1)))


def tokens_of(tokenizer: BaseTokenizer, word: str) -> list[Chip]:
    """The chips of one word, as it occurs inside a text."""
    return chips_of(tokenizer, inside_a_text(tokenizer, word))


def chips_of(tokenizer: BaseTokenizer, text: str) -> list[Chip]:
    """All chips of a short text."""
    return [chip_of(tokenizer, i) for i in tokenizer.encode(text)]
