"""Moodle XML as https://docs.moodle.org/en/Moodle_XML_format describes it, and nothing else.

Moodle itself is lenient. This reader refuses whatever it does not know.
"""

import re
from xml.etree.ElementTree import Element, fromstring

from tests.pages.lessons.quiz.exports.read_item import ReadItem, read_blocks, text_of

#: Each part of a multiple-choice question, and how often it occurs; None for at least twice.
PARTS = {
    "name": 1,
    "questiontext": 1,
    "generalfeedback": 1,
    "defaultgrade": 1,
    "penalty": 1,
    "hidden": 1,
    "idnumber": 1,
    "single": 1,
    "shuffleanswers": 1,
    "answernumbering": 1,
    "correctfeedback": 1,
    "partiallycorrectfeedback": 1,
    "incorrectfeedback": 1,
    "answer": None,
    "tags": 1,
}
NUMBERINGS = {"none", "abc", "ABCD", "123", "iii", "IIII"}
LONGEST_NAME, LONGEST_ID, LONGEST_TAG = 255, 100, 50


def read_moodle(file: bytes) -> tuple[str, list[ReadItem]]:
    """The category, and every question."""
    assert file.startswith(b"<?xml "), "the declaration is the first thing in the file"
    assert b"UTF-8" in file.splitlines()[0]
    quiz = fromstring(file)
    assert quiz.tag == "quiz"
    assert not quiz.attrib
    category, *questions = quiz
    assert category.attrib == {"type": "category"}
    (path,) = category
    return plain(path, "category"), [_question(each) for each in questions]


def plain(node: Element, tag: str) -> str:
    """The text of an element that has one child `text` and nothing else."""
    assert node.tag == tag
    (text,) = [child for child in node if child.tag != "feedback"]
    assert (text.tag, text.attrib, len(text)) == ("text", {}, 0)
    assert not (node.text or "").strip()
    return text.text or ""


def html(node: Element, tag: str, attributes: set[str] = frozenset({"format"})) -> list[Element]:
    """The elements in a text that is HTML."""
    assert set(node.attrib) == attributes
    assert node.get("format") == "html"
    text = plain(node, tag)
    # Moodle's filters would treat these as formulas and links.
    assert not set("$@\\[{") & set(text)
    root = fromstring(f"<div>{text}</div>")
    assert not (root.text or "").strip()
    return list(root)


def _question(question: Element) -> ReadItem:
    assert question.attrib == {"type": "multichoice"}
    tags = [child.tag for child in question]
    for tag in {*tags, *PARTS}:
        wanted = PARTS[tag]
        assert tags.count(tag) == wanted if wanted else tags.count(tag) >= 2, tag
    part = {child.tag: child for child in question if child.tag != "answer"}
    assert 0 < len(plain(part["name"], "name")) <= LONGEST_NAME
    assert 0 < len(part["idnumber"].text or "") <= LONGEST_ID
    for tag in part["tags"]:
        assert 0 < len(plain(tag, "tag")) <= LONGEST_TAG
    assert part["single"].text == "true"
    assert part["hidden"].text == "0"
    assert part["answernumbering"].text in NUMBERINGS
    assert 0 <= float(part["penalty"].text or "") <= 1
    assert float(part["defaultgrade"].text or "") > 0
    verdicts = {name: _said(part[name]) for name in PARTS if name.endswith("correctfeedback")}
    *scene, ask = html(part["questiontext"], "questiontext")
    general = _said(part["generalfeedback"])
    answers = question.findall("answer")
    fractions = [answer.get("fraction") for answer in answers]
    assert sorted(fractions) == ["0"] * (len(answers) - 1) + ["100"]
    right = fractions.index("100")
    told = [
        verdicts["correctfeedback" if i == right else "incorrectfeedback"]
        + _said(answer.findall("feedback")[0])
        + general
        for i, answer in enumerate(answers)
    ]
    paragraphs, words, rules = read_blocks(scene)
    choices = [_choice(answer) for answer in answers]
    assert len(set(choices)) == len(choices)
    are_numbers = all(re.fullmatch(r"\d[\d.,]*", choice) for choice in choices)
    assert part["shuffleanswers"].text == str(int(not are_numbers))
    return ReadItem(paragraphs, words, rules, text_of(ask), choices, right, told)


def _choice(answer: Element) -> str:
    (content,) = html(answer, "answer", {"format", "fraction"})
    return text_of(content)


def _said(node: Element) -> str:
    return "".join(text_of(block) for block in html(node, node.tag))
