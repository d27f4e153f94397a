"""The small part of XHTML that Moodle and QTI 2.1 both accept."""

from unicodedata import bidirectional
from xml.etree.ElementTree import Element, tostring

#: Classes of characters that are read from right to left.
_FROM_RIGHT = {"R", "AL", "AN"}
#: Put around such a text, so that adjacent text keeps its place; QTI 2.1 does not have `bdi`.
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def mixed(tag: str, *parts: str | Element) -> Element:
    """An element that contains text and elements, in the given order.

    >>> tostring(mixed("p", "a <", mixed("b", "c"), "> d"), encoding="unicode")
    '<p>a &lt;<b>c</b>&gt; d</p>'
    """
    node = Element(tag)
    last: Element | None = None
    for part in parts:
        if isinstance(part, Element):
            node.append(part)
            last = part
        elif last is None:
            node.text = (node.text or "") + part
        else:
            last.tail = (last.tail or "") + part
    return node


def document(root: Element) -> bytes:
    """A whole file in UTF-8, with its declaration. ElementTree writes bytes in many small steps.

    >>> document(mixed("p", "哈")).decode()
    "<?xml version='1.0' encoding='UTF-8'?>\\n<p>哈</p>"
    """
    text: str = tostring(root, encoding="unicode")
    return b"<?xml version='1.0' encoding='UTF-8'?>\n" + text.encode()


def code(text: str) -> Element:
    r"""A token, or other text from a corpus, to be read letter by letter.

    >>> code("ug").text, code("\u05d0").text, code("\u0627").text
    ('ug', '\u2068\u05d0\u2069', '\u2068\u0627\u2069')
    """
    if any(bidirectional(character) in _FROM_RIGHT for character in text):
        text = f"{_ISOLATE}{text}{_END_ISOLATE}"
    return mixed("code", text)
