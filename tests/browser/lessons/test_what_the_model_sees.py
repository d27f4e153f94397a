"""The lesson "What the model sees", as a learner uses it on a phone."""

import re

from playwright.sync_api import Page, expect

from tests.served_app import Server


def test_a_prediction_is_made_and_the_text_is_cut_where_it_is_clicked(
    page: Page, server: Server
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/sees?corpus=low&part=cut_off")
    page.get_by_text("at none of them").click()
    page.get_by_role("button", name="Submit my prediction", exact=True).click()
    strip = page.get_by_role("group", name="text", exact=True)
    strip.locator(".cell").nth(6).click()
    expect(strip.locator(".cell.prompt")).to_have_count(6)
    page.wait_for_url(re.compile("cut=6"))
    wide = page.get_by_test_id("stMain").evaluate("node => node.scrollWidth - node.clientWidth")
    assert wide == 0
