"""Using what was learned: text to token ids and back.

A text is normalized and cut into words as the corpus was; in each word the merges are applied in
the order in which they were learned (Sennrich et al., 2016), which is the same as always merging
the pair that was learned first, leftmost first. Unlike `longest_match`, the greedy reading of
WordPiece and of some tutorials, this gives each word of the corpus exactly the tokens it had at
that step of the training.

What `decode` gives back: bytes, and characters after `gpt2` or `none`, exactly the (normalized)
text. After `whitespace`, the words: joined by single spaces where an end-of-word marker tells
where they end, without spaces where there is none. Exceptions: an unknown character comes back as
the unknown token's text; with characters after `gpt2` a `Ġ` in the text comes back as a space.
"""

from __future__ import annotations

import codecs
import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from bpe_core.corpus import Corpus, Token, encode_utf8, write_space
from bpe_core.errors import TokenIdError
from bpe_core.normalization import normalize
from bpe_core.pre_tokenization import find_pre_tokenizer

if TYPE_CHECKING:
    from bpe_core.trace import Trace
    from bpe_core.vocabulary import Vocabulary

Ranks = dict[int, int]  # left id << 32 | right id -> id of the merged token; ids rise with steps
SHORT = 100  # up to this many units, looking at all pairs each time is faster
NEVER = 1 << 62  # in place of a token, where a pair is not merged
ENCODED_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
KEPT_TEXTS = 100_000
KEPT_LENGTH = 1_000  # the ids of longer texts are not kept


