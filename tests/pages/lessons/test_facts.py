"""Claims of the lessons hold: figures are counted again, and first corpora show what is said."""

import re
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

import pytest

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.parity import ParityTrace
from bpe_core.algorithms.picky import Left, Merged, train_picky
from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.diagnosis import MISTAKES
from bpe_core.experiments.bigram_model import BORDER, BigramModel, bits_at_every_step
from bpe_core.files.formats import open_file
from bpe_core.files.inspection.tokens import landscape
from bpe_core.text.running_text import RunningText
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.vocabularies.parallel_texts import language_names, paragraphs
from pages.lessons import LESSONS
from pages.lessons.across_spaces import usual_switch
from pages.lessons.encode_decode.encoder import encoding_of
from pages.lessons.fair_to_languages import USUAL_MERGES
from pages.lessons.fair_to_languages.choices import NEWS, Chosen
from pages.lessons.side_by_side.three_walks import telling_word
from pages.lessons.tokens_that_leave import USUAL_THRESHOLD
from pages.session.language import pieces_of_prose
from pages.session.training_request import TrainingRequest
from pages.session.usual_settings import usual_specification, usual_text
from sample_corpora import CATALOGUE, content


def more(language: str, lesson: str = "wild") -> str:
    return pieces_of_prose(LESSONS[lesson].folder, language)["more"]


def test_the_sample_paragraph_has_as_many_bytes_as_fair_to_languages_says() -> None:
    """In English, Chinese and Tamil, in both languages."""
    sizes = dict(zip(language_names(), (len(each.encode()) for each in paragraphs()), strict=True))
    english, chinese, tamil = (sizes[name] for name in ("English", "Chinese", "Tamil"))
    said = f"{english} bytes in English, {chinese} in Chinese and {tamil} in Tamil"
    assert said in more("en", "parity")
    said = f"中文是 {chinese} 个字节，英语 {english} 个，泰米尔语 {tamil} 个"
    assert said in more("zh", "parity")


def test_bpe_needs_fewer_tokens_for_english_news_as_fair_to_languages_says() -> None:
    """After the usual merges, a fifth less than for the Chinese."""
    texts = [str(content(f"news-{code}")) for code in NEWS]
    chosen = Chosen(NEWS, texts, merges=USUAL_MERGES, together=USUAL_MERGES)
    trace = chosen.request().train()
    assert isinstance(trace, ParityTrace)
    tokens = dict(zip(NEWS, trace.lengths[-1], strict=True))
    assert round(1 - tokens["en"] / tokens["zh"], 1) == 0.2
    assert "英语的词元比中文少两成" in pieces_of_prose(LESSONS["parity"].folder, "zh")["idea"]


def test_merges_save_as_many_bits_as_what_tokens_are_for_says() -> None:
    """Of 茶叶、茶树、绿茶, in the order of its first three merges; the teachers' page names one."""
    trace = train_bpe(Corpus.from_counts(content("tea")), num_merges=3)
    merges = [(merge.left, merge.right, merge.count) for merge in trace.merges]
    assert merges == [("茶", "叶", 15), ("茶", "树", 8), ("绿", "茶", 7)]
    saved = [before - after for before, after in pairwise(bits_at_every_step(trace))]
    assert [round(bits) for bits in saved] == [10, 22, 0]
    after_tea = BigramModel(trace.state_at(0).words).rows["茶"]
    assert after_tea == {"叶": 15, "树": 8, "粉": 3, BORDER: 4}
    said = more("zh", "model")
    assert (
        "`茶` + `叶` 有 15 次，合并省下约 10 比特；`茶` + `树` 只有 8 次，却省下约 22 比特" in said
    )
    assert "15 次是 `叶`，8 次是 `树`，3 次是 `粉`，还有 4 次词到此结束" in said


def test_as_many_mistakes_are_tried_as_your_own_bpe_says() -> None:
    """To the nearest ten, in both languages."""
    tens = round(len(MISTAKES), -1)
    assert f"some {tens} mistakes" in more("en", "your_bpe")
    assert f"大约 {tens} 种" in more("zh", "your_bpe")


def test_what_is_left_without_the_unused_tokens_is_as_counted() -> None:
    """Merge by merge: 15 of 29 tokens, and neither of the letters of a short word."""
    state = trained("learning", Trace, num_merges=14).state_at(14)
    used = {token for word, _ in state.words for token in word}
    assert (len(used), len(state.vocabulary)) == (15, 29)
    assert {"s", "o"} <= set(state.vocabulary) - used
    assert "15 of 29" in more("en", "train")
    assert "29 个里只剩 15 个" in more("zh", "train")


