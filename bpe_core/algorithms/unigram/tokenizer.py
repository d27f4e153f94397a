"""Encoding with a Unigram vocabulary: each word in its most likely segmentation, or in others.

Viterbi's algorithm finds the best segmentation of a word; a text is normalized and cut into words
as the corpus was. Unlike BPE and WordPiece, which know one segmentation of a word, Unigram knows
all of them with their probabilities: it can list the n best, or draw one at random (Kudo, 2018).

What `decode` gives back is the same as for BPE (`bpe_core.encoding.base_tokenizer`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from heapq import nlargest
from itertools import product
from numbers import Real
from random import Random
from typing import NamedTuple

from bpe_core.algorithms.limits import check_number
from bpe_core.algorithms.unigram.lattice import UNKNOWN_PENALTY, Edge, Lattice
from bpe_core.algorithms.unigram.recorded_rounds import RecordedRounds
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.encoding.encoding_steps import LongestMatch
from bpe_core.errors import TemperatureError
from bpe_core.text.corpus import write_space
from bpe_core.text.normalization import normalize


class Segmentation(NamedTuple):
    """Token ids of a text, and their log probability."""

    ids: list[int]
    log_probability: float


class UnigramTokenizer(BaseTokenizer):
    """The vocabulary of a Unigram trace at one state; get it with `trace.tokenizer(step)`.

    Each unknown character becomes `unknown_id`.

    >>> from bpe_core import Corpus, train_unigram
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer = train_unigram(corpus, vocab_size=10).tokenizer()
    >>> tokenizer.tokens("hugs bun!"), tokenizer.decode(tokenizer.encode("hugs"))
    (['hug', 's', 'b', 'u', 'n', '<unk>'], 'hugs')
    >>> [[tokenizer.token(i) for i in ids] for ids, _ in tokenizer.n_best("pun", 2)]
    [['pun'], ['p', 'u', 'n']]
    """

    def __init__(self, recorded: RecordedRounds, step: int, unknown: str | None = None) -> None:
        super().__init__(recorded, step, unknown)
        self._recorded = recorded
        self._snapshot = recorded.snapshots[step]

    # One segmentation

    def encode_word(self, word: str) -> list[int]:
        return self.encode_units(self._spell(word))

    def encode_units(self, units: list[int]) -> list[int]:
        """The best segmentation of a word in base-token ids."""
        scores, lasts = [0.0], [0]
        tokens, longest, unknown = self._tokens_by_units, self._longest, self._unknown_score
        word = "".join(map(chr, units))
        ids = []
        for end in range(1, len(word) + 1):
            best, start_of_best, id_of_best = None, end - 1, units[end - 1]
            for start in range(max(0, end - longest), end):
                known = tokens.get(word[start:end])
                if known is not None and (best is None or scores[start] + known[1] > best):
                    best, start_of_best, id_of_best = scores[start] + known[1], start, known[0]
            scores.append(scores[end - 1] + unknown if best is None else best)
            lasts.append(start_of_best)
            ids.append(id_of_best)
        return list(_walk_back(ids, lasts))[::-1]

    @cached_property
    def _tokens_by_units(self) -> dict[str, tuple[int, float]]:
        """The id and log probability of each token, by its base tokens (one character per id)."""
        recorded, first, snapshot = self._recorded, self._first_base, self._snapshot
        text = recorded.corpus.as_characters(first)
        base, logs = len(recorded.corpus.base_vocabulary), snapshot.log_probabilities.tolist()
        known = {chr(i): (i, log) for i, log in enumerate(logs[:base], first)}
        longer = snapshot.numbers[base:]
        start = recorded.first[longer]
        stop = start + recorded.length[longer]
        places = zip(start.tolist(), stop.tolist(), logs[base:], strict=True)
        return known | {text[a:b]: (i, log) for i, (a, b, log) in enumerate(places, first + base)}

    @cached_property
    def _matcher(self) -> LongestMatch:
        return LongestMatch({text: i for text, (i, _) in self._tokens_by_units.items()})

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._tokens_by_units))

    @cached_property
    def _unknown_score(self) -> float:
        return float(self._snapshot.log_probabilities.min()) - UNKNOWN_PENALTY

    # All segmentations

    def lattice(self, word: str) -> Lattice:
        """The lattice of a word, which is taken as it is: not normalized and not cut.

        >>> from bpe_core import Corpus, train_unigram
        >>> tokenizer = train_unigram(Corpus.from_counts({"hug": 10}), vocab_size=4).tokenizer()
        >>> lattice = tokenizer.lattice("hug")
        >>> [(e.start, e.end, tokenizer.token(e.token_id)) for e in lattice.edges]
        [(0, 1, 'h'), (1, 2, 'u'), (0, 3, 'hug'), (2, 3, 'g')]
        >>> lattice.best.edges, lattice.path_count
        ((2,), 2)
        """
        return self.lattice_of(self._spell(write_space(word, self._rule, self._corpus.unit)))

    def lattice_of(self, units: list[int]) -> Lattice:
        """The lattice of a word that is given by the ids of its base tokens."""
        tokens = self._tokens_by_units
        word = "".join(map(chr, units))
        edges = [
            Edge(start, end, *tokens[word[start:end]])
            for start in range(len(word))
            for end in range(start + 1, min(start + self._longest, len(word)) + 1)
            if word[start:end] in tokens
        ]
        unknown = (i for i, unit in enumerate(word) if unit not in tokens)
        edges += [Edge(i, i + 1, self.unknown_id, self._unknown_score) for i in unknown]
        return Lattice(len(word), edges)

    def n_best(self, text: str, n: int) -> list[Segmentation]:
        """The `n` most likely segmentations of a text, best first (fewer if there are fewer).

        Raises `NumberTooSmallError` for n below 1.
        """
        check_number("n", n, smallest=1)
        best = [Segmentation([], 0.0)]
        for lattice in self._lattices(text):
            ways = product(best, lattice.n_best(n))
            joined = (
                Segmentation([*one.ids, *two.token_ids], one.log_probability + two.log_probability)
                for one, two in ways
            )
            best = nlargest(n, joined, key=lambda found: found.log_probability)
        return best

    def sample(self, text: str, temperature: float = 1.0, seed: int = 0) -> list[int]:
        """The token ids of a text in a random segmentation; the same seed gives the same one.

        At temperature 1, each segmentation is drawn with its own probability. The closer the
        temperature is to 0, the more often the best one is drawn; the higher it is, the more equal
        the probabilities become. Raises `TemperatureError`.
        """
        if not isinstance(temperature, Real) or not temperature > 0:
            raise TemperatureError(value=temperature)
        random = Random(seed)
        lattices = self._lattices(text)
        return [i for word in lattices for i in word.sample(random, float(temperature)).token_ids]

    def _lattices(self, text: str) -> Iterator[Lattice]:
        words = self._words(normalize(text, self._corpus.normalizer))
        return (self.lattice_of(self._spell(word)) for word in words)

    def match_word(self, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by longest match."""
        spelled = "".join(map(chr, self._spell(word)))
        return self._matcher.encode(spelled, [self.unknown_id] * len(spelled))

    def has_marker(self, token_id: int) -> bool:
        marker = self._corpus.marker_id
        if marker is None or not self._first_base <= token_id < len(self.vocabulary):
            return False
        number = int(self._snapshot.numbers[token_id - self._first_base])
        if number < len(self._corpus.base_vocabulary):
            return number == marker
        stop = int(self._recorded.first[number] + self._recorded.length[number])
        return int(self._corpus.units[stop - 1]) == marker


def _walk_back(ids: list[int], lasts: list[int]) -> Iterator[int]:
    """The ids of the best segmentation, last first; `lasts[end]` is its last token's start."""
    end = len(ids)
    while end > 0:
        yield ids[end - 1]
        end = lasts[end]
