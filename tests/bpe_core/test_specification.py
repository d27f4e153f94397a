"""One specification says what is trained, whichever code trains it."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, TrainingSpecification, train, train_bpe
from bpe_core.diagnosis.recipe import right_recipe
from bpe_core.diagnosis.words import WordMaker
from bpe_core.errors import (
    SpecialTokenError,
    TimeLimitError,
    UnknownTieRuleError,
    VocabularyTooSmallError,
)
from bpe_core.specification import ALGORITHMS
from bpe_core.text.normalization import NORMALIZERS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from bpe_core.worker.job import Job
from tests.bpe_core.worker.test_handover import packed
from tests.examples import any_text, markers, rules, units

TEXT = "hug pug pun bun hugs hug pug hug"


def whole(text: str) -> str:
    r"""Join adjacent halves into one character, as JSON does.

    >>> whole("\ud800\udc00"), whole("\ud800")
    ('𐀀', '\ud800')
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


numbers = st.none() | st.integers(1, 1000)
specifications = st.builds(
    TrainingSpecification,
    algorithm=st.sampled_from(ALGORITHMS),
    source=st.sampled_from(["text", "table", "either"]),
    delimiter=st.none() | st.sampled_from(",;\t"),
    unit=units,
    end_of_word=markers,
    normalizer=st.lists(st.sampled_from([*NORMALIZERS]), unique=True).map(tuple),
    pre_tokenizer=st.sampled_from([*PRE_TOKENIZERS]),
    num_merges=numbers,
    vocab_size=numbers,
    min_frequency=st.integers(1, 5),
    tie_break=rules,
    special_tokens=st.lists(any_text.map(whole), max_size=3).map(tuple),
    choices=st.lists(st.tuples(*[st.integers(1, 99)] * 3), max_size=3).map(tuple),
)


@given(specifications)
def test_any_specification_travels_to_a_worker(specification: TrainingSpecification) -> None:
    """It travels as JSON, including lone surrogates in a special token."""
    said = json.loads(json.dumps(specification.to_plain()))
    assert TrainingSpecification.from_plain(said) == specification
    assert Job.from_line(Job(specification).to_line()).specification == specification


def test_a_job_says_nothing_of_the_training_itself() -> None:
    """Its fields are only what the worker may use; a copy of the other fields could differ."""
    own = {field.name for field in fields(Job)}
    assert own == {"specification", "time_limit", "memory_limit"}


