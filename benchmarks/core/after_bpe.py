"""How long the algorithms after BPE take to train, beside BPE on the same text.

    python -m benchmarks.core.after_bpe            # about two minutes
    python -m benchmarks.core.after_bpe --runs 1

Each trains 8,000 merges on the same megabyte, and the time of `train_bpe` is 1. Reading the text is
not timed. All of them run on one core, so the processor's time counts. SuperBPE's walls fall after
half of the merges. Parity-aware BPE has no text of one language; it gets half a megabyte of English
and half a megabyte of Chinese, and so does the BPE that it is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import process_time

from benchmarks.corpora import MB, load
from benchmarks.timing import interleaved, print_setting, print_table, runs_wanted
from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.running_text import RunningText
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.parity.parallel_corpus import parallel_corpora
from bpe_core.algorithms.parity.training import train_parity
from bpe_core.algorithms.picky.training import train_picky

MERGES = 8_000
#: Thresholds of Picky BPE, in percent; the lesson begins with the second.
THRESHOLDS = (90, 70, 50)
BPE = "BPE"
TEXTS = ("English prose", "Chinese prose")


def on_one_text(name: str) -> dict[str, Callable[[], object]]:
    """What is timed on a text, by name."""
    text = load(name, MB)
    corpus = Corpus.from_text(text, pre_tokenizer="gpt2")
    lines = RunningText.read(text)
    picky = {
        f"Picky BPE, threshold {percent}%": lambda percent=percent: train_picky(
            corpus, threshold=Fraction(percent, 100), num_merges=MERGES
        )
        for percent in THRESHOLDS
    }
    return {
        BPE: lambda: train_bpe(corpus, num_merges=MERGES),
        **picky,
        "SuperBPE": lambda: train_superbpe(lines, switch=MERGES // 2, num_merges=MERGES),
        "BoundlessBPE": lambda: train_boundless(lines, num_merges=MERGES),
    }


def on_two_texts() -> dict[str, Callable[[], object]]:
    """What is timed on two languages, by name."""
    texts = [load(name, MB // 2) for name in TEXTS]
    both = parallel_corpora(texts, pre_tokenizer="gpt2")
    return {
        BPE: lambda: train_bpe(both, num_merges=MERGES),
        "parity-aware BPE": lambda: train_parity(both, num_merges=MERGES),
    }


def main() -> None:
    runs = runs_wanted("Time what came after BPE, beside BPE.")
    print_setting(runs)
    timed = {f"1 MB {name}": on_one_text(name) for name in TEXTS}
    rows = []
    for text, works in {**timed, "both, half of each": on_two_texts()}.items():
        took = interleaved(works, runs, process_time)
        bpe = took.pop(BPE)
        rows += [[text, work, f"{bpe:.2f}", f"{took[work] / bpe:.1f}", 3] for work in took]
    print_table(["text", "", "BPE (s)", "÷ BPE", "at most"], rows)


if __name__ == "__main__":
    main()
