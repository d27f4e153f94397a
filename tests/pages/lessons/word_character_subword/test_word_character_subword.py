"""The lesson "Words, characters, subwords": examples, the sweep, and published sizes."""

import json

import pyarrow as pa
import pytest

from bpe_core import Tokenizer, TrainingSpecification, train
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts.charts import POINTS, size_rows, sizes_chart
from pages.lessons import LESSONS
from pages.lessons.word_character_subword import LESSON
from pages.lessons.word_character_subword.sizes import (
    Sweep,
    drawn_sweep,
    names,
    summary,
    sweep_chart,
    sweep_of,
)
from sample_corpora import content

TEXT = str(content("chinese"))


def swept(unit: str, pre_tokenizer: str) -> tuple[Sweep, list[tuple[int, int]]]:
    """The sweep of a sample, and the tokens of what was kept and held out, size by size."""
    asked = TrainingSpecification(
        source="text",
        unit=unit,  # type: ignore[arg-type]
        pre_tokenizer=pre_tokenizer,
        num_merges=40,
        hold_out=True,
    )
    trace = train(asked.corpus_of(TEXT), asked)
    spared = asked.held_out_words(TEXT)
    kept = dict(zip(trace.corpus.words, trace.corpus.counts.tolist(), strict=True))
    counted = []
    for step in range(len(trace) + 1):
        tokenizer = trace.tokenizer(step)
        counted.append(
            tuple(
                sum(n * len(_known(tokenizer, word)) for word, n in words.items())
                for words in (kept, spared)
            )
        )
    return sweep_of(trace, spared), counted


def _known(tokenizer: Tokenizer, word: str) -> list[int]:
    """The ids of a word but for its unknown characters, which are lost and have no cost."""
    return [i for i in tokenizer.encode_word(word) if i != tokenizer.unknown_id]


@pytest.mark.parametrize(("unit", "rule"), [("char", "whitespace"), ("byte", "gpt2")])
def test_each_cost_at_each_size(unit: str, rule: str) -> None:
    """Parameters are size times width; attention is the square of the corpus's length."""
    sweep, counted = swept(unit, rule)
    for k, (corpus, held_out) in enumerate(counted):
        size = sweep.first_size + k
        assert sweep.costs(size, 12) == (size, corpus, held_out, 12 * size, corpus * corpus)
    assert (sweep.unknown > 0) == (unit == "char")
    most_corpus, most_held_out = counted[0]
    corpus, held_out = counted[7]
    assert sweep.shares(sweep.first_size + 7) == [
        round(100 * corpus / most_corpus, 1),
        round(100 * held_out / most_held_out, 1),
        round(100 * (sweep.first_size + 7) / sweep.last_size, 1),
        round(100 * corpus**2 / most_corpus**2, 1),
    ]


def test_the_chart_draws_the_curves_and_marks_the_handle() -> None:
    sweep, _ = swept("char", "whitespace")
    size = sweep.first_size + 10
    at = {name: [(size, y)] for name, y in zip(names(), sweep.shares(size), strict=True)}
    spec = sweep_chart(names(), x_title="size", y_title="%")
    drawn = drawn_sweep(spec, sweep.curves(names()), at)
    points = pa.ipc.open_stream(drawn["datasets"]["points"]).read_all().to_pylist()
    handle = pa.ipc.open_stream(drawn["datasets"]["handle"]).read_all().to_pylist()
    assert len(handle) == 4
    assert all(each in points for each in handle)
    assert {each["name"] for each in points} == set(names())


def test_an_empty_text_is_left_out_and_the_corpus_decides() -> None:
    """hug and pug: 45, 30, 20, 15 tokens; from 4 tokens to 5 saves a third, and so on."""
    asked = TrainingSpecification()
    trace = train(asked.corpus_of("hug 10\npug 5"), asked)
    sweep = sweep_of(trace, asked.words_of(""))
    assert not sweep.has_held_out
    assert sweep.curves(names())[names()[1]] == []
    assert sweep.costs(7, 10) == (7, 15, 0, 70, 225)
    assert "Even at 6 tokens, a vocabulary 10% larger makes the corpus" in summary(sweep, 10)
    assert "it costs 10 more parameters, and the number of tokens falls by 5." in summary(sweep, 10)


MODELS = LESSON.table("models")[1:]
KNOWN = {name: int(size.replace(",", "")) for name, size, *_ in LESSON.table("known")[1:]}
SIZES = {model: int(size.replace(",", "")) for model, _, _, size, *_ in MODELS}


def test_a_size_is_how_many_tokens_the_file_has() -> None:
    """As listed; the lists are compared with the files where these are opened."""
    files = {
        "GPT-2, GPT-3": "GPT-2",
        "GPT-3.5, GPT-4 (cl100k)": "cl100k",
        "GPT-4o, GPT-5 (o200k)": "o200k",
        "Qwen 1 – 3": "Qwen",
        "BERT (uncased)": "BERT",
    }
    assert SIZES.items() >= {model: PUBLISHED[name].size for model, name in files.items()}.items()


def test_deepseeks_size_is_that_of_its_model() -> None:
    deepseek = PUBLISHED["DeepSeek"].path
    if deepseek is None:
        pytest.skip("not installed")
    model = json.loads(deepseek.read_text(encoding="utf-8"))["model"]
    assert (SIZES["DeepSeek-V3"], "BPE") == (len(model["vocab"]), model["type"])


def test_known_sizes_are_those_of_their_papers() -> None:
    """Typed again by hand: 478 + 40,000; 256 + 1 + 50,000."""
    assert KNOWN == {
        "BERT": 30522, "GPT": 478 + 40_000, "GPT-2": 256 + 1 + 50_000, "Transformer-XL": 267735,
        "English dictionary": 500_000,
    }  # fmt: skip
    rows = size_rows({"own": 100_000}, KNOWN, ("here", "known"))
    assert [row["name"] for row in rows] == [
        "English dictionary", "Transformer-XL", "own", "GPT-2", "GPT", "BERT",
    ]  # fmt: skip
    assert sizes_chart(("here", "known"), "datum.label")["data"] == {"name": POINTS}


def test_the_sizes_are_those_of_the_chart_above() -> None:
    """GPT-2's size there includes its special token."""
    sizes = SIZES["Transformer-XL"], SIZES["BERT (uncased)"], SIZES["GPT-2, GPT-3"] + 1
    assert sizes == (KNOWN["Transformer-XL"], KNOWN["BERT"], KNOWN["GPT-2"])


def test_every_row_answers_every_question_and_has_a_source() -> None:
    assert all(all(row) for row in MODELS)
    assert all(len(row) == 4 and all(row) for row in LESSONS["side_by_side"].table("compared"))
