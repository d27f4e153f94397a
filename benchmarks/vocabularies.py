"""WordPiece and Unigram: how fast, and how much of sentencepiece's vocabularies we find too.

    python -m benchmarks.vocabularies            # all tables, about three minutes
    python -m benchmarks.vocabularies --runs 1   # a quick look

Speed: WordPiece is timed beside our own BPE, Unigram beside sentencepiece's, on the same words in
the same run. The corpus is counted beforehand for ours; sentencepiece's time includes reading
the text, since it does both in one call, so counting stands beside it.

Overlap: sentencepiece and we get the same words, those between white space with `▁` before each,
and the same vocabulary size. What sentencepiece adds by default and we have no equal for is
switched off: NFKC normalization, character coverage, cutting at scripts and digits. Its tokens
have at most 16 characters, and so have ours in Unigram; in BPE ours have no limit.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sentencepiece

from benchmarks.corpora import MB, load
from benchmarks.timing import interleaved, print_setting, print_table
from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece

SPECIAL = ("<unk>", "<s>", "</s>")
SPACE = "▁"


@dataclass(frozen=True)
class Case:
    """A text of one megabyte to train on, and to which size."""

    corpus: str
    vocabulary: int


CASES = [Case("English prose", 8_000), Case("Chinese prose", 16_000)]


def spaced_corpus(text: str) -> Corpus:
    """The words between white space as sentencepiece has them."""
    return Corpus.from_counts(Counter(SPACE + word for word in text.split()))


def sentence_piece(case: Case, text: str, kind: str) -> sentencepiece.SentencePieceProcessor:
    """A model of that kind, trained without what we have no equal for."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=_lines(text),
        model_writer=model,
        model_type=kind,
        vocab_size=case.vocabulary,
        normalization_rule_name="identity",
        character_coverage=1.0,
        split_by_unicode_script=False,
        split_by_number=False,
        max_sentence_length=MB,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip())


def print_speed(runs: int) -> None:
    rows = []
    for case in CASES:
        text, size = load(case.corpus, MB), case.vocabulary
        whole, corpus = Corpus.from_text(text, pre_tokenizer="gpt2"), spaced_corpus(text)
        works: dict[str, Callable[[], object]] = {
            "BPE": lambda corpus=whole, size=size: train_bpe(corpus, vocab_size=size),
            "WordPiece": lambda corpus=whole, size=size: train_wordpiece(corpus, vocab_size=size),
            "count": lambda text=text: spaced_corpus(text),
            "Unigram": lambda corpus=corpus, size=size: train_unigram(corpus, vocab_size=size),
            "sentencepiece": lambda case=case, text=text: sentence_piece(case, text, "unigram"),
        }
        if case.corpus == "English prose":
            works["BPE, words"] = lambda corpus=corpus, size=size: train_bpe(
                corpus, vocab_size=size
            )
            works["WordPiece, words"] = lambda corpus=corpus, size=size: train_wordpiece(
                corpus, vocab_size=size
            )
        took = interleaved(works, runs)
        rows += [_ratio(case, "WordPiece, gpt2", took["WordPiece"], "BPE", took["BPE"], 3)]
        if "BPE, words" in took:
            pair = took["WordPiece, words"], took["BPE, words"]
            rows += [_ratio(case, "WordPiece, whitespace", pair[0], "BPE", pair[1], 3)]
        ours = took["count"] + took["Unigram"]
        rows += [_ratio(case, "Unigram", ours, "sentencepiece", took["sentencepiece"], 2)]
    head = ["1 MB of", "to", "ours", "s", "beside", "s", "ratio", "allowed"]
    print("## Speed\n")
    print_table(head, rows)


def _ratio(
    case: Case, ours: str, seconds: float, other: str, other_seconds: float, allowed: float
) -> list[str]:
    ratio = seconds / other_seconds
    times = [ours, f"{seconds:.2f}", other, f"{other_seconds:.2f}"]
    return [case.corpus, f"{case.vocabulary:,}", *times, f"{ratio:.2f}", f"{allowed:g}"]


def print_overlap() -> None:
    rows = []
    for case in CASES:
        text = load(case.corpus, MB)
        corpus = spaced_corpus(text)
        for kind, train in (("bpe", train_bpe), ("unigram", train_unigram)):
            trace = train(corpus, vocab_size=case.vocabulary, special_tokens=SPECIAL)
            peer = sentence_piece(case, text, kind)
            theirs = {peer.id_to_piece(i) for i in range(peer.get_piece_size())} - {*SPECIAL}
            ours = {str(token) for token in trace.vocabulary} - {*SPECIAL}
            shared = len(ours & theirs)
            share = f"{shared / len(theirs):.1%}"
            tokenizer = trace.tokenizer()
            words = corpus.words
            our_tokens = sum(len(tokenizer.encode(w)) * n for w, n in _counted(corpus))
            their_tokens = sum(len(_pieces(peer, w)) * n for w, n in _counted(corpus))
            same = sum(tokenizer.tokens(w) == _pieces(peer, w) for w in words) / len(words)
            row = [case.corpus, kind, f"{len(theirs):,}", f"{shared:,}", share, f"{same:.1%}"]
            rows.append([*row, f"{our_tokens:,}", f"{their_tokens:,}"])
    head = ["1 MB of", "kind", "tokens", "shared", "share", "words cut alike"]
    print("## Overlap with sentencepiece\n")
    print_table([*head, "tokens in the text, ours", "sentencepiece"], rows)


def _counted(corpus: Corpus) -> Iterator[tuple[str, int]]:
    return zip(corpus.words, corpus.counts.tolist(), strict=True)


def _pieces(peer: sentencepiece.SentencePieceProcessor, word: str) -> list[str]:
    """sentencepiece puts the `▁` there itself."""
    return list(peer.encode(word.removeprefix(SPACE), out_type=str))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print_setting(runs)
    print_speed(runs)
    print_overlap()


if __name__ == "__main__":
    main()
