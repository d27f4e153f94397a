"""Charts as files, as a learner saves them."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

TEXT = "{http://www.w3.org/2000/svg}text"


def saved(page: Page, chart: str, format: str) -> Path:
    """Save a chart by keyboard: the file, which has the chart's name."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"{chart}: {format}", exact=True).press("Enter")
    assert download.value.suggested_filename == f"{chart}.{format.lower()}"
    return Path(download.value.path())


@pytest.mark.parametrize(
    ("path", "language", "chart", "axis"),
    [("/", "en", "Tokens in the corpus", "step"), ("/wordpiece", "zh", "语料的词元数", "步")],
)
def test_a_growth_chart_is_saved_as_svg_and_png(
    page: Page, visit: Callable[..., object], path: str, language: str, chart: str, axis: str
) -> None:
    """The SVG stands alone, with name, axis and curves; the PNG has the same shape, sharper."""
    visit(page, path=path, corpus="low", lang=language, step=2)
    page.locator(".st-key-growth svg.marks").nth(2).wait_for()
    svg = ElementTree.parse(saved(page, chart, "SVG")).getroot()
    texts = [node.text for node in svg.iter(TEXT)]
    assert texts[0] == chart
    assert axis in texts
    png = saved(page, chart, "PNG").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    assert width >= 3 * int(float(svg.attrib["width"]))
    assert height / width == pytest.approx(
        float(svg.attrib["height"]) / float(svg.attrib["width"]), rel=0.01
    )


def test_a_chart_has_no_english_buttons_in_chinese(
    page: Page, visit: Callable[..., object]
) -> None:
    """Streamlit's buttons over a chart, which it names in English only."""
    visit(page, corpus="low", lang="zh")
    page.get_by_test_id("stVegaLiteChart").first.hover()
    buttons = page.get_by_test_id("stElementToolbar").get_by_role("button")
    expect(buttons).to_have_count(3)
    for button in buttons.all():
        expect(button).to_have_accessible_name(re.compile("^全屏"))


def test_the_figures_behind_the_charts_are_a_table_in_the_learners_language(
    page: Page, visit: Callable[..., object]
) -> None:
    """hug, pug, pun, bun, hugs: 113 characters; the first merge joins 20 pairs."""
    visit(page, corpus="hug", merges=2, lang="zh")
    page.get_by_text("用表格列出图中的数值").click()
    table = page.get_by_test_id("stExpanderDetails").locator("table")
    expect(table.locator("thead th")).to_have_text(
        ["步", "词表大小", "语料的词元数", "每词元字节数"]
    )
    expect(table.locator("tbody tr").nth(1).locator("th, td")).to_have_text(
        ["1", "8", "93", "1.22"]
    )
