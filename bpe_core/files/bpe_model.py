"""A BPE tokenizer as files hold it: units, merges, special tokens, and how text becomes words.

Every format writes one of these and reads one. Unlike a `Trace`, it knows nothing about a corpus:
counts, words and steps are not in any file. Unlike bytes from a stranger, it has been checked:
`check_merges` computes every length before a single token is put together.

A *place* is the number by which merges refer to a token: the base tokens from 0, then one token per
merge. An *id* is the number that the file gives a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.limits import MOST_TOKEN_BYTES
from bpe_core.files.errors import SENTENCES, FormatError, ModelFileError, shown
from bpe_core.files.unpack import SizeLimit
from bpe_core.text.corpus import Token, Unit, byte_length

#: The limits: bytes of a tokenizer file, merges, bytes of all tokens together.
MOST_BYTES = 4_000_000
MOST_MERGES = 50_000
MOST_TOTAL_BYTES = 1_000_000
#: Bytes of all special tokens: a text is searched for all of them at once.
MOST_SPECIAL_BYTES = 100_000
MOST_SPECIAL_TOKENS = 1_000
MODEL_LIMIT = SizeLimit("model-too-large", MOST_BYTES)
UNKNOWN = "<unk>"

Merges = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class BpeModel:
    """A BPE tokenizer as a file describes it.

    - `base`: the base tokens (str for characters, one byte each for bytes, and the marker)
    - `merges`: places of left and right, in the order of learning
    - `special_tokens`, `unit`, `end_of_word`, `normalizer`, `pre_tokenizer`: as in a trace and
      its `Corpus`
    - `unknown`: the token that any other character becomes; "" where such a character is left
      out, None where it stays as it is
    - `beside`: other tokens of the vocabulary, which no text becomes; may include the unknown token
    - `marker`: the place of the end-of-word marker; None where there is none, or where it is no
      unit of its own but part of a word's last one
    - `order`: the file's id of each special token, of each one `beside`, then of each place;
      empty where that is just 0, 1, 2, …
    """

    base: tuple[Token, ...]
    merges: tuple[tuple[int, int], ...]
    unit: Unit
    pre_tokenizer: str
    end_of_word: str = ""
    marker: int | None = None
    normalizer: tuple[str, ...] = ()
    special_tokens: tuple[str, ...] = ()
    unknown: str | None = UNKNOWN
    beside: tuple[str, ...] = ()
    order: tuple[int, ...] = ()

    @cached_property
    def tokens(self) -> list[Token]:
        """The token of each place."""
        tokens: list[Token] = list(self.base)
        for left, right in self.merges:
            tokens.append(tokens[left] + tokens[right])  # type: ignore[operator]
        return tokens

    @property
    def joins_marker(self) -> bool:
        """Whether the marker is part of a word's last base token."""
        return bool(self.end_of_word) and self.marker is None

    @cached_property
    def has_marker(self) -> list[bool]:
        """For each place, whether the token ends a word."""
        ends = [place == self.marker for place in range(len(self.base))]
        if self.joins_marker:
            ends = [str(token).endswith(self.end_of_word) for token in self.base]
        for _, right in self.merges:
            ends.append(ends[right])
        return ends

    @cached_property
    def ids(self) -> list[int]:
        """The id of each special token, of each one `beside`, then of each place."""
        return list(self.order) or list(range(len(self.named) + len(self.tokens)))

    @property
    def named(self) -> tuple[str, ...]:
        """The tokens that no merge makes: special ones, then those `beside`."""
        return (*self.special_tokens, *self.beside)

    def up_to(self, rules: int) -> BpeModel:
        """The model with its first merges only; the remaining ids are renumbered without gaps.

        >>> model = BpeModel(("a", "b"), ((0, 1), (2, 0)), "char", "none", order=(0, 1, 3, 2))
        >>> model.up_to(1).order, model.up_to(2) is model
        ((0, 1, 2), True)
        """
        if rules >= len(self.merges):
            return self
        kept = self.ids[: len(self.ids) - len(self.merges) + rules]
        place = {token_id: i for i, token_id in enumerate(sorted(kept))}
        order = tuple(place[token_id] for token_id in kept)
        return replace(self, merges=self.merges[:rules], order=order)

    def texts(self, format: str, marker: str) -> list[str]:
        """The token of each place as text with another marker; all texts differ.

        Raises `FormatError` for `format`.
        """
        size = len(self.end_of_word)
        pairs = zip(map(str, self.tokens), self.has_marker, strict=True)
        texts = [text[:-size] + marker if ends else text for text, ends in pairs]
        check_distinct(texts, format)
        check_writable([*texts, *self.named], format)
        return texts

    def check_bytes_only(self, format: str) -> None:
        """Raise if a format of bytes, without marker or normalization, cannot hold the model."""
        if self.unit != "byte":
            raise FormatError("needs-bytes", format=format)
        if self.end_of_word:
            raise FormatError("marker", format=format)
        if self.normalizer:
            raise FormatError("normalization", format=format)

    def check_plain_tokens(self) -> None:
        """Check what no merge makes: base tokens, the marker, special tokens and others.

        Raises `ModelFileError`.

        >>> BpeModel(("<s>" * 2_000,), (), "char", "none").check_plain_tokens()
        Traceback (most recent call last):
        bpe_core.files.errors.ModelFileError: ... a token of 6000 bytes that no merge
        makes; ...
        """
        for token in (*self.base, *self.named, self.end_of_word):
            if (size := byte_length(token)) > MOST_TOKEN_BYTES:
                raise ModelFileError("plain-token-too-long", size=size, limit=MOST_TOKEN_BYTES)
        if (count := len(self.special_tokens)) > MOST_SPECIAL_TOKENS:
            raise ModelFileError("too-many-special-tokens", count=count, limit=MOST_SPECIAL_TOKENS)
        total = sum(map(byte_length, self.special_tokens))
        if total > MOST_SPECIAL_BYTES:
            raise ModelFileError("special-tokens-too-long", size=total, limit=MOST_SPECIAL_BYTES)


