"""Who uses what: the sizes of the table are those of the published files."""

import json

import pytest

from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts.charts import POINTS, size_rows, sizes_chart
from pages.lessons.side_by_side.figures import ANSWERS
from pages.lessons.word_character_subword.published import KNOWN_VOCABULARIES, USED, used_cells

SIZES = {used.model: used.size for used in USED}


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("GPT-2, GPT-3", "GPT-2"),
        ("GPT-3.5, GPT-4 (cl100k)", "cl100k"),
        ("GPT-4o, GPT-5 (o200k)", "o200k"),
        ("Qwen 1 – 3", "Qwen"),
        ("BERT (uncased)", "BERT"),
    ],
)
def test_a_size_is_how_many_tokens_the_file_has(model: str, name: str) -> None:
    """As listed; the lists are compared with the files where these are opened."""
    assert SIZES[model] == PUBLISHED[name].size


def test_deepseeks_size_is_that_of_its_model() -> None:
    deepseek = PUBLISHED["DeepSeek"].path
    if deepseek is None:
        pytest.skip("not installed")
    model = json.loads(deepseek.read_text(encoding="utf-8"))["model"]
    assert (SIZES["DeepSeek-V3"], "BPE") == (len(model["vocab"]), model["type"])


def test_known_sizes_are_those_of_their_papers() -> None:
    """Typed again by hand: 478 + 40,000; 256 + 1 + 50,000."""
    sizes = {each.name: each.size for each in KNOWN_VOCABULARIES}
    assert sizes == {
        "BERT": 30522, "GPT": 478 + 40_000, "GPT-2": 256 + 1 + 50_000, "Transformer-XL": 267735,
        "English dictionary": 500_000,
    }  # fmt: skip
    rows = size_rows({"own": 100_000}, sizes, ("here", "known"))
    assert [row["name"] for row in rows] == [
        "English dictionary", "Transformer-XL", "own", "GPT-2", "GPT", "BERT",
    ]  # fmt: skip
    assert sizes_chart(("here", "known"), "datum.label")["data"] == {"name": POINTS}


def test_the_sizes_are_those_of_the_chart_above() -> None:
    """GPT-2's size there includes its special token."""
    known = {each.name: each.size for each in KNOWN_VOCABULARIES}
    assert SIZES["Transformer-XL"] == known["Transformer-XL"]
    assert SIZES["BERT (uncased)"] == known["BERT"]
    assert SIZES["GPT-2, GPT-3"] + 1 == known["GPT-2"]


def test_every_row_answers_every_question_and_has_a_source() -> None:
    assert all(all(used_cells(used)) for used in USED)
    assert all(len(row) == 4 and all(row) for row in ANSWERS)
