"""WordPiece and Unigram: how fast, and how much their vocabularies share with sentencepiece's.

    python -m benchmarks.core.vocabularies            # all tables, about three minutes
    python -m benchmarks.core.vocabularies --runs 1   # a quick look

Speed: WordPiece is timed against our own BPE, Unigram against sentencepiece's, on the same words in
the same run. For ours, the corpus is counted beforehand. sentencepiece's time includes reading the
text, since it does both in one call, so our counting time is shown next to it.

Overlap: sentencepiece and our trainers get the same words, those between whitespace, with `▁`
before each, and the same vocabulary size. Defaults of sentencepiece that ours can't match are
switched off: NFKC normalization, character coverage, cutting at scripts and digits. Its tokens have
at most 16 characters, as do ours in Unigram; in BPE ours have no limit.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sentencepiece

from benchmarks.corpora import MB, load
from benchmarks.timing import interleaved, print_setting, print_table, runs_wanted
from bpe_core import Corpus, Trace, UnigramTrace, train_bpe, train_unigram, train_wordpiece

SPECIAL = ("<unk>", "<s>", "</s>")
SPACE = "▁"


@dataclass(frozen=True)
class Case:
    """A text of one megabyte to train on, and the target vocabulary size."""

    corpus: str
    vocabulary: int


CASES = [Case("English prose", 8_000), Case("Chinese prose", 16_000)]


def spaced_corpus(text: str) -> Corpus:
    """The words between whitespace, in sentencepiece's form."""
    return Corpus.from_counts(Counter(SPACE + word for word in text.split()))


def sentence_piece(text: str, size: int, kind: str) -> sentencepiece.SentencePieceProcessor:
    """A model of that kind, trained without the features that ours lack."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=_lines(text),
        model_writer=model,
        model_type=kind,
        vocab_size=size,
        hard_vocab_limit=kind == "unigram",  # in BPE, there may be no more pairs
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
        text = load(case.corpus, MB)
        for pre_tokenizer in ("gpt2", "whitespace"):
            corpus = Corpus.from_text(text, pre_tokenizer=pre_tokenizer)
            took = interleaved(_mergers(corpus, case.vocabulary), runs)
            name = f"WordPiece, {pre_tokenizer}"
            rows.append(_ratio(case, name, took["WordPiece"], "our BPE", took["BPE"], 3))
        took = interleaved(_pruners(case, text), runs)
        ours = took["count"] + took["Unigram"]
        rows.append(_ratio(case, "Unigram", ours, "sentencepiece", took["sentencepiece"], 2))
    head = ["1 MB of", "tokens", "this library", "s", "compared with", "s", "ratio", "allowed"]
    print("## Speed\n")
    print_table(head, rows)


def _mergers(corpus: Corpus, size: int) -> dict[str, Callable[[], object]]:
    return {
        "BPE": lambda: train_bpe(corpus, vocab_size=size),
        "WordPiece": lambda: train_wordpiece(corpus, vocab_size=size),
    }


def _pruners(case: Case, text: str) -> dict[str, Callable[[], object]]:
    corpus = spaced_corpus(text)
    return {
        "count": lambda: spaced_corpus(text),
        "Unigram": lambda: train_unigram(corpus, vocab_size=case.vocabulary),
        "sentencepiece": lambda: sentence_piece(text, case.vocabulary, "unigram"),
    }


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
            peer = sentence_piece(text, case.vocabulary, kind)
            rows.append([case.corpus, kind, *_compare(trace, peer, corpus)])
    head = ["1 MB of", "kind", "tokens", "shared", "share", "words split alike"]
    print("## Overlap with sentencepiece\n")
    print_table([*head, "tokens in the text, this library", "sentencepiece"], rows)


def _compare(
    trace: Trace | UnigramTrace, peer: sentencepiece.SentencePieceProcessor, corpus: Corpus
) -> list[str]:
    theirs = {peer.id_to_piece(i) for i in range(peer.get_piece_size())} - {*SPECIAL}
    shared = len(theirs & {str(token) for token in trace.vocabulary})
    tokenizer = trace.tokenizer()
    ours = [tokenizer.tokens(word) for word in corpus.words]
    # sentencepiece adds the `▁` itself.
    others = [peer.encode(word.removeprefix(SPACE), out_type=str) for word in corpus.words]
    alike = sum(map(list.__eq__, ours, others)) / len(ours)
    sums = [sum(map(int.__mul__, map(len, cut), corpus.counts.tolist())) for cut in (ours, others)]
    shares = [f"{shared / len(theirs):.1%}", f"{alike:.1%}"]
    return [f"{len(theirs):,}", f"{shared:,}", *shares, *(f"{total:,}" for total in sums)]


def main() -> None:
    runs = runs_wanted(__doc__.splitlines()[0])
    print_setting(runs)
    print_speed(runs)
    print_overlap()


if __name__ == "__main__":
    main()
