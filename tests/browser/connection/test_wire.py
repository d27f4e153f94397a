"""The bytes that a megabyte of text sends to the browser, by the browser's own log."""

import base64
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.actions import come_to_rest, own_text_field
from tests.browser.connection.test_own_text_large import (
    open_own_text,
    progress,
    source_text,
    upload,
)

Visit = Callable[..., Locator]
MERGES = 8_000
#: The bytes of the frame that ends a run of the page.
END_OF_RUN = 8
#: More bytes than there are in a run that only looks at the progress of a training, about 2,000: a
#: slow machine looks more often. And the most of one that draws the page around the walk, which
#: happens once while it trains.
LOOK, AROUND = 2_500, 42_000


@dataclass
class Wire:
    """Bytes received."""

    frames: list[int] = field(default_factory=list)
    #: The pieces of a walk that were fetched: after how many frames, and their bytes.
    answers: list[tuple[int, int]] = field(default_factory=list)
    requests: dict[str, str] = field(default_factory=dict)

    def follow(self, log: CDPSession) -> None:
        log.send("Network.enable")
        log.on("Network.webSocketFrameReceived", self._on_frame)
        log.on("Network.requestWillBeSent", self._on_request)
        log.on("Network.loadingFinished", self._on_answer)

    def _on_frame(self, event: dict[str, Any]) -> None:
        # The log has frames as they were before compression. They are compressed again here, each
        # by itself and with the small window that the server uses, so the true figure is lower.
        data = base64.b64decode(event["response"]["payloadData"])
        deflate = zlib.compressobj(wbits=-12, memLevel=5)
        self.frames.append(len(deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)))

    def _on_request(self, event: dict[str, Any]) -> None:
        self.requests[event["requestId"]] = event["request"]["url"]

    def _on_answer(self, event: dict[str, Any]) -> None:
        if "/trace/" in self.requests.get(event["requestId"], ""):
            self.answers.append((len(self.frames), int(event["encodedDataLength"])))


def runs(frames: list[int]) -> list[int]:
    """The bytes that each run of the page has sent; the last one may be under way.

    >>> runs([100, 8, 50, 20, 8, 7])
    [108, 78, 7]
    """
    sums = [0]
    for frame in frames:
        sums[-1] += frame
        if frame == END_OF_RUN:
            sums.append(0)
    return sums


def test_a_megabyte_travels_in_170_kb_and_is_walked_and_a_wrong_file_is_explained(
    page: Page, visit: Visit
) -> None:
    """170 kB at most come from the upload until the first step arrives.

    By far the largest frame brings the walk. The charts below it and more of its pieces come later.
    A twentieth is left over: the text is that of this Python's library, and our own scripts grow.
    A long table is read by the worker.
    """
    open_own_text(page, visit, merges=MERGES, pre="gpt2", unit="byte")
    come_to_rest(page)
    wire = Wire()
    log = page.context.new_cdp_session(page)
    wire.follow(log)
    upload(page, source_text(1_000_000))
    expect(page.get_by_text(f"Step 0 of {MERGES:,}").first).to_be_visible()
    log.detach()
    walk = max(wire.frames)
    assert walk > 30_000, "nothing was measured"
    until = wire.frames[: wire.frames.index(walk) + 1]
    *before, last = runs(until)
    fetched = sum(size for place, size in wire.answers if place < len(until))
    assert last + fetched <= 170_000
    assert sum(size for size in before if size > LOOK) <= AROUND
    status = page.get_by_role("status").filter(has_text="of 8,000")
    page.get_by_role("button", name="Last", exact=True).click()
    expect(status).to_contain_text("Step 8,000")
    expect(page.locator(".bars li")).to_have_count(20)
    expect(page.locator(".words > .word").nth(199)).to_be_visible()  # also of those drawn later
    expect(progress(page)).to_have_count(0)
    a_dropped_folder_cannot_be_read(page)
    lines = [f"word{i} {i % 9 + 1}" for i in range(60_000)]
    upload(page, "\n".join([*lines, "zero 0"]))
    expect(page.get_by_text("Line 60,001 of the table")).to_be_visible()


def a_dropped_folder_cannot_be_read(page: Page) -> None:
    """It comes as a file."""
    own_text_field(page)
    page.locator("input[type=file]").evaluate(
        """input => {
          const file = new File([], "folder");
          file.arrayBuffer = () => Promise.reject(new DOMException("", "NotFoundError"));
          Object.defineProperty(input, "files", { value: [file], configurable: true });
          input.dispatchEvent(new Event("change"));
          delete input.files;
        }"""
    )
    expect(page.get_by_role("alert").filter(has_text="cannot read this")).to_be_visible()
