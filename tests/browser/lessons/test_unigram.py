"""The lesson "Unigram", as a learner uses it."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def test_a_long_word_fits_a_phone_and_its_diagram_can_be_left(
    page: Page, visit: Callable[..., Locator]
) -> None:
    """Its lattice without probabilities, and its segmentations: nothing is cut at the right.

    Of the arcs, the best ones are not dashed. The diagram uses the arrows that are pressed in it,
    but Tab leaves it.
    """
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, path="/unigram", corpus="inflections", step=1, word="friendliness")
    expect(page.locator(".diagram .unit")).to_have_text([*"friendliness", "</w>"])
    best = page.locator(".arc.best").first
    assert best.evaluate("n => getComputedStyle(n).strokeDasharray") == "none"
    diagram = page.locator(".diagram > .scroll:not(.ways)")
    diagram.focus()
    page.keyboard.press("Tab")
    expect(diagram).not_to_be_focused()
    expect(page.locator(".diagram .label small")).to_have_count(0)
    for box in page.locator(".diagram .scroll, .scroll.ways").all():
        assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 1
