"""Specify a training: everything that decides its result except the text itself.

Everything that asks for a training uses one of these: the command line, the session of a page, a
worker's job. Two equal ones give the same trace of the same text. Unlike the arguments of
`train_bpe`, this covers all algorithms and the way from a text to its corpus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self, get_args

from bpe_core.errors import EmptyCorpusError
from bpe_core.text.corpus import Corpus, Unit
from bpe_core.text.counting import Counter
from bpe_core.text.parallel import parallel_corpora
from bpe_core.text.reading import looks_like_counts
from bpe_core.text.running_text import RunningText
from bpe_core.text.sentences import held_out, without_held_out

Algorithm = Literal[
    "bpe", "wordpiece", "unigram", "side-by-side", "superbpe", "boundless", "picky", "parity"
]
ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)
#: The algorithms whose merges may cross the borders of words: they need the text line by line.
ACROSS_WORDS: tuple[Algorithm, ...] = ("superbpe", "boundless")
#: What separates the texts in several languages that parity-aware BPE trains on: a form feed.
TEXTS_END = "\f"
_LISTS = ("normalizer", "special_tokens")


@dataclass(frozen=True)
class TrainingSpecification:
    """The settings of a training.

    - `algorithm`: `side-by-side` trains the three to the same size
    - `source` says what the text is: running text, a table of words and counts as
      `bpe_core.text.reading.read_counts` reads it, or either, to be detected; with a `delimiter`
      it is a table in a .csv or .tsv file
    - `unit`, `alphabet`, `end_of_word`, `normalizer`, `pre_tokenizer`: as in a `Corpus`
    - `num_merges`, `vocab_size`, `min_frequency`, `tie_break`: as in `train_bpe`. For Unigram
      `num_merges` is the maximum number of longer tokens where no vocabulary size is given, and
      frequencies and ties do not matter
    - `special_tokens`: running text is cut at them before anything else, and they are in no word;
      even where there are none, WordPiece still has its unknown token
    - `switch`: as in `train_superbpe`; no other algorithm has it
    - `threshold`: that of `train_picky` in percent; no other algorithm has it
    - `together`: as in `train_parity`, whose texts are separated by `TEXTS_END`; no other algorithm
      has it
    - `choices`: those of `train_bpe`: step, left id, right id
    - `hold_out`: whether to leave out every tenth sentence, or row of a table (see
      `bpe_core.text.sentences`)
    - `limit_alphabet`: as in `Corpus.limit_alphabet`, whose characters it counts where pairs are
      counted in words; merges across words and parallel texts keep them all
    - `max_token_length`: as in `train_bpe`; no other algorithm has it

    >>> specification = TrainingSpecification(num_merges=3, special_tokens=("<s>",))
    >>> TrainingSpecification.from_plain(specification.to_plain()) == specification
    True
    """

    algorithm: Algorithm = "bpe"
    source: Literal["text", "table", "either"] = "either"
    delimiter: str | None = None
    unit: Unit = "char"
    alphabet: str = "value"
    end_of_word: str = ""
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str = "whitespace"
    num_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    tie_break: str = "first-seen"
    switch: int = 0
    threshold: int = 100
    together: int = 0
    special_tokens: tuple[str, ...] = ()
    choices: tuple[tuple[int, int, int], ...] = ()
    hold_out: bool = False
    limit_alphabet: int | None = None
    max_token_length: int | None = None

    def to_plain(self) -> dict[str, Any]:
        """The specification as lists, numbers and strings, for `from_plain`."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """The specification that `to_plain` described, whether or not it went through JSON."""
        lists = {name: tuple(plain[name]) for name in _LISTS}
        choices = tuple((step, left, right) for step, left, right in plain["choices"])
        return cls(**{**plain, **lists, "choices": choices})

    def is_table(self, text: str) -> bool:
        """Whether a text is read as a table of words and counts."""
        if self.delimiter or self.source == "table":
            return True
        return self.source == "either" and looks_like_counts(text)

    def corpus_of(self, text: str) -> Corpus:
        """The text as a corpus in base tokens. Raises a `BpeError`.

        >>> TrainingSpecification(unit="byte").corpus_of("hug 10\\npug 5").counts.tolist()
        [10, 5]
        """
        table = self.is_table(text)
        if self.hold_out:
            text = without_held_out(text, is_table=table)
        if self.algorithm in ACROSS_WORDS:
            return self._lines_of(text, is_table=table)
        if self.algorithm == "parity":
            return parallel_corpora(text.split(TEXTS_END), **self._of_words)
        corpus = self._words_in(text, is_table=table)
        most = self.limit_alphabet
        return corpus if most is None else corpus.limit_alphabet(most)

    @property
    def _of_words(self) -> dict[str, Any]:
        """The settings of a `Corpus`."""
        names = ("unit", "end_of_word", "alphabet", "normalizer", "pre_tokenizer")
        return {name: getattr(self, name) for name in names}

    def _words_in(self, text: str, *, is_table: bool) -> Corpus:
        """The words of running text or of a table."""
        counter = Counter(self.normalizer, self.pre_tokenizer, is_table, self.special_tokens)
        counted = (
            counter.count_table(text, self.delimiter) if is_table else counter.count_text(text)
        )
        settings = {"end_of_word": self.end_of_word, "alphabet": self.alphabet}
        return counter.corpus_of(counted, unit=self.unit, **settings)

    def _lines_of(self, text: str, *, is_table: bool) -> RunningText:
        """The text, or a table's words as lines of their own, for merges across words."""
        settings = {name: at for name, at in self._of_words.items() if name != "end_of_word"}
        if is_table:
            table = Counter().count_table(text, self.delimiter)
            return RunningText.of_table(table.counts, **settings).with_text([], table.text_bytes)
        return RunningText.read(text, special_tokens=self.special_tokens, **settings)

    def held_out_words(self, text: str, most: int | None = None) -> dict[str, int]:
        """The words that `hold_out` leaves out, as the corpus writes them, with their counts.

        There are none if the text is too short to spare any. Of a long text, only its first
        sentences or rows are taken, until they have `most` characters.

        >>> lines = "".join(f"hug no {i}!\\n" for i in range(1, 31))
        >>> TrainingSpecification().held_out_words(lines, most=9)
        {'hug': 2, 'no': 2, '10!': 1, '20!': 1}
        """
        table = self.is_table(text)
        spared = held_out(text, is_table=table, most=most)
        return _words(replace(self, source="table"), spared) if table else self.words_of(spared)

    def words_of(self, text: str) -> dict[str, int]:
        """The words of running text as the corpus writes them, with their counts.

        >>> specification = TrainingSpecification(pre_tokenizer="gpt2")
        >>> specification.words_of("hug a hug"), specification.words_of("")
        ({'hug': 1, 'Ġa': 1, 'Ġhug': 1}, {})
        """
        return _words(replace(self, source="text", delimiter=None), text)


def _words(specification: TrainingSpecification, text: str) -> dict[str, int]:
    """The words of the whole text with their counts; none if there is nothing to train on."""
    try:
        whole = replace(specification, hold_out=False, limit_alphabet=None)
        corpus = whole.corpus_of(text)
    except EmptyCorpusError:
        return {}
    return dict(zip(corpus.words, corpus.counts.tolist(), strict=True))
