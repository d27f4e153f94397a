"""Take the README's pictures: `python -m docs.pictures http://localhost:8501`.

The app has to be running at that address. Five merges are filmed: each step's own movement is
stopped at a few moments, so that the film is the same on a slow machine. Then a still is taken of
each chapter, of a room, a quiz and a worksheet.
"""

import io
import sys
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlencode

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page

from benchmarks.measuring import chromium
from tests.browser.actions import come_to_rest

HERE = Path(__file__).parent
FILMS = {
    "merges.webp": {"lang": "en", "corpus": "hug"},
    "merges.zh.webp": {"lang": "zh", "corpus": "tea"},
}
STEPS = 5
#: Milliseconds of a step's movement that are shown, and how long each picture and the rest stand.
MOMENTS = range(0, 1150, 145)
STANDS, RESTS = 100, 1100
WIDTH = 840

#: Stops all movements at a moment.
STOP = """(moment) => {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = moment;
  }
}"""
#: Keeps what is there for a movement only until the movement is ended, however long pictures take.
HOLD = """() => {
  globalThis.ends = [];
  const later = setTimeout;
  globalThis.setTimeout = (end, time, ...rest) =>
    time === 1150 ? ends.push(end) : later(end, time, ...rest);
}"""
#: Ends all movements.
END = """() => {
  for (const animation of document.getAnimations()) animation.finish();
  for (const end of ends.splice(0)) end();
}"""
#: Resolves when the page has drawn what a click changed.
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def film(page: Page) -> tuple[list[Image.Image], list[int]]:
    """The pictures of the steps, and how many milliseconds each stands."""
    pictures, stand = [picture(page)], [RESTS]
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(HOLD)
    for _step in range(STEPS):
        page.keyboard.press("ArrowRight")
        page.evaluate(DRAWN)
        for moment in MOMENTS:
            page.evaluate(STOP, moment)
            pictures.append(picture(page))
            stand.append(STANDS)
        page.evaluate(END)
        pictures.append(picture(page))
        stand.append(RESTS)
    return pictures, [*stand[:-1], 3 * RESTS]


def picture(page: Page) -> Image.Image:
    """The controls and the stage as they look now."""
    top = page.locator(".transport").bounding_box()
    end = page.locator(".stage").bounding_box()
    assert top is not None
    assert end is not None
    height = end["y"] + end["height"] + 8 - top["y"]
    clip = FloatRect(x=end["x"] - 8, y=top["y"], width=end["width"] + 16, height=height)
    shot = Image.open(io.BytesIO(page.screenshot(clip=clip)))
    return shot.convert("RGB").resize(
        (WIDTH, round(shot.height * WIDTH / shot.width)), Image.Resampling.LANCZOS
    )


def write_films(browser: Browser, address: str) -> None:
    """Write one film for each language."""
    for name, params in FILMS.items():
        page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        page.goto(f"{address}/?{urlencode(params)}")
        page.locator(".st-key-language_choice [role=radio]").first.wait_for()
        page.locator(".stage").wait_for()
        pictures, stand = film(page)
        pictures[0].save(
            HERE / name,
            save_all=True,
            append_images=pictures[1:],
            duration=stand,
            loop=0,
            quality=45,
            method=6,
        )
        page.close()


class Still(NamedTuple):
    """A page of the app, and how it is looked at."""

    address: str
    params: dict[str, str]
    width: int = 1280
    height: int = 720
    theme: Literal["dark", "light"] = "light"


#: By file name.
STILLS = {
    "subwords.webp": Still("compare", {"lang": "en", "corpus": "english"}),
    "encode.webp": Still("encode", {"lang": "en", "corpus": "inflections"}),
    "bytes.webp": Still("bytes", {"lang": "zh", "corpus": "chinese"}),
    "vocabulary.webp": Still("inside", {"lang": "en"}),
    "unigram.webp": Still("unigram", {"lang": "zh", "corpus": "tea"}, theme="dark"),
    "parity.webp": Still("parity", {"lang": "en", "step": "40"}, theme="dark"),
    "quiz.webp": Still("quiz", {"lang": "en"}),
    "worksheet.webp": Still("worksheet", {"lang": "zh", "corpus": "tea"}),
    "phone.webp": Still("", {"lang": "en", "corpus": "hug", "step": "2"}, 390, 844),
}


def write_stills(browser: Browser, address: str) -> None:
    for name, still in STILLS.items():
        page = open_page(browser, address, still)
        save(page, name)
        page.close()


def write_room(browser: Browser, address: str) -> None:
    """A vote on the projector and on a phone, side by side."""
    projector = open_page(browser, address, Still("", {"corpus": "hug", "view": "present"}))
    projector.get_by_role("button", name="Open a room").click()
    code = projector.get_by_role("img", name="QR code of the room").screenshot()
    link = zxingcpp.read_barcode(Image.open(io.BytesIO(code)))
    assert link is not None
    phone = browser.new_page(viewport={"width": 390, "height": 720})
    phone.goto(link.text)
    projector.get_by_text("1 joined").wait_for()
    projector.keyboard.press("PageDown")
    phone.locator('[data-word="0"][data-token="1"]').click()
    come_to_rest(projector)
    save(projector, "room.webp")
    save(phone, "vote.webp")


def open_page(browser: Browser, address: str, still: Still) -> Page:
    page = browser.new_page(
        viewport={"width": still.width, "height": still.height},
        color_scheme=still.theme,
        reduced_motion="reduce",
        locale="en-US",
    )
    page.goto(f"{address}/{still.address}?{urlencode(still.params)}")
    page.locator(".st-key-language_choice [role=radio]").first.wait_for(state="attached")
    if still.address == "inside":
        page.get_by_role("heading", name="How this token was made").wait_for()
    come_to_rest(page)
    return page


def save(page: Page, name: str) -> None:
    shot = Image.open(io.BytesIO(page.screenshot()))
    shot.convert("RGB").save(HERE / name, quality=82, method=6)


def main(address: str) -> None:
    """Write all pictures."""
    with chromium() as browser:
        write_films(browser, address)
        write_stills(browser, address)
        write_room(browser, address)


if __name__ == "__main__":
    main(sys.argv[1])
