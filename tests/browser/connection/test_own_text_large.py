"""The learner's own large text: a worker trains it visibly, without holding anyone up."""

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from pages.session.parameters import encode_text
from tests.browser.actions import come_to_rest, open_sidebar, use_text, wait_until
from tests.served_app import Server, slowed, workers

Visit = Callable[..., Locator]
NewPage = Callable[..., Page]

#: One word of two parts on its way: its training is looked at while the workers are slowed down.
SLOW = random.Random(3).randbytes(600_000).hex()


def source_text(size: int) -> str:
    """Text from Python's own library: every machine has a megabyte of it."""
    folder = Path(random.__file__).parent
    texts = (path.read_text("utf-8", "replace") for path in sorted(folder.glob("*.py")))
    text = "\n".join(texts).encode("ascii", "ignore")[:size]
    assert len(text) == size
    return text.decode()


def hand_over(page: Page, text: str, name: str = "text.txt") -> None:
    """Choose a file."""
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def upload(page: Page, text: str, name: str = "text.txt") -> None:
    """Hand a file over, and wait until it has been accepted."""
    hand_over(page, text, name)
    expect(page.get_by_text(f"{len(text):,} characters in use")).to_be_visible()


def open_own_text(page: Page, visit: Visit, **params: object) -> None:
    """The learner's own text, from a link with a short one."""
    visit(page, text=encode_text("hug pug"), **params)
    page.locator("input[type=file]").wait_for(state="attached")


def progress(page: Page) -> Locator:
    return page.get_by_test_id("stProgress")


def test_a_training_is_told_while_the_page_is_used_and_can_end_early(
    page: Page, visit: Visit, server: Server
) -> None:
    """A list that is open stays open while the progress is drawn.

    A worker that dies is reported, and trying again works; so does cancelling.
    What was there before can be restored. A text is sent once: later clicks send a few kB.
    """
    sent: list[int] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda frame: sent.append(len(frame))))
    open_own_text(page, visit, merges=3000, min=1)
    upload(page, source_text(100_000))
    expect(page.get_by_text("Step 0 of 3,000").first).to_be_visible()
    sent.clear()
    with slowed(lambda: server):
        upload(page, SLOW)
        assert len(SLOW) * 4 / 3 < sum(sent) < len(SLOW) * 3 / 2
        assert max(sent) < 1_400_000, "in parts"
        sent.clear()
        it_is_told_and_can_end_early(page, server)
    page.get_by_role("button", name="Go back to what you saw before").click()
    expect(page.get_by_text("Step 0 of 3,000").first).to_be_visible()
    open_sidebar(page)
    choose(page, "Unit", "bytes")
    page.wait_for_url("**unit=byte*")
    expect(page.get_by_text("Step 0 of 3,000").first).to_be_visible()
    come_to_rest(page)
    assert max(sent) < 100_000


def it_is_told_and_can_end_early(page: Page, server: Server) -> None:
    expect(progress(page)).to_contain_text(re.compile(r"[1-9][\d,]* of 3,000 merges"))
    page.get_by_role("combobox", name="Corpus").click()
    option = page.get_by_role("option", name="Your own text")
    expect(option).to_be_visible()
    told = progress(page).inner_text()
    expect(progress(page)).not_to_have_text(told)
    expect(option).to_be_visible()
    page.keyboard.press("Escape")
    wait_until(lambda: len(workers(server)) == 2)
    for worker in workers(server):
        worker.kill()
    expect(page.get_by_text("The training was stopped before it finished")).to_be_visible()
    page.get_by_role("button", name="Train again").click()
    expect(progress(page)).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The training was cancelled.")).to_be_visible()
    expect(page.get_by_role("button", name="Train again")).to_be_visible()
    wait_until(lambda: len(workers(server)) == 1)


def choose(page: Page, label: str, option: str) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option).click()