def _replace_but_keep_surrogates(error: UnicodeError) -> tuple[str, int]:
    """U+FFFD for bytes that are no UTF-8; a lone surrogate comes back as itself."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    three = error.object[error.start : error.start + 3]
    if ENCODED_SURROGATE.fullmatch(three):
        return three.decode("utf-8", "surrogatepass"), error.start + 3
    return "\N{REPLACEMENT CHARACTER}", error.end


codecs.register_error("bpe_core.replace", _replace_but_keep_surrogates)


def decode_utf8(data: bytes) -> str:
    """UTF-8 to text; U+FFFD for what is no UTF-8, a lone surrogate stays one.

    >>> decode_utf8("哈".encode()[:2] + b"!"), decode_utf8(b"\\xed\\xa0\\x80") == "\\ud800"
    ('�!', True)
    """
    return data.decode("utf-8", "bpe_core.replace")


class Tokenizer:
    """The merges up to one step at work; get it by `trace.tokenizer(step)`.

    Ids are those of the trace: special tokens, base vocabulary, merges. A character that is not
    in the base vocabulary gets `unknown_id`: that of the special token `unknown` if there is one,
    else the first id after the vocabulary. Bytes are never unknown. The text of a special token
    is ordinary text to `encode`.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer = train_bpe(corpus, num_merges=3).tokenizer()
    >>> tokenizer.encode("hugs bugs"), tokenizer.tokens("hugs bug!")
    ([9, 5, 0, 7, 5], ['hug', 's', 'b', 'ug', '<unk>'])
    >>> tokenizer.decode([9, 5])
    'hugs'
    """

    def __init__(self, trace: Trace, step: int, unknown: str = "<unk>") -> None:
        self.step = step
        self.vocabulary: Vocabulary = trace.vocabulary_at(step)
        self.unknown = unknown
        special = trace.special_tokens
        size = len(self.vocabulary)
        self.unknown_id = special.index(unknown) if unknown in special else size
        self._trace = trace
        self._corpus: Corpus = trace.corpus
        self._first_base = trace.first_base_id
        self._rule = find_pre_tokenizer(self._corpus.pre_tokenizer)
        self._encoded_pieces = _Memory(self._encode_piece)
        self._encoded_words = _Memory(self._encode_word)

    def __repr__(self) -> str:
        return f"Tokenizer({len(self.vocabulary)} tokens)"

    # Text to ids

    def encode(self, text: str) -> list[int]:
        """The token ids of a text.

        >>> from bpe_core import Corpus, train_bpe
        >>> train_bpe(Corpus.from_counts({"ab": 1}, unit="byte")).tokenizer().encode("abc")
        [256, 99]
        """
        pieces = self._rule.pieces(normalize(text, self._corpus.normalizer))
        return list(chain.from_iterable(map(self._encoded_pieces.__getitem__, pieces)))

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, as they are in the vocabulary."""
        return [self.token(i) for i in self.encode(text)]

    def token(self, token_id: int) -> Token:
        """The token with this id, the unknown token included. Raises `TokenIdError`."""
        if 0 <= token_id < len(self.vocabulary):
            return self.vocabulary[token_id]
        if token_id == self.unknown_id and self._corpus.unit == "char":
            return self.unknown
        raise TokenIdError(token_id=token_id, last=len(self.vocabulary) - 1)

    def _encode_piece(self, piece: str) -> list[int]:
        """The token ids of a piece of normalized text that holds whole words."""
        return list(chain.from_iterable(map(self._encoded_words.__getitem__, self._words(piece))))

    def _encode_word(self, word: str) -> list[int]:
        return merge_word(self._spell(word), self._ranks)

    def _words(self, text: str) -> list[str]:
        """The words of a normalized text, written as the corpus writes them."""
        return [write_space(word, self._rule, self._corpus.unit) for word in self._rule.split(text)]

    def _spell(self, word: str) -> list[int]:
        """The word as base-token ids, its marker included."""
        base = self._base_ids
        if self._corpus.unit == "byte":
            ids = [base[byte] for byte in encode_utf8(word)]
        else:
            ids = [base.get(character, self.unknown_id) for character in word]
        if self._corpus.marker_id is not None:
            ids.append(self._corpus.marker_id + self._first_base)
        return ids

    @cached_property
    def _base_ids(self) -> dict[str | int, int]:
        """The id of each character (str) or byte (int)."""
        ids: dict[str | int, int] = {}
        for i, token in enumerate(self._corpus.base_vocabulary):
            if i != self._corpus.marker_id:
                ids[token if isinstance(token, str) else token[0]] = i + self._first_base
        return ids

    @cached_property
    def _ranks(self) -> Ranks:
        merges = self._trace.merge_ids[: self.step].tolist()
        return {left << 32 | right: new for left, right, new in merges}

    # Ids to text

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids; U+FFFD for bytes that are no UTF-8. Raises `TokenIdError`."""
        if self._corpus.unit == "byte":
            return decode_utf8(self.decode_bytes(ids))
        text = "".join(str(self._readable(i)) for i in ids)
        return text[:-1] if self._ends_with_added_space(ids) else text

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The exact bytes of token ids. Raises `TokenIdError`.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"哈": 1}, unit="byte")).tokenizer(1)
        >>> tokenizer.decode_bytes([256]), tokenizer.decode([256])
        (b'\\xe5\\x93', '�')
        """
        if self._corpus.unit == "char":
            return encode_utf8(self.decode(ids))
        data = b"".join(bytes(self._readable(i)) for i in ids)  # type: ignore[arg-type]
        return data[:-1] if self._ends_with_added_space(ids) else data

    def _ends_with_added_space(self, ids: Sequence[int]) -> bool:
        return bool(ids) and self._rule.joiner != "" and self._has_marker(ids[-1])

    def _has_marker(self, token_id: int) -> bool:
        """Whether the token ends with the end-of-word marker."""
        marker = self._corpus.marker_id
        if marker is None or not self._first_base <= token_id < len(self.vocabulary):
            return False
        merge = token_id - self._trace.first_merge_id
        if merge < 0:
            return token_id - self._first_base == marker
        _, stop = self._trace.example_of_merge(merge + 1)
        return int(self._corpus.units[stop - 1]) == marker

    def _readable(self, token_id: int) -> Token:
        """The token as text of the original kind: no marker, no `Ġ`."""
        token = self.token(token_id)
        if isinstance(token, bytes):
            if not self._has_marker(token_id):
                return token
            return token[: -len(encode_utf8(self._corpus.end_of_word))] + self._rule.joiner.encode()
        if self._has_marker(token_id):
            token = token[: -len(self._corpus.end_of_word)] + self._rule.joiner
        is_text = self._first_base <= token_id < len(self.vocabulary)
        return token.replace(self._rule.space, " ") if self._rule.space and is_text else token

    # The other reading

    def longest_match(self, text: str) -> list[Token]:
        """Each word read from the left, always the longest token that is in use at this step.

        The tokens may differ from `tokens(text)`, which applies the merges.

        >>> from bpe_core import Corpus, train_bpe
        >>> corpus = Corpus.from_counts({"deep": 5, "learning": 7}, end_of_word="</w>")
        >>> train_bpe(corpus, num_merges=2).tokenizer().longest_match("leaning")
        ['lea', 'n', 'i', 'n', 'g', '</w>']
        """
        words = self._words(normalize(text, self._corpus.normalizer))
        return [self.token(i) for word in words for i in self._match_word(self._spell(word))]

    def _match_word(self, ids: list[int]) -> Iterator[int]:
        known, lengths = self._tokens_in_use
        spelled = "".join(map(chr, ids))
        start = 0
        while start < len(spelled):
            size = next((n for n in lengths if spelled[start : start + n] in known), 1)
            yield known.get(spelled[start : start + size], ids[start])
            start += size

    @cached_property
    def _tokens_in_use(self) -> tuple[dict[str, int], list[int]]:
        """Tokens in use by their units (a character for each id), and all lengths, falling."""
        trace, units = self._trace, self._corpus.units
        base = len(self._corpus.base_vocabulary)
        known: dict[str, int] = {}
        for i in trace.in_use_at(self.step).tolist():
            if i >= base:
                start, stop = trace.example_of_merge(i - base + 1)
                spelled = (units[start:stop] + self._first_base).tolist()
            else:
                spelled = [i + self._first_base]
            known["".join(map(chr, spelled))] = i + self._first_base
        return known, sorted({len(spelled) for spelled in known}, reverse=True)


