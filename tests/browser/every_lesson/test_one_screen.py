"""The whole step on one screen: nothing has to be scrolled to, and nothing moves between steps."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.session.parameters import encode_text
from tests.browser.actions import come_to_rest, open_sidebar, resize
from tests.examples import explores

Visit = Callable[..., Locator]
Boxes = dict[str, Any]

#: What a step consists of; on a phone the rest follows below.
STEP = (
    ".transport",
    ".headline",
    ".panel.corpus",
    ".panel:is(.pairs, .finale)",
    ".panel.why",
    ".panel:is(.changed, .question-first)",
    ".panel.growth",
)
ON_A_PHONE = (".headline", ".panel.corpus", ".in-short", ".panel:is(.pairs, .finale) > header")
SIZES = ((1280, 720, STEP), (1920, 1080, STEP), (390, 844, ON_A_PHONE), (768, 1024, STEP[:4]))
#: A walk of each kind, with the corpora that need most room; a search tries others.
WALKS = [("/", "mixed", "en"), ("/wordpiece", "quit", "zh"), ("/unigram", "english", "en")]
OTHERS = [
    ("/", "learning", "zh"),
    ("/", "scripts", "en"),
    ("/wordpiece", "english", "en"),
    ("/wordpiece", "learning", "en"),
    ("/unigram", "scripts", "zh"),
]
#: How many strides are taken from the first step to the last, where its panels are looked at.
STRIDES = 40 if explores() else 4
#: The walks over whose first twenty steps nothing may move.
STILL = {("/", "mixed"), ("/unigram", "english")}


def boxes(page: Page, parts: tuple[str, ...]) -> Boxes:
    """Top and bottom of each part, in pixels, and how many rows of the bars can be seen."""
    return page.locator(".stepper").first.evaluate(
        """(node, parts) => {
          const all = (part) => [...node.querySelectorAll(part)];
          const seen = (part) => all(part).find((it) => it.checkVisibility());
          const box = (part) => seen(part).getBoundingClientRect();
          const bars = box(":is(.bars, .finale)");
          const shown = [...node.querySelectorAll(".bars li")].filter((it) => it.checkVisibility());
          const rows = shown.map((row) =>
            row.getBoundingClientRect());
          const transport = box(".transport");
          const floor = transport.top > innerHeight / 2 ? transport.top : innerHeight;
          const long = node.querySelectorAll(
            ".stage :is(.words, .bars, .notes, .reasons, .changes)");
          const cut = [...long].filter((part) => part.scrollWidth > part.clientWidth);
          const place = (part) => [part, [box(part).top, box(part).bottom]];
          return {
            parts: Object.fromEntries(parts.map(place)),
            floor,
            rows: rows.filter((row) => row.bottom <= Math.min(bars.bottom, floor) + 1).length,
            all: rows.length,
            cut: cut.map((part) => part.className),
          };
        }""",
        list(parts),
    )


def go(scrubber: Locator, step: int) -> None:
    """Go to a step as the slider does, and wait until it is drawn, and fitted a frame later."""
    scrubber.evaluate(
        """async (node, step) => {
          node.value = step;
          node.dispatchEvent(new Event("input"));
          do await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
          while (node.getRootNode().querySelector(".loading"));
        }""",
        step,
    )


def outside(found: Boxes) -> list[str]:
    """The parts of which something is off the screen, or behind the thumb's controls."""
    places = found["parts"].items()
    return [part for part, (top, bottom) in places if top < 0 or bottom > found["floor"] + 1]


@pytest.mark.parametrize(("path", "corpus", "lang"), WALKS + OTHERS * explores())
def test_a_step_needs_no_scrolling_and_nothing_moves(
    page: Page, visit: Visit, path: str, corpus: str, lang: str
) -> None:
    """At a projector's size, on a large screen, on a phone, and on a tablet held upright."""
    visit(page, path, corpus=corpus, step=1, lang=lang)
    last = int(page.locator(".scrubber").get_attribute("max") or "0")
    for width, height, parts in SIZES if path == "/wordpiece" or explores() else SIZES[::2]:
        resize(page, width, height)
        for step in (1, min(5, last), last):
            is_on_the_screen(page, step, parts, f"{width} × {height}, step {step}")
        if width > 390:
            assert not cut_off(page), f"{width} × {height}"
            expect(page.locator(".transport .speed")).to_be_in_viewport(ratio=1)
        if (path, corpus) in STILL and width != 1920:
            places = places_of(page, range(1, min(20, last) + 1), parts)
            assert len(places) == 1, f"{width} × {height}: a panel moves: {places}"
    if path == "/":
        controls_have_one_line_at_200_percent(page)
    if (path, corpus) == ("/unigram", "english"):
        before_a_class_the_stage_stays_where_it_is(page)


