"""How fast training is, compared with compiled trainers and the one from tutorials.

    python -m benchmarks.core.train            # all tables, about ten minutes
    python -m benchmarks.core.train --runs 1   # a quick look

Hugging Face `tokenizers` and rustbpe cut, count and merge in one call. Ours is timed in two halves,
cutting and counting (`Corpus.from_text`) and merging (`train_bpe`, with the whole trace kept); the
sum is compared. The time that the others take without a merge is shown next to it as their
counting.

Hugging Face counts on all cores only if it gets the text in parts, as its users do. So it is tried
with the whole text, with lines and with batches of lines, and is measured in the way that suits it
best, on all cores and again on one (`TOKENIZERS_PARALLELISM`). Both ratios are given, with the
chosen way. Ours runs on one core in both.
sentencepiece has its own way of cutting at spaces, so its merges are not the same; it is trained as
in `benchmarks.core.vocabularies`. The naive trainer recounts all pairs of the distinct words at
each step.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import rustbpe
import tokenizers
from tokenizers import models, pre_tokenizers, trainers

from benchmarks.core.vocabularies import sentence_piece
from benchmarks.corpora import MB, load
from benchmarks.timing import interleaved, print_setting, print_table, runs_wanted, seconds
from bpe_core import Corpus, train_bpe
from bpe_core.text.corpus import Unit
from bpe_core.text.pre_tokenization import GPT2_PATTERN
from tests.bpe_core.oracles import count_pairs, merge_pair, spell


@dataclass(frozen=True)
class Case:
    """A text to train on, and how. `limit` is the target ratio to Hugging Face's best time."""

    corpus: str
    megabytes: int
    unit: Unit
    pre_tokenizer: str
    vocabulary: int
    limit: float


CASES = [
    Case("English prose", 1, "byte", "gpt2", 8_000, 0.7),
    Case("English prose", 1, "byte", "gpt2", 32_000, 0.6),
    Case("Python source", 5, "byte", "gpt2", 8_000, 0.8),
    Case("Chinese prose", 1, "char", "whitespace", 16_000, 0.8),
    Case("mixed English", 16, "byte", "gpt2", 32_000, 1.0),
]


LINES_IN_A_BATCH = 1_000


def _batches(text: str) -> list[list[str]]:
    lines = text.splitlines(keepends=True)
    return [lines[i : i + LINES_IN_A_BATCH] for i in range(0, len(lines), LINES_IN_A_BATCH)]


#: The ways to give Hugging Face a text.
WAYS: dict[str, Callable[[str], Sequence[str] | Sequence[Sequence[str]]]] = {
    "whole": lambda text: [text],
    "lines": lambda text: text.splitlines(keepends=True),
    "batches": _batches,
}


def hugging_face(
    case: Case, text: str, way: str, *, all_cores: bool, merges: bool = True
) -> Callable[[], tokenizers.Tokenizer]:
    given = WAYS[way](text)

    def train() -> tokenizers.Tokenizer:
        os.environ["TOKENIZERS_PARALLELISM"] = "true" if all_cores else "false"
        peer = tokenizers.Tokenizer(models.BPE())
        alphabet: list[str] = []
        if case.unit == "byte":
            peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
            alphabet = pre_tokenizers.ByteLevel.alphabet()
        else:
            peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        size = case.vocabulary if merges else 1
        trainer = trainers.BpeTrainer(
            vocab_size=size, show_progress=False, initial_alphabet=alphabet
        )
        peer.train_from_iterator(given, trainer)
        return peer

    return train


def best_way(case: Case, text: str, *, all_cores: bool) -> str:
    """The way of passing the text that is fastest for Hugging Face; each is tried twice."""
    works = {way: hugging_face(case, text, way, all_cores=all_cores) for way in WAYS}
    took = {way: min(seconds(work) for _ in range(2)) for way, work in works.items()}
    return min(took, key=took.__getitem__)


def rust_bpe(case: Case, text: str) -> Callable[[], object]:
    def train() -> None:
        peer = rustbpe.Tokenizer()
        peer.train_from_iterator(
            iter([text]), vocab_size=case.vocabulary, pattern=GPT2_PATTERN.pattern
        )

    return train


