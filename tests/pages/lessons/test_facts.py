"""What the lessons say of the world: figures counted again, and claims that turned out untrue."""

import re
from dataclasses import replace

import pytest

from bpe_core import Trace
from bpe_core.diagnosis import MISTAKES
from bpe_core.files.inspection.formats import open_file
from bpe_core.files.inspection.views.tokens import landscape
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from bpe_core.worker.job import Job
from pages.components.vocabularies.parallel_texts import language_names, paragraphs
from pages.lessons import LESSONS
from pages.session.language import pieces_of_prose
from pages.session.training_request import TrainingRequest
from pages.session.usual_settings import usual_specification


def more(language: str, lesson: str = "wild") -> str:
    return pieces_of_prose(LESSONS[lesson].folder, language)["more"]


def test_the_sample_paragraph_has_as_many_bytes_as_fair_to_languages_says() -> None:
    """In English, Chinese and Tamil, in both languages."""
    sizes = dict(zip(language_names(), (len(each.encode()) for each in paragraphs()), strict=True))
    english, chinese, tamil = (sizes[name] for name in ("English", "Chinese", "Tamil"))
    said = f"{english} bytes in English, {chinese} in Chinese and {tamil} in Tamil"
    assert said in more("en", "parity")
    said = f"英语是 {english} 个字节，中文 {chinese} 个，泰米尔语 {tamil} 个"
    assert said in more("zh", "parity")


def test_as_many_mistakes_are_tried_as_your_own_bpe_says() -> None:
    """To the nearest ten, in both languages."""
    tens = round(len(MISTAKES), -1)
    assert f"some {tens} mistakes" in more("en", "your_bpe")
    assert f"大约 {tens} 种" in more("zh", "your_bpe")


def test_what_is_left_without_the_unused_tokens_is_as_counted() -> None:
    """Merge by merge: 15 of 29 tokens, and neither of the letters of a short word."""
    specification, text = TrainingRequest(
        usual_specification("learning", None), "learning"
    ).source()
    trace = Job(replace(specification, num_merges=14)).train(text)
    assert isinstance(trace, Trace)
    state = trace.state_at(14)
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
