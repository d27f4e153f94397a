"""A training that a session asks for: what is trained, and on which text.

Its key is also the key of the trace in the store and of the job in the queue. So a training that
is asked for twice runs once.
"""

import hashlib
import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from bpe_core.algorithms.train import AnyTrace
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN
from bpe_core.specification import ACROSS_WORDS, Algorithm, TrainingSpecification
from bpe_core.text.running_text import find_rule
from bpe_core.worker.job import Job
from pages.session import state
from pages.session.link import OWN
from pages.session.usual_settings import text_facts
from sample_corpora import CATALOGUE, content

#: Up to this many bytes, or this many with few merges, a training takes well under 100 ms: at
#: most 75 ms on a two-core machine, whatever the text (a random one in a single word included).
_SMALL, _SMALL_WITH_FEW_MERGES, _FEW_MERGES = 12_000, 40_000, 2_000
#: Unigram needs a step for each unit of the longest word, in every sweep of every round.
_SMALL_FOR_UNIGRAM = 300
#: The most characters of a text for merges across words, whose table of pairs is that of whole
#: lines: on this much text, a training with its table takes as long as BPE's on a megabyte.
MOST_ACROSS = 200_000
#: A sample of a language's words. The largest ones take up to 150 ms.
_SMALL_SAMPLE_FOR_UNIGRAM = 4_000
#: With this, nobody who guesses a text and its settings can find out whether they were used.
_SECRET = secrets.token_bytes(32)


def digest_of(*parts: object) -> str:
    """A short name of what is made from these parts, another one for others."""
    content = repr(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=12).hexdigest()


@dataclass(frozen=True)
class TrainingRequest:
    """A specification and a text, which is a sample (by its corpus's name) or the learner's own.

    `text` is the learner's own text, and `digest` is a short hash of it.
    """

    specification: TrainingSpecification
    corpus: str
    text: str | None = field(default=None, repr=False)
    digest: str = ""

    def but(self, **fields: Any) -> "TrainingRequest":
        """The same text with another specification, by the names of its fields."""
        return replace(self, specification=replace(self.specification, **fields))

    @property
    def key(self) -> str:
        """A name for the training that others can't guess. The same settings have the same name."""
        content = repr(self).encode("utf-8", "surrogatepass")
        whose = OWN if self.is_own else "sample"
        return whose + hashlib.blake2b(content, key=_SECRET, digest_size=16).hexdigest()

    @property
    def is_own(self) -> bool:
        """Whether the text is the learner's own."""
        return self.text is not None

    @property
    def lacks_text(self) -> bool:
        """Whether the learner's own text is still to come."""
        return self.text is not None and (not self.text or self.text.isspace())

    @property
    def is_small(self) -> bool:
        """Whether the training is so short that it may hold up its own session."""
        algorithm = self.specification.algorithm
        if self.text is None:
            size = CATALOGUE[self.corpus].path.stat().st_size
        else:
            # Not the exact size: measuring a long text takes a while.
            size = len(self.text) if self.text.isascii() else 3 * len(self.text)
        if algorithm in ("unigram", "side-by-side") and self.is_own:
            return size <= _SMALL_FOR_UNIGRAM
        if algorithm == "unigram":
            return size <= _SMALL_SAMPLE_FOR_UNIGRAM
        steps = self.specification.num_merges or self.specification.vocab_size or 0
        limit = _SMALL_WITH_FEW_MERGES if steps <= _FEW_MERGES else _SMALL
        # Scores and lines take four times as long; a sample is trained once for everybody.
        is_slow = algorithm in ("wordpiece", "picky", *ACROSS_WORDS) and self.is_own
        return size <= (limit // 4 if is_slow else limit)

    def source(self) -> tuple[TrainingSpecification, str]:
        """The text that is trained on, and the specification that says what it is."""
        if self.text is not None:
            return self.specification, self.text
        sample = content(self.corpus)
        if isinstance(sample, str):
            return replace(self.specification, source="text"), sample
        table = "\n".join(f"{word} {count}" for word, count in sample.items())
        return replace(self.specification, source="table"), table

    def train(self) -> AnyTrace:
        """Train here and now. Raises a `BpeError`."""
        specification, text = self.source()
        return Job(specification).train(text)


def bpe_request() -> TrainingRequest:
    """The BPE training that the state asks for."""
    now = state.link()
    corpus = state.corpus()
    specification = now.specification(state.usual())
    if corpus != OWN:
        return TrainingRequest(replace(specification, delimiter=None), corpus)
    return TrainingRequest(specification, OWN, now.text or "", text_facts(now.text).digest)


def wordpiece_request() -> TrainingRequest:
    """The same for WordPiece, by characters and with a prefix instead of an end-of-word marker."""
    return as_wordpiece(bpe_request())


def as_wordpiece(request: TrainingRequest) -> TrainingRequest:
    """A training of WordPiece instead, which has an unknown token in any case."""
    special = request.specification.special_tokens or (DEFAULT_UNKNOWN,)
    return request.but(algorithm="wordpiece", unit="char", end_of_word="", special_tokens=special)


def across_request(algorithm: Algorithm, switch: int) -> TrainingRequest:
    """The same with merges across words, whose lines have no marker and keep their whitespace."""
    return _beginning(bpe_request().but(algorithm=algorithm, switch=switch), MOST_ACROSS)


def picky_request(threshold: int) -> TrainingRequest:
    """The same for Picky BPE; the threshold is in percent."""
    return bpe_request().but(algorithm="picky", threshold=threshold)


def bytes_request() -> TrainingRequest:
    """The same for BPE on bytes, without a marker, and with the whitespace kept."""
    request = bpe_request().but(unit="byte", end_of_word="")
    return request.but(pre_tokenizer=find_rule(request.specification.pre_tokenizer).name)


def _beginning(request: TrainingRequest, most: int) -> TrainingRequest:
    """The same with at most so many characters of the learner's own text."""
    if request.text is None or len(request.text) <= most:
        return request
    return replace(request, text=request.text[:most], digest=f"{request.digest} begins")


def unigram_request() -> TrainingRequest:
    """The same for Unigram, which has its own vocabulary size and no pairs."""
    request = bpe_request().but(algorithm="unigram", vocab_size=state.link().unigram_size)
    unused = TrainingSpecification()
    return request.but(tie_break=unused.tie_break, min_frequency=unused.min_frequency)
