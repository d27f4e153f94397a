r"""Pre-tokenization: cutting a text into the words inside which pairs are counted.

Four ways, each one entry of `PRE_TOKENIZERS`:

- `whitespace` splits on Unicode white space and drops it (as in Sennrich et al., 2016);
- `gpt2` is the pattern of GPT-2 (Radford et al., 2019): a space stays with the word after it;
- `jieba` is the same, and Chinese is cut into its words (`bpe_core.chinese_words`);
- `none` takes the whole text as one word.

Unlike normalization this changes no character; and unlike training it does not count pairs. Only
`whitespace` loses something: where and how much white space there was.

Counting is done on two levels. A coarse pattern cuts the text at its white space, equal pieces
are counted together, and the exact pattern runs once on each distinct piece. That is exact
because a word of the exact pattern never reaches over the border of a coarse piece, and nothing
outside a piece decides how it is cut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import regex

from bpe_core.chinese_words import split_chinese_words
from bpe_core.errors import UnknownPreTokenizerError

GPT2_PATTERN = regex.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)
# The same for ASCII, where the standard library can say it, and is twice as fast.
GPT2_ASCII_PATTERN = re.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^ \t-\rA-Za-z0-9]+"
    r"|[ \t-\r]+(?![^ \t-\r])|[ \t-\r]+"
)
# Unicode's White_Space: the standard library's own \s counts four control characters more.
WHITE = r" \t-\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
GPT2_COARSE_PATTERN = re.compile(rf" ?[^{WHITE}]+|[{WHITE}]+(?![^{WHITE}])|[{WHITE}]+")


def split_gpt2(text: str) -> list[str]:
    """The words of GPT-2's pattern; joined they are the text again.

    >>> split_gpt2("Hello  world, it's 42")
    ['Hello', ' ', ' world', ',', ' it', "'s", ' 42']
    """
    return (GPT2_ASCII_PATTERN if text.isascii() else GPT2_PATTERN).findall(text)


def split_gpt2_coarsely(text: str) -> list[str]:
    """Pieces that each hold whole GPT-2 words: white space, or what stands between it.

    >>> split_gpt2_coarsely("Hello  world, it's 42")
    ['Hello', ' ', ' world,', " it's", ' 42']
    """
    return GPT2_COARSE_PATTERN.findall(text)


def split_jieba(text: str) -> list[str]:
    """The words of GPT-2's pattern, Chinese cut into its words; joined they are the text again.

    >>> split_jieba("外婆家在山里。 Tea")
    ['外婆家', '在', '山里', '。', ' Tea']
    """
    return [part for word in split_gpt2(text) for part in split_chinese_words(word)]


def whole(text: str) -> list[str]:
    """The text as its only word; nothing for the empty text.

    >>> whole("a b"), whole("")
    (['a b'], [])
    """
    return [text] if text else []


@dataclass(frozen=True)
class PreTokenizer:
    """One way of cutting a text into words.

    `split` cuts a text into words. `pieces` cuts it coarsely and must fulfil
    `split(text) == [word for piece in pieces(text) for word in split(piece)]`. `joiner` stands
    between the words when they are shown as running text. `space` is how a space inside a word
    is written where the unit is the character ("" leaves it).
    """

    name: str
    split: Callable[[str], list[str]]
    pieces: Callable[[str], list[str]]
    joiner: str
    space: str = ""


PRE_TOKENIZERS: Mapping[str, PreTokenizer] = {
    rule.name: rule
    for rule in (
        PreTokenizer("whitespace", split=str.split, pieces=str.split, joiner=" "),
        PreTokenizer("gpt2", split=split_gpt2, pieces=split_gpt2_coarsely, joiner="", space="Ġ"),
        PreTokenizer("jieba", split_jieba, pieces=split_gpt2_coarsely, joiner="", space="Ġ"),
        PreTokenizer("none", split=whole, pieces=whole, joiner=""),
    )
}


def find_pre_tokenizer(name: str) -> PreTokenizer:
    """The pre-tokenizer of that name, or `UnknownPreTokenizerError`.

    >>> find_pre_tokenizer("gpt2").space
    'Ġ'
    """
    if name not in PRE_TOKENIZERS:
        raise UnknownPreTokenizerError(name=name, known=tuple(PRE_TOKENIZERS))
    return PRE_TOKENIZERS[name]


@dataclass(frozen=True)
class WordCounts:
    """How often each word occurs, in first-met order, and how the text begins."""

    counts: dict[str, int]
    first_words: list[str]


def count_words(text: str, pre_tokenizer: PreTokenizer, *, first: int = 300) -> WordCounts:
    """Cut a text into words and count them, equal pieces of text only once.

    `first` is how many words of the running text are kept in order. The words come in the order
    in which the text meets them.

    >>> count_words("to be or not to be", PRE_TOKENIZERS["gpt2"], first=2)
    WordCounts(counts={'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}, first_words=['to', ' be'])
    """
    pieces = pre_tokenizer.pieces(text)
    counted = Counter(pieces)
    if pre_tokenizer.pieces is pre_tokenizer.split:
        return WordCounts(dict(counted), pieces[:first])
    counts: dict[str, int] = {}
    so_far, split = counts.get, pre_tokenizer.split
    for piece, times in counted.items():
        for word in split(piece):
            counts[word] = so_far(word, 0) + times
    return WordCounts(counts, list(islice(_words_of(pieces, pre_tokenizer), first)))


def _words_of(pieces: Iterable[str], pre_tokenizer: PreTokenizer) -> Iterator[str]:
    return (word for piece in pieces for word in pre_tokenizer.split(piece))
