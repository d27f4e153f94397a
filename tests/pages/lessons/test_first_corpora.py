"""The corpora that lessons begin with show what the lessons are about."""

from fractions import Fraction

import pytest

from bpe_core import Corpus, Trace
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.picky import Left, Merged, train_picky
from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.running_text import RunningText
from bpe_core.worker.job import Job
from pages.lessons import LESSONS
from pages.lessons.across_spaces import usual_switch
from pages.lessons.encode_decode.encoder import encoding_of
from pages.lessons.side_by_side.three_walks import telling_word
from pages.lessons.tokens_that_leave import USUAL_THRESHOLD
from pages.session.language import pieces_of_prose
from pages.session.training_request import TrainingRequest
from pages.session.usual_settings import usual_specification, usual_text
from sample_corpora import CATALOGUE, content


def trained(lesson: str, language: str, algorithm: str) -> object:
    """The training with which a lesson begins."""
    corpus = LESSONS[lesson].first_corpora[language]
    asked = TrainingRequest(usual_specification(corpus, None), corpus)
    usual = {"unit": "char", "end_of_word": "", "special_tokens": ()}
    specification, text = asked.but(algorithm=algorithm, **usual).source()
    return Job(specification).train(text)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_unigrams_first_round_splits_a_word_and_the_loss_rises(language: str) -> None:
    trace = trained("unigram", language, "unigram")
    assert isinstance(trace, UnigramTrace)
    before, after = trace.tokenizer(0), trace.tokenizer(1)
    words = trace.corpus.words
    assert any(len(after.encode(word)) > len(before.encode(word)) for word in words)
    assert trace.losses[-1] > trace.losses[0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_in_picky_bpe_a_token_leaves_and_another_comes_back(language: str) -> None:
    name = LESSONS["picky"].first_corpora[language]
    sample = CATALOGUE[name]
    words = Corpus.from_counts(content(name), end_of_word=sample.end_of_word)
    threshold = Fraction(USUAL_THRESHOLD, 100)
    trace = train_picky(words, threshold=threshold, num_merges=sample.num_merges)
    left = [event for event in trace.events if isinstance(event, Left)]
    assert any(event.times for event in left)
    if language == "zh":  # as its prose says of 图书
        (back,) = (e for e in trace.events if isinstance(e, Merged) and e.is_back)
        assert trace.texts[back.token] == "图书"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_merges_cross_walls_once_they_fall(language: str) -> None:
    specification = usual_specification(LESSONS["across"].first_corpora[language], None)
    text = RunningText.read(str(content(LESSONS["across"].first_corpora[language])))
    merges = specification.num_merges
    trace = train_superbpe(text, switch=usual_switch(merges), num_merges=merges)
    first = trace.merges[usual_switch(merges)]
    assert trace.crossings()[first.step - 1]
    if language == "zh":
        assert first.token == "了，"
        assert "“了，”" in pieces_of_prose(LESSONS["across"].folder, language)["idea"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_wordpieces_first_merge_has_no_tie_and_is_not_bpes(language: str) -> None:
    bpe, wordpiece = (trained("wordpiece", language, name) for name in ("bpe", "wordpiece"))
    assert isinstance(bpe, Trace)
    assert isinstance(wordpiece, WordPieceTrace)
    assert len(wordpiece.state_at(0).ties) == 1
    assert bpe.merges[0].token != wordpiece.merges[0].token


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_three_reach_one_size_and_split_a_word_in_three_ways(language: str) -> None:
    three = trained("side_by_side", language, "side-by-side")
    assert isinstance(three, SideBySide)
    assert len(set(three.sizes_at(len(three)))) == 1
    assert telling_word(three) is not None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_text_to_encode_is_split_otherwise_by_longest_match_and_comes_back(
    language: str,
) -> None:
    corpus = LESSONS["encode"].first_corpora[language]
    specification, text = TrainingRequest(usual_specification(corpus, None), corpus).source()
    trace = Job(specification).train(text)
    assert isinstance(trace, Trace)
    data = encoding_of(trace.tokenizer(), usual_text(corpus, trace.corpus), [], None)
    assert any(differs for _, _, _, differs in data["words"])
    assert data["back"]["is_equal"]


def test_chinese_readers_begin_with_chinese() -> None:
    """In every lesson that has a corpus; one of them holds English as well."""
    begun = {lesson.first_corpora["zh"] for lesson in LESSONS.values() if lesson.has_corpus}
    assert not [name for name in begun if "zh" not in CATALOGUE[name].languages]
