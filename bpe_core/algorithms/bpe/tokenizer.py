"""Using what was learned: text to token ids and back.

A text is normalized and cut into words as the corpus was. In each word the merges are applied in
the order in which they were learned (Sennrich et al., 2016), which is the same as always merging
the pair that was learned first, leftmost first. Unlike `longest_match`, the greedy method of
WordPiece and of some tutorials, this gives each word of the corpus exactly the tokens it had at
that step of the training.

What `decode` gives back: with bytes, and with characters after a pre-tokenization that keeps
everything, exactly the (normalized) text. After a pre-tokenization that drops whitespace, it
gives back the words: joined by single spaces where an end-of-word marker shows where they end, and
without spaces where there is no marker. Exceptions: an unknown character comes back as the unknown
token's text. With characters, a `Ġ` in the text comes back as a space after `gpt2` and `gpt4`, and
so does a `▁` after `metaspace`. Decoding after `metaspace` also removes one space from the
beginning, because encoding adds one there.
"""

from __future__ import annotations

import codecs
import heapq
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from bpe_core.algorithms.bpe.dropout import Cut, check_probability, draw_cuts, shares_of_cuts
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.vocabulary import Vocabulary, name_of_unknown
from bpe_core.encoding.encoding_orders import in_one_loop, leftmost_first, longest_anywhere
from bpe_core.encoding.encoding_steps import (
    EncodingStep,
    Ranks,
    cut_at_special_tokens,
    encoding_steps,
)
from bpe_core.encoding.longest_match import LongestMatch
from bpe_core.encoding.special_tokens import wanted_tokens
from bpe_core.encoding.token_ids import ById, check_token_ids
from bpe_core.errors import TokenIdError
from bpe_core.text.corpus import Corpus, Token, Unit, encode_utf8, write_space
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import PreTokenizer, find_pre_tokenizer

SHORT = 100  # up to this many units, looking at all pairs each time is faster
#: Ways to encode a word: the merge learned first, wherever it fits; one loop over the merges; the
#: leftmost pair that any merge fits; longest match from the left; the longest token anywhere.
Way = Literal["rank", "loop", "leftmost", "match", "anywhere"]
WAYS: tuple[Way, ...] = get_args(Way)
NEVER = 1 << 62  # in place of a token, where a pair is not merged
ENCODED_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
KEPT_TEXTS = 100_000
KEPT_LENGTH = 1_000  # the ids of longer texts are not kept