def test_a_megabyte_in_so_many_tokens_is_as_counted() -> None:
    for language in ("en", "zh"):
        choosing = pieces_of_prose(LESSONS["wild"].folder, language)["choosing_follows"]
        assert f"1,048,576 ÷ 200,000 = {2**20 / 200_000:.2f}" in choosing


def test_an_escaped_full_stop_in_brackets_matches_no_full_stop() -> None:
    """The code quotes the pattern."""
    assert re.escape("[.]") == r"\[\.\]"
    assert re.findall(re.escape("[.]"), "a.b [.]") == ["[.]"]


def test_an_id_of_gpt2_is_its_rank_and_the_base_tokens() -> None:
    """Its file lists merges; in cl100k's, which lists ranks, both are one number."""
    if (path := PUBLISHED["GPT-2"].path) is None:
        pytest.skip(f"{PUBLISHED['GPT-2'].package} is not installed")
    table = open_file(path.read_bytes()).table
    merged = [(i, rank) for i, rank in zip(table.ids, table.ranks, strict=True) if rank is not None]
    assert len(merged) == 50_000
    assert {token_id - rank for token_id, rank in merged} == {256}
    assert "id is its rank plus 256, for the base tokens" in more("en")
    assert "id 比排名大 256" in more("zh")


def test_sizes_of_published_vocabularies_are_as_counted() -> None:
    """Vocabularies in thousands, in both languages. Their own tests count the listed sizes."""
    english, chinese = more("en"), more("zh")
    qwen, deepseek = PUBLISHED["Qwen 3.6"].size, PUBLISHED["DeepSeek"]
    assert f"{qwen // 1000},000 tokens, which is read here from Qwen 3.6" in english
    assert f"有 {qwen // 1000 / 10} 万个词元（这里取自 Qwen 3.6）" in chinese
    if deepseek.path is None:
        pytest.skip(f"{deepseek.package} is not installed")
    scripts = landscape(open_file(deepseek.path.read_bytes()))["scripts"]
    han = next(row["tokens"] for row in scripts if row["script"] == "Han")
    assert f"128,000 tokens, {han // 1000},000 of them Chinese, and more than a thousand" in english
    assert f"12.8 万个词元，其中 {han // 1000 / 10} 万个是汉字词元（另有一千多个" in chinese
    assert 1_000 < deepseek.size - 128_000 < 2_000


Kind = TypeVar("Kind")
CHARACTERS = {"unit": "char", "end_of_word": "", "special_tokens": ()}


def trained(corpus: str, kind: type[Kind], **fields: object) -> Kind:
    """The usual training on a corpus, but for these fields of its specification."""
    trace = TrainingRequest(usual_specification(corpus, None), corpus).but(**fields).train()
    assert isinstance(trace, kind)
    return trace


@pytest.mark.parametrize("language", ["en", "zh"])
def test_unigrams_first_round_splits_a_word_and_the_loss_rises(language: str) -> None:
    first = LESSONS["unigram"].first_corpora[language]
    trace = trained(first, UnigramTrace, algorithm="unigram", **CHARACTERS)
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
    first = LESSONS["wordpiece"].first_corpora[language]
    bpe = trained(first, Trace, **CHARACTERS)
    wordpiece = trained(first, WordPieceTrace, algorithm="wordpiece", **CHARACTERS)
    assert len(wordpiece.state_at(0).ties) == 1
    assert bpe.merges[0].token != wordpiece.merges[0].token


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_three_reach_one_size_and_split_a_word_in_three_ways(language: str) -> None:
    first = LESSONS["side_by_side"].first_corpora[language]
    three = trained(first, SideBySide, algorithm="side-by-side", **CHARACTERS)
    assert len(set(three.sizes_at(len(three)))) == 1
    assert telling_word(three) is not None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_text_to_encode_is_split_otherwise_by_longest_match_and_comes_back(
    language: str,
) -> None:
    corpus = LESSONS["encode"].first_corpora[language]
    trace = trained(corpus, Trace)
    data = encoding_of(trace.tokenizer(), usual_text(corpus, trace.corpus), [], None)
    assert any(differs for _, _, _, differs in data["words"])
    assert data["back"]["is_equal"]


def test_chinese_readers_begin_with_chinese() -> None:
    """In every lesson that has a corpus; one of them holds English as well."""
    begun = {lesson.first_corpora["zh"] for lesson in LESSONS.values() if lesson.has_corpus}
    assert not [name for name in begun if "zh" not in CATALOGUE[name].languages]
