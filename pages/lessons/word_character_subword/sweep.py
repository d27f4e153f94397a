"""The sweep over the vocabulary size: what each size costs, in figures and as curves.

A training passes through all vocabulary sizes, from its base vocabulary on. The text held out is
what the training has not seen; it may be empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core import Trace
from bpe_core.experiments.costs import Paying, stops_paying, tokens_at_every_step
from pages.components.charts.charts import MOST_POINTS, spread


class Costs(NamedTuple):
    """The costs of one vocabulary size."""

    size: int
    corpus_tokens: int
    held_out_tokens: int
    parameters: int
    attention: int


@dataclass(frozen=True, eq=False)
class Sweep:
    """Tokens of the corpus and of the text held out at each size from `first_size` on (int64).

    `unknown` is how many characters of the text held out training never saw: they are not counted,
    because what is lost has no cost.
    """

    first_size: int
    corpus: NDArray[np.int64]
    held_out: NDArray[np.int64]
    unknown: int = 0

    @property
    def last_size(self) -> int:
        """The vocabulary size after the last merge."""
        return self.first_size + len(self.corpus) - 1

    @property
    def has_held_out(self) -> bool:
        """Whether any text is held out."""
        return bool(self.held_out[0])

    def within(self, size: int) -> int:
        """The size nearest to `size` that the training passes through."""
        return min(max(size, self.first_size), self.last_size)

    def costs(self, size: int, width: int) -> Costs:
        """Return a size's costs; attention compares each token of the corpus with every token."""
        corpus = int(self.corpus[size - self.first_size])
        held_out = int(self.held_out[size - self.first_size])
        return Costs(size, corpus, held_out, size * width, corpus**2)

    def shares(self, size: int) -> list[float]:
        """The same costs as percentages of their largest values; those of any width are equal."""
        here, start = self.costs(size, 1), self.costs(self.first_size, 1)
        end = self.costs(self.last_size, 1)
        largest = start._replace(size=end.size, parameters=end.parameters)
        return [percent(now, most) for now, most in zip(here[1:], largest[1:], strict=True)]

    def curves(self, names: Sequence[str]) -> dict[str, list[tuple[float, float]]]:
        """Size and percentage of each of the four costs; no points for a text that is empty."""
        sizes = [self.first_size + k for k in spread(len(self.corpus) - 1, MOST_POINTS)]
        points = [(float(size), self.shares(size)) for size in sizes]
        curves = {name: [(x, ys[i]) for x, ys in points] for i, name in enumerate(names)}
        return curves if self.has_held_out else curves | {names[1]: []}

    def stops_paying(self) -> tuple[Paying, int]:
        """Where a larger vocabulary stops paying, by the text held out if there is any.

        >>> flat, steep = np.array([45, 45, 45, 45]), np.array([45, 30, 20, 15])
        >>> Sweep(4, steep, flat).stops_paying()[0].value
        'stops'
        """
        tokens = self.held_out if self.has_held_out else self.corpus
        return stops_paying(self.first_size, tokens)


def percent(now: int, most: int) -> float:
    """A share in percent, with one decimal; 0 of nothing.

    >>> percent(1, 3), percent(0, 0)
    (33.3, 0.0)
    """
    return round(100 * now / most, 1) if most else 0.0


def sweep_of(trace: Trace, held_out: Mapping[str, int]) -> Sweep:
    """The sweep of a training; `held_out` are words as its corpus writes them, with counts."""
    tokenizer = trace.tokenizer(0)
    spelled = ((n, tokenizer.encode_word(word)) for word, n in held_out.items())
    unknown = sum(n * ids.count(tokenizer.unknown_id) for n, ids in spelled)
    tokens = tokens_at_every_step(trace, held_out) - unknown
    return Sweep(trace.first_merge_id, trace.token_counts, tokens, unknown)
