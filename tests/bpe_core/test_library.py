"""The library in a notebook: a slip is understood or told."""

import inspect
import string
from collections.abc import Callable
from io import StringIO
from typing import Any

import numpy as np
import pytest

from bpe_core import BpeError, Corpus, errors, train_bpe, train_unigram, train_wordpiece
from bpe_core.errors import SpecialTokenError, StepError, UnknownSpecialTokenError

TEXT = "hug pug pun bun hugs hugs"
WRONG = ["hug pug", b"hug", None, ["hug pug", "pun"], (word for word in ["hug"]), 3, StringIO()]


@pytest.mark.parametrize("thing", WRONG, ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("use", [train_bpe, train_wordpiece, train_unigram, Corpus.from_counts])
def test_a_wrong_type_is_told(use: Callable[..., Any], thing: object) -> None:
    """By an error of ours that says what to do."""
    more = {"vocab_size": 9} if use is train_unigram else {}
    with pytest.raises(BpeError, match=r"Corpus\.from_text"):
        use(thing, **more)


@pytest.mark.parametrize("thing", WRONG[1:], ids=lambda thing: type(thing).__name__)
def test_what_is_no_text_is_told(thing: Any) -> None:
    """Also how to read an open file."""
    with pytest.raises(BpeError, match=r"has to be a `str`.*read\(\)"):
        Corpus.from_text(thing)


def test_one_text_is_no_list_of_special_tokens() -> None:
    """It would be split into its characters."""
    corpus = Corpus.from_text(TEXT)
    for make in (train_bpe, train_wordpiece):
        with pytest.raises(BpeError, match=r"\['<s>'\]"):
            make(corpus, special_tokens="<s>")


def test_a_corpus_is_named_in_one_line() -> None:
    assert repr(Corpus.from_text(TEXT)) == "Corpus(5 words, 7 base tokens, unit='char')"


HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
TRAININGS = [train_bpe, train_wordpiece, train_unigram]


def trained(train, unit: str = "char", **settings: object):
    size = {"char": 14, "byte": 520 if train is train_wordpiece else 262}[unit]
    return train(Corpus.from_counts(HUGS, unit=unit), vocab_size=size, **settings)


@pytest.mark.parametrize("train", TRAININGS)
def test_a_text_alone_is_one_special_token_to_encode(train) -> None:
    tokenizer = trained(train, special_tokens=["<s>"]).tokenizer()
    assert tokenizer.encode("hug<s>", "<s>") == tokenizer.encode("hug<s>", ["<s>"])
    assert tokenizer.encode("<s>", "<s>") == [0]


@pytest.mark.parametrize("train", TRAININGS)
def test_a_special_token_that_is_none_is_told(train) -> None:
    tokenizer = trained(train, special_tokens=["<s>"]).tokenizer()
    with pytest.raises(UnknownSpecialTokenError, match="<eos>"):
        tokenizer.encode("hug", ["<s>", "<eos>"])
    with pytest.raises(SpecialTokenError):
        trained(train, special_tokens=[3])


@pytest.mark.parametrize("train", TRAININGS)
def test_what_is_unknown_has_the_name_it_is_given(train) -> None:
    """Else that of a special token with such a name, the algorithm's usual one first."""
    trace = trained(train, special_tokens=["<unk>", "[UNK]"])
    usual = "[UNK]" if train is train_wordpiece else "<unk>"
    named = {name: trace.tokenizer(unknown=name).unknown for name in (None, "[UNK]", "<unk>", "?")}
    assert named == {None: usual, "[UNK]": "[UNK]", "<unk>": "<unk>", "?": "?"}


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_one_normalization_needs_no_list(unit: str) -> None:
    corpora = [
        Corpus.from_text("CAFÉ", normalizer=normalizer, unit=unit)
        for normalizer in ("lowercase", ["lowercase"])
    ]
    assert corpora[0].words == corpora[1].words == ["café"]
    assert Corpus.from_counts(HUGS, normalizer="nfc").normalizer == ("nfc",)


@pytest.mark.parametrize("train", TRAININGS)
@pytest.mark.parametrize("step", [1.7, "a", None, True, -1, 99, np.float64(1), b"1"])
def test_a_step_is_a_whole_number(train, step: object) -> None:
    trace = trained(train)
    assert trace.state_at(np.int64(1)).step == 1
    with pytest.raises(StepError) as told:
        trace.state_at(step)
    assert told.value.fields == {"step": step, "last": len(trace)}
    with pytest.raises(StepError):
        trace.vocabulary_at(step)
    if step is not None:
        with pytest.raises(StepError):
            trace.tokenizer(step)
    if train is not train_unigram and step != 99:
        with pytest.raises(StepError):
            trace.views(step, 2)


ERRORS = [
    error
    for _, error in inspect.getmembers(errors, inspect.isclass)
    if issubclass(error, BpeError) and error is not BpeError
]


def is_told_well(template: str) -> bool:
    """Whether it has two sentences, or one in two halves; it may begin with what it is about."""
    is_whole = template[0] in string.ascii_uppercase + "{" and template.endswith(".")
    return is_whole and (": " in template or len(template.split(". ")) >= 2)


def test_every_error_says_what_happened_and_what_to_do() -> None:
    assert ERRORS
    assert not [error for error in ERRORS if not is_told_well(error.template)]


def test_the_text_is_the_template_filled_with_the_fields() -> None:
    for error in ERRORS:
        names = [name for _, name, _, _ in string.Formatter().parse(error.template) if name]
        caught = error(**dict.fromkeys(names, "x"))
        assert str(caught) == error.template.format(**caught.fields)
        assert isinstance(caught, ValueError)
