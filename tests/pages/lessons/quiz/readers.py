"""Read the quiz files as learning platforms do: Moodle XML, and QTI 2.1."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

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


#: Each part of a multiple-choice question, and how often it occurs; None for at least twice.
PARTS: dict[str, int | None] = dict.fromkeys(
    """
    name questiontext generalfeedback defaultgrade penalty hidden idnumber single shuffleanswers
    answernumbering correctfeedback partiallycorrectfeedback incorrectfeedback tags
    """.split(),
    1,
) | {"answer": None}
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


QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
#: What each element may have, as in a DTD: its attributes, and its children, text among them.
MODEL = r"""
assessmentItem [identifier title adaptive timeDependent schemaLocation lang] \
  responseDeclaration+ outcomeDeclaration* itemBody responseProcessing modalFeedback*
responseDeclaration [identifier cardinality baseType] correctResponse?
correctResponse [] value+
outcomeDeclaration [identifier cardinality baseType] defaultValue?
defaultValue [] value+
value [] #text
itemBody [] (p|table|ol|choiceInteraction)*
choiceInteraction [responseIdentifier shuffle maxChoices] prompt simpleChoice+
prompt [] INLINE
simpleChoice [identifier] FLOW
responseProcessing [] (responseCondition|setOutcomeValue)*
responseCondition [] responseIf
responseIf [] match setOutcomeValue*
match [] (variable|correct){2}
variable [identifier]
correct [identifier]
setOutcomeValue [identifier] (baseValue|variable)
baseValue [baseType] #text
modalFeedback [outcomeIdentifier identifier showHide] FLOW
p [] INLINE
span [] INLINE
code [] INLINE
strong [] INLINE
table [] tbody+
tbody [] tr+
tr [] td+
td [] FLOW
ol [] li*
li [] FLOW
assessmentTest [identifier title schemaLocation] testPart+
testPart [identifier navigationMode submissionMode] assessmentSection+
assessmentSection [identifier title visible] assessmentItemRef*
assessmentItemRef [identifier href]
manifest [identifier schemaLocation] metadata organizations resources
metadata [] schema schemaversion
schema [] #text
schemaversion [] #text
organizations []
resources [] resource*
resource [identifier type href] file+ dependency*
file [href]
dependency [identifierref]
"""
INLINE, FLOW = "#text (code|strong)*", "#text (p|span|code|strong|table|ol)*"


@cache
def model_of(tag: str) -> tuple[set[str], re.Pattern[str], bool]:
    """An element's attributes, a pattern of its children's names, and whether it may have text.

    It is from "Assessment Test, Section, and Item Information Model", version 2.1.
    """
    found = re.search(rf"^{tag} \[(.*)\](.*)", MODEL.replace("\\\n", ""), re.MULTILINE)
    assert found, tag
    children = found[2].replace("INLINE", INLINE).replace("FLOW", FLOW)
    names = re.sub("[A-Za-z]+", r"(?:<\g<0>>)", children.replace("#text", ""))
    return {*found[1].split()}, re.compile(names, re.VERBOSE), "#text" in children


IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
#: The manifest's content model has the files of a resource before what it depends on.
ITEM, TEST = "imsqti_item_xmlv2p1", "imsqti_test_xmlv2p1"


def read_qti(file: bytes) -> list[ReadItem]:
    """Every item, in the order of the test."""
    with ZipFile(BytesIO(file)) as package:
        assert package.testzip() is None
        files = {name: package.read(name) for name in package.namelist()}
    manifest = checked(files.pop("imsmanifest.xml"), PACKAGE, "manifest")
    resources = {each.attrib["href"]: each for each in manifest.iter("resource")}
    assert {*files} == {*resources}, "every file is a resource, and every resource a file"
    names = [each.attrib["identifier"] for each in resources.values()]
    assert len(set(names)) == len(names)
    assert {each.attrib["identifierref"] for each in manifest.iter("dependency")} < {*names}
    for href, resource in resources.items():
        assert [each.attrib["href"] for each in resource.iter("file")] == [href]
    test = checked(files.pop("test.xml"), QTI, "assessmentTest")
    assert resources["test.xml"].get("type") == TEST
    refs = [each.attrib for each in test.iter("assessmentItemRef")]
    assert {ref["href"] for ref in refs} == {*files}
    items = []
    for ref in refs:
        assert resources[ref["href"]].get("type") == ITEM
        root = checked(files[ref["href"]], QTI, "assessmentItem")
        assert root.get("identifier") == ref["identifier"]
        items.append(_item(root))
    return items


def checked(file: bytes, namespace: str, tag: str) -> Element:
    """A document checked against the model, without its namespace."""
    assert file.startswith(b"<?xml ")
    root = fromstring(file)
    for node in root.iter():
        assert node.tag.startswith(f"{{{namespace}}}"), node.tag
        node.tag = node.tag.partition("}")[2]
    assert root.tag == tag
    for node in root.iter():
        attributes, children, has_text = model_of(node.tag)
        assert {name.rpartition("}")[2] for name in node.attrib} == attributes, node.tag
        found = "".join(f"<{child.tag}>" for child in node)
        assert children.fullmatch(found), (node.tag, found)
        texts = [node.text, *(child.tail for child in node)]
        assert has_text or not "".join(text or "" for text in texts).strip(), node.tag
        assert IDENTIFIER.fullmatch(node.get("identifier", "x"))
    return root


def _item(root: Element) -> ReadItem:
    assert root.get("title")
    outcomes = {each.get("identifier") for each in root.iter("outcomeDeclaration")}
    assert {each.attrib["identifier"] for each in root.iter("setOutcomeValue")} <= outcomes
    (response,) = root.findall("responseDeclaration")
    assert response.attrib == {
        "identifier": "RESPONSE",
        "cardinality": "single",
        "baseType": "identifier",
    }
    body = root.find("itemBody")
    assert body is not None
    *scene, interaction = body
    assert interaction.get("responseIdentifier") == "RESPONSE"
    assert interaction.get("maxChoices") == "1"
    prompt, *choices = interaction
    names = [choice.get("identifier") for choice in choices]
    texts = [text_of(choice) for choice in choices]
    are_numbers = all(re.fullmatch(r"\d[\d.,]*", text) for text in texts)
    assert interaction.get("shuffle") == ("false" if are_numbers else "true")
    right = root.findtext("responseDeclaration/correctResponse/value")
    feedback = {each.get("identifier"): each for each in root.findall("modalFeedback")}
    assert set(feedback) == set(names)
    assert all(each.get("outcomeIdentifier") in outcomes for each in feedback.values())
    paragraphs, words, rules = read_blocks(scene)
    return ReadItem(
        paragraphs,
        words,
        rules,
        text_of(prompt),
        texts,
        names.index(right),
        [text_of(feedback[name]) for name in names],
    )
