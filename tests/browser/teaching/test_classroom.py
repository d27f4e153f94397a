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

from bpe_core import train_bpe
from pages.session.link import Link
from sample_corpora import load
from tests.browser.conftest import PATIENCE

Visit = Callable[..., Locator]


def test_cards_are_done_by_doing(page: Page, visit: Visit) -> None:
    """The link holds the card; a new word is cut as the tokenizer cuts it."""
    visit(page, corpus="low")
    page.get_by_role("button", name="Start the guided lesson").click()
    guide = page.locator(".guide")
    expect(guide).to_contain_text("Card 1 of 8")
    expect(guide.get_by_role("button", name="Skip")).to_be_visible()
    page.get_by_label("show token ids").check()
    expect(guide.get_by_role("status")).to_have_text("✓ Done")
    guide.get_by_role("button", name="Next card").click()
    expect(page).to_have_url(re.compile("card=2"))
    page.locator(".bars li").first.hover()
    guide.get_by_role("button", name="Next card").click()
    page.keyboard.press("ArrowRight")
    expect(guide.get_by_role("status")).to_have_text("✓ Done")
    expect(page).to_have_url(re.compile("step=1.*card=3"))
    page.reload()
    expect(guide).to_contain_text("Card 3 of 8")


def test_a_new_word_is_cut_as_by_the_tokenizer(page: Page, visit: Visit) -> None:
    visit(page, corpus="low", card=7, step=6)
    for word in ("lowest", "wider", "ten"):
        page.get_by_label("Encode a new word").fill(word)
        page.get_by_role("button", name="Encode", exact=True).click()
        tokens = train_bpe(load("low"), num_merges=6).tokenizer().tokens(word)
        expect(page.locator(".encoded .chip")).to_have_text([str(token) for token in tokens])
    page.get_by_label("Encode a new word").fill("zoo")
    page.get_by_role("button", name="Encode", exact=True).click()
    expect(page.locator(".encoded")).to_contain_text("Not in the base vocabulary: z")


def test_a_note_comes_at_the_step_that_refutes_and_a_presenter_sees_only_the_stage(
    page: Page, visit: Visit
) -> None:
    status = visit(page, corpus="repetition")
    note = page.locator(".note", has_text="A pair that occurs twice gives two new tokens")
    expect(note).to_have_count(0)
    page.keyboard.press("ArrowRight")
    note.click()
    expect(note).to_contain_text("a+a had the count 28, but it produced fewer new tokens: 18")
    page.keyboard.press("ArrowRight")
    expect(note).to_have_count(0)
    page.get_by_role("button", name="Presenter view").click()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.locator(".merges")).to_be_hidden()
    expect(page).to_have_url(re.compile("view=present"))
    page.keyboard.press("PageDown")
    expect(status).to_contain_text("Step 3 of")
    page.get_by_role("button", name="Leave the presenter view").click()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    expect(page.locator(".merges")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "last", "panel", "hidden"),
    [
        ("/unigram", "Bytes per token", "Rounds", ".panel.merges"),
        ("/encode", "Downloads", "The same word by longest match", ".panel.match"),
        ("/side_by_side", "Downloads", "One word, three ways", ".panel.one-word"),
    ],
)
def test_other_stages_are_presented_and_hide_panels_too(
    page: Page, visit: Visit, path: str, last: str, panel: str, hidden: str
) -> None:
    """A clicker steps forward; the link for the class hides the panel by the stage's own name."""
    visit(page, path=path, corpus="low", lang="en", view="present")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_role("spinbutton", name="Vocabulary size")).to_be_hidden()
    expect(page.get_by_role("heading", name=re.compile("lattice|come to"))).to_have_count(0)
    page.keyboard.press("PageDown")
    number = page.get_by_role("textbox", name=re.compile("(Step|Round) number"))
    expect(number).to_have_value("1")
    page.get_by_role("button", name="Leave the presenter view").click()
    page.get_by_role("button", name="Link for a class").click()  # at once: the dialog must open
    expect(page.get_by_text(last)).to_be_visible()
    page.get_by_role("combobox", name="Hidden panels").click()
    page.get_by_role("option", name=panel).click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("view=no-"))
    page.goto(link.input_value())
    expect(number).to_be_visible()
    expect(page.locator(hidden)).to_be_hidden()


def test_a_link_for_a_class_does_what_it_says(page: Page, visit: Visit) -> None:
    """Hidden panels are hidden, the settings are fixed, the message is literal."""
    visit(page, corpus="low", step=2)
    page.get_by_role("button", name="Link for a class").click()
    page.get_by_text("Fix the corpus and the settings").click()
    page.get_by_label("Message to the class").fill("Count **first** <b>!")
    page.get_by_label("Message to the class").press("Enter")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    field = page.get_by_label("Link", exact=True)
    expect(field).to_have_value(re.compile("locked.*message="))
    asked = parse_qs(urlsplit(field.input_value()).query)
    assert (asked["corpus"], asked["step"], asked["lang"]) == (["low"], ["2"], ["en"])
    page.goto(field.input_value().replace("view=locked", "view=locked+no-why"))
    expect(page.get_by_text("Count **first** <b>!")).to_be_visible()
    expect(page.get_by_text("fixes the corpus and the settings")).to_be_visible()
    expect(page.get_by_role("combobox", name="Corpus", exact=True)).to_have_count(0)
    expect(page.locator(".headline")).to_contain_text("Step 2 of 10")
    expect(page.locator(".panel.why")).to_be_hidden()


def read_qr_code(page: Page) -> str:
    """What a camera reads off the screen once the code is drawn and no longer moves."""
    formats = zxingcpp.BarcodeFormats(
        zxingcpp.BarcodeFormat.QRCode
    )  # some of its lines look like a shop's barcode
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        picture = page.get_by_role("img", name="QR code of the link").screenshot()
        if found := zxingcpp.read_barcodes(Image.open(BytesIO(picture)), formats):
            return found[0].text
        page.wait_for_timeout(250)
    return ""


@pytest.mark.parametrize(
    ("width", "lengths"), [(1280, (8, 1_500, 2_000)), (390, (1_500,))], ids=["screen", "phone"]
)
def test_the_qr_code_is_the_link(
    new_page: Callable[..., Page], visit: Visit, width: int, lengths: tuple[int, ...]
) -> None:
    """Codes are readable, in dark mode too; a link that is too long for a code says so."""
    page = new_page(viewport={"width": width, "height": 800}, color_scheme="dark")
    digits = Random(7)
    for length in lengths:
        text = " ".join(f"{digits.randrange(36**5):05}" for _ in range(length))[:length]
        visit(page, **Link(text=text).to_params(), lang="en")
        if width < 640:
            page.get_by_role("button", name="Expand sidebar").click()
        page.get_by_role("button", name="Link for a class").click()
        link = page.get_by_label("Link", exact=True)
        expect(link).to_have_value(re.compile("text="))
        if length < 2_000:
            assert read_qr_code(page) == link.input_value(), len(link.input_value())
        else:
            expect(page.get_by_text("too long for a scannable QR code")).to_be_visible()