class _Memory(dict[str, list[int]]):
    """The ids of texts that were met before, worked out where they were not."""

    def __init__(self, encode: Callable[[str], list[int]]) -> None:
        self._encode = encode

    def __missing__(self, text: str) -> list[int]:
        ids = self._encode(text)
        if len(text) <= KEPT_LENGTH:
            if len(self) >= KEPT_TEXTS:
                self.clear()
            self[text] = ids
        return ids


def merge_word(ids: Iterable[int], ranks: Ranks) -> list[int]:
    """Merge the ids of one word, always the pair that was learned first, leftmost first.

    >>> merge_word([1, 2, 1, 2, 2], {1 << 32 | 2: 3, 3 << 32 | 3: 4})
    [4, 2]
    """
    word = list(ids)
    return merge_short_word(word, ranks) if len(word) <= SHORT else merge_long_word(word, ranks)


def merge_short_word(word: list[int], ranks: Ranks) -> list[int]:
    """Look for the best of all pairs, merge it, look again: good for few tokens.

    `merged[i]` is what the pair at i would become.
    """
    merged = [ranks.get(left << 32 | right, NEVER) for left, right in pairwise(word)]
    while merged and (best := min(merged)) != NEVER:
        i = merged.index(best)
        word[i : i + 2] = [best]
        del merged[i]
        if i > 0:
            merged[i - 1] = ranks.get(word[i - 1] << 32 | best, NEVER)
        if i < len(merged):
            merged[i] = ranks.get(best << 32 | word[i + 1], NEVER)
    return word


def merge_long_word(word: list[int], ranks: Ranks) -> list[int]:
    """The same for many tokens: all places of the best pair are merged in one go.

    A pair that a merge makes was learned later, so it waits for its turn. Time grows with the
    number of places, whatever the number of merges.
    """
    following = list(range(1, len(word) + 1))
    previous = list(range(-1, len(word) - 1))
    waiting: dict[int, list[int]] = {}  # merged token -> where its pair stands, or stood
    turns: list[int] = []  # the keys of `waiting`, a heap

    def offer(i: int, j: int) -> None:
        new = ranks.get(word[i] << 32 | word[j])
        if new is None:
            return
        if new not in waiting:
            waiting[new] = []
            heapq.heappush(turns, new)
        waiting[new].append(i)

    for i in range(len(word) - 1):
        offer(i, i + 1)
    while turns:
        new = heapq.heappop(turns)
        for i in sorted(waiting.pop(new)):
            j = following[i]
            if word[i] < 0 or j == len(word) or ranks.get(word[i] << 32 | word[j]) != new:
                continue
            word[i], word[j] = new, -1
            following[i] = following[j]
            if following[i] < len(word):
                previous[following[i]] = i
                offer(i, following[i])
            if previous[i] >= 0:
                offer(previous[i], i)
    return [token for token in word if token >= 0]