#: Settings that one algorithm has, and how its trace tells them.
OWN: dict[str, Callable[[Any], dict[str, Any]]] = {
    "superbpe": lambda trace: {"switch": trace.switch},
    "picky": lambda trace: {"threshold": int(trace.threshold * 100)},
    "bpe": lambda trace: {"max_token_length": trace.max_token_length},
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_handed_what_it_has(algorithm: Any) -> None:
    """Each setting by what it changes, or by the error of a value that makes no sense."""
    asked = TrainingSpecification(algorithm=algorithm, num_merges=3)
    corpus = asked.corpus_of(TEXT)
    totals: set[int | None] = set()
    assert len(train(corpus, asked, progress=lambda done, total: totals.add(total))) > 0
    assert len(totals - {None}) == 1
    if found := OWN.get(algorithm):
        own = {"switch": 2, "threshold": 60, "max_token_length": 4}
        (setting,) = found(train(corpus, replace(asked, **own))).items()
        assert setting in own.items()

    def cancel(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(corpus, asked, progress=cancel)
    with pytest.raises(TimeLimitError):
        train(corpus, asked, time_limit=0)
    wrong: list[tuple[dict[str, Any], type[Exception]]] = []
    if algorithm != "unigram":
        assert len(train(corpus, replace(asked, min_frequency=10_000))) == 0
        assert len(train(corpus, replace(asked, num_merges=0))) < len(train(corpus, asked))
        wrong += [({"tie_break": "coin"}, UnknownTieRuleError)]
    if algorithm != "parity":
        wrong += [({"vocab_size": 1}, VocabularyTooSmallError)]
    if algorithm not in ("picky", "parity"):
        wrong += [({"special_tokens": ("<s>", "<s>")}, SpecialTokenError)]
    for settings, error in wrong:
        with pytest.raises(error):
            train(corpus, replace(asked, **settings))


def test_lines_are_read_for_merges_across_words() -> None:
    """Normalized, cut at special tokens and line ends, with spaces as they are written."""
    asked = TrainingSpecification(
        algorithm="superbpe", special_tokens=("<s>",), normalizer=("lowercase",), unit="char"
    )
    corpus = asked.corpus_of("A b<s>C\nd\nC\nd")
    assert (corpus.words, corpus.counts.tolist()) == (["aĠb", "c\n", "d\n", "d"], [1, 2, 1, 1])
    assert (corpus.running_words.tolist(), corpus.text_bytes) == ([0, 1, 2, 1, 3], 10)
    assert asked.corpus_of("a\n" * 999).running_words.tolist() == [0] * 300
    table = replace(asked, delimiter=",", pre_tokenizer="metaspace").corpus_of('"hug pug",3\npug,2')
    assert (table.words, table.counts.tolist()) == (["▁hug▁pug", "▁pug"], [3, 2])
    assert (table.bag.base_vocabulary, table.text_bytes) == (table.base_vocabulary, 27)


def test_unigram_learns_so_many_longer_tokens_or_to_a_size() -> None:
    asked = TrainingSpecification(algorithm="unigram", num_merges=2, special_tokens=("<s>",))
    corpus = asked.corpus_of(TEXT)
    base = len(corpus.base_vocabulary)
    assert len(train(corpus, asked).vocabulary) == 1 + base + 2
    assert len(train(corpus, replace(asked, vocab_size=base + 4)).vocabulary) == base + 4
    few = asked.corpus_of("hug 2\nhugs 1")  # of hu, ug and hug, a quarter
    for merges, longer in ((None, 1), (7, 1), (0, 0)):
        trace = train(few, replace(asked, num_merges=merges))
        assert len(trace.vocabulary) == 1 + len("ghsu") + longer


def test_rare_characters_are_left_out_of_a_training_and_not_of_what_is_held_out() -> None:
    asked = TrainingSpecification(limit_alphabet=2, hold_out=True)
    text = "".join(f"aab abc{n}.\n" for n in range(20))
    assert asked.corpus_of(text).base_vocabulary == ("a", "b")
    assert "abc9." in asked.held_out_words(text)


def test_a_specification_gives_what_the_trainer_gives() -> None:
    specification = TrainingSpecification(
        unit="byte", end_of_word="</w>", tie_break="largest-text", min_frequency=2,
        special_tokens=("<s>",), choices=((1, 118, 104),), num_merges=4,
    )  # fmt: skip
    corpus = specification.corpus_of(TEXT)
    expected = train_bpe(
        corpus, num_merges=4, tie_break="largest-text", min_frequency=2,
        special_tokens=["<s>"], choices={1: (118, 104)},
    )  # fmt: skip
    assert packed(train(corpus, specification)) == packed(expected)


@pytest.mark.parametrize(
    ("source", "delimiter", "text", "is_table"),
    [
        ("either", None, "hug 10\npug 5", True),
        ("either", None, "hug pug", False),
        ("text", None, "hug 10\npug 5", False),
        ("table", None, "hug 10", True),
        ("either", ",", "hug,10", True),
    ],
)
def test_what_a_text_is(source: str, delimiter: str | None, text: str, is_table: bool) -> None:
    specification = TrainingSpecification(source=source, delimiter=delimiter)  # type: ignore[arg-type]
    assert specification.is_table(text) == is_table
    assert "hug" in specification.corpus_of(text).words
    assert (specification.corpus_of(text).counts.sum() >= 10) == is_table
    assert specification.words_of(text) == Counter(text.split())  # running text, in any case


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_special_tokens_cut_the_text_as_a_diagnosis_has_it(unit: str) -> None:
    """The walk beside a diagnosis uses exactly the words that were diagnosed.

    Without special tokens, a job's corpus is the one that the library makes of the text.
    """
    text = "To be<|endoftext|> or not\n<|endoftext|>\nto be<|end|>to"
    asked = TrainingSpecification(
        unit=unit,  # type: ignore[arg-type]
        pre_tokenizer="gpt2",
        normalizer=("lowercase",),
        num_merges=9,
        special_tokens=("<|endoftext|>", "<|end|>"),
    )
    corpus = asked.corpus_of(text)
    words = WordMaker(text).make(right_recipe(asked, is_table=False))
    assert list(corpus.words) == words.texts
    assert corpus.counts.tolist() == words.counts
    ours = replace(asked, end_of_word="·", special_tokens=()).corpus_of(text)
    cut: dict[str, Any] = {"pre_tokenizer": "gpt2", "normalizer": "lowercase"}
    theirs = Corpus.from_text(text, unit=unit, end_of_word="·", **cut)
    assert train_bpe(ours).to_bytes() == train_bpe(theirs).to_bytes()
