"""Charts as files, as a learner saves them."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import open_charts

TEXT = "{http://www.w3.org/2000/svg}text"


def saved(page: Page, chart: str, format: str) -> Path:
    """Save a chart by keyboard from its open menu, and return the file, named after the chart."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"{chart}: {format}", exact=True).press("Enter")
    assert download.value.suggested_filename == f"{chart}.{format.lower()}"
    return Path(download.value.path())


def assert_it_is_saved(page: Page, chart: str, axis: str) -> None:
    """The SVG is self-contained, with name, axis and curves; the PNG looks the same, sharper."""
    page.locator("svg.marks").nth(2).wait_for()
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


def test_a_growth_chart_is_saved_as_svg_and_png_and_speaks_chinese(
    page: Page, visit: Callable[..., object]
) -> None:
    """hug, pug, pun, bun, hugs: 113 characters; the first merges join 20 pairs and 16."""
    visit(page, corpus="hug", merges=2, lang="zh")
    open_charts(page)
    menu = page.get_by_role("button", name="语料的词元数：图片与数据")
    menu.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".sheet thead th").locator("visible=true")).to_have_text(
        ["步", "语料的词元数"]
    )
    expect(page.locator(".sheet tbody tr").nth(1).locator("th, td")).to_have_text(["1", "93"])
    words = "语料的词元数。BPE：从 113（步：0）到 77（步：2）。"
    expect(page.get_by_test_id("stVegaLiteChart").nth(1)).to_have_attribute(
        "aria-label", re.compile(f"^{words}")
    )
    assert_it_is_saved(page, "语料的词元数", "步")
    page.keyboard.press("Escape")
    expect(page.locator(".sheet").locator("visible=true")).to_have_count(0)
    expect(menu).to_be_focused()
    assert_no_button_is_english(page)


def assert_no_button_is_english(page: Page) -> None:
    """Streamlit's buttons over its charts, which it names in English only."""
    page.get_by_test_id("stVegaLiteChart").first.hover()
    buttons = page.get_by_test_id("stElementToolbar").get_by_role("button")
    expect(buttons).to_have_count(page.get_by_test_id("stVegaLiteChart").count())
    for button in buttons.all():
        expect(button).to_have_accessible_name(re.compile("^全屏"))
