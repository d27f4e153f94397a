"""Slow and obvious references for merges across words: every pair is counted again at each step.

They share no code with the trainers. A line is a list of words, a word a list of tokens. Unlike
the trainers, they know nothing of gaps.
"""

from collections.abc import Sequence
from itertools import pairwise

import regex

from tests.bpe_core.oracles import count_pairs, merge_pair

Step = tuple[str, str, int]


def naive_superbpe(lines: Sequence[Sequence[str]], switch: int, steps: int) -> list[Step]:
    """The merges of lines that are given as words; ties go to the pair met first.

    At the switch, the lines are encoded again by the merges that there are.
    """
    words = [[list(word) for word in line] for line in lines]
    merges: list[Step] = []
    while len(merges) < switch and len(merges) < steps:
        if not (found := _merge_best([word for line in words for word in line])):
            break
        merges.append(found)
    joined = [[unit for word in line for unit in word] for line in lines]
    for left, right, _ in merges:
        joined = [merge_pair(line, (left, right), left + right) for line in joined]
    while len(merges) < steps and (found := _merge_best(joined)):
        merges.append(found)
    return merges


def naive_boundless(
    lines: Sequence[Sequence[str]], steps: int, led: Sequence[tuple[str, str]] = ()
) -> list[Step]:
    """The same for BoundlessBPE: items of a line are words, or strings that were joined.

    It takes the pairs in `led` wherever they are among the most frequent ones.
    """
    items: list[list[list[str]]] = [[list(word) for word in line] for line in lines]
    merges: list[Step] = []
    while len(merges) < steps:
        counts: dict[tuple[str, str], int] = {}
        for line in items:
            for i, item in enumerate(line):
                for pair in pairwise(item):
                    counts[pair] = counts.get(pair, 0) + 1
                if i + 1 < len(line) and _ready(item) and _ready(line[i + 1]):
                    pair = item[0], line[i + 1][0]
                    counts[pair] = counts.get(pair, 0) + 1
        if not counts:
            break
        best = max(counts, key=counts.__getitem__)
        wanted = led[len(merges)] if led else best
        best = wanted if counts.get(wanted) == counts[best] else best
        merges.append((*best, counts[best]))
        items = [_joined(line, best) for line in items]
    return merges


def _ready(item: list[str]) -> bool:
    """Whether it is one token with a letter in it; Ġ is a space here."""
    return len(item) == 1 and regex.search(r"\p{L}", item[0].replace("Ġ", "")) is not None


def _joined(line: list[list[str]], pair: tuple[str, str]) -> list[list[str]]:
    joined: list[list[str]] = []
    for item in line:
        item = merge_pair(item, pair, "".join(pair))
        is_pair = joined and _ready(joined[-1]) and _ready(item)
        # What was just joined begins no pair of the old tokens: their texts would differ.
        if is_pair and (joined[-1][0], item[0]) == pair:
            joined[-1] = [pair[0] + pair[1]]
        else:
            joined.append(item)
    return joined


def _merge_best(sequences: list[list[str]]) -> Step | None:
    counts = count_pairs(sequences, [1] * len(sequences))
    if not counts:
        return None
    best = max(counts, key=counts.__getitem__)
    for sequence in sequences:
        sequence[:] = merge_pair(sequence, best, "".join(best))
    return (*best, counts[best])