def _replace_but_keep_surrogates(error: UnicodeError) -> tuple[str, int]:
    """Return U+FFFD for bytes that are not UTF-8, but a lone surrogate as itself."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    three = error.object[error.start : error.start + 3]
    if ENCODED_SURROGATE.fullmatch(three):
        return three.decode("utf-8", "surrogatepass"), error.start + 3
    return "\N{REPLACEMENT CHARACTER}", error.end


codecs.register_error("bpe_core.replace", _replace_but_keep_surrogates)


def decode_utf8(data: bytes) -> str:
    """Decode UTF-8; what is not UTF-8 becomes U+FFFD, and a lone surrogate is kept.

    >>> decode_utf8("哈".encode()[:2] + b"!"), decode_utf8(b"\\xed\\xa0\\x80") == "\\ud800"
    ('�!', True)
    """
    return data.decode("utf-8", "bpe_core.replace")


class EncodedWord(NamedTuple):
    """A word of a text as the tokenizer writes it, or a special token, with its token ids."""

    text: str
    ids: list[int]
    is_special: bool = False


class Tokenizer:
    """A tokenizer that applies the merges up to one step; get it with `trace.tokenizer(step)`.

    Ids are those of the trace: special tokens, base vocabulary, merges. A character that is not
    in the base vocabulary gets `unknown_id`: that of the special token `unknown` if there is one
    (`<unk>` or `[UNK]` if no name is given), else the first id after the vocabulary. Bytes are
    never unknown. The text of a special token is ordinary text, unless `encode` is told to treat
    it as the token.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer = train_bpe(corpus, num_merges=3).tokenizer()
    >>> tokenizer.encode("hugs bugs"), tokenizer.tokens("hugs bug!")
    ([9, 5, 0, 7, 5], ['hug', 's', 'b', 'ug', '<unk>'])
    >>> tokenizer.decode([9, 5])
    'hugs'
    """

    def __init__(self, recorded: RecordedMerges, step: int, unknown: str | None = None) -> None:
        self.step = step
        self.vocabulary: Vocabulary = recorded.vocabulary_at(step)
        special = recorded.special_tokens
        self.unknown = unknown or name_of_unknown(special, "<unk>")
        size = len(self.vocabulary)
        self.unknown_id = special.index(self.unknown) if self.unknown in special else size
        self._recorded = recorded
        self._corpus: Corpus = recorded.corpus
        self._first_base = recorded.first_base_id
        self._rule = find_pre_tokenizer(self._corpus.pre_tokenizer)
        self._encoded_pieces = Memory(self._encode_piece)
        self._encoded_words = Memory(self.encode_word)
        self._matchers: dict[int, LongestMatch] = {}

    def __getstate__(self) -> dict[str, Any]:
        """All but what can be worked out again."""
        derived = {"_rule", "_encoded_pieces", "_encoded_words", "_matchers"}
        names = [name for name in vars(self) if name not in derived]
        return {name: vars(self)[name] for name in names if not hasattr(type(self), name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._rule = find_pre_tokenizer(self._corpus.pre_tokenizer)
        self._encoded_pieces = Memory(self._encode_piece)
        self._encoded_words = Memory(self.encode_word)
        self._matchers = {}

    def __repr__(self) -> str:
        return f"Tokenizer({len(self.vocabulary)} tokens)"

    @property
    def unit(self) -> Unit:
        """Whether base tokens are characters or bytes."""
        return self._corpus.unit

    @property
    def end_of_word(self) -> str:
        """The end-of-word marker, or "" if there is none."""
        return self._corpus.end_of_word

    @property
    def normalizer(self) -> tuple[str, ...]:
        """The names of the normalizations that are applied to a text first."""
        return self._corpus.normalizer

    @property
    def pre_tokenizer(self) -> PreTokenizer:
        """How a text is cut into words."""
        return self._rule

    @cached_property
    def special_ids(self) -> dict[str, int]:
        """The special tokens of the vocabulary with their ids."""
        return {token: i for i, token in enumerate(self._recorded.special_tokens)}

    # Text to ids

    def encode(self, text: str, special_tokens: Collection[str] = ()) -> list[int]:
        """The token ids of a text.

        `special_tokens` names the special tokens that are recognised as tokens where they occur in
        the text; all others are ordinary text (as in tiktoken).

        >>> from bpe_core import Corpus, train_bpe
        >>> trace = train_bpe(Corpus.from_counts({"ab": 1}), special_tokens=["<s>"])
        >>> trace.tokenizer().encode("ab<s>ab", ["<s>"]), trace.tokenizer().encode("<s>ab")
        ([3, 0, 3], [4, 4, 4, 3])
        """
        parts = self.parts(text, special_tokens)
        return [i for part, special in parts for i in self._encode_part(part, special)]

    def _encode_part(self, part: str, special: int | None) -> list[int]:
        if special is not None:
            return [special]
        pieces = map(self._encoded_pieces.__getitem__, self._rule.pieces(part))
        return list(chain.from_iterable(pieces))

    def parts(
        self, text: str, special_tokens: Collection[str] = ()
    ) -> Iterator[tuple[str, int | None]]:
        """Special tokens with their ids, and the normalized text between them with None."""
        wanted = wanted_tokens(special_tokens, self.special_ids)
        for part, special in cut_at_special_tokens(text, wanted):
            ordinary = special is None
            yield normalize(part, self._corpus.normalizer) if ordinary else part, special

    def unknown_characters(self, text: str, special_tokens: Collection[str] = ()) -> list[str]:
        """The distinct characters of a text that are not in the vocabulary, in order.

        >>> from bpe_core import Corpus, train_bpe
        >>> train_bpe(Corpus.from_counts({"hug": 5})).tokenizer().unknown_characters("bugs")
        ['b', 's']
        """
        if self.unit == "byte":
            return []
        words = self.encoded_words(text, special_tokens)
        found = (self._unknown_in(word.text) for word in words if not word.is_special)
        return list(dict.fromkeys(chain.from_iterable(found)))

    def _unknown_in(self, word: str) -> list[str]:
        """The unknown characters of a word, which is written as in `encoded_words`."""
        ids = zip(word, self._spell(word), strict=False)  # the marker may come after them
        return [character for character, token_id in ids if token_id == self.unknown_id]

    def rejoin(self, words: Sequence[EncodedWord]) -> str:
        """Join the words of a text as decoding does, but with every character known."""
        after = self._rule.joiner if self.end_of_word else ""
        joined = "".join(word.text if word.is_special else word.text + after for word in words)
        if leading := self._rule.leading:
            joined = joined.removeprefix(write_space(leading, self._rule, self.unit))
        return joined.removesuffix(after) if words and not words[-1].is_special else joined

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, as they are in the vocabulary."""
        return [self.token(i) for i in self.encode(text)]

    def encoded_words(self, text: str, special_tokens: Collection[str] = ()) -> list[EncodedWord]:
        """What `encode` does, word by word.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> [(word.text, word.ids) for word in tokenizer.encoded_words("hugs hug")]
        [('hugs', [5, 2]), ('hug', [5])]
        """
        words = []
        for part, special in self.parts(text, special_tokens):
            if special is not None:
                words.append(EncodedWord(part, [special], is_special=True))
                continue
            written = self._words(part)
            words += [EncodedWord(word, self._encoded_words[word]) for word in written]
        return words

    def encoding_steps(self, word: str) -> list[EncodingStep]:
        """How a word, written as in `encoded_words`, gets its tokens, merge by merge.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> [[tokenizer.token(i) for i in step.ids] for step in tokenizer.encoding_steps("hugs")]
        [['h', 'u', 'g', 's'], ['hu', 'g', 's'], ['hug', 's']]
        """
        return encoding_steps(self._spell(word), self._ranks)

    def drop_merges(self, word: str, probability: float, seed: int = 0) -> Iterator[Cut]:
        """Draw a word's tokens with merges dropped at random, endlessly; see `dropout`.

        The word is written as in `encoded_words`. The same seed gives the same draws. Raises
        `ProbabilityError`.

        >>> from itertools import islice
        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> drawn = islice(tokenizer.drop_merges("hug", 0.5, seed=1), 2)
        >>> [[tokenizer.token(i) for i in ids] for ids in drawn]
        [['h', 'u', 'g'], ['hug']]
        """
        check_probability(probability)
        return draw_cuts(self._spell(word), self._ranks, probability, Random(seed))

    def shares_of_cuts(self, word: str, probability: float) -> dict[Cut, float]:
        """All cuts that `drop_merges` can draw, with their probabilities. Only for short words.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> tokenizer.shares_of_cuts("hug", 0.25)
        {(1, 3, 0): 0.25, (4, 0): 0.1875, (5,): 0.5625}
        """
        return shares_of_cuts(self._spell(word), self._ranks, probability)

    def rule_of(self, token_id: int) -> int:
        """The number of the merge that made a token, from 1; 0 for a token that no merge made."""
        return self._rules.get(token_id, 0)

    @cached_property
    def _rules(self) -> dict[int, int]:
        return {new: rule for rule, new in enumerate(self._ranks.values(), start=1)}

    def token(self, token_id: int) -> Token:
        """The token with this id, including the unknown token. Raises `TokenIdError`."""
        check_token_ids([token_id], len(self.vocabulary) - 1)
        if 0 <= token_id < len(self.vocabulary):
            return self.vocabulary[token_id]
        if token_id == self.unknown_id and self._has_unknown:
            return self.unknown if self.unit == "char" else encode_utf8(self.unknown)
        raise TokenIdError(token_id=token_id, last=len(self.vocabulary) - 1)

    @property
    def _has_unknown(self) -> bool:
        """Whether anything can become the unknown token."""
        return self.unit == "char"

    def _encode_piece(self, piece: str) -> list[int]:
        """The token ids of a piece of normalized text that holds whole words."""
        return list(chain.from_iterable(map(self._encoded_words.__getitem__, self._words(piece))))

    def encode_word(self, word: str) -> list[int]:
        """The token ids of one word, written as in `encoded_words`."""
        return merge_word(self._spell(word), self._ranks)

    def _words(self, text: str) -> list[str]:
        """The words of a normalized text, written as the corpus writes them."""
        return [write_space(word, self._rule, self._corpus.unit) for word in self._rule.split(text)]

    def _spell(self, word: str) -> list[int]:
        """The word as base-token ids, including its marker."""
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
        merges = self._recorded.merge_ids[: self.step].tolist()
        return {left << 32 | right: new for left, right, new in merges}

    # Ids to text

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids; U+FFFD for bytes that are not UTF-8. Raises `TokenIdError`."""
        if self._corpus.unit == "byte":
            return decode_utf8(self.decode_bytes(ids))
        ids = check_token_ids(ids, len(self.vocabulary) - 1)
        text = "".join(map(self._texts.__getitem__, ids)).removeprefix(self._rule.leading)  # type: ignore[arg-type]
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
        ids = check_token_ids(ids, len(self.vocabulary) - 1)
        data = b"".join(map(self._texts.__getitem__, ids))  # type: ignore[arg-type]
        data = data.removeprefix(self._rule.leading.encode())
        return data[:-1] if self._ends_with_added_space(ids) else data

    def _ends_with_added_space(self, ids: Sequence[int]) -> bool:
        return bool(ids) and self._rule.joiner != "" and self.has_marker(ids[-1])

    def has_marker(self, token_id: int) -> bool:
        """Whether the token ends with the end-of-word marker (which may look like a letter).

        >>> from bpe_core import train_bpe
        >>> corpus = Corpus.from_counts({"see": 2}, end_of_word="e")
        >>> tokenizer = train_bpe(corpus, num_merges=1).tokenizer()
        >>> [(token, tokenizer.has_marker(i)) for i, token in enumerate(tokenizer.vocabulary)]
        [('e', False), ('e', True), ('s', False), ('se', False)]
        """
        marker = self._corpus.marker_id
        if marker is None or not self._first_base <= token_id < len(self.vocabulary):
            return False
        merge = token_id - self._recorded.first_merge_id
        if merge < 0:
            return token_id - self._first_base == marker
        _, stop = self._recorded.example_of_merge(merge + 1)
        return int(self._corpus.units[stop - 1]) == marker

    @cached_property
    def _texts(self) -> ById[Token]:
        """What each token is decoded to."""
        return ById(self._readable)

    def _readable(self, token_id: int) -> Token:
        """The token as text of the original kind: no marker, no `Ġ`."""
        token = self.token(token_id)
        if isinstance(token, bytes):
            if not self.has_marker(token_id):
                return token
            return token[: -len(encode_utf8(self._corpus.end_of_word))] + self._rule.joiner.encode()
        if self.has_marker(token_id):
            token = token[: -len(self._corpus.end_of_word)] + self._rule.joiner
        is_text = self._first_base <= token_id < len(self.vocabulary)
        return token.replace(self._rule.space, " ") if self._rule.space and is_text else token

    # The other way to encode

    def longest_match(self, text: str) -> list[Token]:
        """Encode each word from the left, always taking the longest token that fits.

        The tokens may differ from `tokens(text)`, which applies the merges. A character where no
        token fits becomes the unknown token.

        >>> from bpe_core import Corpus, train_bpe
        >>> corpus = Corpus.from_counts({"deep": 5, "learning": 7}, end_of_word="</w>")
        >>> train_bpe(corpus, num_merges=2).tokenizer().longest_match("leaning")
        ['lea', 'n', 'i', 'n', 'g', '</w>']
        """
        words = self._words(normalize(text, self._corpus.normalizer))
        return [self.token(i) for word in words for i in self.match_word(word)]

    def match_word(self, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by longest match."""
        ids = self._spell(word)
        spelled, tokens = self._spelled_with_tokens(ids)
        found, start = [], 0
        while start < len(spelled):
            token_id, size = next(tokens.matches(spelled, start), (ids[start], 1))
            found.append(token_id)
            start += size
        return found

    def encode_word_by(self, way: Way, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by one of the `WAYS`.

        Only "rank", which `encode` uses, and "loop" give every word of the corpus the tokens that
        it had in training.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"bc": 5, "ab": 3})).tokenizer()
        >>> found = [tokenizer.encode_word_by(way, "abc") for way in WAYS]
        >>> [[str(tokenizer.token(i)) for i in ids] for ids in found]
        [['a', 'bc'], ['a', 'bc'], ['ab', 'c'], ['ab', 'c'], ['ab', 'c']]
        """
        ids = self._spell(word)
        if way == "rank":
            return merge_word(ids, self._ranks)
        if way == "loop":
            return in_one_loop(ids, self._ranks)
        if way == "leftmost":
            return leftmost_first(ids, self._ranks)
        if way == "match":
            return self.match_word(word)
        return longest_anywhere(ids, *self._spelled_with_tokens(ids))

    def _spelled_with_tokens(self, ids: Sequence[int]) -> tuple[str, LongestMatch]:
        """A word with one character per base token, and all tokens that may match, so spelled."""
        beyond = len(self.vocabulary)  # no token fits what is not in the vocabulary
        spelled = "".join(chr(min(token_id, beyond)) for token_id in ids)
        return spelled, self._matcher_up_to(1 << max(6, len(ids).bit_length()))

    def _matcher_up_to(self, longest: int) -> LongestMatch:
        """A matcher that finds tokens of up to `longest` base tokens."""
        if longest not in self._matchers:
            spelled = self._spell_tokens(longest)
            self._matchers[longest] = LongestMatch({text: i for i, text in spelled.items()})
        return self._matchers[longest]

    def _spell_tokens(self, longest: int) -> dict[int, str]:
        """Each token spelled with one character per base token."""
        spelled = {i: chr(i) for i in self._base_ids.values()}
        # The marker is spelled by its id. A token that is too long leaves its id unused.
        for pair, new in self._ranks.items():
            left, right = (spelled.get(i, chr(i)) for i in (pair >> 32, pair & 0xFFFFFFFF))
            if len(left) + len(right) <= longest:
                spelled[new] = left + right
        return spelled


class Memory(dict[str, list[int]]):
    """The ids of texts seen before; those of a new text are computed on first access."""

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
    """Find the best of all pairs, merge it, and look again: good for few tokens.

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
    number of places, not with the number of merges.
    """
    following = list(range(1, len(word) + 1))
    previous = list(range(-1, len(word) - 1))
    waiting: dict[int, list[int]] = {}  # merged token -> where its pair occurs, or occurred
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
