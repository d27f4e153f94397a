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
    """Streamlit's buttons over a chart and over its data, which it names in English only."""
    visit(page, corpus="low", lang="zh")
    chart = page.get_by_test_id("stVegaLiteChart").first
    chart.hover()
    page.get_by_role("button", name="查看数据：").first.press("Enter")
    grid = page.get_by_test_id("stDataFrame")
    grid.hover()
    expect(page.get_by_role("button", name="下载 CSV：")).to_be_visible()
    buttons = page.get_by_test_id("stElementToolbar").get_by_role("button")
    names = [button.get_attribute("aria-label") or "" for button in buttons.all()]
    assert len(names) > 5
    assert not [name for name in names if re.search("[A-Za-z]{4}", name)]