def model_of(trace: Trace, step: int | None = None) -> BpeModel:
    """Describe a BPE training after `step` merges as a file can. Raises `StepError`.

    >>> from bpe_core import Corpus, train_bpe
    >>> model = model_of(train_bpe(Corpus.from_counts({"hug": 10}), num_merges=1))
    >>> model.base, model.merges, model.tokens[-1]
    (('g', 'h', 'u'), ((1, 2),), 'hu')
    """
    corpus = trace.corpus
    step = len(trace) if step is None else trace.check_step(step)
    return BpeModel(
        base=corpus.base_vocabulary,
        merges=tuple((left, right) for left, right in trace.base_merges[:step, :2].tolist()),
        unit=corpus.unit,
        pre_tokenizer=corpus.pre_tokenizer,
        end_of_word=corpus.end_of_word,
        marker=corpus.marker_id,
        normalizer=corpus.normalizer,
        special_tokens=trace.special_tokens,
        unknown=trace.tokenizer(step).unknown,
    )


@dataclass(frozen=True)
class Format:
    """A file format: its name, what people call it, its file's name, and how it is written."""

    name: str
    title: str
    file_name: str
    mime: str
    write: Callable[[BpeModel], bytes]

    @property
    def label(self) -> str:
        """Its name in a list, in English."""
        return SENTENCES["formats"][self.name]

    @property
    def about(self) -> str:
        """A sentence about it."""
        return SENTENCES["about-formats"][self.name]


def check_count(merges: int) -> None:
    """Raise `ModelFileError` beyond the limit."""
    if merges > MOST_MERGES:
        raise ModelFileError("too-many-merges", merges=merges, limit=MOST_MERGES)


def places_of(base: Sequence[str], pairs: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
    """The places of each merge's two parts. Raises `ModelFileError` for a part not made before.

    >>> places_of(["g", "h", "u"], [("h", "u"), ("hu", "g")])
    [(1, 2), (3, 0)]
    """
    places = {token: place for place, token in enumerate(base)}
    merges: list[tuple[int, int]] = []
    for number, (left, right) in enumerate(pairs, start=1):
        for part in (left, right):
            if part not in places:
                raise ModelFileError("merge-order", merge=number, token=shown(part))
        merges.append((places[left], places[right]))
        # Two merges that make the same token are found by `check_merges`.
        places.setdefault(left + right, len(base) + number - 1)
    return merges


def check_merges(base: Sequence[Token], merges: Merges) -> None:
    """Check merges of places before a token is put together.

    Raises `ModelFileError`.

    >>> doubling = [(i, i) for i in range(40)]  # each merge joins the token before with itself
    >>> check_merges(["a"], doubling)
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: Merge 13 of this ... 8192 bytes; the limit is
    4096. ...
    """
    check_count(len(merges))
    sizes = list(map(byte_length, base))
    for number, pair in enumerate(merges, start=1):
        for place in pair:
            if not 0 <= place < len(sizes):
                raise ModelFileError("merge-order", merge=number, token=shown(place))
        sizes.append(sizes[pair[0]] + sizes[pair[1]])
        if sizes[-1] > MOST_TOKEN_BYTES:
            raise ModelFileError(
                "token-too-long", merge=number, size=sizes[-1], limit=MOST_TOKEN_BYTES
            )
    for number, total in enumerate(accumulate(sizes[len(base) :]), start=1):
        if total > MOST_TOTAL_BYTES:
            raise ModelFileError("tokens-too-long", merge=number, limit=MOST_TOTAL_BYTES)
    _check_repeats(base, merges)


def order_of(texts: Sequence[str], vocabulary: Mapping[str, int], merges: int) -> tuple[int, ...]:
    """The ids of special tokens, base tokens, and merges, which are the last of `texts`.

    Raises `ModelFileError` unless each is there once, in the order of the merges.
    """
    ids = [vocabulary[text] for text in texts]
    size = len(ids)
    seen: set[int] = set()
    for token_id in ids:
        if not 0 <= token_id < size or token_id in seen:
            raise ModelFileError("ids", token_id=token_id, last=size - 1)
        seen.add(token_id)
    merged = ids[len(ids) - merges :]
    for one, next_one in pairwise(merged):
        if one > next_one:
            raise ModelFileError("id-order", token_id=next_one)
    return tuple(ids)


def _check_repeats(base: Sequence[Token], merges: Merges) -> None:
    tokens, seen = list(base), set(base)
    for number, (left, right) in enumerate(merges, start=1):
        token = tokens[left] + tokens[right]  # type: ignore[operator]
        if token in seen:
            raise ModelFileError("repeated-token", merge=number, token=shown(token))
        tokens.append(token)
        seen.add(token)


def check_distinct(texts: Sequence[Token], format: str) -> None:
    """Raise `FormatError` where two tokens read the same.

    >>> check_distinct(["a", "b"], ".model")
    """
    seen: set[Token] = set()
    for text in texts:
        if text in seen:
            raise FormatError("same-text", format=format, token=shown(text))
        seen.add(text)


def check_writable(texts: Sequence[str], format: str) -> None:
    """Raise `FormatError` if a text cannot be written as UTF-8."""
    for text in texts:
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise FormatError("surrogate", format=format, token=shown(text))
