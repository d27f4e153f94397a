"""Figures and charts below the stepper follow the walk, and are saved as files.

Expected values are counted by hand: hug 10, pug 5, pun 12, bun 4, hugs 5.
"""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import click

TEXT = "{http://www.w3.org/2000/svg}text"


#: Where the curve of a growth chart bends, and where its marker is: x and y in its own units.
PLACES = """chart => {
  const numbers = (text) => text.match(/-?[\\d.]+(?:e-?\\d+)?/g).map(Number);
  const curve = numbers(chart.querySelector('.mark-line path').getAttribute('d'));
  const marker = chart.querySelector('.role-mark.mark-symbol path').getAttribute('transform');
  return [curve, numbers(marker)];
}"""

#: Opens the box with the charts at the moment in which the next step is reported. Streamlit sends
#: both as one message, and draws what the first of them asks for.
OPEN_WITH_A_REPORT = """() => {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (call, ...more) => {
    if (!String(call).includes("sendUpdateWidgetsMessage")) return later(call, ...more);
    globalThis.setTimeout = later;
    later(() => document.querySelector(".st-key-charts_box summary").click(), 0);
    return later(call, 40);
  };
}"""


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


def test_charts_follow_each_step_and_are_saved_and_speak_chinese(
    page: Page, visit: Callable[..., object]
) -> None:
    """7 base tokens, 113 letters; the first merges are u + g, 20 times, and u + n, 16 times.

    Charts come once their box is opened, and are of the step that is then shown. At each step a
    chart's marker is at its curve's point of this step. The box opens even if that comes together
    with the report of a step.
    """
    visit(page, step=1, lang="zh")
    click(page, "下一步")
    page.wait_for_url("**step=2*")
    page.evaluate(OPEN_WITH_A_REPORT)
    click(page, "下一步")
    expect(page.locator("svg.marks")).to_have_count(5)
    expect(page.locator("p.figure strong")).to_have_text(["10", "62", "1.82", "0", "0%"])
    markers_are_at(page, 3)
    table = page.locator("table.figures").last
    expect(table.get_by_role("columnheader").last).to_have_text("BPE，第 3 步")
    page.keyboard.press("End")  # ug and un are junk
    expect(page.locator("p.figure strong").nth(1)).to_have_text("36")
    markers_are_at(page, 7)
    a_growth_chart_is_saved_as_svg_and_png(page)
    assert_no_button_is_english(page)


def markers_are_at(page: Page, step: int) -> None:
    """Wait until the marker of each of five growth charts is at a step's point of its curve."""
    for number in range(5):
        # It is looked up again each time: a chart may be drawn in place of another.
        page.wait_for_function(
            "([number, step]) => {"
            " const chart = document.querySelectorAll('svg.marks')[number];"
            f" if (!chart) return false; const [curve, marker] = ({PLACES})(chart);"
            " return Math.abs(curve[2 * step] - marker[0]) < 0.5"
            " && Math.abs(curve[2 * step + 1] - marker[1]) < 0.5; }",
            arg=[number, step],
        )


def a_growth_chart_is_saved_as_svg_and_png(page: Page) -> None:
    menu = page.get_by_role("button", name="语料的词元数：图片与数据")
    menu.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".sheet thead th").locator("visible=true")).to_have_text(
        ["步", "语料的词元数"]
    )
    expect(page.locator(".sheet tbody tr").nth(1).locator("th, td")).to_have_text(["1", "93"])
    words = "语料的词元数。BPE：从 113（步：0）到 36（步：7）。"
    expect(page.get_by_test_id("stVegaLiteChart").nth(1)).to_have_attribute(
        "aria-label", re.compile(f"^{words}")
    )
    assert_it_is_saved(page, "语料的词元数", "步")
    page.keyboard.press("Escape")
    expect(page.locator(".sheet").locator("visible=true")).to_have_count(0)
    expect(menu).to_be_focused()


def assert_no_button_is_english(page: Page) -> None:
    """Streamlit's buttons over its charts, which it names in English only."""
    page.get_by_test_id("stVegaLiteChart").first.hover()
    buttons = page.get_by_test_id("stElementToolbar").get_by_role("button")
    expect(buttons).to_have_count(page.get_by_test_id("stVegaLiteChart").count())
    for button in buttons.all():
        expect(button).to_have_accessible_name(re.compile("^全屏"))
