"""The classroom: the guided lesson, notes, the presenter's view, and links for a class."""

import re
import time
from collections.abc import Callable
from io import BytesIO
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from pages.session.link import Link
from tests.browser.accessibility import findings
from tests.browser.actions import come_to_rest, open_sidebar
from tests.served_app import PATIENCE

Visit = Callable[..., Locator]


def test_a_note_comes_at_the_step_that_refutes_and_a_presenter_sees_only_the_stage(
    page: Page, visit: Visit
) -> None:
    status = visit(page, corpus="repetition")
    note = page.locator(".note", has_text="A pair that occurs twice gives two new tokens")
    expect(note).to_have_count(0)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    note.click()
    expect(note).to_contain_text("The count of 哈+哈 was 28, but it produced fewer new tokens: 18")
    page.keyboard.press("ArrowRight")
    expect(note).to_have_count(0)
    open_sidebar(page)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.get_by_role("button", name="Presenter view")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Presenter view").click()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.locator(".merges")).to_be_hidden()
    expect(page).to_have_url(re.compile("view=present"))
    page.keyboard.press("PageDown")
    expect(status).to_contain_text("Step 4 of")
    page.get_by_role("button", name="Leave the presenter view").click()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    expect(page.locator(".merges")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "panel", "hidden"),
    [("/encode", "match", ".panel.match"), ("/side_by_side", "word", ".panel.one-word")],
)
def test_other_stages_are_presented_and_hide_panels_too(
    page: Page, visit: Visit, path: str, panel: str, hidden: str
) -> None:
    """A clicker steps forward; a panel that the link hides stays hidden, and in the next link."""
    visit(page, path=path, corpus="low", lang="en", view=f"present no-{panel}")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_role("spinbutton", name="Vocabulary size")).to_be_hidden()
    expect(page.get_by_role("heading", name=re.compile("come to"))).to_have_count(0)
    page.keyboard.press("PageDown")
    number = page.get_by_role("textbox", name=re.compile("(Step|Round) number"))
    expect(number).to_have_value("1")
    page.get_by_role("button", name="Leave the presenter view").click()
    open_sidebar(page)
    page.get_by_role("button", name="Link for a class").click()  # at once: the dialog must open
    expect(page.get_by_text("Downloads")).to_be_visible()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(f"view=no-{panel}(&|$)"))
    expect(page.locator(hidden)).to_be_hidden()


def test_a_link_for_a_class_does_what_it_says(page: Page, visit: Visit) -> None:
    """Hidden panels are hidden, the settings are fixed, the message is literal.

    The QR code of so short a link is the link; the link that is opened is the one that was shown.
    """
    visit(page, corpus="low", step=2)
    open_sidebar(page)
    page.get_by_role("button", name="Link for a class").click()
    the_dialog_gives_the_code_to_embed(page)
    page.get_by_role("tab", name="Link and QR code").click()
    page.get_by_text("Fix the corpus and the settings").click()
    page.get_by_label("Message to the class").fill("Count **first** <b>!")
    page.get_by_label("Message to the class").press("Enter")
    field = page.get_by_label("Link", exact=True)
    expect(field).to_have_value(re.compile("locked.*message="))
    assert read_qr_code(page) == field.input_value()
    asked = parse_qs(urlsplit(field.input_value()).query)
    assert (asked["corpus"], asked["step"], asked["lang"]) == (["low"], ["2"], ["en"])
    page.get_by_role("combobox", name="Hidden panels").click()
    page.get_by_role("option", name="Why this pair?").click()
    expect(field).to_have_value(re.compile("view=locked(%20|[+])no-why"))
    page.goto(field.input_value())
    expect(page.get_by_text("Count **first** <b>!")).to_be_visible()
    expect(page.get_by_text("fixes the corpus and the settings")).to_be_visible()
    expect(page.get_by_role("combobox", name="Corpus", exact=True)).to_have_count(0)
    expect(page.locator(".headline")).to_contain_text("Step 2 of 10")
    expect(page.locator(".panel.why")).to_be_hidden()


def the_dialog_gives_the_code_to_embed(page: Page) -> None:
    """It opens at the requested step and size; if no other site is allowed, the page says so."""
    page.get_by_role("tab", name="Embed").click()
    expect(page.get_by_text("Other sites cannot embed")).to_be_visible()
    come_to_rest(page)
    assert findings(page) == []
    page.get_by_role("spinbutton", name="Height in pixels").fill("720")
    page.get_by_role("spinbutton", name="Height in pixels").press("Enter")
    code = page.get_by_label("HTML code")
    expect(code).to_have_value(re.compile(r'title="Merge by Merge: [^"]+" src="[^"]+step=2[^"]*'))
    expect(code).to_have_value(re.compile(r'embed=true" width="100%" height="720"'))


def read_qr_code(page: Page) -> str:
    """Read the QR code as a camera does, once it is drawn and no longer moves."""
    formats = zxingcpp.BarcodeFormats(
        zxingcpp.BarcodeFormat.QRCode
    )  # some of its lines look like a shop's barcode
    come_to_rest(page)  # it may be drawn again
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        picture = page.get_by_role("img", name="QR code of the link").screenshot()
        if found := zxingcpp.read_barcodes(Image.open(BytesIO(picture)), formats):
            return found[0].text
        page.wait_for_timeout(250)
    return ""


def test_the_qr_code_of_a_long_link_is_the_link(page: Page, visit: Visit) -> None:
    """On a phone, then on a screen, in dark mode: the longest that still gets a code."""
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 800})
    digits = Random(7)
    text = " ".join(f"{digits.randrange(36**5):05}" for _ in range(1_500))[:1_500]
    visit(page, **Link(text=text).to_params(), lang="en")
    page.get_by_role("button", name="Expand sidebar").click()
    page.get_by_role("button", name="Link for a class").click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("text="))
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert read_qr_code(page) == link.input_value(), width


#: How far the columns of the stage end apart, in pixels, and how many words can be seen whole.
LEFT_OPEN = """(stage) => {
  const seen = (node) => node.checkVisibility();
  const ends = [...stage.querySelectorAll(".column")].filter(seen).map((column) =>
    Math.max(...[...column.children].filter(seen).map((it) => it.getBoundingClientRect().bottom)));
  const words = stage.querySelector(".words").getBoundingClientRect();
  const whole = [...stage.querySelectorAll(".words .word")].filter((word) =>
    word.getBoundingClientRect().bottom <= words.bottom + 1);
  return [Math.max(...ends) - Math.min(...ends), whole.length];
}"""


def test_what_is_left_has_the_room_of_hidden_panels(page: Page, visit: Visit) -> None:
    """Columns end together, and the corpus' four words are all to be seen."""
    page.set_viewport_size({"width": 1280, "height": 720})
    for view in ("no-changed", "no-why no-pairs no-changed present"):
        visit(page, corpus="low", step=4, view=view)
        come_to_rest(page)
        open_space, words = page.locator(".stage").evaluate(LEFT_OPEN)
        assert (open_space < 12, words) == (True, 4), (view, open_space, words)
