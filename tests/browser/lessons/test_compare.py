"""The lesson "Word, character, subword", as a learner uses it. Expected values are by hand."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from pages.session.parameters import encode_text
from tests.served_app import Server


def test_one_text_three_ways_and_in_a_tokenizer_from_a_file(
    page: Page, server: Server, tmp_path: Path
) -> None:
    """hugs is a word of the corpus, and hug is none; after 3 merges hug is a token.

    The file merges bytes: h + u, then hu + g.
    """
    page.goto(f"{server.url}/compare?corpus=hug&rules=3&input={encode_text('hugs <b>')}")
    panels = page.locator("section.panel")
    words, _, tokens = (panels.nth(place).locator(".chip") for place in range(3))
    expect(words).to_have_text(["hugs", "<unk>"])
    expect(tokens).to_have_text(["hug", "s", "<unk>", "b", "<unk>"])
    page.get_by_label("Text to encode").fill("bug hug")
    expect(tokens).to_have_text(["b", "ug", "hug"])
    expect(page).to_have_url(re.compile(f"input={re.escape(encode_text('bug hug'))}"))
    file = tmp_path / "<b>mine<b>.model"
    file.write_bytes(b"minbpe v1\n\n0\n104 117\n256 103\n")
    page.get_by_text("Use a tokenizer from a file").click()
    page.locator("input[type=file].file").set_input_files(file)
    expect(panels.nth(3).get_by_role("heading")).to_have_text("<b>mine<b>.model")
    expect(panels.nth(3).locator(".chip").last).to_have_text("hug")
    page.get_by_role("button", name="Remove this tokenizer").click()
    expect(panels).to_have_count(3)
