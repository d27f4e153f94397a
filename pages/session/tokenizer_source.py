"""Which tokenizer a lesson encodes with: the one from the learner's file, or the one trained here.

`chosen_source` is the one place that decides, and what a lesson does with a source asks for
nothing but its `Tokenizer`.
"""

from dataclasses import dataclass
from typing import Protocol

from bpe_core import Tokenizer
from pages.components.training_progress import asks_for_text, trained
from pages.session import state
from pages.session.example_text import usual_text
from pages.session.tokenizer_file import brought_in
from pages.session.traces import merges_by_key


class Source(Protocol):
    """Where a tokenizer comes from. It names it and does not hold it: sessions keep sources."""

    @property
    def key(self) -> str:
        """A name that no other tokenizer has."""

    @property
    def rules(self) -> int:
        """How many merge rules there are."""

    def tokenizer(self, rules: int) -> Tokenizer | None:
        """The tokenizer with the first `rules` of its rules; None where it has to be had anew."""

    def example(self) -> str:
        """A text to start with."""


@dataclass(frozen=True)
class TrainedHere:
    """The training of the settings at hand, by the key under which its trace is held."""

    key: str
    rules: int

    def tokenizer(self, rules: int) -> Tokenizer | None:
        trace = merges_by_key(self.key)
        return None if trace is None else trace.tokenizer(min(rules, len(trace)))

    def example(self) -> str:
        trace = merges_by_key(self.key)
        return "" if trace is None else usual_text(state.settings().corpus, trace.corpus)


def chosen_source() -> Source | None:
    """The tokenizer that the learner chose; None, and a word why, where it is not there yet."""
    if (from_file := brought_in()) is not None:
        return from_file
    asked = state.settings()
    done = None if asks_for_text(asked) else trained(asked)
    return None if done is None else TrainedHere(done.key, len(done.trace))