def controls_have_one_line_at_200_percent(page: Page) -> None:
    """On a screen of 1,280 pixels, at a step of three digits."""
    resize(page, 640, 360)
    go(page.locator(".scrubber"), 120)
    expect(page.locator(".headline")).to_contain_text("120")
    buttons, speed = page.locator(".transport .next"), page.locator(".transport .speed")
    (one, other) = (box.bounding_box() or {} for box in (buttons, speed))
    assert one["y"] == pytest.approx(other["y"], abs=2)


def before_a_class_the_stage_stays_where_it_is(page: Page) -> None:
    """On a projector a sentence beside the buttons has one line or two, and no bar is cut."""
    resize(page, 1280, 720)
    open_sidebar(page)
    page.get_by_role("button", name="Presenter view").click()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    come_to_rest(page)
    expect(page.get_by_role("checkbox", name="Predict")).to_be_visible()
    stage, bars = page.locator(".stage"), page.locator(".bars")
    tops = set()
    for step in range(3):
        go(page.locator(".scrubber"), step)
        expect(page.locator(".headline")).to_contain_text(f"Round {step} of")
        tops.add(stage.evaluate("(node) => node.getBoundingClientRect().top"))
        assert bars.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1"), step
    assert len(tops) == 1


def test_above_a_text_of_ones_own_there_is_room_for_its_field(page: Page, visit: Visit) -> None:
    """Folded, in one row with its length, on a projector: all panels stay on the screen.

    Beside the settings they are narrower, and still nothing lies over the plane of what was gained.
    """
    page.set_viewport_size({"width": 1280, "height": 720})
    text = encode_text("the theatre is there then they breathe the weather neither this nor that")
    visit(page, "/", corpus="own", text=text, lang="en")
    expect(page.get_by_text("72 characters in use")).to_be_visible()
    for step in (0, 1):
        is_on_the_screen(page, step, STEP, f"step {step}")
    open_sidebar(page)
    come_to_rest(page)
    parts = (".trade-off-plane .x", ".better-for")
    axis, below = (page.locator(f".growth {part}").bounding_box() for part in parts)
    assert axis
    assert below
    assert axis["y"] + axis["height"] <= below["y"] + 1


