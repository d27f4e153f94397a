"""How fast text is encoded, compared with Hugging Face's `encode` for one text.

    python -m benchmarks.core.encode

Both have learned the same merges from the first half of the prose. "Fresh" is a tokenizer that has
not encoded anything yet; "used" encodes the same text again. Unseen text is the prose's second
half.
"""

from __future__ import annotations

from collections.abc import Callable

import tokenizers

from benchmarks.core.train import Case, hugging_face
from benchmarks.corpora import MB, load
from benchmarks.timing import interleaved, print_setting, print_table, runs_wanted
from bpe_core import Corpus, Tokenizer, Trace, train_bpe

VOCABULARY = 16_000


def learn(text: str) -> tuple[Trace, Callable[[], tokenizers.Tokenizer]]:
    """Our trace, and a function that makes a fresh peer with the same merges and ids."""
    corpus = Corpus.from_text(text, unit="byte", pre_tokenizer="gpt2", alphabet="gpt2")
    trace = train_bpe(corpus, vocab_size=VOCABULARY, tie_break="lowest-id")
    case = Case("English prose", 1, "byte", "gpt2", VOCABULARY, 1.0)
    saved = hugging_face(case, text, "whole", all_cores=True)().to_str()
    return trace, lambda: tokenizers.Tokenizer.from_str(saved)


def compare(
    name: str, text: str, trace: Trace, fresh: Callable[[], tokenizers.Tokenizer], runs: int
) -> list[object]:
    if trace.tokenizer().encode(text) != fresh().encode(text).ids:
        raise SystemExit(f"{name}: the two encode differently, so there is nothing to compare")
    used, used_peer = trace.tokenizer(), fresh()
    ours: list[Tokenizer] = [trace.tokenizer() for _ in range(runs)]
    peers = [fresh() for _ in range(runs)]
    works = {
        "fresh": lambda: ours.pop().encode(text),
        "peer fresh": lambda: peers.pop().encode(text),
        "used": lambda: used.encode(text),
        "peer used": lambda: used_peer.encode(text),
    }
    took = interleaved(works, runs)
    size = len(text.encode()) / MB
    cells = [f"{took[work] / size:.2f}" for work in works]
    ratio = took["fresh"] / took["peer fresh"]
    return [name, *cells, f"{ratio:.2f}", f"{took['used'] / took['peer used']:.2f}"]


def main() -> None:
    runs = runs_wanted("Time encoding beside Hugging Face tokenizers.")
    print_setting(runs)
    prose = load("English prose", 2 * MB)
    half = len(prose) // 2
    trace, fresh = learn(prose[:half])
    texts = {
        "the prose it learned from": prose[:half],
        "unseen prose": prose[half:],
        "Python source": load("Python source", MB),
        "base64, one word": load("base64", MB),
        "one character, 250 kB": "a" * (MB // 4),
        "one character, 500 kB": "a" * (MB // 2),
        "one character, 1 MB": "a" * MB,
    }
    print("### Encoding, seconds per MB\n")
    rows = [compare(name, text, trace, fresh, runs) for name, text in texts.items()]
    head = [
        "text",
        "this library, fresh",
        "Hugging Face, fresh",
        "this library, used",
        "Hugging Face, used",
    ]
    print_table([*head, "ratio, fresh", "ratio, used"], rows)


if __name__ == "__main__":
    main()