def compare(case: Case, runs: int) -> tuple[list[object], list[str]]:
    """One row of the table of ratios, and one of the table of all times."""
    text = load(case.corpus, case.megabytes * MB)

    def make() -> Corpus:
        return Corpus.from_text(text, unit=case.unit, pre_tokenizer=case.pre_tokenizer)

    corpus = make()
    many, one = (best_way(case, text, all_cores=all_cores) for all_cores in (True, False))
    works: dict[str, Callable[[], object]] = {
        "count": make,
        "merge": lambda: train_bpe(corpus, vocab_size=case.vocabulary),
        "hf": hugging_face(case, text, many, all_cores=True),
        "hf count": hugging_face(case, text, many, all_cores=True, merges=False),
        "hf one core": hugging_face(case, text, one, all_cores=False),
    }
    if case.unit == "byte":
        works["rustbpe"] = rust_bpe(case, text)
    if case.megabytes == 1:
        works["sentencepiece"] = partial(sentence_piece, text, case.vocabulary, "bpe")
    took = interleaved(works, runs)
    ours = took["count"] + took["merge"]
    name = f"{case.megabytes} MB {case.corpus}, {case.vocabulary:,}"
    times = [f"{took[work]:.2f}" if work in took else "" for work in COLUMNS]
    theirs = took["hf"] - took["hf count"]
    merging = f"{took['merge'] / theirs:.2f}" if theirs > 0.1 * took["hf"] else "too short to tell"
    return (
        [
            name,
            f"{ours / took['hf']:.2f} ({many})",
            case.limit,
            f"{ours / took['hf one core']:.2f} ({one})",
            merging,
        ],
        [name, f"{ours:.2f}", *times],
    )


COLUMNS = ["count", "merge", "hf", "hf count", "hf one core", "rustbpe", "sentencepiece"]


def ratios(runs: int) -> None:
    print("### Training beside its peers\n")
    rows = [compare(case, runs) for case in CASES]
    cores = os.cpu_count()
    theirs = "this library / Hugging Face at its best"
    head = ["text, vocabulary", f"{theirs}, {cores} cores", "at most", f"{theirs}, one core"]
    head += ["merging alone"]
    print_table(head, [row for row, _ in rows])
    print("Seconds:\n")
    head = ["text, vocabulary", "this library", "of it counting", "of it merging"]
    head += [f"Hugging Face, {cores} cores", "of it counting", "on one core"]
    head += ["rustbpe", "sentencepiece"]
    print_table(head, [row for _, row in rows])


def one_word(runs: int) -> None:
    """Texts without a single cut: an algorithm that touches whole words takes minutes."""
    print("### One megabyte as one word, 2,000 merges\n")
    rows = []
    for name in ("Chinese prose", "base64"):
        text = load(name, MB)

        def train(text: str = text) -> None:
            train_bpe(Corpus.from_text(text, pre_tokenizer="none"), num_merges=2_000)

        rows.append([name, f"{interleaved({'ours': train}, runs)['ours']:.2f}", 2])
    print_table(["text", "seconds", "at most"], rows)


def naive(runs: int) -> None:
    """The tutorials' algorithm, on the distinct words with their counts."""
    print("### Beside the naive trainer: 1 MB English prose, 1,000 merges\n")
    corpus = Corpus.from_text(load("English prose", MB), unit="byte", pre_tokenizer="gpt2")
    fast = interleaved({"ours": lambda: train_bpe(corpus, num_merges=1_000)}, runs)["ours"]
    slow = seconds(lambda: train_naively(corpus, 1_000))
    head = ["this library (s)", "naive, one run (s)", "times faster", "at least"]
    print_table(head, [[f"{fast:.3f}", f"{slow:.1f}", round(slow / fast), 100]])


def train_naively(corpus: Corpus, merges: int) -> None:
    texts, words = spell(corpus.words, "byte", "")
    counts = corpus.counts.tolist()
    for new in range(len(texts), len(texts) + merges):
        pairs = count_pairs(words, counts)
        best = max(pairs, key=pairs.__getitem__)
        words = [merge_pair(word, best, new) for word in words]


def growth(runs: int) -> None:
    print("### Growth: mixed English, vocabulary 8,000\n")
    rows = []
    for megabytes in (1, 2, 4, 8, 16):
        case = Case("mixed English", megabytes, "byte", "gpt2", 8_000, 1.0)
        _, (_, ours, *times) = compare(case, runs)
        rows.append([str(megabytes), ours, f"{float(ours) / megabytes:.3f}", *times[:3]])
    print_table(["MB", "this library (s)", "per MB", "counting", "merging", "Hugging Face"], rows)


def main() -> None:
    runs = runs_wanted("Time training beside its peers.")
    print_setting(runs)
    ratios(runs)
    one_word(runs)
    naive(runs)
    growth(runs)


if __name__ == "__main__":
    main()
