"""Compare the browser's mapping of bytes to characters with Python's own UTF-8."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_bytes.js"

BYTES = st.binary(max_size=12) | st.builds(
    bytes.__add__, st.binary(max_size=3), st.text(max_size=6).map(lambda text: text.encode())
)


def character_at(data: bytes, start: int) -> str:
    """The character whose bytes begin here, or "" if there is none. Tries every length."""
    for length in range(1, 5):
        try:
            found = data[start : start + length].decode()
        except UnicodeDecodeError:
            continue
        if len(found) == 1 and len(found.encode()) == length:
            return found
    return ""


def places(data: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while len(found) < len(data):
        char = character_at(data, len(found))
        of = len(char.encode())
        found += [{"char": char, "nth": n, "of": of} for n in range(1, max(of, 1) + 1)]
    return found


@given(BYTES)
def test_each_byte_knows_its_character_and_which_byte_of_it_it_is(
    browser: Script, data: bytes
) -> None:
    assert browser.ask(list(data)) == places(data)
