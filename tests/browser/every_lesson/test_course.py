"""The way through the course: questions answered at once, the next lesson, and what is finished."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, come_to_rest
from tests.served_app import Server


def test_a_lesson_ends_with_questions_and_leads_to_the_next(page: Page, server: Server) -> None:
    """A wrong choice says why, a right one too; the course then marks the lesson as finished."""
    page.goto(f"{server.url}/bytes?lang=en")
    expect(page).to_have_title("Bytes · Merge by Merge")
    page.get_by_text("Check yourself: three quick questions").click()
    asked = page.get_by_role("group", name=re.compile("^Why are there no unknown tokens"))
    asked.get_by_role("button", name="Every character of Unicode is a base token.").click()
    expect(asked.get_by_role("status")).to_have_text(re.compile(r"^Not quite\. .*There are 256\.$"))
    asked.get_by_role("button", name=re.compile("^Any text is bytes")).click()
    expect(asked.get_by_role("status")).to_have_text(re.compile(r"^Right\."))
    come_to_rest(page)
    before = page.url
    click(page, "Next: A tokenizer file")
    expect(page.get_by_role("heading", level=1)).to_have_text("A tokenizer file")
    expect(page).to_have_title("A tokenizer file · Merge by Merge")
    come_to_rest(page)
    page.go_back()
    expect(page).to_have_url(before)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bytes")
    page.get_by_role("link", name="Course", exact=True).click()
    expect(page.locator("li.finished")).to_have_text(re.compile("^Bytes.*finished"))
    page.locator(".way").get_by_role("link", name="Merge by merge").click()
    expect(page.get_by_role("status").first).to_contain_text("Step 0 of")


def test_a_chinese_phone_steps_and_goes_to_another_lesson_by_the_menu(
    new_page: Callable[..., Page], visit: Callable[..., Locator]
) -> None:
    """Without a link that names the language. The open menu covers the lesson.

    Neither the lesson's title nor the choice of a language is above its button, which closes it. So
    does the choice of a lesson: Streamlit does this by the browser's name for itself.
    """
    page = new_page(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        locale="zh-CN",
        user_agent="Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36",
    )
    status = visit(page)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("button", name="下一步", exact=True).tap()
    expect(status).to_contain_text("第 1 步")
    come_to_rest(page)
    opens = page.get_by_test_id("stExpandSidebarButton")
    opens.tap()
    title = page.get_by_role("heading", level=1)
    bytes_lesson = page.get_by_test_id("stSidebarNavLink").filter(has_text=re.compile("^字节$"))
    expect(bytes_lesson).to_be_in_viewport(ratio=1)
    assert title.evaluate(
        """(node) => {
          const { left, top, height } = node.getBoundingClientRect();
          const above = document.elementsFromPoint(left + 4, top + height / 2)[0];
          return Boolean(above.closest("[data-testid=stSidebar]"));
        }"""
    )
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").tap()
    expect(opens).to_be_visible()
    opens.tap()
    bytes_lesson.tap()
    expect(title).to_have_text("字节")
    expect(opens).to_be_visible()
