"""Measure how well a model predicts unread text, in bits per byte, by vocabulary size.

Nine tenths of a text train a tokenizer and are counted by a bigram model of its tokens; then the
model, smoothed (see `BigramModel.smoothed`), reads the tenth that is left. Each tenth is left once:
where the ten differ by more than two sizes do, the text is too short to choose between them.

Bits are divided by the bytes of the text, never by its tokens: a larger vocabulary has fewer
tokens, each of which is harder to guess. Tokens are bytes joined by BPE, and words are cut by
GPT-2's pattern, so that nothing is unknown and no white space is lost.

`python -m bpe_core.experiments.unread_text` does it in a process, and speaks as
`bpe_core.worker.job` does. The answer is JSON: what each tenth takes at each size, and some of what
the model of the first nine tenths has never seen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.errors import BpeError
from bpe_core.experiments.bigram_model import BORDER, BigramModel
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import Token, encode_utf8
from bpe_core.text.sentences import EVERY, tenths
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, work

#: How the text is read.
SPECIFICATION = TrainingSpecification(source="text", unit="byte", pre_tokenizer="gpt2")
#: How many merges there are at most, and how many sizes of a vocabulary are tried.
MOST_MERGES, SIZES = 8_000, 10
_BORDER = 0


class NoTenthsError(BpeError):
    """A text of which no tenth can be held out."""


@dataclass(frozen=True)
class Cost:
    """The size of unread text after so many merges: in `tokens`, `bits` and `bytes`.

    `unseen` tokens never came after the token before them. Without smoothing, a single one gives
    the whole text the probability 0.
    """

    merges: int
    vocabulary_size: int
    tokens: int
    unseen: int
    bits: float
    bytes: int

    @property
    def per_byte(self) -> float:
        return self.bits / self.bytes


@dataclass(frozen=True)
class Size:
    """The results for a number of merges: each tenth when it was left out, and all of them."""

    tenths: list[Cost]

    @property
    def whole(self) -> Cost:
        """The sum over all tenths, which is the whole text, unread."""
        first = self.tenths[0]
        names = ("tokens", "unseen", "bits", "bytes")
        sums: dict[str, Any] = {name: sum(getattr(c, name) for c in self.tenths) for name in names}
        return Cost(first.merges, first.vocabulary_size, **sums)

    @property
    def spread(self) -> tuple[float, float]:
        """The bits per byte of the tenth that takes least, and of the one that takes most."""
        found = [cost.per_byte for cost in self.tenths]
        return min(found), max(found)


def bits_by_size(
    text: str,
    *,
    sizes: int = SIZES,
    most_merges: int = MOST_MERGES,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Size]:
    """Measure a text, a tenth at a time left out, for numbers of merges from 0 on.

    `progress` is told how many parts of the work are done, of how many. Raises `NoTenthsError`.

    >>> animals, places = ("cat", "dog", "hen", "fox"), ("mat", "sofa", "roof", "rug", "wall")
    >>> text = "".join(f"The {one} sat on the {other}.\\n" for one in animals for other in places)
    >>> found = bits_by_size(text, sizes=4)
    >>> [(size.whole.merges, round(size.whole.per_byte, 2)) for size in found]
    [(0, 1.8), (8, 1.54), (16, 1.42), (33, 1.24)]
    """
    parts = tenths(text)
    if not parts:
        raise NoTenthsError(least=2 * EVERY)
    trainings = []
    for done, (read, unread) in enumerate(parts):
        progress(done, 2 * len(parts))
        trace = train_bpe(SPECIFICATION.corpus_of(read), num_merges=most_merges)
        trainings.append((trace, SPECIFICATION.words_of(unread), len(encode_utf8(unread))))
    steps = sizes_up_to(min(len(trace) for trace, *_ in trainings), sizes)
    costs = []
    for done, (trace, words, size) in enumerate(trainings, len(parts)):
        progress(done, 2 * len(parts))
        costs.append(costs_of(trace, words, size, steps))
    return [Size(list(each)) for each in zip(*costs, strict=True)]


def sizes_up_to(last: int, sizes: int) -> list[int]:
    """Numbers of merges, 0 and then from 8 to the last, each the same multiple of the one before.

    >>> sizes_up_to(1_000, 5), sizes_up_to(2, 5)
    ([0, 8, 40, 200, 1000], [0, 2])
    """
    if not last:
        return [0]
    grown = np.geomspace(min(8, last), last, max(1, sizes - 1))
    return sorted({0, last, *map(round, grown.tolist())})


def costs_of(
    trace: Trace, unread: Mapping[str, int], size: int, steps: Sequence[int]
) -> list[Cost]:
    """Measure unread words, with how often each occurs, at some steps of a training in bytes.

    `size` is the size of the unread text in bytes.
    """
    shift = 1 - trace.first_base_id
    ids = trace.state_at(len(trace)).word_ids(range(len(trace.corpus.words)))
    read = _Tokens.of(ids, trace.corpus.counts, shift)
    tokenizer = trace.tokenizer()
    counts = np.array(list(unread.values()), np.int64)
    rest = _Tokens.of([tokenizer.encode_word(word) for word in unread], counts, shift)
    parts = trace.base_merges[:, :2].astype(np.int64) + 1
    base = len(trace.corpus.base_vocabulary)
    costs = {}
    for step in sorted(steps, reverse=True):
        read, rest = read.without_merges(parts, base, step), rest.without_merges(parts, base, step)
        bits, unseen = read.bits_of(rest, 1 + base + step)
        total = int(rest.counts.sum() - rest.counts[rest.ids == _BORDER].sum())
        costs[step] = Cost(step, base + step, total, unseen, bits, size)
    return [costs[step] for step in steps]


@dataclass(frozen=True)
class _Tokens:
    """Words as the ids of their tokens from 1 on, one after the other with borders between.

    `counts` says for each id how often the word occurs in which the next id follows it (int64).
    """

    ids: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, words: Sequence[Sequence[int]], counts: NDArray[np.int64], shift: int) -> _Tokens:
        """Words by the ids of their tokens, which are shifted, with how often each occurs."""
        lengths = np.fromiter(map(len, words), np.int64, len(words)) + 1
        ids = np.full(int(lengths.sum()) + 1, _BORDER, np.int64)
        inside = np.ones(len(ids), np.bool_)
        inside[np.concatenate([[0], lengths.cumsum()])] = False
        ids[inside] = np.fromiter(chain.from_iterable(words), np.int64, int(inside.sum())) + shift
        return cls(ids, np.append(np.repeat(counts, lengths), 0))

    def without_merges(self, parts: NDArray[np.int64], base: int, step: int) -> _Tokens:
        """The same words as they were at an earlier step: later tokens come apart."""
        ids, counts = self.ids, self.counts
        while len(late := np.flatnonzero(ids > base + step)):
            made = parts[ids[late] - base - 1]
            repeats = np.ones(len(ids), np.int64)
            repeats[late] = 2
            places = late + np.arange(len(late))
            ids, counts = np.repeat(ids, repeats), np.repeat(counts, repeats)
            ids[places], ids[places + 1] = made.T
        return _Tokens(ids, counts)

    def keys(self, choices: int) -> NDArray[np.int64]:
        """Each id and the next one as one number."""
        keys: NDArray[np.int64] = self.ids[:-1] * choices + self.ids[1:]
        return keys

    def bits_of(self, unread: _Tokens, choices: int) -> tuple[float, int]:
        """The bits of other words by the counts of these, and how many pairs were never seen."""
        keys, where = np.unique(self.keys(choices), return_inverse=True)
        pair_counts = np.bincount(where, self.counts[:-1])
        before, after = np.divmod(keys, choices)
        count = np.bincount(before, pair_counts, choices)
        different = np.bincount(before, minlength=choices)
        any_count = np.bincount(after, pair_counts, choices)
        seen = np.count_nonzero(any_count)
        part = (any_count + seen / choices) / (any_count.sum() + seen)
        asked = unread.keys(choices)
        place = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
        times = np.where(keys[place] == asked, pair_counts[place], 0)
        a, b = np.divmod(asked, choices)
        known = count[a] > 0
        smoothed = (times + different[a] * part[b]) / np.where(known, count[a] + different[a], 1)
        bits = -np.log2(np.where(known, smoothed, part[b])) * unread.counts[:-1]
        return float(bits.sum()), int(unread.counts[:-1][times == 0].sum())


#: How many tokens are told of those that were never seen after theirs.
MOST_UNSEEN = 5
#: How many merges the model has that they are looked up in.
MERGES_OF_UNSEEN = 100
#: After this nothing ever came.
_NEVER = object()


class UnreadTextStoppedError(BpeError):
    """It took too long, or too much memory."""


@dataclass(frozen=True)
class Unseen:
    """A token that never came after another one, in counts, and what it gets all the same.

    `before` is empty where a word begins. It occurred `count` times, with `different` tokens after
    it; `share` is how probable the token is after any other, and `smoothed` how probable it is
    here.
    """

    before: str
    after: str
    count: int
    different: int
    share: float
    smoothed: float


@dataclass(frozen=True)
class UnreadText:
    """The answer: the sizes, and what was never seen when the first tenth was left out.

    `first` is what that tenth takes after the merges with which the unseen are looked up.
    """

    sizes: list[Size]
    first: Cost
    unseen: list[Unseen]

    @classmethod
    def from_json(cls, data: bytes) -> UnreadText:
        """The answer that a worker sent."""
        values = json.loads(data)
        sizes = [Size([Cost(**cost) for cost in size["tenths"]]) for size in values["sizes"]]
        unseen = [Unseen(**each) for each in values["unseen"]]
        return cls(sizes, Cost(**values["first"]), unseen)


@dataclass(frozen=True)
class UnreadTextJob(Task):
    """The text that follows, a tenth at a time."""

    def answer(self, text: str, report: Report) -> list[Part]:
        """Measure the text, and return the results as JSON. Raises a `BpeError`."""
        report.stage("count")
        sizes = bits_by_size(text, progress=partial(report.now_and_then, "train"))
        read, unread = tenths(text)[0]
        trace = train_bpe(SPECIFICATION.corpus_of(read), num_merges=MERGES_OF_UNSEEN)
        words = SPECIFICATION.words_of(unread)
        (first,) = costs_of(trace, words, len(encode_utf8(unread)), [len(trace)])
        answer = UnreadText(sizes, first, list(islice(_unseen(trace, words), MOST_UNSEEN)))
        return [json.dumps(asdict(answer)).encode()]


def _unseen(trace: Trace, words: Iterable[str]) -> Iterator[Unseen]:
    """Pairs of whole characters in some words that the corpus has not, each once."""
    model, tokenizer = BigramModel(trace.state_at(len(trace)).words), trace.tokenizer()
    choices = len(trace.vocabulary) + 1
    told = set()
    for word in words:
        tokens = [tokenizer.token(i) for i in tokenizer.encode_word(word)]
        for before, after in pairwise((BORDER, *tokens)):
            row = model.rows.get(before)
            texts = _text(before), _text(after)
            if row is None or row[after] or texts in told or "\ufffd" in "".join(texts):
                continue
            told.add(texts)
            yield Unseen(
                *texts,
                count=row.total(),
                different=len(row),
                share=float(model.smoothed(_NEVER, after, choices)),
                smoothed=float(model.smoothed(before, after, choices)),
            )


def _text(token: Token | None) -> str:
    return (token or b"").decode("utf-8", "replace") if not isinstance(token, str) else token


if __name__ == "__main__":
    work(UnreadTextJob.from_line)
