"""The sources of a worksheet's words: the corpus, or a search for words that reveal mistakes."""

from dataclasses import dataclass
from typing import Protocol

from classroom import Hand
from classroom.hand import MOST_WORDS
from classroom.worksheet import Worksheet, make_revealing_worksheet, make_worksheet
from pages.lessons.worksheet import REVEALING, WORDS
from pages.session.language import _, format_number, gettext
from pages.session.traces import merges_by_key


class SheetWords(Protocol):
    """Words for worksheets: each seed selects some."""

    def sheet(self, seed: int, merges: int) -> Worksheet:
        """The sheet of a seed, with this many merges to do by hand."""

    @property
    def title(self) -> str:
        """The name of the words."""

    @property
    def are_few(self) -> bool:
        """Whether every seed selects the same words."""


@dataclass(frozen=True)
class CorpusWords:
    """The words of the training with this key. The corpus is looked up when it is needed.

    Raises `LookupError` if the training is no longer held.
    """

    key: str
    title: str

    def sheet(self, seed: int, merges: int) -> Worksheet:
        trace = merges_by_key(self.key)
        if trace is None:
            raise LookupError("the trace is no longer held")
        hand = Hand.of(trace.corpus, seed, tie_break=trace.tie_break)
        return make_worksheet(hand, seed=seed, merges=merges)

    @property
    def are_few(self) -> bool:
        trace = merges_by_key(self.key)
        return trace is not None and len(trace.corpus.words) <= MOST_WORDS


@dataclass(frozen=True)
class RevealingWords:
    """Words that are made so that common mistakes lead to other pairs."""

    def sheet(self, seed: int, merges: int) -> Worksheet:
        return make_revealing_worksheet(seed=seed, merges=merges)

    @property
    def title(self) -> str:
        return gettext(WORDS[REVEALING])

    @property
    def are_few(self) -> bool:
        return False


def source_of(words: SheetWords, seed: int) -> str:
    """The source of a sheet's words, from which the sheet can be made again."""
    return _("{corpus} · seed {seed}").format(corpus=words.title, seed=format_number(seed))
