"""Bits per byte of unread text in a process: `python -m bpe_core.experiments.unread_text_job`.

It speaks as `bpe_core.worker.job` does. The answer is JSON: what each tenth takes at each size, and
some of what the model of the first nine tenths has never seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice, pairwise

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.errors import BpeError
from bpe_core.experiments.bigram_model import BORDER, BigramModel
from bpe_core.experiments.unread_text import SPECIFICATION, Cost, Size, bits_by_size, costs_of
from bpe_core.text.corpus import Token, encode_utf8
from bpe_core.text.held_out import tenths
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, work

#: How many tokens are told of those that were never seen after theirs.
MOST_UNSEEN = 5
#: How many merges the model has that they are looked up in.
MERGES_OF_UNSEEN = 100
#: After this nothing ever came.
_NEVER = object()


class UnreadTextStoppedError(BpeError):
    """It took too long, or too much memory."""

    template = (
        "Counting was stopped because it had not finished after {seconds} seconds or used too much "
        "memory. Use a shorter text."
    )


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
