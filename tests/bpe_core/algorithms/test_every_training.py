"""Every trainer can be stopped, says why it stopped, and refuses nonsense."""

from collections.abc import Callable
from typing import Any

import pytest

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms import limits
from bpe_core.errors import (
    BpeError,
    FactorError,
    NumberTooSmallError,
    PrefixError,
    SingleUnitsError,
    SpecialTokenError,
    TimeLimitError,
    UnknownTieRuleError,
    VocabularyTooSmallError,
)

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}  # 7 letters
TRAINERS = [train_bpe, train_wordpiece, train_unigram]
every_trainer = pytest.mark.parametrize("train", TRAINERS)
Train = Callable[..., Any]

NOT_A_TRAINING: list[tuple[Train, dict[str, object], type[BpeError]]] = [
    *((train, {"num_merges": -1}, NumberTooSmallError) for train in (train_bpe, train_wordpiece)),
    *((train, {"min_frequency": 0}, NumberTooSmallError) for train in (train_bpe, train_wordpiece)),
    *(
        (train, {"tie_break": "coin"}, UnknownTieRuleError)
        for train in (train_bpe, train_wordpiece)
    ),
    (train_bpe, {"num_merges": 1.5}, NumberTooSmallError),
    (train_wordpiece, {"prefix": ""}, PrefixError),
    (train_unigram, {"vocab_size": 7, "special_tokens": ["<s>"]}, SingleUnitsError),
    (train_unigram, {"max_token_length": 0}, NumberTooSmallError),
    (train_unigram, {"sub_iterations": 0}, NumberTooSmallError),
    (train_unigram, {"seed_size": 0}, NumberTooSmallError),
    (train_unigram, {"shrinking_factor": 1.0}, FactorError),
    (train_unigram, {"shrinking_factor": "a"}, FactorError),
    *((train, {"vocab_size": 0}, NumberTooSmallError) for train in TRAINERS),
    *((train, {"special_tokens": ["<s>", "<s>"]}, SpecialTokenError) for train in TRAINERS),
    *((train, {"special_tokens": [""]}, SpecialTokenError) for train in TRAINERS),
    *((train, {"time_limit": 0}, TimeLimitError) for train in TRAINERS),
]


@pytest.mark.parametrize(("train", "settings", "error"), NOT_A_TRAINING)
def test_settings_that_make_no_sense_are_refused(
    train: Train, settings: dict[str, object], error: type[BpeError]
) -> None:
    with pytest.raises(error):
        train(Corpus.from_counts(HUG), **{"vocab_size": 12, **settings})


@every_trainer
def test_a_vocabulary_smaller_than_the_base_says_the_smallest_that_works(train: Train) -> None:
    special = () if train is train_unigram else ("<s>",)
    smallest = 7 + len(special)
    with pytest.raises(VocabularyTooSmallError, match=f"at least {smallest}") as caught:
        train(Corpus.from_counts(HUG), vocab_size=smallest - 1, special_tokens=special)
    assert caught.value.fields["smallest"] == smallest
    trace = train(Corpus.from_counts(HUG), vocab_size=smallest, special_tokens=special)
    assert len(trace.vocabulary) == smallest


@every_trainer
@pytest.mark.parametrize("counts", [{"a": 3}, {"a": 1, "b": 2}])
def test_words_of_one_letter_leave_nothing_to_do(train: Train, counts: dict[str, int]) -> None:
    trace = train(Corpus.from_counts(counts), vocab_size=50, special_tokens=())
    assert (len(trace), trace.stopped_because) == (0, "nothing_left")
    assert list(trace.vocabulary) == sorted(counts)
    assert trace.tokenizer().tokens("a") == ["a"]
    if train is train_unigram:
        assert trace.state_at(0).cheapest() == []
    else:
        assert trace.state_at(0).pairs() == trace.views(0, 1)[0].pairs == []


@every_trainer
def test_progress_is_reported_and_may_cancel(train: Train, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS_PER_REPORT", 0.0)
    size = 9 if train is train_unigram else 11
    reports: list[tuple[int, int | None]] = []
    trace = train(
        Corpus.from_counts(HUG), vocab_size=size, progress=lambda *report: reports.append(report)
    )
    assert reports[-1] == (len(trace), len(trace))

    def cancel(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(Corpus.from_counts(HUG), vocab_size=size, progress=cancel)


@every_trainer
def test_a_time_limit_gives_the_trace_so_far(train: Train, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10_000))
    monkeypatch.setattr(limits, "monotonic", lambda: next(ticks))
    corpus = Corpus.from_text(" ".join(f"{i:b}" for i in range(300)))
    size, seconds = (10, 1) if train is train_unigram else (400, 3)
    trace = train(corpus, vocab_size=size, time_limit=seconds)
    assert trace.stopped_because == "time_limit"
    assert "".join(trace.tokenizer().tokens("1001")).replace("##", "") == "1001"
    if train is train_bpe:
        assert 0 < len(trace) < 300
