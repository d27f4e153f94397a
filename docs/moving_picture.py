"""Film five merges for the README: `python docs/moving_picture.py http://localhost:8501`.

The app has to be running at that address. Each step's own movement is stopped at a few moments,
so that the picture is the same on a slow machine.
"""

import io
import sys
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, find_chromium

HERE = Path(__file__).parent
PICTURES = {
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
#: Ends all movements.
END = "() => document.getAnimations().forEach((animation) => animation.finish())"
#: Resolves when the page has drawn what a click changed.
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def film(page: Page) -> tuple[list[Image.Image], list[int]]:
    """The pictures of the steps, and how many milliseconds each stands."""
    pictures, stand = [picture(page)], [RESTS]
    page.emulate_media(reduced_motion="no-preference")
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
    box = {"x": end["x"] - 8, "y": top["y"], "width": end["width"] + 16}
    height = end["y"] + end["height"] + 8 - top["y"]
    shot = Image.open(io.BytesIO(page.screenshot(clip={**box, "height": height})))  # type: ignore[typeddict-item]
    return shot.convert("RGB").resize(
        (WIDTH, round(shot.height * WIDTH / shot.width)), Image.Resampling.LANCZOS
    )


def main(address: str) -> None:
    """Write one picture for each language."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        for name, params in PICTURES.items():
            page = browser.new_page(
                viewport={"width": 1280, "height": 720}, reduced_motion="reduce"
            )
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
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
