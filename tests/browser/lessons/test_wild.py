"""The lesson "A tokenizer file", as a learner uses it. The ids are those of the packages."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import come_to_rest, fold, open_fold, stood_still
from tests.served_app import Server

#: A file that merges bytes: h + u, then hu + g, which is token 257.
MINBPE = b"minbpe v1\n\n0\n104 117\n256 103\n"
LANGUAGES = "What the same paragraph costs in different languages"


def row(page: Page, name: str) -> Locator:
    return page.locator(".laid").filter(has=page.get_by_role("heading", name=name, exact=True))


def test_a_file_of_ones_own_is_compared_and_its_tokens_have_a_life(
    measured_page: Page, server: Server
) -> None:
    """The link leads to a heading, whose fold it opens once the vocabularies are loaded.

    A reload keeps the file, and moves nothing. A token that is clicked opens its life.
    """
    page = measured_page
    heading = LANGUAGES.lower().replace(" ", "-")
    page.goto(f"{server.url}/wild?corpus=hug&with=GPT-2+here&lang=en#{heading}")
    expect(fold(page, LANGUAGES)).to_have_attribute("open", "")
    expect(fold(page, LANGUAGES)).to_be_in_viewport()
    page.get_by_text("Use your own tokenizer file").click()
    chooser = page.locator(".files input[type=file]")
    chooser.set_input_files({"name": "*my*.model", "mimeType": "text/plain", "buffer": MINBPE})
    own = row(page, "*my*.model").locator(".chip")
    expect(own.first).to_be_visible()
    page.get_by_role("textbox", name="Text to encode").fill("hug hu")
    expect(own).to_have_text(["hug", "␣", "hu"])
    expect(row(page, "GPT-2").locator(".chip")).to_have_text(["h", "ug", "␣h", "u"])
    own.first.hover()
    expect(page.locator(".said p")).to_have_text(
        "hug covers the bytes 68 75 67. For the same bytes:"
    )
    expect(page).to_have_url(re.compile("input="))
    wait_until_kept(page)
    come_to_rest(page)
    page.evaluate("history.replaceState(history.state, '', location.href.split('#')[0])")
    page.reload()
    expect(own).to_have_text(["hug", "␣", "hu"])
    come_to_rest(page)
    stood_still(page)
    own.first.click()
    expect(page.locator(".token-life > .headline")).to_contain_text("The token hug, id 257")
    expect(page).to_have_url(re.compile("/wild[?].*part=inside"))
    expect(page).to_have_url(re.compile("look=file[.].*token=257"))
    a_wide_table_in_a_fold_scrolls_on_a_phone(page)


def a_wide_table_in_a_fold_scrolls_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_fold(page, "What its text becomes")
    last = page.locator(".variants tr").last.locator(".chip").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    assert page.locator(".variants").evaluate("(fold) => fold.scrollWidth <= fold.clientWidth")
    expect(page.locator(".variants .scroll")).to_have_css("overflow-x", "auto")


def wait_until_kept(page: Page) -> None:
    """Wait until the browser's database has the tab's file, which it gets last of all."""
    page.wait_for_function(
        """() => new Promise((resolve) => {
          const opening = indexedDB.open("merge-by-merge", 1);
          opening.onsuccess = () => {
            const database = opening.result;
            const keys = database.transaction("tokenizer files").objectStore("tokenizer files")
              .getAllKeys();
            const tab = sessionStorage.getItem("merge-by-merge: tab");
            keys.onsuccess = () => resolve(keys.result.some(([of]) => of === tab));
            keys.onerror = () => resolve(false);
            keys.transaction.oncomplete = () => database.close();
          };
        })""",
        polling=100,
    )
