"""QTI 2.1 by the element model of its specification, as far as choice questions need it.

IMS's own schema depends on five other schemas, so it is not kept here. This reader refuses
whatever it does not know.
"""

import re
from functools import cache
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

from tests.pages.lessons.quiz.exports.read_item import ReadItem, read_blocks, text_of

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
LOCATION = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
INLINE = "(code |strong )*"
FLOW = "(p |span |code |strong |table |ol )*"
#: For each element, its attributes, its children as a regular expression, and whether text may
#: occur in it: "Assessment Test, Section, and Item Information Model", version 2.1.
MODEL: dict[str, tuple[set[str], str, bool]] = {
    "assessmentItem": (
        {"identifier", "title", "adaptive", "timeDependent", LOCATION, LANGUAGE},
        "(responseDeclaration )+(outcomeDeclaration )*itemBody responseProcessing "
        "(modalFeedback )*",
        False,
    ),
    "responseDeclaration": (
        {"identifier", "cardinality", "baseType"},
        "(correctResponse )?",
        False,
    ),
    "correctResponse": (set(), "(value )+", False),
    "outcomeDeclaration": ({"identifier", "cardinality", "baseType"}, "(defaultValue )?", False),
    "defaultValue": (set(), "(value )+", False),
    "value": (set(), "", True),
    "itemBody": (set(), "(p |table |ol |choiceInteraction )*", False),
    "choiceInteraction": (
        {"responseIdentifier", "shuffle", "maxChoices"},
        "prompt (simpleChoice )+",
        False,
    ),
    "prompt": (set(), INLINE, True),
    "simpleChoice": ({"identifier"}, FLOW, True),
    "responseProcessing": (set(), "(responseCondition |setOutcomeValue )*", False),
    "responseCondition": (set(), "responseIf ", False),
    "responseIf": (set(), "match (setOutcomeValue )*", False),
    "match": (set(), "(variable |correct ){2}", False),
    "variable": ({"identifier"}, "", False),
    "correct": ({"identifier"}, "", False),
    "setOutcomeValue": ({"identifier"}, "(baseValue |variable )", False),
    "baseValue": ({"baseType"}, "", True),
    "modalFeedback": ({"outcomeIdentifier", "identifier", "showHide"}, FLOW, True),
    "p": (set(), INLINE, True),
    "span": (set(), INLINE, True),
    "code": (set(), INLINE, True),
    "strong": (set(), INLINE, True),
    "table": (set(), "(tbody )+", False),
    "tbody": (set(), "(tr )+", False),
    "tr": (set(), "(td )+", False),
    "td": (set(), FLOW, True),
    "ol": (set(), "(li )*", False),
    "li": (set(), FLOW, True),
    "assessmentTest": ({"identifier", "title", LOCATION}, "(testPart )+", False),
    "testPart": (
        {"identifier", "navigationMode", "submissionMode"},
        "(assessmentSection )+",
        False,
    ),
    "assessmentSection": ({"identifier", "title", "visible"}, "(assessmentItemRef )*", False),
    "assessmentItemRef": ({"identifier", "href"}, "", False),
    "manifest": ({"identifier", LOCATION}, "metadata organizations resources ", False),
    "metadata": (set(), "schema schemaversion ", False),
    "schema": (set(), "", True),
    "schemaversion": (set(), "", True),
    "organizations": (set(), "", False),
    "resources": (set(), "(resource )*", False),
    "resource": ({"identifier", "type", "href"}, "(file )+(dependency )*", False),
    "file": ({"href"}, "", False),
    "dependency": ({"identifierref"}, "", False),
}
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


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def checked(file: bytes, namespace: str, tag: str) -> Element:
    """A document checked against the model, without its namespace."""
    assert file.startswith(b"<?xml ")
    root = fromstring(file)
    for node in root.iter():
        assert node.tag.startswith(f"{{{namespace}}}"), node.tag
        node.tag = node.tag.partition("}")[2]
    assert root.tag == tag
    for node in root.iter():
        attributes, children, has_text = MODEL[node.tag]
        assert set(node.attrib) == attributes, node.tag
        found = "".join(f"{child.tag} " for child in node)
        assert compiled(children).fullmatch(found), (node.tag, found)
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
