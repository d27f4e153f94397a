"""The same merges as the libraries whose tie rules we name."""

import ast
import io
import json
import sysconfig
from collections import Counter
from contextlib import redirect_stderr
from functools import cache
from pathlib import Path

import rustbpe
from hypothesis import assume, given
from hypothesis import strategies as st
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.text.byte_alphabet import printable_characters
from bpe_core.text.pre_tokenization import GPT2_PATTERN
from tests.examples import examples, share, word_counts

MODULES = ["argparse", "_pydecimal", "typing", "doctest", "statistics"]


@cache
def english() -> str:
    """Some prose that comes with every Python: docstrings of its standard library."""
    texts = []
    for module in MODULES:
        source = (Path(sysconfig.get_path("stdlib")) / f"{module}.py").read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                texts.append(ast.get_docstring(node) or "")
    return "\n".join(texts) + "\nIt's 1994's naïve café: 哈哈哈 👍🏽👍🏽  end.\n"


def hugging_face_bytes(text: str, merges: int) -> Tokenizer:
    """Byte-level, like GPT-2; the text is passed as a whole."""
    peer = Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=256 + merges, show_progress=False, initial_alphabet=alphabet
    )
    peer.train_from_iterator([text], trainer)
    return peer


def hugging_face_characters(text: str, base: int, **options: int) -> Tokenizer:
    """Characters of the words between whitespace, so many of them, and 30 merges."""
    peer = Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=base + 30, show_progress=False, **options)
    peer.train_from_iterator([text], trainer)
    return peer


def printable(counts: dict[str, int]) -> str:
    """The words as a text; lone surrogates, which its strings cannot hold, are left out."""
    text = "\n".join(word for word, n in counts.items() for _ in range(n) if word.isprintable())
    assume(text.split())
    return text


def merges_of(peer: Tokenizer) -> list[tuple[str, str]]:
    return [tuple(pair) for pair in json.loads(peer.to_str())["model"]["merges"]]


def printed(trace: Trace) -> list[tuple[str, str]]:
    """The merges, with bytes written as in Hugging Face."""
    characters = printable_characters()
    return [
        ("".join(characters[b] for b in m.left), "".join(characters[b] for b in m.right))
        for m in trace.merges
    ]


def test_byte_merges_ids_and_encodings_are_those_of_hugging_face() -> None:
    corpus = Corpus.from_text(english(), unit="byte", pre_tokenizer="gpt2", alphabet="gpt2")
    trace = train_bpe(corpus, num_merges=3_000, tie_break="lowest-id")
    peer = hugging_face_bytes(english(), 3_000)
    assert printed(trace) == merges_of(peer)
    assert peer.get_vocab_size() == len(trace.vocabulary)
    for text in (english(), "Unseen wörds, 哈哈 and\n\n   spaces\t", "a" * 300):
        assert trace.tokenizer().encode(text) == peer.encode(text).ids
        assert trace.tokenizer().decode(peer.encode(text).ids) == text


@given(word_counts, st.integers(1, 6))
@examples(100)
def test_rare_characters_are_left_out_as_by_hugging_face(counts: dict[str, int], most: int) -> None:
    """Which of several equally rare ones it keeps is left to chance there."""
    text = printable(counts)
    ranked = [n for _, n in Counter("".join(text.split())).most_common()]
    assume(len(ranked) > most and ranked[most - 1] > ranked[most])
    corpus = Corpus.from_text(text).limit_alphabet(most)
    trace = train_bpe(corpus, num_merges=30, tie_break="lowest-id")
    peer = hugging_face_characters(text, most, limit_alphabet=most)
    assert [(m.left, m.right) for m in trace.merges] == merges_of(peer)
    assert peer.get_vocab_size() == len(trace.vocabulary)


@given(word_counts, st.none() | st.integers(2, 5))
@examples(200)
def test_any_characters_are_merged_as_by_hugging_face(
    counts: dict[str, int], longest: int | None
) -> None:
    """Runs, scripts and emoji. Its trainer keeps tokens that are shorter than its setting."""
    corpus = Corpus.from_text(text := printable(counts))
    trace = train_bpe(corpus, num_merges=30, tie_break="lowest-id", max_token_length=longest)
    base = len(corpus.base_vocabulary)
    limit = {"max_token_length": longest + 1} if longest else {}
    peer = hugging_face_characters(text, base, **limit)
    merges = [(m.left, m.right) for m in trace.merges]
    assert merges == merges_of(peer)
    assert [trace.state_at(step).ties[0] for step in range(len(trace))] == merges
    assert Trace.from_bytes(trace.to_bytes()).closed.tolist() == trace.closed.tolist()


def test_byte_merges_are_those_of_rustbpe() -> None:
    pattern = GPT2_PATTERN.pattern
    peer = rustbpe.Tokenizer()
    peer.train_from_iterator(iter([english()]), vocab_size=256 + 2_000, pattern=pattern)
    corpus = Corpus.from_text(english(), unit="byte", pre_tokenizer="gpt2")
    trace = train_bpe(corpus, num_merges=2_000, tie_break="lowest-id")
    ours = {token: i for i, token in enumerate(trace.vocabulary)}
    assert ours == {bytes(token): i for token, i in peer.get_mergeable_ranks()}


def test_merges_are_those_of_subword_nmt() -> None:
    """subword-nmt joins its marker to the last letter; a separate last letter makes both equal."""
    last, size = "\ue000", share(1_500)
    counts = Counter(word for word in english().split())
    lines = "\n".join(f"{word}{last} {n}" for word, n in counts.items())
    out = io.StringIO()
    with redirect_stderr(io.StringIO()):
        learn_bpe(io.StringIO(lines), out, size, min_frequency=2, is_dict=True)
    expected = [tuple(line.split(" ")) for line in out.getvalue().splitlines()[1:]]
    corpus = Corpus.from_counts(counts, end_of_word=last + "</w>")
    trace = train_bpe(corpus, num_merges=size, min_frequency=2, tie_break="largest-text")
    assert [(m.left, m.right) for m in trace.merges] == expected
