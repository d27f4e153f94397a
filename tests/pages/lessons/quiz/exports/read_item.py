"""Read an exported question from its text alone, without its generator."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

#: These surround the text of a `<code>` element.
OPEN, CLOSE = "⟦", "⟧"
ISOLATES = str.maketrans("", "", "\u2068\u2069")


@dataclass(frozen=True)
class ReadItem:
    """A question: texts with every `<code>` between `OPEN` and `CLOSE`.

    - `words`, `rules`: the rows of its table and of its list
    - `told`: for each choice, what is said to whoever chose it
    """

    paragraphs: Sequence[str]
    words: Sequence[tuple[str, str]]
    rules: Sequence[str]
    ask: str
    choices: Sequence[str]
    right: int
    told: Sequence[str]


def text_of(node: Element) -> str:
    """All text in an element."""
    inner = (node.text or "").translate(ISOLATES)
    for child in node:
        inner += text_of(child) + (child.tail or "")
    return f"{OPEN}{inner}{CLOSE}" if node.tag == "code" else inner


def read_blocks(blocks: Sequence[Element]) -> tuple[list[str], list[tuple[str, str]], list[str]]:
    """Paragraphs, the table's rows, and the list's entries."""
    paragraphs: list[str] = []
    words: list[tuple[str, str]] = []
    rules: list[str] = []
    for block in blocks:
        if block.tag == "p":
            paragraphs.append(text_of(block))
        elif block.tag == "table":
            for row in block.iter("tr"):
                left, right = (text_of(cell) for cell in row)
                words.append((left, right))
        else:
            assert block.tag == "ol", block.tag
            rules = [text_of(entry) for entry in block]
    return paragraphs, words, rules
