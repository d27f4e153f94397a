"""The app knows what can be taken home without trying every step."""

from traceback import format_exception
from unittest.mock import Mock

import pytest

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.errors import BpeError
from bpe_core.files.exchange import FORMATS, AnyTrace, read_model
from pages.components.downloads import ITEMS, _build, refusal

COUNTS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def _traces() -> list[AnyTrace]:
    words = Corpus.from_counts(COUNTS, end_of_word="</w>")
    return [
        train_bpe(words, num_merges=6),
        # The third merge makes the same text as a special token.
        train_bpe(Corpus.from_counts(COUNTS), num_merges=5, special_tokens=["hug"]),
        train_bpe(Corpus.from_counts(COUNTS, unit="byte", pre_tokenizer="gpt2"), num_merges=6),
        train_bpe(Corpus.from_counts(COUNTS), num_merges=3, special_tokens=["<unk>"]),
        train_wordpiece(Corpus.from_counts(COUNTS), num_merges=4),
        train_unigram(Corpus.from_counts(COUNTS), vocab_size=9),
    ]


@pytest.mark.parametrize("trace", _traces(), ids=repr)
@pytest.mark.parametrize("name", ITEMS)
def test_an_item_is_refused_exactly_where_it_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, trace: AnyTrace, name: str
) -> None:
    """The writer itself agrees at every step, forwards and backwards.

    Whoever asks all the same is told in the log, without the words of the text.
    """
    monkeypatch.setattr("pages.components.stepper.offline.MOST_STEPS", 5)
    steps = range(len(trace) + 1)
    for step in [*steps, *reversed(steps)]:
        try:
            ITEMS[name].build(trace, step, "en")
            expected = None
        except BpeError as error:
            expected = type(error)
            with pytest.raises(LookupError, match="the format cannot say this") as logged:
                _build(Mock(trace=lambda: trace), ITEMS[name], step, "en")
            assert expected.__name__ not in "".join(format_exception(logged.value))
        found = refusal(trace, name, step)
        assert (found and type(found)) is expected, step


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_has_the_merges_up_to_the_step(name: str) -> None:
    words = Corpus.from_counts(COUNTS, end_of_word="</w>")
    if name != "subword-nmt":
        words = Corpus.from_counts(COUNTS, unit="byte", pre_tokenizer="gpt2")
    trace = train_bpe(words, num_merges=6)
    built = [ITEMS[name].build(trace, step, "en") for step in (1, 4, 6)]
    assert [len(read_model(file, "gpt2").merges) for file in built] == [1, 4, 6]
