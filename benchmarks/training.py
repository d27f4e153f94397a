"""Measure training beside compiled trainers and the one from tutorials.

    python -m benchmarks.training            # all tables, about eight minutes
    python -m benchmarks.training --runs 1   # a quick look

Ours is everything from the text to the whole trace: cutting, counting, merging. Hugging Face counts
on all cores only if it gets the text in parts, so it is tried with the whole text, with lines and
with batches of lines, and measured in the way that suits it best, on all cores and again on one
(`TOKENIZERS_PARALLELISM`). Ours runs on one core. WordPiece is compared with our own BPE, Unigram
with sentencepiece's on the same words, whose defaults that ours lacks are switched off.
"""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import sentencepiece
import tokenizers
from tokenizers import models, pre_tokenizers, trainers

from benchmarks.corpora import MB, load
from benchmarks.measuring import interleaved, print_setting, print_table, runs_wanted, seconds
from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.__main__ import run
from bpe_core.text.corpus import Unit
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


def hugging_face(case: Case, text: str, way: str, cores: str) -> Callable[[], object]:
    """A training by Hugging Face, on all cores or on one."""
    given = WAYS[way](text)

    def train() -> None:
        os.environ["TOKENIZERS_PARALLELISM"] = "true" if cores == "all" else "false"
        peer = tokenizers.Tokenizer(models.BPE())
        alphabet: list[str] = []
        if case.unit == "byte":
            peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
            alphabet = pre_tokenizers.ByteLevel.alphabet()
        else:
            peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        size = case.vocabulary
        trainer = trainers.BpeTrainer(
            vocab_size=size, show_progress=False, initial_alphabet=alphabet
        )
        peer.train_from_iterator(given, trainer)

    return train


def best_way(case: Case, text: str, cores: str) -> Callable[[], object]:
    """The training by Hugging Face in the way that is fastest for it; each is tried twice."""
    works = [hugging_face(case, text, way, cores) for way in WAYS]
    return min(works, key=lambda work: min(seconds(work) for _ in range(2)))


def beside_hugging_face(runs: int) -> None:
    rows = []
    for case in CASES:
        text = load(case.corpus, case.megabytes * MB)

        def ours(case: Case = case, text: str = text) -> None:
            corpus = Corpus.from_text(text, unit=case.unit, pre_tokenizer=case.pre_tokenizer)
            train_bpe(corpus, vocab_size=case.vocabulary)

        peers = {cores: best_way(case, text, cores) for cores in ("all", "one")}
        took = interleaved({"ours": ours, **peers}, runs)
        ratios = [f"{took['ours'] / took[cores]:.2f}" for cores in peers]
        name = f"{case.megabytes} MB {case.corpus}, {case.vocabulary:,}"
        rows.append([name, f"{took['ours']:.2f}", ratios[0], case.limit, ratios[1]])
    head = ["text, vocabulary", "this library (s)", "÷ Hugging Face, all cores", "at most"]
    print_table([*head, "÷ Hugging Face, one core"], rows)


def one_word(runs: int) -> None:
    """Texts without a single cut: an algorithm that touches whole words takes minutes."""
    rows = []
    english = Corpus.from_text(load("English prose", MB), pre_tokenizer="gpt2")
    for name in ("Chinese prose", "base64"):
        whole = Corpus.from_text(load(name, MB), pre_tokenizer="none")
        corpora = {"whole": whole, "words": english}
        works = {of: partial(train_bpe, each, num_merges=2_000) for of, each in corpora.items()}
        took = interleaved(works, runs)
        rows.append([name, f"{took['whole']:.2f}", f"{took['whole'] / took['words']:.1f}"])
    print_table(["1 MB as one word, 2,000 merges", "seconds", "÷ English cut into words"], rows)


def beside_tutorials(runs: int) -> None:
    """The tutorials' algorithm, on the distinct words with their counts."""
    corpus = Corpus.from_text(load("English prose", MB), unit="byte", pre_tokenizer="gpt2")
    fast = interleaved({"ours": lambda: train_bpe(corpus, num_merges=1_000)}, runs)["ours"]
    slow = seconds(lambda: train_naively(corpus, 1_000))
    head = ["1 MB English, 1,000 merges: this library (s)", "naive, one run (s)", "times faster"]
    print_table([*head, "at least"], [[f"{fast:.3f}", f"{slow:.1f}", round(slow / fast), 100]])


def train_naively(corpus: Corpus, merges: int) -> None:
    texts, words = spell(corpus.words, "byte", "")
    counts = corpus.counts.tolist()
    for new in range(len(texts), len(texts) + merges):
        pairs = count_pairs(words, counts)
        best = max(pairs, key=pairs.__getitem__)
        words = [merge_pair(word, best, new) for word in words]


def other_algorithms(runs: int) -> None:
    rows = []
    for name, size in (("English prose", 8_000), ("Chinese prose", 16_000)):
        text = load(name, MB)
        corpus = Corpus.from_counts(Counter("▁" + word for word in text.split()))
        works: dict[str, Callable[[], object]] = {
            "BPE": partial(train_bpe, corpus, vocab_size=size),
            "WordPiece": partial(train_wordpiece, corpus, vocab_size=size),
            "Unigram": partial(train_unigram, corpus, vocab_size=size),
            "peer": partial(sentence_piece, text, size),
        }
        took = interleaved(works, runs)
        wordpiece, unigram = took["WordPiece"] / took["BPE"], took["Unigram"] / took["peer"]
        rows.append([f"{name}, {size:,}", f"{wordpiece:.2f}", 3, f"{unigram:.2f}", 2])
    head = ["1 MB of, tokens", "WordPiece ÷ our BPE", "at most"]
    print_table([*head, "Unigram ÷ sentencepiece, which also reads the text", "at most"], rows)


def sentence_piece(text: str, size: int) -> None:
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(line for line in text.splitlines() if line.strip()),
        model_writer=io.BytesIO(),
        model_type="unigram",
        vocab_size=size,
        normalization_rule_name="identity",
        character_coverage=1.0,
        split_by_unicode_script=False,
        split_by_number=False,
        max_sentence_length=MB,
        minloglevel=2,
    )


def main() -> None:
    runs = runs_wanted("Time training beside its peers.")
    print_setting(runs)
    for table in (beside_hugging_face, one_word, beside_tutorials, other_algorithms):
        table(runs)


if __name__ == "__main__":
    sys.exit(run(main))
