"""The library in somebody's notebook: its objects can be copied, and wrong types are told."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from bpe_core import BpeError, Corpus, train_bpe, train_unigram, train_wordpiece

TEXT = "hug pug pun bun hugs hugs"
COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301  (made here)
}
TRACES: dict[str, Callable[[], Any]] = {
    "bpe": lambda: train_bpe(Corpus.from_text(TEXT, pre_tokenizer="gpt2"), num_merges=3),
    "bytes": lambda: train_bpe(Corpus.from_text(TEXT, unit="byte"), num_merges=3),
    "wordpiece": lambda: train_wordpiece(Corpus.from_text(TEXT), num_merges=3),
    "unigram": lambda: train_unigram(Corpus.from_text(TEXT), vocab_size=9),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", TRACES)
def test_a_trace_can_be_copied(name: str, way: str) -> None:
    """Before it is used, and after."""
    trace = TRACES[name]()
    fresh = COPIES[way](trace)
    tokens = trace.tokenizer().tokens("hugs")
    used = COPIES[way](trace)
    assert [each.tokenizer().tokens("hugs") for each in (fresh, used)] == [tokens] * 2
    assert len(used) == len(trace)


WRONG = ["hug pug", b"hug", None, ["hug pug", "pun"], (word for word in ["hug"]), 3]


@pytest.mark.parametrize("thing", WRONG, ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("use", [train_bpe, train_wordpiece, train_unigram, Corpus.from_counts])
def test_a_wrong_type_is_told(use: Callable[..., Any], thing: object) -> None:
    """By an error of ours that says what to do."""
    more = {"vocab_size": 9} if use is train_unigram else {}
    with pytest.raises(BpeError, match=r"Corpus\.from_text"):
        use(thing, **more)


@pytest.mark.parametrize("thing", WRONG[1:], ids=lambda thing: type(thing).__name__)
def test_what_is_no_text_is_told(thing: Any) -> None:
    with pytest.raises(BpeError, match="has to be a `str`"):
        Corpus.from_text(thing)


def test_an_open_file_is_told_to_be_read(tmp_path: Any) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    with (tmp_path / "text.txt").open() as file, pytest.raises(BpeError, match=r"read\(\)"):
        Corpus.from_text(file)  # type: ignore[arg-type]


def test_one_text_is_no_list_of_special_tokens() -> None:
    """It would be split into its characters."""
    corpus = Corpus.from_text(TEXT)
    for make in (train_bpe, train_wordpiece):
        with pytest.raises(BpeError, match=r"\['<s>'\]"):
            make(corpus, special_tokens="<s>")


def test_a_corpus_is_named_in_one_line() -> None:
    assert repr(Corpus.from_text(TEXT)) == "Corpus(5 words, 7 base tokens, unit='char')"