def test_the_presenters_view_needs_no_scrolling(page: Page, visit: Visit) -> None:
    """Nor does it where long tokens give the sentence of the step two lines."""
    visit(page, "/wordpiece", corpus="news-zh", view="present", lang="en")
    last = int(page.locator(".scrubber").get_attribute("max") or "0")
    for width, height, parts in SIZES[:2]:
        resize(page, width, height)
        for step in (1, last // 2, last):
            is_on_the_screen(page, step, parts, f"{width} × {height}, step {step}")


def test_before_a_class_no_card_is_half_empty(page: Page, visit: Visit) -> None:
    """From the first step to the result: fewer bars leave more room, and larger type, for why."""
    visit(page, "/", corpus="hug", step=0, lang="en", view="present")
    for width, height, _ in SIZES[:2]:
        resize(page, width, height)
        for step in range(8):
            go(page.locator(".scrubber"), step)
            empty = page.locator(".stage").evaluate(HALF_EMPTY)
            assert not empty, f"{width} × {height}, step {step}: {empty}"


#: The cards whose lower half shows nothing.
HALF_EMPTY = """(stage) => {
  const bottom = (part) => part.checkVisibility() ? part.getBoundingClientRect().bottom : 0;
  const parts = "p, li, dd, .chip, .count, .bar, .axis";
  return [...stage.querySelectorAll(".panel")].filter((card) => {
    const { top, height } = card.getBoundingClientRect();
    return card.checkVisibility() &&
      Math.max(...[...card.querySelectorAll(parts)].map(bottom)) < top + height / 2;
  }).map((card) => card.className);
}"""


def is_on_the_screen(page: Page, step: int, parts: tuple[str, ...], where: str) -> None:
    """Each part is whole at a step, at least three pairs can be seen, and no text is cut off."""
    go(page.locator(".scrubber"), step)
    found = boxes(page, parts)
    assert not outside(found), f"{where}: {found}"
    assert found["rows"] >= min(3, found["all"]), where
    assert not found["cut"], f"cut off at the right: {where}"


def cut_off(page: Page) -> list[str]:
    """The parts that do not fit into their panel, by step: bars, reasons and changes."""
    found: list[str] = page.locator(".stepper").first.evaluate(
        """async (node, strides) => {
          const scrubber = node.querySelector(".scrubber");
          const last = Number(scrubber.max);
          const stride = Math.max(1, last / strides);
          const parts = ".stage :is(.bars, .reasons, .changes)";
          const isFull = (part) =>
            part.checkVisibility() && part.scrollHeight > part.clientHeight + 1;
          const full = () => [...node.querySelectorAll(parts)].filter(isFull);
          const drawn = () => new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
          const found = [];
          for (let place = 0; place <= last; place += stride) {
            scrubber.value = Math.round(place);
            scrubber.dispatchEvent(new Event("input"));
            do await drawn();
            while (node.querySelector(".loading"));
            // What has just come from the server is fitted a frame later.
            for (let frame = 0; full().length && frame < 10; frame++) await drawn();
            for (const part of full()) {
              found.push(`step ${scrubber.value}: ${part.className}, ${part.innerText}`);
            }
          }
          return found;
        }""",
        STRIDES,
    )
    return found


def places_of(page: Page, steps: range, parts: tuple[str, ...]) -> set[tuple[int, ...]]:
    """Where the parts begin at each step, in whole pixels; notes, ties and bytes among them.

    The steps are taken in the page, so that it measures each and paints the last one.
    """
    places: list[list[int]] = page.locator(".scrubber").evaluate(
        """async (scrubber, [first, last, parts]) => {
          const root = scrubber.getRootNode();
          const all = (part) => [...root.querySelectorAll(part)];
          const seen = (part) => all(part).find((it) => it.checkVisibility());
          const top = (part) => Math.round(seen(part).getBoundingClientRect().top);
          const places = [];
          for (let step = first; step <= last; step++) {
            scrubber.value = step;
            scrubber.dispatchEvent(new Event("input"));
            await new Promise((resolve) => setTimeout(resolve));
            const shown = root.querySelector(".transport .number").value;
            if (shown !== String(step)) throw new Error(`step ${step}: ${shown}`);
            places.push(parts.map(top));
          }
          return places;
        }""",
        [steps.start, steps.stop - 1, list(parts)],
    )
    return set(map(tuple, places))


@pytest.mark.parametrize(
    ("path", "params", "parts"),
    [
        (
            "/side_by_side",
            {"corpus": "happily"},
            (".transport", ".parting", ".three", ".one-word", ".word-ways", ".one-word .legend"),
        ),
        (
            "/encode",
            {"corpus": "inflections", "special": "<|endoftext|>"},
            (".transport", ".headline", ".words.one-word", ".panel.rules", ".panel.match"),
        ),
    ],
)
def test_other_walks_are_on_one_screen_too(
    page: Page, visit: Visit, path: str, params: dict[str, str], parts: tuple[str, ...]
) -> None:
    """Three algorithms and a long word; a text with special tokens, and a word on its way.

    No step moves any of it.
    """
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, path, lang="en", **params)
    come_to_rest(page)
    for part in parts:
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 720, part
    last = int(page.locator(".scrubber").get_attribute("max") or "0")
    for width, height in ((1280, 720), (390, 844)):
        resize(page, width, height)
        assert len(places_of(page, range(last + 1), parts[1:])) == 1, f"{width} × {height}"
    if path == "/encode":
        the_rule_that_comes_next_is_seen(page)


def the_rule_that_comes_next_is_seen(page: Page) -> None:
    """On a phone above the thumb's controls, and in the word its pair, at every step.

    The list of rules does not scroll. Tab reaches what is above the word from top to bottom.
    """
    come_to_rest(page)  # the page is drawn again for the step that is reported
    tab_goes_down(page, page.get_by_role("slider").first, page.locator(".pick").first)
    scrubber = page.locator(".scrubber")
    for step in range(int(scrubber.get_attribute("max") or "0")):
        go(scrubber, step)
        rules = page.locator(".rules .scroll")
        assert rules.evaluate("(list) => list.scrollHeight <= list.clientHeight + 1"), step
        unseen = page.locator(".encoder").evaluate(
            """(node) => {
              const box = (part) => part.getBoundingClientRect();
              const floor = box(node.querySelector(".transport")).top;
              const parts = node.querySelectorAll(".one-word .chip.coming, .rules .first");
              const hidden = [...parts].filter((part) => {
                const { top, bottom } = box(part.closest("[tabindex='0']"));
                return box(part).top < top - 1 || box(part).bottom > Math.min(bottom, floor) + 1;
              });
              return parts.length < 3 ? ["nothing comes next"] : hidden.map((it) => it.textContent);
            }"""
        )
        assert not unseen, f"step {step}"


def tab_goes_down(page: Page, first: Locator, last: Locator) -> None:
    """From one element to another, Tab goes to none in a line above the one before it."""
    first.focus()
    tops = []
    for _ in range(20):
        tops.append(
            page.evaluate(
                """() => {
                  let node = document.activeElement;
                  while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
                  return node.getBoundingClientRect().top;
                }"""
            )
        )
        if last.evaluate("node => node.matches(':focus')"):
            break
        page.keyboard.press("Tab")
    assert all(below > above - 8 for above, below in pairwise(tops)), tops
    expect(last).to_be_focused()
