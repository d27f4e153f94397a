r"""Pre-tokenization: cutting a text into the words inside which pairs are counted.

Each way is one entry of `PRE_TOKENIZERS`:

- `whitespace` splits on Unicode whitespace and drops it (as in Sennrich et al., 2016);
- `bert` does so too, and separates every punctuation mark and every Chinese character (Devlin et
  al., 2019, `BasicTokenizer`);
- `gpt2` is the pattern of GPT-2 (Radford et al., 2019): a space stays with the word after it;
- `gpt4` is the pattern of GPT-4 (`cl100k_base` of OpenAI's tiktoken): in addition, digits are
  grouped by threes and line ends are separate;
- `metaspace` cuts before each space and puts one before the text, as in T5 (Raffel et al., 2020;
  Kudo and Richardson, 2018, "SentencePiece"); a space is written `▁`;
- `digits` and `digits-by-three` split on whitespace, then split digits one by one or in threes
  from the left; `digits-by-three-from-right` groups them as people group thousands;
- `words` is for tokens that are words: numbers and punctuation marks are separate, whitespace is
  dropped, and Chinese is cut into its words (`bpe_core.text.characters`);
- `none` takes the whole text as one word.

Unlike normalization this changes no character; and unlike training it does not count pairs.
The ways with the joiner " " lose where and how much whitespace there was; `metaspace` loses
whether the text began with a space.

Hugging Face tokenizers cuts in the same way, except that it and Python use different versions of
Unicode: characters assigned since Unicode 3.2 may be classed differently, and U+166D has not been
punctuation since then. Its `BertPreTokenizer` leaves Chinese characters to its `BertNormalizer`,
which knows all of them except U+2B820 to U+2B91F.

Counting is done on two levels. A coarse pattern cuts the text at its whitespace, equal pieces
are counted together, and the exact pattern runs once on each distinct piece. The result is exact
because a word of the exact pattern never crosses the border of a coarse piece, and nothing outside
a piece affects how it is cut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import regex

from bpe_core.errors import UnknownPreTokenizerError
from bpe_core.text.characters import split_chinese

Split = Callable[[str], list[str]]

# The patterns of GPT-2 and GPT-4 as lists of alternatives, which are tried in this order.
GPT2_ALTERNATIVES = (
    r"'s|'t|'re|'ve|'m|'ll|'d",
    r" ?\p{L}+",
    r" ?\p{N}+",
    r" ?[^\s\p{L}\p{N}]+",
    r"\s+(?!\S)",
    r"\s+",
)
GPT4_ALTERNATIVES = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
    r"[^\r\n\p{L}\p{N}]?\p{L}+",
    r"\p{N}{1,3}",
    r" ?[^\s\p{L}\p{N}]+[\r\n]*",
    r"\s*[\r\n]+",
    r"\s+(?!\S)",
    r"\s+",
)
GPT2_PATTERN = regex.compile("|".join(GPT2_ALTERNATIVES))
# The same for ASCII, where the standard library can express it and is twice as fast.
GPT2_ASCII_PATTERN = re.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^ \t-\rA-Za-z0-9]+"
    r"|[ \t-\r]+(?![^ \t-\r])|[ \t-\r]+"
)
# Unicode's White_Space: the standard library's own \s includes four more control characters.
WHITE = r" \t-\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
# Pieces that each contain whole GPT-2 words: whitespace, or the text between it.
GPT2_COARSE = re.compile(rf" ?[^{WHITE}]+|[{WHITE}]+(?![^{WHITE}])|[{WHITE}]+")
GPT4_PATTERN = regex.compile("|".join(GPT4_ALTERNATIVES))
WORD_PATTERN = re.compile(rf"[^{WHITE}]+")
STANDARD_ONLY_WHITE = re.compile(r"[\x1c-\x1f]")
# Unicode's punctuation, and every printable ASCII character that is neither a letter nor a digit.
PUNCTUATION = r"\p{P}!-/:-@\[-`{-~"
# The blocks of Chinese characters that BERT lists.
CHINESE = (
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b73f"
    r"\U0002b740-\U0002b81f\U0002b820-\U0002ceaf\U0002f800-\U0002fa1f"
)
BERT_PATTERN = regex.compile(rf"[{PUNCTUATION}{CHINESE}]|[^\s{PUNCTUATION}{CHINESE}]+")
SPACE_PATTERN = re.compile(r"[^ \r\n]+")
METASPACE = "▁"
#: What GPT-2's printable alphabet has for a space.
SPACE_LETTER = "Ġ"
METASPACE_PATTERN = re.compile(f"[ {METASPACE}]?[^ {METASPACE}]+|[ {METASPACE}]")
DIGITS_PATTERN = regex.compile(r"\p{N}|[^\s\p{N}]+")
DIGITS_BY_THREE_PATTERN = regex.compile(r"\p{N}{1,3}|[^\s\p{N}]+")
# A group is followed by whole groups of three, and then not by a digit.
DIGITS_FROM_RIGHT_PATTERN = regex.compile(r"\p{N}{1,3}(?=(?:\p{N}{3})*+(?!\p{N}))|[^\s\p{N}]+")


def split_whitespace(text: str) -> list[str]:
    r"""The parts of a text between whitespace.

    >>> split_whitespace(" to be\u3000or\n"), split_whitespace("a\x1cb")
    (['to', 'be', 'or'], ['a\x1cb'])
    """
    return WORD_PATTERN.findall(text) if STANDARD_ONLY_WHITE.search(text) else text.split()


def split_metaspace(text: str) -> list[str]:
    """Words that begin with a space, or with the `▁` that represents one.

    >>> split_metaspace("Hello  world")
    [' Hello', ' ', ' world']
    """
    begins = not text or text[0] in (" ", METASPACE)
    return METASPACE_PATTERN.findall(text if begins else " " + text)


HAN_PATTERN = regex.compile(r"\p{Han}+")
# Chinese characters; letters, with apostrophes between them; a number with its separators; any
# other mark, with what belongs to it (an emoji with its skin tone and those joined to it).
_MARK = r"[^\s\p{L}\p{N}][\p{M}\U0001f3fb-\U0001f3ff]*"
WORDS_PATTERN = regex.compile(
    r"\p{Han}+|(?:(?!\p{Han})\p{L}\p{M}*)+(?:['’](?:(?!\p{Han})\p{L}\p{M}*)+)*"
    rf"|\p{{N}}+(?:[.,]\p{{N}}+)*|{_MARK}(?:\u200d{_MARK})*"
)
SPACED_PATTERN = regex.compile(r"\S+")


def split_gpt2(text: str) -> list[str]:
    """The words of GPT-2's pattern; joined, they are the text again.

    >>> split_gpt2("Hello  world, it's 42")
    ['Hello', ' ', ' world', ',', ' it', "'s", ' 42']
    """
    return (GPT2_ASCII_PATTERN if text.isascii() else GPT2_PATTERN).findall(text)


def split_words(text: str) -> list[str]:
    """Words, numbers and single marks, without whitespace; Chinese is cut into its words.

    >>> split_words("Don't pay 7,481! 外婆家在山里。")
    ["Don't", 'pay', '7,481', '!', '外婆家', '在', '山里', '。']
    """
    words: list[str] = []
    for word in WORDS_PATTERN.findall(text):
        words += split_chinese(word) if HAN_PATTERN.match(word) else [word]
    return words


def whole(text: str) -> list[str]:
    """The text as a single word; no words for the empty text.

    >>> whole("a b"), whole("")
    (['a b'], [])
    """
    return [text] if text else []


@dataclass(frozen=True)
class PreTokenizer:
    """One way of cutting a text into words.

    `split` cuts a text into words. `joiner` goes between the words when they are shown as running
    text. `space` is how a space inside a word is written where the unit is the character ("" leaves
    it). `leading` is what `split` puts before a text that does not begin so. `coarsely`, if any,
    cuts a text quickly into pieces, and must satisfy
    `split(text) == [word for piece in coarsely(text) for word in split(piece)]`. `label` says in
    English how it cuts.
    """

    name: str
    label: str
    split: Split
    joiner: str = ""
    space: str = ""
    leading: str = ""
    coarsely: Split | None = None

    @property
    def pieces(self) -> Split:
        """The quickest way of cutting a text at borders of words."""
        return self.coarsely or self.split


PRE_TOKENIZERS: Mapping[str, PreTokenizer] = {
    rule.name: rule
    for rule in (
        PreTokenizer("whitespace", "at whitespace", split_whitespace, " "),
        # As subword-nmt cuts: a no-break space or a tab is part of a word.
        PreTokenizer("space", "at spaces and line ends only", SPACE_PATTERN.findall, " "),
        PreTokenizer("bert", "BERT's rule", BERT_PATTERN.findall, " "),
        PreTokenizer(
            "gpt2", "GPT-2's rule", split_gpt2, space=SPACE_LETTER, coarsely=GPT2_COARSE.findall
        ),
        PreTokenizer("gpt4", "GPT-4's rule", GPT4_PATTERN.findall, space=SPACE_LETTER),
        PreTokenizer(
            "metaspace",
            "SentencePiece's rule, with ▁",
            split_metaspace,
            space=METASPACE,
            leading=" ",
        ),
        PreTokenizer("digits", "at whitespace, digits one by one", DIGITS_PATTERN.findall, " "),
        PreTokenizer(
            "digits-by-three",
            "at whitespace, digits in threes",
            DIGITS_BY_THREE_PATTERN.findall,
            " ",
        ),
        PreTokenizer(
            "digits-by-three-from-right",
            "at whitespace, digits in threes from the right",
            DIGITS_FROM_RIGHT_PATTERN.findall,
            " ",
        ),
        PreTokenizer(
            "words", "into words and punctuation", split_words, " ", coarsely=SPACED_PATTERN.findall
        ),
        PreTokenizer("none", "not at all", whole),
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


#: How many words of a running text are kept in order.
RUNNING_WORDS = 300


@dataclass(frozen=True)
class Counted:
    """How often each word occurs, in order of first occurrence; how the text begins; its bytes."""

    counts: dict[str, int]
    first_words: list[str]
    text_bytes: int


def count_words(text: str, pre_tokenizer: PreTokenizer, *, first: int = RUNNING_WORDS) -> Counted:
    """Cut a text into words and count them; equal pieces of text are cut only once.

    `first` is how many words of the running text are kept in order. The counted words are in the
    order in which they first occur.

    >>> counted = count_words("to be or not to be", PRE_TOKENIZERS["gpt2"], first=2)
    >>> counted.counts, counted.first_words, counted.text_bytes
    ({'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}, ['to', ' be'], 18)
    """
    split, cut = pre_tokenizer.split, pre_tokenizer.pieces
    pieces = cut(text)
    counted = Counter(pieces)
    size = len(text.encode("utf-8", "surrogatepass"))
    if cut is split:
        return Counted(dict(counted), pieces[:first], size)
    counts: dict[str, int] = {}
    so_far = counts.get
    for piece, times in counted.items():
        for word in split(piece):
            counts[word] = so_far(word, 0) + times
    first_words = (word for piece in pieces for word in split(piece))
    return Counted(counts, list(islice(first_words, first)), size)


def parts_between(text: str, special_tokens: Collection[str]) -> list[str]:
    """The parts of a text before, between and after special tokens, which belong to no word.

    Where two special tokens begin at the same place, the longer one is taken.

    >>> parts_between("hug<s>pug<s>>", ["<s>", "<s>>"]), parts_between("hug", [])
    (['hug', 'pug', ''], ['hug'])
    """
    found = sorted((token for token in special_tokens if token in text), key=len, reverse=True)
    return re.split("|".join(map(re.escape, found)), text) if found else [text]


class Word(NamedTuple):
    """A word and the position of the characters in the text that it comes from."""

    text: str
    start: int
    end: int


def locate_words(text: str, pre_tokenizer: PreTokenizer) -> list[Word]:
    """The words of a text with their positions in it.

    >>> locate_words("Hello  world", PRE_TOKENIZERS["bert"])
    [Word(text='Hello', start=0, end=5), Word(text='world', start=7, end=12)]
    >>> locate_words("Hi", PRE_TOKENIZERS["metaspace"])
    [Word(text=' Hi', start=0, end=2)]
    """
    words = pre_tokenizer.split(text)
    has_leading = not words or text.startswith(words[0]) or not pre_tokenizer.leading
    added = "" if has_leading else pre_tokenizer.leading
    whole_text, place, found = added + text, 0, []
    for word in words:
        # Only whitespace separates two words, and these words never begin with whitespace.
        start = whole_text.index(word, place)
        place = start + len(word)
        found.append(Word(word, max(0, start - len(added)), place - len(added)))
    return found


def dropped_spans(words: Iterable[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """The parts of a text of `length` characters that are in none of the words.

    >>> dropped_spans([(0, 5), (7, 12)], 13)
    [(5, 7), (12, 13)]
    """
    found, place = [], 0
    for start, end in (*words, (length, length)):
        if start > place:
            found.append((place, start))
        place = end
    return found
