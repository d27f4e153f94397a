"""The lesson "A tokenizer file", as a learner uses it. The ids are those of the packages."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import come_to_rest, fold, open_fold, stood_still
from tests.served_app import Server

#: A file that merges bytes: h + u, then hu + g, which is token 257.
MINBPE = b"minbpe v1\n\n0\n104 117\n256 103\n"


def row(page: Page, name: str) -> Locator:
    return page.locator(".laid").filter(has=page.get_by_role("heading", name=name, exact=True))


def test_a_text_is_cut_by_every_vocabulary(page: Page, server: Server) -> None:
    """The link leads to a heading, whose fold it opens once the vocabularies are loaded."""
    languages = "What the same paragraph costs in different languages"
    heading = languages.lower().replace(" ", "-")
    page.goto(f"{server.url}/wild?corpus=hug#{heading}")
    expect(fold(page, languages)).to_have_attribute("open", "")
    expect(fold(page, languages)).to_be_in_viewport()
    page.get_by_role("textbox", name="Text to encode").fill("hello world")
    for name in ("GPT-2", "cl100k", "o200k", "Qwen"):
        expect(row(page, name).locator(".chip")).to_have_text(["hello", "␣world"])
    row(page, "cl100k").locator(".chip").last.hover()
    expect(row(page, "Qwen").locator(".shared")).to_have_text(["␣world"])
    expect(row(page, "trained here").locator(".shared")).to_have_count(5)
    said = page.locator(".said")
    expect(said.locator("p")).to_have_text(
        "␣world covers the bytes 20 77 6F 72 6C 64. For the same bytes:"
    )
    expect(said.locator("li")).to_contain_text(
        ["GPT-2: ␣world", "cl100k: ␣world", "o200k: ␣world", "Qwen: ␣world", "trained here:"]
    )
    page.get_by_role("checkbox", name="Show only where two differ").check()
    expect(page.locator(".laid:visible")).to_have_count(2)
    expect(page.locator(".parted")).to_have_text(
        "GPT-2 and cl100k split this text into the same tokens."
    )
    page.locator(".two select").last.select_option("trained here")
    expect(row(page, "trained here").locator(".apart")).to_have_count(10)
    expect(page).to_have_url(re.compile("two=GPT-2(%20|[+])here"))
    expect(page.get_by_test_id("stVegaLiteChart")).to_be_visible()


def test_a_file_of_ones_own_is_compared_and_its_tokens_have_a_life(
    measured_page: Page, server: Server
) -> None:
    """A bad file is reported in our own words, and not used; a reload keeps the good one.

    The reload moves nothing. A token that is clicked opens its life: one of the learner's own file,
    which is still there, and a published one.
    """
    page = measured_page
    page.goto(f"{server.url}/wild?corpus=hug&with=GPT-2%20here&word=low&lang=en")
    page.get_by_text("Use your own tokenizer file").click()
    chooser = page.locator(".files input[type=file]")
    chooser.set_input_files(
        {"name": "bad.json", "mimeType": "text/plain", "buffer": b'{"model": {'}
    )
    expect(page.get_by_test_id("stAlert").filter(has_text="bad.json")).to_contain_text(
        "not valid JSON"
    )
    chooser.set_input_files({"name": "*my*.model", "mimeType": "text/plain", "buffer": MINBPE})
    own = row(page, "*my*.model").locator(".chip")
    expect(own.first).to_be_visible()
    page.get_by_role("textbox", name="Text to encode").fill("hug hu")
    expect(own).to_have_text(["hug", "␣", "hu"])
    expect(page).to_have_url(re.compile("input="))
    wait_until_kept(page)
    come_to_rest(page)
    page.reload()
    expect(own).to_have_text(["hug", "␣", "hu"])
    come_to_rest(page)
    stood_still(page)
    look_into_tokens(page, server)
    take_a_token_apart(page, server)


def look_into_tokens(page: Page, server: Server) -> None:
    """By a click on a token, and by a link beside it."""
    row(page, "*my*.model").locator(".chip").first.click()
    expect(page.locator(".token-life > .headline")).to_contain_text("The token hug, id 257")
    expect(page).to_have_url(re.compile("/wild[?].*part=inside"))
    expect(page).to_have_url(re.compile("look=file[.].*token=257"))
    expect(page).not_to_have_url(re.compile("word="))
    come_to_rest(page)
    page.get_by_role("radio", name="What text costs").click()
    chips = row(page, "GPT-2").locator(".chip")
    expect(chips).to_have_text(["h", "ug", "␣h", "u"])
    come_to_rest(page)
    chips.nth(1).hover()
    link = page.locator(".said").get_by_role("link", name="ug").first
    assert link.get_attribute("href") == (
        f"{server.url}/wild?part=inside&look=GPT-2&token=1018&lang=en"
    )
    link.click()
    expect(page.locator(".token-life > .headline")).to_contain_text("The token ug, id 1018")


def take_a_token_apart(page: Page, server: Server) -> None:
    """Its ancestors with their ranks, and the steps of its text, as in tiktoken's own merges."""
    page.goto(f"{server.url}/wild?part=inside&token=1018&lang=en")
    come_to_rest(page)
    page.get_by_role("radio", name="␣SolidGoldMagikarp").click()
    expect(page.locator(".token-life > .headline")).to_contain_text("id 43453")
    tree = page.locator(".ancestors .tree")
    expect(tree.locator(".leaf").first).to_contain_text("␣SolidGoldMagikarp")
    open_fold(page, "Why ␣SolidGoldMagikarp is split this way")
    walk = page.locator(".replay")
    expect(walk.locator("tr.first")).to_contain_text("◀ first")
    expect(walk.locator("tr.fits").first).to_contain_text("has to wait")
    walk.get_by_role("button", name="Last").click()
    expect(walk.locator(".rules")).to_contain_text("No rule fits any more")
    expect(walk.locator(".one-word .chip")).to_have_text(["␣SolidGoldMagikarp"])
    assert walk.locator(".one-word .chip").get_attribute("data-id") == "43453"
    page.get_by_text("All tokens", exact=True).click()
    search = page.get_by_role("textbox", name="Search for tokens")
    search.fill("hug")
    page.keyboard.press("Enter")
    found = page.locator(".vocabulary-tokens").first
    expect(found.get_by_role("button", name="hug").first).to_be_visible()
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


def test_a_file_that_the_browser_lost_too_is_asked_for(page: Page, server: Server) -> None:
    """The tab remembers which file it used, but the browser's database was emptied."""
    page.goto(f"{server.url}/inside?look=file.000000000000.*my*.model&lang=en")
    field = page.locator(".files")
    field.locator("input").wait_for(state="attached")
    come_to_rest(page)
    page.evaluate(
        """sessionStorage.setItem("merge-by-merge: tokenizer files", JSON.stringify(
          [{digest: "0".repeat(64), name: "*my*.model"}]))"""
    )
    page.reload()
    expect(field.locator(".message")).to_have_text(
        "*my*.model is no longer stored on the server or in your browser. Choose it again."
    )
    expect(page.get_by_test_id("stAlert")).to_contain_text("*my*.model")
    chooser = page.locator(".files input[type=file]")
    chooser.set_input_files({"name": "*my*.model", "mimeType": "text/plain", "buffer": MINBPE})
    expect(page.locator(".token-life > .headline")).to_contain_text("257")
    expect(field.locator(".message")).to_be_empty()