def test_a_neighbour_steps_and_waits_in_the_queue(
    page: Page, measured_page: Page, visit: Visit, server: Server
) -> None:
    """Small trainings need no place in the queue; a large one gets a number, then its turn.

    A training ends when its learner chooses something else, or leaves.
    """
    open_own_text(page, visit, merges=20_000)
    neighbour = measured_page
    with slowed(lambda: server):
        upload(page, SLOW)
        expect(progress(page)).to_be_visible()
        status = visit(neighbour, text=encode_text("hug pug"), merges=20_000)
        neighbour.get_by_role("button", name="Next", exact=True).click()
        expect(status).to_contain_text("Step 1 of")
        neighbour.locator("input[type=file]").wait_for(state="attached")
        upload(neighbour, SLOW[::-1])  # as long, so it does not end before it is looked at
        if (os.cpu_count() or 1) < 4:  # one worker
            expect(progress(neighbour)).to_contain_text("yours is number 1 in the queue")
        choose(page, "Corpus", "hug, pug, pun")
        expect(page.get_by_text("Step 0 of 7").first).to_be_visible()
        expect(progress(page)).to_have_count(0)
        expect(progress(neighbour)).not_to_contain_text("in the queue")
        wait_until(lambda: len(workers(server)) == 2)
        neighbour.goto(f"{server.url}/_stcore/health")
        wait_until(lambda: len(workers(server)) == 1)


class Gate:
    """Sits between a page and its server. Once shut, it lets no large message through.

    It holds that message and all that follow it, as a slow connection does, or loses it alone. The
    page must be a test's own: its tab keeps the gate.
    """

    def __init__(self, page: Page) -> None:
        self._left, self._loses = -1, False
        self._held = list[tuple[WebSocketRoute, str | bytes]]()
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: self._pass(server, message))

    def _pass(self, server: WebSocketRoute, message: str | bytes) -> None:
        is_large = len(message) > 100_000
        if self._held or (is_large and not self._left):
            if not self._loses:
                self._held.append((server, message))
            return
        self._left -= is_large
        server.send(message)

    def shut(self, *, after: int, loses: bool = False) -> None:
        """Let so many large messages through, and no more."""
        self._left, self._loses = after, loses

    def open(self) -> None:
        self._left = -1
        held, self._held = self._held, []
        for server, message in held:
            server.send(message)


def long_text(size: int) -> str:
    """Text that is long on its way and trained at once, since it has few words."""
    return ("hug pug pun bun " * (size // 16 + 1))[:size]


def send_first_part(page: Page, text: str, percent: int = 50) -> None:
    """Hand over more than a megabyte, of which the gate lets only the first part through.

    The server has then handled all that was sent before.
    """
    hand_over(page, text)
    expect(page.get_by_text(f"Sending your text: {percent}%")).to_be_visible()


def sending(page: Page) -> Locator:
    """The progress bar of a text that is being sent."""
    return page.get_by_role("progressbar", name="Sending your text")


def test_a_text_on_its_way_is_seen_and_a_lost_part_is_sent_again(
    new_page: NewPage, visit: Visit
) -> None:
    """The page can be used meanwhile."""
    page = new_page()
    gate = Gate(page)
    open_own_text(page, visit, merges=300)
    gate.shut(after=1)
    send_first_part(page, long_text(2_100_000), percent=33)
    page.get_by_role("button", name="Cancel").click()
    expect(sending(page)).to_have_count(0)
    gate.open()  # the part that was under way, and after it, that this was cancelled
    a_lost_part_is_sent_again(page, gate)
    a_text_gives_way_to_another(page, gate)


def a_lost_part_is_sent_again(page: Page, gate: Gate) -> None:
    """Also after another corpus was looked at."""
    gate.shut(after=1, loses=True)
    send_first_part(page, long_text(1_100_000))
    expect(page.get_by_text("2,100,000 characters in use")).to_have_count(0)
    expect(sending(page)).to_have_js_property("value", 1 / 2)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Step 1 of").first).to_be_visible()
    open_sidebar(page)
    choose(page, "Corpus", "hug, pug, pun")
    expect(sending(page)).to_have_count(0)
    gate.open()
    choose(page, "Corpus", "Your own text")
    expect(page.get_by_text("1,100,000 characters in use")).to_be_visible()
    expect(progress(page)).to_have_count(0)


def a_text_gives_way_to_another(page: Page, gate: Gate) -> None:
    """Parts that were under way change nothing once the other text is there."""
    come_to_rest(page)  # a lost part may be sent again twice, and the gate counts
    gate.shut(after=1)
    send_first_part(page, long_text(1_200_000).upper())
    use_text(page, "pun bun pun")
    gate.open()
    expect(page.get_by_text("11 characters in use")).to_be_visible()
    expect(sending(page)).to_have_count(0)
    come_to_rest(page)
    expect(page.get_by_text("11 characters in use")).to_be_visible()
